/*
 * Connections of browsers that play: the life of a WebSocket, and its limits. The test stands in
 * for the sessions.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "server/net/web/socket.h"
#include "support/test.h"
#include "web_peer.h"

#define GET    "GET / HTTP/1.1\r\n" HOST "\r\n"
#define ACCEPT "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"

static struct fixture *fixture;

static void set_up(void)
{
    fixture = web_open();
}

static void tear_down(void)
{
    fixture_close(fixture);
}

TEST_FIXTURE(set_up, tear_down);

/* A client whose wire is that of the subprotocol; what it heard begins behind the answer. */
static int open_socket(const char *subprotocol)
{
    int client = web_call(fixture);
    char request[512];

    snprintf(request, sizeof request,
             "GET /ws HTTP/1.1\r\n" HOST UPGRADE "Sec-WebSocket-Protocol: %s\r\n\r\n", subprotocol);
    web_ask(fixture, client, request);
    web_expect_status(101);
    web_expect_heard(ACCEPT);
    char *end = strstr(web_heard, "\r\n\r\n");
    ck_assert_ptr_nonnull(end);
    web_heard_length -= (size_t)(end + 4 - web_heard);
    memmove(web_heard, end + 4, web_heard_length);
    return client;
}

/* Sends a frame whose mask is zero. */
static void say(int client, uint8_t first, const void *data, size_t length)
{
    uint8_t frame[2048];
    size_t head = frame_write_head(FRAME_TEXT, length, frame);

    frame[0] = first;
    frame[1] |= 0x80;
    memset(frame + head, 0, 4);
    memcpy(frame + head + 4, data, length);
    client_say(fixture, client, frame, head + 4 + length);
}

static void expect_close(int client, int code, const char *text)
{
    uint8_t expected[2 + FRAME_CONTROL_MAX] = {0x88};

    web_hear(fixture, client);
    expected[1] = (uint8_t)(2 + strlen(text));
    expected[2] = (uint8_t)(code >> 8);
    expected[3] = (uint8_t)code;
    memcpy(expected + 4, text, strlen(text));
    size_t length = 4 + strlen(text);
    ck_assert_uint_ge(web_heard_length, length);
    ck_assert_mem_eq(web_heard + web_heard_length - length, expected, length);
}

TEST(telnet_inside_frames_is_telnet)
{
    int client = open_socket("binary");

    ck_assert_int_eq(fixture->events[NET_ARRIVED], 1);
    ck_assert_uint_eq(web_heard_length, 2 + FIXTURE_BURST_LENGTH + 5);
    ck_assert_int_eq((uint8_t)web_heard[0], 0x82);
    ck_assert_int_eq(web_heard[1], FIXTURE_BURST_LENGTH + 5);
    ck_assert_mem_eq(web_heard + 2 + FIXTURE_BURST_LENGTH, "hello", 5);
    say(client, 0x82, "no\xff\xff", 4);
    say(client, 0x81, "rth", 3);
    ck_assert_str_eq(fixture->typed, "no\xffrth");
    web_expect_count(fixture, METRIC_WEB_FRAMES, METRIC_WEB_FRAME_TAKEN, 2);
    web_expect_count(fixture, METRIC_WEB_FRAMES, METRIC_WEB_FRAME_SENT, 1);
    close(client);
    fixture_pump(fixture);
    web_expect_count(fixture, METRIC_WEB_CLOSES, METRIC_WEB_CLOSE_LOST, 1);
}

TEST(each_subprotocol_is_a_wire_of_its_own)
{
    static const struct {
        const char *subprotocol;
        enum metric_wire wire;
    } rows[] = {
        {"binary", METRIC_WIRE_WEB_TELNET},
        {"telnet.mudstandards.org", METRIC_WIRE_WEB_TELNET},
        {"terminal.mudstandards.org", METRIC_WIRE_TERMINAL},
        {"gmcp.mudstandards.org", METRIC_WIRE_GMCP},
        {"json.mudstandards.org", METRIC_WIRE_JSON},
        {"v1.undercroft", METRIC_WIRE_PAGE},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int client = open_socket(rows[i].subprotocol);
        ck_assert_int_eq(conn_wire(fixture->net.connections), rows[i].wire);
        close(client);
        fixture_pump(fixture);
    }
    web_expect_count(fixture, METRIC_REQUESTS, METRIC_REQUEST_UPGRADED, 6);
}

TEST(compression_of_telnet_is_inside_its_frames)
{
    int client = open_socket("telnet");

    say(client, 0x82, "\xff\xfd\x56", 3);
    web_hear(fixture, client);
    ck_assert_uint_eq(web_heard_length, 2 + 5);
    ck_assert_mem_eq(web_heard, "\x82\x05\xff\xfa\x56\xff\xf0", 7);
    /* A control frame is never inside the stream. */
    say(client, 0x89, "?", 1);
    web_hear(fixture, client);
    ck_assert_uint_eq(web_heard_length, 3);
    ck_assert_mem_eq(web_heard, "\x8a\x01?", 3);
    ck_assert_int_eq(client_write(&fixture->net.connections->client, "more", 4), ERR_OK);
    conn_flush(fixture->net.connections);
    web_hear(fixture, client);
    ck_assert_uint_gt(web_heard_length, 4);
    ck_assert_int_eq((uint8_t)web_heard[0], 0x82);
    ck_assert_int_eq(web_heard[1], (int)web_heard_length - 2);
    ck_assert_msg(web_heard[2] == 0x38, "a stream of zlib, window of 11 bits");
    close(client);
}

TEST(messages_and_text_stay_in_order)
{
    int client = open_socket("gmcp.mudstandards.org");
    struct client *peer = &fixture->net.connections->client;

    ck_assert_uint_eq(web_heard_length, 2 + 5);
    ck_assert_mem_eq(web_heard, "\x82\x05hello", 7);
    ck_assert_int_eq(client_write(peer, "one", 3), ERR_OK);
    ck_assert_int_eq(peer->wire->send_message(peer, "Core.Ping", NULL), ERR_OK);
    ck_assert_int_eq(client_write(peer, "two", 3), ERR_OK);
    conn_flush(fixture->net.connections);
    web_hear(fixture, client);
    ck_assert_str_eq(web_heard, "\x82\x03one\x81\x09"
                                "Core.Ping\x82\x03two");
    close(client);
}

TEST(envelopes_of_json_hold_messages_and_windows)
{
    static const char login[] = "{\"proto\":\"gmcp\",\"id\":\"Char.Login.Credentials\",\"data\":"
                                "{\"account\":\"ada\",\"password\":\"secret words\"}}";
    static const char quoted[] =
        "{\"proto\":\"gmcp\",\"id\":\"Char.Login.Credentials\",\"data\":"
        "\"{\\\"account\\\":\\\"bo\\\",\\\"password\\\":\\\"other words\\\"}\"}";
    static const char window[] = "{\"proto\":\"telnet_31\",\"id\":\"\",\"data\":\"AFAAGA==\"}";
    int client = open_socket("json.mudstandards.org");
    struct client *peer = &fixture->net.connections->client;

    say(client, 0x81, login, sizeof login - 1);
    ck_assert_str_eq(fixture->credentials, "ada secret words");
    say(client, 0x81, quoted, sizeof quoted - 1);
    ck_assert_str_eq(fixture->credentials, "bo other words");
    say(client, 0x81, window, sizeof window - 1);
    ck_assert_int_eq(fixture->events[NET_WINDOW], 1);
    say(client, 0x81, "{\"proto\":\"telnet_24\",\"data\":\"\"}", 32);
    say(client, 0x81, "not json", 8);
    ck_assert_uint_eq(peer->gmcp.junk, 2);
    ck_assert_int_eq(peer->wire->send_message(peer, "Room.Info", "{\"num\":7}"), ERR_OK);
    conn_flush(fixture->net.connections);
    web_hear(fixture, client);
    ck_assert_str_eq(web_heard + 2,
                     "{\"proto\":\"gmcp\",\"id\":\"Room.Info\",\"data\":\"{\\\"num\\\":7}\"}");
    close(client);
}

TEST(a_query_tells_keys_and_the_screen)
{
    int client = web_call(fixture);

    web_ask(fixture, client,
            "GET /ws?mode=screen&cols=80&rows=24 HTTP/1.1\r\n" HOST UPGRADE
            "Sec-WebSocket-Protocol: terminal.mudstandards.org\r\n\r\n");
    web_expect_status(101);
    ck_assert_int_eq(fixture->events[NET_CAPABILITIES], 1);
    ck_assert_int_eq(fixture->events[NET_WINDOW], 1);
    ck_assert_int_eq(fixture->net.connections->client.caps.typing, CLIENT_TYPES_KEYS);
    close(client);
}

TEST(who_is_not_let_in_is_told_in_a_frame)
{
    int client = web_call(fixture);

    fixture->is_refusing = true;
    client_say(fixture, client, "GET /ws HTTP/1.1\r\n" HOST UPGRADE "\r\n",
               strlen("GET /ws HTTP/1.1\r\n" HOST UPGRADE "\r\n"));
    expect_close(client, 4003, "No.");
    web_expect_status(101);
    ck_assert(web_is_over);
    close(client);
}

TEST(pages_of_an_address_are_counted_apart_from_telnet)
{
    fixture->base.options.connections_per_address = 1;
    fixture->base.options.web_players_per_address = 2;
    int telnet = client_connect(fixture);
    client_expect_welcome(fixture, telnet);
    int first = open_socket("binary");
    int second = open_socket("binary");
    int third = open_socket("binary");
    ck_assert_mem_eq(web_heard, "\x88", 1);
    ck_assert_mem_eq(web_heard + 2, "\x0f\xa3Too many connections", 22);
    close(first);
    fixture_pump(fixture);
    first = open_socket("binary");
    ck_assert_mem_eq(web_heard + 2 + FIXTURE_BURST_LENGTH, "hello", 5);
    close(telnet);
    close(first);
    close(second);
    close(third);
}

TEST(a_frame_that_breaks_the_rules_closes_with_its_code)
{
    static char long_text[601];
    static const struct {
        const char *subprotocol;
        uint8_t first;
        const char *data;
        size_t length;
        int code;
        enum metric_web_close counted_as;
        const char *text;
    } rows[] = {
        {"binary", 0xc2, "", 0, 1002, METRIC_WEB_CLOSE_FAULT, "Frames that break RFC 6455."},
        {"binary", 0x81, "\xff", 1, 1007, METRIC_WEB_CLOSE_FAULT, "Text that is not UTF-8."},
        {"v1.undercroft", 0x82, "x", 1, 1003, METRIC_WEB_CLOSE_FAULT,
         "Only messages of text are taken here."},
        {"v1.undercroft", 0x81, long_text, sizeof long_text, 1009, METRIC_WEB_CLOSE_TOO_BIG,
         "A message that is too long."},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint64_t before =
            metrics_value(&fixture->base.metrics, METRIC_WEB_CLOSES, rows[i].counted_as);
        int client = open_socket(rows[i].subprotocol);
        say(client, rows[i].first, rows[i].data, rows[i].length);
        expect_close(client, rows[i].code, rows[i].text);
        ck_assert_str_eq(fixture->reason, "bad-websocket");
        close(client);
        fixture_pump(fixture);
        web_expect_count(fixture, METRIC_WEB_CLOSES, rows[i].counted_as, before + 1);
    }
}

TEST(ten_pings_are_answered_and_no_more)
{
    int client = open_socket("binary");

    for (int i = 0; i < SOCKET_PINGS_MAX; i++) {
        say(client, 0x89, "x", 1);
        web_hear(fixture, client);
        ck_assert_mem_eq(web_heard, "\x8a\x01x", 3);
    }
    say(client, 0x89, "x", 1);
    expect_close(client, 1008, "Too many pings.");
    close(client);
}

TEST(a_pong_is_the_lag_and_two_that_are_missing_end_it)
{
    int client = open_socket("v1.undercroft");
    char pong[8];

    fixture_pass(fixture, 25000);
    web_hear(fixture, client);
    ck_assert_uint_eq(web_heard_length, 2 + 8);
    ck_assert_mem_eq(web_heard, "\x89\x08", 2);
    memcpy(pong, web_heard + 2, sizeof pong);
    fixture->clock_ms += 70;
    say(client, 0x8a, "another!", 8);
    ck_assert_int_eq(fixture->events[NET_LAG], 0);
    say(client, 0x8a, pong, sizeof pong);
    ck_assert_int_eq(fixture->events[NET_LAG], 1);
    ck_assert_uint_eq(fixture->net.connections->client.caps.lag_ms, 70);
    for (int i = 0; i < SOCKET_UNANSWERED_MAX; i++)
        fixture_pass(fixture, 25000);
    ck_assert_int_eq(fixture->events[NET_CLOSED], 0);
    fixture_pass(fixture, 25000);
    ck_assert_str_eq(fixture->reason, "no-pong");
    close(client);
}

TEST(who_closes_is_answered)
{
    int client = open_socket("binary");

    say(client, 0x88,
        "\x03\xe9"
        "bye",
        5);
    web_hear(fixture, client);
    ck_assert_uint_eq(web_heard_length, 4);
    ck_assert_mem_eq(web_heard, "\x88\x02\x03\xe9", 4);
    ck_assert(web_is_over);
    ck_assert_str_eq(fixture->reason, "peer-left");
    close(client);
    fixture_pump(fixture);
    web_expect_count(fixture, METRIC_WEB_CLOSES, METRIC_WEB_CLOSE_PEER, 1);
}

TEST(who_is_closed_is_told_why)
{
    int client = open_socket("binary");

    conn_note_end(fixture->net.connections, WIRE_END_TAKEN_OVER, "Another login.\r\n");
    conn_note_end(fixture->net.connections, WIRE_END_QUIT, "Later words.");
    say(client, 0x82, "F", 1);
    expect_close(client, 4001, "Another login.");
    close(client);
}

TEST(each_end_has_a_code_and_is_counted)
{
    static const struct {
        enum wire_end end;
        int code;
        enum metric_web_close counted_as;
    } rows[] = {
        {WIRE_END_QUIT, 1000, METRIC_WEB_CLOSE_DONE},
        {WIRE_END_STOPPED, 1001, METRIC_WEB_CLOSE_STOPPED},
        {WIRE_END_TAKEN_OVER, 4001, METRIC_WEB_CLOSE_TAKEN_OVER},
        {WIRE_END_SENT_AWAY, 4002, METRIC_WEB_CLOSE_SENT_AWAY},
        {WIRE_END_FULL, 4003, METRIC_WEB_CLOSE_FULL},
        {WIRE_END_MISUSE, 1008, METRIC_WEB_CLOSE_POLICY},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int client = open_socket("binary");
        conn_note_end(fixture->net.connections, rows[i].end, "Why.");
        say(client, 0x82, "F", 1);
        expect_close(client, rows[i].code, "Why.");
        close(client);
        fixture_pump(fixture);
        web_expect_count(fixture, METRIC_WEB_CLOSES, rows[i].counted_as, 1);
    }
}

TEST(a_trusted_proxy_sends_the_address_of_the_browser)
{
    static const char request[] = "GET /ws HTTP/1.1\r\n" HOST UPGRADE
                                  "X-Forwarded-For: 203.0.113.9, 192.0.2.7, 127.0.0.2\r\n\r\n";
    int client = web_call(fixture);

    web_ask(fixture, client, request);
    ck_assert_str_eq(fixture->net.connections->address, "127.0.0.1");
    close(client);
    fixture_pump(fixture);
    ck_assert_int_eq(network_parse("127.0.0.0/8", 11, &fixture->base.options.proxy_from[0]),
                     ERR_OK);
    fixture->base.options.proxy_from_count = 1;
    client = web_call(fixture);
    web_ask(fixture, client, request);
    ck_assert_str_eq(fixture->net.connections->address, "192.0.2.7");
    close(client);
    fixture_pump(fixture);
    web_ask_once(fixture, "GET /ws HTTP/1.1\r\n" HOST UPGRADE "\r\n");
    web_expect_status(400);
    web_expect_heard("X-Forwarded-For");
    client = web_call(fixture);
    web_ask(fixture, client,
            "PROXY TCP4 198.51.100.4 127.0.0.1 5 80\r\nGET /ws HTTP/1.1\r\n" HOST UPGRADE
            "X-Forwarded-For: 192.0.2.7\r\n\r\n");
    ck_assert_str_eq(fixture->net.connections->address, "198.51.100.4");
    close(client);
}

TEST(a_stream_that_is_cut_at_every_byte_is_the_same)
{
    static const char stream[] =
        "GET /healthz HTTP/1.1\r\n" HOST "\r\n"
        "GET /ws HTTP/1.1\r\n" HOST UPGRADE "Sec-WebSocket-Protocol: binary\r\n\r\n"
        "\x02\x82\x01\x02\x03\x04mm\x89\x81\0\0\0\0!\x80\x82\0\0\0\0nn";

    for (size_t cut = 1; cut < sizeof stream - 1; cut += 7) {
        int client = web_call(fixture);
        memset(fixture->typed, 0, sizeof fixture->typed);
        fixture->byte_count = 0;
        client_say(fixture, client, stream, cut);
        client_say(fixture, client, stream + cut, sizeof stream - 1 - cut);
        ck_assert_msg(strcmp(fixture->typed, "lonn") == 0, "cut at %zu: %s", cut, fixture->typed);
        close(client);
        fixture_pump(fixture);
    }
}
