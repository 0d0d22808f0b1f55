/*
 * Chasms: who falls, where they come down, and who does not fall.
 */

#include "support/stage.h"
#include "support/test.h"
#include "world/stairs.h"

static const char upper[] = "#############\n"
                            "#<..........#\n"
                            "#....a:.....#\n"
                            "#.....:b....#\n"
                            "#############\n";
/* The place in proportion is behind bars. */
static const char lower[] = "#############\n"
                            "#<...c|.....#\n"
                            "#.....#.....#\n"
                            "#############\n";
static const struct level_key below = {.depth = 2, .generation = 1};

static struct stage stage;
static body_id ada;

static void set_up(void)
{
    stage_init(&stage, upper);
    stage_add_level(&stage, lower, below);
    ada = stage_join(&stage, 1, draw_level_find(upper, 'a'));
    stage_tick(&stage);
}

static void tear_down(void)
{
    stage_release(&stage);
}

static void step(body_id who, enum dir dir)
{
    stage_act(&stage, who, ACTION_MOVE, dir);
    stage_tick(&stage);
}

TEST_FIXTURE(set_up, tear_down);

TEST(who_walks_in_falls_a_level_unhurt_and_learns_the_depth)
{
    int health = stage_delver(&stage, ada)->body.health;

    step(ada, DIR_EAST);
    ck_assert_int_eq(stage_event(&stage, EVENT_DEPARTED, ada)->passage, PASSAGE_FELL);
    ck_assert_int_eq(stage_event(&stage, EVENT_DEPARTED, ada)->to.depth, 2);
    stage_arrive(&stage, ada, below);
    stage_tick(&stage);
    ck_assert_int_eq(stage_event(&stage, EVENT_ARRIVED, ada)->passage, PASSAGE_FELL);
    ck_assert_ptr_nonnull(stage_event(&stage, EVENT_REACHED, ada));
    ck_assert_int_eq(stage_delver(&stage, ada)->body.health, health);
}

TEST(one_comes_down_where_there_is_a_way_to_the_stairs_up)
{
    step(ada, DIR_SOUTHEAST);
    stage_arrive(&stage, ada, below);
    stage_tick(&stage);
    ck_assert_int_le(stage_place(&stage, ada).x, draw_level_find(lower, 'c').x);
}

TEST(on_the_rim_the_word_for_down_says_so)
{
    stage_act(&stage, ada, ACTION_DESCEND, DIR_NONE);
    stage_tick(&stage);
    stage_expect_refusal(&stage, ada, REFUSAL_RIM);
}

TEST(nobody_falls_to_a_level_that_is_closed)
{
    struct input *input = stage_input(&stage, INPUT_CLOSE, 0);

    input->key.depth = 2;
    input->flag = true;
    stage_tick(&stage);
    step(ada, DIR_EAST);
    stage_expect_refusal(&stage, ada, REFUSAL_CLOSED_DOWN);
    ck_assert_int_eq(stage_delver(&stage, ada)->body.state, BODY_PRESENT);
}

TEST(who_floats_does_not_fall_and_is_carried_to_the_rim_at_the_end)
{
    (void)statuses_add(&stage_delver(&stage, ada)->body.statuses, STATUS_FLOATING, 2);
    step(ada, DIR_EAST);
    ck_assert_int_eq(level_tile(stage_level(&stage), stage_place(&stage, ada)), TILE_CHASM);
    body_id brom = stage_join(&stage, 2, draw_level_find(upper, 'a'));
    stage_ticks(&stage, 6);
    step(brom, DIR_EAST);
    ck_assert_int_eq(stage_delver(&stage, brom)->body.state, BODY_TRANSIT);
    ck_assert_int_eq(stage_delver(&stage, ada)->body.state, BODY_PRESENT);
    stage_delver(&stage, ada)->body.statuses.left[STATUS_FLOATING] = 0;
}

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
