/*
 * The port that serves metrics: it answers one question, and is no way to hold the game up.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "support/live/client.h"
#include "support/live/console.h"
#include "support/live/process.h"
#include "support/live/program.h"
#include "support/test.h"

enum { HTTP_CROWD = 40 /* more than may be connected at once */ };

static struct process server;
static struct console console;
static struct client ada;
static struct program programs[HTTP_CROWD];

static void set_up(void)
{
    process_init(&server);
    console_init(&console, UNDERCROFTCTL_PATH, &server);
}

static void tear_down(void)
{
    client_close(&ada);
    for (size_t i = 0; i < HTTP_CROWD; i++)
        program_close(&programs[i]);
    console_release(&console);
    process_release(&server);
}

static int metrics_port(void)
{
    static const char line[] = "metrics: http://127.0.0.1:";
    char path[PROCESS_PATH_SIZE];
    static char text[CONSOLE_TEXT_SIZE];

    process_path(&server, "out", path);
    process_read_file(path, text, sizeof text);
    const char *at = strstr(text, line);
    ck_assert_msg(at != NULL, "no line about metrics in:\n%s", text);
    return (int)strtol(at + strlen(line), NULL, 10);
}

/* Asks, and waits for the end of the answer; what it says stays in `heard`. */
static void ask(int port, const char *request, const char *answer)
{
    program_open(&programs[0], port);
    program_say(&programs[0], request);
    program_expect_closed(&programs[0]);
    program_close(&programs[0]);
    ck_assert_msg(strstr(programs[0].heard, answer) != NULL, "%s: %.300s", request,
                  programs[0].heard);
}

TEST_FIXTURE(set_up, tear_down);

TEST(http_serves_metrics_and_nothing_else)
{
    process_start(&server, WORDS("--metrics", "127.0.0.1:0"));
    int port = metrics_port();
    ask(port, "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n", "200 OK");
    ck_assert_ptr_nonnull(strstr(programs[0].heard, "text/plain; version=0.0.4"));
    ck_assert_ptr_nonnull(strstr(programs[0].heard, "\nundercroft_players 0\n"));
    ck_assert_ptr_nonnull(strstr(programs[0].heard, "\nprocess_cpu_seconds_total "));
    ask(port, "GET /metrics?x=1 HTTP/1.0\r\n\r\n", "200 OK");
    ask(port, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", "404 Not Found");
    ask(port, "HEAD /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n", "405 Method Not Allowed");
    ask(port, "POST /metrics HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc",
        "405 Method");
    ask(port, "\x16\x03\x01 nonsense\r\n\r\n", "");
    ck_assert_int_eq(process_stop(&server), 0);
}

/* Requests without an end, more connections than there may be, and answers that nobody takes. */
TEST(http_cannot_hold_the_game_up)
{
    static char endless[64 * 1024];

    process_start(&server, WORDS("--metrics", "127.0.0.1:0"));
    int port = metrics_port();
    memset(endless, 'a', sizeof endless - 1);
    memcpy(endless, "GET /metrics HTTP/1.1\r\nX: ", 26);
    program_open(&programs[0], port);
    (void)!send(programs[0].socket, endless, sizeof endless - 1, MSG_NOSIGNAL);
    program_expect_closed(&programs[0]);
    ck_assert_msg(strstr(programs[0].heard, "200 OK") == NULL, "an endless request was answered");
    program_close(&programs[0]);
    for (size_t i = 0; i < HTTP_CROWD; i++) {
        program_open(&programs[i], port);
        program_say(&programs[i], "GET /metrics HTTP/1.1\r\n");
    }
    for (int i = 0; i < 10; i++)
        console_expect(&console, WORDS("ping"), 0, "pong");
    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    for (size_t i = 0; i < HTTP_CROWD; i++)
        program_close(&programs[i]);
    ask(port, "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n", "200 OK");
    ck_assert_int_eq(process_stop(&server), 0);
}

/* Slow clients stay, and each of their bytes keeps its connection from being idle. */
TEST(slow_clients_do_not_keep_out_who_asks)
{
    process_start(&server, WORDS("--metrics", "127.0.0.1:0"));
    int port = metrics_port();
    for (size_t i = 1; i < HTTP_CROWD; i++) {
        program_open(&programs[i], port);
        program_say(&programs[i], "GET /met");
    }
    for (int round = 0; round < 3; round++) {
        ask(port, "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n", "200 OK");
        for (size_t i = 1; i < HTTP_CROWD; i++)
            (void)!send(programs[i].socket, "r", 1, MSG_NOSIGNAL);
    }
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(a_name_that_is_not_ours_is_not_answered)
{
    process_start(&server, WORDS("--metrics", "127.0.0.1:0", "--metrics-hosts", "dungeon.lan"));
    int port = metrics_port();
    ask(port, "GET /metrics HTTP/1.1\r\nHost: evil.example\r\n\r\n", "421 ");
    ck_assert_ptr_null(strstr(programs[0].heard, "undercroft_"));
    ask(port, "GET /metrics HTTP/1.1\r\nHost: Dungeon.lan:9464\r\n\r\n", "200 OK");
    ask(port, "GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", "200 OK");
    ck_assert_int_eq(process_stop(&server), 0);
}

static void expect_config(const char *value, int code, const char *said)
{
    char path[PROCESS_PATH_SIZE];
    char text[4096];

    process_spawn(&server, WORDS("--data", console.data, "--check-config", "--metrics", value));
    ck_assert_int_eq(process_wait(&server), code);
    process_path(&server, "err", path);
    process_read_file(path, text, sizeof text);
    ck_assert_msg(strstr(text, said) != NULL, "%s: %s", value, text);
}

TEST(only_what_is_meant_to_be_public_is)
{
    expect_config("127.0.0.1:9464", 0, "");
    expect_config("[::1]:9464", 0, "");
    expect_config("public:0.0.0.0:9464", 0, "");
    expect_config("public:[::]:0", 0, "");
    expect_config("0.0.0.0:9464", 1, "public:ADDR:PORT");
    expect_config("[::]:9464", 1, "public:ADDR:PORT");
    expect_config("192.0.2.1:9464", 1, "public:ADDR:PORT");
    expect_config("public:", 1, "public:ADDR:PORT");
    expect_config("127.0.0.1", 1, "public:ADDR:PORT");
    expect_config("127.0.0.1:99999", 1, "public:ADDR:PORT");
}
