/*
 * A log with a flipped bit, a log that was cut, and a new log over an older one.
 */
#include <signal.h>
#include <sys/stat.h>

#include "db/log.h"
#include "fixture.h"
#include "support/test.h"

enum { LOG_HEADER = 32, FRAME = 24 + 4096, SALT_BYTE = 9, COMMITS = 6 };

static struct fixture fixture;
static char log_path[400];

static void set_up(void)
{
    fixture_make(&fixture);
    snprintf(log_path, sizeof log_path, "%s-wal", fixture.path);
}

static void tear_down(void)
{
    fixture_remove(&fixture);
}

/* A child commits `count` times and dies: all of it is in the log alone. Gives its frames. */
static long commit_and_die(int count)
{
    struct stat info;
    pid_t child = fork();

    if (child == 0) {
        struct store *store = fixture_open(&fixture);
        for (int i = 0; i < count; i++)
            ck_assert_int_eq(store_save_meta(store, META_TICK, (uint64_t)i + 1), ERR_OK);
        raise(SIGKILL);
    }
    ck_assert_int_eq(fixture_wait(child), -SIGKILL);
    ck_assert_int_eq(stat(log_path, &info), 0);
    ck_assert_int_eq((info.st_size - LOG_HEADER) % FRAME, 0);
    return (info.st_size - LOG_HEADER) / FRAME;
}

static void flip(long offset)
{
    FILE *file = fopen(log_path, "r+b");

    ck_assert_ptr_nonnull(file);
    fseek(file, offset, SEEK_SET);
    int byte = fgetc(file);
    fseek(file, offset, SEEK_SET);
    ck_assert_int_ne(fputc(byte ^ 4, file), EOF);
    ck_assert_int_eq(fclose(file), 0);
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_flipped_bit_before_the_last_commit_is_damage)
{
    static const long offsets[] = {0, 5, SALT_BYTE, 17, 24, 700, FRAME - 1};

    fixture_make_database(&fixture);
    ck_assert(!log_is_damaged(log_path));
    ck_assert_int_eq(commit_and_die(COMMITS), COMMITS);
    ck_assert(!log_is_damaged(log_path));
    for (long frame = 0; frame < COMMITS; frame++) {
        for (size_t i = 0; i < sizeof offsets / sizeof offsets[0]; i++) {
            long offset = LOG_HEADER + frame * FRAME + offsets[i];
            flip(offset);
            /* A reader cannot know that a frame with another salt belonged to this log. */
            long behind = frame + (offsets[i] == SALT_BYTE ? 2 : 1);
            ck_assert_msg(log_is_damaged(log_path) == (behind < COMMITS), "frame %ld, byte %ld",
                          frame, offsets[i]);
            flip(offset);
        }
    }
    ck_assert(!log_is_damaged(log_path));
}

TEST(a_write_that_was_cut_off_is_not)
{
    fixture_make_database(&fixture);
    long frames = commit_and_die(COMMITS);
    long size = LOG_HEADER + frames * FRAME;

    flip(size - 100);
    ck_assert(!log_is_damaged(log_path));
    flip(size - 100);
    for (long length = size; length >= 0; length -= 333) {
        ck_assert_int_eq(truncate(log_path, length), 0);
        ck_assert_msg(!log_is_damaged(log_path), "cut to %ld bytes", length);
    }
    ck_assert_int_eq(truncate(log_path, 0), 0);
}

/* Frames of an older log behind the end of the new one do not belong to it. */
TEST(an_older_log_behind_the_new_one_is_not)
{
    fixture_make_database(&fixture);
    ck_assert_int_eq(commit_and_die(COMMITS), COMMITS);
    ck_assert_int_eq(commit_and_die(2), COMMITS);
    ck_assert(!log_is_damaged(log_path));
    flip(LOG_HEADER + FRAME + 50);
    ck_assert(!log_is_damaged(log_path));
}

TEST(the_operator_is_told)
{
    struct store *store = NULL;
    struct store_status status;

    fixture_make_database(&fixture);
    ck_assert_int_eq(commit_and_die(COMMITS), COMMITS);
    flip(LOG_HEADER + FRAME + 50);
    ck_assert_int_eq(store_open(fixture.path, &store, &status), ERR_OK);
    ck_assert_msg(strstr(status.warning, "-wal is damaged") != NULL, "\"%s\"", status.warning);
    ck_assert_int_eq(store_close(store), ERR_OK);
    ck_assert_int_eq(store_open(fixture.path, &store, &status), ERR_OK);
    ck_assert_str_eq(status.warning, "");
    ck_assert_int_eq(store_close(store), ERR_OK);
}
