/*
 * Rulings in memory: what holds, about whom, and how many there may be.
 */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "server/game/moderation.h"
#include "support/suite.h"

static struct ruling ruling_of(enum ruling_kind kind, const char *subject, int64_t until)
{
    struct ruling ruling = {.kind = kind, .until = until, .who = "operator", .detail = "loud"};

    snprintf(ruling.subject, sizeof ruling.subject, "%s", subject);
    return ruling;
}

static enum err put(struct moderation *moderation, enum ruling_kind kind, const char *subject,
                    int64_t until)
{
    struct ruling ruling = ruling_of(kind, subject, until);

    return moderation_put(moderation, &ruling);
}

/* So many bans of addresses, all different. */
static void fill(struct moderation *moderation, int count)
{
    char subject[NETWORK_TEXT_SIZE];

    for (int i = 0; i < count; i++) {
        snprintf(subject, sizeof subject, "10.0.%d.%d", i / 250, i % 250);
        ck_assert_int_eq(put(moderation, RULING_BAN_NETWORK, subject, 0), ERR_OK);
    }
}

START_TEST(a_ruling_holds_for_its_kind_its_subject_and_its_time)
{
    struct moderation moderation = {.count = 0};
    int64_t now = (int64_t)time(NULL);

    ck_assert_int_eq(put(&moderation, RULING_BAN_NAME, "Ada", now + 600), ERR_OK);
    ck_assert_int_eq(put(&moderation, RULING_MUTE, "Brom", now - 1), ERR_OK);
    ck_assert_ptr_nonnull(moderation_find(&moderation, RULING_BAN_NAME, "Ada"));
    ck_assert_ptr_null(moderation_find(&moderation, RULING_MUTE, "Ada"));
    ck_assert_msg(moderation_find(&moderation, RULING_MUTE, "Brom") == NULL, "its time is over");
    ck_assert_int_eq(moderation_count(&moderation, RULING_MUTE), 0);
    ck_assert_int_eq(put(&moderation, RULING_BAN_NAME, "Ada", now - 1), ERR_OK);
    ck_assert_msg(moderation_find(&moderation, RULING_BAN_NAME, "Ada") == NULL,
                  "the newer one counts");
    ck_assert_int_eq(moderation.count, 2);
    ck_assert(moderation_drop(&moderation, RULING_BAN_NAME, "Ada"));
    ck_assert(!moderation_drop(&moderation, RULING_BAN_NAME, "Ada"));
    moderation_release(&moderation);
}
END_TEST

START_TEST(an_address_is_in_its_network_in_either_form)
{
    struct moderation moderation = {.count = 0};

    ck_assert_int_eq(put(&moderation, RULING_BAN_NETWORK, "10.1.0.0/16", 0), ERR_OK);
    ck_assert_int_eq(put(&moderation, RULING_BAN_NETWORK, "2001:db8::/32", 0), ERR_OK);
    ck_assert_int_eq(put(&moderation, RULING_BAN_NETWORK, "nonsense", 0), ERR_FORMAT);
    ck_assert_ptr_nonnull(moderation_find_address(&moderation, "10.1.255.255"));
    ck_assert_ptr_nonnull(moderation_find_address(&moderation, "::ffff:10.1.2.3"));
    ck_assert_ptr_nonnull(moderation_find_address(&moderation, "2001:db8:1::1"));
    ck_assert_ptr_null(moderation_find_address(&moderation, "10.2.0.1"));
    ck_assert_ptr_null(moderation_find_address(&moderation, "2001:db9::1"));
    ck_assert_ptr_null(moderation_find_address(&moderation, "?"));
    moderation_release(&moderation);
}
END_TEST

START_TEST(there_are_so_many_and_no_more)
{
    struct moderation moderation = {.count = 0};

    fill(&moderation, MODERATION_MAX);
    ck_assert_int_eq(put(&moderation, RULING_MUTE, "Ada", 0), ERR_TOO_BIG);
    ck_assert_int_eq(put(&moderation, RULING_BAN_NETWORK, "10.0.0.7", 5), ERR_OK);
    ck_assert(moderation_drop(&moderation, RULING_BAN_NETWORK, "10.0.0.7"));
    ck_assert_int_eq(put(&moderation, RULING_MUTE, "Ada", 0), ERR_OK);
    moderation_release(&moderation);
}
END_TEST

START_TEST(new_delvers_wait_only_while_each_of_them_has_a_place)
{
    struct moderation moderation = {.count = 0};
    char name[16];

    for (int i = 0; i < MODERATION_HOLDS_MAX; i++) {
        ck_assert_msg(moderation_takes_holds(&moderation), "no more than %d may wait", i);
        snprintf(name, sizeof name, "Name%d", i);
        ck_assert_int_eq(put(&moderation, RULING_HOLD, name, 0), ERR_OK);
    }
    ck_assert(!moderation_takes_holds(&moderation));
    moderation_release(&moderation);

    fill(&moderation, MODERATION_MAX - MODERATION_HOLDS_MAX - 1);
    ck_assert(moderation_takes_holds(&moderation));
    ck_assert_int_eq(put(&moderation, RULING_MUTE, "Ada", 0), ERR_OK);
    ck_assert_msg(!moderation_takes_holds(&moderation), "the list of rulings is nearly full");
    moderation_release(&moderation);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("moderation");

    tcase_add_test(tcase, a_ruling_holds_for_its_kind_its_subject_and_its_time);
    tcase_add_test(tcase, an_address_is_in_its_network_in_either_form);
    tcase_add_test(tcase, there_are_so_many_and_no_more);
    tcase_add_test(tcase, new_delvers_wait_only_while_each_of_them_has_a_place);
    return suite_run("moderation", tcase);
}
