/*
 * A server, its children and its tools do the same in every state that a supervisor may leave them:
 * signals, limits, descriptors, folder, environment, priority. Each row starts a server from one,
 * has it run a child, and stops it.
 */
#define _GNU_SOURCE /* clearenv(), nice() and prlimit() are not in POSIX */
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/live/console.h"
#include "support/live/process.h"
#include "support/live/stopwatch.h"
#include "support/test.h"

enum { AWAIT_MS = 5000, TEXT_MAX = 4096, SMALL_STACK = 96 * 1024 };

static struct process server;
static struct console console;
static char told[PROCESS_PATH_SIZE]; /* what the child writes of itself */

static void set_up(void)
{
    process_init(&server);
    console_init(&console, UNDERCROFTCTL_PATH, &server);
    process_path(&server, "told", told);
}

static void tear_down(void)
{
    console_release(&console);
    process_release(&server);
}

/* Bounded by the numbers that there are; some are the library's own. */
static void block_all(void)
{
    sigset_t all;

    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
}

static void ignore_all(void)
{
    for (int number = 1; number <= SIGRTMAX; number++)
        signal(number, SIG_IGN);
}

static void ignore_children(void)
{
    struct sigaction none = {.sa_handler = SIG_IGN, .sa_flags = SA_NOCLDWAIT};

    sigaction(SIGCHLD, &none, NULL);
}

static void ignore_hangups(void)
{
    signal(SIGHUP, SIG_IGN);
}

static void mask_nothing(void)
{
    umask(0);
}

static void mask_all(void)
{
    umask(0777);
}

static void limit_stack(void)
{
    struct rlimit limit;

    getrlimit(RLIMIT_STACK, &limit);
    limit.rlim_cur = SMALL_STACK;
    setrlimit(RLIMIT_STACK, &limit);
}

static void limit_cores(void)
{
    const struct rlimit none = {0, 0};

    setrlimit(RLIMIT_CORE, &none);
}

static void limit_files(void)
{
    const struct rlimit few = {64, 64};

    setrlimit(RLIMIT_NOFILE, &few);
}

/* Descriptors as every supervisor has them open; "/etc/passwd" stands for its files and sockets. */
static void hold_descriptors(void)
{
    static const int numbers[] = {3, 7, 19, 63, 300};
    int file = open("/etc/passwd", O_RDONLY);

    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        dup2(file, numbers[i]);
}

static void close_in(void)
{
    close(STDIN_FILENO);
}

static void close_out(void)
{
    close(STDOUT_FILENO);
}

static void close_err(void)
{
    close(STDERR_FILENO);
}

static void close_all_three(void)
{
    close_in();
    close_out();
    close_err();
}

static void lose_folder(void)
{
    char folder[] = "/tmp/undercroft-gone-XXXXXX";

    if (mkdtemp(folder) != NULL && chdir(folder) == 0)
        rmdir(folder);
}

static void lose_environment(void)
{
    clearenv();
}

static void fill_environment(void)
{
    setenv("LANG", "tr_TR.UTF-8", 1);
    setenv("LC_ALL", "xx_XX", 1);
    setenv("TZ", ":/nowhere", 1);
    setenv("TMPDIR", "/nowhere", 1);
    setenv("MALLOC_PERTURB_", "165", 1);
    setenv("MALLOC_ARENA_MAX", "1", 1);
    setenv("UV_THREADPOOL_SIZE", "0", 1);
    setenv("LISTEN_FDS", "3", 1);
    setenv("NOTIFY_SOCKET", "/nowhere", 1);
}

static void be_nice(void)
{
    (void)!nice(19);
}

struct state_row {
    const char *name;
    void (*leave)(void);
    bool has_no_out; /* so that there is no ready line */
    bool has_no_err;
};

static const struct state_row states[] = {
    {.name = "nothing special"},
    {.name = "all signals blocked", .leave = block_all},
    {.name = "all signals ignored", .leave = ignore_all},
    {.name = "children not waited for", .leave = ignore_children},
    {.name = "nohup", .leave = ignore_hangups},
    {.name = "umask 0", .leave = mask_nothing},
    {.name = "umask 777", .leave = mask_all},
    {.name = "a small stack", .leave = limit_stack},
    {.name = "no cores", .leave = limit_cores},
    {.name = "64 open files", .leave = limit_files},
    {.name = "descriptors", .leave = hold_descriptors},
    {.name = "no standard input", .leave = close_in},
    {.name = "no standard output", .leave = close_out, .has_no_out = true},
    {.name = "no standard error", .leave = close_err, .has_no_err = true},
    {.name = "no stream", .leave = close_all_three, .has_no_out = true, .has_no_err = true},
    {.name = "its folder is gone", .leave = lose_folder},
    {.name = "no environment", .leave = lose_environment},
    {.name = "a full environment", .leave = fill_environment},
    {.name = "the lowest priority", .leave = be_nice},
};

/* Prints the state that a child of the server finds: always the same, however the server was
   started. */
static const char script_body[] = "#!/bin/sh\n"
                                  "grep -E '^Sig(Blk|Ign):' /proc/self/status >\"%s.new\"\n"
                                  "umask >>\"%s.new\"\n"
                                  "ls -l /proc/self/fd | grep -c -e passwd -e undercroft.db "
                                  ">>\"%s.new\"\n"
                                  "mv \"%s.new\" \"%s\"\n";
static const char script_told[] = "SigBlk:\t0000000000000000\n"
                                  "SigIgn:\t0000000000000000\n"
                                  "0077\n"
                                  "0\n";

static void begin(const struct state_row *row)
{
    static char script[PROCESS_PATH_SIZE];
    FILE *file;

    process_path(&server, "hook", script);
    file = fopen(script, "w");
    ck_assert_ptr_nonnull(file);
    fprintf(file, script_body, told, told, told, told, told);
    ck_assert_int_eq(fclose(file), 0);
    ck_assert_int_eq(chmod(script, 0700), 0);
    server.prepare = row->leave;
    process_begin(&server, WORDS("--backup-minutes", "0", "--backup-hook", script));
    server.prepare = NULL;
    if (!row->has_no_out) {
        process_wait_ready(&server);
        return;
    }
    int64_t deadline_us = stopwatch_deadline_us(AWAIT_MS);
    while (console_run(&console, WORDS("ping")) != 0 && !stopwatch_is_over(deadline_us))
        stopwatch_pause_ms(1);
}

static void expect_child_as_always(const char *name)
{
    char text[TEXT_MAX];
    int64_t deadline_us = stopwatch_deadline_us(AWAIT_MS);

    while (process_read_file(told, text, sizeof text) == 0 && !stopwatch_is_over(deadline_us))
        stopwatch_pause_ms(1);
    ck_assert_msg(strcmp(text, script_told) == 0, "%s: the child finds\n%s", name, text);
}

/* All is for the owner alone, folders and files. */
static void expect_modes(const char *name, const char *path)
{
    DIR *folder = opendir(path);

    ck_assert_ptr_nonnull(folder);
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char inner[2 * PROCESS_PATH_SIZE];
        struct stat info;
        snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name);
        if (strcmp(entry->d_name, "..") == 0 || lstat(inner, &info) != 0)
            continue;
        unsigned wanted = S_ISDIR(info.st_mode) ? 0700 : 0600;
        ck_assert_msg((info.st_mode & 0777) == wanted, "%s: %s has mode %o", name, inner,
                      (unsigned)info.st_mode & 0777);
    }
    closedir(folder);
}

/* No file of the server's is one of its standard streams. */
static void expect_streams(const char *name)
{
    char path[64];
    char target[PROCESS_PATH_SIZE];

    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++) {
        snprintf(path, sizeof path, "/proc/%ld/fd/%d", (long)server.pid, stream);
        ssize_t length = readlink(path, target, sizeof target - 1);
        ck_assert_msg(length > 0, "%s: stream %d is closed", name, stream);
        target[length] = '\0';
        ck_assert_msg(strcmp(target, "/dev/null") == 0 ||
                          strcmp(strrchr(target, '/'), stream == STDOUT_FILENO ? "/out" : "/err") ==
                              0,
                      "%s: stream %d is %s", name, stream, target);
    }
}

TEST_FIXTURE(set_up, tear_down);

TEST_EACH(a_server_does_the_same_whatever_it_was_left_with, sizeof states / sizeof states[0])
{
    const struct state_row *row = &states[_i];
    char path[PROCESS_PATH_SIZE];

    begin(row);
    expect_streams(row->name);
    console_expect(&console, WORDS("backup", "mine.db"), 0, "Written and checked.");
    expect_child_as_always(row->name);
    expect_modes(row->name, console.data);
    process_path(&server, "data/backups", path);
    expect_modes(row->name, path);
    console_expect(&console, WORDS("save"), 0, "Saved.");
    int ended = process_stop(&server);
    ck_assert_msg(ended == 0, "%s: exit code %d", row->name, ended);
    if (!row->has_no_err)
        process_expect_said(&server, "err", "saved and stopped");
}

static void stack_without_hope(void)
{
    const struct rlimit low = {512 * 1024, 512 * 1024};

    setrlimit(RLIMIT_STACK, &low);
}

static void files_without_hope(void)
{
    const struct rlimit low = {65536, 65536};

    setrlimit(RLIMIT_FSIZE, &low);
}

struct refusal_row {
    void (*leave)(void);
    const char *data; /* the folder of the world */
    int exit_code;
    const char *cause;
    const char *cure;
};

static const struct refusal_row refusals[] = {
    {stack_without_hope, console.data, 70, "the limit on the stack is too low: it is 512 KiB",
     "ulimit -s"},
    {files_without_hope, console.data, 3,
     "the limit on the size of files is too low for a database: it is 64 KiB", "ulimit -f"},
    {lose_folder, "./data", 3, "cannot make the data directory ./data", "--data DIR"},
};

TEST_EACH(what_leaves_no_room_is_told_with_its_cure, sizeof refusals / sizeof refusals[0])
{
    const struct refusal_row *row = &refusals[_i];

    server.prepare = row->leave;
    process_begin(&server, WORDS("--data", row->data));
    int ended = process_wait(&server);
    ck_assert_msg(ended == row->exit_code, "%s: exit code %d", row->cause, ended);
    ck_assert(process_said(&server, "err", row->cause));
    ck_assert(process_said(&server, "err", row->cure));
    ck_assert_msg(access(console.data, F_OK) != 0, "%s: a world was begun", row->cause);
}

/* The signal for it would end the process; the error is that of a full disk. */
TEST(a_file_that_may_grow_no_more_is_an_error_and_no_sudden_end)
{
    const struct rlimit low = {4096, RLIM_INFINITY};
    struct rlimit before;

    process_start(&server, NULL);
    ck_assert_int_eq(prlimit(server.pid, RLIMIT_FSIZE, &low, &before), 0);
    ck_assert_int_eq(console_run(&console, WORDS("announce", "anybody?")), 0);
    process_expect_said(&server, "err", "audit.not-saved");
    ck_assert_int_eq(prlimit(server.pid, RLIMIT_FSIZE, &before, NULL), 0);
    console_expect(&console, WORDS("save"), 0, "Saved.");
    ck_assert_int_eq(process_stop(&server), 0);
}

/* A signal is one whether it was blocked or not, and reaches the one who is to hear it. */
TEST(signals_that_were_blocked_and_ignored_are_heard)
{
    server.prepare = block_all;
    process_start(&server, NULL);
    kill(server.pid, SIGHUP);
    process_expect_said(&server, "err", "config.read");
    kill(server.pid, SIGINT);
    ck_assert_int_eq(process_wait(&server), 0);
    server.prepare = ignore_all;
    process_start(&server, NULL);
    kill(server.pid, SIGHUP);
    process_expect_said(&server, "err", "config.read");
    kill(server.pid, SIGINT);
    ck_assert_int_eq(process_wait(&server), 0);
}

/* Printed text goes nowhere, and not to the server that was asked. */
TEST(a_tool_without_streams_does_its_work)
{
    process_start(&server, NULL);
    console.tool.prepare = close_all_three;
    for (int i = 0; i < 3; i++)
        ck_assert_int_eq(console_run(&console, WORDS("save")), 0);
    ck_assert_int_eq(console_run(&console, WORDS("nonsense")), 2);
    console.tool.prepare = NULL;
    console_expect(&console, WORDS("ping"), 0, "pong");
    ck_assert_int_eq(process_stop(&server), 0);
}
