/*
 * An image of a folder that is laid back: all is as it was, after any changes to it meanwhile.
 */
#define _GNU_SOURCE /* mknod() */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/disk/folder_image.h"
#include "support/file.h"
#include "support/test.h"

enum { PATH_SIZE = 128, TEXT_SIZE = 64 };

static char folder[PATH_SIZE - 32];
static struct folder_image *image;

static const char *path_of(const char *name)
{
    static char path[PATH_SIZE];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void write_file(const char *name, const char *text)
{
    FILE *file = fopen(path_of(name), "w");

    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    fclose(file);
}

static void expect_file(const char *name, const char *text)
{
    char found[TEXT_SIZE] = "";
    FILE *file = fopen(path_of(name), "r");

    ck_assert_msg(file != NULL, "%s is gone", name);
    (void)fread(found, 1, sizeof found - 1, file);
    fclose(file);
    ck_assert_str_eq(found, text);
}

static struct stat status_of(const char *name)
{
    struct stat status;

    ck_assert_msg(lstat(path_of(name), &status) == 0, "%s is gone", name);
    return status;
}

static void set_up(void)
{
    file_make_folder(folder, sizeof folder, "image");
    write_file("world", "one moment");
    write_file("log", "");
    ck_assert_int_eq(mkdir(path_of("backups"), 0700), 0);
    write_file("backups/first", "a backup");
    ck_assert_int_eq(mknod(path_of("socket"), S_IFSOCK | 0600, 0), 0);
    ck_assert_int_eq(symlink("world", path_of("link")), 0);
    image = folder_image_take(folder);
}

static void tear_down(void)
{
    static const char *const names[] = {"world", "log", "backups/first", "backups", "socket",
                                        "link",  ""};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        (void)remove(path_of(names[i]));
}

TEST_FIXTURE(set_up, tear_down);

TEST(what_was_written_since_is_undone)
{
    struct stat before = status_of("world");

    write_file("world", "another moment");
    write_file("log", "more");
    chmod(path_of("world"), 0644);
    folder_image_lay_back(image);
    struct stat after = status_of("world");
    expect_file("world", "one moment");
    expect_file("log", "");
    ck_assert_uint_eq(after.st_ino, before.st_ino);
    ck_assert_uint_eq(after.st_mode, before.st_mode);
    ck_assert(after.st_mtim.tv_sec == before.st_mtim.tv_sec &&
              after.st_mtim.tv_nsec == before.st_mtim.tv_nsec);
}

TEST(what_was_removed_is_there_again)
{
    static const char *const names[] = {"world", "backups/first", "backups", "socket", "link"};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        ck_assert_int_eq(remove(path_of(names[i])), 0);
    folder_image_lay_back(image);
    expect_file("world", "one moment");
    expect_file("backups/first", "a backup");
    expect_file("link", "one moment");
    ck_assert(S_ISSOCK(status_of("socket").st_mode));
    ck_assert(S_ISLNK(status_of("link").st_mode));
}

TEST(what_came_since_goes)
{
    ck_assert_int_eq(mkdir(path_of("later"), 0700), 0);
    write_file("later/one", "x");
    write_file("backups/second", "x");
    ck_assert_int_eq(remove(path_of("socket")), 0);
    write_file("socket", "a file in its place");
    folder_image_lay_back(image);
    ck_assert_int_ne(access(path_of("later"), F_OK), 0);
    ck_assert_int_ne(access(path_of("backups/second"), F_OK), 0);
    ck_assert(S_ISSOCK(status_of("socket").st_mode));
    expect_file("backups/first", "a backup");
}
