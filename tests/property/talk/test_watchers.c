/*
 * Places of those who watch from the name prompt: each network has its share of them, the idle give
 * theirs up, and an administrator needs none.
 */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "hall.h"
#include "server/session/watch/watch.h"
#include "support/test.h"

enum { LIMIT = 4, STRANGERS = WATCHERS_PER_PLAYER_MAX + 2, MINUTE_MS = 60 * 1000 };

static struct hall hall;
static struct guest ada;
static struct guest brom;
static struct guest strangers[STRANGERS];

static void set_up(void)
{
    hall_open(&hall);
    guest_join(&ada, &hall, GUEST_LINE, "ada");
}

static void tear_down(void)
{
    for (int i = 0; i < STRANGERS; i++)
        guest_close(&strangers[i]);
    guest_close(&brom);
    guest_close(&ada);
    hall_close(&hall);
}

/* True if that stranger watches now. */
static bool watches(int index, const char *address)
{
    struct guest *guest = &strangers[index];

    guest_open(guest, &hall, GUEST_MUTE, "stranger");
    guest_come_from(guest, address);
    guest_type(guest, "watch\r\n");
    guest_type(guest, "ada\r\n");
    hall_pass(&hall, 1000);
    return guest_state(guest) == SESSION_WATCHING;
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_network_watches_with_its_share)
{
    char address[48];
    int count = 0;

    for (int i = 0; i < LIMIT; i++)
        ck_assert(watches(count++, "2001:db8:1:200::1"));
    ck_assert_msg(!watches(count++, "2001:db8:1:200:ffff::1"), "five of one /64");
    ck_assert(guest_heard(&strangers[count - 1], "Too many from your network"));
    ck_assert_int_eq(guest_state(&strangers[count - 1]), SESSION_PICK);
    for (int i = LIMIT; i < 3 * LIMIT; i++) {
        snprintf(address, sizeof address, "2001:db8:1:2%02d::1", i);
        ck_assert(watches(count++, address));
    }
    ck_assert_msg(!watches(count, "2001:db8:1:2ff::1"), "thirteen of one /56");
}

TEST(an_ipv4_address_and_its_neighbours_have_a_share)
{
    char address[48];
    int count = 0;

    hall.server.base.options.watchers_per_address = 2;
    ck_assert(watches(count++, "192.0.2.1"));
    ck_assert(watches(count++, "192.0.2.1"));
    ck_assert(!watches(count++, "192.0.2.1"));
    for (int i = 2; i < 16; i++) {
        snprintf(address, sizeof address, "192.0.2.%d", i);
        ck_assert(watches(count++, address));
    }
    ck_assert_msg(!watches(count++, "192.0.2.99"), "seventeen of one /24");
    ck_assert(watches(count, "192.0.3.1"));
}

/* Two of one network, three of another, the rest alone. */
static void fill_places(void)
{
    char address[48];

    for (int i = 0; i < WATCHERS_PER_PLAYER_MAX; i++) {
        if (i < 5)
            snprintf(address, sizeof address, "192.0.%d.1", i < 2 ? 1 : 2);
        else
            snprintf(address, sizeof address, "198.51.%d.1", i);
        ck_assert(watches(i, address));
    }
}

TEST(a_newcomer_takes_the_place_of_the_idlest_in_the_fullest_network)
{
    fill_places();
    guest_type(&strangers[2], "look\r\n"); /* the oldest of three is not the idlest any more */
    ck_assert(watches(WATCHERS_PER_PLAYER_MAX, "203.0.113.1"));
    ck_assert_int_eq(guest_state(&strangers[3]), SESSION_NAME);
    ck_assert(guest_heard(&strangers[3], "your place went to somebody else"));
    /* Now two networks hold two, and one who comes to a second place of theirs is refused. */
    ck_assert(!watches(WATCHERS_PER_PLAYER_MAX + 1, "203.0.113.1"));
    ck_assert(guest_heard(&strangers[WATCHERS_PER_PLAYER_MAX + 1], "Too many are watching"));
    for (int i = 0; i < WATCHERS_PER_PLAYER_MAX; i++)
        ck_assert_int_eq(guest_state(&strangers[i]), i == 3 ? SESSION_NAME : SESSION_WATCHING);
}

TEST(an_administrator_watches_beside_them_and_takes_no_place)
{
    guest_join(&brom, &hall, GUEST_LINE, "brom");
    guest_session(&brom)->role = ACCOUNT_ROLE_ADMIN;
    fill_places();
    guest_type(&brom, "@watch ada\r\n");
    hall_pass(&hall, 100);
    ck_assert_int_eq(guest_state(&brom), SESSION_WATCHING);
    for (int i = 0; i < WATCHERS_PER_PLAYER_MAX; i++)
        ck_assert_int_eq(guest_state(&strangers[i]), SESSION_WATCHING);
    /* The one place that is free is a stranger's. */
    guest_close(&strangers[9]);
    hall_pass(&hall, 100);
    ck_assert(watches(9, "198.51.9.1"));
}

/* All output is written before time passes, so that nobody is stalled. */
static void pass_minutes(int minutes)
{
    hall_drain(&hall);
    hall_pass(&hall, (uint64_t)minutes * MINUTE_MS);
}

TEST(who_types_nothing_watches_no_more)
{
    int minutes = hall.server.base.options.watch_minutes;

    ck_assert_int_eq(minutes, 30);
    ck_assert(watches(0, "192.0.2.1"));
    ck_assert(watches(1, "192.0.2.2"));
    guest_join(&brom, &hall, GUEST_LINE, "brom");
    guest_session(&brom)->role = ACCOUNT_ROLE_ADMIN;
    guest_type(&brom, "@watch ada\r\n");
    pass_minutes(minutes - 1);
    guest_type(&strangers[1], "look\r\n");
    ck_assert_int_eq(guest_state(&strangers[0]), SESSION_WATCHING);
    pass_minutes(2);
    ck_assert_int_eq(guest_state(&strangers[0]), SESSION_NAME);
    ck_assert(guest_heard(&strangers[0], "You typed nothing for 30 minutes, so you stop watching"));
    ck_assert_int_eq(guest_state(&strangers[1]), SESSION_WATCHING);
    ck_assert_int_eq(guest_state(&brom), SESSION_WATCHING);
    hall.server.base.options.watch_minutes = 0;
    pass_minutes(1000);
    ck_assert_int_eq(guest_state(&strangers[1]), SESSION_WATCHING);
}
