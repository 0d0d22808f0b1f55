/*
 * Players with rows that were left out of a save.
 */
#include "server/save/persist_save.h"

#include "support/test.h"

static struct left_out left_out;

static void set_up(void)
{
    left_out = (struct left_out){.count = 0};
}

TEST_FIXTURE(set_up, NULL);

TEST(each_row_of_a_player_counts_until_it_is_saved)
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

TEST(nothing_new_is_no_change)
{
    left_out_note(&left_out, RECORD_DELVER, 7, false);
    ck_assert_uint_eq(left_out.changes, 0);
    left_out_note(&left_out, RECORD_DELVER, 7, true);
    left_out_note(&left_out, RECORD_DELVER, 7, true);
    ck_assert_uint_eq(left_out.changes, 1);
    ck_assert_int_eq(left_out.count, 1);
}

TEST(of_more_than_it_has_room_for_it_is_anybody)
{
    for (int64_t id = 1; id <= LEFT_OUT_MAX; id++)
        left_out_note(&left_out, RECORD_DELVER, id, true);
    ck_assert(!left_out_has(&left_out, 1000));
    left_out_note(&left_out, RECORD_DELVER, LEFT_OUT_MAX + 1, true);
    ck_assert(left_out_has(&left_out, LEFT_OUT_MAX + 1));
    ck_assert(left_out_has(&left_out, 1000));
}
