/*
 * Each level is counted by itself, while things go from one to another.
 */
#include "world/stocktaking.h"

#include "support/stage.h"
#include "support/test.h"
#include "world/blow.h"
#include "world/world.h"

static const char *const drawing = "#########\n"
                                   "#<.....>#\n"
                                   "#.......#\n"
                                   "#########\n";
static const struct level_key below = {.depth = 2, .generation = 1};

static struct stage stage;
static body_id ada;

static void set_up(void)
{
    stage_init(&stage, drawing);
    stage_add_level(&stage, drawing, below);
    stage_tick(&stage);
    ada = stage_join(&stage, 1, pos_of(6, 1));
}

static void tear_down(void)
{
    stage_release(&stage);
}

/* How many darts too many are counted there; a NULL level: between levels. */
static int64_t count(const struct level *level)
{
    int64_t more[ITEM_KIND_COUNT];
    int wrong = level == NULL ? way_take_stock(stage.world, more)
                              : level_take_stock(stage.world, level, more);

    ck_assert_int_eq(wrong, more[ITEM_DART] != 0);
    return more[ITEM_DART];
}

static const struct level *lower(void)
{
    return world_level(stage.world, below);
}

static void expect(int64_t upper_more, int64_t way_more, int64_t lower_more)
{
    ck_assert_int_eq(count(stage_level(&stage)), upper_more);
    ck_assert_int_eq(count(NULL), way_more);
    ck_assert_int_eq(count(lower()), lower_more);
}

static void go_down(void)
{
    stage_act(&stage, ada, ACTION_MOVE, DIR_EAST);
    stage_ticks(&stage, 40);
    stage_act(&stage, ada, ACTION_DESCEND, DIR_NONE);
    for (int i = 0; i < 40 && stage_delver(&stage, ada)->body.level != NULL; i++)
        stage_tick(&stage);
    ck_assert_ptr_null(stage_delver(&stage, ada)->body.level);
}

TEST_FIXTURE(set_up, tear_down);

TEST(what_goes_from_level_to_level_is_right_on_each_at_any_time)
{
    expect(0, 0, 0);
    go_down();
    expect(0, 0, 0);
    stage_arrive(&stage, ada, below);
    stage_tick(&stage);
    ck_assert_ptr_eq(stage_delver(&stage, ada)->body.level, lower());
    expect(0, 0, 0);
    stage_use(&stage, ada, (struct action){.verb = ACTION_DROP, .object = OBJECT_CARRIED});
    stage_ticks(&stage, 40);
    expect(0, 0, 0);
    blow_harm(stage.world, &stage_delver(&stage, ada)->body, 1000,
              &stage_delver(&stage, ada)->body);
    stage_ticks(&stage, 2);
    expect(0, 0, 0);
    stage_input(&stage, INPUT_LEAVE, ada);
    stage_tick(&stage);
    expect(0, 0, 0);
    stage_tick(&stage);
    ck_assert_ptr_null(world_delver(stage.world, ada));
    expect(0, 0, 0);
}

/* The darts go on with her; that there are too many stays where it came about. */
TEST(a_difference_is_found_where_it_came_about)
{
    (void)pack_put(&stage_delver(&stage, ada)->life.pack, stack_of(ITEM_DART, 2));
    expect(2, 0, 0);
    go_down();
    expect(2, 0, 0);
    (void)pack_put(&stage_delver(&stage, ada)->life.pack, stack_of(ITEM_DART, 1));
    expect(2, 1, 0);
    stage_arrive(&stage, ada, below);
    stage_tick(&stage);
    expect(2, 1, 0);
    stage_input(&stage, INPUT_LEAVE, ada);
    stage_ticks(&stage, 2);
    expect(2, 1, 0);
}

TEST(a_level_that_goes_leaves_its_difference_to_the_way)
{
    (void)item_add(stage.world, stack_of(ITEM_DART, 4), world_level(stage.world, below),
                   pos_of(3, 1));
    expect(0, 0, 4);
    stage_input(&stage, INPUT_LEVEL_DROP, 0)->key = below;
    stage_tick(&stage);
    ck_assert_ptr_null(lower());
    ck_assert_int_eq(count(stage_level(&stage)), 0);
    ck_assert_int_eq(count(NULL), 4);
}
