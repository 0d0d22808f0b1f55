/*
 * The reserve of disk space: really allocated, modest, and gone when it is given up.
 */
#include "server/save/ballast.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "support/test.h"
#include "support/file.h"

static char folder[64];
static uint64_t free_blocks = 1 << 20; /* that the disk has, of 4096 bytes */

/* Stands before the system's own. */
int statvfs(const char *restrict path, struct statvfs *restrict out)
{
    (void)path;
    *out = (struct statvfs){.f_frsize = 4096, .f_blocks = 1 << 21, .f_bavail = free_blocks};
    return access(path, F_OK);
}

static void make_folder(void)
{
    file_make_folder(folder, sizeof folder, "ballast");
}

static void remove_folder(void)
{
    char path[128];

    snprintf(path, sizeof path, "%s/ballast", folder);
    unlink(path);
    rmdir(folder);
}

TEST_FIXTURE(make_folder, remove_folder);

TEST(it_is_allocated_and_not_only_long)
{
    struct ballast ballast;
    struct stat info;

    ck_assert_int_eq(ballast_init(&ballast, folder), ERR_OK);
    ck_assert_int_eq(ballast_lay(&ballast), ERR_OK);
    ck_assert(ballast.is_laid);
    ck_assert_int_eq(stat(ballast.path, &info), 0);
    ck_assert_int_gt(info.st_size, 0);
    ck_assert_int_le(info.st_size, BALLAST_BYTES_MAX);
    ck_assert_msg(info.st_blocks * 512 >= info.st_size, "a file with holes would hold nothing");
    ck_assert_msg((info.st_mode & 0777) == 0600, "it is for its owner only");
}

TEST(giving_it_up_removes_it_once)
{
    struct ballast ballast;

    ck_assert_int_eq(ballast_init(&ballast, folder), ERR_OK);
    ck_assert_msg(!ballast_release(&ballast), "there is nothing yet");
    ck_assert_int_eq(ballast_lay(&ballast), ERR_OK);
    ck_assert(ballast_release(&ballast));
    ck_assert_int_ne(access(ballast.path, F_OK), 0);
    ck_assert(!ballast_release(&ballast));
    ck_assert_int_eq(ballast_lay(&ballast), ERR_OK);
    ck_assert_int_eq(access(ballast.path, F_OK), 0);
}

TEST(one_left_behind_is_taken_over)
{
    struct ballast ballast;
    struct stat info;

    ck_assert_int_eq(ballast_init(&ballast, folder), ERR_OK);
    FILE *file = fopen(ballast.path, "w");
    ck_assert_ptr_nonnull(file);
    fputs("left behind", file);
    fclose(file);
    ck_assert_int_eq(ballast_lay(&ballast), ERR_OK);
    ck_assert_int_eq(stat(ballast.path, &info), 0);
    ck_assert_int_ge(info.st_blocks * 512, 4096);
}

TEST(one_left_behind_on_a_disk_that_is_full_now_can_be_given_up)
{
    struct ballast former;
    struct ballast ballast;
    struct stat info;

    free_blocks = 1 << 20;
    ck_assert_int_eq(ballast_init(&former, folder), ERR_OK);
    ck_assert_int_eq(ballast_lay(&former), ERR_OK);
    free_blocks = 0;
    ck_assert_int_eq(ballast_init(&ballast, folder), ERR_OK);
    ck_assert_int_eq(ballast_lay(&ballast), ERR_OK);
    ck_assert_int_eq(stat(ballast.path, &info), 0);
    ck_assert_msg(info.st_size == BALLAST_BYTES_MAX, "the reserve has shrunk at a restart");
    ck_assert(ballast_release(&ballast));
    ck_assert_int_ne(access(ballast.path, F_OK), 0);
    ck_assert_int_eq(ballast_lay(&ballast), ERR_NO_SPACE);
    ck_assert_int_ne(access(ballast.path, F_OK), 0);
    free_blocks = 1 << 20;
}

TEST(where_nothing_can_be_written_there_is_none)
{
    struct ballast ballast;
    char path[600];

    ck_assert_int_eq(ballast_init(&ballast, "/nonexistent/folder"), ERR_OK);
    ck_assert_int_ne(ballast_lay(&ballast), ERR_OK);
    ck_assert(!ballast.is_laid);
    ck_assert(!ballast_release(&ballast));
    ck_assert_msg(!ballast_disk_is_tight(&ballast), "what cannot be seen is not called full");

    memset(path, 'a', sizeof path - 1);
    path[sizeof path - 1] = '\0';
    ck_assert_int_eq(ballast_init(&ballast, path), ERR_RANGE);
    ck_assert_msg(ballast_lay(&ballast) == ERR_OK && !ballast.is_laid, "no name, no file");
}
