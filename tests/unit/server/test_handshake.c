/*
 * The handshake of TLS: with its ration of a tick, its limit of time, and its bad ends.
 */
#include <string.h>
#include <unistd.h>

#include "server/net/conn.h"
#include "server/net/listener.h"
#include "server/net/tls.h"
#include "support/test.h"
#include "support/tls_peer.h"
#include "tls_fixture.h"

TEST_FILE_FIXTURE(inside_make_files, inside_remove_files);

TEST_FIXTURE(inside_set_up, inside_tear_down);

TEST(both_versions_are_greeted_and_heard)
{
    static const char *const versions[] = {"+VERS-TLS1.3", "+VERS-TLS1.2"};
    static const char *const names[] = {"TLS1.3", "TLS1.2"};
    char name[32];

    for (size_t i = 0; i < 2; i++) {
        inside_connect_with(versions[i]);
        ck_assert_int_eq(inside_shake(), 1);
        ck_assert_str_eq(tls_peer_version(inside.peer), names[i]);
        tls_peer_name(inside.peer, name, sizeof name);
        ck_assert_str_eq(name, "first");
        inside_expect_greeting();
        inside_type("abc");
        tls_peer_free(inside.peer);
        close(inside.client);
        inside_pump();
    }
    inside.client = -1;
    inside.peer = NULL;
    ck_assert_str_eq(inside.fixture->typed, "abcabc");
    ck_assert_uint_eq(inside_handshakes(METRIC_HANDSHAKE_DONE), 2);
    ck_assert_uint_eq(inside.fixture->net.handshakes, 0);
}

TEST(a_peer_that_comes_back_needs_no_signature)
{
    static const char *const versions[] = {"+VERS-TLS1.3", "+VERS-TLS1.2"};

    for (size_t i = 0; i < 2; i++) {
        inside_connect_with(versions[i]);
        ck_assert_int_eq(inside_shake(), 1);
        inside_expect_greeting();
        struct tls_peer *before = inside.peer;
        close(inside.client);
        inside_connect_with(versions[i]);
        tls_peer_continue(inside.peer, before);
        tls_peer_free(before);
        ck_assert_int_eq(inside_shake(), 1);
        ck_assert_msg(tls_peer_is_continued(inside.peer), "%s", versions[i]);
        inside_expect_greeting();
        tls_peer_free(inside.peer);
        close(inside.client);
    }
    inside.client = -1;
    inside.peer = NULL;
}

TEST(nothing_is_told_of_one_whose_handshake_is_not_done)
{
    inside_connect_with(NULL);
    inside_pump();
    ck_assert_int_eq(inside.fixture->events[NET_ARRIVED], 0);
    ck_assert_uint_eq(inside.fixture->net.handshakes, 1);
    ck_assert_int_eq(inside_shake(), 1);
    ck_assert_int_eq(inside.fixture->events[NET_ARRIVED], 1);
}

TEST(an_older_version_than_the_oldest_allowed_is_refused)
{
    inside.fixture->base.options.tls_min = TLS_MIN_1_3;
    inside_connect_with("+VERS-TLS1.2");
    ck_assert_int_eq(inside_shake(), -1);
    ck_assert_int_eq(inside.fixture->events[NET_ARRIVED], 0);
    ck_assert_uint_eq(inside_handshakes(METRIC_HANDSHAKE_FAILED), 1);
    ck_assert_uint_eq(inside.fixture->net.handshakes, 0);
}

TEST(clear_text_on_the_port_of_tls_is_closed_and_counted)
{
    inside.client = client_connect(inside.fixture);
    client_say(inside.fixture, inside.client, "hello\r\n", 7);
    ck_assert(inside_is_closed_without_a_word(inside.client));
    ck_assert_uint_eq(inside_handshakes(METRIC_HANDSHAKE_CLEAR), 1);
    ck_assert_uint_eq(
        metrics_value(&inside.fixture->base.metrics, METRIC_REFUSED, METRIC_REFUSED_FOREIGN), 1);
}

TEST(tls_on_a_clear_port_is_closed_and_named)
{
    inside.client = client_connect_to(inside.fixture, inside.fixture->net.listeners->next);
    client_expect_welcome(inside.fixture, inside.client);
    inside.peer = tls_peer_open(inside.client, NULL);
    ck_assert_int_eq(inside_shake(), -1);
    ck_assert_str_eq(inside.fixture->reason, "tls-on-clear-port");
}

/* A ServerHello of no length. */
TEST(what_is_no_clients_hello_ends_the_handshake)
{
    static const char garbage[] = "\x16\x03\x01\x00\x04\x02\x00\x00";

    inside.client = client_connect(inside.fixture);
    client_say(inside.fixture, inside.client, garbage, sizeof garbage);
    ck_assert_uint_eq(inside_handshakes(METRIC_HANDSHAKE_FAILED), 1);
    ck_assert_uint_eq(inside.fixture->net.connection_count, 0);
}

TEST(a_handshake_that_does_not_end_is_closed_after_ten_seconds)
{
    static const char begun[] = "\x16\x03\x01\x02";

    inside.client = client_connect(inside.fixture);
    client_say(inside.fixture, inside.client, begun, sizeof begun - 1);
    fixture_pass(inside.fixture, 9999);
    ck_assert_uint_eq(inside.fixture->net.connection_count, 1);
    fixture_pass(inside.fixture, 1);
    ck_assert(inside_is_closed_without_a_word(inside.client));
    ck_assert_uint_eq(inside_handshakes(METRIC_HANDSHAKE_LATE), 1);
}

TEST(a_peer_that_leaves_in_its_handshake_leaves_nothing)
{
    inside.client = client_connect(inside.fixture);
    client_say(inside.fixture, inside.client, "\x16\x03\x01", 3);
    close(inside.client);
    inside.client = -1;
    inside_pump();
    ck_assert_uint_eq(inside.fixture->net.connection_count, 0);
    ck_assert_uint_eq(inside.fixture->net.handshakes, 0);
    ck_assert_uint_eq(inside_handshakes(METRIC_HANDSHAKE_FAILED), 1);
    ck_assert_int_eq(inside.fixture->events[NET_CLOSED], 0);
}

TEST(an_address_with_too_many_is_closed_before_its_handshake)
{
    inside.fixture->base.options.connections_per_address = 1;
    inside_enter();
    int second = client_connect(inside.fixture);
    ck_assert(inside_is_closed_without_a_word(second));
    close(second);
    ck_assert_uint_eq(inside_handshakes(METRIC_HANDSHAKE_FAILED), 0);
    ck_assert_uint_eq(
        metrics_value(&inside.fixture->base.metrics, METRIC_REFUSED, METRIC_REFUSED_ADDRESS_OPEN),
        1);
}

TEST(without_a_ration_handshakes_wait_unread)
{
    inside_connect_with(NULL);
    inside.fixture->net.ration_ns = 0;
    for (int i = 0; i < 10; i++) {
        ck_assert_int_eq(tls_peer_shake(inside.peer), 0);
        fixture_pump(inside.fixture);
    }
    ck_assert_ptr_nonnull(inside.fixture->net.shaking);
    ck_assert_msg(!inside.fixture->net.shaking->is_reading, "and is not read");
    ck_assert_uint_eq(inside.fixture->net.shaking->handshake_ns, 0);
    ck_assert_int_eq(inside_shake(), 1);
    ck_assert_ptr_null(inside.fixture->net.shaking);
    inside_expect_greeting();
}

TEST(what_a_handshake_overspends_is_taken_from_the_next_turn)
{
    inside_connect_with(NULL);
    inside.fixture->net.ration_ns = -4 * 1000 * 1000;
    ck_assert_int_eq(tls_peer_shake(inside.peer), 0);
    fixture_pump(inside.fixture);
    conn_resume(&inside.fixture->net);
    ck_assert_ptr_nonnull(inside.fixture->net.shaking);
    conn_resume(&inside.fixture->net);
    ck_assert_ptr_null(inside.fixture->net.shaking);
}

TEST(one_that_leaves_while_it_waits_is_forgotten)
{
    inside_connect_with(NULL);
    inside.fixture->net.ration_ns = 0;
    ck_assert_int_eq(tls_peer_shake(inside.peer), 0);
    fixture_pump(inside.fixture);
    ck_assert_ptr_nonnull(inside.fixture->net.shaking);
    conn_close_awaiting(&inside.fixture->net, "test");
    fixture_pump(inside.fixture);
    ck_assert_ptr_null(inside.fixture->net.shaking);
    ck_assert_uint_eq(inside.fixture->net.connection_count, 0);
}

TEST(time_spent_waiting_for_a_ration_is_not_the_peers)
{
    inside_connect_with(NULL);
    inside.fixture->net.ration_ns = 0;
    ck_assert_int_eq(tls_peer_shake(inside.peer), 0);
    fixture_pump(inside.fixture);
    inside.fixture->clock_ms += 20 * 1000;
    base_touch_clock(&inside.fixture->base);
    conn_sweep(&inside.fixture->net, inside.fixture->clock_ms);
    ck_assert_uint_eq(inside.fixture->net.handshakes, 1);
    /* Time that passes from now on counts for the peer. */
    conn_resume(&inside.fixture->net);
    fixture_pass(inside.fixture, 9999);
    ck_assert_uint_eq(inside.fixture->net.handshakes, 1);
    fixture_pass(inside.fixture, 1);
    ck_assert_uint_eq(inside.fixture->net.handshakes, 0);
    ck_assert_uint_eq(inside_handshakes(METRIC_HANDSHAKE_LATE), 1);
}

TEST(who_was_answered_goes_before_those_who_were_not)
{
    inside_connect_with(NULL);
    ck_assert_int_eq(tls_peer_shake(inside.peer), 0);
    fixture_pump(inside.fixture);
    struct conn *answered = inside.fixture->net.awaiting_header;
    inside.fixture->net.ration_ns = 0;
    int other = client_connect(inside.fixture);
    struct tls_peer *second = tls_peer_open(other, NULL);
    ck_assert_int_eq(tls_peer_shake(second), 0);
    fixture_pump(inside.fixture);
    ck_assert_ptr_ne(inside.fixture->net.shaking, answered);
    ck_assert_int_eq(tls_peer_shake(inside.peer), 1);
    fixture_pump(inside.fixture);
    ck_assert_ptr_eq(inside.fixture->net.shaking, answered);
    tls_peer_free(second);
    close(other);
}

TEST(the_oldest_handshake_makes_room)
{
    int others[FIXTURE_CLIENTS_MAX / 4];

    inside.client = client_connect(inside.fixture);
    for (size_t i = 0; i < FIXTURE_CLIENTS_MAX / 4; i++) {
        ck_assert_uint_eq(inside.fixture->net.handshakes, i + 1);
        others[i] = client_connect(inside.fixture);
    }
    ck_assert(inside_is_closed_without_a_word(inside.client));
    ck_assert_uint_eq(inside.fixture->net.handshakes, FIXTURE_CLIENTS_MAX / 4);
    ck_assert_uint_eq(inside_handshakes(METRIC_HANDSHAKE_MADE_ROOM), 1);
    for (size_t i = 0; i < FIXTURE_CLIENTS_MAX / 4; i++)
        close(others[i]);
}

TEST(a_proxys_header_comes_before_tls)
{
    static const char header[] = "PROXY TCP4 192.0.2.9 127.0.0.1 40000 4443\r\n";
    struct options *options = &inside.fixture->base.options;

    ck_assert_int_eq(network_parse("127.0.0.0/8", 11, &options->proxy_from[0]), ERR_OK);
    options->proxy_from_count = 1;
    inside_connect_with(NULL);
    tls_peer_begin_with(inside.peer, header, sizeof header - 1);
    ck_assert_int_eq(inside_shake(), 1);
    inside_expect_greeting();
    ck_assert_str_eq(inside.fixture->net.connections->address, "192.0.2.9");
    inside_type("x");
    ck_assert_str_eq(inside.fixture->typed, "x");
}
