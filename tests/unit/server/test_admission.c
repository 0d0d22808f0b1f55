/*
 * Who may come in, by address, and what is no telnet at all.
 */
#include "server/net/admission.h"

#include <stdlib.h>
#include <string.h>

#include "server/net/foreign.h"
#include "support/suite.h"

static struct admission_key key_of(const char *text)
{
    struct network network;

    ck_assert_int_eq(network_parse(text, strlen(text), &network), ERR_OK);
    return admission_key_of(&network.address);
}

static bool same(struct admission_key a, struct admission_key b)
{
    return a.network == b.network && a.is_ipv6 == b.is_ipv6;
}

static enum admission_verdict enter(struct admission *admission, struct admission_key key,
                                    uint32_t open_max, uint32_t new_max, uint64_t now_ms)
{
    struct admission_limits limits = {open_max, new_max};
    bool is_counted;

    return admission_enter(admission, key, limits, now_ms, &is_counted);
}

START_TEST(an_address_is_one_ipv4_host_or_one_ipv6_network)
{
    ck_assert(same(key_of("192.0.2.1"), key_of("192.0.2.1")));
    ck_assert(!same(key_of("192.0.2.1"), key_of("192.0.2.2")));
    ck_assert(same(key_of("2001:db8:1:2::1"), key_of("2001:db8:1:2:ffff::9")));
    ck_assert(!same(key_of("2001:db8:1:2::1"), key_of("2001:db8:1:3::1")));
    ck_assert_msg(same(key_of("::ffff:192.0.2.1"), key_of("192.0.2.1")), "IPv4 inside IPv6");
    ck_assert_msg(!same(key_of("0:0:c000:201::"), key_of("192.0.2.1")), "same number, other kind");
}
END_TEST

START_TEST(so_many_may_be_open)
{
    struct admission *admission = calloc(1, sizeof *admission);
    struct admission_key key = key_of("192.0.2.1");

    for (int i = 0; i < 8; i++)
        ck_assert_int_eq(enter(admission, key, 8, 0, 5), ADMISSION_OK);
    ck_assert_int_eq(enter(admission, key, 8, 0, 5), ADMISSION_TOO_MANY_OPEN);
    ck_assert_msg(enter(admission, key_of("192.0.2.2"), 8, 0, 5) == ADMISSION_OK,
                  "another address is not to blame");
    ck_assert_msg(enter(admission, key, 8, 0, 3600 * 1000) == ADMISSION_TOO_MANY_OPEN,
                  "time does not close connections");
    admission_leave(admission, key);
    ck_assert_int_eq(enter(admission, key, 8, 0, 3600 * 1000), ADMISSION_OK);
    ck_assert_int_eq(enter(admission, key, 8, 0, 3600 * 1000), ADMISSION_TOO_MANY_OPEN);
    free(admission);
}
END_TEST

START_TEST(so_many_may_come_in_ten_seconds)
{
    struct admission *admission = calloc(1, sizeof *admission);
    struct admission_key key = key_of("192.0.2.1");

    for (uint64_t i = 0; i < 10; i++) {
        ck_assert_int_eq(enter(admission, key, 0, 10, 1000 + i), ADMISSION_OK);
        admission_leave(admission, key);
    }
    ck_assert_int_eq(enter(admission, key, 0, 10, 1010), ADMISSION_TOO_MANY_NEW);
    ck_assert_int_eq(enter(admission, key, 0, 10, 10999), ADMISSION_TOO_MANY_NEW);
    ck_assert_msg(enter(admission, key, 0, 10, 11000) == ADMISSION_OK, "a new ten seconds");
    free(admission);
}
END_TEST

START_TEST(zero_lifts_a_limit)
{
    struct admission *admission = calloc(1, sizeof *admission);

    for (int i = 0; i < 20000; i++)
        ck_assert_int_eq(enter(admission, key_of("192.0.2.1"), 0, 0, 1), ADMISSION_OK);
    free(admission);
}
END_TEST

START_TEST(a_crowd_of_addresses_is_let_in_and_every_count_is_kept)
{
    enum { CROWD = 4 * ADMISSION_SLOTS };
    struct admission *admission = calloc(1, sizeof *admission);
    bool *is_counted = calloc(CROWD, sizeof *is_counted);
    struct admission_limits limits = {1, 1};
    int counted = 0;

    for (uint64_t i = 0; i < CROWD; i++) {
        struct admission_key key = {.network = i};
        ck_assert_int_eq(admission_enter(admission, key, limits, 0, &is_counted[i]), ADMISSION_OK);
        counted += is_counted[i];
    }
    ck_assert_msg(counted > ADMISSION_SLOTS * 9 / 10, "%d slots are used", counted);
    for (uint64_t i = 0; i < CROWD; i++) {
        bool again;
        struct admission_key key = {.network = i};
        enum admission_verdict verdict = admission_enter(admission, key, limits, 0, &again);
        ck_assert_msg((verdict == ADMISSION_OK) == !is_counted[i], "the counted are known");
        if (is_counted[i])
            admission_leave(admission, key);
    }
    /* After the ten seconds the table is free for others. */
    bool is_late_counted;
    struct admission_key late = {.network = CROWD + 1};
    ck_assert_int_eq(
        admission_enter(admission, late, limits, ADMISSION_WINDOW_MS, &is_late_counted),
        ADMISSION_OK);
    ck_assert(is_late_counted);
    free(is_counted);
    free(admission);
}
END_TEST

START_TEST(foreign_protocols_are_known_by_their_first_bytes)
{
    static const char *const foreign[] = {"GET ",     "POST ", "HEAD ",    "PUT ",  "OPTIONS ",
                                          "CONNECT ", "SSH-",  "\x16\x03", "PROXY "};
    static const char *const people[] = {"Get ", "GETA",   "HEAD\r", "get ", " GET ",
                                         "SSH",  "POSTER", "\x16",   "ada\r"};

    for (size_t i = 0; i < sizeof foreign / sizeof foreign[0]; i++) {
        size_t length = strlen(foreign[i]);
        ck_assert_uint_le(length, FOREIGN_LENGTH_MAX);
        for (size_t part = 0; part < length; part++)
            ck_assert(!foreign_begins((const uint8_t *)foreign[i], part));
        ck_assert_msg(foreign_begins((const uint8_t *)foreign[i], length), "%s", foreign[i]);
    }
    ck_assert_msg(foreign_begins((const uint8_t *)"\r\n\r\n\0\r\n", 7), "a proxy in bytes");
    ck_assert_msg(!foreign_begins((const uint8_t *)"\r\n\r\n\0\r", 6), "only Enter");
    for (size_t i = 0; i < sizeof people / sizeof people[0]; i++) {
        for (size_t part = 0; part <= strlen(people[i]); part++)
            ck_assert_msg(!foreign_begins((const uint8_t *)people[i], part), "%s", people[i]);
    }
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("admission");

    tcase_add_test(tcase, an_address_is_one_ipv4_host_or_one_ipv6_network);
    tcase_add_test(tcase, so_many_may_be_open);
    tcase_add_test(tcase, so_many_may_come_in_ten_seconds);
    tcase_add_test(tcase, zero_lifts_a_limit);
    tcase_add_test(tcase, a_crowd_of_addresses_is_let_in_and_every_count_is_kept);
    tcase_add_test(tcase, foreign_protocols_are_known_by_their_first_bytes);
    return suite_run("admission", tcase);
}
