/*
 * The crash disk keeps its word, and is as unkind as it says.
 */
#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "crash_disk.h"
#include "support/test.h"

enum { SIZE = 4096, SEEDS = 60, NEW_FILE = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE };

#define FILE_PATH  CRASH_DISK_FOLDER "/a.db"
#define OTHER_PATH CRASH_DISK_FOLDER "/b.db"

static struct crash_disk *disk;
static sqlite3_file *file;

static void open_as(const char *path, int flags)
{
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);

    file = calloc(1, (size_t)vfs->szOsFile);
    ck_assert_ptr_nonnull(file);
    ck_assert_int_eq(vfs->xOpen(vfs, path, file, flags, NULL), SQLITE_OK);
}

static void close_file(void)
{
    if (file == NULL)
        return;
    file->pMethods->xClose(file);
    free(file);
    file = NULL;
}

static int write_file(uint8_t value, int length, int offset)
{
    uint8_t data[2 * SIZE];

    memset(data, value, sizeof data);
    return file->pMethods->xWrite(file, data, length, offset);
}

static int sync_file(void)
{
    return file->pMethods->xSync(file, SQLITE_SYNC_NORMAL);
}

static int sync_folder(void)
{
    int folder = open(CRASH_DISK_FOLDER, O_RDONLY | O_DIRECTORY);
    int answer = fsync(folder);

    ck_assert_int_eq(close(folder), 0);
    return answer;
}

/* A disk with FILE_PATH open, SIZE bytes of 1 in it, all of it safe. */
static void begin(uint64_t seed)
{
    disk = crash_disk_new(seed);
    open_as(FILE_PATH, NEW_FILE | SQLITE_OPEN_MAIN_DB);
    ck_assert_int_eq(write_file(1, SIZE, 0), SQLITE_OK);
    ck_assert_int_eq(sync_file(), SQLITE_OK);
    ck_assert_int_eq(sync_folder(), 0);
}

static void end(void)
{
    close_file();
    crash_disk_free(disk);
}

static void cut(void)
{
    close_file();
    crash_disk_power_up(disk);
}

/* Returns the size of the file and its content. */
static int survivors(uint8_t out[2 * SIZE])
{
    sqlite3_int64 size = 0;

    open_as(FILE_PATH, SQLITE_OPEN_READWRITE | SQLITE_OPEN_MAIN_DB);
    ck_assert_int_eq(file->pMethods->xFileSize(file, &size), SQLITE_OK);
    ck_assert_int_le(size, 2 * SIZE);
    memset(out, 0, 2 * SIZE);
    ck_assert_int_eq(file->pMethods->xRead(file, out, (int)size, 0), SQLITE_OK);
    return (int)size;
}

static bool is_all(const uint8_t *data, int length, uint8_t value)
{
    for (int i = 0; i < length; i++) {
        if (data[i] != value)
            return false;
    }
    return true;
}

TEST(what_was_synced_survives_every_cut)
{
    uint8_t found[2 * SIZE];

    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        begin(seed);
        cut();
        ck_assert_int_eq(survivors(found), SIZE);
        ck_assert(is_all(found, SIZE, 1));
        end();
    }
}

TEST(unsynced_sectors_are_kept_dropped_and_torn)
{
    uint8_t found[2 * SIZE];
    int kept = 0;
    int dropped = 0;
    int torn = 0;

    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        begin(seed);
        ck_assert_int_eq(write_file(2, SIZE, 0), SQLITE_OK);
        cut();
        survivors(found);
        for (int at = 0; at < SIZE; at += CRASH_SECTOR_SIZE) {
            if (is_all(found + at, CRASH_SECTOR_SIZE, 2))
                kept++;
            else if (is_all(found + at, CRASH_SECTOR_SIZE, 1))
                dropped++;
            else
                torn++;
        }
        end();
    }
    ck_assert_msg(kept > SEEDS && dropped > SEEDS && torn > SEEDS / 2,
                  "%d kept, %d dropped, %d torn", kept, dropped, torn);
}

TEST(bytes_that_were_not_written_are_never_touched)
{
    uint8_t found[2 * SIZE];

    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        begin(seed);
        ck_assert_int_eq(write_file(2, 700, 100), SQLITE_OK);
        cut();
        ck_assert_int_eq(survivors(found), SIZE);
        ck_assert(is_all(found, 100, 1));
        ck_assert(is_all(found + 800, SIZE - 800, 1));
        end();
    }
}

TEST(a_file_that_grew_may_have_lost_its_new_bytes)
{
    uint8_t found[2 * SIZE];
    int short_ones = 0;
    int zeros = 0;

    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        begin(seed);
        ck_assert_int_eq(write_file(2, SIZE, SIZE), SQLITE_OK);
        cut();
        int size = survivors(found);
        ck_assert_int_ge(size, SIZE);
        ck_assert(is_all(found, SIZE, 1));
        short_ones += size < 2 * SIZE;
        for (int at = SIZE; at + CRASH_SECTOR_SIZE <= size; at += CRASH_SECTOR_SIZE)
            zeros += is_all(found + at, CRASH_SECTOR_SIZE, 0);
        end();
    }
    ck_assert_int_gt(short_ones, 0);
    ck_assert_int_gt(zeros, 0);
}

TEST(an_unsynced_truncation_happens_or_does_not)
{
    uint8_t found[2 * SIZE];
    int cut_off = 0;

    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        begin(seed);
        ck_assert_int_eq(file->pMethods->xTruncate(file, 1000), SQLITE_OK);
        cut();
        int size = survivors(found);
        ck_assert(size == 1000 || size == SIZE);
        ck_assert(is_all(found, size, 1));
        cut_off += size == 1000;
        end();
    }
    ck_assert_int_gt(cut_off, 0);
    ck_assert_int_lt(cut_off, SEEDS);
}

TEST(a_name_is_safe_when_the_folder_was_synced)
{
    int old_names = 0;
    int new_names = 0;

    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        struct stat info;
        begin(seed);
        ck_assert_int_eq(rename(FILE_PATH, OTHER_PATH), 0);
        if (seed % 2 == 0)
            ck_assert_int_eq(sync_folder(), 0);
        cut();
        bool is_old = stat(FILE_PATH, &info) == 0;
        bool is_new = stat(OTHER_PATH, &info) == 0;
        ck_assert_msg(is_old != is_new, "a rename is never half done");
        ck_assert_int_eq(info.st_size, SIZE);
        ck_assert_msg(seed % 2 != 0 || is_new, "the folder was synced");
        old_names += is_old;
        new_names += is_new;
        end();
    }
    ck_assert_int_gt(old_names, 0);
    ck_assert_int_gt(new_names, SEEDS / 2);
}

TEST(the_first_sync_of_a_log_makes_its_name_safe)
{
    struct stat info;

    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        begin(seed);
        close_file();
        open_as(FILE_PATH "-wal", NEW_FILE | SQLITE_OPEN_WAL);
        ck_assert_int_eq(sync_file(), SQLITE_OK);
        cut();
        ck_assert_int_eq(stat(FILE_PATH "-wal", &info), 0);
        end();
    }
}

TEST(the_power_goes_off_at_the_operation_asked_for)
{
    uint8_t found[2 * SIZE];

    begin(7);
    crash_disk_cut_at(disk, 3);
    ck_assert_int_eq(write_file(2, SIZE, 0), SQLITE_OK);
    ck_assert_int_eq(sync_file(), SQLITE_OK);
    ck_assert(!crash_disk_is_off(disk));
    ck_assert_int_ne(write_file(3, 100, 0), SQLITE_OK);
    ck_assert(crash_disk_is_off(disk));
    ck_assert_int_ne(sync_file(), SQLITE_OK);
    ck_assert_int_ne(file->pMethods->xRead(file, found, 1, 0), SQLITE_OK);
    ck_assert_int_ne(access(FILE_PATH, R_OK), 0);
    ck_assert_int_eq(errno, EIO);
    cut();
    ck_assert(!crash_disk_is_off(disk));
    ck_assert_int_eq(survivors(found), SIZE);
    ck_assert(is_all(found + 100, SIZE - 100, 2));
    end();
}

TEST(faults_come_when_and_as_often_as_asked_for)
{
    begin(7);
    crash_disk_fail_at(disk, 2, 2);
    ck_assert_int_eq(write_file(2, SIZE, 0), SQLITE_OK);
    ck_assert_int_eq(sync_file(), SQLITE_IOERR_FSYNC);
    ck_assert_int_eq(write_file(3, SIZE, 0), SQLITE_IOERR_WRITE);
    ck_assert_int_eq(write_file(3, SIZE, 0), SQLITE_OK);
    ck_assert_int_eq(sync_file(), SQLITE_OK);
    ck_assert_uint_eq(crash_disk_counts(disk)->faults, 2);
    crash_disk_fail_at(disk, 1, 1);
    ck_assert_int_eq(file->pMethods->xTruncate(file, 0), SQLITE_IOERR_TRUNCATE);
    crash_disk_fail_at(disk, 1, 1);
    ck_assert_int_ne(unlink(FILE_PATH), 0);
    ck_assert_int_eq(errno, EIO);
    ck_assert_int_eq(access(FILE_PATH, R_OK), 0);
    end();
}

TEST(after_a_failed_sync_only_what_is_written_again_is_safe)
{
    uint8_t found[2 * SIZE];
    int forgotten = 0;

    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        begin(seed);
        ck_assert_int_eq(write_file(2, SIZE, 0), SQLITE_OK);
        crash_disk_fail_at(disk, 1, 1);
        ck_assert_int_ne(sync_file(), SQLITE_OK);
        ck_assert_int_eq(write_file(3, SIZE / 2, 0), SQLITE_OK);
        ck_assert_int_eq(sync_file(), SQLITE_OK);
        cut();
        survivors(found);
        ck_assert(is_all(found, SIZE / 2, 3));
        forgotten += !is_all(found + SIZE / 2, SIZE / 2, 2);
        end();
    }
    ck_assert_int_gt(forgotten, SEEDS / 5);
    ck_assert_int_lt(forgotten, SEEDS * 4 / 5);
}

TEST(ignored_syncs_succeed_and_save_nothing)
{
    uint8_t found[2 * SIZE];
    int lost = 0;

    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        begin(seed);
        crash_disk_ignore_syncs(disk);
        ck_assert_int_eq(write_file(2, SIZE, 0), SQLITE_OK);
        ck_assert_int_eq(sync_file(), SQLITE_OK);
        cut();
        survivors(found);
        lost += !is_all(found, SIZE, 2);
        end();
    }
    ck_assert_int_gt(lost, SEEDS / 2);
}

TEST(the_same_seed_leaves_the_same_bytes)
{
    uint8_t first[2 * SIZE];
    uint8_t second[2 * SIZE];
    uint8_t other[2 * SIZE];
    uint8_t *const results[] = {first, second, other};
    uint64_t random_numbers[3];

    for (int i = 0; i < 3; i++) {
        begin(i < 2 ? 11 : 12);
        sqlite3_randomness(sizeof random_numbers[i], &random_numbers[i]);
        ck_assert_int_eq(write_file(2, SIZE, SIZE / 2), SQLITE_OK);
        cut();
        survivors(results[i]);
        end();
    }
    ck_assert_mem_eq(first, second, sizeof first);
    ck_assert_mem_ne(first, other, sizeof first);
    ck_assert_msg(random_numbers[0] == random_numbers[1], "SQLite's own are part of it");
    ck_assert(random_numbers[0] != random_numbers[2]);
}

TEST(other_paths_are_left_to_the_system)
{
    struct stat info;

    begin(1);
    ck_assert_int_eq(stat("/", &info), 0);
    ck_assert(S_ISDIR(info.st_mode));
    ck_assert_int_ne(stat("/crash-diskette", &info), 0);
    ck_assert_int_ne(fsync(-1), 0);
    end();
    ck_assert_msg(stat(FILE_PATH, &info) != 0, "without a disk there is nothing");
}
