/*
 * Whose rows were left out of a save.
 */
#include "server/save/left_out.h"

#include "support/suite.h"

static struct left_out left_out;

static void set_up(void)
{
    left_out = (struct left_out){.count = 0};
}

START_TEST(each_row_of_a_player_counts_until_it_is_saved)
{
    left_out_note(&left_out, RECORD_DELVER, 7, true);
    left_out_note(&left_out, RECORD_SETTING, 7, true);
    left_out_note(&left_out, RECORD_DELVER, 8, false);
    ck_assert(left_out_has(&left_out, 7));
    ck_assert(!left_out_has(&left_out, 8));
    left_out_note(&left_out, RECORD_DELVER, 7, false);
    ck_assert_msg(left_out_has(&left_out, 7), "the other one is still left out");
    left_out_note(&left_out, RECORD_SETTING, 7, false);
    ck_assert(!left_out_has(&left_out, 7));
}
END_TEST

START_TEST(nothing_new_is_no_change)
{
    left_out_note(&left_out, RECORD_DELVER, 7, false);
    ck_assert_uint_eq(left_out.changes, 0);
    left_out_note(&left_out, RECORD_DELVER, 7, true);
    left_out_note(&left_out, RECORD_DELVER, 7, true);
    ck_assert_uint_eq(left_out.changes, 1);
    ck_assert_int_eq(left_out.count, 1);
}
END_TEST

START_TEST(of_more_than_it_has_room_for_it_is_anybody)
{
    for (int64_t id = 1; id <= LEFT_OUT_MAX; id++)
        left_out_note(&left_out, RECORD_DELVER, id, true);
    ck_assert(!left_out_has(&left_out, 1000));
    left_out_note(&left_out, RECORD_DELVER, LEFT_OUT_MAX + 1, true);
    ck_assert(left_out_has(&left_out, LEFT_OUT_MAX + 1));
    ck_assert(left_out_has(&left_out, 1000));
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("left_out");

    tcase_add_checked_fixture(tcase, set_up, NULL);
    tcase_add_test(tcase, each_row_of_a_player_counts_until_it_is_saved);
    tcase_add_test(tcase, nothing_new_is_no_change);
    tcase_add_test(tcase, of_more_than_it_has_room_for_it_is_anybody);
    return suite_run("left_out", tcase);
}
