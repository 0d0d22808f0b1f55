/*
 * The picture of the front page: a real session on a terminal of 110x30, as an SVG of its cells.
 *
 *     PICTURE=client-scripts/screen.svg build/dev/tests/e2e_on_loop_tests test_picture
 *
 * writes it; without PICTURE it is made and looked at only.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "support/live/players.h"
#include "support/test.h"

enum {
    WIDTH = 110,
    HEIGHT = 30,
    CELL_WIDTH_TENTHS = 84, /* pixels */
    CELL_HEIGHT = 17,
    BASELINE = 13,
    MARGIN = 8,
    TURNS_MAX = 400,
    QUIET_MS = 60,
    ANSWER_MS = 3000,
    RUN_SIZE = WIDTH * 6 + 1,
    COLOUR_SIZE = sizeof "#123456",
};

static const char ground[] = "#14161b";
static const char ink[] = "#c8ccd4";

static struct process server;
static struct client ada;
static struct client brom;
static struct client *const players[] = {&ada, &brom, NULL};

static void set_up(void)
{
    process_init(&server);
    process_start(&server, WORDS("--seed", "77", "--population-percent", "150", "--tick-ms", "10",
                                 "--beat-ms", "200", "--password-cost", "1:8"));
}

static void tear_down(void)
{
    players_release(players, &server);
}

static bool is_shown(const struct client *client, const char *text)
{
    return terminal_find(&client->terminal, text) >= 0;
}

static void type(struct client *client, const char *keys)
{
    client_type(client, keys);
    client_wait_quiet(client, QUIET_MS, ANSWER_MS);
    client_wait_quiet(&brom, QUIET_MS, ANSWER_MS);
}

/* Explores until foes are listed, beside a companion who follows. */
static void play_to_a_fight(void)
{
    type(&ada, ":set fight-stop 0\r");
    for (int turn = 0; turn < TURNS_MAX; turn++) {
        bool is_fight = is_shown(&ada, "WAITING") || is_shown(&ada, "RUNNING");
        if (is_fight && is_shown(&ada, "THREATS") && is_shown(&ada, "Brom") &&
            !is_shown(&ada, "none in view") && turn > 3)
            return;
        if (is_shown(&ada, "-- Enter"))
            type(&ada, "\r"); /* the page of a death */
        else if (is_shown(&ada, "A foe is in the way"))
            type(&ada, ":attack\r"); /* one that sleeps, which Tab leaves alone */
        else
            type(&ada, is_fight ? "\t" : "o");
    }
    ck_abort_msg("no foe is met");
}

static void colour_of(const struct terminal_look *look, bool is_background, char out[COLOUR_SIZE])
{
    VTermColor colour = look->colour;

    if (is_background || look->has_default_colour) {
        snprintf(out, COLOUR_SIZE, "%s", is_background && !look->is_reverse ? ground : ink);
        return;
    }
    vterm_screen_convert_color_to_rgb(ada.terminal.screen, &colour);
    snprintf(out, COLOUR_SIZE, "#%02x%02x%02x", colour.rgb.red, colour.rgb.green, colour.rgb.blue);
}

static void put_glyph(char *run, size_t *length, uint32_t code_point)
{
    static const struct {
        uint32_t code_point;
        const char *name;
    } marks[] = {{'<', "&lt;"}, {'>', "&gt;"}, {'&', "&amp;"}, {'"', "&quot;"}};

    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        if (marks[i].code_point == code_point) {
            *length += strlen(marks[i].name);
            memcpy(run + *length - strlen(marks[i].name), marks[i].name, strlen(marks[i].name));
            return;
        }
    }
    *length += utf8_encode(code_point, run + *length);
}

static bool is_same(const struct terminal_look *a, const struct terminal_look *b)
{
    char colours[2][COLOUR_SIZE];

    colour_of(a, false, colours[0]);
    colour_of(b, false, colours[1]);
    return strcmp(colours[0], colours[1]) == 0 && a->is_bold == b->is_bold &&
           a->is_reverse == b->is_reverse;
}

static int left_of(int x)
{
    return MARGIN * 10 + x * CELL_WIDTH_TENTHS;
}

/* Cells `from` up to before `to` of a row, which look alike. */
static void write_run(FILE *out, int y, int from, int to)
{
    struct terminal_look look = terminal_look_at(&ada.terminal, from, y);
    char run[RUN_SIZE];
    char colour[COLOUR_SIZE];
    size_t length = 0;
    int left = left_of(from);
    int width = (to - from) * CELL_WIDTH_TENTHS;

    for (int x = from; x < to; x++)
        put_glyph(run, &length, terminal_look_at(&ada.terminal, x, y).code_point);
    run[length] = '\0';
    if (look.is_reverse)
        fprintf(out, "<rect x=\"%d.%d\" y=\"%d\" width=\"%d.%d\" height=\"%d\" fill=\"%s\"/>\n",
                left / 10, left % 10, MARGIN + y * CELL_HEIGHT, width / 10, width % 10, CELL_HEIGHT,
                ink);
    if (length == strspn(run, " "))
        return;
    colour_of(&look, false, colour);
    fprintf(out, "<text x=\"%d.%d\" y=\"%d\" textLength=\"%d.%d\" fill=\"%s\"%s>%s</text>\n",
            left / 10, left % 10, MARGIN + y * CELL_HEIGHT + BASELINE, width / 10, width % 10,
            look.is_reverse ? ground : colour, look.is_bold ? " font-weight=\"bold\"" : "", run);
}

static void write_picture(FILE *out)
{
    int width = left_of(WIDTH) / 10 + MARGIN;
    int height = 2 * MARGIN + HEIGHT * CELL_HEIGHT;

    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
            "viewBox=\"0 0 %d %d\" font-family=\"Menlo, Consolas, 'DejaVu Sans Mono', monospace\" "
            "font-size=\"14\" xml:space=\"preserve\">\n<title>A session of Undercroft at 110 by 30 "
            "characters</title>\n<rect width=\"100%%\" height=\"100%%\" rx=\"6\" fill=\"%s\"/>\n",
            width, height, width, height, ground);
    for (int y = 0; y < HEIGHT; y++) {
        for (int from = 0, to; from < WIDTH; from = to) {
            struct terminal_look first = terminal_look_at(&ada.terminal, from, y);
            for (to = from + 1; to < WIDTH; to++) {
                struct terminal_look next = terminal_look_at(&ada.terminal, to, y);
                if (!is_same(&first, &next))
                    break;
            }
            write_run(out, y, from, to);
        }
    }
    fprintf(out, "</svg>\n");
}

TEST_FIXTURE(set_up, tear_down);

TEST(the_picture_of_the_front_page_is_made_from_a_session)
{
    const char *path = getenv("PICTURE");
    char *text = NULL;
    size_t size = 0;

    client_enter(&ada, CLIENT_XTERM, server.port, "Ada");
    client_enter(&brom, CLIENT_LINE, server.port, "Brom");
    client_resize(&ada, WIDTH, HEIGHT);
    client_wait_quiet(&ada, QUIET_MS, ANSWER_MS);
    type(&ada, ":party invite brom\r");
    expect_answer(&brom, "party join", "You join the party");
    expect_answer(&brom, "follow ada", "You follow Ada.");
    play_to_a_fight();
    FILE *out = open_memstream(&text, &size);
    ck_assert(out != NULL);
    write_picture(out);
    ck_assert_int_eq(fclose(out), 0);
    ck_assert_ptr_nonnull(strstr(text, "THREATS"));
    ck_assert_ptr_nonnull(strstr(text, "Brom"));
    ck_assert_ptr_nonnull(strstr(text, "─"));
    if (path != NULL) {
        FILE *file = fopen(path, "w");
        ck_assert_msg(file != NULL, "cannot write %s", path);
        ck_assert_uint_eq(fwrite(text, 1, size, file), size);
        ck_assert_int_eq(fclose(file), 0);
    }
    free(text);
    players_stop(players, &server);
}
