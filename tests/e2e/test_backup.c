/*
 * Backups: made by the schedule and on request, kept and let go, and brought back.
 */
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/file.h"
#include "support/live/client.h"
#include "support/live/console.h"
#include "support/live/process.h"
#include "support/live/stopwatch.h"
#include "support/test.h"

enum { ANSWER_MS = 3000, BACKUP_MS = 8000, PATH_MAX_SIZE = 512 };

static struct process server;
static struct console console;
static struct client ada;

static void set_up(void)
{
    process_init(&server);
    console_init(&console, UNDERCROFTCTL_PATH, &server);
}

static void tear_down(void)
{
    client_close(&ada);
    console_release(&console);
    process_release(&server);
}

static void backup_path(const char *name, char out[PATH_MAX_SIZE])
{
    snprintf(out, PATH_MAX_SIZE, "%s/backups/%s", console.data, name);
}

static bool is_there(const char *name)
{
    char path[PATH_MAX_SIZE];

    backup_path(name, path);
    return access(path, F_OK) == 0;
}

/* Number of files in backups/ whose names begin with `beginning`. */
static int count_backups(const char *beginning)
{
    char path[PATH_MAX_SIZE];
    int count = 0;

    backup_path("", path);
    DIR *folder = opendir(path);
    if (folder == NULL)
        return 0;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;)
        count += strncmp(entry->d_name, beginning, strlen(beginning)) == 0;
    closedir(folder);
    return count;
}

/* Each file of a backup that is being made counts too, so one look decides. */
static bool wait_for_count(const char *beginning, int count)
{
    int64_t deadline_us = stopwatch_deadline_us(BACKUP_MS);

    while (!stopwatch_is_over(deadline_us)) {
        if (count_backups(beginning) == count)
            return true;
        stopwatch_pause_ms(20);
    }
    return false;
}

static void put_file(const char *name)
{
    char path[PATH_MAX_SIZE];

    backup_path(name, path);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(name, file);
    fclose(file);
}

/* Ada's place in the answer to "who": "Ada here 1 40 12", without the rest of the line. */
static void place_of_ada(char out[64])
{
    int depth = 0;
    int x = 0;
    int y = 0;

    console_expect(&console, WORDS("--json", "who"), 0, "\"Ada\"");
    const char *found = strstr(console.out, "\"depth\":");
    ck_assert_msg(found != NULL &&
                      sscanf(found, "\"depth\":%d,\"x\":%d,\"y\":%d", &depth, &x, &y) == 3,
                  "%s", console.out);
    snprintf(out, 64, "depth %d, %d %d", depth, x, y);
}

static void walk(const char *keys)
{
    client_type(&ada, keys);
    client_wait_quiet(&ada, 500, ANSWER_MS * 2);
}

/* Walks until she stands somewhere else. */
static void walk_away(char before[64], char after[64])
{
    static const char *const ways[] = {"hhhh", "jjjj", "kkkk", "llll"};

    place_of_ada(before);
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        walk(ways[i]);
        place_of_ada(after);
        if (strcmp(before, after) != 0)
            return;
    }
    ck_abort_msg("she cannot leave %s", before);
}

TEST_FIXTURE(set_up, tear_down);

TEST(stop_copy_start_brings_a_backup_back)
{
    char start[64];
    char kept[64];
    char later[64];
    char again[64];
    char from[PATH_MAX_SIZE];
    char to[PATH_MAX_SIZE];

    process_start(&server, WORDS("--seed", "11", "--backup-minutes", "0"));
    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    walk_away(start, kept);
    console_expect(&console, WORDS("save"), 0, "Saved.");
    console_expect(&console, WORDS("backup", "before.db"), 0, "Written and checked.");
    walk_away(kept, later);
    client_close(&ada);
    ck_assert_int_eq(process_stop(&server), 0);

    backup_path("before.db", from);
    snprintf(to, sizeof to, "%s/undercroft.db-wal", console.data);
    unlink(to);
    snprintf(to, sizeof to, "%s/undercroft.db", console.data);
    file_copy(from, to);
    process_start(&server, WORDS("--backup-minutes", "0"));
    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    place_of_ada(again);
    ck_assert_msg(strcmp(again, kept) == 0, "at %s, not where the backup has her: %s (left at %s)",
                  again, kept, later);
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(a_backup_on_request_never_replaces_anything)
{
    char path[PATH_MAX_SIZE];
    struct stat info;

    process_start(&server, WORDS("--backup-minutes", "0"));
    console_expect(&console, WORDS("backup", "my own.db"), 0, "my own.db");
    backup_path("my own.db", path);
    ck_assert_int_eq(stat(path, &info), 0);
    ck_assert_msg((info.st_mode & 07777) == 0600, "mode %o", info.st_mode & 07777);
    console_expect(&console, WORDS("backup", "my own.db"), 1, "exists already");
    process_path(&server, "elsewhere.db", path);
    console_expect(&console, WORDS("backup", path), 0, path);
    ck_assert_int_eq(access(path, F_OK), 0);
    console_expect(&console, WORDS("backup", path), 1, "exists already");
    console_expect(&console, WORDS("backup", "/nonexistent/folder/x.db"), 1, "cannot be written");
    console_expect(&console, WORDS("backup", "nowhere/x.db"), 1, "cannot be written");
    console_expect(&console, WORDS("backup", "undercroft-20200101-000000.db"), 1, "schedule");
    console_expect(&console, WORDS("backup", "sub/"), 1, "names no file");
    console_expect(&console, WORDS("backup", "--json"), 2, "stand before the word");
    console_expect(&console, WORDS("backup", ".."), 1, "names no file");
    console_expect(&console, WORDS("backup", "../x.db"), 1, "not in backups/");
    console_expect(&console, WORDS("backup", "sub/../../x.db"), 1, "not in backups/");
    console_expect(&console, WORDS("backup", "..x.db"), 0, "..x.db");
    ck_assert_int_eq(count_backups("undercroft-"), 0);
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(a_good_backup_lets_old_ones_go_and_nothing_else)
{
    process_start(&server,
                  WORDS("--backup-minutes", "0", "--backups-hourly", "2", "--backups-daily", "3"));
    console_expect(&console, WORDS("backup", "mine.db"), 0, "mine.db");
    put_file("undercroft-20200101-000000.db");
    put_file("undercroft-20200102-000000.db");
    put_file("undercroft-20200102-010000.db");
    put_file("undercroft-20200103-000000.db");
    put_file("undercroft-20200103-010000.db");
    put_file("undercroft-20200103-010000.db.new-Abcdef");
    put_file("undercroft-20200103-010000.db-wal");
    put_file("undercroft-20201303-010000.db");
    put_file("undercroft-99990101-000000.db");
    console_expect(&console, WORDS("backup"), 0, "backups/undercroft-");
    /* The new one and that of 01:00 on the 3rd; by days that of 01:00 on the 2nd. */
    ck_assert_msg(wait_for_count("undercroft-2020010", 2 + 2), "%d of 2020 are left",
                  count_backups("undercroft-2020010"));
    ck_assert(is_there("undercroft-20200103-010000.db"));
    ck_assert(is_there("undercroft-20200102-010000.db"));
    ck_assert(is_there("undercroft-20200103-010000.db.new-Abcdef"));
    ck_assert(is_there("undercroft-20200103-010000.db-wal"));
    ck_assert(is_there("undercroft-20201303-010000.db"));
    ck_assert(is_there("undercroft-99990101-000000.db"));
    ck_assert(is_there("mine.db"));
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(a_backup_that_fails_lets_nothing_go)
{
    char path[PATH_MAX_SIZE];

    process_start(&server,
                  WORDS("--backup-minutes", "0", "--backups-hourly", "1", "--backups-daily", "0"));
    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    console_expect(&console, WORDS("backup", "mine.db"), 0, "mine.db");
    client_close(&ada);
    ck_assert_int_eq(process_stop(&server), 0);
    /* A file where the folder should be: nobody can write there, not even root. */
    backup_path("mine.db", path);
    ck_assert_int_eq(unlink(path), 0);
    backup_path("", path);
    ck_assert_int_eq(rmdir(path), 0);
    path[strlen(path) - 1] = '\0';
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fclose(file);
    process_start(&server, WORDS("--backup-minutes", "60"));
    int64_t deadline_us = stopwatch_deadline_us(BACKUP_MS);
    while (!process_said(&server, "err", "backup.failed") && !stopwatch_is_over(deadline_us))
        stopwatch_pause_ms(20);
    process_expect_said(&server, "err", "cannot be written");
    console_expect(&console, WORDS("status"), 0, "cannot be written");
    console_expect(&console, WORDS("backup"), 1, "No backup was written: ");
    ck_assert_int_eq(access(path, F_OK), 0);
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(a_start_without_a_schedule_knows_of_a_backup_that_is_there)
{
    static const char warning[] = "there is no backup, and none will be made";

    process_start(&server, WORDS("--backup-minutes", "0"));
    process_expect_said(&server, "out", warning);
    console_expect(&console, WORDS("backup"), 0, "backups/undercroft-");
    ck_assert_int_eq(process_stop(&server), 0);
    process_start(&server, WORDS("--backup-minutes", "0"));
    ck_assert(!process_said(&server, "out", warning));
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(the_first_of_a_run_is_made_when_the_newest_is_old)
{
    process_start(&server, NULL);
    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    ck_assert_int_eq(count_backups("undercroft-"), 0);
    ck_assert_int_eq(process_stop(&server), 0);
    process_start(&server, WORDS("--backup-minutes", "0"));
    stopwatch_pause_ms(1500);
    ck_assert_msg(count_backups("undercroft-") == 0, "one was made, though that is off");
    ck_assert_int_eq(process_stop(&server), 0);
    process_start(&server, NULL);
    ck_assert_msg(wait_for_count("undercroft-", 1), "none was made though there is none");
    console_await(&console, WORDS("--json", "status"), "\"backups\":\"ok\"");
    ck_assert_msg(strstr(console.out, "\"last_backup_at\":null") == NULL, "%s", console.out);
    ck_assert_int_eq(process_stop(&server), 0);
    put_file("undercroft-20200103-010000.db.new-Abcdef");
    put_file("undercroft-20200103-010000.db.new-Abcdef-wal");
    put_file("undercroft-20200103-010000.db.new-Abcdef-journal");
    put_file("notes.db.new-Abcdef");
    process_start(&server, NULL);
    stopwatch_pause_ms(1500);
    ck_assert_msg(count_backups("undercroft-") == 1,
                  "the newest is seconds old, and what was cut off is gone");
    ck_assert(is_there("notes.db.new-Abcdef"));
    ck_assert_int_eq(process_stop(&server), 0);
}
