/*
 * Connections over real sockets with the options of game clients: compressed output that a client
 * can read after every flush and to its end, pings by the clock, questions of crawlers, messages.
 */
#include "server/net/conn.h"

#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "conn_fixture.h"
#include "inflater.h"
#include "support/test.h"
#include "telnet_peer.h"

enum { BIG = 100 * 1024 };

static struct fixture *fixture;

static void set_up(void)
{
    fixture = fixture_open();
}

static void tear_down(void)
{
    fixture_close(fixture);
}

TEST_FIXTURE(set_up, tear_down);

/* Everything that waits goes through the inflater; true if the server has closed its side. */
static bool hear_all(int client, struct inflater *inflater)
{
    static char heard[2 * BIG];
    bool is_over = false;

    for (int i = 0; i < 200 && !is_over; i++) {
        size_t length = client_hear(fixture, client, heard, sizeof heard, &is_over);
        inflater_feed(inflater, (const uint8_t *)heard, length);
        if (length == 0 && !is_over)
            break;
    }
    return is_over;
}

static void say_verb(int client, uint8_t verb, uint8_t option)
{
    const uint8_t bytes[] = {WIRE_IAC, verb, option};

    client_say(fixture, client, bytes, sizeof bytes);
}

static void write_text(struct conn *conn, const void *text, size_t length)
{
    ck_assert_int_eq(client_write(&conn->client, text, length), ERR_OK);
    conn_flush(conn);
}

/* The text heard since the burst and the greeting. */
static void expect_heard(const struct inflater *inflater, const void *text, size_t length)
{
    size_t before = FIXTURE_BURST_LENGTH + 5;

    ck_assert_uint_eq(inflater->text.length, before + length);
    ck_assert_mem_eq(inflater->text.data + before, text, length);
}

TEST(every_flush_of_a_compressed_connection_is_readable)
{
    int client = client_connect(fixture);
    struct conn *conn = fixture->net.connections;
    struct inflater inflater;

    inflater_init(&inflater);
    write_text(conn, "plain ", 6);
    say_verb(client, WIRE_DO, OPTION_MCCP2);
    hear_all(client, &inflater);
    ck_assert_int_eq(inflater.begun, 1);
    expect_heard(&inflater, "plain ", 6);
    write_text(conn, "one ", 4);
    hear_all(client, &inflater);
    expect_heard(&inflater, "plain one ", 10);
    write_text(conn, "two", 3);
    hear_all(client, &inflater);
    expect_heard(&inflater, "plain one two", 13);
    ck_assert_int_eq(inflater.ended, 0);
    close(client);
    inflater_release(&inflater);
}

TEST(a_farewell_ends_the_stream_in_order)
{
    int client = client_connect(fixture);
    struct conn *conn = fixture->net.connections;
    struct inflater inflater;
    static char text[BIG];

    inflater_init(&inflater);
    memset(text, 'g', sizeof text);
    say_verb(client, WIRE_DO, OPTION_MCCP2);
    hear_all(client, &inflater);
    ck_assert_int_eq(client_write(&conn->client, text, sizeof text), ERR_OK);
    conn_finish(conn);
    ck_assert_msg(hear_all(client, &inflater), "the end comes");
    expect_heard(&inflater, text, sizeof text);
    ck_assert_int_eq(inflater.ended, 1);
    close(client);
    inflater_release(&inflater);
}

TEST(a_stream_ends_though_nothing_is_left_to_say)
{
    int client = client_connect(fixture);
    struct inflater inflater;

    inflater_init(&inflater);
    say_verb(client, WIRE_DO, OPTION_MCCP2);
    hear_all(client, &inflater);
    conn_finish(fixture->net.connections);
    ck_assert(hear_all(client, &inflater));
    ck_assert_int_eq(inflater.ended, 1);
    close(client);
    inflater_release(&inflater);
}

TEST(a_client_turns_compression_off_and_on_again)
{
    static const uint8_t both[] = {WIRE_IAC, WIRE_DONT, OPTION_MCCP2,
                                   WIRE_IAC, WIRE_DO,   OPTION_MCCP2};
    static const uint8_t replies[] = {WIRE_IAC, WIRE_WONT, OPTION_MCCP2,
                                      WIRE_IAC, WIRE_WILL, OPTION_MCCP2};
    int client = client_connect(fixture);
    struct conn *conn = fixture->net.connections;
    struct inflater inflater;

    inflater_init(&inflater);
    for (int i = 1; i <= 3; i++) {
        say_verb(client, WIRE_DO, OPTION_MCCP2);
        hear_all(client, &inflater);
        ck_assert_int_eq(inflater.begun, i);
        say_verb(client, WIRE_DONT, OPTION_MCCP2);
        hear_all(client, &inflater);
        ck_assert_int_eq(inflater.ended, i);
        bool is_plain = conn->compress.stream == NULL;
        ck_assert_msg(is_plain, "plain from then on");
    }
    say_verb(client, WIRE_DO, OPTION_MCCP2);
    hear_all(client, &inflater);
    size_t before = inflater.text.length;
    client_say(fixture, client, both, sizeof both);
    hear_all(client, &inflater);
    ck_assert_msg(inflater.ended == 4 && inflater.begun == 5, "in one breath as well");
    ck_assert_uint_eq(inflater.text.length, before + sizeof replies);
    ck_assert_mem_eq(inflater.text.data + before, replies, sizeof replies);
    close(client);
    inflater_release(&inflater);
}

TEST(a_slow_reader_gets_a_large_output_whole)
{
    int client = client_connect(fixture);
    struct conn *conn = fixture->net.connections;
    struct inflater inflater;
    static uint8_t noise[BIG];
    uint32_t state = 1;

    for (size_t i = 0; i < sizeof noise; i++) {
        state = state * 1664525 + 1013904223;
        noise[i] = (uint8_t)(state >> 25);
    }
    inflater_init(&inflater);
    say_verb(client, WIRE_DO, OPTION_MCCP2);
    write_text(conn, noise, sizeof noise);
    write_text(conn, noise, sizeof noise);
    ck_assert_msg(conn->is_writing && conn->out.length > 0, "one flight is up, one waits");
    hear_all(client, &inflater);
    ck_assert_uint_eq(inflater.text.length, FIXTURE_BURST_LENGTH + 5 + 2 * sizeof noise);
    ck_assert_mem_eq(inflater.text.data + FIXTURE_BURST_LENGTH + 5 + sizeof noise, noise,
                     sizeof noise);
    close(client);
    inflater_release(&inflater);
}

TEST(pings_measure_the_lag_by_the_clock)
{
    static const uint8_t mark[] = {WIRE_IAC, WIRE_DO, OPTION_TIMING_MARK};
    int client = client_connect(fixture);
    struct conn *conn = fixture->net.connections;
    char heard[64];
    bool is_over;

    client_expect_welcome(fixture, client);
    say_verb(client, WIRE_DO, OPTION_CHARSET);
    (void)client_hear(fixture, client, heard, sizeof heard, &is_over);
    fixture_pass(fixture, CONN_PING_MS - 1);
    ck_assert_uint_eq(client_hear(fixture, client, heard, sizeof heard, &is_over), 0);
    fixture_pass(fixture, 1);
    ck_assert_uint_eq(client_hear(fixture, client, heard, sizeof heard, &is_over), sizeof mark);
    ck_assert_mem_eq(heard, mark, sizeof mark);
    fixture->clock_ms += 240;
    say_verb(client, WIRE_WONT, OPTION_TIMING_MARK);
    ck_assert_uint_eq(conn->client.caps.lag_ms, 240);
    ck_assert_msg(fixture->events[NET_LAG] == 1, "the session is told of the lag");
    ck_assert_msg(fixture->byte_count == 0, "nothing of it is typing");

    /* Unanswered, the next one waits, and the line is kept awake in the other way. */
    fixture_pass(fixture, CONN_PING_MS);
    ck_assert_uint_eq(client_hear(fixture, client, heard, sizeof heard, &is_over), sizeof mark);
    fixture_pass(fixture, CONN_KEEP_ALIVE_MS);
    ck_assert_uint_eq(client_hear(fixture, client, heard, sizeof heard, &is_over), 2);
    ck_assert_mem_eq(heard, "\xff\xf1", 2);
    say_verb(client, WIRE_WILL, OPTION_TIMING_MARK);
    ck_assert_uint_eq(conn->client.caps.lag_ms, CONN_KEEP_ALIVE_MS);

    conn_measure_lag(conn);
    conn_measure_lag(conn);
    conn_flush(conn);
    ck_assert_msg(client_hear(fixture, client, heard, sizeof heard, &is_over) == sizeof mark,
                  "one question at a time");
    say_verb(client, WIRE_WILL, OPTION_TIMING_MARK);
    conn->is_kept_awake = false;
    conn_measure_lag(conn);
    fixture_pass(fixture, 10 * CONN_KEEP_ALIVE_MS);
    ck_assert_msg(client_hear(fixture, client, heard, sizeof heard, &is_over) == 0, "switched off");
    close(client);
}

TEST(the_silent_on_charset_are_asked_after_a_second)
{
    static const uint8_t ask[] = {WIRE_IAC, WIRE_DO, OPTION_CHARSET};
    int netcat = client_connect(fixture);
    int client = client_connect(fixture);
    char heard[64];
    bool is_over;

    client_expect_welcome(fixture, netcat);
    client_expect_welcome(fixture, client);
    say_verb(client, WIRE_DO, OPTION_SGA);
    fixture_pass(fixture, CONN_ANSWER_MS - 1);
    ck_assert_uint_eq(client_hear(fixture, client, heard, sizeof heard, &is_over), 0);
    fixture_pass(fixture, 1);
    ck_assert_uint_eq(client_hear(fixture, client, heard, sizeof heard, &is_over), sizeof ask);
    ck_assert_mem_eq(heard, ask, sizeof ask);
    fixture_pass(fixture, CONN_ANSWER_MS);
    ck_assert_uint_eq(client_hear(fixture, client, heard, sizeof heard, &is_over), 0);
    ck_assert_uint_eq(client_hear(fixture, netcat, heard, sizeof heard, &is_over), 0);
    close(client);
    close(netcat);
}

TEST(a_crawler_is_answered)
{
    int client = client_connect(fixture);
    char heard[1024];
    bool is_over;

    client_expect_welcome(fixture, client);
    say_verb(client, WIRE_DO, OPTION_MSSP);
    size_t length = client_hear(fixture, client, heard, sizeof heard, &is_over);
    ck_assert_uint_gt(length, 100);
    ck_assert_mem_eq(heard, "\xff\xfa\x46\x01NAME\x02Undercroft", 19);
    close(client);
}

TEST(messages_are_answered_within_the_budget_of_lines)
{
    static const char ping[] = "\xff\xfa\xc9"
                               "Core.Ping\xff\xf0";
    static const char login[] = "\xff\xfa\xc9"
                                "Char.Login.Credentials {\"account\":\"ada\",\"password\":\"x y\"}"
                                "\xff\xf0";
    int client = client_connect(fixture);
    struct conn *conn = fixture->net.connections;
    char heard[64];
    bool is_over;

    client_expect_welcome(fixture, client);
    say_verb(client, WIRE_DO, OPTION_GMCP);
    client_say(fixture, client, ping, sizeof ping - 1);
    ck_assert_uint_eq(client_hear(fixture, client, heard, sizeof heard, &is_over), sizeof ping - 1);
    ck_assert_mem_eq(heard, ping, sizeof ping - 1);
    client_say(fixture, client, login, sizeof login - 1);
    ck_assert_str_eq(fixture->credentials, "ada x y");
    fixture->drops_messages = true;
    client_say(fixture, client, ping, sizeof ping - 1);
    ck_assert_uint_eq(client_hear(fixture, client, heard, sizeof heard, &is_over), 0);
    ck_assert_uint_eq(conn->client.gmcp.junk, 1);
    close(client);
}
