/*
 * Strangers take nothing from a player: not what a new player puts down, not a grave within its
 * day, and not the time that waits for a fighter. A party shares its time.
 */
#include <check.h>
#include <stdio.h>

#include "hall.h"
#include "scene.h"
#include "support/test.h"
#include "world/blow.h"
#include "world/grave.h"
#include "world/life.h"
#include "world/population_codec.h"

enum {
    POPULATION_PERCENT = 1, /* room for things, and next to no foes */
    STAND_TICKS = 60,       /* more than a beat: the body counts as standing */
    FIGHT_TICKS = 400,
    EXPERIENCE = 100, /* enough for a death to take what is carried */
    HOUR_MS = 3600 * 1000,
    NEAR = 3, /* cells between a fighter and one who passes */
};

static struct hall hall;
static struct guest ada;
static struct guest brom;

static void set_up(void)
{
    hall_open_populated(&hall, POPULATION_PERCENT);
    guest_join(&ada, &hall, GUEST_LINE, "ada");
    guest_join(&brom, &hall, GUEST_LINE, "brom");
}

static void tear_down(void)
{
    guest_close(&ada);
    guest_close(&brom);
    hall_close(&hall);
}

static void pass(int ticks)
{
    for (int i = 0; i < ticks; i++)
        hall_pass(&hall, HALL_TICK_MS);
    hall_drain(&hall);
}

static void type(struct guest *guest, const char *line)
{
    guest_type(guest, line);
    guest_type(guest, "\r\n");
    pass(5);
}

static void expect_answer(struct guest *guest, const char *line, const char *text)
{
    guest_forget(guest);
    type(guest, line);
    guest_expect(guest, text);
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_new_player_s_things_are_that_player_s_hours_after_they_were_put_down)
{
    uint32_t had = scene_darts(&ada);
    struct pos at = scene_near(&ada, 1);

    scene_send(&hall, "brom", at);
    type(&brom, "drop all darts");
    ck_assert_uint_eq(scene_darts(&brom), 0);
    scene_send(&hall, "brom", scene_near(&ada, 2));
    type(&brom, "quit");
    guest_wait_state(&brom, SESSION_CLOSED);
    guest_close(&brom);
    hall_pass(&hall, HOUR_MS);
    scene_send(&hall, "ada", at);
    expect_answer(&ada, "get", "That is a new player's own");
    ck_assert_uint_eq(scene_darts(&ada), had);
    scene_send(&hall, "ada", scene_near(&ada, 2));
    guest_join(&brom, &hall, GUEST_LINE, "brom");
    scene_send(&hall, "brom", at);
    type(&brom, "get all");
    ck_assert_uint_eq(scene_darts(&brom), had);
}

/* Ada, alone and healthy, beside a rat. */
static void meet_a_rat(void)
{
    scene_meet(&ada, "cellar-rat");
    pass(STAND_TICKS);
}

static int wounds_in_a_while(void)
{
    int before = guest_delver(&ada)->body.health;

    pass(FIGHT_TICKS);
    return before - guest_delver(&ada)->body.health;
}

TEST(one_who_passes_does_not_make_a_fighter_s_time_run)
{
    meet_a_rat();
    ck_assert_int_eq(wounds_in_a_while(), 0);
    scene_send(&hall, "brom", scene_near(&ada, NEAR));
    ck_assert_int_eq(wounds_in_a_while(), 0);
}

TEST(a_party_that_is_joined_beside_a_fight_makes_its_time_run)
{
    meet_a_rat();
    scene_send(&hall, "brom", scene_near(&ada, NEAR));
    type(&ada, "party invite brom");
    expect_answer(&brom, "party join", "You join the party of Ada.");
    ck_assert_int_gt(wounds_in_a_while(), 0);
}

/* Graves of a third player on all the places that Ada's level has for graves, an hour old. */
static void fill_with_graves(void)
{
    struct world *world = hall.server.game.world;
    struct level *level = guest_delver(&ada)->body.level;
    const struct grave grave = {.delver_id = 1000,
                                .name = "Cyd",
                                .killer = SPECIES_CELLAR_RAT,
                                .died_at = world->tick,
                                .at = scene_near(&ada, 2),
                                .gold = 1};

    for (int i = 0; i < POPULATION_GRAVES_MAX; i++)
        grave_add(world, level, &grave);
    hall_pass(&hall, HOUR_MS);
}

static int graves_of(int64_t delver_id)
{
    const struct world *world = hall.server.game.world;
    int count = 0;

    for (uint32_t i = 0; i < world->graves_used; i++)
        count += world->graves[i].delver_id == delver_id && world->graves[i].died_at != 0;
    return count;
}

TEST(the_dead_push_no_grave_out_that_is_within_its_day)
{
    fill_with_graves();
    struct delver *delver = guest_delver(&brom);
    uint32_t had = scene_darts(&brom);
    delver->life.experience = EXPERIENCE;
    blow_harm(hall.server.game.world, &delver->body, delver->body.health, &delver->body);
    pass(STAND_TICKS);
    type(&brom, "yield");
    pass(STAND_TICKS);
    guest_expect(&brom, "You die");
    ck_assert_int_eq(graves_of(1000), POPULATION_GRAVES_MAX);
    ck_assert_uint_eq(scene_darts(&brom), had);
}
