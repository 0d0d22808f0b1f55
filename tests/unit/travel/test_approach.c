/*
 * Coming to blows: one action at a time, by ways that the delver knows.
 */
#include "support/outing.h"
#include "support/test.h"
#include "travel/travel_fight.h"

static struct outing outing;

static bool ask(const char *drawing, char foe, struct action *out)
{
    outing_init(&outing, drawing);
    body_id id = stage_foe(&outing.stage, SPECIES_GREY_MOULD, draw_level_find(drawing, foe));

    bool is_known = approach_next(outing.stage.world, outing_delver(&outing),
                                  world_body(outing.stage.world, id), outing.scratch, out);
    outing_release(&outing);
    return is_known;
}

TEST(a_foe_beside_is_struck)
{
    struct action action;

    ck_assert(ask("#######\n#.....#\n#.a...#\n#..f..#\n#######\n", 'f', &action));
    ck_assert_int_eq(action.verb, ACTION_ATTACK);
    ck_assert_int_eq(action.dir, DIR_SOUTHEAST);
}

TEST(one_farther_off_is_come_nearer_to_round_walls)
{
    struct action action;

    ck_assert(ask("#######\n#.....#\n#a##f.#\n#.....#\n#######\n", 'f', &action));
    ck_assert_int_eq(action.verb, ACTION_MOVE);
    ck_assert(action.dir == DIR_NORTHEAST || action.dir == DIR_SOUTHEAST ||
              action.dir == DIR_NORTH || action.dir == DIR_SOUTH);
}

/* The first step of 'a', with another delver at 'b'. */
static enum dir step_beside_friend(const char *drawing)
{
    struct action action;

    outing_init(&outing, drawing);
    (void)stage_join(&outing.stage, 9, draw_level_find(drawing, 'b'));
    body_id id = stage_foe(&outing.stage, SPECIES_GREY_MOULD, draw_level_find(drawing, 'f'));
    delver_look(outing_delver(&outing));
    ck_assert(approach_next(outing.stage.world, outing_delver(&outing),
                            world_body(outing.stage.world, id), outing.scratch, &action));
    ck_assert_int_eq(action.verb, ACTION_MOVE);
    outing_release(&outing);
    return action.dir;
}

TEST(a_friend_in_the_way_is_gone_round_where_there_is_room)
{
    ck_assert_int_eq(step_beside_friend("########\n#ab..f.#\n#......#\n########\n"), DIR_SOUTHEAST);
    ck_assert_int_eq(step_beside_friend("########\n#ab..f.#\n########\n"), DIR_EAST);
}

TEST(without_a_way_nothing_is_done)
{
    struct action action;

    ck_assert(!ask("#######\n#a~~f.#\n#######\n", 'f', &action));
}

/* The action done from here, without a step; ACTION_NONE if there is none. */
static enum action_verb strike(const char *drawing, enum item_kind launcher)
{
    struct action action = {.verb = ACTION_NONE};

    outing_init(&outing, drawing);
    struct delver *delver = outing_delver(&outing);
    if (launcher != ITEM_GOLD)
        delver->life.pack.worn[SLOT_LAUNCHER] = stack_of(launcher, 1);
    body_id id = stage_foe(&outing.stage, SPECIES_GREY_MOULD, draw_level_find(drawing, 'f'));
    bool strikes =
        approach_strike(outing.stage.world, delver, world_body(outing.stage.world, id), &action);
    ck_assert(strikes == (action.verb != ACTION_NONE));
    ck_assert(action.verb != ACTION_FIRE || action.target == id);
    outing_release(&outing);
    return action.verb;
}

TEST(a_launcher_shoots_as_far_as_it_reaches_and_strikes_beside)
{
    ck_assert_int_eq(strike("#a......f.#\n", ITEM_SLING), ACTION_FIRE); /* 7 cells */
    ck_assert_int_eq(strike("#a.......f#\n", ITEM_SLING), ACTION_NONE);
    ck_assert_int_eq(strike("#a.......f#\n", ITEM_SHORT_BOW), ACTION_FIRE);
    ck_assert_int_eq(strike("#af.......#\n", ITEM_SLING), ACTION_ATTACK);
    ck_assert_int_eq(strike("#a..f.....#\n", ITEM_GOLD), ACTION_NONE);
    ck_assert_int_eq(strike("#a.#f.....#\n#.........#\n", ITEM_SLING), ACTION_NONE);
}
