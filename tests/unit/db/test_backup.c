/*
 * A backup is made while its world goes on, is a world of its own, and is taken for one only when
 * nothing is wrong with it that is not wrong with the world too. An early end leaves no file.
 */
#include "db/backup.h"

#include <sys/stat.h>

#include "db/store_private.h"
#include "fixture.h"
#include "support/test.h"

enum { DELVERS = 150, CELLS = 100 * 57, STEPS_MIN = 3, STEPS_MAX = 10000 };

static struct fixture fixture;
static struct fixture copies;
static struct store *store;
static char path[400];      /* of the copy */
static char temporary[700]; /* the file it is written into */
static struct store_status status;

static void set_up(void)
{
    fixture_make(&fixture);
    fixture_make(&copies);
    snprintf(path, sizeof path, "%s/copy.db", copies.folder);
    store = fixture_open(&fixture);
}

static void tear_down(void)
{
    ck_assert_int_eq(store_close(store), ERR_OK);
    fixture_remove(&fixture);
    fixture_remove(&copies);
}

static void grow(int number)
{
    static uint8_t tiles[CELLS];
    char name[NAME_LENGTH_MAX + 1];

    snprintf(name, sizeof name, "Back%c%c", 'a' + number / 26, 'a' + number % 26);
    for (int i = 0; i < CELLS; i++)
        tiles[i] = i % 2 == 0 ? TILE_UNKNOWN : TILE_FLOOR;
    int64_t id = fixture_create(store, name);
    ck_assert_int_eq(store_save_memory(store, id, (struct level_key){.depth = 1}, tiles, CELLS,
                                       MEMORY_BANDS_ALL),
                     ERR_OK);
}

static void grow_large(void)
{
    ck_assert_int_eq(store_begin(store), ERR_OK);
    for (int i = 0; i < DELVERS; i++)
        grow(i);
    ck_assert_int_eq(store_commit(store), ERR_OK);
}

static void save_tick(uint64_t tick)
{
    ck_assert_int_eq(store_save_meta(store, META_TICK, tick), ERR_OK);
}

/* Something that counts in the state hash. */
static void save_delver(uint32_t steps)
{
    struct delver_record delver = fixture_delver();

    delver.id = 1;
    delver.steps = steps;
    ck_assert_int_eq(store_save_delver(store, &delver), ERR_OK);
}

static void note_temporary(const char *file, const char *name, void *argument)
{
    (void)argument;
    if (strstr(name, ".new-") != NULL)
        snprintf(temporary, sizeof temporary, "%s", file);
}

static struct backup *begin(void)
{
    struct backup *backup = NULL;
    enum err error = backup_begin_of_store(store, path, &backup, &status);

    ck_assert_msg(error == ERR_OK, "%s", status.reason);
    temporary[0] = '\0';
    fixture_each(&copies, note_temporary, NULL);
    ck_assert_str_ne(temporary, "");
    return backup;
}

static struct backup *begin_whole(void)
{
    struct backup *backup = begin();
    bool is_whole = false;

    while (!is_whole)
        ck_assert_int_eq(backup_step(backup, &is_whole, &status), ERR_OK);
    return backup;
}

/* Proves a complete backup, compares it if need be, publishes it, and frees it. */
static enum err end(struct backup *backup)
{
    bool is_doubtful = false;
    char warning[STORE_REASON_SIZE] = "";
    enum err error = backup_prove(backup, NULL, &is_doubtful, &status);

    if (error == ERR_OK && is_doubtful) {
        error = backup_compare(backup, NULL, &status);
        snprintf(warning, sizeof warning, "%s", status.warning);
    }
    if (error == ERR_OK)
        error = backup_publish(backup, &status);
    snprintf(status.warning, sizeof status.warning, "%s", warning);
    backup_free(backup);
    return error;
}

static void expect_files(int count, const char *when)
{
    ck_assert_msg(fixture_each(&copies, fixture_visit_nothing, NULL) == count, "files: %s", when);
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_backup_is_a_world_of_its_own)
{
    struct fixture copy = copies;
    struct stat info;
    uint64_t value = 0;

    save_tick(77);
    ck_assert_int_eq(store_checkpoint(store), ERR_OK);
    save_tick(78);
    mode_t mask = umask(0);
    ck_assert_int_eq(end(begin_whole()), ERR_OK);
    umask(mask);
    struct backup *second = NULL;
    ck_assert_int_eq(backup_begin_of_store(store, path, &second, &status), ERR_EXISTS);
    ck_assert_str_ne(status.reason, "");
    ck_assert_int_eq(stat(path, &info), 0);
    ck_assert_int_eq(info.st_mode & 0777, 0600);
    expect_files(1, "nothing stays beside it");

    snprintf(copy.path, sizeof copy.path, "%.300s", path);
    struct store *opened = fixture_open(&copy);
    ck_assert_int_eq(store_load_meta(opened, META_TICK, &value), ERR_OK);
    ck_assert_msg(value == 78, "the copy holds what only the log held");
    ck_assert_int_eq(store_close(opened), ERR_OK);
}

TEST(the_world_goes_on_and_its_log_is_written_back_meanwhile)
{
    bool is_whole = false;
    uint64_t steps = 0;
    uint64_t value = 0;
    struct fixture copy = copies;

    grow_large();
    struct backup *backup = begin();
    for (; !is_whole; steps++) {
        ck_assert_uint_lt(steps, STEPS_MAX);
        save_tick(steps + 1);
        save_delver((uint32_t)steps + 1);
        ck_assert_int_eq(store_checkpoint(store), ERR_OK);
        ck_assert_int_eq(backup_step(backup, &is_whole, &status), ERR_OK);
    }
    ck_assert_uint_ge(steps, STEPS_MIN);
    struct stat info;
    ck_assert_int_eq(stat(temporary, &info), 0);
    ck_assert_msg(steps <= (uint64_t)info.st_size / 4096 / 64 + 2, "it began again: %llu steps",
                  (unsigned long long)steps);
    /* Saves after the last step are not in the backup, and are no fault of it. */
    save_tick(1000);
    save_delver(1000);
    ck_assert_int_eq(end(backup), ERR_OK);
    ck_assert_str_eq(status.warning, "");
    snprintf(copy.path, sizeof copy.path, "%.300s", path);
    struct store *opened = fixture_open(&copy);
    ck_assert_int_eq(store_load_meta(opened, META_TICK, &value), ERR_OK);
    ck_assert_uint_eq(value, steps);
    fixture_expect_clean(opened, "the copy");
    ck_assert_int_eq(store_close(opened), ERR_OK);
}

TEST(a_copy_that_is_not_the_world_is_not_taken_for_one)
{
    static const char *const damages[] = {
        "UPDATE memory SET explored = x'0101'",
        "UPDATE delver SET steps = 1",
        "DELETE FROM memory",
        "UPDATE meta SET value = 1 WHERE name = 'seal'",
        ("UPDATE account SET role = 2" FIXTURE_RESEAL),
        "PRAGMA application_id = 7",
    };

    grow(0);
    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        struct backup *backup = begin_whole();
        fixture_sql(temporary, damages[i]);
        ck_assert_msg(end(backup) == ERR_CORRUPT, "went unseen: %s", damages[i]);
        ck_assert_str_ne(status.reason, "");
        expect_files(0, damages[i]);
        /* The same while the world goes on. */
        backup = begin_whole();
        fixture_sql(temporary, damages[i]);
        save_delver((uint32_t)i + 5);
        ck_assert_msg(end(backup) == ERR_CORRUPT, "went unseen: %s", damages[i]);
        expect_files(0, damages[i]);
    }
    struct backup *backup = begin_whole();
    fixture_sql(temporary, "");
    ck_assert_int_eq(end(backup), ERR_OK);
}

/* The bytes of one file in the place of another's. */
static void copy_over(const char *from, const char *to)
{
    static char bytes[64 * 1024];
    FILE *in = fopen(from, "rb");
    FILE *out = fopen(to, "wb");
    size_t length;

    ck_assert(in != NULL && out != NULL);
    while ((length = fread(bytes, 1, sizeof bytes, in)) > 0)
        ck_assert_uint_eq(fwrite(bytes, 1, length, out), length);
    fclose(in);
    ck_assert_int_eq(fclose(out), 0);
}

TEST(a_whole_copy_of_another_moment_is_not_taken_for_one)
{
    char older[400];

    grow(0);
    ck_assert_int_eq(end(begin_whole()), ERR_OK);
    memcpy(older, path, sizeof older);
    snprintf(path, sizeof path, "%s/newer.db", copies.folder);
    save_delver(5);
    struct backup *backup = begin_whole();
    copy_over(older, temporary);
    ck_assert_int_eq(end(backup), ERR_CORRUPT);
    ck_assert_ptr_nonnull(strstr(status.reason, "another commit"));
    expect_files(1, "the older one");
}

static void damage_world(const char *sql)
{
    ck_assert_int_eq(store_close(store), ERR_OK);
    fixture_sql(fixture.path, sql);
    store = fixture_open(&fixture);
}

TEST(a_damaged_world_can_still_be_copied_with_a_warning)
{
    grow(0);
    grow(1);
    damage_world("UPDATE memory SET explored = x'0101' WHERE delver_id = 2");
    ck_assert_int_eq(end(begin_whole()), ERR_OK);
    ck_assert_msg(strstr(status.warning, "memory of player 2") != NULL, "\"%s\"", status.warning);
    ck_assert_int_eq(unlink(path), 0);

    struct backup *backup = begin_whole();
    fixture_sql(temporary, "UPDATE delver SET steps = 1 WHERE id = 1");
    ck_assert_msg(end(backup) == ERR_CORRUPT, "more damage than the world has is not true to it");
    backup = begin_whole();
    save_delver(5);
    ck_assert_msg(end(backup) == ERR_OK, "the world has moved on, with the same damage");
    ck_assert_str_ne(status.warning, "");
    ck_assert_int_eq(unlink(path), 0);
    backup = begin_whole();
    save_delver(6);
    fixture_sql(temporary, "UPDATE memory SET explored = x'0101' WHERE delver_id = 1");
    ck_assert_msg(end(backup) == ERR_CORRUPT, "the world has moved on, with less damage");
    expect_files(0, "a bad one");
}

TEST(one_that_is_interrupted_ends_and_leaves_no_file)
{
    atomic_bool interrupt = true;
    bool is_whole = false;
    bool is_doubtful = false;

    grow_large();
    backup_free(begin());
    expect_files(0, "given up at the beginning");
    struct backup *backup = begin();
    ck_assert_int_eq(backup_step(backup, &is_whole, &status), ERR_OK);
    ck_assert(!is_whole);
    backup_free(backup);
    expect_files(0, "given up in the middle");
    backup = begin_whole();
    ck_assert_int_eq(backup_prove(backup, &interrupt, &is_doubtful, &status), ERR_DISK);
    ck_assert_str_eq(status.reason, "the database could not be checked: interrupted");
    backup_free(backup);
    expect_files(0, "given up in its proof");

    damage_world("UPDATE memory SET explored = x'0101' WHERE delver_id = 2");
    backup = begin_whole();
    ck_assert_int_eq(backup_prove(backup, NULL, &is_doubtful, &status), ERR_OK);
    ck_assert(is_doubtful);
    ck_assert_int_eq(backup_compare(backup, &interrupt, &status), ERR_DISK);
    backup_free(backup);
    backup_free(NULL);
    expect_files(0, "given up while it is compared");
    /* Only the comparison is given up: the last save of a stop comes after it. */
    save_tick(7);
}

TEST(a_name_that_is_taken_meanwhile_is_left_to_its_owner)
{
    struct backup *backup = begin_whole();
    FILE *file = fopen(path, "w");

    ck_assert_ptr_nonnull(file);
    fputs("mine", file);
    fclose(file);
    ck_assert_int_eq(end(backup), ERR_EXISTS);
    ck_assert_str_ne(status.reason, "");
    struct stat info;
    ck_assert_int_eq(stat(path, &info), 0);
    ck_assert_int_eq(info.st_size, 4);
    expect_files(1, "beside it");
    snprintf(path, sizeof path, "%s/nowhere/copy.db", copies.folder);
    ck_assert_int_ne(backup_begin_of_store(store, path, &backup, &status), ERR_OK);
    ck_assert_ptr_nonnull(strstr(status.reason, "cannot be written"));
}
