/*
 * The sidebar: what it lists and in which order, that it stays within its columns at every size and
 * says how many more there are, and that the keys it names do what it says.
 */
#include "term/keymap.h"
#include "term/sidebar.h"

#include <stdio.h>
#include <string.h>

#include "support/suite.h"
#include "term/key.h"
#include "unit/narrate/reader_fixture.h"

enum { MARK = '~', ROW_SIZE = LAYOUT_SIDEBAR_WIDTH + 1 };

/* A square room with doors, and a corridor behind the one in the west. */
static const char house[] = "########################\n"
                            "######......>##########\n"
                            "######........#########\n"
                            "#.....a..b....+......c.#\n"
                            "######...._...##########\n"
                            "######........#########\n"
                            "#########+#############\n"
                            "#########.#############\n"
                            "########################\n";
static const struct rect house_rooms[] = {{6, 1, 8, 5}};

static struct screen screen;

static void set_up(void)
{
    ck_assert_int_eq(screen_init(&screen, SCREEN_WIDTH_MAX, SCREEN_HEIGHT_MAX), ERR_OK);
}

static void tear_down(void)
{
    screen_release(&screen);
}

/* Draws the sidebar of that size on a screen full of marks. */
static struct layout draw(const struct scene *scene, int width, int height)
{
    struct layout layout = layout_of(width, height);

    screen.width = width;
    screen.height = height;
    for (int i = 0; i < width * height; i++)
        screen.cells[i] = cell_of(MARK, ROLE_BAD);
    for (int y = 0; y < layout.sidebar.height; y++)
        screen_fill(&screen, layout.sidebar.x, y, layout.sidebar.width, ' ', ROLE_BLANK);
    sidebar_draw(scene->stage.world, ada(scene), &layout, false, &screen);
    return layout;
}

/* A row of the sidebar without the blanks at its end. */
static const char *row_of(const struct layout *layout, int y, char out[ROW_SIZE])
{
    int length = 0;

    for (int x = 0; x < layout->sidebar.width; x++) {
        uint32_t glyph = cell_code_point(screen_at(&screen, layout->sidebar.x + x, y));
        out[x] = glyph < 0x80 ? (char)glyph : '?';
        if (out[x] != ' ')
            length = x + 1;
    }
    out[length] = '\0';
    return out;
}

static int find_row(const struct layout *layout, const char *text)
{
    char row[ROW_SIZE];

    for (int y = 0; y < layout->sidebar.height; y++) {
        if (strstr(row_of(layout, y, row), text) != NULL)
            return y;
    }
    return -1;
}

static void expect_rows(const struct layout *layout, const char *const *wanted, int count)
{
    char row[ROW_SIZE];

    for (int y = 0; y < count; y++)
        ck_assert_msg(strcmp(row_of(layout, y, row), wanted[y]) == 0,
                      "row %d: \"%s\", wanted \"%s\"", y, row, wanted[y]);
}

static void open_house(struct scene *scene, char mark)
{
    scene_init(scene, house, house_rooms, 1, draw_level_find(house, mark));
    snprintf(ada(scene)->name, sizeof ada(scene)->name, "Ada");
    ada(scene)->body.health = 20;
    ada(scene)->body.health_max = 20;
}

START_TEST(a_large_window_has_all_of_it)
{
    static const char *const wanted[] = {
        "Ada",
        "HP 20/20 [##########]",
        "Oblong room",
        "Exits e s w",
        "Depth 2  the Cooper's Store",
        "",
        "NEARBY                  (Tab)",
        "@ Brom             3e",
        "+ closed door      3e 3s",
        "_ shrine           4e 1s",
        "> stairs down      6e 2n",
        "+ closed door      8e",
        "",
        "",
        "",
        "",
        "",
        "HERE  3 delvers",
        "Ada               you",
        "Brom              in view",
        "Cyd               not in view",
        "",
        "",
        "",
        "KEYS",
        "hjkl yubn walk HJKL run",
        "o explore     _ travel",
        "O open        c close",
        "> down        < up",
        "v look        M map",
        "' say         ^W who",
        "? help        = set",
        "",
        "EXPLORED  82% [########--]",
    };
    struct scene scene;

    open_house(&scene, 'a');
    (void)join(&scene, 3, "Cyd", draw_level_find(house, 'c'));
    (void)join(&scene, 2, "Brom", draw_level_find(house, 'b'));
    struct layout layout = draw(&scene, 132, 43);
    ck_assert_int_eq(layout.sidebar.height, (int)(sizeof wanted / sizeof wanted[0]));
    expect_rows(&layout, wanted, layout.sidebar.height);
    stage_release(&scene.stage);
}
END_TEST

START_TEST(the_smallest_window_that_has_one_has_the_main_things)
{
    static const char *const wanted[] = {
        "Ada",
        "HP 4/20 [##--------]",
        "Oblong room",
        "Exits e s w",
        "Depth 2  the Cooper's Store",
        "",
        "NEARBY                  (Tab)",
        "+ closed door      3e 3s",
        "_ shrine           4e 1s",
        "> stairs down      6e 2n",
        "+ closed door      8e",
        "",
        "",
        "",
        "HERE  1 delver",
        "Ada               you",
        "",
        "",
        "",
        "o explore     _ travel",
        "? help        : command",
        "",
        "EXPLORED  82% [########--]",
    };
    struct scene scene;

    open_house(&scene, 'a');
    ada(&scene)->body.health = 4;
    struct layout layout = draw(&scene, 110, 30);
    ck_assert_int_eq(layout.sidebar.height, (int)(sizeof wanted / sizeof wanted[0]));
    expect_rows(&layout, wanted, layout.sidebar.height);
    ck_assert_msg(cell_role(screen_at(&screen, layout.sidebar.x, 1)) == ROLE_BAD,
                  "few hit points stand out");
    stage_release(&scene.stage);
}
END_TEST

START_TEST(nothing_but_its_own_columns_is_touched_at_any_size)
{
    struct scene scene;

    open_house(&scene, 'a');
    for (int i = 0; i < 12; i++)
        (void)join(&scene, 2 + i, "Abcdefghijklmnop", pos_of(7 + i % 6, 1 + i / 6));
    for (int height = 30; height <= SCREEN_HEIGHT_MAX; height += 7) {
        for (int width = 110; width <= SCREEN_WIDTH_MAX; width += 35) {
            struct layout layout = draw(&scene, width, height);
            for (int y = 0; y < height; y++) {
                for (int x = 0; x < width; x++) {
                    bool is_own = y < layout.sidebar.height &&
                                  (x >= layout.sidebar.x || x == layout.divider_x);
                    uint32_t glyph = cell_code_point(screen_at(&screen, x, y));
                    ck_assert_msg(is_own != (glyph == MARK), "%dx%d: %d, %d shows %c", width,
                                  height, x, y, (char)glyph);
                }
            }
            ck_assert_msg(find_row(&layout, "EXPLORED") == layout.sidebar.height - 1,
                          "the last row of %dx%d", width, height);
        }
    }
    stage_release(&scene.stage);
}
END_TEST

START_TEST(long_lists_say_how_many_more)
{
    struct scene scene;
    char row[ROW_SIZE];

    open_house(&scene, 'a');
    for (int i = 0; i < 12; i++) {
        char name[] = {'B', 'r', 'o', (char)('a' + i), '\0'};
        (void)join(&scene, 2 + i, name, pos_of(7 + i % 6, 1 + i / 6));
    }
    /* Six rows for things in view: 12 delvers and 4 of terrain; four for 13 who are here. */
    struct layout layout = draw(&scene, 110, 30);
    int nearby = find_row(&layout, "NEARBY");
    int here = find_row(&layout, "HERE  13 delvers");
    ck_assert_msg(here == nearby + 8, "HERE in row %d, NEARBY in %d", here, nearby);
    ck_assert_str_eq(row_of(&layout, nearby + 6, row), "... 11 more");
    ck_assert_str_eq(row_of(&layout, nearby + 7, row), "");
    ck_assert_str_eq(row_of(&layout, here + 1, row), "Ada               you");
    ck_assert_str_eq(row_of(&layout, here + 2, row), "Broa              in view");
    ck_assert_str_eq(row_of(&layout, here + 3, row), "... 11 more");
    /* Where there is room for all of them there is no such line. */
    layout = draw(&scene, 110, 100);
    ck_assert_int_eq(find_row(&layout, "more"), -1);
    stage_release(&scene.stage);
}
END_TEST

START_TEST(stairs_are_listed_when_they_are_only_remembered)
{
    struct scene scene;

    open_house(&scene, 'a');
    for (int i = 0; i < 5; i++)
        walk(&scene, DIR_WEST);
    ck_assert_msg(!delver_sees(ada(&scene), draw_level_find(house, '>')), "she is in the corridor");
    struct layout layout = draw(&scene, 132, 43);
    int y = find_row(&layout, "> stairs down      11e 2n");
    ck_assert_int_ge(y, 0);
    ck_assert_int_eq(cell_role(screen_at(&screen, layout.sidebar.x, y)), ROLE_REMEMBERED);
    ck_assert_msg(find_row(&layout, "8e 3s") < 0, "the door out of sight is not");
    ck_assert_int_ge(find_row(&layout, "Narrow corridor"), 0);
    stage_release(&scene.stage);
}
END_TEST

START_TEST(who_is_away_is_said_to_be)
{
    struct scene scene;

    open_house(&scene, 'a');
    body_id brom = join(&scene, 2, "Brom", draw_level_find(house, 'b'));
    stage_input(&scene.stage, INPUT_LINK, brom)->flag = true;
    stage_tick(&scene.stage);
    struct layout layout = draw(&scene, 110, 30);
    ck_assert_int_ge(find_row(&layout, "Brom              link lost"), 0);
    int y = find_row(&layout, "@ Brom");
    ck_assert_int_eq(cell_role(screen_at(&screen, layout.sidebar.x, y)), ROLE_AWAY);
    stage_release(&scene.stage);
}
END_TEST

START_TEST(lines_are_drawn_where_they_show)
{
    struct scene scene;

    open_house(&scene, 'a');
    struct layout layout = draw(&scene, 110, 30);
    ck_assert_uint_eq(cell_code_point(screen_at(&screen, layout.divider_x, 0)), '|');
    sidebar_draw(scene.stage.world, ada(&scene), &layout, true, &screen);
    ck_assert_uint_eq(cell_code_point(screen_at(&screen, layout.divider_x, 22)), 0x2502);
    stage_release(&scene.stage);
}
END_TEST

START_TEST(explored_goes_from_little_to_all)
{
    struct scene scene;

    open_house(&scene, 'c');
    int little = delver_explored_percent(ada(&scene));
    ck_assert_msg(little > 0 && little < 30, "%d %%", little);
    const struct level *level = ada(&scene)->body.level;
    memcpy(ada(&scene)->memory, level->tiles, level_cell_count(level));
    ck_assert_int_eq(delver_explored_percent(ada(&scene)), 100);
    ada(&scene)->memory[level_index(level, draw_level_find(house, 'a'))] = TILE_UNKNOWN;
    ck_assert_int_lt(delver_explored_percent(ada(&scene)), 100);
    stage_release(&scene.stage);
}
END_TEST

/* "o explore", "^W who": the key does what the word does. */
static void expect_key(const char *hint)
{
    char error[COMMAND_ERROR_SIZE];
    char word[ROW_SIZE];
    struct command command;
    char shown[4];

    ck_assert_msg(sscanf(hint, "%3s %28s", shown, word) == 2, "\"%s\"", hint);
    bool is_ctrl = shown[1] != '\0';
    ck_assert_msg(!is_ctrl || (shown[0] == '^' && shown[2] == '\0'), "\"%s\"", hint);
    char key = is_ctrl ? (char)(shown[1] - 'A' + 'a') : shown[0];
    struct command bound = keymap_find((struct key){.code = (uint32_t)key, .ctrl = is_ctrl});
    if (strcmp(word, "command") == 0) {
        ck_assert_int_eq(bound.id, COMMAND_LINE);
        return;
    }
    ck_assert_msg(command_parse(word, &command, error), "\"%s\": %s", word, error);
    ck_assert_msg(bound.id == command.id, "%s is not %s", shown, word);
}

START_TEST(the_keys_it_names_do_what_it_says)
{
    static const int heights[] = {30, 43};
    struct scene scene;
    char row[ROW_SIZE];

    open_house(&scene, 'a');
    for (int i = 0; i < 2; i++) {
        struct layout layout = draw(&scene, 132, heights[i]);
        int y = i == 0 ? layout.sidebar.height - 4 : find_row(&layout, "HJKL run") + 1;
        for (int count = 0; y < layout.sidebar.height - 2; y++, count++) {
            row_of(&layout, y, row);
            ck_assert_uint_gt(strlen(row), 14);
            expect_key(row);
            expect_key(row + 14);
            ck_assert_int_lt(count, 6);
        }
    }
    for (const char *key = "hjklyubn"; *key != '\0'; key++)
        ck_assert_int_eq(keymap_find((struct key){.code = (uint32_t)*key}).id, COMMAND_MOVE);
    for (const char *key = "HJKL"; *key != '\0'; key++)
        ck_assert_int_eq(keymap_find((struct key){.code = (uint32_t)*key}).id, COMMAND_RUN);
    stage_release(&scene.stage);
}
END_TEST

START_TEST(foes_in_view_are_listed_as_threats_from_near_to_far)
{
    static const char *const wanted[] = {
        "THREATS",
        "d gate hound   zzz   1e     H",
        "d gate hound   ###-- 2e 1s  E",
        "k the Cooper   ##### 3e 1n  D",
        "",
        "NEARBY                  (Tab)",
    };
    struct scene scene;
    char row[ROW_SIZE];

    open_house(&scene, 'a');
    struct pos at = ada(&scene)->body.at;
    body_id sleeper = stage_foe(&scene.stage, SPECIES_GATE_HOUND, pos_of(at.x + 1, at.y));
    body_id hurt = stage_foe(&scene.stage, SPECIES_GATE_HOUND, pos_of(at.x + 2, at.y + 1));
    (void)stage_foe(&scene.stage, SPECIES_COOPER, pos_of(at.x + 3, at.y - 1));
    body_foe(world_body(scene.stage.world, sleeper))->mind.mood = MOOD_ASLEEP;
    world_body(scene.stage.world, hurt)->health = 6;
    struct layout layout = draw(&scene, 110, 30);
    int first = find_row(&layout, "THREATS");
    for (int i = 0; i < (int)(sizeof wanted / sizeof wanted[0]); i++)
        ck_assert_str_eq(row_of(&layout, first + i, row), wanted[i]);
    stage_release(&scene.stage);
}
END_TEST

START_TEST(of_many_threats_the_nearest_are_listed_and_the_rest_counted)
{
    struct scene scene;

    open_house(&scene, 'a');
    for (int i = 0; i < 8; i++)
        (void)stage_foe(&scene.stage, SPECIES_CELLAR_RAT, pos_of(8 + i % 5, i < 5 ? 1 : 2));
    struct layout layout = draw(&scene, 110, 30);
    int first = find_row(&layout, "THREATS");
    ck_assert_int_eq(find_row(&layout, "... 3 more"), first + 6);
    ck_assert_int_eq(find_row(&layout, "NEARBY"), first + 8);
    ck_assert_int_eq(find_row(&layout, "EXPLORED"), layout.sidebar.height - 1);
    stage_release(&scene.stage);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("sidebar");

    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, a_large_window_has_all_of_it);
    tcase_add_test(tcase, the_smallest_window_that_has_one_has_the_main_things);
    tcase_add_test(tcase, nothing_but_its_own_columns_is_touched_at_any_size);
    tcase_add_test(tcase, long_lists_say_how_many_more);
    tcase_add_test(tcase, stairs_are_listed_when_they_are_only_remembered);
    tcase_add_test(tcase, who_is_away_is_said_to_be);
    tcase_add_test(tcase, lines_are_drawn_where_they_show);
    tcase_add_test(tcase, explored_goes_from_little_to_all);
    tcase_add_test(tcase, the_keys_it_names_do_what_it_says);
    tcase_add_test(tcase, foes_in_view_are_listed_as_threats_from_near_to_far);
    tcase_add_test(tcase, of_many_threats_the_nearest_are_listed_and_the_rest_counted);
    return suite_run("sidebar", tcase);
}
