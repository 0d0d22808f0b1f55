/*
 * Chasms as ground: ways past them, and places beside them.
 */

#include "support/stage.h"
#include "support/test.h"
#include "world/stairs.h"

static const char upper[] = "#############\n"
                            "#<..........#\n"
                            "#....a:.....#\n"
                            "#.....:b....#\n"
                            "#############\n";
static struct stage stage;

static void set_up(void)
{
    stage_init(&stage, upper);
}

static void tear_down(void)
{
    stage_release(&stage);
}

TEST_FIXTURE(set_up, tear_down);

TEST(foes_keep_out_but_those_that_fly)
{
    const struct level *level = stage_level(&stage);
    struct pos from = draw_level_find(upper, 'a');

    ck_assert(!way_is_open(level, WAY_WALK, from, DIR_EAST));
    ck_assert(!way_is_open(level, WAY_SWIM, from, DIR_EAST));
    ck_assert(!way_is_open(level, WAY_BURROW, from, DIR_EAST));
    ck_assert(way_is_open(level, WAY_FLY, from, DIR_EAST));
}

TEST(nobody_is_put_down_over_a_chasm)
{
    struct pos chasm = draw_level_find(upper, ':');
    struct pos at;

    ck_assert(level_find_free(stage_level(&stage), stage.world->search, chasm, &at));
    ck_assert_int_eq(level_tile(stage_level(&stage), at), TILE_FLOOR);
    ck_assert(level_find_landing(stage_level(&stage), stage.world->search, chasm, &at));
    ck_assert_int_eq(level_tile(stage_level(&stage), at), TILE_FLOOR);
}
