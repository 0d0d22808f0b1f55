/*
 * Rows that went wrong on disk: each is lost alone, and operators are told. When the rows of a
 * world are not of one moment, operators are told while play goes on; the next start refuses the
 * world, unless the operator says otherwise. `doctor` finds damage in a server that runs.
 */
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "rows.h"
#include "support/live/client.h"
#include "support/live/console.h"
#include "support/live/process.h"
#include "support/test.h"

enum { ANSWER_MS = 3000, FILE_MAX = 1024 * 1024, PAGE = 4096 };

static struct process server;
static struct client ada;
static struct client brom;

/* Ada and Brom have played, and the server has stopped. */
static void set_up(void)
{
    process_init(&server);
    process_start(&server, (const char *const[]){"--seed", "11", NULL});
    client_enter(&ada, CLIENT_LINE, server.port, "Ada");
    client_enter(&brom, CLIENT_LINE, server.port, "Brom");
    ck_assert_int_eq(process_stop(&server), 0);
    client_close(&ada);
    client_close(&brom);
}

static void tear_down(void)
{
    client_close(&ada);
    client_close(&brom);
    process_release(&server);
}

/* Changes the database behind the server's back; something must have been there to change. */
static void change_and(const char *sql, bool keep_log)
{
    char path[PROCESS_PATH_SIZE];
    char *error = NULL;
    sqlite3 *handle = NULL;

    process_path(&server, "data/undercroft.db", path);
    ck_assert_int_eq(sqlite3_open(path, &handle), SQLITE_OK);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, (int)keep_log, NULL);
    int code = sqlite3_exec(handle, sql, NULL, NULL, &error);
    ck_assert_msg(code == SQLITE_OK, "%s: %s", sql, error == NULL ? "" : error);
    ck_assert_msg(sqlite3_changes(handle) > 0, "%s: changed nothing", sql);
    sqlite3_close(handle);
}

static void change(const char *sql)
{
    change_and(sql, false);
}

/* Number of acts in the audit that begin with `beginning`. The server must have stopped. */
static int count_acts(const char *beginning)
{
    char path[PROCESS_PATH_SIZE];
    sqlite3_stmt *statement = NULL;
    sqlite3 *handle = NULL;

    process_path(&server, "data/undercroft.db", path);
    ck_assert_int_eq(sqlite3_open(path, &handle), SQLITE_OK);
    ck_assert_int_eq(sqlite3_prepare_v2(handle,
                                        "SELECT count(*) FROM audit WHERE what LIKE ?1 || '%'", -1,
                                        &statement, NULL),
                     SQLITE_OK);
    sqlite3_bind_text(statement, 1, beginning, -1, SQLITE_STATIC);
    ck_assert_int_eq(sqlite3_step(statement), SQLITE_ROW);
    int count = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(handle);
    return count;
}

/* Without backups of the server's own, which would stand in the way of those that are asked for. */
static void start(const char *finding)
{
    process_start(&server, WORDS("--backup-minutes", "0"));
    process_expect_said(&server, "err", finding);
}

static void start_whole(void)
{
    process_start(&server, WORDS("--backup-minutes", "0"));
    rows_expect_proven(&server);
}

static void expect_refusal(const char *words)
{
    char data[PROCESS_PATH_SIZE];

    process_path(&server, "data", data);
    process_spawn(&server, (const char *const[]){"--data", data, "--listen", "127.0.0.1:0", NULL});
    ck_assert_int_eq(process_wait(&server), 3);
    process_expect_said(&server, "err", words);
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_damaged_level_is_rebuilt_and_everybody_hears_of_it)
{
    change("UPDATE level SET blob = zeroblob(length(blob)) WHERE depth = 1");
    start("level wing 0 depth 1: ");
    client_enter(&ada, CLIENT_LINE, server.port, "Ada");
    ck_assert_msg(client_wait_heard(&ada, "has been rebuilt", ANSWER_MS), "%s", client_tail(&ada));
    process_expect_said(&server, "err", "level.damaged");
    client_forget(&ada);
    client_say_line(&ada, "look");
    ck_assert_msg(client_wait_heard(&ada, "stairs up", ANSWER_MS), "%s", client_tail(&ada));
    ck_assert_int_eq(process_stop(&server), 0);
    client_close(&ada);
    ck_assert_int_eq(count_acts("rebuilt the damaged level wing 0 depth 1"), 1);

    /* The row is whole again on disk, and nobody is told twice. */
    start_whole();
    client_enter(&ada, CLIENT_LINE, server.port, "Ada");
    client_say_line(&ada, "look");
    ck_assert(client_wait_heard(&ada, "stairs up", ANSWER_MS));
    ck_assert_ptr_null(strstr(ada.heard, "has been rebuilt"));
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(a_damaged_delver_is_refused_alone)
{
    change("UPDATE delver SET steps = steps + 1 WHERE id = 1");
    start("player 1: ");
    client_open(&ada, CLIENT_LINE, server.port);
    ck_assert(client_wait_heard(&ada, "Name:", ANSWER_MS));
    client_say_line(&ada, "ada");
    ck_assert_msg(client_wait_heard(&ada, "cannot be read", ANSWER_MS), "%s", client_tail(&ada));
    client_enter(&brom, CLIENT_LINE, server.port, "Brom");
    ck_assert_int_eq(process_stop(&server), 0);
}

/* The damage of the row that holds the ban of Brom. */
static const char *const ban_damages[] = {
    "UPDATE ruling SET until = 7 WHERE subject = 'Brom'",
    "UPDATE ruling SET subject = 'Brim' WHERE subject = 'Brom'",
};

TEST_EACH(a_damaged_ban_is_told_to_operators_and_by_the_doctor,
          sizeof ban_damages / sizeof ban_damages[0])
{
    static struct console console;

    console_init(&console, UNDERCROFTCTL_PATH, &server);
    process_start(&server, WORDS("--backup-minutes", "0"));
    console_expect(&console, WORDS("role", "ada", "admin"), 0, "");
    console_expect(&console, WORDS("ban", "brom", "for", "7d"), 0, "");
    console_expect(&console, WORDS("doctor"), 0, "");
    ck_assert_ptr_null(strstr(console.out, "decisions about players"));
    ck_assert_int_eq(process_stop(&server), 0);
    change(ban_damages[_i]);
    start("ruling");
    client_enter(&ada, CLIENT_LINE, server.port, "Ada");
    ck_assert_msg(client_wait_heard(&ada, "damaged and do not hold: 1. Type @doctor", ANSWER_MS),
                  "%s", client_tail(&ada));
    console_expect(&console, WORDS("doctor"), 0, "error     rulings");
    client_enter(&brom, CLIENT_LINE, server.port, "Brom");
    client_say_line(&brom, "look");
    ck_assert(client_wait_heard(&brom, "Depth 1", ANSWER_MS));
    ck_assert_ptr_null(strstr(brom.heard, "do not hold"));
    ck_assert_int_eq(process_stop(&server), 0);
    console_release(&console);
}

TEST(a_damaged_memory_is_forgotten_and_no_more)
{
    change("UPDATE memory SET explored = x'0101' WHERE delver_id = 1");
    start("memory of player 1 of wing 0 depth 1: ");
    client_enter(&ada, CLIENT_LINE, server.port, "Ada");
    client_say_line(&ada, "look");
    ck_assert_msg(client_wait_heard(&ada, "Depth 1", ANSWER_MS), "%s", client_tail(&ada));
    ck_assert_int_eq(process_stop(&server), 0);
}

/* A missing row is not noticed until all rows were summed: play goes on, operators are told, and
   the next start refuses. */
TEST(a_world_of_two_moments_is_told_of_and_refused_until_it_is_accepted)
{
    static struct console console;
    static char before[FILE_MAX];
    static char after[FILE_MAX];
    char path[PROCESS_PATH_SIZE];

    console_init(&console, UNDERCROFTCTL_PATH, &server);
    process_start(&server, NULL);
    console_expect(&console, WORDS("role", "ada", "admin"), 0, "");
    ck_assert_int_eq(process_stop(&server), 0);
    change("DELETE FROM memory WHERE delver_id = 2");
    start("database.broken");
    client_enter(&ada, CLIENT_LINE, server.port, "Ada");
    ck_assert_msg(client_wait_heard(&ada, "memory: rows are missing, foreign or from another time",
                                    ANSWER_MS),
                  "%s", client_tail(&ada));
    client_enter(&brom, CLIENT_LINE, server.port, "Brom");
    ck_assert_ptr_null(strstr(brom.heard, "missing, foreign"));
    console_expect(&console, WORDS("status"), 0, "memory: rows are missing");
    console_expect(&console, WORDS("doctor"), 0, "error     one-moment");
    console_expect(&console, WORDS("metrics"), 0, "undercroft_database_broken 1");
    console_expect(&console, WORDS("save"), 0, "");
    ck_assert_int_eq(process_stop(&server), 0);
    client_close(&ada);
    client_close(&brom);

    process_path(&server, "data/undercroft.db", path);
    size_t length = process_read_file(path, before, sizeof before);
    expect_refusal("not those of one moment");
    process_expect_said(&server, "err", "--repair");
    ck_assert_uint_eq(process_read_file(path, after, sizeof after), length);
    ck_assert_mem_eq(before, after, length);

    process_start(&server, (const char *const[]){"--repair", NULL});
    process_expect_said(&server, "out", "accepted as they are");
    client_enter(&brom, CLIENT_LINE, server.port, "Brom");
    ck_assert_int_eq(process_stop(&server), 0);
    client_close(&brom);
    start_whole();
    client_enter(&brom, CLIENT_LINE, server.port, "Brom");
    ck_assert_int_eq(process_stop(&server), 0);
    console_release(&console);
}

TEST(a_head_that_is_damaged_refuses_the_start)
{
    change("UPDATE meta SET value = value + 1 WHERE name = 'tick'");
    expect_refusal("its head is damaged");
    process_start(&server, (const char *const[]){"--repair", NULL});
    ck_assert_int_eq(process_stop(&server), 0);
    start_whole();
    ck_assert_int_eq(process_stop(&server), 0);
}

static void refuse_unchanged(const char *const arguments[], int code)
{
    static const char *const names[] = {"data/undercroft.db", "data/undercroft.db-wal"};
    static char files[2][2][FILE_MAX];
    char path[PROCESS_PATH_SIZE];
    size_t lengths[2] = {0};

    for (int i = 0; i < 2; i++) {
        process_path(&server, names[i], path);
        lengths[i] = process_read_file(path, files[0][i], FILE_MAX);
        ck_assert_msg(lengths[i] > 0, "%s is empty", path);
    }
    process_spawn(&server, arguments);
    ck_assert_int_eq(process_wait(&server), code);
    for (int i = 0; i < 2; i++) {
        process_path(&server, names[i], path);
        ck_assert_uint_eq(process_read_file(path, files[1][i], FILE_MAX), lengths[i]);
        ck_assert_mem_eq(files[0][i], files[1][i], lengths[i]);
    }
}

/* A refused world is left unchanged, its log included: a repair may need every byte. */
TEST(a_refused_world_keeps_its_log)
{
    char data[PROCESS_PATH_SIZE];

    process_path(&server, "data", data);
    change_and("INSERT INTO audit (at, who, what) VALUES (1, 'x', 'y')", true);
    refuse_unchanged(
        (const char *const[]){"--data", data, "--listen", "127.0.0.1:0", "--seed", "12", NULL}, 1);
    change_and("UPDATE meta SET value = value + 1 WHERE name = 'tick'", true);
    refuse_unchanged((const char *const[]){"--data", data, "--listen", "127.0.0.1:0", NULL}, 3);
    process_start(&server, (const char *const[]){"--repair", NULL});
    client_enter(&brom, CLIENT_LINE, server.port, "Brom");
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(doctor_finds_a_damaged_row)
{
    static struct console console;

    console_init(&console, UNDERCROFTCTL_PATH, &server);
    change("UPDATE delver SET steps = steps + 1 WHERE id = 1");
    start("player 1: ");
    console_expect(
        &console, WORDS("doctor"), 0,
        "1 row of the database is damaged: player 1: the checksum is wrong; Ada cannot log in");
    console_expect(&console, WORDS("metrics"), 0, "undercroft_database_bad_rows 1");
    console_expect(&console, WORDS("status"), 0, ", 1 damaged");
    console_expect(&console, WORDS("backup", "damaged.db"), 0, "Written and checked.");
    ck_assert_msg(strstr(console.out, "a true one of a damaged world: player 1") != NULL, "%s",
                  console.out);
    console_expect(&console, WORDS("--json", "backup", "again.db"), 0, "\"warning\":");
    ck_assert_int_eq(process_stop(&server), 0);
    change("UPDATE delver SET steps = steps - 1 WHERE id = 1");
    start_whole();
    console_expect(&console, WORDS("doctor"), 0, "");
    ck_assert_ptr_null(strstr(console.out, "damaged"));
    console_expect(&console, WORDS("backup", "whole.db"), 0, "Written and checked.");
    ck_assert_ptr_null(strstr(console.out, "warning"));
    console_release(&console);
    ck_assert_int_eq(process_stop(&server), 0);
}

/* Spoils the head of every page in the middle third of the file, which the server has open. The
   time of the last change stays, as when a disk goes bad: the server looks for other writers by it.
 */
static void spoil_pages(void)
{
    static const char junk[16] = "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff";
    char path[PROCESS_PATH_SIZE];
    struct stat info;

    process_path(&server, "data/undercroft.db", path);
    process_freeze(&server);
    int file = open(path, O_WRONLY);
    ck_assert_int_ge(file, 0);
    ck_assert_int_eq(fstat(file, &info), 0);
    for (off_t page = info.st_size / PAGE / 3; page < info.st_size / PAGE * 2 / 3; page++)
        ck_assert_int_eq(pwrite(file, junk, sizeof junk, page * PAGE), sizeof junk);
    const struct timespec times[2] = {info.st_atim, info.st_mtim};
    ck_assert_int_eq(futimens(file, times), 0);
    close(file);
    process_thaw(&server);
}

/* No program can change a row of a database that the server holds, but a disk can. The book of the
   operators is made longer than what SQLite keeps in memory, or the damage would not be read. */
TEST(doctor_finds_pages_that_go_bad_while_the_server_runs)
{
    static struct console console;

    console_init(&console, UNDERCROFTCTL_PATH, &server);
    change("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12000) "
           "INSERT INTO audit (at, who, what) SELECT i, 'test', printf('%.900c', 'x') FROM n");
    start_whole();
    console_expect(&console, WORDS("doctor"), 0, "");
    ck_assert_ptr_null(strstr(console.out, "integrity"));
    spoil_pages();
    console_expect(&console, WORDS("doctor"), 0, "error     integrity");
    console_expect(&console, WORDS("ping"), 0, "pong");
    ck_assert_int_eq(process_stop(&server), 0);

    start("database.broken");
    ck_assert_int_eq(process_stop(&server), 0);
    expect_refusal("not those of one moment");
    console_release(&console);
}
