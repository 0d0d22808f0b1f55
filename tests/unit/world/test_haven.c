/*
 * Havens: their places, lanterns, the road between them, fountains, and where the dead wake.
 */
#include "world/haven.h"

#include <string.h>

#include "support/draw_rooms.h"
#include "support/stage.h"
#include "support/test.h"
#include "world/beat.h"
#include "world/blow.h"

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

static struct delver *delver(void)
{
    return stage_delver(&stage, ada);
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

static void take_road(int depth)
{
    stage_use(&stage, ada, (struct action){.verb = ACTION_ROAD, .object = (uint32_t)depth});
    stage_tick(&stage);
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

TEST(a_lantern_is_touched_once_by_the_one_that_walks_into_it)
{
    set_scene('a');
    ck_assert(!haven_is_joined(&delver()->life, 5));
    stage_act(&stage, ada, ACTION_MOVE, DIR_EAST);
    stage_tick(&stage);
    ck_assert_ptr_nonnull(stage_event(&stage, EVENT_LANTERN, ada));
    ck_assert(haven_is_joined(&delver()->life, 5));
    ck_assert(delver()->is_record_dirty);
    stage_ticks(&stage, 6);
    stage_act(&stage, ada, ACTION_MOVE, DIR_EAST);
    stage_ticks(&stage, 6);
    stage_act(&stage, ada, ACTION_MOVE, DIR_WEST);
    stage_tick(&stage);
    ck_assert(pos_equal(delver()->body.at, draw_level_find(drawing, '*')));
    ck_assert_ptr_null(stage_event(&stage, EVENT_LANTERN, ada));
}

TEST(the_dead_wake_in_the_deepest_haven_whose_lantern_they_touched)
{
    set_scene('d');
    delver()->life.deepest = 12;
    ck_assert_int_eq(haven_of(delver()), 1);
    delver()->life.touched = 1 << 1 | 1 << 2;
    ck_assert_int_eq(haven_of(delver()), 10);
    delver()->life.touched = 1 << 1;
    blow_harm(stage.world, &delver()->body, 100, &delver()->body);
    ck_assert_uint_eq(stage_event(&stage, EVENT_DEPARTED, ada)->to.depth, 5);
}

TEST(the_road_leads_from_haven_to_haven)
{
    set_scene('b');
    delver()->life.touched = 1 << 2;
    take_road(10);
    const struct event *left = stage_event(&stage, EVENT_DEPARTED, ada);
    ck_assert_ptr_nonnull(left);
    ck_assert_int_eq(left->passage, PASSAGE_ROAD);
    ck_assert_uint_eq(left->to.depth, 10);
    stage_arrive(&stage, ada, key_of(10));
    stage_tick(&stage);
    const struct event *arrived = stage_event(&stage, EVENT_ARRIVED, ada);
    ck_assert_ptr_nonnull(arrived);
    ck_assert_int_eq(arrived->passage, PASSAGE_ROAD);
    ck_assert(haven_is_at(delver()->body.level, delver()->body.at));
    ck_assert_uint_gt(delver()->peril.safe_until, body_lived(&delver()->body));
    ck_assert_int_eq(delver()->life.experience, 0); /* it teaches nothing */
    ck_assert_uint_eq(delver()->life.deepest, 0);
}

TEST(the_road_is_refused_with_a_reason)
{
    set_scene('d');
    delver()->life.touched = 1 << 1 | 1 << 2;
    take_road(10);
    stage_expect_refusal(&stage, ada, REFUSAL_NO_HAVEN);
    stage_release(&stage);
    set_scene('b');
    take_road(10);
    stage_expect_refusal(&stage, ada, REFUSAL_NO_LANTERN);
    take_road(7);
    stage_expect_refusal(&stage, ada, REFUSAL_NO_LANTERN);
    take_road(INT32_MAX);
    stage_expect_refusal(&stage, ada, REFUSAL_NO_LANTERN);
    take_road(5);
    stage_expect_refusal(&stage, ada, REFUSAL_ROAD_HERE);
    delver()->life.touched = 1 << 2;
    stage.world->closed_depths[0] = UINT64_C(1) << 10;
    take_road(10);
    stage_expect_refusal(&stage, ada, REFUSAL_CLOSED_ROAD);
    ck_assert_int_eq(delver()->body.state, BODY_PRESENT);
}

TEST(nobody_takes_the_road_in_danger)
{
    const struct action road = {.verb = ACTION_ROAD, .object = 1};

    set_scene('b');
    delver()->peril.time = COMPANY_WAITING;
    action_apply(stage.world, &delver()->body, &road);
    stage_expect_refusal(&stage, ada, REFUSAL_DANGER);
}

TEST(a_fountain_heals_a_third_once)
{
    const struct action sip = {.verb = ACTION_SIP};

    set_scene('c');
    delver()->body.health_max = 30;
    delver()->body.health = 30;
    action_apply(stage.world, &delver()->body, &sip);
    stage_expect_refusal(&stage, ada, REFUSAL_WHOLE);
    delver()->body.health = 5;
    action_apply(stage.world, &delver()->body, &sip);
    ck_assert_int_eq(delver()->body.health, 15);
    ck_assert_int_eq(stage_event(&stage, EVENT_FOUNTAIN, ada)->count, 10);
    stage_level(&stage)->events.count = 0;
    delver()->body.level->events.count = 0;
    action_apply(stage.world, &delver()->body, &sip);
    stage_expect_refusal(&stage, ada, REFUSAL_DRUNK);
    ck_assert_int_eq(delver()->body.health, 15);
}

TEST(a_fountain_is_drunk_from_beside_it)
{
    const struct action sip = {.verb = ACTION_SIP};

    set_scene('d');
    delver()->body.health = 5;
    action_apply(stage.world, &delver()->body, &sip);
    stage_expect_refusal(&stage, ada, REFUSAL_NO_FOUNTAIN);
}

TEST(health_fills_in_five_seconds_in_a_haven)
{
    enum { SECONDS = 5, TICKS = 50 };

    set_scene('b');
    delver()->body.health_max = 100;
    delver()->body.health = 1;
    beat_begin(stage.world, &delver()->body);
    stage_ticks(&stage, SECONDS * TICKS);
    ck_assert_int_eq(delver()->body.health, 100);
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
