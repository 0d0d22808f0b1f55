/*
 * How long the loop sleeps between two ticks.
 */
#include "server/turn.h"

#include "support/test.h"

enum { MS = 1000000, TICK_MS = 20, MANY = 7, FEW = 6 /* reads a tick: 350 and 300 a second */ };

static struct turn_nap nap;
static struct turn_nap_now now;

static void set_up(void)
{
    nap = (struct turn_nap){.sum = 0};
    now = (struct turn_nap_now){
        .now_ns = 1000 * (uint64_t)MS,
        .deadline_ns = (1000 + TICK_MS) * (uint64_t)MS,
        .interval_ns = TICK_MS * (uint64_t)MS,
    };
}

static void read_for(int ticks, uint32_t reads)
{
    for (int i = 0; i < ticks; i++)
        turn_nap_note(&nap, reads);
}

static unsigned nap_ms(void)
{
    return (unsigned)(turn_nap_ns(&nap, &now) / MS);
}

TEST_FIXTURE(set_up, NULL);

TEST(few_keys_are_read_as_they_come)
{
    ck_assert_uint_eq(nap_ms(), 0);
    read_for(TURN_NAP_TICKS, FEW);
    ck_assert_uint_eq(nap_ms(), 0);
}

TEST(many_keys_are_read_a_moment_before_the_tick)
{
    read_for(TURN_NAP_TICKS, MANY);
    ck_assert_uint_eq(nap_ms(), TICK_MS - TURN_NAP_READ_MS);
    now.now_ns += 5 * (uint64_t)MS;
    ck_assert_uint_eq(nap_ms(), TICK_MS - TURN_NAP_READ_MS - 5);
}

TEST(where_fewer_keys_come_each_is_read_again_as_it_comes)
{
    read_for(TURN_NAP_TICKS, MANY);
    read_for(TURN_NAP_TICKS, FEW);
    ck_assert_uint_eq(nap_ms(), 0);
}

TEST(a_tick_that_is_late_is_not_slept_through)
{
    read_for(TURN_NAP_TICKS, MANY);
    now.now_ns = now.deadline_ns - MS / 2;
    ck_assert_uint_eq(nap_ms(), 0);
    now.now_ns = now.deadline_ns + 30 * (uint64_t)MS;
    ck_assert_uint_eq(nap_ms(), 0);
}

TEST(logins_are_heard_in_half_of_each_tick)
{
    read_for(TURN_NAP_TICKS, MANY);
    now.has_logins = true;
    ck_assert_uint_eq(nap_ms(), TICK_MS / 2);
    now.now_ns += TICK_MS / 2 * (uint64_t)MS;
    ck_assert_uint_eq(nap_ms(), 0);
}

TEST(a_server_that_stops_does_not_sleep)
{
    read_for(TURN_NAP_TICKS, MANY);
    now.is_stopping = true;
    ck_assert_uint_eq(nap_ms(), 0);
}

TEST(a_long_tick_is_not_slept_through_at_once)
{
    now.interval_ns = 1000 * (uint64_t)MS;
    now.deadline_ns = now.now_ns + now.interval_ns;
    read_for(TURN_NAP_TICKS, 400);
    ck_assert_uint_eq(nap_ms(), TURN_NAP_MAX_MS);
}
