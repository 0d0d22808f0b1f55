/*
 * Havens: their numbers and their furniture.
 */
#include "world/haven.h"

#include <string.h>

#include "support/draw_rooms.h"
#include "support/stage.h"
#include "support/test.h"

/* A haven with what it has, and a room beside it. */
static const char drawing[] = "###############\n"
                              "#<a*b+........#\n"
                              "#.c{.#.....d..#\n"
                              "#....#........#\n"
                              "###############\n";
static const struct rect rooms[] = {{1, 1, 4, 3}, {6, 1, 8, 3}};
static const char bare[] = "#########\n"
                           "#<......#\n"
                           "#.......#\n"
                           "#.......#\n"
                           "#.......#\n"
                           "#########\n";
static const struct rect bare_rooms[] = {{1, 1, 7, 4}};

static struct stage stage;
static body_id ada;

static struct level_key key_of(int depth)
{
    return (struct level_key){.depth = (uint16_t)depth, .generation = 1};
}

static void add(int depth, const char *text, const struct rect *list, int count)
{
    stage_input(&stage, INPUT_LEVEL_ADD, 0)->level = draw_rooms(text, key_of(depth), list, count);
}

/* Ada on depth 5, and a level of depth 10. */
static void set_scene(char mark)
{
    stage_init(&stage, bare);
    add(5, drawing, rooms, 2);
    add(10, drawing, rooms, 2);
    stage_tick(&stage);
    stage_ask_join(&stage, 1, key_of(5), draw_level_find(drawing, mark));
    stage_tick(&stage);
    ada = world_find_delver(stage.world, 1)->body.id;
}

static void tear_down(void)
{
    stage_release(&stage);
}

TEST_FIXTURE(NULL, tear_down);

TEST(havens_are_numbered_by_their_depths)
{
    static const int depths[HAVEN_COUNT] = {1, 5, 10, 15, 20, 25};

    set_scene('a');
    for (int i = 0; i < HAVEN_COUNT; i++) {
        ck_assert_int_eq(haven_depth(i), depths[i]);
        ck_assert_int_eq(haven_number(depths[i]), i);
    }
    ck_assert_int_eq(haven_number(0), HAVEN_COUNT);
    ck_assert_int_eq(haven_number(4), HAVEN_COUNT);
    ck_assert_int_eq(haven_number(30), HAVEN_COUNT);
}

static int count_tiles(const struct level *level, enum tile_id tile)
{
    int count = 0;

    for (size_t i = 0; i < level_cell_count(level); i++)
        count += level->tiles[i] == tile;
    return count;
}

static void expect_furnished(const struct level *level)
{
    static const enum tile_id tiles[] = {TILE_PEDLAR, TILE_FOUNTAIN, TILE_LANTERN};

    for (size_t i = 0; i < sizeof tiles / sizeof tiles[0]; i++)
        ck_assert_int_eq(count_tiles(level, tiles[i]), 1);
    for (size_t i = 0; i < level_cell_count(level); i++) {
        struct pos at = pos_of((int)i % level->width, (int)i / level->width);
        for (size_t j = 0; j < sizeof tiles / sizeof tiles[0]; j++)
            ck_assert(level->tiles[i] != tiles[j] || haven_is_at(level, at));
    }
}

TEST(a_haven_is_furnished_once_and_always_alike)
{
    uint8_t tiles[LEVEL_WIDTH_MIN * LEVEL_HEIGHT_MIN];

    set_scene('a');
    struct level *level = draw_rooms(bare, key_of(10), bare_rooms, 1);
    size_t cells = level_cell_count(level);
    ck_assert_uint_le(cells, sizeof tiles);
    haven_furnish(stage.world, level);
    expect_furnished(level);
    memcpy(tiles, level->tiles, cells);
    haven_furnish(stage.world, level);
    ck_assert_mem_eq(level->tiles, tiles, cells);
    level_free(level);
    level = draw_rooms(bare, key_of(10), bare_rooms, 1);
    haven_furnish(stage.world, level);
    ck_assert_mem_eq(level->tiles, tiles, cells);
    level_free(level);
}

TEST(nothing_is_furnished_where_there_is_no_haven)
{
    set_scene('a');
    struct level *level = draw_rooms(bare, key_of(4), bare_rooms, 1);
    haven_furnish(stage.world, level);
    ck_assert_int_eq(count_tiles(level, TILE_PEDLAR), 0);
    level_free(level);
    level = draw_level(bare, key_of(5)); /* no rooms */
    haven_furnish(stage.world, level);
    ck_assert_int_eq(count_tiles(level, TILE_PEDLAR), 0);
    level_free(level);
}

TEST(a_haven_too_small_for_all_has_what_it_has_room_for)
{
    static const char tiny[] = "#####\n"
                               "#<.+.\n"
                               "#.###\n"
                               "#####\n";
    static const struct rect room = {1, 1, 2, 2};

    set_scene('a');
    struct level *level = draw_rooms(tiny, key_of(1), &room, 1);
    haven_furnish(stage.world, level);
    ck_assert_int_eq(count_tiles(level, TILE_PEDLAR), 1);
    ck_assert_int_eq(count_tiles(level, TILE_FOUNTAIN), 1);
    ck_assert_int_eq(count_tiles(level, TILE_LANTERN), 0);
    level_free(level);
}

/* The hearth of a new level of that depth; false: it has none. */
static bool has_hearth(int depth)
{
    struct level *level = draw_rooms(bare, key_of(depth), bare_rooms, 1);
    struct pos hearth = pos_of(-1, -1);

    haven_furnish(stage.world, level);
    haven_furnish(stage.world, level);
    for (size_t i = 0; i < level_cell_count(level); i++) {
        if (level->tiles[i] == TILE_HEARTH)
            hearth = pos_of((int)i % level->width, (int)i / level->width);
    }
    int count = count_tiles(level, TILE_HEARTH);
    ck_assert_int_le(count, 1);
    if (count > 0) {
        ck_assert_int_le(pos_distance(level->up, hearth), HEARTH_CELLS);
        ck_assert_int_eq(count_tiles(level, TILE_PEDLAR), 0);
        ck_assert_int_eq(level->light_count, 1);
        ck_assert(!haven_is_at(level, hearth));
    }
    level_free(level);
    return count > 0;
}

TEST(a_hearth_burns_on_every_third_depth_without_a_haven)
{
    set_scene('a');
    for (int depth = 1; depth <= DEPTH_MAX; depth++) {
        bool is_haven = haven_number(depth) < HAVEN_COUNT;
        ck_assert_msg(has_hearth(depth) == (depth % 3 == 0 && !is_haven), "depth %d", depth);
    }
}
