/*
 * Steps of several bodies in one tick, in every order.
 */
#include "support/stage.h"
#include "support/test.h"

/* The order of their turns does not matter. */
TEST(who_walk_one_behind_the_other_both_step)
{
    const char *text = "######\n"
                       "#ab..#\n"
                       "######\n";

    for (uint64_t seed = 0; seed < 8; seed++) {
        struct stage stage;
        stage_init(&stage, text);
        stage.world->seed = seed;
        body_id a = stage_join(&stage, 1, draw_level_find(text, 'a'));
        body_id b = stage_join(&stage, 2, draw_level_find(text, 'b'));
        stage_act(&stage, seed % 2 == 0 ? a : b, ACTION_MOVE, DIR_EAST);
        stage_act(&stage, seed % 2 == 0 ? b : a, ACTION_MOVE, DIR_EAST);
        stage_tick(&stage);
        ck_assert_ptr_nonnull(stage_event(&stage, EVENT_MOVED, a));
        ck_assert_ptr_nonnull(stage_event(&stage, EVENT_MOVED, b));
        ck_assert(pos_equal(stage_place(&stage, a), pos_of(2, 1)));
        ck_assert(pos_equal(stage_place(&stage, b), pos_of(3, 1)));
        stage_release(&stage);
    }
}
