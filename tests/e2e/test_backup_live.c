/*
 * Backups of a large world while it is played: nobody waits for one, a stop ends it, and what a
 * kill leaves of it is never taken for one.
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

/* Rows that nobody looks at but SQLite: as much to copy and to check as a large world has. */
static const char grow_sql[] = "INSERT INTO audit (at, who, what) WITH RECURSIVE number(n) AS"
                               " (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 70000)"
                               " SELECT n, 'test', hex(randomblob(450)) FROM number";

enum {
    ATTEMPTS = 12, /* a backup may be over before anybody has looked */
    NAME_LENGTH = sizeof "undercroft-20260101-000000.db" - 1,
    PATH_MAX_SIZE = 512,
};

static struct process server;
static struct console console;
static struct client ada;
static struct client others[ATTEMPTS];
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
    for (size_t i = 0; i < ATTEMPTS; i++)
        client_close(&others[i]);
    if (line >= 0)
        close(line);
    console_release(&console);
    process_release(&server);
}

static void start(void)
{
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

/* Asks for one. False: it was over before it was seen to be written. */
static bool begin_backup(void)
{
    if (line < 0)
        line = console_connect(console.data);
    console_send(line, "text backup\n", 12);
    while (count(false) == 0 && !has_answer())
        stopwatch_pause_ms(1);
    return !has_answer();
}

static void end_backup(void)
{
    static char text[CONSOLE_TEXT_SIZE];
    char head[32];

    console_take(line, head, text, sizeof text);
    ck_assert_msg(strncmp(head, "ok ", 3) == 0, "%s: %s", head, text);
}

static void hang_up(void)
{
    close(line);
    line = -1;
}

TEST_FIXTURE(set_up, tear_down);

TEST(nobody_waits_for_a_backup)
{
    bool is_saved_meanwhile = false;
    bool has_come_meanwhile = false;

    start();
    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    for (int i = 0; i < ATTEMPTS && !(is_saved_meanwhile && has_come_meanwhile); i++) {
        const char name[] = {'b', 'r', 'o', (char)('a' + i), '\0'};
        bool is_running = begin_backup();
        if (is_running && !is_saved_meanwhile) {
            client_type(&ada, i % 2 == 0 ? "hjkl" : "ykln");
            console_expect(&console, WORDS("save"), 0, "Saved.");
            is_saved_meanwhile = !has_answer();
        } else if (is_running) {
            client_enter(&others[i], CLIENT_LINE, server.port, name);
            has_come_meanwhile = !has_answer();
        }
        end_backup();
    }
    ck_assert_msg(is_saved_meanwhile, "a save waits until a backup is done");
    ck_assert_msg(has_come_meanwhile, "a new delver waits until a backup is done");
    ck_assert_int_eq(count(false), 0);
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(a_stop_ends_it_and_leaves_no_half_file)
{
    bool is_cut = false;

    for (int i = 0; i < ATTEMPTS && !is_cut; i++) {
        start();
        int before = count(true);
        bool is_running = begin_backup();
        ck_assert_int_eq(process_stop(&server), 0);
        ck_assert_msg(count(false) == 0, "a half file stays behind");
        is_cut = is_running && count(true) == before;
        hang_up();
    }
    ck_assert_msg(is_cut, "a stop waits until a backup is done");
}

TEST(what_a_kill_leaves_is_no_backup)
{
    bool is_cut = false;

    for (int i = 0; i < ATTEMPTS && !is_cut; i++) {
        start();
        bool is_running = begin_backup();
        process_kill(&server);
        is_cut = is_running && count(false) > 0 && count(true) == 0;
        hang_up();
        start();
        ck_assert_msg(count(false) == 0, "a half file stays behind");
        if (is_cut)
            console_expect(&console, WORDS("--json", "status"), 0, "\"last_backup_at\":null");
        ck_assert_int_eq(process_stop(&server), 0);
    }
    ck_assert_msg(is_cut, "no backup could be cut off");
}
