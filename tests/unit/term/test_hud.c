/*
 * The rows around the map: the parts that the status row never leaves out, the line being typed,
 * and the plea for a larger window.
 */
#include "term/hud.h"

#include <stdio.h>
#include <string.h>

#include "screen_fixture.h"
#include "support/test.h"
#include "support/text.h"

#define WIDE_GLYPH "\xe6\xbc\xa2" /* two cells, three bytes */
#define ACCENTED   "\xc3\xa9"     /* one cell, two bytes */

static void expect_row_has(const struct screen *screen, int y, const char *wanted)
{
    char row[ROW_SIZE];

    ck_assert_msg(strstr(row_of(screen, y, row), wanted) != NULL, "\"%s\" should have \"%s\"", row,
                  wanted);
}

static struct delver delver_of(const char *name, int depth)
{
    struct delver delver = {.body = {.id = 1, .state = BODY_PRESENT}};

    snprintf(delver.name, sizeof delver.name, "%s", name);
    delver.body.key.depth = (uint16_t)depth;
    delver.body.health = 14;
    delver.body.health_max = 20;
    return delver;
}

static void draw_status(struct screen *screen, const struct delver *delver, int near_count,
                        const char *warning)
{
    struct layout layout = layout_of(screen->width, screen->height);
    struct hud_status status = {near_count, warning, "", "", NULL, false};

    hud_draw_status(screen, &layout, delver, &status);
}

TEST(the_status_row_is_one_whole_reversed_row)
{
    struct screen screen;
    struct delver delver = delver_of("Ada", 2);

    for (size_t i = 0; i < SIZE_COUNT; i++) {
        struct layout layout = layout_of(sizes[i].width, sizes[i].height);
        open_screen(&screen, sizes[i].width, sizes[i].height);
        draw_status(&screen, &delver, 0, "");
        for (int y = 0; y < screen.height; y++) {
            if (y != layout.status_y)
                expect_untouched(&screen, y);
        }
        for (int x = 0; x < screen.width; x++)
            ck_assert_int_eq(cell_role(screen_at(&screen, x, layout.status_y)), ROLE_STATUS);
        expect_row_begins(&screen, layout.status_y, "Ada L1 HP 14/20 [######--] Depth 2");
        screen_release(&screen);
    }
}

TEST(name_health_depth_and_state_show_at_every_size)
{
    struct delver delver = delver_of("Abcdefghijklmnop", 99);
    struct screen screen;

    delver.time.state = COMPANY_WAITING;
    delver.life.gold = 84;
    delver.body.queue_length = 4;
    delver.body.queue[0] = (struct action){.verb = ACTION_MOVE, .dir = DIR_SOUTHWEST};
    for (size_t i = 0; i < SIZE_COUNT; i++) {
        struct layout layout = layout_of(sizes[i].width, sizes[i].height);
        bool is_narrow = sizes[i].width < 48;
        open_screen(&screen, sizes[i].width, sizes[i].height);
        draw_status(&screen, &delver, 7, "");
        expect_row_begins(&screen, layout.status_y, is_narrow ? "Abcdefgh " : delver.name);
        expect_row_has(&screen, layout.status_y, " HP 14/20 ");
        expect_row_has(&screen, layout.status_y, " Depth 99 WAITING ");
        screen_release(&screen);
    }
}

/* `width` may be any width, even one that no player's window has. */
static void expect_status(const struct delver *delver, int width, const char *wanted)
{
    struct screen screen;
    char row[ROW_SIZE];

    open_screen(&screen, width, 24);
    draw_status(&screen, delver, 0, "");
    row_of(&screen, layout_of(width, 24).status_y, row);
    size_t length = strlen(wanted);
    ck_assert_msg(strncmp(row, wanted, length) == 0 &&
                      strspn(row + length, " ") == strlen(row) - length,
                  "%d columns: \"%s\", wanted \"%s\"", width, row, wanted);
    screen_release(&screen);
}

TEST(what_does_not_fit_goes_in_its_order)
{
    struct delver delver = delver_of("Adalbertina", 5);

    delver.time.state = COMPANY_WAITING;
    delver.life.gold = 84;
    delver.body.statuses.left[STATUS_POISONED] = 3;
    delver.body.statuses.left[STATUS_HELD] = 2;
    delver.body.queue_length = 1;
    delver.body.queue[0] = (struct action){.verb = ACTION_MOVE, .dir = DIR_NORTH};
    expect_status(&delver, 89,
                  "Adalbertina L1 HP 14/20 [######--] $84 Depth 5 WAITING poisoned 3 held 2 "
                  "next: step north");
    expect_status(&delver, 78,
                  "Adalbertina L1 HP 14/20 $84 Depth 5 WAITING poisoned 3 held 2 next: step north");
    expect_status(&delver, 77,
                  "Adalbertina L1 HP 14/20 Depth 5 WAITING poisoned 3 held 2 next: step north");
    expect_status(&delver, 73, "Adalbertina L1 HP 14/20 Depth 5 WAITING poisoned 3 held 2 step n");
    expect_status(&delver, 63, "Adalbertina L1 HP 14/20 Depth 5 WAITING poisoned 3 held 2");
    expect_status(&delver, 56, "Adalbertina L1 HP 14/20 Depth 5 WAITING poisoned 3 +1");
    expect_status(&delver, 52, "Adalbertina HP 14/20 Depth 5 WAITING poisoned 3 +1");
    expect_status(&delver, 47, "Adalbert HP 14/20 Depth 5 WAITING poisoned 3 +1");
}

TEST(the_target_line_takes_the_first_row_of_the_log_only)
{
    struct screen screen;

    for (size_t i = 0; i < SIZE_COUNT; i++) {
        struct layout layout = layout_of(sizes[i].width, sizes[i].height);
        open_screen(&screen, sizes[i].width, sizes[i].height);
        hud_draw_target(&screen, &layout, "deserter [#####---] 5e even", ROLE_BAD);
        for (int y = 0; y < screen.height; y++) {
            if (y != layout.log.y)
                expect_untouched(&screen, y);
        }
        expect_row_begins(&screen, layout.status_y + 1, "deserter [#####---] 5e even   ");
        ck_assert_int_eq(cell_role(screen_at(&screen, 0, layout.log.y)), ROLE_BAD);
        screen_release(&screen);
    }
}

TEST(a_message_that_is_cut_names_the_key_that_shows_it_before_the_bar_has_room)
{
    static const struct {
        int width;
        const char *row;
    } rows[] = {
        {40, "Ada L1 HP 14/20 Depth 2          P: all "},
        {80, "Ada L1 HP 14/20 [######--] Depth 2"},
    };
    struct delver delver = delver_of("Ada", 2);
    const struct hud_status status = {0, "", "", "", NULL, true};
    struct screen screen;

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        open_screen(&screen, rows[i].width, 12);
        struct layout layout = layout_of(screen.width, screen.height);
        hud_draw_status(&screen, &layout, &delver, &status);
        expect_row_begins(&screen, layout.status_y, rows[i].row);
        expect_row_has(&screen, layout.status_y, "  P: all ");
        screen_release(&screen);
    }
}

TEST(the_queued_action_is_named)
{
    struct delver delver = delver_of("Ada", 2);
    struct screen screen;

    open_screen(&screen, 80, 24);
    delver.body.queue_length = 1;
    delver.body.queue[0] = (struct action){.verb = ACTION_MOVE, .dir = DIR_NORTH};
    draw_status(&screen, &delver, 0, "");
    expect_row_begins(&screen, 19, "Ada L1 HP 14/20 [######--] Depth 2 next: step north   ");
    delver.body.queue_length = 3;
    delver.body.queue[0] = (struct action){.verb = ACTION_OPEN, .dir = DIR_NONE};
    draw_status(&screen, &delver, 1, "");
    expect_row_begins(&screen, 19,
                      "Ada L1 HP 14/20 [######--] Depth 2 next: open +2  1 in view   ");
    delver.body.queue_length = 0;
    draw_status(&screen, &delver, 0, "");
    expect_row_begins(&screen, 19, "Ada L1 HP 14/20 [######--] Depth 2   ");
    screen_release(&screen);
}

TEST(what_goes_on_by_itself_stands_for_the_queue)
{
    const struct hud_status status = {0, "", "travelling to >", "to >", NULL, false};
    struct delver delver = delver_of("Abcdefghijklmnop", 99);

    delver.body.queue_length = 1;
    delver.body.queue[0] = (struct action){.verb = ACTION_MOVE, .dir = DIR_NORTH};
    for (size_t i = 0; i < SIZE_COUNT; i++) {
        struct layout layout = layout_of(sizes[i].width, sizes[i].height);
        struct screen screen;
        open_screen(&screen, sizes[i].width, sizes[i].height);
        hud_draw_status(&screen, &layout, &delver, &status);
        expect_row_has(&screen, layout.status_y,
                       sizes[i].width >= 60 ? "travelling to >" : " to >");
        expect_row_has(&screen, layout.status_y, " HP 14/20 ");
        ck_assert_msg(cell_code_point(screen_at(&screen, 0, layout.status_y)) == 'A', "the name");
        char row[ROW_SIZE];
        ck_assert_msg(strstr(row_of(&screen, layout.status_y, row), "step") == NULL, "%s", row);
        screen_release(&screen);
    }
}

TEST(a_warning_stands_before_what_can_be_left_out)
{
    static const char warning[] = "UNSAVED since 14:05";
    struct delver delver = delver_of("Ada", 2);
    struct screen screen;

    open_screen(&screen, 80, 24);
    draw_status(&screen, &delver, 3, warning);
    expect_row_begins(&screen, 19,
                      "Ada L1 HP 14/20 [######--] Depth 2  UNSAVED since 14:05  3 in view   ");
    screen_release(&screen);
}

TEST(company_that_does_not_fit_is_left_out_whole)
{
    struct delver delver = delver_of("Gwen", 1);
    struct screen screen;
    char row[ROW_SIZE];

    delver.time.state = COMPANY_RUNNING;
    open_screen(&screen, 40, 12);
    draw_status(&screen, &delver, 1, "");
    row_of(&screen, layout_of(40, 12).status_y, row);
    ck_assert_msg(strncmp(row, "Gwen L1 HP 14/20 Depth 1 RUNNING        ", 40) == 0, "%s", row);
    screen_release(&screen);
    open_screen(&screen, 55, 12);
    draw_status(&screen, &delver, 1, "");
    expect_row_has(&screen, layout_of(55, 12).status_y, "RUNNING  1 in view");
    screen_release(&screen);
}

TEST(low_health_is_said_and_red_in_every_window)
{
    static const struct {
        int health;
        bool is_low;
        const char *wanted;
    } rows[] = {
        {20, false, " HP 20/20 "},
        {6, false, " HP 6/20 "},
        {5, true, " HP 5/20 LOW "},
        {1, true, " HP 1/20 LOW "},
    };
    struct delver delver = delver_of("Ada", 2);

    for (size_t i = 0; i < SIZE_COUNT * sizeof rows / sizeof rows[0]; i++) {
        struct layout layout = layout_of(sizes[i / 4].width, sizes[i / 4].height);
        struct screen screen;
        open_screen(&screen, sizes[i / 4].width, sizes[i / 4].height);
        delver.body.health = (int16_t)rows[i % 4].health;
        draw_status(&screen, &delver, 0, "");
        expect_row_has(&screen, layout.status_y, rows[i % 4].wanted);
        int x = (int)strlen("Ada L1 HP ");
        ck_assert_int_eq(cell_role(screen_at(&screen, x, layout.status_y)),
                         rows[i % 4].is_low ? ROLE_BAD : ROLE_STATUS);
        ck_assert_int_eq(cell_role(screen_at(&screen, 0, layout.status_y)), ROLE_STATUS);
        screen_release(&screen);
    }
}

TEST(how_time_goes_on_shows_in_danger_only)
{
    static const char *const rows[] = {
        [COMPANY_CALM] = "Ada L1 HP 14/20 [######--] Depth 2   ",
        [COMPANY_WAITING] = "Ada L1 HP 14/20 [######--] Depth 2 WAITING   ",
        [COMPANY_RUNNING] = "Ada L1 HP 14/20 [######--] Depth 2 RUNNING   ",
    };
    struct delver delver = delver_of("Ada", 2);
    struct screen screen;

    open_screen(&screen, 80, 24);
    for (enum company_state time = COMPANY_CALM; time <= COMPANY_RUNNING; time++) {
        delver.time.state = time;
        draw_status(&screen, &delver, 0, "");
        expect_row_begins(&screen, 19, rows[time]);
    }
    delver.time.pace = 150;
    draw_status(&screen, &delver, 0, "");
    expect_row_begins(&screen, 19, "Ada L1 HP 14/20 [######--] Depth 2 RUNNING SLOW   ");
    screen_release(&screen);
}

TEST(the_input_line_takes_the_last_row_only)
{
    struct screen screen;

    for (size_t i = 0; i < SIZE_COUNT; i++) {
        struct layout layout = layout_of(sizes[i].width, sizes[i].height);
        open_screen(&screen, sizes[i].width, sizes[i].height);
        hud_draw_input(&screen, &layout, ":", "open east", strlen("open east"));
        for (int y = 0; y < screen.height - 1; y++)
            expect_untouched(&screen, y);
        expect_row_begins(&screen, screen.height - 1, ":open east   ");
        ck_assert(pos_equal(screen.cursor, pos_of(10, screen.height - 1)));
        screen_release(&screen);
    }
}

/* Draws `text` into 40 columns and tests what is shown behind "Say: " and where the cursor is. */
static void expect_input(const char *text, const char *shown)
{
    struct layout layout = layout_of(40, 12);
    struct screen screen;
    char row[ROW_SIZE];

    open_screen(&screen, 40, 12);
    hud_draw_input(&screen, &layout, "Say: ", text, strlen(text));
    row_of(&screen, 11, row);
    ck_assert_msg(strncmp(row, "Say: ", 5) == 0, "the prompt stays: \"%s\"", row);
    ck_assert_msg(strncmp(row + 5, shown, strlen(shown)) == 0, "\"%s\" for \"%s\"", row, shown);
    ck_assert_msg(strspn(row + 5 + strlen(shown), " ") == 35 - strlen(shown),
                  "the rest is blank: \"%s\"", row);
    ck_assert_int_eq(screen.cursor.x, (int)(5 + strlen(shown)));
    ck_assert_int_eq(screen.cursor.y, 11);
    screen_release(&screen);
}

TEST(a_long_line_shows_its_end)
{
    expect_input("", "");
    expect_input("abcdefghijklmnopqrstuvwxyz01234567", "abcdefghijklmnopqrstuvwxyz01234567");
    expect_input("abcdefghijklmnopqrstuvwxyz012345678", "bcdefghijklmnopqrstuvwxyz012345678");
}

TEST(cells_count_in_the_input_line_not_bytes)
{
    char text[512] = "";

    for (int i = 0; i < 30; i++)
        text_append(text, sizeof text, ACCENTED);
    expect_input(text, "??????????????????????????????");
    for (int i = 0; i < 10; i++)
        text_append(text, sizeof text, ACCENTED);
    expect_input(text, "??????????????????????????????????");
    text[0] = '\0';
    for (int i = 0; i < 17; i++)
        text_append(text, sizeof text, WIDE_GLYPH);
    expect_input(text, "?_?_?_?_?_?_?_?_?_?_?_?_?_?_?_?_?_");
    /* One cell too many takes a whole wide glyph away. */
    text_append(text, sizeof text, "!");
    expect_input(text, "?_?_?_?_?_?_?_?_?_?_?_?_?_?_?_?_!");
    /* Ill-formed bytes take a cell each and break nothing. */
    expect_input("\xe6\xbc"
                 "a",
                 "??a");
}

TEST(what_stands_before_the_cursor_is_shown)
{
    static const char text[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJ";
    struct layout layout = layout_of(40, 12);
    struct screen screen;
    char row[ROW_SIZE];

    open_screen(&screen, 40, 12);
    hud_draw_input(&screen, &layout, ":", text, 0);
    ck_assert_int_eq(strncmp(row_of(&screen, 11, row), ":0123456789", 11), 0);
    ck_assert_int_eq(screen.cursor.x, 1);
    hud_draw_input(&screen, &layout, ":", text, 10);
    ck_assert_int_eq(strncmp(row_of(&screen, 11, row), ":0123456789a", 12), 0);
    ck_assert_int_eq(screen.cursor.x, 11);
    hud_draw_input(&screen, &layout, ":", text, 40);
    ck_assert_int_eq(strncmp(row_of(&screen, 11, row), ":23456789a", 10), 0);
    ck_assert_int_eq(screen.cursor.x, 39);
    screen_release(&screen);
}

TEST(the_longest_line_and_prompt_stay_within_the_row)
{
    char text[513];
    struct screen screen;
    struct layout layout = layout_of(40, 12);

    memset(text, 'y', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    open_screen(&screen, 40, 12);
    hud_draw_input(&screen, &layout, text, text, strlen(text));
    ck_assert_int_le(screen.cursor.x, 39);
    ck_assert_int_eq(cell_code_point(screen_at(&screen, 39, 11)), ' ');
    for (int y = 0; y < 11; y++)
        expect_untouched(&screen, y);
    screen_release(&screen);
}

TEST(too_small_a_window_says_so_in_one_row)
{
    char row[ROW_SIZE];
    char size[16];
    struct screen screen;

    for (int height = 1; height <= 24; height++) {
        for (int width = 1; width <= 80; width++) {
            if (!layout_is_too_small(width, height))
                continue;
            open_screen(&screen, width, height);
            hud_draw_too_small(&screen);
            row_of(&screen, 0, row);
            snprintf(size, sizeof size, "%dx%d", width, height);
            if (width >= 16)
                ck_assert_msg(strstr(row, size) != NULL && strstr(row, "40x12") != NULL,
                              "%s: \"%s\"", size, row);
            ck_assert_msg(row[0] != ' ', "%s says nothing", size);
            for (int y = 1; y < height; y++)
                ck_assert_uint_eq(strspn(row_of(&screen, y, row), " "), (size_t)width);
            ck_assert(pos_equal(screen.cursor, pos_of(0, 0)));
            screen_release(&screen);
        }
    }
}

TEST(the_widest_form_that_fits_is_taken)
{
    struct screen screen;

    open_screen(&screen, 80, 11);
    hud_draw_too_small(&screen);
    expect_row_begins(&screen, 0,
                      "Undercroft needs 40x12, this window is 80x11. Please enlarge it. ");
    screen_release(&screen);
    open_screen(&screen, 39, 11);
    hud_draw_too_small(&screen);
    expect_row_begins(&screen, 0, "Undercroft needs 40x12, this is 39x11.");
    screen_release(&screen);
}

TEST(a_narrow_target_line_keeps_the_danger_and_a_long_look_ends_with_a_word)
{
    static const char target[] = "cellar rat [########] 3e 2n easy  +2 more deadly";
    static const char look[] = "A cellar rat, 3 east 2 north. Sleek, wet, and not at all afraid.";
    struct screen screen;

    open_screen(&screen, 40, 12);
    struct layout layout = layout_of(40, 12);
    hud_draw_target(&screen, &layout, target, ROLE_BAD);
    expect_row_has(&screen, layout.log.y, "cellar rat 3e 2n easy  +2 more deadly");
    hud_draw_look(&screen, &layout, look, true);
    expect_row_has(&screen, layout.input_y, "A cellar rat, 3 east 2 ... (v: all)");
    hud_draw_look(&screen, &layout, "Floor, 1 east.", true);
    expect_row_has(&screen, layout.input_y, "Floor, 1 east. ");
    screen_release(&screen);
}
