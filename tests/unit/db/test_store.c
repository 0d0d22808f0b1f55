/*
 * Opening, closing, transactions, what survives a kill, copies.
 */
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "db/connection.h"
#include "db/sqlite_store.h"
#include "fixture.h"
#include "support/test.h"

TEST(a_new_database_is_one_private_file)
{
    struct fixture fixture;
    struct store *store = NULL;
    struct store_status status;
    struct stat info;

    fixture_make(&fixture);
    mode_t mask = umask(0);
    ck_assert_int_eq(store_open(fixture.path, &store, &status), ERR_OK);
    ck_assert_msg(status.is_new, "a database that was made is called new");
    ck_assert_int_eq(store_save_meta(store, META_TICK, 1), ERR_OK);

    char log_path[400];
    snprintf(log_path, sizeof log_path, "%s-wal", fixture.path);
    ck_assert_int_eq(stat(fixture.path, &info), 0);
    ck_assert_int_eq(info.st_mode & 0777, 0600);
    ck_assert_msg(stat(log_path, &info) == 0, "an open database writes a write-ahead log");
    ck_assert_int_eq(info.st_mode & 0777, 0600);
    snprintf(log_path, sizeof log_path, "%s-shm", fixture.path);
    ck_assert_msg(stat(log_path, &info) != 0, "there is no shared-memory file");

    ck_assert_int_eq(store_close(store), ERR_OK);
    umask(mask);
    int count = fixture_each(&fixture, fixture_visit_remove, NULL);
    ck_assert_msg(count == 1, "after closing the .db is alone, not one of %d files", count);
    fixture_remove(&fixture);
}

TEST(what_was_saved_is_there_after_opening_again)
{
    struct fixture fixture;
    struct store *store;
    struct store_status status;
    uint64_t value = 0;

    fixture_make(&fixture);
    store = fixture_open(&fixture);
    ck_assert_int_eq(store_load_meta(store, META_SEED, &value), ERR_NOT_FOUND);
    ck_assert_int_eq(store_save_meta(store, META_SEED, 5), ERR_OK);
    ck_assert_int_eq(store_save_meta(store, META_SEED, UINT64_MAX - 2), ERR_OK);
    ck_assert_int_eq(store_close(store), ERR_OK);
    store = NULL;
    ck_assert_int_eq(store_open(fixture.path, &store, &status), ERR_OK);
    ck_assert_msg(!status.is_new, "a database that was there is not new");
    ck_assert_int_eq(store_load_meta(store, META_SEED, &value), ERR_OK);
    ck_assert_msg(value == UINT64_MAX - 2, "all 64 bits of a number come back");
    ck_assert_int_eq(store_load_meta(store, META_TICK, &value), ERR_NOT_FOUND);
    ck_assert_int_eq(store_close(store), ERR_OK);
    fixture_remove(&fixture);
}

TEST(a_transaction_is_saved_whole_or_not_at_all)
{
    struct fixture fixture;
    uint64_t value = 0;

    fixture_make(&fixture);
    struct store *store = fixture_open(&fixture);
    ck_assert_int_eq(store_begin(store), ERR_OK);
    ck_assert_int_eq(store_save_meta(store, META_TICK, 1), ERR_OK);
    ck_assert_int_eq(store_commit(store), ERR_OK);
    ck_assert_int_eq(store_begin(store), ERR_OK);
    ck_assert_int_eq(store_save_meta(store, META_TICK, 2), ERR_OK);
    ck_assert_int_eq(store_save_meta(store, META_CREATED_AT, 2), ERR_OK);
    store_rollback(store);
    store_rollback(store);
    ck_assert_int_eq(store_load_meta(store, META_TICK, &value), ERR_OK);
    ck_assert_msg(value == 1, "a rolled back value is gone");
    ck_assert_int_eq(store_load_meta(store, META_CREATED_AT, &value), ERR_NOT_FOUND);

    ck_assert_int_eq(store_begin(store), ERR_OK);
    ck_assert_int_eq(store_save_meta(store, META_TICK, 3), ERR_OK);
    ck_assert_int_eq(store_close(store), ERR_OK);
    store = fixture_open(&fixture);
    ck_assert_int_eq(store_load_meta(store, META_TICK, &value), ERR_OK);
    ck_assert_msg(value == 1, "closing does not commit what was not committed");
    ck_assert_int_eq(store_close(store), ERR_OK);
    fixture_remove(&fixture);
}

/* Commits tick 1, leaves tick 2 open with more pages than the cache holds, and dies. */
static void die_in_transaction(const struct fixture *fixture)
{
    struct store *store = NULL;
    struct store_status status;
    static uint8_t blob[60000];
    struct level_blob level = {.style = "caves", .format = 1};

    if (store_open(fixture->path, &store, &status) != ERR_OK || store_begin(store) != ERR_OK ||
        store_save_meta(store, META_TICK, 1) != ERR_OK || store_commit(store) != ERR_OK)
        _exit(1);
    if (store_begin(store) != ERR_OK || store_save_meta(store, META_TICK, 2) != ERR_OK)
        _exit(2);
    for (uint16_t depth = 1; depth <= 80; depth++) {
        level.key = (struct level_key){.depth = depth};
        if (store_save_level(store, &level, blob, sizeof blob) != ERR_OK)
            _exit(3);
    }
    raise(SIGKILL);
}

TEST(a_kill_in_mid_transaction_leaves_the_last_commit)
{
    struct fixture fixture;
    uint64_t value = 0;
    uint32_t generation = 0;

    fixture_make(&fixture);
    for (int round = 0; round < 3; round++) {
        pid_t child = fork();
        if (child == 0) {
            die_in_transaction(&fixture);
            _exit(4);
        }
        ck_assert_int_eq(fixture_wait(child), -SIGKILL);
        struct store *store = fixture_open(&fixture);
        ck_assert_int_eq(store_load_meta(store, META_TICK, &value), ERR_OK);
        ck_assert_msg(value == 1, "the world is at the last tick that was committed");
        ck_assert_int_eq(store_find_generation(store, 0, 1, &generation), ERR_NOT_FOUND);
        fixture_expect_clean(store, "after a kill");
        ck_assert_int_eq(store_close(store), ERR_OK);
    }
    fixture_remove(&fixture);
}

/* In a child: no file may grow past 1 MiB, as if the disk were full there. */
static int fill_the_disk(const struct fixture *fixture)
{
    struct store *store = NULL;
    struct store_status status;
    static uint8_t blob[60000];
    struct level_blob level = {.style = "caves", .format = 1};
    struct rlimit limit = {.rlim_cur = 1 << 20, .rlim_max = RLIM_INFINITY};
    enum err error = ERR_OK;
    uint64_t value = 0;

    signal(SIGXFSZ, SIG_IGN);
    if (store_open(fixture->path, &store, &status) != ERR_OK ||
        store_save_meta(store, META_TICK, 1) != ERR_OK || setrlimit(RLIMIT_FSIZE, &limit) != 0)
        return 1;
    if (store_begin(store) != ERR_OK || store_save_meta(store, META_TICK, 2) != ERR_OK)
        return 2;
    for (uint16_t depth = 1; depth <= 90 && error == ERR_OK; depth++) {
        level.key = (struct level_key){.depth = depth};
        error = store_save_level(store, &level, blob, sizeof blob);
    }
    /* A caller that went on would save this alone, if the store let it. */
    enum err late = store_save_meta(store, META_CREATED_AT, 2);
    enum err committed = store_commit(store);
    if (committed == ERR_OK || (error != ERR_OK && late == ERR_OK))
        return 3;
    if (store_load_meta(store, META_TICK, &value) != ERR_OK || value != 1)
        return 4;
    if (store_load_meta(store, META_CREATED_AT, &value) != ERR_NOT_FOUND)
        return 5;
    limit.rlim_cur = RLIM_INFINITY;
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0 || store_begin(store) != ERR_OK ||
        store_save_meta(store, META_TICK, 3) != ERR_OK ||
        store_save_level(store, &level, blob, 100) != ERR_OK || store_commit(store) != ERR_OK)
        return 6;
    return store_close(store) == ERR_OK ? 0 : 7;
}

TEST(a_commit_that_fails_keeps_the_last_world_and_can_be_tried_again)
{
    struct fixture fixture;
    uint64_t value = 0;

    fixture_make(&fixture);
    pid_t child = fork();
    if (child == 0)
        _exit(fill_the_disk(&fixture));
    int code = fixture_wait(child);
    ck_assert_msg(code == 0, "step %d of failing and trying again went wrong", code);
    struct store *store = fixture_open(&fixture);
    ck_assert_int_eq(store_load_meta(store, META_TICK, &value), ERR_OK);
    ck_assert_uint_eq(value, 3);
    struct examination examination = fixture_examine(store);
    ck_assert_msg(examination.rows[RECORD_LEVEL].all == 1 && examination.state_is_whole,
                  "what did not get to the disk is not in the state hash");
    ck_assert_int_eq(store_close(store), ERR_OK);
    fixture_remove(&fixture);
}

static int end_soon(void *argument)
{
    int *steps_left = argument;

    return --*steps_left < 0;
}

TEST(a_check_that_breaks_off_leaves_the_constraints_on)
{
    struct fixture fixture;
    struct store_status status;
    const struct audit_record empty = {.at = 9};
    int steps_left = 50;

    fixture_make(&fixture);
    struct store *store = fixture_open(&fixture);
    sqlite3_progress_handler(sqlite_of(store)->handle, 1, end_soon, &steps_left);
    ck_assert_int_ne(connection_check(sqlite_of(store)->handle, &status), ERR_OK);
    ck_assert_str_ne(status.reason, "");
    sqlite3_progress_handler(sqlite_of(store)->handle, 0, NULL, NULL);
    ck_assert_int_eq(store_audit(store, &empty), ERR_RANGE);
    ck_assert_int_eq(connection_check(sqlite_of(store)->handle, &status), ERR_OK);
    ck_assert_int_eq(store_close(store), ERR_OK);
    fixture_remove(&fixture);
}

static struct audit_record reports[BUGS_MAX + 1];

static void report(struct store *store, const char *who, int number)
{
    struct audit_record bug = {.at = number};

    snprintf(bug.who, sizeof bug.who, "%s", who);
    snprintf(bug.what, sizeof bug.what, BUG_PREFIX "%d", number);
    ck_assert_int_eq(store_audit(store, &bug), ERR_OK);
}

/* How many reports are kept, in all if `who` is NULL; in `oldest` the number of the oldest. */
static int count_reports(struct store *store, const char *who, int *oldest)
{
    int count = 0;
    int own = 0;

    ck_assert_int_eq(store_load_bugs(store, reports, BUGS_MAX + 1, &count), ERR_OK);
    for (int i = 0; i < count; i++) {
        if (who != NULL && strcmp(reports[i].who, who) != 0)
            continue;
        own++;
        *oldest = (int)reports[i].at;
    }
    return own;
}

TEST(of_one_author_the_newest_reports_are_kept_beside_the_acts)
{
    static struct audit_record read[2];
    struct audit_record act = {.at = 1, .who = "operator", .what = "kick ada"};
    struct fixture fixture;
    int oldest = 0;
    int count = 0;

    fixture_make(&fixture);
    struct store *store = fixture_open(&fixture);
    ck_assert_int_eq(store_audit(store, &act), ERR_OK);
    report(store, "Brom", 0);
    for (int i = 1; i <= BUGS_MAX + 5; i++)
        report(store, "Ada", i);
    ck_assert_int_eq(count_reports(store, "Ada", &oldest), BUGS_OF_ONE_MAX);
    ck_assert_int_eq(oldest, BUGS_MAX + 5 - BUGS_OF_ONE_MAX + 1);
    ck_assert_int_eq(count_reports(store, "Brom", &oldest), 1);
    ck_assert_int_eq(store_load_audit(store, read, 2, &count), ERR_OK);
    ck_assert_int_eq(count, 1);
    ck_assert_str_eq(read[0].what, "kick ada");
    ck_assert_int_eq(store_forget_bugs(store, "Ada"), ERR_OK);
    ck_assert_int_eq(count_reports(store, NULL, &oldest), 1);
    ck_assert_str_eq(reports[0].who, "Brom");
    ck_assert_int_eq(store_close(store), ERR_OK);
    fixture_remove(&fixture);
}

/* One honest report, then a full book of players with as many as they may have each. */
TEST(a_full_book_lets_go_of_who_has_most)
{
    struct fixture fixture;
    char who[AUDIT_WHO_SIZE];
    int number = 1;
    int oldest = 0;

    fixture_make(&fixture);
    struct store *store = fixture_open(&fixture);
    report(store, "Honest", 0);
    for (int author = 0; author < 2 * BUGS_MAX / BUGS_OF_ONE_MAX; author++) {
        snprintf(who, sizeof who, "Flood%d", author);
        for (int i = 0; i < BUGS_OF_ONE_MAX; i++)
            report(store, who, number++);
    }
    ck_assert_int_eq(count_reports(store, NULL, &oldest), BUGS_MAX);
    ck_assert_int_eq(count_reports(store, "Honest", &oldest), 1);
    report(store, "Late", number);
    ck_assert_int_eq(count_reports(store, NULL, &oldest), BUGS_MAX);
    ck_assert_int_eq(count_reports(store, "Late", &oldest), 1);
    ck_assert_int_eq(store_close(store), ERR_OK);
    fixture_remove(&fixture);
}

TEST(acts_are_kept_newest_first)
{
    struct fixture fixture;
    struct audit_record read[3];
    int count = 0;

    fixture_make(&fixture);
    struct store *store = fixture_open(&fixture);
    for (int i = 0; i < 5; i++) {
        struct audit_record act = {.at = i, .who = "o'brien; DROP TABLE audit"};
        snprintf(act.what, sizeof act.what, "act %d", i);
        ck_assert_int_eq(store_audit(store, &act), ERR_OK);
    }
    struct audit_record empty = {.at = 9};
    ck_assert_int_eq(store_audit(store, &empty), ERR_RANGE);
    ck_assert_int_eq(store_load_audit(store, read, 3, &count), ERR_OK);
    ck_assert_int_eq(count, 3);
    ck_assert_str_eq(read[0].what, "act 4");
    ck_assert_str_eq(read[2].what, "act 2");
    ck_assert_int_eq(read[2].at, 2);
    ck_assert_str_eq(read[0].who, "o'brien; DROP TABLE audit");
    ck_assert_int_eq(store_close(store), ERR_OK);

    /* A row damaged behind the store's back is told of, and the others are there. */
    fixture_sql(fixture.path, "PRAGMA ignore_check_constraints = 1;"
                              "UPDATE audit SET what = '' WHERE at = 3;");
    store = fixture_open(&fixture);
    ck_assert_int_eq(store_load_audit(store, read, 3, &count), ERR_OK);
    ck_assert_int_eq(count, 3);
    ck_assert_str_eq(read[0].what, "act 4");
    ck_assert_str_eq(read[1].what, "(this row cannot be read)");
    ck_assert_str_eq(read[2].what, "act 2");
    ck_assert_int_eq(store_close(store), ERR_OK);
    fixture_remove(&fixture);
}

/* A child makes an account and dies: its commit is in the log alone. */
static void create_and_die(const struct fixture *fixture, const char *name)
{
    pid_t child = fork();
    if (child == 0) {
        fixture_create(fixture_open(fixture), name);
        raise(SIGKILL);
    }
    ck_assert_int_eq(fixture_wait(child), -SIGKILL);
}

TEST(a_store_that_is_not_settled_writes_nothing)
{
    struct fixture fixture;
    struct store_status status;
    struct store *store = NULL;

    fixture_make(&fixture);
    fixture_make_database(&fixture);
    for (int round = 0; round < 2; round++) {
        uint64_t before = fixture_hash(&fixture);
        ck_assert_int_eq(store_open_unsettled(&sqlite_driver, fixture.path, &store, &status),
                         ERR_OK);
        ck_assert_uint_eq(fixture_examine(store).rows[RECORD_ACCOUNT].all, (uint64_t)round);
        ck_assert_int_eq(store_close(store), ERR_OK);
        ck_assert_msg(fixture_hash(&fixture) == before, "round %d: bytes changed", round);
        if (round == 0)
            create_and_die(&fixture, "Ada");
    }
    ck_assert_int_eq(fixture_each(&fixture, fixture_visit_nothing, NULL), 2);

    ck_assert_int_eq(store_open_unsettled(&sqlite_driver, fixture.path, &store, &status), ERR_OK);
    ck_assert_int_eq(store_settle(store, &status), ERR_OK);
    ck_assert_int_eq(store_settle(store, &status), ERR_OK);
    fixture_create(store, "Brom");
    ck_assert_int_eq(store_close(store), ERR_OK);
    ck_assert_int_eq(fixture_each(&fixture, fixture_visit_nothing, NULL), 1);
    store = fixture_open(&fixture);
    ck_assert_uint_eq(fixture_examine(store).rows[RECORD_ACCOUNT].all, 2);
    ck_assert_int_eq(store_close(store), ERR_OK);
    fixture_remove(&fixture);
}

static int64_t setting(struct store *store, const char *sql)
{
    int64_t value = -1;

    ck_assert_int_eq(connection_read_int(sqlite_of(store)->handle, sql, &value), ERR_OK);
    return value;
}

TEST(the_settings_that_keep_a_commit_are_on)
{
    struct fixture fixture;
    char mode[16];

    fixture_make(&fixture);
    struct store *store = fixture_open(&fixture);
    enum err error =
        connection_read_text(sqlite_of(store)->handle, "PRAGMA journal_mode", mode, sizeof mode);
    ck_assert_int_eq(error, ERR_OK);
    ck_assert_str_eq(mode, "wal");
    ck_assert_msg(setting(store, "PRAGMA synchronous") == 2, "every commit is flushed");
    ck_assert_int_eq(setting(store, "PRAGMA foreign_keys"), 1);
    ck_assert_int_eq(setting(store, "PRAGMA trusted_schema"), 0);
    ck_assert_int_eq(setting(store, "PRAGMA ignore_check_constraints"), 0);
    ck_assert_int_gt(setting(store, "PRAGMA journal_size_limit"), 1000 * 4096);
    ck_assert_int_eq(store_close(store), ERR_OK);
    fixture_remove(&fixture);
}

TEST(a_log_that_nobody_writes_back_does_not_grow_for_ever)
{
    static uint8_t blob[60000];
    struct level_blob level = {.style = "caves", .format = 1};
    struct fixture fixture;
    char log_path[400];
    struct stat info;

    fixture_make(&fixture);
    snprintf(log_path, sizeof log_path, "%s-wal", fixture.path);
    struct store *store = fixture_open(&fixture);
    for (uint16_t i = 1; i <= 300; i++) {
        level.key = (struct level_key){.depth = (uint16_t)(1 + i % 10)};
        memset(blob, i, sizeof blob);
        ck_assert_int_eq(store_save_level(store, &level, blob, sizeof blob), ERR_OK);
    }
    ck_assert_int_eq(stat(log_path, &info), 0);
    ck_assert_int_lt(info.st_size, 1200 * 4120);
    ck_assert_int_eq(store_close(store), ERR_OK);
    fixture_remove(&fixture);
}

TEST(result_codes_become_errors_of_ours)
{
    ck_assert_int_eq(connection_error(SQLITE_DONE), ERR_OK);
    ck_assert_int_eq(connection_error(SQLITE_FULL), ERR_NO_SPACE);
    ck_assert_int_eq(connection_error(SQLITE_READONLY_DIRECTORY), ERR_READ_ONLY);
    ck_assert_int_eq(connection_error(SQLITE_BUSY_SNAPSHOT), ERR_IN_USE);
    ck_assert_int_eq(connection_error(SQLITE_CORRUPT_INDEX), ERR_CORRUPT);
    ck_assert_int_eq(connection_error(SQLITE_NOTADB), ERR_CORRUPT);
    ck_assert_int_eq(connection_error(SQLITE_NOMEM), ERR_MEMORY);
    ck_assert_int_eq(connection_error(SQLITE_IOERR_FSYNC), ERR_DISK);
    ck_assert_int_eq(connection_error(SQLITE_IOERR_NOMEM), ERR_MEMORY);
    ck_assert_int_eq(connection_error(SQLITE_CONSTRAINT_UNIQUE), ERR_EXISTS);
    ck_assert_int_eq(connection_error(SQLITE_CONSTRAINT_CHECK), ERR_RANGE);
}
