/*
 * The disk of servers in the test's process: a cut of power takes what was not flushed, and leaves
 * what was.
 */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/disk/disk.h"
#include "support/file.h"
#include "support/test.h"

enum { PATH_SIZE = 128, SEEDS = 20, OPERATIONS = 12 };

static char folder[PATH_SIZE - 32];
static sqlite3 *handle;

static const char *path_of(const char *suffix)
{
    static char path[PATH_SIZE];

    snprintf(path, sizeof path, "%s/undercroft.db%s", folder, suffix);
    return path;
}

static void set_up(void)
{
    file_make_folder(folder, sizeof folder, "disk");
}

static void clear(void)
{
    static const char *const suffixes[] = {"", "-wal", "-journal"};

    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++)
        (void)unlink(path_of(suffixes[i]));
}

static void tear_down(void)
{
    clear();
    rmdir(folder);
}

static void open_database(const char *synchronous)
{
    char sql[PATH_SIZE];

    ck_assert_int_eq(sqlite3_open(path_of(""), &handle), SQLITE_OK);
    snprintf(sql, sizeof sql,
             "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = %s",
             synchronous);
    ck_assert_int_eq(sqlite3_exec(handle, sql, NULL, NULL, NULL), SQLITE_OK);
}

static int take_count(void *out, int columns, char **values, char **names)
{
    (void)columns;
    (void)names;
    *(int *)out = (int)strtol(values[0], NULL, 10);
    return 0;
}

/* Rows that are there after a cut of power; -1: the database cannot be read. */
static int count_after_cut(void)
{
    int count = -1;

    sqlite3_close(handle);
    disk_power_up();
    open_database("FULL");
    int code = sqlite3_exec(handle, "SELECT count(*) FROM saved", take_count, &count, NULL);
    sqlite3_close(handle);
    disk_end();
    clear();
    return code == SQLITE_OK ? count : -1;
}

/* A world with one row, on a new disk. */
static void begin(uint64_t seed, const char *synchronous)
{
    disk_begin(folder, seed);
    open_database("FULL");
    ck_assert_int_eq(sqlite3_exec(handle, "CREATE TABLE saved (n); INSERT INTO saved VALUES (1)",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    sqlite3_close(handle);
    open_database(synchronous);
}

static int add_row(void)
{
    return sqlite3_exec(handle, "INSERT INTO saved VALUES (2)", NULL, NULL, NULL);
}

TEST_FIXTURE(set_up, tear_down);

TEST(what_was_flushed_is_there_after_a_cut)
{
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        begin(seed, "FULL");
        ck_assert_int_eq(add_row(), SQLITE_OK);
        disk_let_go();
        ck_assert_int_eq(count_after_cut(), 2);
    }
}

TEST(what_was_not_flushed_is_lost_with_some_seeds_and_kept_with_others)
{
    int found[3] = {0};

    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        begin(seed, "OFF");
        ck_assert_int_eq(add_row(), SQLITE_OK);
        disk_let_go();
        int count = count_after_cut();
        if (count >= 0)
            found[count]++;
    }
    ck_assert_int_gt(found[1], 0);
    ck_assert_int_eq(found[0], 0);
    ck_assert_int_lt(found[1], SEEDS);
}

TEST(a_cut_at_any_operation_leaves_one_of_the_two_moments)
{
    bool is_done = false;

    for (uint64_t nth = 1; nth <= OPERATIONS; nth++) {
        begin(nth, "FULL");
        disk_cut_at(nth);
        is_done = add_row() == SQLITE_OK;
        if (!disk_is_off())
            ck_assert(is_done);
        disk_let_go();
        int count = count_after_cut();
        ck_assert_msg(count == 2 || (count == 1 && !is_done), "cut at %d: %d rows", (int)nth,
                      count);
    }
    ck_assert_msg(is_done, "a commit has more operations");
}

/* A server that is cut off by this goes on, unheard, until it has ended. */
TEST(what_is_done_behind_a_cut_succeeds_and_does_not_stay)
{
    begin(1, "FULL");
    disk_on_cut(disk_let_go);
    disk_cut_at(1);
    ck_assert_int_eq(add_row(), SQLITE_OK);
    ck_assert(disk_is_off());
    ck_assert_int_eq(add_row(), SQLITE_OK);
    ck_assert_int_eq(count_after_cut(), 1);
}
