/*
 * Pages of ended lives in their folder: numbers, limits, names of files that are no pages, and
 * writes that fail.
 */
#include "server/save/persist_morgue.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/base/log.h"
#include "server/save/persist_work.h"
#include "support/file.h"
#include "support/test.h"

enum { FOLDER_SIZE = 128 };

static struct log quiet = {.level_min = LOG_ERROR, .descriptor = -1};
static char folder[FOLDER_SIZE];
static struct persist_work work;

/* The folder of the pages may be a file, or not there. */
static void tear_down(void)
{
    char path[FOLDER_SIZE + 300];
    struct dirent *entry;

    snprintf(path, sizeof path, "%s/morgue", folder);
    morgue_release(&work);
    unlink(path);
    DIR *open = opendir(path);
    while (open != NULL && (entry = readdir(open)) != NULL) {
        char file[sizeof path + 300];
        snprintf(file, sizeof file, "%s/%s", path, entry->d_name);
        unlink(file);
    }
    if (open != NULL)
        closedir(open);
    rmdir(path);
    rmdir(folder);
}

static void set_up(void)
{
    file_make_folder(folder, sizeof folder, "morgue");
    work = (struct persist_work){.log = &quiet, .folder = folder};
}

TEST_FIXTURE(set_up, tear_down);

static const char *path_of(const char *file)
{
    static char path[FOLDER_SIZE + 64];

    snprintf(path, sizeof path, "%s/morgue/%s", folder, file);
    return path;
}

static bool is_there(const char *file)
{
    return access(path_of(file), F_OK) == 0;
}

static enum err write_page(const char *name, const char *text, uint32_t pages, uint64_t bytes)
{
    struct job *job = job_new(&question_save_page);

    ck_assert_ptr_nonnull(job);
    struct new_page *page = job->content;
    snprintf(page->name, sizeof page->name, "%s", name);
    snprintf(page->text, sizeof page->text, "%s", text);
    page->pages_max = pages;
    page->bytes_max = bytes;
    ck_assert(question_save_page.work(&work, job));
    enum err result = job->result;
    job_free(job);
    return result;
}

static void put_file(const char *file)
{
    FILE *out = fopen(path_of(file), "w");

    ck_assert_ptr_nonnull(out);
    fputs("something\n", out);
    ck_assert_int_eq(fclose(out), 0);
}

TEST(pages_of_a_player_are_numbered_and_the_oldest_go)
{
    for (int i = 0; i < 4; i++)
        ck_assert_int_eq(write_page("Ada", "a page\n", 2, 1000), ERR_OK);
    ck_assert_int_eq(write_page("Brom", "a page\n", 2, 1000), ERR_OK);
    ck_assert(!is_there("Ada-1.txt") && !is_there("Ada-2.txt"));
    ck_assert(is_there("Ada-3.txt") && is_there("Ada-4.txt") && is_there("Brom-1.txt"));
}

TEST(the_folder_is_read_again_only_when_it_changed)
{
    struct stat before;

    ck_assert_int_eq(write_page("Ada", "a page\n", 9, 1000), ERR_OK);
    ck_assert_int_eq(stat(path_of(""), &before), 0);
    put_file("Ada-5.txt");
    const struct timespec times[] = {before.st_atim, before.st_mtim};
    ck_assert_int_eq(utimensat(AT_FDCWD, path_of(""), times, 0), 0);
    ck_assert_int_eq(write_page("Ada", "a page\n", 9, 1000), ERR_OK);
    ck_assert_msg(is_there("Ada-2.txt"), "the list was kept");
    const struct timespec later[] = {before.st_atim, {.tv_sec = before.st_mtim.tv_sec + 1}};
    ck_assert_int_eq(utimensat(AT_FDCWD, path_of(""), later, 0), 0);
    ck_assert_int_eq(write_page("Ada", "a page\n", 9, 1000), ERR_OK);
    ck_assert(is_there("Ada-6.txt"));
}

TEST(all_pages_together_have_a_limit)
{
    ck_assert_int_eq(write_page("Ada", "0123456789", 9, 25), ERR_OK);
    ck_assert_int_eq(write_page("Brom", "0123456789", 9, 25), ERR_OK);
    ck_assert_int_eq(write_page("Brom", "0123456789", 9, 25), ERR_OK);
    ck_assert_int_eq(is_there("Ada-1.txt") + is_there("Brom-1.txt") + is_there("Brom-2.txt"), 2);
    ck_assert(is_there("Brom-2.txt"));
}

TEST(other_files_are_left_alone)
{
    static const char *const files[] = {
        "Ada-0.txt",  "Ada-01.txt", "ada-1.txt",  "Ada-1.txt.bak", "notes.txt",
        "Ada-1x.txt", "Ad-1.txt",   "Ada--1.txt", "Ada-.txt",      "Ada-99999999999.txt"};
    enum { FILES = sizeof files / sizeof files[0] };

    ck_assert_int_eq(mkdir(path_of(""), 0700), 0);
    for (int i = 0; i < FILES; i++)
        put_file(files[i]);
    ck_assert_int_eq(write_page("Ada", "a page\n", 1, 8), ERR_OK);
    ck_assert_int_eq(write_page("Ada", "a page\n", 1, 8), ERR_OK);
    ck_assert(!is_there("Ada-1.txt") && is_there("Ada-2.txt"));
    for (int i = 0; i < FILES; i++)
        ck_assert_msg(is_there(files[i]), "%s is gone", files[i]);
}

TEST(a_page_that_cannot_be_written_whole_is_not_there)
{
    struct rlimit before;
    static char text[4000];

    memset(text, 'x', sizeof text - 1);
    ck_assert_int_eq(write_page("Ada", "a page\n", 9, 100000), ERR_OK);
    ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &before), 0);
    struct rlimit little = {.rlim_cur = 1000, .rlim_max = before.rlim_max};
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &little), 0);
    enum err result = write_page("Ada", text, 9, 100000);
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, handler);
    ck_assert_int_ne(result, ERR_OK);
    ck_assert(is_there("Ada-1.txt") && !is_there("Ada-2.txt"));
}

TEST(a_file_in_the_place_of_the_folder_is_an_error)
{
    char path[FOLDER_SIZE + 64];

    snprintf(path, sizeof path, "%s/morgue", folder);
    FILE *out = fopen(path, "w");
    ck_assert_ptr_nonnull(out);
    ck_assert_int_eq(fclose(out), 0);
    ck_assert_int_ne(write_page("Ada", "a page\n", 9, 1000), ERR_OK);
    work.folder = NULL;
    ck_assert_int_eq(write_page("Ada", "a page\n", 9, 1000), ERR_NOT_FOUND);
}

TEST(pages_go_with_their_player_and_take_another_name)
{
    ck_assert_int_eq(morgue_forget(folder, "Ada"), ERR_OK);
    ck_assert_int_eq(write_page("Ada", "a page\n", 9, 1000), ERR_OK);
    ck_assert_int_eq(write_page("Brom", "a page\n", 9, 1000), ERR_OK);
    ck_assert_int_eq(morgue_rename(folder, "Ada", "Cai"), ERR_OK);
    ck_assert(!is_there("Ada-1.txt") && is_there("Cai-1.txt"));
    ck_assert_int_eq(morgue_forget(folder, "Cai"), ERR_OK);
    ck_assert(!is_there("Cai-1.txt") && is_there("Brom-1.txt"));
}
