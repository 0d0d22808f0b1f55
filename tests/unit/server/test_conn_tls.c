/*
 * Connections inside TLS: the handshake with its ration, its limit and its bad ends; then that the
 * stream in TLS is the stream without, however it is cut.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "conn_fixture.h"
#include "server/net/conn.h"
#include "server/net/listener.h"
#include "server/net/tls.h"
#include "server/net/tls_keys.h"
#include "support/certificate.h"
#include "support/suite.h"
#include "support/tls_peer.h"

enum { STEPS = 200, HEARD_SIZE = 256 * 1024, LONG_TEXT = 100 * 1024 };

static char folder[] = "/tmp/undercroft-tls-XXXXXX";
static char certificate_path[64];
static char key_path[64];

static struct fixture *fixture;
static struct tls_host *host;
static int client;
static struct tls_peer *peer;
static char heard[HEARD_SIZE];

static void make_files(void)
{
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(certificate_path, sizeof certificate_path, "%s/cert.pem", folder);
    snprintf(key_path, sizeof key_path, "%s/key.pem", folder);
    certificate_make(certificate_path, key_path, &(struct certificate_wish){.name = "first"});
}

static void remove_files(void)
{
    unlink(certificate_path);
    unlink(key_path);
    rmdir(folder);
}

/* The fixture's first listener is then one inside TLS, and a clear one comes after it. */
static void set_up(void)
{
    char cause[TLS_CAUSE_SIZE] = "";
    char reason[256];
    struct tls_keys *keys = NULL;

    fixture = fixture_open();
    fixture->base.options.logins_percent = 25;
    ck_assert_msg(tls_keys_load(certificate_path, key_path, &keys, cause) == ERR_OK, "%s", cause);
    ck_assert_int_eq(tls_host_open(keys, &host), ERR_OK);
    fixture->net.tls = host;
    ck_assert_int_eq(
        listener_open(&fixture->net, ENTRANCE_TLS, "127.0.0.1:0", reason, sizeof reason), ERR_OK);
    struct listener *clear = fixture->net.listeners;
    fixture->net.listeners = clear->next;
    clear->next->next = clear;
    clear->next = NULL;
    conn_resume(&fixture->net);
    client = -1;
    peer = NULL;
}

static void tear_down(void)
{
    tls_peer_free(peer);
    if (client >= 0)
        close(client);
    fixture_close(fixture);
    tls_host_free(host);
}

static void connect_with(const char *versions)
{
    client = client_connect(fixture);
    peer = tls_peer_open(client, versions);
}

/* Lets the loop run, with a ration for handshakes each time. */
static void pump(void)
{
    for (int i = 0; i < 3; i++) {
        conn_resume(&fixture->net);
        fixture_pump(fixture);
    }
}

/* 1 the handshake is done, -1 it has failed, 0 it does not go on. */
static int shake(void)
{
    int progress = 0;

    for (int i = 0; i < STEPS && progress == 0; i++) {
        progress = tls_peer_shake(peer);
        fixture_pump(fixture);
        conn_resume(&fixture->net);
    }
    pump();
    return progress;
}

/* Everything that waits, and what the stream's end is: 0 it is said, -1 it is cut, 1 it goes on. */
static int hear(size_t *out_length)
{
    size_t length = 0;
    int quiet = 0;

    while (quiet < 3 && length < sizeof heard) {
        ssize_t count = tls_peer_recv(peer, heard + length, sizeof heard - length);
        if (count >= 0)
            length += (size_t)count;
        if (count == 0 || (count < 0 && errno != EAGAIN)) {
            *out_length = length;
            return (int)count;
        }
        quiet = count < 0 ? quiet + 1 : 0;
        if (count < 0)
            pump();
    }
    *out_length = length;
    return 1;
}

static void expect_greeting(void)
{
    size_t length;

    ck_assert_int_eq(hear(&length), 1);
    ck_assert_uint_eq(length, FIXTURE_BURST_LENGTH + 5);
    ck_assert_mem_eq(heard + FIXTURE_BURST_LENGTH, "hello", 5);
}

static void enter(void)
{
    connect_with(NULL);
    ck_assert_int_eq(shake(), 1);
    expect_greeting();
}

static void type(const char *text)
{
    size_t length = strlen(text);

    ck_assert_int_eq(tls_peer_send(peer, text, length), (ssize_t)length);
    pump();
}

/* The socket was closed without a byte. */
static bool is_closed_without_a_word(int socket)
{
    char byte[8];
    bool is_over = false;

    return client_hear(fixture, socket, byte, sizeof byte, &is_over) == 0 && is_over;
}

static uint64_t handshakes(enum metric_handshake result)
{
    return metrics_value(&fixture->base.metrics, METRIC_HANDSHAKES, result);
}

START_TEST(both_versions_are_greeted_and_heard)
{
    static const char *const versions[] = {"+VERS-TLS1.3", "+VERS-TLS1.2"};
    static const char *const names[] = {"TLS1.3", "TLS1.2"};
    char name[32];

    for (size_t i = 0; i < 2; i++) {
        connect_with(versions[i]);
        ck_assert_int_eq(shake(), 1);
        ck_assert_str_eq(tls_peer_version(peer), names[i]);
        tls_peer_name(peer, name, sizeof name);
        ck_assert_str_eq(name, "first");
        expect_greeting();
        type("abc");
        tls_peer_free(peer);
        close(client);
        pump();
    }
    client = -1;
    peer = NULL;
    ck_assert_str_eq(fixture->typed, "abcabc");
    ck_assert_uint_eq(handshakes(METRIC_HANDSHAKE_DONE), 2);
    ck_assert_uint_eq(fixture->net.handshakes, 0);
}
END_TEST

START_TEST(a_peer_that_comes_back_needs_no_signature)
{
    static const char *const versions[] = {"+VERS-TLS1.3", "+VERS-TLS1.2"};

    for (size_t i = 0; i < 2; i++) {
        connect_with(versions[i]);
        ck_assert_int_eq(shake(), 1);
        expect_greeting();
        struct tls_peer *before = peer;
        close(client);
        connect_with(versions[i]);
        tls_peer_continue(peer, before);
        tls_peer_free(before);
        ck_assert_int_eq(shake(), 1);
        ck_assert_msg(tls_peer_is_continued(peer), "%s", versions[i]);
        expect_greeting();
        tls_peer_free(peer);
        close(client);
    }
    client = -1;
    peer = NULL;
}
END_TEST

START_TEST(nothing_is_told_of_one_whose_handshake_is_not_done)
{
    connect_with(NULL);
    pump();
    ck_assert_int_eq(fixture->events[NET_ARRIVED], 0);
    ck_assert_uint_eq(fixture->net.handshakes, 1);
    ck_assert_int_eq(shake(), 1);
    ck_assert_int_eq(fixture->events[NET_ARRIVED], 1);
}
END_TEST

START_TEST(an_older_version_than_the_oldest_allowed_is_refused)
{
    fixture->base.options.tls_min = TLS_MIN_1_3;
    connect_with("+VERS-TLS1.2");
    ck_assert_int_eq(shake(), -1);
    ck_assert_int_eq(fixture->events[NET_ARRIVED], 0);
    ck_assert_uint_eq(handshakes(METRIC_HANDSHAKE_FAILED), 1);
    ck_assert_uint_eq(fixture->net.handshakes, 0);
}
END_TEST

START_TEST(clear_text_on_the_port_of_tls_is_closed_and_counted)
{
    client = client_connect(fixture);
    client_say(fixture, client, "hello\r\n", 7);
    ck_assert(is_closed_without_a_word(client));
    ck_assert_uint_eq(handshakes(METRIC_HANDSHAKE_CLEAR), 1);
    ck_assert_uint_eq(metrics_value(&fixture->base.metrics, METRIC_REFUSED, METRIC_REFUSED_FOREIGN),
                      1);
}
END_TEST

START_TEST(tls_on_a_clear_port_is_closed_and_named)
{
    client = client_connect_to(fixture, fixture->net.listeners->next);
    client_expect_welcome(fixture, client);
    peer = tls_peer_open(client, NULL);
    ck_assert_int_eq(shake(), -1);
    ck_assert_str_eq(fixture->reason, "tls-on-clear-port");
}
END_TEST

START_TEST(a_browser_inside_tls_is_hung_up_on)
{
    enter();
    type("GET / HTTP/1.1\r\n");
    ck_assert_str_eq(fixture->reason, "foreign-protocol");
}
END_TEST

/* A ServerHello of no length. */
START_TEST(what_is_no_clients_hello_ends_the_handshake)
{
    static const char garbage[] = "\x16\x03\x01\x00\x04\x02\x00\x00";

    client = client_connect(fixture);
    client_say(fixture, client, garbage, sizeof garbage);
    ck_assert_uint_eq(handshakes(METRIC_HANDSHAKE_FAILED), 1);
    ck_assert_uint_eq(fixture->net.connection_count, 0);
}
END_TEST

START_TEST(a_handshake_that_does_not_end_is_closed_after_ten_seconds)
{
    static const char begun[] = "\x16\x03\x01\x02";

    client = client_connect(fixture);
    client_say(fixture, client, begun, sizeof begun - 1);
    fixture_pass(fixture, 9999);
    ck_assert_uint_eq(fixture->net.connection_count, 1);
    fixture_pass(fixture, 1);
    ck_assert(is_closed_without_a_word(client));
    ck_assert_uint_eq(handshakes(METRIC_HANDSHAKE_LATE), 1);
}
END_TEST

START_TEST(a_peer_that_leaves_in_its_handshake_leaves_nothing)
{
    client = client_connect(fixture);
    client_say(fixture, client, "\x16\x03\x01", 3);
    close(client);
    client = -1;
    pump();
    ck_assert_uint_eq(fixture->net.connection_count, 0);
    ck_assert_uint_eq(fixture->net.handshakes, 0);
    ck_assert_uint_eq(handshakes(METRIC_HANDSHAKE_FAILED), 1);
    ck_assert_int_eq(fixture->events[NET_CLOSED], 0);
}
END_TEST

START_TEST(a_stream_in_single_bytes_is_the_same_stream)
{
    connect_with(NULL);
    tls_peer_split(peer, 1);
    ck_assert_int_eq(shake(), 1);
    expect_greeting();
    type("one byte at a time");
    ck_assert_str_eq(fixture->typed, "one byte at a time");
}
END_TEST

START_TEST(a_record_of_the_longest_kind_is_taken_whole)
{
    static char text[TLS_RECORD_MAX];

    memset(text, 'x', sizeof text);
    enter();
    ck_assert_int_eq(tls_peer_send(peer, text, sizeof text), TLS_RECORD_MAX);
    pump();
    fixture_pass(fixture, 4000);
    ck_assert_uint_eq(fixture->byte_count, TLS_RECORD_MAX);
}
END_TEST

START_TEST(a_record_that_is_cut_is_not_typed)
{
    int sockets[2];
    char record[256];

    enter();
    /* What would be sent is caught, and half of it goes. */
    ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, sockets), 0);
    int real = dup(client);
    ck_assert_int_eq(dup2(sockets[0], client), client);
    ck_assert_int_eq(tls_peer_send(peer, "never", 5), 5);
    ssize_t length = recv(sockets[1], record, sizeof record, MSG_DONTWAIT);
    ck_assert_int_gt(length, 5);
    client_say(fixture, real, record, (size_t)length - 1);
    close(real);
    close(sockets[0]);
    close(sockets[1]);
    pump();
    ck_assert_uint_eq(fixture->byte_count, 0);
    ck_assert_str_eq(fixture->reason, "peer-left");
}
END_TEST

START_TEST(a_record_that_was_changed_ends_the_connection)
{
    enter();
    client_say(fixture, client,
               "\x17\x03\x03\x00\x20"
               "this is not what was agreed upon",
               37);
    ck_assert_uint_eq(fixture->byte_count, 0);
    ck_assert_str_eq(fixture->reason, "tls-failed");
}
END_TEST

START_TEST(long_output_comes_whole)
{
    static char text[LONG_TEXT];
    size_t length;
    size_t whole = 0;

    enter();
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (char)('a' + i % 26);
    struct conn *conn = fixture->net.connections;
    ck_assert_int_eq(client_write(&conn->client, text, sizeof text), ERR_OK);
    conn_flush(conn);
    while (whole < sizeof text && hear(&length) == 1 && length > 0) {
        ck_assert_mem_eq(heard, text + whole, length);
        whole += length;
    }
    ck_assert_uint_eq(whole, sizeof text);
    ck_assert(conn_is_drained(conn));
}
END_TEST

START_TEST(new_keys_are_changed_to_on_the_way)
{
    enter();
    tls_peer_change_keys(peer);
    type("a");
    type("b");
    ck_assert_str_eq(fixture->typed, "ab");
    ck_assert_int_eq(client_write(&fixture->net.connections->client, "still", 5), ERR_OK);
    conn_flush(fixture->net.connections);
    size_t length;
    ck_assert_int_eq(hear(&length), 1);
    ck_assert_uint_eq(length, 5);
}
END_TEST

START_TEST(an_end_is_said_before_the_socket_closes)
{
    size_t length;

    enter();
    type("F");
    ck_assert_int_eq(hear(&length), 0);
    tls_peer_end(peer);
    close(client);
    client = -1;
    pump();
    ck_assert_uint_eq(fixture->net.connection_count, 0);
}
END_TEST

START_TEST(a_peer_that_says_its_end_has_left)
{
    enter();
    type("bye");
    tls_peer_end(peer);
    pump();
    ck_assert_str_eq(fixture->typed, "bye");
    ck_assert_str_eq(fixture->reason, "peer-left");
}
END_TEST

START_TEST(who_is_not_let_in_is_told_inside)
{
    size_t length;

    fixture->is_refusing = true;
    connect_with(NULL);
    ck_assert_int_eq(shake(), 1);
    ck_assert_int_eq(hear(&length), 0);
    ck_assert_uint_eq(length, 5);
    ck_assert_mem_eq(heard, "No.\r\n", 5);
}
END_TEST

START_TEST(an_address_with_too_many_is_closed_before_its_handshake)
{
    fixture->base.options.connections_per_address = 1;
    enter();
    int second = client_connect(fixture);
    ck_assert(is_closed_without_a_word(second));
    close(second);
    ck_assert_uint_eq(handshakes(METRIC_HANDSHAKE_FAILED), 0);
    ck_assert_uint_eq(
        metrics_value(&fixture->base.metrics, METRIC_REFUSED, METRIC_REFUSED_ADDRESS_OPEN), 1);
}
END_TEST

START_TEST(without_a_ration_handshakes_wait_unread)
{
    connect_with(NULL);
    fixture->net.ration_ns = 0;
    for (int i = 0; i < 10; i++) {
        ck_assert_int_eq(tls_peer_shake(peer), 0);
        fixture_pump(fixture);
    }
    ck_assert_ptr_nonnull(fixture->net.shaking);
    ck_assert_msg(!fixture->net.shaking->is_reading, "and is not read");
    ck_assert_uint_eq(fixture->net.shaking->handshake_ns, 0);
    ck_assert_int_eq(shake(), 1);
    ck_assert_ptr_null(fixture->net.shaking);
    expect_greeting();
}
END_TEST

START_TEST(what_a_handshake_overspends_is_taken_from_the_next_turn)
{
    connect_with(NULL);
    fixture->net.ration_ns = -4 * 1000 * 1000;
    ck_assert_int_eq(tls_peer_shake(peer), 0);
    fixture_pump(fixture);
    conn_resume(&fixture->net);
    ck_assert_ptr_nonnull(fixture->net.shaking);
    conn_resume(&fixture->net);
    ck_assert_ptr_null(fixture->net.shaking);
}
END_TEST

START_TEST(one_that_leaves_while_it_waits_is_forgotten)
{
    connect_with(NULL);
    fixture->net.ration_ns = 0;
    ck_assert_int_eq(tls_peer_shake(peer), 0);
    fixture_pump(fixture);
    ck_assert_ptr_nonnull(fixture->net.shaking);
    conn_close_awaiting(&fixture->net, "test");
    fixture_pump(fixture);
    ck_assert_ptr_null(fixture->net.shaking);
    ck_assert_uint_eq(fixture->net.connection_count, 0);
}
END_TEST

START_TEST(time_spent_waiting_for_a_ration_is_not_the_peers)
{
    connect_with(NULL);
    fixture->net.ration_ns = 0;
    ck_assert_int_eq(tls_peer_shake(peer), 0);
    fixture_pump(fixture);
    fixture->clock_ms += 20 * 1000;
    base_touch_clock(&fixture->base);
    conn_sweep(&fixture->net, fixture->clock_ms);
    ck_assert_uint_eq(fixture->net.handshakes, 1);
    /* What passes from now on is its own. */
    conn_resume(&fixture->net);
    fixture_pass(fixture, 9999);
    ck_assert_uint_eq(fixture->net.handshakes, 1);
    fixture_pass(fixture, 1);
    ck_assert_uint_eq(fixture->net.handshakes, 0);
    ck_assert_uint_eq(handshakes(METRIC_HANDSHAKE_LATE), 1);
}
END_TEST

START_TEST(who_was_answered_goes_before_those_who_were_not)
{
    connect_with(NULL);
    ck_assert_int_eq(tls_peer_shake(peer), 0);
    fixture_pump(fixture);
    struct conn *answered = fixture->net.awaiting_header;
    fixture->net.ration_ns = 0;
    int other = client_connect(fixture);
    struct tls_peer *second = tls_peer_open(other, NULL);
    ck_assert_int_eq(tls_peer_shake(second), 0);
    fixture_pump(fixture);
    ck_assert_ptr_ne(fixture->net.shaking, answered);
    ck_assert_int_eq(tls_peer_shake(peer), 1);
    fixture_pump(fixture);
    ck_assert_ptr_eq(fixture->net.shaking, answered);
    tls_peer_free(second);
    close(other);
}
END_TEST

START_TEST(nothing_goes_past_the_records)
{
    size_t length;

    enter();
    struct conn *conn = fixture->net.connections;
    ck_assert_int_eq(client_write(&conn->client, "inside", 6), ERR_OK);
    conn_send_at_once(conn);
    conn_flush(conn);
    ck_assert_int_eq(hear(&length), 1);
    ck_assert_uint_eq(length, 6);
    ck_assert_mem_eq(heard, "inside", 6);
}
END_TEST

START_TEST(the_oldest_handshake_makes_room)
{
    int others[FIXTURE_CLIENTS_MAX / 4];

    client = client_connect(fixture);
    for (size_t i = 0; i < FIXTURE_CLIENTS_MAX / 4; i++) {
        ck_assert_uint_eq(fixture->net.handshakes, i + 1);
        others[i] = client_connect(fixture);
    }
    ck_assert(is_closed_without_a_word(client));
    ck_assert_uint_eq(fixture->net.handshakes, FIXTURE_CLIENTS_MAX / 4);
    ck_assert_uint_eq(handshakes(METRIC_HANDSHAKE_MADE_ROOM), 1);
    for (size_t i = 0; i < FIXTURE_CLIENTS_MAX / 4; i++)
        close(others[i]);
}
END_TEST

START_TEST(a_proxys_header_comes_before_tls)
{
    static const char header[] = "PROXY TCP4 192.0.2.9 127.0.0.1 40000 4443\r\n";
    struct options *options = &fixture->base.options;

    ck_assert_int_eq(network_parse("127.0.0.0/8", 11, &options->proxy_from[0]), ERR_OK);
    options->proxy_from_count = 1;
    connect_with(NULL);
    tls_peer_begin_with(peer, header, sizeof header - 1);
    ck_assert_int_eq(shake(), 1);
    expect_greeting();
    ck_assert_str_eq(fixture->net.connections->address, "192.0.2.9");
    type("x");
    ck_assert_str_eq(fixture->typed, "x");
}
END_TEST

START_TEST(peers_keep_the_certificate_they_began_with)
{
    char cause[TLS_CAUSE_SIZE];
    char other_certificate[64];
    char other_key[64];
    char name[32];
    struct tls_keys *keys;

    enter();
    snprintf(other_certificate, sizeof other_certificate, "%s/c2", folder);
    snprintf(other_key, sizeof other_key, "%s/k2", folder);
    certificate_make(other_certificate, other_key, &(struct certificate_wish){.name = "second"});
    ck_assert_int_eq(tls_keys_load(other_certificate, other_key, &keys, cause), ERR_OK);
    tls_host_take_keys(host, keys);
    unlink(other_certificate);
    unlink(other_key);
    type("one");
    struct tls_peer *first = peer;
    int first_socket = client;
    enter();
    tls_peer_name(peer, name, sizeof name);
    ck_assert_str_eq(name, "second");
    tls_peer_free(first);
    close(first_socket);
    type("two");
    ck_assert_str_eq(fixture->typed, "onetwo");
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("conn_tls");

    tcase_add_unchecked_fixture(tcase, make_files, remove_files);
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, both_versions_are_greeted_and_heard);
    tcase_add_test(tcase, a_peer_that_comes_back_needs_no_signature);
    tcase_add_test(tcase, nothing_is_told_of_one_whose_handshake_is_not_done);
    tcase_add_test(tcase, an_older_version_than_the_oldest_allowed_is_refused);
    tcase_add_test(tcase, clear_text_on_the_port_of_tls_is_closed_and_counted);
    tcase_add_test(tcase, tls_on_a_clear_port_is_closed_and_named);
    tcase_add_test(tcase, a_browser_inside_tls_is_hung_up_on);
    tcase_add_test(tcase, what_is_no_clients_hello_ends_the_handshake);
    tcase_add_test(tcase, a_handshake_that_does_not_end_is_closed_after_ten_seconds);
    tcase_add_test(tcase, a_peer_that_leaves_in_its_handshake_leaves_nothing);
    tcase_add_test(tcase, a_stream_in_single_bytes_is_the_same_stream);
    tcase_add_test(tcase, a_record_of_the_longest_kind_is_taken_whole);
    tcase_add_test(tcase, a_record_that_is_cut_is_not_typed);
    tcase_add_test(tcase, a_record_that_was_changed_ends_the_connection);
    tcase_add_test(tcase, long_output_comes_whole);
    tcase_add_test(tcase, new_keys_are_changed_to_on_the_way);
    tcase_add_test(tcase, an_end_is_said_before_the_socket_closes);
    tcase_add_test(tcase, a_peer_that_says_its_end_has_left);
    tcase_add_test(tcase, who_is_not_let_in_is_told_inside);
    tcase_add_test(tcase, an_address_with_too_many_is_closed_before_its_handshake);
    tcase_add_test(tcase, without_a_ration_handshakes_wait_unread);
    tcase_add_test(tcase, what_a_handshake_overspends_is_taken_from_the_next_turn);
    tcase_add_test(tcase, one_that_leaves_while_it_waits_is_forgotten);
    tcase_add_test(tcase, time_spent_waiting_for_a_ration_is_not_the_peers);
    tcase_add_test(tcase, who_was_answered_goes_before_those_who_were_not);
    tcase_add_test(tcase, nothing_goes_past_the_records);
    tcase_add_test(tcase, the_oldest_handshake_makes_room);
    tcase_add_test(tcase, a_proxys_header_comes_before_tls);
    tcase_add_test(tcase, peers_keep_the_certificate_they_began_with);
    return suite_run("conn_tls", tcase);
}
