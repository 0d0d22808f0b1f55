/*
 * The sidebar: what it lists and in which order, that it stays within its columns at every size,
 * and that it says how many more there are.
 */
#include "term/sidebar.h"

#include <stdio.h>
#include <string.h>

#include "content/theme.h"
#include "support/test.h"
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
static struct companions companions;

static void set_up(void)
{
    ck_assert_int_eq(screen_init(&screen, SCREEN_WIDTH_MAX, SCREEN_HEIGHT_MAX), ERR_OK);
    companions = (struct companions){0};
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
    sidebar_draw(scene->stage.world, ada(scene), &companions, &layout, false, &screen);
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

TEST_FIXTURE(set_up, tear_down);

TEST(the_smallest_window_that_has_one_has_the_main_things)
{
    static const char *const wanted[] = {
        "Ada L1                    $84",
        "HP 4/20 [##--------]",
        "poisoned 3 held 2",
        "knife, padded coat",
        "Oblong room",
        "Exits e s w",
        "Depth 2",
        "the Cooper's Store",
        "",
        "THREATS",
        "none in view",
        "",
        "",
        "",
        "",
        "NEARBY                    (;)",
        "_ shrine           4e 1s",
        "> stairs down      6e 2n",
        "",
        "",
        "HERE  1 player",
        "Ada               you",
        "EXPLORED  82% [########--]",
    };
    struct scene scene;

    open_house(&scene, 'a');
    ada(&scene)->body.health = 4;
    ada(&scene)->life.gold = 84;
    (void)statuses_add(&ada(&scene)->body.statuses, STATUS_POISONED, 3);
    (void)statuses_add(&ada(&scene)->body.statuses, STATUS_HELD, 2);
    struct layout layout = draw(&scene, 110, 30);
    ck_assert_int_eq(layout.sidebar.height, (int)(sizeof wanted / sizeof wanted[0]));
    expect_rows(&layout, wanted, layout.sidebar.height);
    ck_assert_msg(cell_role(screen_at(&screen, layout.sidebar.x, 1)) == ROLE_BAD,
                  "few hit points stand out");
    stage_release(&scene.stage);
}

TEST(every_level_has_a_name_that_fits)
{
    for (uint64_t seed = 0; seed < 8; seed++) {
        for (int depth = 1; depth <= DEPTH_MAX; depth++) {
            const char *name = theme_level_name(NULL, seed, 0, depth);
            ck_assert_msg(strlen(name) <= LAYOUT_SIDEBAR_WIDTH, "%s is cut", name);
        }
    }
}

TEST(a_larger_window_has_more_rows_of_each_list)
{
    struct scene scene;

    open_house(&scene, 'a');
    (void)join(&scene, 3, "Cyd", draw_level_find(house, 'c'));
    (void)join(&scene, 2, "Brom", draw_level_find(house, 'b'));
    struct layout layout = draw(&scene, 132, 43);
    ck_assert_msg(find_row(&layout, "KEYS") < 0 && find_row(&layout, "door") < 0,
                  "doors are on the map, keys on the page of help");
    ck_assert_int_eq(find_row(&layout, "THREATS"), 9);
    ck_assert_int_eq(find_row(&layout, "NEARBY"), 19);
    ck_assert_int_eq(find_row(&layout, "HERE  3 players"), 29);
    ck_assert_int_eq(find_row(&layout, "Brom              in view"), 31);
    ck_assert_int_eq(find_row(&layout, "Cyd               not in view"), 32);
    stage_release(&scene.stage);
}

TEST(a_party_takes_the_place_of_those_who_are_here)
{
    struct scene scene;
    char row[ROW_SIZE];

    open_house(&scene, 'a');
    body_id brom = join(&scene, 2, "Brom", draw_level_find(house, 'b'));
    body_id cyd = join(&scene, 3, "Bartholomew", draw_level_find(house, 'c'));
    companions = (struct companions){.count = 2, .bodies = {brom, cyd}};
    world_body(scene.stage.world, cyd)->health = 3;
    struct layout layout = draw(&scene, 110, 30);
    int first = find_row(&layout, "PARTY");
    ck_assert_str_eq(row_of(&layout, first + 1, row), "Brom         10/10   e 3");
    ck_assert_str_eq(row_of(&layout, first + 2, row), "Bartholomew  3/10    e 15");
    ck_assert_int_eq(find_row(&layout, "HERE"), -1);
    int y = find_row(&layout, "@ Brom");
    ck_assert_int_eq(cell_role(screen_at(&screen, layout.sidebar.x, y)), ROLE_COMPANION);
    stage_release(&scene.stage);
}

TEST(nothing_but_its_own_columns_is_touched_at_any_size)
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

TEST(long_lists_say_how_many_more)
{
    struct scene scene;
    char row[ROW_SIZE];

    open_house(&scene, 'a');
    for (int i = 0; i < 12; i++) {
        char name[] = {'B', 'r', 'o', (char)('a' + i), '\0'};
        (void)join(&scene, 2 + i, name, pos_of(7 + i % 6, 1 + i / 6));
    }
    /* Three rows for things in view, 12 delvers and 2 of terrain, and three for 13 who are here. */
    struct layout layout = draw(&scene, 110, 30);
    int nearby = find_row(&layout, "NEARBY");
    int here = find_row(&layout, "HERE  13 players");
    ck_assert_msg(here == nearby + 4, "HERE in row %d, NEARBY in %d", here, nearby);
    ck_assert_str_eq(row_of(&layout, nearby + 3, row), "... 12 more");
    ck_assert_str_eq(row_of(&layout, here + 1, row), "Ada               you");
    ck_assert_str_eq(row_of(&layout, here + 2, row), "Broa              in view");
    ck_assert_str_eq(row_of(&layout, here + 3, row), "... 11 more");
    /* Where there is room for all of them there is no such line. */
    layout = draw(&scene, 110, 100);
    ck_assert_int_eq(find_row(&layout, "more"), -1);
    stage_release(&scene.stage);
}

TEST(stairs_are_listed_when_they_are_only_remembered)
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

TEST(who_is_away_is_said_to_be)
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

TEST(lines_are_drawn_where_they_show)
{
    struct scene scene;

    open_house(&scene, 'a');
    struct layout layout = draw(&scene, 110, 30);
    ck_assert_uint_eq(cell_code_point(screen_at(&screen, layout.divider_x, 0)), '|');
    sidebar_draw(scene.stage.world, ada(&scene), &companions, &layout, true, &screen);
    ck_assert_uint_eq(cell_code_point(screen_at(&screen, layout.divider_x, 22)), 0x2502);
    stage_release(&scene.stage);
}

TEST(explored_goes_from_little_to_all)
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

TEST(every_kind_of_foe_has_its_whole_name_among_the_threats)
{
    for (enum species_id id = SPECIES_DELVER + 1; id < SPECIES_COUNT; id++) {
        const char *name = species_row(id)->name;
        ck_assert_msg(strlen(name) <= 18, "%s is cut", name);
    }
}

TEST(foes_in_view_are_listed_as_threats_from_near_to_far)
{
    static const char *const wanted[] = {
        "THREATS",
        "d gate hound   zzz   1e     H",
        "d gate hound   ###-- 2e 1s  E",
        "k the Cooper   ##### 3e 1n  D",
        "k drudge slinger ##- 3e     e",
        "",
        "NEARBY                    (;)",
    };
    struct scene scene;
    char row[ROW_SIZE];

    open_house(&scene, 'a');
    struct pos at = ada(&scene)->body.at;
    body_id sleeper = stage_foe(&scene.stage, SPECIES_GATE_HOUND, pos_of(at.x + 1, at.y));
    body_id hurt = stage_foe(&scene.stage, SPECIES_GATE_HOUND, pos_of(at.x + 2, at.y + 1));
    (void)stage_foe(&scene.stage, SPECIES_COOPER, pos_of(at.x + 3, at.y - 1));
    struct body *slinger = world_body(
        scene.stage.world, stage_foe(&scene.stage, SPECIES_DRUDGE_SLINGER, pos_of(at.x + 3, at.y)));
    slinger->health = (int16_t)(slinger->health_max / 2);
    body_foe(world_body(scene.stage.world, sleeper))->mind.mood = MOOD_ASLEEP;
    world_body(scene.stage.world, hurt)->health = 6;
    struct layout layout = draw(&scene, 110, 30);
    int first = find_row(&layout, "THREATS");
    for (int i = 0; i < (int)(sizeof wanted / sizeof wanted[0]); i++)
        ck_assert_msg(strcmp(row_of(&layout, first + i, row), wanted[i]) == 0,
                      "\"%s\", wanted \"%s\"", row, wanted[i]);
    stage_release(&scene.stage);
}

TEST(of_many_threats_the_nearest_are_listed_and_the_rest_counted)
{
    struct scene scene;

    open_house(&scene, 'a');
    for (int i = 0; i < 8; i++)
        (void)stage_foe(&scene.stage, SPECIES_CELLAR_RAT, pos_of(8 + i % 5, i < 5 ? 1 : 2));
    struct layout layout = draw(&scene, 110, 30);
    int first = find_row(&layout, "THREATS");
    ck_assert_int_eq(find_row(&layout, "... 4 more"), first + 5);
    ck_assert_int_eq(find_row(&layout, "NEARBY"), first + 6);
    ck_assert_int_eq(find_row(&layout, "EXPLORED"), layout.sidebar.height - 1);
    stage_release(&scene.stage);
}
