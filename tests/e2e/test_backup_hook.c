/*
 * The program that is run after each backup: what it gets, how its failure is told, and that it
 * holds nothing up for ever.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/live/console.h"
#include "support/live/process.h"
#include "support/live/stopwatch.h"
#include "support/test.h"

enum { SCRIPT_MAX = 512, AWAIT_MS = 5000 };

static struct process server;
static struct console console;
static char script[PROCESS_PATH_SIZE];
static char told[PROCESS_PATH_SIZE]; /* where the script writes to */
static int line;                     /* to the control socket */

static void set_up(void)
{
    line = -1;
    process_init(&server);
    console_init(&console, UNDERCROFTCTL_PATH, &server);
    process_path(&server, "hook", script);
    process_path(&server, "told", told);
}

static void tear_down(void)
{
    if (line >= 0)
        close(line);
    console_release(&console);
    process_release(&server);
}

/* `body`, with "$TOLD" for that file. */
static void start(const char *body)
{
    FILE *file = fopen(script, "w");

    ck_assert_ptr_nonnull(file);
    fprintf(file, "#!/bin/sh\nTOLD='%s'\n%s\n", told, body);
    ck_assert_int_eq(fclose(file), 0);
    ck_assert_int_eq(chmod(script, 0700), 0);
    process_start(&server, WORDS("--backup-minutes", "0", "--backup-hook", script));
}

/* Waits until the script has written, and gives that. */
static const char *await_told(void)
{
    static char text[SCRIPT_MAX];

    int64_t deadline_us = stopwatch_deadline_us(AWAIT_MS);
    while (process_read_file(told, text, sizeof text) == 0) {
        ck_assert_msg(!stopwatch_is_over(deadline_us), "the hook was not run");
        stopwatch_pause_ms(1);
    }
    return text;
}

TEST_FIXTURE(set_up, tear_down);

TEST(it_gets_the_path_of_the_proven_backup_alone)
{
    start("echo \"$# $1\" >\"$TOLD\"; cp \"$1\" \"$TOLD.copy\"; echo copied; echo why >&2");
    console_expect(&console, WORDS("backup", "mine.db"), 0, "Written and checked.");
    const char *text = await_told();
    ck_assert_msg(strncmp(text, "1 /", 3) == 0, "told: %s", text);
    ck_assert_ptr_nonnull(strstr(text, "/backups/mine.db\n"));
    process_expect_said(&server, "err", "copied");
    process_expect_said(&server, "err", "why");
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(its_failure_is_told_like_that_of_a_backup)
{
    start("exit 3");
    console_expect(&console, WORDS("backup", "mine.db"), 1, "it ended with exit code 3");
    ck_assert(console_metric(&console, "undercroft_backups_total{result=\"failed\"}") == 1);
    process_expect_said(&server, "err", "backup.failed");
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(one_that_is_not_there_is_told_and_harms_nothing)
{
    process_start(&server, WORDS("--backup-minutes", "0", "--backup-hook", "/nowhere/hook"));
    process_expect_said(&server, "out", "warn: the backup hook /nowhere/hook cannot be run: No");
    console_expect(&console, WORDS("doctor"), 0, "the backup hook /nowhere/hook cannot be run: No");
    console_expect(&console, WORDS("backup", "mine.db"), 1, "it cannot be run");
    console_expect(&console, WORDS("save"), 0, "Saved.");
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(a_check_of_the_settings_warns_of_one_that_is_not_there)
{
    process_spawn(
        &server, WORDS("--data", console.data, "--check-config", "--backup-hook", "/nowhere/hook"));
    ck_assert_int_eq(process_wait(&server), 0);
    process_expect_said(&server, "err", "warn: the backup hook /nowhere/hook cannot be run: No");
    process_expect_said(&server, "out", "the settings are good");
}

TEST(one_that_is_there_is_no_finding_and_one_that_is_gone_becomes_one)
{
    start("exit 0");
    ck_assert(!process_said(&server, "out", "hook"));
    ck_assert_int_eq(unlink(script), 0);
    console_expect(&console, WORDS("doctor"), 0, "cannot be run");
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(endless_output_is_cut)
{
    static char text[1 << 18];
    char path[PROCESS_PATH_SIZE];
    int lines = 0;

    start("i=0; while [ $i -lt 2000 ]; do echo hooked $i; i=$((i + 1)); done");
    console_expect(&console, WORDS("backup"), 0, "Written and checked.");
    process_expect_said(&server, "err", "left out");
    process_path(&server, "err", path);
    ck_assert_uint_gt(process_read_file(path, text, sizeof text), 0);
    for (const char *at = text; (at = strstr(at, "hooked")) != NULL; at++)
        lines++;
    ck_assert_int_le(lines, 100);
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST_EACH(one_that_hangs_holds_up_no_play_and_a_stop_ends_it_with_what_it_started, 2)
{
    static const char *const bodies[] = {"sleep 1000 & echo $! >\"$TOLD\"; wait",
                                         "trap '' TERM; sleep 1000 & echo $! >\"$TOLD\";"
                                         " while :; do wait; done"};

    start(bodies[_i]);
    line = console_connect(console.data);
    console_send(line, "text backup\n", 12);
    pid_t sleeper = (pid_t)strtol(await_told(), NULL, 10);
    ck_assert_int_eq(kill(sleeper, 0), 0);
    console_expect(&console, WORDS("save"), 0, "Saved.");
    console_expect(&console, WORDS("backup"), 1, "being written already");
    ck_assert_int_eq(process_stop(&server), 0);
    int64_t deadline_us = stopwatch_deadline_us(AWAIT_MS);
    while (kill(sleeper, 0) == 0) {
        ck_assert_msg(!stopwatch_is_over(deadline_us), "it goes on without its server");
        stopwatch_pause_ms(1);
    }
}
