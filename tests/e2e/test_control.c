/*
 * Every word of the operator's tool, its exit codes, and the socket it goes through.
 */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/live/client.h"
#include "support/live/console.h"
#include "support/live/process.h"
#include "support/test.h"

enum { ANSWER_MS = 3000, LOG_SIZE = 16 * 1024 };

static struct process server;
static struct console console;
static struct client ada;
static struct client brom;

static void set_up(void)
{
    process_init(&server);
    process_start(&server, WORDS("--seed", "11", "--backup-minutes", "0"));
    console_init(&console, UNDERCROFTCTL_PATH, &server);
}

static void tear_down(void)
{
    client_close(&ada);
    client_close(&brom);
    console_release(&console);
    process_release(&server);
}

static void end(void)
{
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST_FIXTURE(set_up, tear_down);

TEST(ping_answers_and_leaves_no_trace)
{
    char path[PROCESS_PATH_SIZE];
    char before[LOG_SIZE];
    char after[LOG_SIZE];

    process_expect_said(&server, "err", "database.proven");
    process_path(&server, "err", path);
    process_read_file(path, before, sizeof before);
    for (int i = 0; i < 5; i++)
        console_expect(&console, WORDS("ping"), 0, "pong");
    process_read_file(path, after, sizeof after);
    ck_assert_msg(strcmp(before, after) == 0, "the log has: %s", after + strlen(before));
    console_expect(&console, WORDS("audit"), 0, "acts  none");
    end();
}

TEST(ping_waits_for_a_tick)
{
    end();
    process_start(&server, WORDS("--tick-ms", "1000", "--backup-minutes", "0"));
    double before = console_metric(&console, "undercroft_ticks_total");
    for (int i = 0; i < 2; i++)
        console_expect(&console, WORDS("ping"), 0, "pong");
    ck_assert_msg(console_metric(&console, "undercroft_ticks_total") >= before + 2,
                  "two pings within one tick");
    end();
}

TEST(status_tells_how_the_server_does)
{
    char listening[64];

    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    snprintf(listening, sizeof listening, "127.0.0.1:%d", server.port);
    console_expect(&console, WORDS("status"), 0, listening);
    snprintf(listening, sizeof listening, "pid              %d\n", (int)server.pid);
    console_expect(&console, WORDS("status"), 0, listening);
    for (size_t i = 0; i < 10; i++) {
        static const char *const said[] = {
            "version ",   "uptime ",     "players          1\n", "disk             ok",
            "save lag ",  "late ticks ", "levels loaded    1\n", "data  ",
            "last save ", "backup age "};
        ck_assert_msg(strstr(console.out, said[i]) != NULL, "no '%s' in:\n%s", said[i],
                      console.out);
    }
    console_expect(&console, WORDS("--json", "status"), 0, "\"players\":1,");
    ck_assert_msg(strchr(console.out, '\n') == console.out + strlen(console.out) - 1,
                  "JSON is one line");
    end();
}

TEST(who_lists_those_below)
{
    console_expect(&console, WORDS("who"), 0, "delvers  none");
    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    console_expect(&console, WORDS("who"), 0, "Ada ");
    ck_assert_msg(strstr(console.out, "127.0.0.1") != NULL && strstr(console.out, "line") != NULL,
                  "%s", console.out);
    client_close(&brom);
    console_await(&console, WORDS("who"), "away");
    end();
}

TEST(save_answers_when_it_is_on_disk)
{
    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    client_type(&ada, "hjkl");
    client_wait_quiet(&ada, 200, ANSWER_MS);
    console_expect(&console, WORDS("save"), 0, "Saved.");
    console_expect(&console, WORDS("--json", "status"), 0, "\"save_lag_ms\":");
    end();
}

TEST(announce_reaches_everybody_in_play)
{
    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    console_expect(&console, WORDS("announce", "the", "gates \x1b[31m close"), 0, "told  2");
    ck_assert(client_wait_shown(&ada, "*** the gates [31m close", ANSWER_MS));
    ck_assert(client_wait_heard(&brom, "*** the gates [31m close", ANSWER_MS));
    console_expect(&console, WORDS("audit"), 0, "announce the gates [31m close");
    end();
}

TEST(kick_gives_the_reason_and_the_terminal_back)
{
    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    console_expect(&console, WORDS("kick", "ADA", "too", "loud"), 0, "Ada");
    ck_assert(client_wait_closed(&ada, ANSWER_MS));
    ck_assert_msg(!ada.terminal.is_alternate && terminal_find(&ada.terminal, "too loud") >= 0,
                  "the reason cannot be read");
    ck_assert_msg(client_wait_heard(&brom, "Ada leaves the dungeon.", ANSWER_MS), "the body stays");
    console_expect(&console, WORDS("kick", "ada"), 1, "Nobody called \"ada\"");
    client_close(&ada);
    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    client_close(&ada);
    console_await(&console, WORDS("who"), "away");
    client_forget(&brom);
    console_expect(&console, WORDS("kick", "ada"), 0, "Ada");
    ck_assert_msg(client_wait_heard(&brom, "Ada leaves the dungeon.", ANSWER_MS),
                  "a body whose line is dead stays");
    end();
}

TEST(role_is_kept_for_whoever_has_an_account)
{
    console_expect(&console, WORDS("role", "ada", "admin"), 1, "No player is called \"Ada\".");
    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    console_expect(&console, WORDS("role", "ada", "admin"), 0, "role  admin");
    client_close(&ada);
    console_expect(&console, WORDS("role", "ADA", "Builder"), 0, "role  builder");
    console_expect(&console, WORDS("role", "ada", "none"), 0, "role  none");
    console_expect(&console, WORDS("role", "ada", "king"), 2, "not none, builder or admin");
    console_expect(&console, WORDS("role", "a b", "none"), 2, "Usage: role NAME");
    console_expect(&console, WORDS("audit", "3"), 0, "role ada none");
    ck_assert_msg(strstr(console.out, "king") == NULL, "what was never tried is there");
    end();
}

TEST(acts_are_in_the_audit_table_whatever_came_of_them)
{
    console_expect(&console, WORDS("kick", "nobody"), 1, "Nobody");
    console_expect(&console, WORDS("save"), 0, "Saved.");
    console_expect(&console, WORDS("backup", "one.db"), 0, "one.db");
    console_expect(&console, WORDS("audit", "1"), 0, "backup one.db");
    ck_assert_msg(strstr(console.out, "save") == NULL, "one was asked for:\n%s", console.out);
    console_expect(&console, WORDS("audit"), 0, "kick nobody (refused: Nobody called");
    console_expect(&console, WORDS("--json", "audit"), 0, "\"who\":\"operator\"");
    console_expect(&console, WORDS("audit", "0"), 2, "not a number");
    console_expect(&console, WORDS("audit", "1001"), 2, "not a number");
    console_expect(&console, WORDS("audit", "x"), 2, "not a number");
    console_expect(&console, WORDS("shutdown"), 0, "Stopping.");
    ck_assert_int_eq(process_wait(&server), 0);
    process_start(&server, WORDS("--backup-minutes", "0"));
    console_expect(&console, WORDS("audit", "1"), 0, "shutdown");
    end();
}

TEST(shutdown_is_an_orderly_stop)
{
    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    console_expect(&console, WORDS("shutdown"), 0, "Stopping.");
    ck_assert(client_wait_closed(&ada, ANSWER_MS));
    ck_assert(terminal_find(&ada.terminal, "server is stopping") >= 0);
    ck_assert_int_eq(process_wait(&server), 0);
}

TEST(help_explains_and_wrong_words_are_guessed)
{
    console_expect(&console, WORDS("help"), 0, "\nannounce         tells everybody who plays");
    console_expect(&console, WORDS("help", "kick"), 0, "kick NAME [REASON]");
    console_expect(&console, WORDS("--json", "help"), 0, "{\"word\":\"status\"");
    console_expect(&console, WORDS("sh"), 2, "write \"shutdown\" in full");
    console_expect(&console, WORDS("shutdow", "now"), 2, "write \"shutdown\" in full");
    console_expect(&console, WORDS("f", "ada"), 2, "write \"forget\" in full");
    console_expect(&console, WORDS("help", "forg"), 0, "forget NAME [dry-run]");
    console_expect(&console, WORDS("audit"), 0, "");
    ck_assert_ptr_null(strstr(console.out, "shutdow"));
    console_expect(&console, WORDS("help", "kikc"), 2, "Did you mean: kick?");
    console_expect(&console, WORDS("stauts"), 2, "No command \"stauts\". Did you mean: status?");
    console_expect(&console, WORDS("s"), 2,
                   "\"s\" could mean: status, spawn, send, set, save, scores, shutdown.");
    console_expect(&console, WORDS("kick"), 2, "Usage: kick NAME [REASON]");
    console_expect(&console, WORDS("--json", "kick"), 2, "{\"error\":\"Usage: kick NAME");
    console_expect(&console, WORDS("stat"), 0, "version");
    end();
}

TEST(the_tool_tells_its_own_faults)
{
    char long_word[5000];

    console_expect(&console, WORDS("--version"), 0, "undercroftctl ");
    console_expect(&console, WORDS("--help"), 0, "usage: undercroftctl");
    console_expect(&console, WORDS("--colour"), 2, "try --help");
    console_expect(&console, WORDS("status", "--json"), 2, "--json stands before the words");
    console_expect(&console, WORDS("kick", "--data", "x"), 1, "Nobody called \"--data\"");
    console_expect(&console, WORDS("--timeout", "soon", "ping"), 2,
                   "--timeout takes seconds, 1 to 86400, or 0 for no limit, not soon");
    console_expect(&console, WORDS("--data"), 2, "--data");
    console_expect(&console, WORDS("announce", "two\nlines"), 2, "one line");
    memset(long_word, 'x', sizeof long_word);
    long_word[sizeof long_word - 1] = '\0';
    console_expect(&console, WORDS("announce", long_word), 2, "one line");
    console_expect(&console, WORDS("--socket", "/nonexistent/socket", "ping"), 3, "no server runs");
    console_expect(&console, WORDS("--json", "--socket", "/nonexistent/socket", "ping"), 3,
                   "{\"error\":\"undercroftctl: no server runs");
    end();
}

TEST(without_a_server_there_is_a_cause_and_a_cure)
{
    end();
    console_expect(&console, WORDS("ping"), 3, "no server runs on this data");
    const char *second = strchr(console.err, '\n') + 1;
    ck_assert_msg(strstr(second, "start undercroftd") != NULL &&
                      strchr(second, '\n') == second + strlen(second) - 1,
                  "not two lines:\n%s", console.err);
    process_start(&server, NULL);
    process_kill(&server);
    console_expect(&console, WORDS("ping"), 3, "any more");
    /* The files that the killed server left behind do not prevent a start. */
    process_start(&server, NULL);
    console_expect(&console, WORDS("ping"), 0, "pong");
    end();
}

TEST(a_server_that_hangs_is_not_waited_for_for_ever)
{
    process_freeze(&server);
    console_expect(&console, WORDS("--timeout", "1", "ping"), 3, "no answer within 1 s");
    process_thaw(&server);
    console_expect(&console, WORDS("ping"), 0, "pong");
    end();
}

TEST(the_socket_is_for_its_owner_and_goes_with_the_server)
{
    char path[PROCESS_PATH_SIZE];
    struct stat info;

    process_path(&server, "data/undercroft.sock", path);
    ck_assert_int_eq(lstat(path, &info), 0);
    ck_assert_msg(S_ISSOCK(info.st_mode) && (info.st_mode & 07777) == 0600, "mode %o",
                  info.st_mode & 07777);
    end();
    ck_assert_msg(lstat(path, &info) != 0, "the name stays");
}

/* An address of a socket has room for 107 bytes, a data directory for 255. */
TEST(the_longest_data_directory_has_a_socket_too)
{
    char data[PROCESS_PATH_SIZE];
    char path[PROCESS_PATH_SIZE + 32];

    end();
    process_path(&server, "", data);
    for (size_t length = strlen(data); length < 255; length++)
        snprintf(data + length, sizeof data - length, "%c", 'x');
    snprintf(path, sizeof path, "%s/undercroft.sock", data);
    process_start(&server, WORDS("--data", data));
    console_expect(&console, WORDS("--data", data, "ping"), 0, "pong");
    ck_assert(!process_said(&server, "out", "no control socket"));
    ck_assert_int_eq(access(path, F_OK), 0);
    /* The socket's file that a killed server has left is removed too. */
    process_kill(&server);
    console_expect(&console, WORDS("--data", data, "ping"), 3, "any more");
    process_start(&server, WORDS("--data", data));
    console_expect(&console, WORDS("--data", data, "ping"), 0, "pong");
    end();
    ck_assert_msg(access(path, F_OK) != 0, "the name stays");
    console_expect(&console, WORDS("--data", data, "ping"), 3, "no such socket");
}

TEST(a_file_of_that_name_is_left_alone)
{
    char path[PROCESS_PATH_SIZE];
    char text[16];

    end();
    process_path(&server, "data/undercroft.sock", path);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs("precious", file);
    fclose(file);
    process_start(&server, NULL);
    process_expect_said(&server, "out", "warn: no control socket");
    console_expect(&console, WORDS("ping"), 3, "any more");
    end();
    process_read_file(path, text, sizeof text);
    ck_assert_str_eq(text, "precious");
}
