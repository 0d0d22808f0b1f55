/*
 * Fighting on: blow after blow by one wish, and what ends it.
 */
#include "support/outing.h"
#include "support/test.h"
#include "world/statuses.h"
#include "world/world.h"

static const char hall[] = "############\n"
                           "#a.........#\n"
                           "#..........#\n"
                           "############\n";

static struct outing outing;

static void set_scene(int health)
{
    outing_init(&outing, hall);
    struct body *body = &outing_delver(&outing)->body;
    body->health = body->health_max = (int16_t)health;
}

static void begin(int stop_percent)
{
    ck_assert_int_eq(travel_begin_fight(&outing.travel, outing.stage.world, outing_delver(&outing),
                                        stop_percent, 0),
                     ERR_OK);
}

static void expect_end(enum travel_result result, const char *why)
{
    ck_assert_int_eq(outing_ask(&outing), result);
    ck_assert_str_eq(outing.answer.why, why);
    outing_release(&outing);
}

TEST(blows_go_on_until_nothing_is_left)
{
    set_scene(1000);
    (void)stage_foe(&outing.stage, SPECIES_GREY_MOULD, pos_of(4, 1));
    begin(50);
    int actions = outing_finish(&outing);
    ck_assert_int_eq(stage_level(&outing.stage)->foe_count, 0);
    ck_assert_int_gt(actions, 3);
    outing_expect_end(&outing, TRAVEL_DONE, "The fight is over.");
    outing_release(&outing);
}

/* A fight is not over while the foe is only round a corner. */
TEST(a_foe_that_goes_out_of_view_is_lost_and_not_beaten)
{
    static const char rooms[] = "############\n"
                                "#a...#######\n"
                                "######.....#\n"
                                "############\n";

    outing_init(&outing, rooms);
    body_id rat = stage_foe(&outing.stage, SPECIES_CELLAR_RAT, pos_of(4, 1));
    stage_ticks(&outing.stage, 5);
    begin(0);
    ck_assert_int_eq(outing_ask(&outing), TRAVEL_GOES);
    struct body *body = world_body(outing.stage.world, rat);
    ((struct foe *)body)->mind.target = outing.id;
    body_move(body, pos_of(9, 2));
    expect_end(TRAVEL_STOPPED, "You lose sight of the cellar rat.");
}

TEST(without_a_foe_that_is_awake_nothing_begins)
{
    set_scene(100);
    begin(50);
    expect_end(TRAVEL_DONE, "No foe that is awake is in view.");
}

TEST(little_health_ends_it)
{
    set_scene(100);
    (void)stage_foe(&outing.stage, SPECIES_CELLAR_RAT, pos_of(2, 1));
    outing_delver(&outing)->body.health = 59;
    begin(60);
    expect_end(TRAVEL_STOPPED, "You have 59 of 100 health: you stop fighting.");
}

TEST(a_hard_fight_is_left_to_the_player)
{
    set_scene(20);
    (void)stage_foe(&outing.stage, SPECIES_CAPTAIN_RUSK, pos_of(2, 1));
    begin(50);
    expect_end(TRAVEL_STOPPED, "Captain Rusk is a deadly fight: strike blow by blow.");
}

TEST(a_kind_that_comes_to_the_fight_ends_it)
{
    set_scene(1000);
    (void)stage_foe(&outing.stage, SPECIES_GREY_MOULD, pos_of(4, 1));
    begin(50);
    ck_assert_int_eq(outing_ask(&outing), TRAVEL_GOES);
    (void)stage_foe(&outing.stage, SPECIES_CELLAR_RAT, pos_of(6, 2));
    expect_end(TRAVEL_STOPPED, "The cellar rat is new in this fight: you stop.");
}

TEST(what_ails_the_delver_since_it_began_ends_it)
{
    struct statuses *statuses;

    set_scene(1000);
    (void)stage_foe(&outing.stage, SPECIES_GREY_MOULD, pos_of(4, 1));
    statuses = &outing_delver(&outing)->body.statuses;
    ck_assert(statuses_add(statuses, STATUS_DIM, 9));
    begin(50);
    ck_assert_int_eq(outing_ask(&outing), TRAVEL_GOES);
    ck_assert(statuses_add(statuses, STATUS_HASTED, 9));
    ck_assert_int_eq(outing_ask(&outing), TRAVEL_GOES);
    ck_assert(statuses_add(statuses, STATUS_POISONED, 2));
    expect_end(TRAVEL_STOPPED, "You are poisoned: you stop fighting.");
}

TEST(a_companion_that_falls_ends_it)
{
    set_scene(1000);
    body_id brom = stage_join(&outing.stage, 2, pos_of(8, 2));
    (void)stage_foe(&outing.stage, SPECIES_GREY_MOULD, pos_of(4, 1));
    begin(50);
    ck_assert_int_eq(outing_ask(&outing), TRAVEL_GOES);
    stage_delver(&outing.stage, brom)->peril.is_fallen = true;
    expect_end(TRAVEL_STOPPED, "A companion has fallen: you stop fighting.");
}

TEST(what_flees_is_let_go)
{
    set_scene(1000);
    body_id rat = stage_foe(&outing.stage, SPECIES_CELLAR_RAT, pos_of(6, 1));
    begin(50);
    body_foe(world_body(outing.stage.world, rat))->mind.fear = FEAR_FLEEING;
    expect_end(TRAVEL_DONE, "It flees, and you let it go.");
}
