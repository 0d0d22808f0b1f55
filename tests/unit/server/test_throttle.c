/*
 * Guessing gets slower for the address that guesses, and for nobody else.
 */
#include "server/session/auth/login_policy.h"

#include <stdio.h>
#include <string.h>

#include "support/test.h"

static const struct throttle_limits limits = {5, 3, 60 * 1000};
static const struct network_key here = {.network = 1};
static const struct network_key there = {.network = 2};
static struct throttle throttle;

static void set_up(void)
{
    throttle_init(&throttle);
}

static uint64_t wait_for(struct network_key address, const char *name, uint64_t now_ms)
{
    return throttle_wait(&throttle, address, name, limits, now_ms);
}

static bool is_busy(struct network_key address, const char *name, uint64_t now_ms)
{
    return throttle_is_busy(&throttle, address, name, limits, now_ms);
}

TEST_FIXTURE(set_up, NULL);

TEST(the_first_wrong_ones_are_free_and_then_the_wait_doubles)
{
    for (int i = 0; i < 2; i++)
        throttle_note(&throttle, here, "Ada", 1000);
    ck_assert_uint_eq(wait_for(here, "Ada", 1000), 0);
    throttle_note(&throttle, here, "Ada", 1000);
    ck_assert_uint_eq(wait_for(here, "Ada", 1000), 1000);
    ck_assert_uint_eq(wait_for(here, "Ada", 1999), 1);
    ck_assert_uint_eq(wait_for(here, "Ada", 2000), 0);
    throttle_note(&throttle, here, "Ada", 2000);
    ck_assert_uint_eq(wait_for(here, "Ada", 2000), 2000);
    for (int i = 0; i < 40; i++)
        throttle_note(&throttle, here, "Ada", 2000);
    ck_assert_uint_eq(wait_for(here, "Ada", 2000), 60 * 1000);
}

TEST(nobody_else_waits)
{
    for (int i = 0; i < 40; i++)
        throttle_note(&throttle, here, "Ada", 1000);
    ck_assert_uint_eq(wait_for(there, "Ada", 1000), 0);
    ck_assert_uint_gt(wait_for(here, "Brom", 1000), 0);
    throttle_note(&throttle, there, "Brom", 1000);
    ck_assert_uint_eq(wait_for(there, "Brom", 1000), 0);
}

TEST(an_address_has_so_many_wrong_ones_for_all_names)
{
    static const char *const names[] = {"Ada", "Brom", "Cyd", "Dora", "Edda"};

    for (int i = 0; i < 4; i++)
        throttle_note(&throttle, here, names[i], 1000);
    ck_assert_uint_eq(wait_for(here, "Edda", 1000), 0);
    throttle_note(&throttle, here, names[4], 1000);
    ck_assert_uint_eq(wait_for(here, "Finn", 1000), 1000);
}

TEST(one_wrong_guess_a_minute_is_forgotten)
{
    for (int i = 0; i < 6; i++)
        throttle_note(&throttle, here, "Ada", 1000);
    uint64_t later_ms = 1000 + 4 * THROTTLE_FORGET_MS;
    ck_assert_uint_eq(wait_for(here, "Ada", later_ms), 0);
    throttle_note(&throttle, here, "Ada", later_ms);
    ck_assert_uint_eq(wait_for(here, "Ada", later_ms), 1000);
    later_ms += 10 * THROTTLE_FORGET_MS;
    throttle_note(&throttle, here, "Ada", later_ms);
    ck_assert_uint_eq(wait_for(here, "Ada", later_ms), 0);
}

TEST(a_limit_of_0_is_none)
{
    struct throttle_limits none = {0, 0, 60 * 1000};

    for (int i = 0; i < 40; i++)
        throttle_note(&throttle, here, "Ada", 1000);
    ck_assert_uint_eq(throttle_wait(&throttle, here, "Ada", none, 1000), 0);
}

TEST(guesses_at_the_same_time_are_not_free)
{
    for (int i = 0; i < 3; i++) {
        ck_assert(!is_busy(here, "Ada", 1000));
        throttle_begin(&throttle, here, "Ada", 1000);
    }
    ck_assert(is_busy(here, "Ada", 1000));
    ck_assert_uint_eq(wait_for(here, "Ada", 1000), 0);
    ck_assert(!is_busy(there, "Ada", 1000));
    throttle_end(&throttle, here, "Ada");
    ck_assert(!is_busy(here, "Ada", 1000));
    for (int i = 0; i < 2; i++) {
        throttle_end(&throttle, here, "Ada");
        throttle_note(&throttle, here, "Ada", 1000);
    }
    throttle_note(&throttle, here, "Ada", 1000);
    ck_assert_uint_eq(wait_for(here, "Ada", 2000), 0);
    throttle_begin(&throttle, here, "Ada", 2000);
    ck_assert(is_busy(here, "Ada", 2000));
    throttle_end(&throttle, here, "Ada");
    ck_assert(!is_busy(here, "Ada", 2000));
    throttle_end(&throttle, here, "Ada");
    ck_assert(!is_busy(here, "Ada", 2000));
}

TEST(a_full_table_forgets_the_lightest)
{
    struct network_key address = here;

    for (int i = 0; i < 40; i++)
        throttle_note(&throttle, here, "Ada", 1000);
    for (uint64_t i = 0; i < 10 * THROTTLE_SLOTS; i++) {
        address.network = 100 + i;
        throttle_note(&throttle, address, "Brom", 1000);
    }
    ck_assert_uint_eq(wait_for(here, "Ada", 1000), 60 * 1000);
}
