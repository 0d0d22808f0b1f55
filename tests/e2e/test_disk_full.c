/*
 * A disk that becomes full under a running server: play goes on, players are told since when
 * changes are not saved, no new player is made, and known players may log in; when there is space
 * again all is saved and players are told so, without a restart.
 */
#include <dirent.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "support/live/console.h"
#include "support/live/ledger.h"
#include "support/live/light_client.h"
#include "support/live/place.h"
#include "support/live/process.h"
#include "support/live/small_disk.h"
#include "support/live/stopwatch.h"
#include "support/test.h"

enum {
    CROWD = 40,
    LATER = 4, /* of the crowd: come when the disk is full */
    PRESENT = CROWD - LATER,
    ANSWER_MS = 5000,
    FILL_MS = 60000,
    RECOVER_MS = 5000,
};

static struct process server;
static struct console console;
static struct rng rng;
static pid_t filler; /* 0: nobody fills the disk */
static struct ledger ledger;
static struct light_client crowd[CROWD];
static struct light_client stranger;
static struct place places[CROWD];
static char data[PROCESS_PATH_SIZE];

static void set_up(void)
{
    process_init(&server);
    process_path(&server, "data", data);
    small_disk_mount(data);
    console_init(&console, UNDERCROFTCTL_PATH, &server);
    rng_init(&rng, 12);
    ledger_init(&ledger, CROWD);
    while (ledger.count < CROWD)
        ledger_add(&ledger);
}

static void make_space(void)
{
    small_disk_clear(data, filler);
    filler = 0;
}

static void tear_down(void)
{
    for (size_t i = 0; i < CROWD; i++)
        light_close(&crowd[i]);
    light_close(&stranger);
    ledger_release(&ledger);
    console_release(&console);
    process_kill(&server);
    make_space();
    small_disk_unmount(data);
    process_release(&server);
}

/* Starts with small wings, so that there are more levels to save. */
static void start(void)
{
    process_start(&server, (const char *const[]){"--seed", "11", "--wing-size", "8", NULL});
}

/* Players `from` to before `to` log in; the ledger compares the state that they find with the saved
   one. */
static void enter(size_t from, size_t to)
{
    size_t count = to - from;

    for (size_t i = from; i < to; i++)
        light_open(&crowd[i], server.port, ledger.entries[i].name, 0);
    light_wait_stage(crowd + from, count, LIGHT_PLAYING, ANSWER_MS);
    for (size_t i = from; i < to; i++) {
        ck_assert_msg(crowd[i].stage == LIGHT_PLAYING, "%s did not get in, but heard:\n%s",
                      crowd[i].name, crowd[i].heard);
        light_send(&crowd[i], place_question);
    }
    place_wait_all(crowd + from, count, places + from, ANSWER_MS);
    for (size_t i = from; i < to; i++) {
        ck_assert_msg(place_read(crowd[i].heard, &places[i]), "%s reads:\n%s", crowd[i].name,
                      crowd[i].heard);
        ledger_check(&ledger, &ledger.entries[i], &places[i], true, crowd[i].was_made);
    }
}

static void quit(size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        char lines[64];
        struct place now;
        snprintf(lines, sizeof lines, "%squit\r\n", place_question);
        light_forget(&crowd[i]);
        light_send(&crowd[i], lines);
        ck_assert_msg(light_wait_closed(&crowd[i], 1, ANSWER_MS), "%s cannot leave:\n%s",
                      crowd[i].name, crowd[i].heard);
        ck_assert_msg(strstr(crowd[i].heard, "Saved. Your position") != NULL &&
                          place_read(crowd[i].heard, &now),
                      "%s was not saved:\n%s", crowd[i].name, crowd[i].heard);
        ledger_acknowledge(&ledger, &ledger.entries[i], &now);
    }
}

/* Everybody goes somewhere, and opens what doors are in the way: there is ever more to save. */
static void roam(size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char line[32];
        snprintf(line, sizeof line, "%s\r\n",
                 dir_name((enum dir)rng_range(&rng, DIR_NORTH, DIR_COUNT - 1)));
        light_send(&crowd[i], line);
        ledger.entries[i].moves++;
    }
}

static bool have_all_heard(size_t count, const char *text)
{
    for (size_t i = 0; i < count; i++) {
        if (strstr(crowd[i].heard, text) == NULL)
            return false;
    }
    return true;
}

static bool have_all_been_told(size_t count)
{
    return have_all_heard(count, "changes since ") && have_all_heard(count, "are not saved yet");
}

/*
 * Everybody is made, and a server begins whose log of changes has not grown yet: the room of a log
 * can be reused on a full disk. Then the disk becomes full, and stays full although the server
 * frees space; known players log in and play until all have been told.
 */
static void fill_until_told(void)
{
    static const char *const regen[] = {"level", "regen", "2/1", "now", NULL};
    bool has_failed = false;

    start();
    enter(0, CROWD);
    console_expect(&console, regen, 0, "generation  1");
    console_expect(&console, regen, 0, "generation  2");
    quit(0, CROWD);
    ck_assert_int_eq(process_stop(&server), 0);
    start();
    filler = small_disk_keep_full(data);
    enter(0, PRESENT);
    int64_t limit_us = stopwatch_deadline_us(FILL_MS);
    while (!have_all_been_told(PRESENT)) {
        roam(PRESENT);
        for (int i = 0; i < 10; i++) {
            light_pump(crowd, PRESENT, 0);
            stopwatch_pause_ms(20);
        }
        if (!has_failed && process_said(&server, "err", "save.failed")) {
            has_failed = true;
            limit_us = stopwatch_deadline_us(FILL_MS);
        }
        ck_assert_msg(!stopwatch_is_over(limit_us), "%s (%s):\n%s",
                      has_failed ? "not everybody was told that the disk is full"
                                 : "no save ever failed",
                      crowd[0].name, crowd[0].heard);
    }
}

static void expect_no_strangers(void)
{
    light_open(&stranger, server.port, "somebodynew", 0);
    int64_t limit_us = stopwatch_deadline_us(ANSWER_MS);
    while (strstr(stranger.heard, "disk is full") == NULL) {
        ck_assert_msg(stranger.stage != LIGHT_PLAYING, "somebody new got in:\n%s", stranger.heard);
        ck_assert_msg(!stopwatch_is_over(limit_us), "somebody new was not told why not:\n%s",
                      stranger.heard);
        light_pump(&stranger, 1, 10);
    }
    light_close(&stranger);
}

static void expect_level(const char *generation)
{
    console_expect(&console, (const char *const[]){"--json", "level", "show", "2/1", NULL}, 0,
                   generation);
}

/* No level changes while that cannot be kept: neither one that is there nor one nobody made. */
static void expect_no_new_levels(void)
{
    static const char *const orders[][5] = {{"level", "regen", "2/1", "now"},
                                            {"level", "regen", "60", "now"},
                                            {"level", "undo", "2/1", "now"}};

    for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++)
        console_expect(&console, orders[i], 1, "disk is full: nothing new can be made just now.");
    ck_assert_msg(!process_said(&server, "err", "level.called-off"), "it was begun all the same");
    expect_level("\"generation\":2,");
    console_expect(&console, (const char *const[]){"level", "show", "60", NULL}, 1, "never made");
}

/* The reserve is filled up first, and the free space looked at once in a while. */
static void expect_new_levels(void)
{
    static const char *const undo[] = {"level", "undo", "2/1", "now", NULL};
    int64_t limit_us = stopwatch_deadline_us(RECOVER_MS);

    while (console_run(&console, undo) != 0) {
        ck_assert_msg(strstr(console.err, "disk is full") != NULL && !stopwatch_is_over(limit_us),
                      "no level changes again: %s", console.err);
        stopwatch_pause_ms(50);
    }
    ck_assert_msg(strstr(console.out, "generation  1") != NULL, "%s", console.out);
    expect_level("\"generation\":1,");
    console_expect(&console, (const char *const[]){"level", "regen", "60", "now", NULL}, 0,
                   "generation  1");
}

static void expect_answers(size_t count)
{
    for (size_t i = 0; i < count; i++) {
        light_forget(&crowd[i]);
        light_send(&crowd[i], place_question);
    }
    ck_assert(light_wait_heard(crowd, count, "steps walked", ANSWER_MS));
    for (size_t i = 0; i < count; i++)
        ck_assert_msg(crowd[i].stage == LIGHT_PLAYING, "%s plays no more:\n%s", crowd[i].name,
                      crowd[i].heard);
}

static void mount_disk(void)
{
    if (!small_disk_begin("a disk that becomes full"))
        exit(TEST_LEFT_OUT);
}

TEST_FILE_FIXTURE(mount_disk, NULL);

TEST_FIXTURE(set_up, tear_down);

TEST(a_full_disk_stops_nobody_and_is_over_when_there_is_space)
{
    fill_until_told();
    expect_answers(PRESENT);
    expect_no_strangers();
    expect_no_new_levels();
    enter(PRESENT, CROWD);
    expect_answers(CROWD);
    for (size_t i = 0; i < CROWD; i++)
        light_forget(&crowd[i]);
    make_space();
    ck_assert_msg(light_wait_heard(crowd, CROWD, "Saved again", RECOVER_MS),
                  "nobody is told that it is saved again:\n%s", crowd[0].heard);
    expect_new_levels();
    quit(0, CROWD);
    process_kill(&server);
    start();
    expect_level("\"generation\":1,");
    enter(0, CROWD);
    light_open(&stranger, server.port, "somebodynew", 0);
    ck_assert(light_wait_stage(&stranger, 1, LIGHT_PLAYING, ANSWER_MS));
    ck_assert_msg(stranger.was_made, "somebody new is known");
    ck_assert_int_eq(process_stop(&server), 0);
}

/* Rows that nobody looks at: the world fills more than half of its disk. */
static void grow_world(void)
{
    static const char grow_sql[] = "INSERT INTO audit (at, who, what) WITH RECURSIVE number(n) AS"
                                   " (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 2300)"
                                   " SELECT n, 'test', hex(randomblob(450)) FROM number";
    char path[PROCESS_PATH_SIZE];
    sqlite3 *handle = NULL;

    process_path(&server, "data/undercroft.db", path);
    ck_assert_int_eq(sqlite3_open(path, &handle), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(handle, "PRAGMA journal_mode = OFF", NULL, NULL, NULL),
                     SQLITE_OK);
    ck_assert_msg(sqlite3_exec(handle, grow_sql, NULL, NULL, NULL) == SQLITE_OK, "%s",
                  sqlite3_errmsg(handle));
    ck_assert_int_eq(sqlite3_close(handle), SQLITE_OK);
}

static int count_files(const char *name)
{
    char path[PROCESS_PATH_SIZE];
    int count = 0;

    process_path(&server, name, path);
    DIR *folder = opendir(path);
    ck_assert_ptr_nonnull(folder);
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;)
        count += entry->d_name[0] != '.';
    closedir(folder);
    return count;
}

TEST(a_backup_that_does_not_fit_takes_nothing_from_saves)
{
    static const char *const options[] = {"--backup-minutes", "0", NULL};

    process_start(&server, options);
    ck_assert_int_eq(process_stop(&server), 0);
    grow_world();
    process_start(&server, options);
    enter(0, LATER);
    for (int i = 0; i < 3; i++) {
        console_expect(&console, (const char *const[]){"backup", NULL}, 1,
                       "No backup was written: ");
        ck_assert_msg(count_files("data/backups") == 0, "a half backup stays behind");
        ledger.entries[0].moves += 4;
        light_send(&crowd[0], "n\r\ns\r\ne\r\nw\r\n");
        console_expect(&console, (const char *const[]){"save", NULL}, 0, "Saved.");
    }
    ck_assert_msg(!process_said(&server, "err", "save.failed"), "a save was refused for a backup");
    process_expect_said(&server, "err", "what is left is for saves");
    quit(0, LATER);
    ck_assert_int_eq(process_stop(&server), 0);
}
