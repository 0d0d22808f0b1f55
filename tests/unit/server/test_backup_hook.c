/*
 * A hook that runs for too long is ended, with what it has started, and that is told. The use of a
 * hook is tested in e2e/test_backup_hook.c.
 */
#include "server/admin/backup_hook.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/admin/admin.h"
#include "server/admin/backup.h"
#include "support/test.h"
#include "support/file.h"

enum { HELD_MS = 10000 /* for a process that was killed to be gone */ };

static struct base base;
static struct backups backups;
static struct admin admin = {.base = &base, .backups = &backups};
static char failure[BACKUP_HOOK_REASON_SIZE];
static int ends;

static void on_hook_ended(struct admin *of, const char *why)
{
    ck_assert_ptr_eq(of, &admin);
    ck_assert_ptr_null(backups.hook);
    snprintf(failure, sizeof failure, "%s", why);
    ends++;
}

static void set_up(void)
{
    memset(&base, 0, sizeof base);
    base.log = (struct log){.level_min = LOG_ERROR, .descriptor = -1};
    ends = 0;
    failure[0] = '\0';
    ck_assert_int_eq(uv_loop_init(&base.loop), 0);
}

/* The hook must leave nothing in the loop. */
static void tear_down(void)
{
    uv_run(&base.loop, UV_RUN_DEFAULT);
    ck_assert_int_eq(uv_loop_close(&base.loop), 0);
}

/* The argument is a path for a hook, and a time for `sleep`. */
static void start(const char *program, const char *argument, uint64_t limit_ms)
{
    char reason[BACKUP_HOOK_REASON_SIZE] = "";

    enum err error = backup_hook_start(&admin, program, argument, limit_ms, on_hook_ended, reason);
    ck_assert_msg(error == ERR_OK, "%s", reason);
    ck_assert_ptr_nonnull(backups.hook);
}

TEST_FIXTURE(set_up, tear_down);

TEST(one_that_runs_for_too_long_is_ended)
{
    start("sleep", "1000", 50);
    uv_run(&base.loop, UV_RUN_DEFAULT);
    ck_assert_int_eq(ends, 1);
    ck_assert_str_eq(failure, "it ran for too long and was ended");
}

TEST(one_that_goes_well_is_over_once)
{
    start("true", "", BACKUP_HOOK_MS);
    uv_run(&base.loop, UV_RUN_DEFAULT);
    ck_assert_int_eq(ends, 1);
    ck_assert_str_eq(failure, "");
}

TEST_EACH(a_stop_ends_it_and_the_end_of_the_loop_does_not_wait_for_it, 2)
{
    start("sleep", "1000", BACKUP_HOOK_MS);
    if (_i == 0)
        backup_hook_stop(&admin);
    else
        backup_hook_close(&admin);
    uv_run(&base.loop, UV_RUN_DEFAULT);
    ck_assert_int_eq(ends, 1);
    ck_assert_str_eq(failure, "the server stops");
}

/* A script that ends at once and leaves a process behind, which holds the FIFO open. */
static void write_script(const char *path)
{
    static const char script[] =
        "#!/bin/sh\nexec 3>\"$1\"\ntail -f /dev/null >/dev/null 2>&1 &\nexit 0\n";
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0700);

    ck_assert_int_ge(file, 0);
    ck_assert_int_eq(write(file, script, sizeof script - 1), (ssize_t)(sizeof script - 1));
    ck_assert_int_eq(close(file), 0);
}

TEST(what_it_leaves_running_ends_with_it)
{
    char folder[64];
    char script[sizeof folder + 8];
    char fifo[sizeof folder + 8];

    file_make_folder(folder, sizeof folder, "hook");
    snprintf(script, sizeof script, "%s/hook", folder);
    snprintf(fifo, sizeof fifo, "%s/held", folder);
    write_script(script);
    ck_assert_int_eq(mkfifo(fifo, 0600), 0);
    struct pollfd held = {.fd = open(fifo, O_RDONLY | O_NONBLOCK), .events = POLLIN};
    ck_assert_int_ge(held.fd, 0);
    start(script, fifo, BACKUP_HOOK_MS);
    uv_run(&base.loop, UV_RUN_DEFAULT);
    ck_assert_int_eq(ends, 1);
    ck_assert_str_eq(failure, "");
    ck_assert_msg(poll(&held, 1, HELD_MS) == 1 && (held.revents & POLLHUP) != 0,
                  "something that the hook has started holds the FIFO still");
    close(held.fd);
    unlink(fifo);
    unlink(script);
    rmdir(folder);
}

TEST(one_that_cannot_be_run_leaves_nothing_behind)
{
    char reason[BACKUP_HOOK_REASON_SIZE] = "";

    ck_assert_int_eq(backup_hook_start(&admin, "/nowhere/hook", "x", 50, on_hook_ended, reason),
                     ERR_NO_RESOURCE);
    ck_assert_ptr_null(backups.hook);
    ck_assert_ptr_nonnull(strstr(reason, "cannot be run"));
    uv_run(&base.loop, UV_RUN_DEFAULT);
    ck_assert_int_eq(ends, 0);
}
