/*
 * A log is taken only beside the file that it was begun over; a file that is shorter than its head
 * says is not taken at all.
 */
#include <signal.h>
#include <sys/stat.h>

#include "db/store_private.h"
#include "fixture.h"
#include "support/test.h"

enum { FILE_MAX = 512 * 1024, LEVELS = 20 };

struct files {
    uint8_t database[FILE_MAX];
    uint8_t log[FILE_MAX];
    size_t database_length;
    size_t log_length;
};

static struct fixture fixture;
static char log_path[400];
static struct files first;
static struct files second;

static void set_up(void)
{
    fixture_make(&fixture);
    snprintf(log_path, sizeof log_path, "%s-wal", fixture.path);
}

static void tear_down(void)
{
    fixture_remove(&fixture);
}

static size_t read_file(const char *path, uint8_t *out)
{
    FILE *file = fopen(path, "rb");
    size_t length = file == NULL ? 0 : fread(out, 1, FILE_MAX, file);

    ck_assert_uint_lt(length, FILE_MAX);
    if (file != NULL)
        fclose(file);
    return length;
}

static void write_file(const char *path, const uint8_t *bytes, size_t length)
{
    FILE *file = fopen(path, "wb");

    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, length, file), length);
    ck_assert_int_eq(fclose(file), 0);
}

static void take(struct files *out)
{
    out->database_length = read_file(fixture.path, out->database);
    out->log_length = read_file(log_path, out->log);
}

/* The database of one and the log of another. */
static void put(const struct files *database, const struct files *log)
{
    write_file(fixture.path, database->database, database->database_length);
    unlink(log_path);
    if (log != NULL)
        write_file(log_path, log->log, log->log_length);
}

static enum err save_level(struct store *store, int depth)
{
    static uint8_t blob[9000];
    struct level_blob level = {.key = {.depth = (uint16_t)depth}, .style = "maze", .format = 1};

    memset(blob, depth, sizeof blob);
    return store_save_level(store, &level, blob, sizeof blob);
}

/* A process saves levels from `begin` on and dies; it checkpoints after `checkpoint` of them. */
static void play_and_die(int begin, int count, int checkpoint)
{
    pid_t child = fork();

    if (child == 0) {
        struct store *store = NULL;
        struct store_status status;
        enum err error = store_open(fixture.path, &store, &status);
        for (int i = 0; error == ERR_OK && i < count; i++) {
            if (i == checkpoint)
                error = store_checkpoint(store);
            if (error == ERR_OK)
                error = save_level(store, begin + i);
        }
        if (error != ERR_OK)
            _exit(1);
        raise(SIGKILL);
    }
    ck_assert_int_eq(fixture_wait(child), -SIGKILL);
}

static void expect_refused(const char *what)
{
    struct store_status status;
    uint64_t before = fixture_hash(&fixture);

    ck_assert_msg(fixture_refusal(&fixture, &status) == ERR_CORRUPT, "%s", what);
    ck_assert_msg(fixture_hash(&fixture) == before, "%s: bytes changed", what);
}

static void expect_whole(const char *what)
{
    struct store *store = fixture_open(&fixture);

    ck_assert_msg(fixture_prove(store, 3)->state_is_whole, "%s", what);
    ck_assert_int_eq(store_close(store), ERR_OK);
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_log_goes_with_its_own_file_whatever_of_it_was_written_back)
{
    for (int checkpoint = -1; checkpoint <= 3; checkpoint++) {
        play_and_die(1, 4, checkpoint);
        take(&first);
        ck_assert_uint_gt(first.log_length, 0);
        expect_whole("its own log");
        /* A checkpoint that was cut off: some pages of the log are in the file, newer ones not. */
        put(&first, &first);
        play_and_die(5, 1, -1);
        take(&second);
        put(&second, &second);
        expect_whole("the next log");
    }
}

TEST(a_log_of_another_time_of_the_same_world_is_refused)
{
    play_and_die(1, 2, -1);
    ck_assert_int_eq(store_close(fixture_open(&fixture)), ERR_OK);
    take(&first);
    play_and_die(3, 3, -1);
    ck_assert_int_eq(store_close(fixture_open(&fixture)), ERR_OK);
    play_and_die(6, 3, 1);
    take(&second);
    put(&first, &second);
    expect_refused("an older file below a newer log");
    put(&second, NULL);
    expect_whole("the file without its log is that of an earlier commit");

    put(&second, &second);
    ck_assert_int_eq(store_close(fixture_open(&fixture)), ERR_OK);
    play_and_die(9, 1, -1);
    ck_assert_int_eq(store_close(fixture_open(&fixture)), ERR_OK);
    take(&first);
    put(&first, &second);
    expect_refused("a newer file below an older log");
}

TEST(a_log_of_another_world_is_refused)
{
    play_and_die(1, 2, -1);
    take(&first);
    unlink(log_path);
    unlink(fixture.path);
    struct store *store = fixture_open(&fixture);
    ck_assert_int_eq(store_save_meta(store, META_SEED, 9), ERR_OK);
    ck_assert_int_eq(store_close(store), ERR_OK);
    play_and_die(1, 2, -1);
    take(&second);
    put(&first, NULL);
    ck_assert_int_eq(store_close(fixture_open(&fixture)), ERR_OK);
    take(&first);
    put(&first, &second);
    expect_refused("a log of another seed");
}

/* The log alone does not show it: it has the newest pages. */
TEST(a_file_below_its_log_that_was_cut_is_refused)
{
    play_and_die(1, LEVELS, -1);
    ck_assert_int_eq(store_close(fixture_open(&fixture)), ERR_OK);
    play_and_die(1, 2, -1);
    take(&first);
    put(&first, &first);
    ck_assert_int_eq(truncate(fixture.path, (off_t)first.database_length - 4096), 0);
    expect_refused("a page less");
    ck_assert_int_eq(truncate(fixture.path, 3 * 4096), 0);
    expect_refused("three pages left");
    put(&first, &first);
    expect_whole("as it was");
}

/* A power cut may tear a page while it is written from the log, which has it. */
TEST(a_head_that_was_torn_below_its_log_is_taken_from_the_log)
{
    play_and_die(1, 2, -1);
    take(&first);
    ck_assert_uint_gt(first.database_length, 8192);
    memset(first.database + 4096 + 512, 0xff, 3584);
    put(&first, &first);
    expect_whole("a torn head");
    memset(first.database, 0, 512);
    put(&first, &first);
    expect_whole("a torn first page");
}
