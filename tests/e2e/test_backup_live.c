/*
 * Backups on a slow disk while the world is played: nobody waits for one, a stop ends it, and what
 * a kill leaves of it is never taken for one.
 */
#include <dirent.h>
#include <poll.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "support/live/client.h"
#include "support/live/console.h"
#include "support/live/process.h"
#include "support/live/stopwatch.h"
#include "support/test.h"

#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

/* Rows that nobody looks at but SQLite: some hundred pages. */
static const char grow_sql[] = "INSERT INTO audit (at, who, what) WITH RECURSIVE number(n) AS"
                               " (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 2000)"
                               " SELECT n, 'test', hex(randomblob(450)) FROM number";

enum {
    NAME_LENGTH = sizeof "undercroft-20260101-000000.db" - 1,
    PATH_MAX_SIZE = 512,
};

static struct process server;
static struct console console;
static struct client ada;
static struct client brom;
static int line; /* to the control socket; it has asked for a backup */

static void set_up(void)
{
    char path[PATH_MAX_SIZE];
    sqlite3 *handle = NULL;

    line = -1;
    process_init(&server);
    console_init(&console, UNDERCROFTCTL_PATH, &server);
    process_start(&server, WORDS("--backup-minutes", "0"));
    ck_assert_int_eq(process_stop(&server), 0);
    snprintf(path, sizeof path, "%s/undercroft.db", console.data);
    ck_assert_int_eq(sqlite3_open(path, &handle), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(handle, "PRAGMA synchronous = OFF", NULL, NULL, NULL), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(handle, grow_sql, NULL, NULL, NULL), SQLITE_OK);
    ck_assert_int_eq(sqlite3_close(handle), SQLITE_OK);
}

static void tear_down(void)
{
    client_close(&ada);
    client_close(&brom);
    if (line >= 0)
        close(line);
    console_release(&console);
    process_release(&server);
}

static void start(void)
{
    process_use_slow_disk(&server);
    process_start(&server, WORDS("--backup-minutes", "0"));
}

/* Number of backups that have their final name, or do not have it yet. */
static int count(bool is_finished)
{
    char path[PATH_MAX_SIZE];
    int found = 0;

    snprintf(path, sizeof path, "%s/backups", console.data);
    DIR *folder = opendir(path);
    if (folder == NULL)
        return 0;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        bool is_ours = strncmp(entry->d_name, "undercroft-", sizeof "undercroft-" - 1) == 0;
        found += is_ours && (strlen(entry->d_name) == NAME_LENGTH) == is_finished;
    }
    closedir(folder);
    return found;
}

static bool has_answer(void)
{
    struct pollfd wait = {.fd = line, .events = POLLIN};

    return poll(&wait, 1, 0) > 0;
}

/* Asks for one, and returns while it is being written. */
static void begin_backup(void)
{
    line = console_connect(console.data);
    console_send(line, "text backup\n", 12);
    while (count(false) == 0) {
        ck_assert_msg(!has_answer(), "it is over before anybody has looked");
        stopwatch_pause_ms(1);
    }
}

static void end_backup(void)
{
    static char text[CONSOLE_TEXT_SIZE];
    char head[32];

    console_take(line, head, text, sizeof text);
    ck_assert_msg(strncmp(head, "ok ", 3) == 0, "%s: %s", head, text);
}

TEST_FIXTURE(set_up, tear_down);

TEST(nobody_waits_for_a_backup)
{
    start();
    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    begin_backup();
    client_type(&ada, "hjkl");
    console_expect(&console, WORDS("save"), 0, "Saved.");
    ck_assert_msg(!has_answer(), "a save waits until a backup is done");
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    ck_assert_msg(!has_answer(), "a new delver waits until a backup is done");
    end_backup();
    ck_assert_int_eq(count(false), 0);
    ck_assert_int_eq(count(true), 1);
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(a_stop_ends_it_and_leaves_no_half_file)
{
    start();
    begin_backup();
    ck_assert_int_eq(process_stop(&server), 0);
    ck_assert_msg(count(false) == 0, "a half file stays behind");
    ck_assert_msg(count(true) == 0, "a stop waits until a backup is done");
}

TEST(what_a_kill_leaves_is_no_backup)
{
    start();
    begin_backup();
    process_kill(&server);
    ck_assert_int_gt(count(false), 0);
    ck_assert_int_eq(count(true), 0);
    start();
    ck_assert_msg(count(false) == 0, "a half file stays behind");
    console_expect(&console, WORDS("--json", "status"), 0, "\"last_backup_at\":null");
    ck_assert_int_eq(process_stop(&server), 0);
}
