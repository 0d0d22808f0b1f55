/*
 * Travel to a member of the own party, at a known place: out of sight, off their trail, and
 * on another level.
 */
#include "support/outing.h"
#include "support/test.h"

enum { TURNS_MAX = 300 };

static const char crooked[] = "################\n"
                              "#a...#.........#\n"
                              "####.#.#######.#\n"
                              "#....+.#b......#\n"
                              "################\n";

static struct outing outing;

static void tear_down(void)
{
    outing_release(&outing);
}

static enum err begin(body_id body, bool knows_place)
{
    return travel_begin_to_delver(
        &outing.travel, outing.stage.world, outing_delver(&outing), outing.scratch,
        (struct travel_companion){.body = body, .knows_place = knows_place});
}

/* Goes on, over pauses, to its end or to an action that is no step. */
static void walk_on(void)
{
    for (int i = 0; i < TURNS_MAX; i++) {
        (void)outing_ask(&outing);
        if (outing.result == TRAVEL_PAUSES)
            outing_tick(&outing);
        else if (outing.result == TRAVEL_GOES && outing.answer.action.verb == ACTION_MOVE)
            outing_play(&outing);
        else
            return;
    }
    ck_assert_msg(false, "it goes on for ever");
}

TEST_FIXTURE(NULL, tear_down);

TEST(who_leaves_the_party_on_the_way_is_followed_by_trail_alone)
{
    outing_init(&outing, crooked);
    body_id other = stage_join(&outing.stage, 2, draw_level_find(crooked, 'b'));
    ck_assert_int_eq(begin(other, true), ERR_OK);
    ck_assert_int_eq(outing_ask(&outing), TRAVEL_PAUSES);
    travel_forget_place(&outing.travel);
    walk_on();
    outing_expect_end(&outing, TRAVEL_STOPPED, "You lose the trail of Ada.");
}

/* The stairs are not known at first; and `wing` may be one that they do not lead to. */
static void seek_on_level_two(uint16_t wing)
{
    const char *text = "################\n"
                       "#a...#.........#\n"
                       "####.#.#######.#\n"
                       "#....+.#>......#\n"
                       "################\n";
    struct level_key key = {.wing = wing, .depth = 2};

    outing_init(&outing, text);
    stage_add_level(&outing.stage, "#<..b#\n", key);
    stage_tick(&outing.stage);
    stage_ask_join(&outing.stage, 2, key, pos_of(4, 0));
    stage_tick(&outing.stage);
    const struct delver *other = world_find_delver(outing.stage.world, 2);
    ck_assert_ptr_nonnull(other);
    ck_assert_int_eq(begin(other->body.id, true), ERR_OK);
}

TEST(the_way_to_a_member_below_leads_over_stairs_that_are_found_first)
{
    seek_on_level_two(0);
    walk_on();
    ck_assert_int_eq(outing.result, TRAVEL_GOES);
    ck_assert_int_eq(outing.answer.action.verb, ACTION_DESCEND);
    ck_assert(pos_equal(outing_place(&outing), pos_of(8, 3)));
}

TEST(no_stairs_lead_to_a_member_in_another_wing)
{
    seek_on_level_two(1);
    walk_on();
    outing_expect_end(&outing, TRAVEL_STOPPED, "No stairs lead from here to Ada.");
}
