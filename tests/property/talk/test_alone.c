/*
 * Alone and in calm nobody waits for the clock: a rest and a walk are over in under a second, with
 * the level's own time as long as ever, and stop at a key or for somebody who comes.
 */
#include <check.h>
#include <string.h>

#include "hall.h"
#include "scene.h"
#include "support/test.h"

enum { SECOND_TICKS = 1000 / HALL_TICK_MS, HEALTH_AT_FIRST = 2, WALK_TICKS = 5 };

static struct hall hall;
static struct guest ada;
static struct guest brom;

static void set_up(void)
{
    hall_open(&hall);
    guest_join(&ada, &hall, GUEST_SCREEN, "ada");
}

static void tear_down(void)
{
    guest_close(&ada);
    if (brom.hall != NULL)
        guest_close(&brom);
    hall_close(&hall);
}

static struct level *level(void)
{
    return guest_delver(&ada)->body.level;
}

static bool rests(void)
{
    return guest_session(&ada)->commands.travel.kind == TRAVEL_REST;
}

/* Ticks until nothing goes on by itself, at most so many. */
static int pass_until_done(int ticks_max)
{
    int ticks = 0;

    for (; ticks < ticks_max; ticks++) {
        hall_pass(&hall, HALL_TICK_MS);
        if (guest_session(&ada)->commands.travel.kind == TRAVEL_NONE &&
            guest_session(&ada)->commands.travel.request.kind == TRAVEL_NONE)
            break;
    }
    hall_pass(&hall, HALL_TICK_MS);
    hall_drain(&hall);
    guest_hear(&ada);
    return ticks;
}

static void begin_to_rest(void)
{
    /* The haven by the stairs up would heal in a few seconds. */
    scene_send(&hall, "ada", level()->down);
    guest_delver(&ada)->body.health = HEALTH_AT_FIRST;
    guest_type(&ada, "Z");
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_rest_alone_is_over_within_a_second)
{
    begin_to_rest();
    uint64_t clock = level()->clock;
    ck_assert_int_lt(pass_until_done(10 * SECOND_TICKS), SECOND_TICKS);
    ck_assert_int_eq(guest_delver(&ada)->body.health, guest_delver(&ada)->body.health_max);
    ck_assert_uint_gt(level()->clock - clock, 20 * SECOND_TICKS);
    guest_expect(&ada, "healed");
}

TEST(a_key_ends_a_rest_at_once)
{
    begin_to_rest();
    for (int i = 0; i < 4; i++)
        hall_pass(&hall, HALL_TICK_MS);
    ck_assert(rests());
    int health = guest_delver(&ada)->body.health;
    ck_assert_int_gt(health, HEALTH_AT_FIRST);
    guest_type(&ada, "i");
    for (int i = 0; i < 4; i++)
        hall_pass(&hall, HALL_TICK_MS);
    ck_assert(!rests());
    ck_assert_int_le(guest_delver(&ada)->body.health, health + 1);
}

/* One who comes far off changes nothing; with one near the rest goes on by the clock. */
TEST(with_a_player_near_a_level_lives_by_the_clock)
{
    guest_join(&brom, &hall, GUEST_LINE, "brom");
    begin_to_rest();
    ck_assert_int_lt(pass_until_done(10 * SECOND_TICKS), SECOND_TICKS);
    ck_assert_int_eq(guest_delver(&ada)->body.health, guest_delver(&ada)->body.health_max);
    scene_send(&hall, "brom", level()->down);
    guest_delver(&ada)->body.health = HEALTH_AT_FIRST;
    guest_type(&ada, "Z");
    uint64_t clock = level()->clock;
    for (int i = 0; i < SECOND_TICKS; i++)
        hall_pass(&hall, HALL_TICK_MS);
    ck_assert_uint_eq(level()->clock - clock, SECOND_TICKS);
    ck_assert(rests());
}

/* Over ground that was seen, step after step, and drawn now and then only. */
TEST(a_walk_alone_is_over_within_a_second)
{
    struct delver *delver = guest_delver(&ada);

    memcpy(delver->memory, level()->tiles, delver->memory_size);
    uint64_t steps = delver->steps;
    uint64_t clock = level()->clock;
    guest_type(&ada, "_>");
    int ticks = pass_until_done(60 * SECOND_TICKS);
    ck_assert_int_lt(ticks, SECOND_TICKS);
    ck_assert(pos_equal(delver->body.at, level()->down));
    ck_assert_uint_gt(delver->steps - steps, 20);
    ck_assert_uint_ge(level()->clock - clock, WALK_TICKS * (delver->steps - steps));
}

TEST(exploring_alone_is_five_times_as_fast_as_the_clock)
{
    uint64_t clock = level()->clock;
    int ticks = 0;

    for (int i = 0; i < 20; i++) {
        guest_type(&ada, "o");
        ticks += pass_until_done(60 * SECOND_TICKS);
    }
    ck_assert_uint_gt(level()->clock - clock, (uint64_t)ticks * 4);
    ck_assert_uint_gt(guest_delver(&ada)->steps, 100);
}
