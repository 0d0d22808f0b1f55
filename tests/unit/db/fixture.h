/*
 * A folder for one test's database, and ways to look at the files in it.
 *
 * A file is never read while a store of this process has it open: closing the descriptor would
 * drop the store's locks.
 */
#ifndef UNDERCROFT_TESTS_UNIT_DB_FIXTURE_H
#define UNDERCROFT_TESTS_UNIT_DB_FIXTURE_H

#include <check.h>
#include <dirent.h>
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/hash.h"
#include "db/examine.h"
#include "db/records.h"
#include "db/row_function.h"
#include "db/store.h"
#include "support/file.h"

struct fixture {
    char folder[256];
    char path[320];
};

static inline void fixture_make(struct fixture *fixture)
{
    file_make_folder(fixture->folder, sizeof fixture->folder, "db");
    snprintf(fixture->path, sizeof fixture->path, "%s/world.db", fixture->folder);
}

/* Calls `visit` for each file of the folder, in no order; counts them. */
static inline int fixture_each(const struct fixture *fixture,
                               void (*visit)(const char *path, const char *name, void *argument),
                               void *argument)
{
    DIR *folder = opendir(fixture->folder);
    int count = 0;

    ck_assert_ptr_nonnull(folder);
    for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
        char path[600];
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", fixture->folder, entry->d_name);
        visit(path, entry->d_name, argument);
        count++;
    }
    closedir(folder);
    return count;
}

/* A visitor that does nothing, for counting the files. */
static inline void fixture_visit_nothing(const char *path, const char *name, void *argument)
{
    (void)path;
    (void)name;
    (void)argument;
}

static inline void fixture_visit_remove(const char *path, const char *name, void *argument)
{
    (void)name;
    (void)argument;
    unlink(path);
}

static inline void fixture_remove(const struct fixture *fixture)
{
    fixture_each(fixture, fixture_visit_remove, NULL);
    ck_assert_int_eq(rmdir(fixture->folder), 0);
}

static inline void fixture_visit_hash(const char *path, const char *name, void *argument)
{
    uint64_t *sum = argument;
    uint8_t block[4096];
    struct hash hash;
    FILE *file = fopen(path, "rb");

    ck_assert_ptr_nonnull(file);
    hash_init(&hash);
    hash_bytes(&hash, name, strlen(name) + 1);
    for (size_t got = fread(block, 1, sizeof block, file); got > 0;
         got = fread(block, 1, sizeof block, file))
        hash_bytes(&hash, block, got);
    fclose(file);
    *sum += hash.value;
}

/* Names and bytes of every file in the folder. */
static inline uint64_t fixture_hash(const struct fixture *fixture)
{
    uint64_t sum = 0;

    fixture_each(fixture, fixture_visit_hash, &sum);
    return sum;
}

static inline struct store *fixture_open(const struct fixture *fixture)
{
    struct store *store = NULL;
    struct store_status status;
    enum err error = store_open(fixture->path, &store, &status);

    ck_assert_msg(error == ERR_OK, "opening: %s (%s)", err_name(error), status.reason);
    ck_assert_str_eq(status.reason, "");
    return store;
}

/* Opens the database with any head, even a false one, as for an operator who repairs it. */
static inline struct store *fixture_open_unproven(const struct fixture *fixture)
{
    struct store *store = NULL;
    struct store_status status;

    ck_assert_int_eq(store_open_unsettled(&sqlite_driver, fixture->path, &store, &status), ERR_OK);
    ck_assert_int_eq(store_settle(store, &status), ERR_OK);
    return store;
}

/* The proof of all rows, `count` at a time. */
static inline const struct examination *fixture_prove(struct store *store, int count)
{
    bool is_over = false;
    const struct examination *found = store_proof(store, &is_over);

    while (!is_over) {
        ck_assert_int_eq(store_prove(store, count), ERR_OK);
        found = store_proof(store, &is_over);
    }
    return found;
}

/* The error of opening the database, which must be refused. */
static inline enum err fixture_refusal(const struct fixture *fixture, struct store_status *status)
{
    struct store *store = NULL;
    enum err error = store_open(fixture->path, &store, status);

    ck_assert_msg(store == NULL, "a refused database hands out no store");
    ck_assert_msg(error != ERR_OK, "the database was taken");
    ck_assert_str_ne(status->reason, "");
    return error;
}

/* Makes the database file complete and leaves it closed. */
static inline void fixture_make_database(const struct fixture *fixture)
{
    ck_assert_int_eq(store_close(fixture_open(fixture)), ERR_OK);
}

/* Behind SQL for fixture_sql(): gives every row the checksum of its present values. */
#define FIXTURE_RESEAL ";reseal"

static inline void fixture_exec(sqlite3 *handle, const char *sql)
{
    ck_assert_msg(sqlite3_exec(handle, sql, NULL, NULL, NULL) == SQLITE_OK, "%s: %s", sql,
                  sqlite3_errmsg(handle));
}

static inline void fixture_reseal(sqlite3 *handle)
{
    for (int id = 0; id < RECORD_COUNT; id++) {
        const struct record *record = record_at((enum record_id)id);
        char sql[1024];
        size_t length =
            (size_t)snprintf(sql, sizeof sql, "UPDATE %s SET checksum = row_checksum('%s'",
                             record->table, record->table);
        for (int i = 0; i < record->count; i++)
            length += (size_t)snprintf(sql + length, sizeof sql - length, ", %s",
                                       record->columns[i].name);
        snprintf(sql + length, sizeof sql - length, ")");
        fixture_exec(handle, sql);
    }
}

/* Changes a closed database behind the store's back, past its constraints. */
static inline void fixture_sql(const char *path, const char *sql)
{
    sqlite3 *handle = NULL;
    const char *reseal = strstr(sql, FIXTURE_RESEAL);
    char change[2048];

    ck_assert_int_eq(sqlite3_open(path, &handle), SQLITE_OK);
    ck_assert_int_eq(row_functions_add(handle), ERR_OK);
    sqlite3_exec(handle, "PRAGMA ignore_check_constraints = ON", NULL, NULL, NULL);
    ck_assert_uint_lt(strlen(sql), sizeof change);
    snprintf(change, sizeof change, "%.*s",
             (int)(reseal != NULL ? reseal - sql : (long)strlen(sql)), sql);
    fixture_exec(handle, change);
    if (reseal != NULL)
        fixture_reseal(handle);
    sqlite3_close(handle);
}

/* Opens it again, after the file was changed by SQL; NULL: it was not. */
static inline void fixture_reopen_after(const struct fixture *fixture, struct store **store,
                                        const char *sql)
{
    ck_assert_int_eq(store_close(*store), ERR_OK);
    if (sql != NULL)
        fixture_sql(fixture->path, sql);
    *store = fixture_open(fixture);
}

static inline struct examination fixture_examine(struct store *store)
{
    struct examination examination;

    ck_assert_int_eq(store_examine(store, &examination), ERR_OK);
    return examination;
}

static inline void fixture_expect_clean(struct store *store, const char *when)
{
    struct examination examination = fixture_examine(store);

    ck_assert_msg(examination_is_clean(&examination), "%s: %s", when,
                  examination.finding_count > 0 ? examination.findings[0] : "the sum is broken");
}

static inline struct account_record fixture_account(const char *name, const char *skeleton)
{
    struct account_record account = {.mode = MODE_LINE, .created_at = 1000, .last_seen_at = 1001};

    snprintf(account.name, sizeof account.name, "%s", name);
    snprintf(account.skeleton, sizeof account.skeleton, "%s", skeleton);
    snprintf(account.password_hash, sizeof account.password_hash, "$argon2id$not-a-real-one");
    return account;
}

static inline struct delver_record fixture_delver(void)
{
    return (struct delver_record){.level = {.wing = 1, .depth = 3, .generation = 4000000000u},
                                  .at = {.x = 17, .y = 9},
                                  .health = 11,
                                  .health_max = 20,
                                  .sequence = UINT64_MAX - 1,
                                  .steps = 123456,
                                  .life = {.experience = 96,
                                           .gold = 41,
                                           .number = 2,
                                           .deepest = 5,
                                           .arrived = {UINT64_C(0x3e)},
                                           .explored = {UINT64_C(0x6)},
                                           .kills = {[SPECIES_CELLAR_RAT] = 300}}};
}

/* Makes an account with its delver and gives their id. */
static inline int64_t fixture_create(struct store *store, const char *name)
{
    struct account_record account = fixture_account(name, name);
    struct delver_record delver = fixture_delver();
    int64_t id = 0;

    ck_assert_int_eq(store_create_account(store, &account, &delver, &id), ERR_OK);
    ck_assert_int_gt(id, 0);
    return id;
}

/* Waits for a child that is meant to end by itself; gives its exit code, or -signal. */
static inline int fixture_wait(pid_t child)
{
    int status = 0;

    ck_assert_int_eq(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

#endif
