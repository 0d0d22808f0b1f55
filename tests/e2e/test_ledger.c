/*
 * A ledger of things that is wrong on disk, or damaged: play goes on, operators are told by the log
 * and the doctor, and a start with --repair accepts what is there.
 */
#include <string.h>

#include "rows.h"
#include "support/live/console.h"
#include "support/live/players.h"
#include "support/live/process.h"
#include "support/live/staging.h"
#include "support/test.h"

enum { LOG_SIZE = 64 * 1024 };

#define DARTS "WHERE kind = 1"

static struct process server;
static struct console console;
static struct client ada;
static struct client *const players[] = {&ada, NULL};

/* Ada has her first things, five darts more have been made, and the server has stopped. */
static void set_up(void)
{
    process_init(&server);
    console_init(&console, UNDERCROFTCTL_PATH, &server);
    process_start(&server, staging_flags);
    client_enter(&ada, CLIENT_LINE, server.port, "Ada");
    staging_put(&console, "ada", "1", "dart", "5");
    players_stop(players, &server);
}

static void tear_down(void)
{
    players_release(players, &server);
    console_release(&console);
}

static void start_with(const char *flag)
{
    process_start(&server, WORDS("--population-percent", "1", "--tick-ms", "10", flag));
}

/* Darts are made, so that their row of the ledger is saved. */
static void make_darts(void)
{
    staging_put(&console, "ada", "1", "dart", "5");
    console_expect(&console, WORDS("save"), 0, "Saved.");
}

static int count_logged(const char *event)
{
    static char log[LOG_SIZE];
    char path[PROCESS_PATH_SIZE];
    int count = 0;

    process_path(&server, "err", path);
    (void)process_read_file(path, log, sizeof log);
    for (const char *at = log; (at = strstr(at, event)) != NULL; at++)
        count++;
    return count;
}

static void expect_repair(const char *words)
{
    start_with("--repair");
    process_expect_said(&server, "out", words);
    staging_expect_ledger_right(&console);
    ck_assert_int_eq(process_stop(&server), 0);
    start_with(NULL);
    rows_expect_proven(&server);
    client_enter(&ada, CLIENT_LINE, server.port, "Ada");
    make_darts();
    staging_expect_ledger_right(&console);
    players_stop(players, &server);
}

TEST_FIXTURE(set_up, tear_down);

/* The row is sound: only a count of all things finds it. */
TEST(a_wrong_ledger_is_found_by_the_doctor_and_set_right_by_repair)
{
    rows_change(&server, "UPDATE ledger SET made = made + 7 " DARTS);
    rows_change(&server, "UPDATE ledger SET checksum = row_checksum('ledger', kind, made, ended,"
                         " made_beside, ended_beside) " DARTS);
    rows_seal(&server);
    start_with(NULL);
    rows_expect_proven(&server);
    client_enter(&ada, CLIENT_LINE, server.port, "Ada");
    make_darts();
    console_expect(&console, WORDS("doctor"), 0, "error     things");
    console_expect(&console, WORDS("doctor"), 0, "as the ledger says: dart -7 ");
    players_stop(players, &server);
    expect_repair("the ledger of things was wrong (dart -7); it is set right (--repair)");
}

TEST(a_damaged_ledger_is_told_once_and_play_is_saved_without_it)
{
    rows_change(&server, "UPDATE ledger SET made = made + 7 " DARTS);
    start_with(NULL);
    process_expect_said(&server, "err", "ledger of kind 1: ");
    client_enter(&ada, CLIENT_LINE, server.port, "Ada");
    make_darts();
    make_darts();
    make_darts();
    ck_assert_int_eq(count_logged("save.row-left-out"), 1);
    process_expect_said(&server, "err", "\"table\":\"ledger\",\"id\":1,");
    console_expect(&console, WORDS("doctor"), 0, "1 row of the database is damaged: ledger of");
    expect_answer(&ada, "get all", "dart");
    console_expect(&console, WORDS("save"), 0, "Saved.");
    players_stop(players, &server);
    start_with(NULL);
    client_enter(&ada, CLIENT_LINE, server.port, "Ada");
    expect_answer(&ada, "inventory", "darts");
    make_darts();
    ck_assert_int_eq(count_logged("save.row-left-out"), 1);
    players_stop(players, &server);
    expect_repair("it is set right (--repair)");
}
