/*
 * On terminals that join attributes: after anything was drawn over a frame and put away again, the
 * screen looks as if it had been drawn from nothing. The terminals are models of their own
 * (support/old_terminal.h), since libvterm keeps every attribute by itself. OVER_ROUNDS=N draws
 * over N frames instead of a few.
 */
#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "support/old_terminal.h"
#include "support/test.h"
#include "term/ansi.h"
#include "term/overlay.h"

enum { WIDTH = 80, HEIGHT = 24, OUT_MAX = 1 << 20, ROUNDS = TEST_COUNT(150, 50), LINES_MAX = 18 };

/* Palettes whose attributes may be joined. */
struct joined_case {
    enum palette_id colours;
    enum old_terminal_kind kind;
};

static const struct joined_case joined_cases[] = {
    {PALETTE_16, OLD_LINUX_CONSOLE},   {PALETTE_16, OLD_XTERM},   {PALETTE_16, OLD_VT100},
    {PALETTE_8, OLD_LINUX_CONSOLE},    {PALETTE_8, OLD_XTERM},    {PALETTE_8, OLD_VT100},
    {PALETTE_MONO, OLD_LINUX_CONSOLE}, {PALETTE_MONO, OLD_XTERM},
};

enum { JOINED_CASES = (int)(sizeof joined_cases / sizeof joined_cases[0]) };

static const struct row_set all = {{UINT64_MAX, UINT64_MAX}};

struct client {
    struct old_terminal terminal;
    struct ansi ansi;
    struct ansi_book book;
    struct screen wanted;
    struct bytes out;
    struct palette palette;
    struct rng rng;
};

static void client_init(struct client *client, const struct joined_case *row, uint64_t seed)
{
    *client = (struct client){.palette = palette_of(row->colours)};
    old_terminal_init(&client->terminal, row->kind, WIDTH, HEIGHT);
    ck_assert_int_eq(ansi_init(&client->ansi, WIDTH, HEIGHT), ERR_OK);
    ck_assert_int_eq(screen_init(&client->wanted, WIDTH, HEIGHT), ERR_OK);
    bytes_init(&client->out, OUT_MAX);
    rng_init(&client->rng, seed);
}

static void client_release(struct client *client)
{
    old_terminal_release(&client->terminal);
    ansi_release(&client->ansi);
    ansi_book_release(&client->book);
    screen_release(&client->wanted);
    bytes_release(&client->out);
}

/* True once the terminal has all that is wanted. */
static bool send_frame(struct client *client, struct ansi *ansi, struct old_terminal *terminal,
                       size_t budget)
{
    bool is_complete = false;

    bytes_clear(&client->out, OUT_MAX);
    ck_assert_int_eq(ansi_diff(ansi, &client->wanted, &all,
                               ansi_book_find(&client->book, client->palette), budget, &client->out,
                               &is_complete),
                     ERR_OK);
    old_terminal_feed(terminal, client->out.data, client->out.length);
    return is_complete;
}

/* Half of the frames come in pieces. */
static void settle(struct client *client)
{
    size_t budget =
        rng_percent(&client->rng, 50) ? SIZE_MAX : (size_t)rng_range(&client->rng, 64, 400);

    while (!send_frame(client, &client->ansi, &client->terminal, budget))
        continue;
}

static void expect_as_from_nothing(struct client *client, const char *what)
{
    struct old_terminal fresh;
    struct ansi ansi;

    old_terminal_init(&fresh, client->terminal.kind, WIDTH, HEIGHT);
    ck_assert_int_eq(ansi_init(&ansi, WIDTH, HEIGHT), ERR_OK);
    ck_assert(send_frame(client, &ansi, &fresh, SIZE_MAX));
    expect_same_old_screen(&client->terminal, &fresh, what);
    ansi_release(&ansi);
    old_terminal_release(&fresh);
}

static enum role any_role(struct rng *rng)
{
    return (enum role)rng_below(rng, ROLE_COUNT);
}

/* A map of a few glyphs, with stretches of one look as maps have them. */
static void edit_map(struct client *client, int count)
{
    for (int i = 0; i < count; i++) {
        int x = rng_range(&client->rng, 0, WIDTH - 1);
        int y = rng_range(&client->rng, 0, HEIGHT - 1);
        int width = rng_range(&client->rng, 1, 9);
        uint32_t glyph = (uint32_t) "#.. @+r"[rng_below(&client->rng, 7)];
        screen_fill(&client->wanted, x, y, width, glyph, any_role(&client->rng));
    }
}

static void draw_over(struct client *client)
{
    struct layout layout = layout_of(WIDTH, HEIGHT);
    char text[LINES_MAX * 32] = "";
    int lines = rng_range(&client->rng, 1, LINES_MAX);
    int chosen = rng_range(&client->rng, 0, lines - 1);

    for (int i = 0; i < lines; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "line %d of what lies over\n", i);
    if (rng_percent(&client->rng, 50)) {
        struct menu menu = {.rows = text, .chosen = chosen, .explanation = "It does a thing."};
        menu_draw(&client->wanted, &layout, &menu);
    } else {
        (void)overlay_draw(&client->wanted, &layout, text, 0, NULL);
    }
}

TEST_EACH(what_lay_over_a_frame_leaves_nothing_behind, JOINED_CASES)
{
    const struct joined_case *row = &joined_cases[_i];
    struct client client;
    cell below[WIDTH * HEIGHT];

    client_init(&client, row, (uint64_t)_i + 1);
    edit_map(&client, 200);
    uint64_t rounds = test_number("OVER_ROUNDS", ROUNDS, UINT64_MAX);
    for (uint64_t round = 0; round < rounds; round++) {
        client.palette.theme = (enum palette_theme)(round / 50 % PALETTE_THEME_COUNT);
        client.palette.memory = (enum palette_memory)(round / 10 % PALETTE_MEMORY_COUNT);
        if (round % 10 == 0)
            ansi_forget(&client.ansi);
        edit_map(&client, 12);
        settle(&client);
        expect_as_from_nothing(&client, "a frame");
        memcpy(below, client.wanted.cells, sizeof below);
        draw_over(&client);
        settle(&client);
        expect_as_from_nothing(&client, "what lies over it");
        memcpy(client.wanted.cells, below, sizeof below);
        settle(&client);
        expect_as_from_nothing(&client, "the frame below");
    }
    client_release(&client);
}

static void apply(struct old_pen *pen, enum old_terminal_kind kind, const char *text, size_t length)
{
    struct old_terminal terminal;

    old_terminal_init(&terminal, kind, 1, 1);
    terminal.pen = *pen;
    old_terminal_feed(&terminal, text, length);
    *pen = terminal.pen;
    old_terminal_release(&terminal);
}

/* After any change the pen is the one of the look alone; so it is after any number of them. */
TEST_EACH(every_change_of_look_ends_at_the_look,
          JOINED_CASES *(int)PALETTE_THEME_COUNT *(int)PALETTE_MEMORY_COUNT)
{
    const struct joined_case *row = &joined_cases[_i % JOINED_CASES];
    struct palette palette = {
        .colours = row->colours,
        .theme = (enum palette_theme)(_i / JOINED_CASES % PALETTE_THEME_COUNT),
        .memory = (enum palette_memory)(_i / JOINED_CASES / PALETTE_THEME_COUNT),
    };
    struct ansi_book book = {0};
    const struct ansi_looks *looks = ansi_book_find(&book, palette);

    ck_assert_ptr_nonnull(looks);
    for (uint8_t from = 0; from < looks->count; from++) {
        for (uint8_t to = 0; to < looks->count; to++) {
            const struct ansi_change *first = ansi_looks_change(looks, ANSI_LOOK_UNKNOWN, from);
            const struct ansi_change *change = ansi_looks_change(looks, from, to);
            const struct ansi_change *alone = ansi_looks_change(looks, ANSI_LOOK_UNKNOWN, to);
            struct old_pen pen = {0};
            struct old_pen expected = {0};
            apply(&pen, row->kind, first->text, first->length);
            apply(&pen, row->kind, change->text, change->length);
            apply(&expected, row->kind, alone->text, alone->length);
            ck_assert_msg(old_pen_equal(pen, expected),
                          "%s, %s colours: %.*s after %.*s leaves "
                          "something",
                          old_terminal_names[row->kind], palette_name(palette.colours),
                          change->length - 1, change->text + 1, first->length - 1, first->text + 1);
        }
    }
    ansi_book_release(&book);
}

/* Effect of an SGR on each kind of terminal: the facts behind the model. */
struct sgr_case {
    int parameters[4];
    int count;
    struct old_pen pens[OLD_TERMINAL_KIND_COUNT];
};

static const struct sgr_case sgr_cases[] = {
    {{91}, 1, {{.colour = 31, .is_bold = true}, {.colour = 91}, {0}}},
    {{91, 33}, 2, {{.colour = 33, .is_bold = true}, {.colour = 33}, {0}}},
    {{91, 39}, 2, {{.is_bold = true}, {0}, {0}}},
    {{91, 22, 33}, 3, {{.colour = 33}, {.colour = 33}, {0}}},
    {{2, 91}, 2, {{.colour = 31, .is_bold = true}, {.colour = 91, .is_dim = true}, {0}}},
    {{91, 2}, 2, {{.colour = 31, .is_dim = true}, {.colour = 91, .is_dim = true}, {0}}},
    {{1, 2}, 2, {{.is_dim = true}, {.is_bold = true, .is_dim = true}, {.is_bold = true}}},
    {{1, 22}, 2, {{0}, {0}, {.is_bold = true}}},
    {{7, 27}, 2, {{0}, {0}, {.is_reverse = true}}},
    {{5, 25}, 2, {{0}, {0}, {.is_blinking = true}}},
    {{5, 7, 0, 4}, 4, {{.is_underlined = true}, {.is_underlined = true}, {.is_underlined = true}}},
};

TEST_EACH(each_kind_joins_attributes_in_its_own_way, sizeof sgr_cases / sizeof sgr_cases[0])
{
    const struct sgr_case *row = &sgr_cases[_i];

    for (enum old_terminal_kind kind = 0; kind < OLD_TERMINAL_KIND_COUNT; kind++) {
        struct old_pen pen = {0};
        old_pen_apply(&pen, kind, row->parameters, row->count);
        ck_assert_msg(old_pen_equal(pen, row->pens[kind]), "%s", old_terminal_names[kind]);
    }
}
