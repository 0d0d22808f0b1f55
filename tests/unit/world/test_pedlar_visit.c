/*
 * Wandering pedlars: how often a level has one, that it comes and goes unseen with the half hours
 * of the level's clock, and that one deals with it as in a haven.
 */

#include "support/draw_rooms.h"
#include "support/stage.h"
#include "support/test.h"
#include "world/haven.h"
#include "world/pedlar.h"

static const char halls[] = "########################\n"
                            "#<a.......#............#\n"
                            "#.........#............#\n"
                            "#.........#............#\n"
                            "#.........+............#\n"
                            "#.........#...........>#\n"
                            "########################\n";

enum {
    HALF_HOUR = 30 * 60 * 50, /* ticks */
    DEPTH = 4,
    MANY = 1000,
};

static struct stage stage;
static body_id ada;

static const struct level_key key = {.depth = DEPTH, .generation = 1};

static struct level *level(void)
{
    return world_level(stage.world, key);
}

static void set_up(void)
{
    stage_init(&stage, halls);
    stage_add_level(&stage, halls, key);
    stage_tick(&stage);
    stage_ask_join(&stage, 1, key, draw_level_find(halls, 'a'));
    stage_tick(&stage);
    ada = world_find_delver(stage.world, 1)->body.id;
    stage_tick(&stage);
    stage.world->limits.population_percent = 100;
}

static void tear_down(void)
{
    stage_release(&stage);
}

/* The first half hour with a pedlar (or without one) behind one without (or with one). */
static uint64_t next_change(uint64_t after, bool has_one)
{
    while (pedlar_visits(stage.world, level(), after) == has_one ||
           pedlar_visits(stage.world, level(), after + 1) != has_one)
        after++;
    return after + 1;
}

/* The clock of the level is at that half hour, and a look is due. */
static void go_to(uint64_t half_hour)
{
    level_set_clock(level(), half_hour * HALF_HOUR - 1);
    stage_ticks(&stage, 60);
}

static bool is_in_sight(void)
{
    return delver_sees(stage_delver(&stage, ada), level()->stall);
}

TEST_FIXTURE(set_up, tear_down);

TEST(one_level_in_ten_has_a_pedlar_and_no_level_with_a_haven)
{
    int count = 0;

    for (uint64_t half_hour = 0; half_hour < MANY; half_hour++)
        count += pedlar_visits(stage.world, level(), half_hour);
    ck_assert_int_ge(count, MANY * 8 / 100);
    ck_assert_int_le(count, MANY * 12 / 100);
    struct level haven = *level();
    haven.key.depth = 5;
    for (uint64_t half_hour = 0; half_hour < MANY; half_hour++)
        ck_assert(!pedlar_visits(stage.world, &haven, half_hour));
}

TEST(a_pedlar_comes_for_half_an_hour_where_nobody_looks)
{
    uint64_t first = next_change(0, true);
    uint64_t last = next_change(first, false);

    ck_assert(!level()->has_stall);
    go_to(first);
    ck_assert(level()->has_stall && !is_in_sight());
    ck_assert(level()->is_dirty);
    struct pos stall = level()->stall;
    ck_assert_int_eq(level_tile(level(), stall), TILE_PEDLAR);
    go_to(last - 1);
    ck_assert(level()->has_stall && pos_equal(level()->stall, stall));
    go_to(last);
    ck_assert(!level()->has_stall);
    ck_assert_int_eq(level_tile(level(), stall), TILE_FLOOR);
}

TEST(a_pedlar_that_somebody_sees_stays)
{
    uint64_t first = next_change(0, true);

    go_to(first);
    level_set_tile(level(), level()->stall, TILE_FLOOR);
    level_set_tile(level(), pos_of(6, 3), TILE_PEDLAR);
    level_find_niches(level());
    ck_assert(is_in_sight());
    go_to(next_change(first, false));
    ck_assert(level()->has_stall);
}

TEST(a_pedlar_stands_in_no_doorway_and_on_no_thing)
{
    const struct pos open = pos_of(15, 3);

    for (int y = 1; y <= 5; y++) {
        for (int x = 11; x <= 22; x++) {
            if (x < open.x - 1 || x > open.x + 1 || y < open.y - 1 || y > open.y + 1)
                level_set_tile(level(), pos_of(x, y), TILE_ROCK);
        }
    }
    for (uint64_t half_hour = next_change(0, true), i = 0; i < 20; i++)
        go_to(half_hour);
    ck_assert(level()->has_stall && pos_equal(level()->stall, open));
}

TEST(one_deals_with_a_wandering_pedlar_and_has_one_of_each_find)
{
    struct delver *delver = stage_delver(&stage, ada);
    struct ware wares[PEDLAR_WARES];

    level_set_tile(level(), pos_of(4, 2), TILE_PEDLAR);
    stage_tick(&stage);
    ck_assert(pedlar_is_near(delver));
    delver->life.gold = 100000;
    int count = pedlar_wares(stage.world, delver, wares);
    ck_assert_int_eq(count, PEDLAR_WARES);
    uint32_t number = wares[PEDLAR_ALWAYS].number;
    stage_use(&stage, ada, (struct action){.verb = ACTION_BUY, .object = number});
    stage_tick(&stage);
    ck_assert_ptr_nonnull(stage_event(&stage, EVENT_BOUGHT, ada));
    ck_assert_int_eq(pedlar_wares(stage.world, delver, wares), PEDLAR_WARES - 1);
    ck_assert_uint_ne(wares[PEDLAR_ALWAYS].number, number);
}
