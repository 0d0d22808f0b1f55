/*
 * Connections over real sockets: who is let in, how fast a peer is read, how long one that does not
 * read is borne with, and that every end is a clean one.
 */
#include "server/net/conn.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "conn_fixture.h"
#include "support/test.h"

enum { BIG = 100 * 1024, FLOOD = 1024 * 1024, TICK_MS = 20 };

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

TEST(a_visit_begins_with_the_burst_and_what_is_typed_arrives)
{
    static const uint8_t window[] = {255, 251, 31, 255, 250, 31, 0, 80, 0, 24, 255, 240, '!'};
    int client = client_connect(fixture);

    client_expect_welcome(fixture, client);
    ck_assert_str_eq(fixture->net.connections->address, "127.0.0.1");
    client_say(fixture, client, "one", 3);
    for (size_t i = 0; i < sizeof window; i++)
        client_say(fixture, client, &window[i], 1);
    ck_assert_str_eq(fixture->typed, "one!");
    ck_assert_int_eq(fixture->events[NET_WINDOW], 1);
    ck_assert_int_eq(fixture->events[NET_CAPABILITIES], 1);
    close(client);
    fixture_pump(fixture);
    ck_assert_int_eq(fixture->events[NET_CLOSED], 1);
    ck_assert_uint_eq(fixture->net.connection_count, 0);
}

TEST(what_was_sent_before_hanging_up_is_heard)
{
    int client = client_connect(fixture);

    ck_assert_int_eq(send(client, "bye", 3, MSG_NOSIGNAL), 3);
    close(client);
    fixture_pump(fixture);
    ck_assert_str_eq(fixture->typed, "bye");
    ck_assert_str_eq(fixture->reason, "peer-left");
    ck_assert_uint_eq(fixture->net.connection_count, 0);
}

TEST(one_read_of_each_is_taken_in_turn)
{
    int flooder = client_connect(fixture);
    int other = client_connect(fixture);
    char block[2 * CONN_READ_MAX];

    memset(block, 'n', sizeof block);
    ck_assert_int_eq(send(flooder, block, sizeof block, MSG_NOSIGNAL), (ssize_t)sizeof block);
    ck_assert_int_eq(send(other, "x", 1, MSG_NOSIGNAL), 1);
    fixture_turn(fixture);
    ck_assert_uint_gt(fixture->byte_count, 1);
    ck_assert_uint_le(fixture->byte_count, CONN_READ_MAX + 1);
    fixture_pump(fixture);
    ck_assert_uint_eq(fixture->byte_count, sizeof block + 1);
    close(flooder);
    close(other);
}

TEST(a_closed_connection_lasts_until_its_owner_lets_go)
{
    int client = client_connect(fixture);
    struct conn *conn = fixture->net.connections;

    conn_close(conn, "test");
    for (int i = 0; i < 3; i++)
        uv_run(&fixture->base.loop, UV_RUN_NOWAIT);
    ck_assert_uint_eq(fixture->net.connection_count, 0);
    ck_assert_str_eq(conn->address, "127.0.0.1");
    fixture_turn(fixture);
    ck_assert_int_eq(fixture->events[NET_CLOSED], 1);
    ck_assert_str_eq(fixture->reason, "test");
    close(client);
}

TEST(a_full_server_says_so)
{
    fixture->base.options.connections_max = 1;
    int first = client_connect(fixture);
    int second = client_connect(fixture);
    client_expect_welcome(fixture, first);
    client_expect_refusal(fixture, second, "Undercroft is full. Please try again later.\r\n");
    ck_assert_uint_eq(fixture->net.connection_count, 1);
    close(first);
    fixture_pump(fixture);
    int third = client_connect(fixture);
    client_expect_welcome(fixture, third);
    close(second);
    close(third);
}

TEST(so_many_replies_are_given_and_no_more)
{
    uint8_t verb[] = {255, 253, 100};

    fixture->base.options.telnet_replies = 20;
    int client = client_connect(fixture);
    client_expect_welcome(fixture, client);
    for (int i = 0; i < 20; i++, verb[2]++)
        client_say(fixture, client, verb, sizeof verb);
    ck_assert_uint_eq(fixture->net.connection_count, 1);
    client_say(fixture, client, verb, sizeof verb);
    ck_assert_uint_eq(fixture->net.connection_count, 0);
    ck_assert_str_eq(fixture->reason, "too-many-negotiations");
    close(client);
}

TEST(one_address_gets_its_share)
{
    fixture->base.options.connections_per_address = 2;
    fixture->base.options.new_per_address = 4;
    int first = client_connect(fixture);
    int second = client_connect(fixture);
    int third = client_connect(fixture);
    client_expect_welcome(fixture, first);
    client_expect_welcome(fixture, second);
    client_expect_refusal(
        fixture, third,
        "Too many connections from your address. Please close one and try again.\r\n");
    for (int i = 0; i < 2; i++) {
        close(first);
        fixture_pump(fixture);
        first = client_connect(fixture);
        client_expect_welcome(fixture, first);
    }
    close(first);
    fixture_pump(fixture);
    first = client_connect(fixture);
    client_expect_refusal(
        fixture, first,
        "Too many new connections from your address. Please try again in ten seconds.\r\n");
    close(first);
    fixture_pass(fixture, FIXTURE_WINDOW_MS);
    first = client_connect(fixture);
    client_expect_welcome(fixture, first);
    close(first);
    close(second);
    close(third);
}

TEST(who_is_not_let_in_is_told_why)
{
    fixture->is_refusing = true;
    int first = client_connect(fixture);
    client_expect_refusal(fixture, first, "No.\r\n");
    ck_assert_msg(fixture->events[NET_CLOSED] == 0, "it has no owner to be told");
    close(first);
    fixture->is_refusing = false;
    first = client_connect(fixture);
    client_expect_welcome(fixture, first);
    close(first);
}

TEST(a_connection_is_found_by_its_serial_until_it_is_gone)
{
    int clients[3];

    for (int i = 0; i < 3; i++) {
        /* The second shares its list with the first. */
        fixture->net.next_serial = (uint64_t)i * NET_SERIAL_LISTS;
        clients[i] = client_connect(fixture);
        client_expect_welcome(fixture, clients[i]);
    }
    for (uint64_t i = 0; i < 3; i++)
        ck_assert_uint_eq(conn_find(&fixture->net, i * NET_SERIAL_LISTS + 1)->serial,
                          i * NET_SERIAL_LISTS + 1);
    close(clients[1]);
    fixture_pump(fixture);
    ck_assert_ptr_null(conn_find(&fixture->net, NET_SERIAL_LISTS + 1));
    ck_assert_ptr_nonnull(conn_find(&fixture->net, 1));
    ck_assert_ptr_nonnull(conn_find(&fixture->net, 2 * NET_SERIAL_LISTS + 1));
    close(clients[0]);
    close(clients[2]);
}

TEST(foreign_protocols_are_hung_up_on)
{
    static const char *const foreign[] = {"GET / HTTP/1.1\r\n", "POST /\r\n", "SSH-2.0-x\r\n",
                                          "\x16\x03\x01 hello"};
    static const char *const reasons[] = {"foreign-protocol", "foreign-protocol",
                                          "foreign-protocol", "tls-on-clear-port"};

    for (size_t i = 0; i < sizeof foreign / sizeof foreign[0]; i++) {
        int whole = client_connect(fixture);
        client_say(fixture, whole, foreign[i], strlen(foreign[i]));
        ck_assert_msg(fixture->net.connection_count == 0, "%s in one read", foreign[i]);
        ck_assert_str_eq(fixture->reason, reasons[i]);
        int pieces = client_connect(fixture);
        for (size_t at = 0; foreign[i][at] != '\0' && fixture->net.connection_count > 0; at++)
            client_say(fixture, pieces, foreign[i] + at, 1);
        ck_assert_msg(fixture->net.connection_count == 0, "%s in pieces", foreign[i]);
        close(whole);
        close(pieces);
    }
    int client = client_connect(fixture);
    client_say(fixture, client, "Gerda\r\nGET out\r\n", 16);
    ck_assert_msg(fixture->net.connection_count == 1, "only the very first bytes count");
    close(client);
}

TEST(a_flood_is_slowed_and_others_do_not_notice)
{
    int flooder = client_connect(fixture);
    int other = client_connect(fixture);
    char block[4096];
    size_t sent = 0;

    memset(block, 'n', sizeof block);
    for (int i = 0; i < 400 && sent < FLOOD; i++) {
        ssize_t count = send(flooder, block, sizeof block, MSG_DONTWAIT | MSG_NOSIGNAL);
        sent += count > 0 ? (size_t)count : 0;
        fixture_turn(fixture);
    }
    fixture_pump(fixture);
    ck_assert_uint_gt(sent, CONN_BYTES_BURST + CONN_READ_MAX);
    ck_assert_uint_ge(fixture->byte_count, CONN_BYTES_BURST);
    ck_assert_uint_le(fixture->byte_count, CONN_BYTES_BURST + CONN_READ_MAX);

    size_t before = fixture->byte_count;
    client_say(fixture, other, "x", 1);
    ck_assert_msg(fixture->byte_count == before + 1, "the other is heard at once");

    before = fixture->byte_count;
    for (int tick = 0; tick < 4000 / TICK_MS; tick++)
        fixture_pass(fixture, TICK_MS);
    ck_assert_uint_ge(fixture->byte_count - before, 3 * CONN_BYTES_PER_SECOND);
    ck_assert_uint_le(fixture->byte_count - before, 4 * CONN_BYTES_PER_SECOND + CONN_READ_MAX);
    ck_assert_uint_eq(fixture->net.connection_count, 2);
    close(flooder);
    close(other);
}

/* Writes so much that the kernel cannot take it all; the rest is in flight. */
static struct conn *fill(void)
{
    struct conn *conn = fixture->net.connections;
    char *text = calloc(1, BIG);

    for (int i = 0; i < 100 && conn_is_drained(conn); i++) {
        ck_assert_int_eq(client_write(&conn->client, text, BIG), ERR_OK);
        conn_flush(conn);
        fixture_pump(fixture);
    }
    ck_assert_msg(!conn_is_drained(conn), "the kernel is full");
    fixture_pass(fixture, 0); /* what it took since counts as progress until now */
    free(text);
    return conn;
}

TEST(a_peer_that_does_not_read_is_closed_after_half_a_minute)
{
    int client = client_connect(fixture);

    fill();
    fixture_pass(fixture, FIXTURE_STALLED_MS - 1);
    ck_assert_uint_eq(fixture->net.connection_count, 1);
    fixture_pass(fixture, 1);
    ck_assert_uint_eq(fixture->net.connection_count, 0);
    ck_assert_str_eq(fixture->reason, "stalled");
    ck_assert_int_eq(fixture->events[NET_CLOSED], 1);
    close(client);
}

TEST(a_peer_that_reads_slowly_is_kept)
{
    int client = client_connect(fixture);
    static char heard[32 * 1024];
    bool is_over;

    fill();
    fixture_pass(fixture, FIXTURE_STALLED_MS - 1);
    ck_assert_uint_gt(client_hear(fixture, client, heard, sizeof heard, &is_over), 0);
    fixture_pass(fixture, 1);
    fixture_pass(fixture, FIXTURE_STALLED_MS - 1);
    ck_assert_uint_eq(fixture->net.connection_count, 1);
    close(client);
}

/* Bytes that a thread sends at once and the loop's flush after it make one stream. */
TEST(what_was_sent_at_once_is_not_sent_again)
{
    enum { TEXT = 96 * 1024, PIECE = 32 * 1024 };
    static char text[TEXT];
    static char heard[PIECE];
    int client = client_connect(fixture);
    size_t length = 0;
    bool is_over;

    client_expect_welcome(fixture, client);
    struct conn *conn = fixture->net.connections;
    uint64_t before = metrics_value(&fixture->base.metrics, METRIC_BYTES_SENT, METRIC_ALONE);
    for (size_t i = 0; i < TEXT; i++)
        text[i] = (char)('a' + i % 23);
    ck_assert_int_eq(client_write(&conn->client, text, TEXT - PIECE), ERR_OK);
    conn_send_at_once(conn);
    ck_assert_uint_gt(conn->sent_at_once, 0);
    ck_assert_uint_gt(conn->out.length, 0);
    conn_flush(conn);
    ck_assert(conn->is_writing);
    ck_assert_int_eq(client_write(&conn->client, text + TEXT - PIECE, PIECE), ERR_OK);
    while (length < TEXT) {
        size_t count = client_hear(fixture, client, heard, sizeof heard, &is_over);
        ck_assert_msg(memcmp(heard, text + length, count) == 0, "other bytes from %zu on", length);
        length += count;
        conn_send_at_once(conn); /* never beside a flight */
    }
    ck_assert(conn_is_drained(conn));
    ck_assert_uint_eq(metrics_value(&fixture->base.metrics, METRIC_BYTES_SENT, METRIC_ALONE),
                      before + TEXT);
    close(client);
}

TEST(output_past_its_maximum_closes)
{
    int client = client_connect(fixture);
    struct conn *conn = fill();
    static const char text[CONN_OUT_MAX];

    ck_assert_int_eq(client_write(&conn->client, text, sizeof text), ERR_OK);
    ck_assert_int_eq(client_write(&conn->client, "x", 1), ERR_TOO_BIG);
    fixture_pass(fixture, 0);
    ck_assert_msg(fixture->net.connection_count == 1, "a flight may still land");
    static char heard[BIG * 4];
    bool is_over;
    (void)client_hear(fixture, client, heard, sizeof heard, &is_over);
    for (int i = 0; i < 40 && fixture->net.connection_count > 0; i++)
        (void)client_hear(fixture, client, heard, sizeof heard, &is_over);
    ck_assert_uint_eq(fixture->net.connection_count, 0);
    ck_assert_str_eq(fixture->reason, "output-full");
    close(client);
}

TEST(finishing_loses_nothing_even_with_input_unread)
{
    int client = client_connect(fixture);
    struct conn *conn = fixture->net.connections;
    static char text[BIG];
    static char heard[2 * BIG];
    size_t length = 0;
    bool is_over = false;

    memset(text, 'g', sizeof text);
    ck_assert_int_eq(client_write(&conn->client, text, sizeof text), ERR_OK);
    client_say(fixture, client, "aFbcdefgh", 9);
    ck_assert_msg(fixture->byte_count == 2, "nothing is heard after the end");
    client_say(fixture, client, "more", 4);
    for (int i = 0; i < 200 && !is_over; i++)
        length += client_hear(fixture, client, heard + length, sizeof heard - length, &is_over);
    ck_assert_msg(is_over, "the end comes");
    ck_assert_uint_eq(length, FIXTURE_BURST_LENGTH + 5 + sizeof text);
    ck_assert_mem_eq(heard + FIXTURE_BURST_LENGTH + 5, text, sizeof text);
    ck_assert_uint_eq(fixture->net.connection_count, 1);
    close(client);
    fixture_pump(fixture);
    ck_assert_uint_eq(fixture->net.connection_count, 0);
    ck_assert_int_eq(fixture->events[NET_CLOSED], 1);
}

TEST(a_peer_that_will_not_part_is_closed_after_two_seconds)
{
    int reader = client_connect(fixture);

    client_say(fixture, reader, "F", 1);
    fixture_pass(fixture, CONN_FINISH_MS - 1);
    ck_assert_uint_eq(fixture->net.connection_count, 1);
    fixture_pass(fixture, 1);
    ck_assert_uint_eq(fixture->net.connection_count, 0);

    int deaf = client_connect(fixture);
    conn_finish(fill());
    fixture_pass(fixture, CONN_FINISH_MS);
    ck_assert_uint_eq(fixture->net.connection_count, 0);
    close(reader);
    close(deaf);
}

TEST(a_session_may_close_its_connection_at_any_byte)
{
    int client = client_connect(fixture);

    client_say(fixture, client, "abQcdQ", 6);
    ck_assert_str_eq(fixture->typed, "abQ");
    ck_assert_int_eq(fixture->events[NET_CLOSED], 1);
    ck_assert_str_eq(fixture->reason, "quit");
    ck_assert_uint_eq(fixture->net.connection_count, 0);
    close(client);
}

TEST(dangerous_telnet_closes)
{
    static const uint8_t compressed[] = {'a', 255, 250, 86, 255, 240, 'b'};
    int client = client_connect(fixture);

    client_say(fixture, client, compressed, sizeof compressed);
    ck_assert_str_eq(fixture->typed, "a");
    ck_assert_str_eq(fixture->reason, "compressed-input");
    ck_assert_uint_eq(fixture->net.connection_count, 0);
    close(client);
}

TEST(the_silent_are_kept_awake)
{
    int client = client_connect(fixture);
    char heard[64];
    bool is_over;

    client_expect_welcome(fixture, client);
    fixture_pass(fixture, CONN_KEEP_ALIVE_MS - 1);
    ck_assert_uint_eq(client_hear(fixture, client, heard, sizeof heard, &is_over), 0);
    fixture_pass(fixture, 1);
    ck_assert_uint_eq(client_hear(fixture, client, heard, sizeof heard, &is_over), 2);
    ck_assert_mem_eq(heard, "\xff\xf1", 2);
    close(client);
}

TEST(the_silent_keep_no_buffers)
{
    int client = client_connect(fixture);

    client_expect_welcome(fixture, client);
    const struct conn *conn = fixture->net.connections;
    const uint8_t *in_play = conn->out.data;
    ck_assert_ptr_nonnull(in_play);
    /* Uncompressed, and all of it taken by the kernel: one buffer serves both. */
    ck_assert_uint_eq(conn->in_flight.capacity, 0);
    fixture_pass(fixture, CONN_IDLE_MS - 1);
    ck_assert_ptr_eq(conn->out.data, in_play);
    fixture_pass(fixture, 1);
    ck_assert_uint_eq(conn->in.capacity + conn->out.capacity + conn->in_flight.capacity, 0);
    close(client);
}

TEST(a_sweep_takes_a_part_each_tick_and_goes_on_where_a_connection_has_ended)
{
    struct net *net = &fixture->net;
    int older = client_connect(fixture);
    int newer = client_connect(fixture);

    fixture_pump(fixture);
    ck_assert_uint_eq(net->connection_count, 2);
    conn_sweep(net, fixture->clock_ms);
    ck_assert_ptr_eq(net->sweep_next, net->connections);
    conn_sweep_on(net, fixture->clock_ms);
    ck_assert_ptr_eq(net->sweep_next, net->connections->next);
    close(older);
    fixture_pump(fixture);
    ck_assert_uint_eq(net->connection_count, 1);
    ck_assert_ptr_null(net->sweep_next);
    conn_sweep_on(net, fixture->clock_ms);
    close(newer);
}
