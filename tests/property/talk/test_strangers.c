/*
 * Strangers take nothing from a player: not what a new player puts down, not a grave within its
 * day, and not the time that waits for a fighter. A party shares its time.
 */
#include <check.h>
#include <stdio.h>

#include "hall.h"
#include "operator.h"
#include "support/suite.h"
#include "world/blow.h"
#include "world/grave.h"
#include "world/life.h"
#include "world/population_size.h"

enum {
    LINE_SIZE = 96,
    POPULATION_PERCENT = 1, /* room for things, and next to no foes */
    STAND_TICKS = 60,       /* more than a beat: the body counts as standing */
    FIGHT_TICKS = 400,
    EXPERIENCE = 100, /* enough for a death to take what is carried */
    HOUR_MS = 3600 * 1000,
    STAIRS_OFF = 12, /* cells from stairs, where foes may stand */
    NEAR = 3,        /* cells between a fighter and one who passes */
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

static struct delver *delver_of(const struct guest *guest)
{
    return world_find_delver(hall.server.game.world, guest_session(guest)->account.id);
}

static void order(const char *words)
{
    char request[LINE_SIZE];

    snprintf(request, sizeof request, "text %s", words);
    struct peer *line = operator_connect(&hall);
    struct operator_answer answer = operator_ask(&hall, line, request);
    ck_assert_msg(answer.is_ok, "%s: %s", words, answer.text);
    peer_close(line);
}

static void send_to(const char *name, struct pos at)
{
    char words[LINE_SIZE];

    snprintf(words, sizeof words, "send %s 1 %d,%d", name, at.x, at.y);
    order(words);
    pass(5);
}

/* A free cell so far from Ada, in a straight line that she can see along. */
static struct pos cell_from_ada(int distance)
{
    const struct delver *delver = delver_of(&ada);
    const struct level *level = delver->body.level;

    for (int i = 0; i < level->width * level->height; i++) {
        struct pos at = pos_of(i % level->width, i / level->width);
        if (pos_distance(delver->body.at, at) == distance && level_is_ground(level, at) &&
            level_body_at(level, at) == 0 && delver_sees(delver, at))
            return at;
    }
    ck_abort_msg("nothing is free %d cells from (%d, %d)", distance, delver->body.at.x,
                 delver->body.at.y);
}

static uint32_t darts(const struct guest *guest)
{
    const struct pack *pack = &delver_of(guest)->life.pack;
    uint32_t count = 0;

    for (int i = 0; i < PACK_MAX; i++)
        count += pack->carried[i].kind == ITEM_DART ? pack->carried[i].count : 0;
    return count;
}

START_TEST(a_new_player_s_things_are_that_player_s_hours_after_they_were_put_down)
{
    uint32_t had = darts(&ada);
    struct pos at = cell_from_ada(1);

    send_to("brom", at);
    type(&brom, "drop all darts");
    ck_assert_uint_eq(darts(&brom), 0);
    send_to("brom", cell_from_ada(2));
    type(&brom, "quit");
    guest_wait_state(&brom, SESSION_CLOSED);
    guest_close(&brom);
    hall_pass(&hall, HOUR_MS);
    send_to("ada", at);
    expect_answer(&ada, "get", "That is a new player's own");
    ck_assert_uint_eq(darts(&ada), had);
    send_to("ada", cell_from_ada(2));
    guest_join(&brom, &hall, GUEST_LINE, "brom");
    send_to("brom", at);
    type(&brom, "get all");
    ck_assert_uint_eq(darts(&brom), had);
}
END_TEST

/* A cell of Ada's level with ground all around it, where no foe is kept away by stairs. */
static struct pos open_cell(void)
{
    const struct level *level = delver_of(&ada)->body.level;

    for (int i = 0; i < level->width * level->height; i++) {
        struct pos at = pos_of(i % level->width, i / level->width);
        int ground = level_is_ground(level, at);
        for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++)
            ground += level_is_ground(level, pos_step(at, dir));
        if (ground == 1 + DIR_COUNT - DIR_NORTH && pos_distance(at, level->up) > STAIRS_OFF &&
            pos_distance(at, level->down) > STAIRS_OFF)
            return at;
    }
    ck_abort_msg("no cell is open on all sides");
}

/* Ada, alone and healthy, beside a rat. */
static void meet_a_rat(void)
{
    char words[LINE_SIZE];

    send_to("ada", open_cell());
    struct pos at = cell_from_ada(1);
    snprintf(words, sizeof words, "spawn cellar-rat 1 %d,%d", at.x, at.y);
    order(words);
    pass(STAND_TICKS);
}

static int wounds_in_a_while(void)
{
    int before = delver_of(&ada)->body.health;

    pass(FIGHT_TICKS);
    return before - delver_of(&ada)->body.health;
}

START_TEST(one_who_passes_does_not_make_a_fighter_s_time_run)
{
    meet_a_rat();
    ck_assert_int_eq(wounds_in_a_while(), 0);
    send_to("brom", cell_from_ada(NEAR));
    ck_assert_int_eq(wounds_in_a_while(), 0);
}
END_TEST

START_TEST(a_party_that_is_joined_beside_a_fight_makes_its_time_run)
{
    meet_a_rat();
    send_to("brom", cell_from_ada(NEAR));
    type(&ada, "party invite brom");
    expect_answer(&brom, "party join", "You join the party of Ada.");
    ck_assert_int_gt(wounds_in_a_while(), 0);
}
END_TEST

/* Graves of a third player on all the places that Ada's level has for graves, an hour old. */
static void fill_with_graves(void)
{
    struct world *world = hall.server.game.world;
    struct level *level = delver_of(&ada)->body.level;
    const struct grave grave = {.delver_id = 1000,
                                .name = "Cyd",
                                .killer = SPECIES_CELLAR_RAT,
                                .died_at = world->tick,
                                .at = cell_from_ada(2),
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

START_TEST(the_dead_push_no_grave_out_that_is_within_its_day)
{
    fill_with_graves();
    struct delver *delver = delver_of(&brom);
    uint32_t had = darts(&brom);
    delver->life.experience = EXPERIENCE;
    blow_harm(hall.server.game.world, &delver->body, delver->body.health, &delver->body);
    pass(STAND_TICKS);
    type(&brom, "yield");
    pass(STAND_TICKS);
    guest_expect(&brom, "You die");
    ck_assert_int_eq(graves_of(1000), POPULATION_GRAVES_MAX);
    ck_assert_uint_eq(darts(&brom), had);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("strangers");

    tcase_set_timeout(tcase, 300);
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, a_new_player_s_things_are_that_player_s_hours_after_they_were_put_down);
    tcase_add_test(tcase, one_who_passes_does_not_make_a_fighter_s_time_run);
    tcase_add_test(tcase, a_party_that_is_joined_beside_a_fight_makes_its_time_run);
    tcase_add_test(tcase, the_dead_push_no_grave_out_that_is_within_its_day);
    return suite_run("strangers", tcase);
}
