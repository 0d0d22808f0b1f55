/*
 * Which backups go and which stay, even after the clock was set.
 */
#include "server/save/backup_names.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/test.h"

enum { STAMPS_MAX = 300 };

struct folder {
    uint64_t stamps[STAMPS_MAX];
    bool drops[STAMPS_MAX];
    size_t count;
};

static void add(struct folder *folder, uint64_t stamp)
{
    ck_assert_uint_lt(folder->count, STAMPS_MAX);
    folder->stamps[folder->count++] = stamp;
}

/* One an hour of the day `date` (YYYYMMDD), from hour 0. */
static void add_hours(struct folder *folder, uint64_t date, uint64_t hours)
{
    for (uint64_t hour = 0; hour < hours; hour++)
        add(folder, date * 1000000 + hour * 10000);
}

static void choose(struct folder *folder, uint64_t made, int hourly, int daily)
{
    folder->count = backup_sort_stamps(folder->stamps, folder->count);
    size_t dropped = backup_choose_drops(folder->stamps, folder->count, made,
                                         (struct backup_keep){hourly, daily}, folder->drops);
    for (size_t i = 0; i < folder->count; i++)
        dropped -= folder->drops[i];
    ck_assert_msg(dropped == 0, "as many are marked as it says");
}

static size_t kept(const struct folder *folder)
{
    size_t count = 0;

    for (size_t i = 0; i < folder->count; i++)
        count += !folder->drops[i];
    return count;
}

static bool is_kept(const struct folder *folder, uint64_t stamp)
{
    for (size_t i = 0; i < folder->count; i++) {
        if (folder->stamps[i] == stamp)
            return !folder->drops[i];
    }
    ck_abort_msg("%" PRIu64 " is not in the folder", stamp);
    return false;
}

TEST(only_names_of_exactly_the_form_are_known)
{
    static const char *const others[] = {
        "",
        "undercroft.db",
        "undercroft-20260102-030405.db ",
        " undercroft-20260102-030405.db",
        "undercroft-20260102-030405.db.new-Ab12Cd",
        "undercroft-20260102-030405.db-wal",
        "undercroft-20260102-030405.DB",
        "Undercroft-20260102-030405.db",
        "undercroft-20260102_030405.db",
        "undercroft-2026010-2030405.db",
        "undercroft-20260102-03040.db",
        "undercroft-20260102-0304055.db",
        "undercroft-+0260102-030405.db",
        "undercroft-20261302-030405.db",
        "undercroft-20260002-030405.db",
        "undercroft-20260100-030405.db",
        "undercroft-20260230-030405.db",
        "undercroft-20250229-030405.db",
        "undercroft-20260102-240000.db",
        "undercroft-20260102-036000.db",
        "undercroft-20260102-030460.db",
        "undercroft-00000102-030405.db",
        "my-undercroft-20260102-030405.db",
    };
    uint64_t stamp;

    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        ck_assert_msg(!backup_name_parse(others[i], &stamp), "\"%s\" is taken for ours", others[i]);
    ck_assert(backup_name_parse("undercroft-20260102-030405.db", &stamp));
    ck_assert_uint_eq(stamp, 20260102030405);
    ck_assert(backup_name_parse("undercroft-20240229-235959.db", &stamp));
}

TEST(names_and_times_go_both_ways)
{
    static const struct {
        int64_t seconds;
        const char *name;
    } pairs[] = {
        {0, "undercroft-19700101-000000.db"},
        {951782399, "undercroft-20000228-235959.db"},
        {951782400, "undercroft-20000229-000000.db"},
        {1709251199, "undercroft-20240229-235959.db"},
        {4107542400, "undercroft-21000301-000000.db"},
        {253402300799, "undercroft-99991231-235959.db"},
    };
    char name[BACKUP_NAME_SIZE];
    uint64_t stamp;

    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        ck_assert_int_eq(backup_stamp_of_time(pairs[i].seconds, &stamp), ERR_OK);
        backup_name_write(stamp, name);
        ck_assert_str_eq(name, pairs[i].name);
        ck_assert(backup_name_parse(name, &stamp));
        ck_assert_int_eq(backup_time_of_stamp(stamp), pairs[i].seconds);
    }
    ck_assert_int_eq(backup_stamp_of_time(-1, &stamp), ERR_RANGE);
    ck_assert_int_eq(backup_stamp_of_time(253402300800, &stamp), ERR_RANGE);
}

TEST(the_newest_and_one_a_day_are_kept)
{
    struct folder folder = {.count = 0};

    for (uint64_t day = 1; day <= 7; day++)
        add_hours(&folder, 20260300 + day, 24);
    add(&folder, 20260308000000);
    choose(&folder, 20260308000000, 24, 7);
    /* The newest of 2 to 6 March, then 7 March from one o'clock, then the new one. */
    ck_assert_uint_eq(kept(&folder), 24 + 5);
    ck_assert(!is_kept(&folder, 20260301230000));
    ck_assert(is_kept(&folder, 20260302230000));
    ck_assert(is_kept(&folder, 20260306230000));
    ck_assert(!is_kept(&folder, 20260306220000));
    ck_assert(!is_kept(&folder, 20260307000000));
    ck_assert(is_kept(&folder, 20260307010000));
}

/* As a folder on a foreign file system may be read. */
TEST(a_name_that_is_read_twice_counts_once)
{
    struct folder folder = {.count = 0};

    add_hours(&folder, 20261120, 3);
    add_hours(&folder, 20261120, 3);
    add_hours(&folder, 20261119, 1);
    choose(&folder, 20261120020000, 2, 1);
    ck_assert_uint_eq(folder.count, 4);
    ck_assert_uint_eq(folder.stamps[0], 20261120020000);
    ck_assert_uint_eq(folder.stamps[3], 20261119000000);
    ck_assert(!folder.drops[0] && !folder.drops[1] && folder.drops[2] && folder.drops[3]);
}

TEST(a_few_are_all_kept)
{
    struct folder folder = {.count = 0};

    add_hours(&folder, 20260301, 24);
    choose(&folder, 20260301230000, 24, 7);
    ck_assert_uint_eq(kept(&folder), 24);
    folder.count = 1;
    choose(&folder, folder.stamps[0], 1, 0);
    ck_assert_uint_eq(kept(&folder), 1);
    folder.count = 0;
    choose(&folder, 20260301230000, 24, 7);
}

TEST(days_without_a_backup_make_nothing_old)
{
    struct folder folder = {.count = 0};

    for (uint64_t month = 1; month <= 9; month++)
        add_hours(&folder, 20250001 + month * 100, 2);
    add(&folder, 20260101000000);
    choose(&folder, 20260101000000, 2, 7);
    /* The new one and one of September; and of the last seven days, among them these two. */
    ck_assert_uint_eq(kept(&folder), 7);
    ck_assert(is_kept(&folder, 20250401010000));
    ck_assert(!is_kept(&folder, 20250401000000));
    ck_assert(!is_kept(&folder, 20250301010000));
}

TEST(a_clock_that_jumped_back_costs_nothing)
{
    struct folder folder = {.count = 0};

    add_hours(&folder, 20260301, 24);
    add_hours(&folder, 20260302, 24);
    add(&folder, 19700101000007);
    choose(&folder, 19700101000007, 2, 1);
    ck_assert_msg(kept(&folder) == 49, "what is dated later than the new one stays");
    for (uint64_t minute = 1; minute < 5; minute++)
        add(&folder, 19700101000007 + minute * 100);
    choose(&folder, 19700101000407, 2, 1);
    ck_assert_uint_eq(kept(&folder), 48 + 2);
    ck_assert(is_kept(&folder, 19700101000407));
    ck_assert(is_kept(&folder, 19700101000307));
}

TEST(dates_of_a_clock_that_was_ahead_do_not_push_out_the_new)
{
    struct folder folder = {.count = 0};

    add_hours(&folder, 20360101, 24);
    add_hours(&folder, 20260301, 24);
    add(&folder, 20260302000000);
    choose(&folder, 20260302000000, 24, 7);
    ck_assert(is_kept(&folder, 20260302000000));
    ck_assert(is_kept(&folder, 20260301010000));
    ck_assert(!is_kept(&folder, 20260301000000));
    ck_assert_uint_eq(kept(&folder), 48);
}

TEST(a_jump_ahead_keeps_the_days_before)
{
    struct folder folder = {.count = 0};

    for (uint64_t day = 1; day <= 9; day++)
        add_hours(&folder, 20260300 + day, 24);
    add(&folder, 20270309120000);
    choose(&folder, 20270309120000, 24, 7);
    ck_assert_msg(is_kept(&folder, 20260304230000), "the seventh day that has any");
    ck_assert(!is_kept(&folder, 20260303230000));
}

TEST(without_days_only_the_newest_count)
{
    struct folder folder = {.count = 0};

    for (uint64_t day = 1; day <= 9; day++)
        add_hours(&folder, 20260300 + day, 3);
    choose(&folder, 20260309020000, 4, 0);
    ck_assert_uint_eq(kept(&folder), 4);
    ck_assert(is_kept(&folder, 20260308020000));
}
