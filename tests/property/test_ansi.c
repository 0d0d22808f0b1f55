/*
 * For all screens, in every order and at every budget: when a diff is complete, a real terminal's
 * cells and cursor are those of the wanted screen, and another diff is empty. The terminal is
 * libvterm; it knows no dim, which tests/unit/term/test_ansi.c covers.
 */
#include "term/ansi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <vterm.h>

#include "base/rng.h"
#include "base/utf8.h"
#include "support/test.h"

enum { OUT_MAX = 1 << 20, FRAME_COUNT = 6000 };

static const struct row_set all = {{UINT64_MAX, UINT64_MAX}};

struct terminal {
    VTerm *vterm;
    VTermScreen *screen;
    bool cursor_shown;
};

/* One client: what it is sent, what it shows, what it should show. */
struct client {
    struct terminal terminal;
    struct ansi ansi;
    struct screen wanted;
    struct bytes out;
    struct palette palette;
    struct ansi_book book;
    struct rng rng;
    size_t sent; /* bytes, since the last reset */
};

static int on_property(VTermProp property, VTermValue *value, void *user)
{
    struct terminal *terminal = user;

    if (property == VTERM_PROP_CURSORVISIBLE)
        terminal->cursor_shown = value->boolean != 0;
    return 1;
}

static void terminal_init(struct terminal *terminal, int width, int height)
{
    static const VTermScreenCallbacks callbacks = {.settermprop = on_property};

    terminal->vterm = vterm_new(height, width);
    ck_assert_ptr_nonnull(terminal->vterm);
    vterm_set_utf8(terminal->vterm, 1);
    vterm_state_set_bold_highbright(vterm_obtain_state(terminal->vterm), 0);
    terminal->screen = vterm_obtain_screen(terminal->vterm);
    terminal->cursor_shown = true;
    vterm_screen_enable_altscreen(terminal->screen, 1);
    vterm_screen_set_callbacks(terminal->screen, &callbacks, terminal);
    vterm_screen_reset(terminal->screen, 1);
    (void)vterm_input_write(terminal->vterm, ansi_enter, strlen(ansi_enter));
}

static void client_init(struct client *client, int width, int height, enum palette_id palette,
                        uint64_t seed)
{
    *client = (struct client){.palette = palette_of(palette)};
    terminal_init(&client->terminal, width, height);
    ck_assert_int_eq(ansi_init(&client->ansi, width, height), ERR_OK);
    ck_assert_int_eq(screen_init(&client->wanted, width, height), ERR_OK);
    bytes_init(&client->out, OUT_MAX);
    rng_init(&client->rng, seed);
}

static void client_release(struct client *client)
{
    vterm_free(client->terminal.vterm);
    ansi_release(&client->ansi);
    ansi_book_release(&client->book);
    screen_release(&client->wanted);
    bytes_release(&client->out);
}

/* One diff, fed to the terminal; false if the budget ended it. */
static bool send_frame(struct client *client, size_t budget)
{
    bool is_complete = false;

    bytes_clear(&client->out, OUT_MAX);
    ck_assert_int_eq(ansi_diff(&client->ansi, &client->wanted, &all,
                               ansi_book_find(&client->book, client->palette), budget, &client->out,
                               &is_complete),
                     ERR_OK);
    if (budget >= ANSI_BUDGET_MIN)
        ck_assert_uint_le(client->out.length, budget);
    client->sent += client->out.length;
    if (client->out.length > 0)
        (void)vterm_input_write(client->terminal.vterm, (const char *)client->out.data,
                                client->out.length);
    return is_complete;
}

/* The foreground that a look's parameters ask for, behind those of its attributes. */
static bool has_colour(const VTermColor *colour, const char *sgr)
{
    int a = 0;
    int b = 0;
    int c = 0;

    if (sgr[0] == '\0')
        return VTERM_COLOR_IS_DEFAULT_FG(colour);
    if (sscanf(sgr, "38;2;%d;%d;%d", &a, &b, &c) == 3)
        return VTERM_COLOR_IS_RGB(colour) && colour->rgb.red == a && colour->rgb.green == b &&
               colour->rgb.blue == c;
    int index = (int)strtol(sgr, NULL, 10);
    if (sscanf(sgr, "38;5;%d", &index) != 1)
        index = index >= 90 ? index - 90 + 8 : index - 30;
    return !VTERM_COLOR_IS_DEFAULT_FG(colour) && VTERM_COLOR_IS_INDEXED(colour) &&
           colour->indexed.idx == index;
}

/* Takes "7;" or a last "7" off the front; whether it was there. */
static bool take_attribute(const char **sgr, char digit)
{
    const char *at = *sgr;

    if (at[0] != digit || (at[1] != ';' && at[1] != '\0'))
        return false;
    *sgr = at[1] == ';' ? at + 2 : at + 1;
    return true;
}

/* `background` is "" or one of the 256 colours. */
static bool has_background(const VTermColor *shown, const char *background)
{
    int number;

    if (sscanf(background, "48;5;%d", &number) != 1)
        return VTERM_COLOR_IS_DEFAULT_BG(shown);
    return VTERM_COLOR_IS_INDEXED(shown) && shown->indexed.idx == number;
}

/* The fault of a cell, or NULL. (Not asserted one by one: there are millions.) */
static const char *cell_fault(const struct client *client, int x, int y)
{
    cell wanted = screen_at(&client->wanted, x, y);
    uint32_t code_point = cell_code_point(wanted);
    const char *sgr = palette_sgr(client->palette, cell_role(wanted));
    bool is_bold = take_attribute(&sgr, '1');
    (void)take_attribute(&sgr, '2'); /* the model of a terminal knows no dim */
    bool is_reverse = take_attribute(&sgr, '7');
    VTermScreenCell shown;

    if (code_point == 0)
        return NULL; /* the second half of what was looked at before */
    if (!vterm_screen_get_cell(client->terminal.screen, (VTermPos){.row = y, .col = x}, &shown))
        return "is outside";
    if ((shown.chars[0] == 0 ? ' ' : shown.chars[0]) != code_point)
        return "has another glyph";
    if (shown.width != utf8_width(code_point))
        return "has another width";
    if ((shown.attrs.reverse != 0) != is_reverse)
        return "differs in reverse";
    if (!has_background(&shown.bg, palette_background(client->palette, cell_role(wanted))))
        return "has another background";
    if (code_point == ' ' && !is_reverse)
        return NULL;
    if ((shown.attrs.bold != 0) != is_bold)
        return "differs in bold";
    return has_colour(&shown.fg, sgr) ? NULL : "has another colour";
}

static void check_terminal(const struct client *client)
{
    const struct screen *wanted = &client->wanted;

    for (int y = 0; y < wanted->height; y++) {
        for (int x = 0; x < wanted->width; x++) {
            const char *fault = cell_fault(client, x, y);
            if (fault != NULL)
                ck_abort_msg("(%d, %d) of %dx%d %s", x, y, wanted->width, wanted->height, fault);
        }
    }
    ck_assert_int_eq(client->terminal.cursor_shown, wanted->cursor_shown);
    if (wanted->cursor_shown) {
        VTermPos cursor;
        vterm_state_get_cursorpos(vterm_obtain_state(client->terminal.vterm), &cursor);
        ck_assert_int_eq(cursor.col, wanted->cursor.x);
        ck_assert_int_eq(cursor.row, wanted->cursor.y);
    }
}

/* Draws until complete, then compares and asks once more. */
static void settle(struct client *client, size_t budget)
{
    int turns = 0;

    while (!send_frame(client, budget))
        ck_assert_int_lt(++turns, SCREEN_WIDTH_MAX * SCREEN_HEIGHT_MAX + 2);
    check_terminal(client);
    ck_assert(send_frame(client, budget));
    ck_assert_msg(client->out.length == 0, "a second diff is empty");
}

static enum role any_role(struct rng *rng)
{
    return (enum role)rng_below(rng, ROLE_COUNT);
}

/* One draw after the other: the order of a call's arguments is the compiler's choice. */
static struct pos any_place(struct rng *rng, int x_min, int x_max, int y_min, int y_max)
{
    int x = rng_range(rng, x_min, x_max);
    int y = rng_range(rng, y_min, y_max);

    return pos_of(x, y);
}

static uint32_t any_glyph(struct rng *rng)
{
    static const uint32_t glyphs[] = {' ',   ' ',    ' ',    '#',    '.',    '.',    '@',
                                      'a',   0xB7,   0x2502, 0x2592, 0x6F22, 0xAC00, 0xFF21,
                                      0x416, 0x1100, 0x0E01, 0x1B,   0x301,  0};

    return glyphs[rng_below(rng, sizeof glyphs / sizeof glyphs[0])];
}

static void edit_cells(struct client *client, int x, int y)
{
    int count = rng_range(&client->rng, 1, 12);

    for (int i = 0; i < count; i++) {
        struct pos at = any_place(&client->rng, x - 3, x + 3, y - 2, y + 2);
        uint32_t glyph = any_glyph(&client->rng);
        screen_put(&client->wanted, at.x, at.y, glyph, any_role(&client->rng));
    }
}

static void edit_text(struct client *client, int x, int y)
{
    static const char *const texts[] = {"You hit the rat.", "HP 10/12  Depth 3",
                                        "\xE6\xBC\xA2\xE5\xAD\x97 ok", "a b  c   d    e"};
    const char *text = texts[rng_below(&client->rng, 4)];
    int width = rng_range(&client->rng, 0, 90);

    (void)screen_write(&client->wanted, x, y, width, text, any_role(&client->rng));
}

static void edit_fill(struct client *client, int x, int y)
{
    uint32_t glyph = rng_percent(&client->rng, 60) ? ' ' : any_glyph(&client->rng);
    int width = rng_range(&client->rng, 0, 100);

    screen_fill(&client->wanted, x, y, width, glyph, any_role(&client->rng));
}

static void edit_roles(struct client *client, int x, int y)
{
    for (; x < client->wanted.width; x++)
        screen_put(&client->wanted, x, y, cell_code_point(screen_at(&client->wanted, x, y)),
                   any_role(&client->rng));
}

static void edit_scroll(struct client *client, int x, int y)
{
    struct screen *wanted = &client->wanted;
    size_t row = (size_t)wanted->width;

    (void)x;
    (void)y;
    memmove(wanted->cells, wanted->cells + row, row * (size_t)(wanted->height - 1) * sizeof(cell));
    screen_fill(wanted, 0, wanted->height - 1, wanted->width, ' ', ROLE_BLANK);
}

static void edit_clear(struct client *client, int x, int y)
{
    (void)x;
    (void)y;
    screen_clear(&client->wanted);
}

struct edit_row {
    int weight; /* out of all weights */
    void (*edit)(struct client *client, int x, int y);
};

static const struct edit_row edit_table[] = {
    {50, edit_cells}, {15, edit_text},  {15, edit_fill},
    {10, edit_roles}, {8, edit_scroll}, {2, edit_clear},
};

static void edit_screen(struct client *client)
{
    int roll = rng_range(&client->rng, 0, 99);
    const struct edit_row *row = edit_table;

    while (roll >= row->weight) {
        roll -= row->weight;
        row++;
    }
    struct pos at =
        any_place(&client->rng, 0, client->wanted.width - 1, 0, client->wanted.height - 1);
    row->edit(client, at.x, at.y);
}

static void change_size(struct client *client)
{
    bool is_huge = rng_percent(&client->rng, 3);
    int width = rng_range(&client->rng, 1, is_huge ? SCREEN_WIDTH_MAX : 60);
    int height = rng_range(&client->rng, 1, is_huge ? SCREEN_HEIGHT_MAX : 16);

    vterm_set_size(client->terminal.vterm, height, width);
    ck_assert_int_eq(screen_resize(&client->wanted, width, height), ERR_OK);
    ck_assert_int_eq(ansi_resize(&client->ansi, width, height), ERR_OK);
}

static size_t any_budget(struct rng *rng)
{
    return rng_percent(rng, 60) ? SIZE_MAX : (size_t)rng_range(rng, 0, 400);
}

static struct palette any_palette(struct rng *rng)
{
    return (struct palette){
        .colours = (enum palette_id)rng_below(rng, PALETTE_COUNT),
        .theme = (enum palette_theme)rng_below(rng, PALETTE_THEME_COUNT),
        .memory = (enum palette_memory)rng_below(rng, PALETTE_MEMORY_COUNT),
        .has_grounds = rng_percent(rng, 50),
    };
}

TEST_EACH(a_terminal_shows_what_is_wanted, 3)
{
    struct client client;

    client_init(&client, 40, 12, PALETTE_16, (uint64_t)_i + 1);
    for (int i = 0; i < FRAME_COUNT; i++) {
        if (rng_percent(&client.rng, 2))
            change_size(&client);
        if (rng_percent(&client.rng, 2)) {
            client.palette = any_palette(&client.rng);
            ansi_forget(&client.ansi);
        }
        int edits = rng_range(&client.rng, 0, 4);
        while (edits-- > 0)
            edit_screen(&client);
        if (rng_percent(&client.rng, 70))
            client.wanted.cursor =
                any_place(&client.rng, 0, client.wanted.width - 1, 0, client.wanted.height - 1);
        client.wanted.cursor_shown = rng_percent(&client.rng, 90);
        /* Half of the time the next edit finds an unfinished frame. */
        if (rng_percent(&client.rng, 50))
            settle(&client, any_budget(&client.rng));
        else
            (void)send_frame(&client, any_budget(&client.rng));
    }
    settle(&client, SIZE_MAX);
    client_release(&client);
}

/* A small dungeon to walk in: rooms in rock, joined by corridors. */
enum { MAP_WIDTH = 80, MAP_HEIGHT = 19, SIGHT = 7, STEP_COUNT = 400 };

struct dungeon {
    char tiles[MAP_HEIGHT][MAP_WIDTH];
    bool seen[MAP_HEIGHT][MAP_WIDTH];
    struct pos self;
};

static void dungeon_init(struct dungeon *dungeon, struct rng *rng)
{
    struct pos at = pos_of(40, 9);

    *dungeon = (struct dungeon){.self = at};
    memset(dungeon->tiles, '#', sizeof dungeon->tiles);
    for (int room = 0; room < 12; room++) {
        struct pos to = any_place(rng, 6, 72, 4, 14);
        for (; at.x != to.x; at.x = (int16_t)(at.x + (to.x > at.x ? 1 : -1)))
            dungeon->tiles[at.y][at.x] = '.';
        for (; at.y != to.y; at.y = (int16_t)(at.y + (to.y > at.y ? 1 : -1)))
            dungeon->tiles[at.y][at.x] = '.';
        for (int y = to.y - 2; y <= to.y + 2; y++)
            memset(&dungeon->tiles[y][to.x - 4], '.', 9);
    }
}

/* A straight line over floor, its last cell excepted. */
static bool in_sight(const struct dungeon *dungeon, int x, int y)
{
    struct pos self = dungeon->self;
    int distance = pos_distance(self, pos_of(x, y));

    for (int i = 1; i < distance; i++) {
        int step_x = (2 * i * (x - self.x) + (x > self.x ? distance : -distance)) / (2 * distance);
        int step_y = (2 * i * (y - self.y) + (y > self.y ? distance : -distance)) / (2 * distance);
        if (dungeon->tiles[self.y + step_y][self.x + step_x] == '#')
            return false;
    }
    return distance <= SIGHT;
}

static void dungeon_draw(struct dungeon *dungeon, struct screen *screen, int turn)
{
    char status[80];

    for (int y = 0; y < MAP_HEIGHT; y++) {
        for (int x = 0; x < MAP_WIDTH; x++) {
            char tile = dungeon->tiles[y][x];
            bool is_lit = in_sight(dungeon, x, y);
            dungeon->seen[y][x] = dungeon->seen[y][x] || is_lit;
            enum role role = tile == '#' ? ROLE_WALL : ROLE_FLOOR;
            if (dungeon->seen[y][x])
                screen_put(screen, x, y, (uint32_t)tile, is_lit ? role : ROLE_REMEMBERED);
        }
    }
    screen_put(screen, dungeon->self.x, dungeon->self.y, '@', ROLE_SELF);
    screen_fill(screen, 0, MAP_HEIGHT, MAP_WIDTH, ' ', ROLE_STATUS);
    (void)snprintf(status, sizeof status, "Ada  HP 12/12  Depth 1  turn %d", turn);
    (void)screen_write(screen, 0, MAP_HEIGHT, MAP_WIDTH, status, ROLE_STATUS);
    screen->cursor = dungeon->self;
    screen->cursor_shown = true;
}

static void report(const char *palette, const char *what, size_t bytes, size_t count)
{
    (void)printf("%5s  %-28s %7.1f bytes\n", palette, what, (double)bytes / (double)count);
}

/* A walk that goes straight on for a while, as people do. Returns the steps taken. */
static size_t walk(struct client *client, struct dungeon *dungeon)
{
    size_t steps = 0;
    enum dir dir = DIR_EAST;

    while (steps < STEP_COUNT) {
        struct pos to = pos_step(dungeon->self, dir);
        if (dungeon->tiles[to.y][to.x] == '#' || rng_percent(&client->rng, 10)) {
            dir = (enum dir)rng_range(&client->rng, DIR_NORTH, DIR_NORTHWEST);
            continue;
        }
        dungeon->self = to;
        steps++;
        dungeon_draw(dungeon, &client->wanted, (int)steps);
        settle(client, SIZE_MAX);
    }
    return steps;
}

TEST_EACH(typical_edits_are_small, PALETTE_COUNT)
{
    struct client client;
    struct dungeon dungeon;
    const char *name = palette_name((enum palette_id)_i);

    client_init(&client, 80, 24, (enum palette_id)_i, 99);
    dungeon_init(&dungeon, &client.rng);
    dungeon_draw(&dungeon, &client.wanted, 0);
    settle(&client, SIZE_MAX);

    client.sent = 0;
    size_t steps = walk(&client, &dungeon);
    size_t step_bytes = client.sent;
    report(name, "a step, sight 7, status row", step_bytes, steps);

    client.sent = 0;
    (void)screen_write(&client.wanted, 0, 21, 80, "You hit the rat. The rat misses you.",
                       ROLE_TEXT);
    settle(&client, SIZE_MAX);
    report(name, "a message", client.sent, 1);

    client.sent = 0;
    ansi_forget(&client.ansi);
    settle(&client, SIZE_MAX);
    report(name, "a full repaint", client.sent, 1);
    if (_i == PALETTE_16)
        ck_assert_msg(step_bytes / steps < 200, "a step takes %zu bytes", step_bytes / steps);
    client_release(&client);
}
