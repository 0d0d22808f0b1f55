/*
 * Settings of a running server: set, set --save, and SIGHUP.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/live/client.h"
#include "support/live/console.h"
#include "support/live/players.h"
#include "support/live/process.h"
#include "support/live/program.h"
#include "support/live/stopwatch.h"
#include "support/test.h"

enum { ANSWER_MS = 5000, TEXT_SIZE = 32 * 1024, CONFIG_SIZE = PROCESS_PATH_SIZE + 32 };

static struct process server;
static struct console console;
static struct client ada;
static struct program visitor;
static struct program second;
static char config[CONFIG_SIZE];

static void set_up(void)
{
    process_init(&server);
    console_init(&console, UNDERCROFTCTL_PATH, &server);
    snprintf(config, sizeof config, "%s/undercroft.conf", console.data);
}

static void tear_down(void)
{
    client_close(&ada);
    program_close(&visitor);
    program_close(&second);
    console_release(&console);
    process_release(&server);
}

static void write_config(const char *text)
{
    FILE *file = fopen(config, "w");

    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    fclose(file);
}

static void expect_config(const char *text)
{
    char found[TEXT_SIZE];

    process_read_file(config, found, sizeof found);
    ck_assert_str_eq(found, text);
}

/* Makes the server read the settings again, and waits for the line that tells the result. */
static void hang_up(const char *said)
{
    int64_t limit_us = stopwatch_deadline_us(ANSWER_MS);

    kill(server.pid, SIGHUP);
    while (!process_said(&server, "err", said)) {
        ck_assert_msg(!stopwatch_is_over(limit_us), "the log does not say: %s", said);
        stopwatch_pause_ms(10);
    }
}

TEST_FIXTURE(set_up, tear_down);

static void write_rules(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");

    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    fclose(file);
}

TEST(the_rules_of_the_host_change_while_it_runs)
{
    char path[CONFIG_SIZE];

    process_start(&server, WORDS("--save-ms", "900"));
    snprintf(path, sizeof path, "%s/rules.txt", console.data);
    write_rules(path, "Be kind.\nto\teverybody\n");
    console_expect(&console, WORDS("set", "rules", path), 1, "line 2: a control character");
    console_expect(&console, WORDS("set", "rules"), 0, "(not set)");
    write_rules(path, "Be kind.\n");
    console_expect(&console, WORDS("set", "rules", path), 0, "before  (not set)");
    hang_up("\"event\":\"host-text.read\"");
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    expect_answer(&ada, "rules", "Be kind.");
    write_rules(path, "Be\tquick.\n");
    hang_up("\"event\":\"host-text.refused\"");
    expect_answer(&ada, "rules", "Be kind.");
}

TEST(set_shows_and_changes)
{
    process_start(&server, WORDS("--save-ms", "900"));
    console_expect(&console, WORDS("set"), 0, "connections-per-address");
    console_expect(&console, WORDS("set", "save-ms"), 0, "--save-ms");
    console_expect(&console, WORDS("audit"), 0, "acts  none");
    console_expect(&console, WORDS("set", "save-ms", "500"), 0, "before  900\nnow     500\n");
    ck_assert_ptr_nonnull(strstr(console.out, "until the restart"));
    console_expect(&console, WORDS("set", "save-ms"), 0, "set by an operator");
    console_expect(&console, WORDS("audit"), 0, "set save-ms 500");
    console_expect(&console, WORDS("set", "save-ms", "5"), 1, "not a number from 100");
    console_expect(&console, WORDS("set", "save-sm"), 1, "did you mean save-ms?");
    console_expect(&console, WORDS("set", "tick-ms", "50"), 1, "cannot change while");
    console_expect(&console, WORDS("set", "connections-max", "99999"), 1, "room for fewer");
    console_expect(&console, WORDS("set", "save-ms", "--save"), 2, "Usage: set");
    console_expect(&console, WORDS("set", "save-ms", "1", "2"), 2, "Usage: set");
    ck_assert_msg(access(config, F_OK) != 0, "a file was written that nobody asked for");
    /* A value holds from now on, for what it is about. */
    console_expect(&console, WORDS("set", "connections-max", "0"), 0, "now");
    console_expect(&console, WORDS("set", "connections-max", "1"), 0, "now     1\n");
    program_open(&visitor, server.port);
    program_expect(&visitor, "Name: ");
    program_open(&second, server.port);
    program_expect(&second, "Undercroft is full");
    program_close(&second);
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(save_writes_the_file_and_keeps_the_rest_of_it)
{
    process_start(&server, NULL);
    console_expect(&console, WORDS("set", "save-ms", "500", "--save"), 0, "undercroft.conf:1");
    expect_config("save-ms = 500\n");
    write_config("# mine\nsave-ms = 700 ; often\nlogin-seconds = 30\n");
    console_expect(&console, WORDS("set", "save-ms", "800", "--save"), 0, "undercroft.conf:2");
    console_expect(&console, WORDS("set", "tick-ms", "50", "--save"), 0, "not before the restart");
    expect_config("# mine\nsave-ms = 800 ; often\nlogin-seconds = 30\ntick-ms = 50\n");
    console_expect(&console, WORDS("set", "tick-ms"), 0, "value                  20\n");
    write_config("nonsense = 1\n");
    console_expect(&console, WORDS("set", "save-ms", "900", "--save"), 1, "nothing has changed");
    console_expect(&console, WORDS("set", "save-ms"), 0, "value                  800\n");
    expect_config("nonsense = 1\n");
    write_config("# mine\nsave-ms = 800\ntick-ms = 50\n");
    console_expect(&console, WORDS("set", "new-per-address", "7", "--save"), 0,
                   "a flag overrides it there");
    ck_assert_int_eq(process_stop(&server), 0);
    process_start(&server, NULL);
    console_expect(&console, WORDS("set", "tick-ms"), 0, "value                  50\n");
    console_expect(&console, WORDS("set", "save-ms"), 0, "undercroft.conf:2");
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(sighup_reads_what_can_be_read_and_lists_the_rest)
{
    process_start(&server, WORDS("--login-seconds", "45"));
    write_config("save-ms = 700\ntick-ms = 50\nlogin-seconds = 30\nbackup-minutes = 7\n");
    console_expect(&console, WORDS("set", "backup-minutes", "9"), 0, "now     9\n");
    hang_up("\"event\":\"config.read\"");
    process_expect_said(&server, "err",
                        "\"event\":\"config.changed\",\"key\":\"save-ms\","
                        "\"before\":\"1000\",\"after\":\"700\"");
    process_expect_said(&server, "err",
                        "\"event\":\"config.needs-restart\",\"key\":\"tick-ms\","
                        "\"before\":\"20\",\"after\":\"50\"");
    process_expect_said(&server, "err", "\"event\":\"config.kept\",\"key\":\"backup-minutes\"");
    process_expect_said(&server, "err", "\"changed\":1,\"kept\":1,\"needing-restart\":1");
    console_expect(&console, WORDS("set", "save-ms"), 0, "undercroft.conf:1");
    console_expect(&console, WORDS("set", "tick-ms"), 0, "value                  20\n");
    console_expect(&console, WORDS("set", "login-seconds"), 0, "--login-seconds");
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(a_bad_file_changes_nothing_and_says_where)
{
    process_start(&server, NULL);
    write_config("save-ms = 700\n\nsave-mss = 3\nnonsense\n");
    hang_up("\"fault\":2,\"faults\":2");
    process_expect_said(&server, "err",
                        "undercroft.conf:3: unknown key 'save-mss'; did you "
                        "mean save-ms?");
    process_expect_said(&server, "err", "undercroft.conf:4: the line is not key = value");
    console_expect(&console, WORDS("set", "save-ms"), 0, "value                  1000\n");
    /* The default comes back when the line goes. */
    write_config("save-ms = 700\n");
    hang_up("\"after\":\"700\"");
    write_config("");
    hang_up("\"before\":\"700\",\"after\":\"1000\"");
    console_expect(&console, WORDS("set", "save-ms"), 0, "default");
    ck_assert_int_eq(process_stop(&server), 0);
}

static void expect_finding(const char *check)
{
    char wanted[64];

    snprintf(wanted, sizeof wanted, "\"check\":\"%s\"", check);
    console_expect(&console, WORDS("--json", "doctor"), 0, wanted);
}

TEST(doctor_finds_what_is_wrong_here_and_start_tells_it)
{
    process_start(&server, WORDS("--backup-minutes", "0"));
    /* The tests hash weakly, and there is no backup. */
    process_expect_said(&server, "out",
                        "warn: passwords are hashed weakly (--password-cost "
                        "1:8); fix: leave --password-cost away\n");
    process_expect_said(&server, "out", "warn: there is no backup, and none will be made; fix");
    process_expect_said(&server, "out", "settings: no file  data: ");
    expect_finding("passwords");
    expect_finding("backups-off");
    ck_assert_ptr_null(strstr(console.out, "data-mode"));
    ck_assert_ptr_null(strstr(console.out, "\"error\""));
    ck_assert_int_eq(chmod(console.data, 0777), 0);
    expect_finding("data-mode");
    console_expect(&console, WORDS("backup"), 0, "checked");
    console_expect(&console, WORDS("doctor"), 0, "warning   passwords");
    ck_assert_ptr_null(strstr(console.out, "backups-off"));
    console_expect(&console, WORDS("set", "password-cost", "2:19456"), 0, "now");
    ck_assert_int_eq(chmod(console.data, 0700), 0);
    console_expect(&console, WORDS("doctor"), 0, "");
    ck_assert_ptr_null(strstr(console.out, "warning   passwords"));
    ck_assert_ptr_null(strstr(console.out, "data-mode"));
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(a_pipe_for_a_file_is_refused_and_holds_nobody)
{
    process_start(&server, NULL);
    ck_assert_int_eq(mkfifo(config, 0600), 0);
    console_expect(&console, WORDS("set", "save-ms", "500", "--save"), 1,
                   "Not saved, and nothing has changed: ");
    ck_assert_ptr_nonnull(strstr(console.err, "undercroft.conf: it is no plain file."));
    console_expect(&console, WORDS("set", "save-ms"), 0, "value                  1000\n");
    hang_up("it is no plain file");
    console_expect(&console, WORDS("ping"), 0, "pong");
    ck_assert_int_eq(process_stop(&server), 0);
}

static size_t count_said(const char *text)
{
    static char said[TEXT_SIZE * 4];
    char path[PROCESS_PATH_SIZE];
    size_t count = 0;

    process_path(&server, "err", path);
    process_read_file(path, said, sizeof said);
    for (const char *at = said; (at = strstr(at, text)) != NULL; at++)
        count++;
    return count;
}

/* With one worker, which compares a password, nothing else is done off the loop before that is. */
TEST(the_file_is_written_off_the_loop)
{
    setenv("UV_THREADPOOL_SIZE", "1", 1);
    process_start(&server, WORDS("--password-cost", "3:65536"));
    unsetenv("UV_THREADPOOL_SIZE");
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    program_open(&visitor, server.port);
    program_expect(&visitor, "Name: ");
    program_say(&visitor, "ada\r\n");
    program_expect(&visitor, "Password: ");
    program_say(&visitor, "not her password\r\n");
    console_expect(&console, WORDS("set", "save-ms", "500", "--save"), 0, "undercroft.conf:1");
    ck_assert_msg(count_said("login.wrong-password") == 1,
                  "it was written before the worker had time for it");
    ck_assert_int_eq(process_stop(&server), 0);
}

static void log_in_at(const char *cost)
{
    client_close(&ada);
    console_expect(&console, WORDS("set", "password-cost", cost), 0, cost);
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
}

/* Waits until the password was hashed again `count` times. One thread writes in order, so an excess
   write would be in the log before the one awaited. */
static void await_renewed(size_t count)
{
    int64_t limit_us = stopwatch_deadline_us(ANSWER_MS);

    while (count_said("\"event\":\"password.rehashed\",\"name\":\"Ada\"") < count) {
        ck_assert_msg(!stopwatch_is_over(limit_us), "it is not hashed again");
        stopwatch_pause_ms(10);
    }
    ck_assert_uint_eq(count_said("password.rehashed"), count);
    ck_assert_uint_eq(count_said("password.not-rehashed"), 0);
}

TEST(a_password_is_hashed_anew_when_it_costs_more_and_never_when_less)
{
    process_start(&server, NULL);
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    log_in_at("1:8");
    log_in_at("1:16");
    await_renewed(1);
    log_in_at("1:16");
    log_in_at("1:8");
    log_in_at("2:8");
    log_in_at("3:16");
    await_renewed(2);
    log_in_at("2:64");
    log_in_at("3:17");
    await_renewed(3);
    ck_assert_int_eq(process_stop(&server), 0);
    process_start(&server, WORDS("--password-cost", "3:17"));
    client_close(&ada);
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    log_in_at("4:17");
    await_renewed(1);
    ck_assert_int_eq(process_stop(&server), 0);
}
