/*
 * Counts by network, of connections held and of recent ones: limits that grow with the network, and
 * hold in any crowd.
 */
#include "server/net/network_table.h"

#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "support/test.h"

enum { WINDOW_MS = 10 * 1000, HOLDERS = 64, RECENT = 64, CHURN = 30000, PROBE_EVERY = 50 };

static const struct network_limits limits = {8, 10};
static struct network_table table;

static void set_up(void)
{
    ck_assert_int_eq(network_table_init(&table, HOLDERS, RECENT, WINDOW_MS), ERR_OK);
}

static void tear_down(void)
{
    network_table_release(&table);
}

static struct network_key key_of(const char *text)
{
    struct network network;

    ck_assert_int_eq(network_parse(text, strlen(text), &network), ERR_OK);
    return network_key_of(&network.address);
}

static bool same(const char *a, const char *b)
{
    return network_key_equal(key_of(a), key_of(b));
}

/* The Nth /64 of 2001:db8::/32. */
static struct network_key nth(uint64_t number)
{
    struct network_key key = key_of("2001:db8::");

    key.network += number;
    return key;
}

static enum network_verdict enter(struct network_key key, struct network_limits of, uint64_t now_ms)
{
    struct network_place place;

    return network_table_enter(&table, key, of, now_ms, &place);
}

/* Comes, and goes at once. */
static enum network_verdict visit(struct network_key key, struct network_limits of, uint64_t now_ms)
{
    struct network_place place;
    enum network_verdict verdict = network_table_enter(&table, key, of, now_ms, &place);

    if (verdict == NETWORK_OK)
        network_table_leave(&table, &place);
    return verdict;
}

TEST_FIXTURE(set_up, tear_down);

TEST(an_address_is_one_ipv4_host_or_one_ipv6_network)
{
    ck_assert(same("192.0.2.1", "192.0.2.1"));
    ck_assert(!same("192.0.2.1", "192.0.2.2"));
    ck_assert(same("2001:db8:1:2::1", "2001:db8:1:2:ffff::9"));
    ck_assert(!same("2001:db8:1:2::1", "2001:db8:1:3::1"));
    ck_assert_msg(same("::ffff:192.0.2.1", "192.0.2.1"), "IPv4 inside IPv6");
    ck_assert_msg(same("64:ff9b::192.0.2.1", "192.0.2.1"), "NAT64");
    ck_assert_msg(same("2002:c000:201:7::1", "192.0.2.1"), "6to4");
    ck_assert_msg(same("::192.0.2.1", "192.0.2.1"), "IPv4-compatible");
    ck_assert_msg(!same("0:0:c000:201::", "192.0.2.1"), "same number, other kind");
    ck_assert_msg(!same("::1", "0.0.0.1"), "this machine");
}

TEST(a_network_is_as_wide_as_its_level)
{
    static const struct {
        const char *a;
        const char *b;
        uint32_t levels; /* how many of them hold both, from the widest */
    } rows[] = {
        {"192.0.2.7", "192.0.2.7", 3},
        {"192.0.2.7", "192.0.2.8", 1},
        {"192.0.2.7", "192.0.3.7", 0},
        {"2001:db8:1:2ff::1", "2001:db8:1:2ff:ffff::1", 3},
        {"2001:db8:1:2ff::1", "2001:db8:1:200::1", 2},
        {"2001:db8:1:2ff::1", "2001:db8:1:300::1", 1},
        {"2001:db8:1:2ff::1", "2001:db8:2:2ff::1", 0},
        {"::1", "127.0.0.1", 0},
        {"127.0.0.1", "::1", 0},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct network_key a = key_of(rows[i].a);
        struct network_key b = key_of(rows[i].b);
        for (uint32_t level = 0; level < NETWORK_LEVELS; level++)
            ck_assert_msg(network_key_is_same(a, b, level) ==
                              (level >= NETWORK_LEVELS - rows[i].levels),
                          "%s and %s at level %u", rows[i].a, rows[i].b, level);
    }
}

TEST(so_many_may_be_held)
{
    struct network_limits held = {8, 0};
    struct network_key key = key_of("192.0.2.1");
    struct network_place place;

    ck_assert_int_eq(network_table_enter(&table, key, held, 5, &place), NETWORK_OK);
    for (int i = 1; i < 8; i++)
        ck_assert_int_eq(enter(key, held, 5), NETWORK_OK);
    ck_assert_int_eq(enter(key, held, 5), NETWORK_TOO_MANY_HELD);
    ck_assert_msg(enter(key_of("192.0.2.2"), held, 5) == NETWORK_OK, "another is not to blame");
    ck_assert_msg(enter(key, held, 3600 * 1000) == NETWORK_TOO_MANY_HELD,
                  "time does not close connections");
    network_table_leave(&table, &place);
    ck_assert_int_eq(enter(key, held, 3600 * 1000), NETWORK_OK);
    ck_assert_int_eq(enter(key, held, 3600 * 1000), NETWORK_TOO_MANY_HELD);
}

TEST(so_many_may_come_in_a_window)
{
    struct network_key key = key_of("192.0.2.1");

    for (uint64_t i = 0; i < 10; i++)
        ck_assert_int_eq(visit(key, limits, 1000 + i), NETWORK_OK);
    ck_assert_uint_eq(network_table_wait(&table, key, 10, 1010), WINDOW_MS - 10);
    ck_assert_int_eq(visit(key, limits, 1010), NETWORK_TOO_MANY_NEW);
    ck_assert_int_eq(visit(key, limits, 10999), NETWORK_TOO_MANY_NEW);
    ck_assert_uint_eq(network_table_wait(&table, key, 10, 11000), 0);
    ck_assert_msg(visit(key, limits, 11000) == NETWORK_OK, "a new window");
}

TEST(zero_lifts_a_limit)
{
    struct network_limits none = {0, 0};

    for (int i = 0; i < 20000; i++)
        ck_assert_int_eq(enter(key_of("192.0.2.1"), none, 1), NETWORK_OK);
    ck_assert_uint_eq(network_table_wait(&table, key_of("192.0.2.1"), 0, 1), 0);
}

/* The number of connections let in from a crowd, one from each /64 or address. */
static int count_let_in(struct network_key first, uint64_t count, struct network_limits of)
{
    int let_in = 0;

    for (uint64_t i = 0; i < count; i++, first.network++)
        let_in += enter(first, of, 1) == NETWORK_OK;
    return let_in;
}

TEST(wider_networks_hold_three_and_eight_times_as_much)
{
    struct network_limits held = {2, 0};
    struct network_limits new = {0, 2};

    ck_assert_int_eq(count_let_in(key_of("2001:db8:1:100::"), 256, held), 6);
    ck_assert_msg(count_let_in(key_of("2001:db8:1:200::"), 256, held) == 6, "another /56");
    ck_assert_msg(count_let_in(key_of("2001:db8:1:300::"), 256, held) == 4, "the /48 is full");
    ck_assert_msg(count_let_in(key_of("2001:db8:2::"), 256, held) == 6, "another /48");
    ck_assert_int_eq(count_let_in(key_of("192.0.2.0"), 256, held), 16);
    ck_assert_int_eq(count_let_in(key_of("192.0.3.0"), 256, held), 16);
    ck_assert_int_eq(count_let_in(key_of("2001:db8:9::"), 256, new), 6);
    ck_assert_int_eq(count_let_in(key_of("198.51.100.0"), 256, new), 16);
}

TEST(what_is_held_is_never_forgotten_and_the_longest_idle_is)
{
    struct network_limits held = {1, 1};

    for (uint64_t i = 0; i < HOLDERS; i++)
        ck_assert_int_eq(enter(nth(i << 16), held, 0), NETWORK_OK);
    for (uint64_t i = 0; i < 10 * RECENT; i++)
        ck_assert_int_eq(visit(nth((1000 + i) << 16), held, 0), NETWORK_OK);
    for (uint64_t i = 0; i < HOLDERS; i++)
        ck_assert_int_eq(enter(nth(i << 16), held, WINDOW_MS), NETWORK_TOO_MANY_HELD);
    ck_assert_int_eq(visit(nth((1000 + 10 * RECENT - 1) << 16), held, 0), NETWORK_TOO_MANY_NEW);
    ck_assert_int_eq(visit(nth(1000 << 16), held, 0), NETWORK_OK);
}

TEST(without_room_all_share_one_count)
{
    struct network_limits held = {2, 0};
    uint64_t i = 0;

    /* More than the table was made for. */
    for (; enter(nth(i << 16), held, 0) == NETWORK_OK; i++)
        ck_assert_uint_lt(i, HOLDERS + RECENT + 2 * NETWORK_TIMES_WIDE);
    ck_assert_uint_ge(i, HOLDERS + RECENT);
    ck_assert_msg(visit(nth(0), held, 0) == NETWORK_OK, "who is known is not to blame");
    ck_assert_int_eq(visit(nth((i + 1) << 16), held, 0), NETWORK_TOO_MANY_HELD);
}

/* Thousands of networks come and go, each once; one address tries all the while. */
TEST(no_crowd_lifts_the_limits_of_one_address)
{
    struct network_key key = key_of("203.0.113.7");
    struct network_place held[8];
    uint32_t slots = table.slot_count;
    struct rng rng;
    int let_in = 0;

    rng_init(&rng, 11);
    for (int i = 0; i < 4; i++)
        ck_assert_int_eq(network_table_enter(&table, key, limits, 0, &held[i]), NETWORK_OK);
    for (uint64_t i = 0; i < CHURN; i++) {
        struct network_key stranger = {.network = rng_next(&rng) >> 32};
        (void)visit(i % 2 == 0 ? stranger : nth(i << 16), limits, i / 10);
        if (i % PROBE_EVERY == 0)
            let_in += visit(key, limits, i / 10) == NETWORK_OK;
    }
    ck_assert_msg(let_in == 6, "%d more in one window", let_in);
    for (int i = 0; i < 4; i++)
        ck_assert_int_eq(network_table_enter(&table, key, limits, WINDOW_MS, &held[4 + i]),
                         NETWORK_OK);
    ck_assert_int_eq(enter(key, limits, WINDOW_MS), NETWORK_TOO_MANY_HELD);
    for (int i = 0; i < 8; i++)
        network_table_leave(&table, &held[i]);
    ck_assert_uint_eq(table.slot_count, slots);
    ck_assert_uint_eq(table.slots[0].held, 0);
}

TEST(every_count_comes_back_to_nothing)
{
    enum { TURNS = 50000, OPEN = HOLDERS };
    struct network_place places[OPEN];
    bool is_open[OPEN] = {false};
    struct rng rng;

    rng_init(&rng, 12);
    for (uint64_t i = 0; i < TURNS; i++) {
        uint32_t at = rng_below(&rng, OPEN);
        if (is_open[at])
            network_table_leave(&table, &places[at]);
        is_open[at] = !is_open[at] && network_table_enter(&table, nth(rng_below(&rng, 100000)),
                                                          limits, i, &places[at]) == NETWORK_OK;
    }
    for (uint32_t i = 0; i < OPEN; i++) {
        if (is_open[i])
            network_table_leave(&table, &places[i]);
    }
    for (uint32_t i = 0; i < table.slot_count; i++)
        ck_assert_uint_eq(table.slots[i].held, 0);
    ck_assert_uint_eq(table.idle_count, table.fresh - 1);
}

TEST(a_network_is_as_full_as_its_fullest_level)
{
    struct network_place one = network_table_hold(&table, key_of("192.0.2.1"), 0);

    ck_assert_uint_eq(network_table_held(&table, &one), NETWORK_SHARE);
    ck_assert_uint_eq(network_table_held_with(&table, key_of("192.0.2.1")), 2 * NETWORK_SHARE);
    ck_assert_uint_eq(network_table_held_with(&table, key_of("192.0.2.2")), NETWORK_SHARE);
    ck_assert_uint_eq(network_table_held_with(&table, key_of("2001:db8::")), NETWORK_SHARE);
    for (uint64_t i = 2; i <= 16; i++) {
        struct network_key key = key_of("192.0.2.0");
        key.network += i;
        (void)network_table_hold(&table, key, 0);
    }
    ck_assert_msg(network_table_held(&table, &one) == 2 * NETWORK_SHARE, "sixteen of a /24");
    network_table_note(&table, &one, 5);
    network_table_note(&table, &one, 6);
    ck_assert_uint_eq(network_table_recent(&table, &one, 6), 2 * NETWORK_SHARE);
    ck_assert_uint_eq(network_table_recent(&table, &one, 5 + WINDOW_MS), 0);
}

TEST(every_table_hashes_by_a_key_of_its_own)
{
    struct network_table other;

    ck_assert_int_eq(network_table_init(&other, HOLDERS, RECENT, WINDOW_MS), ERR_OK);
    ck_assert(memcmp(table.key, other.key, sizeof other.key) != 0);
    network_table_release(&other);
}
