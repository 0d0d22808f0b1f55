/*
 * That the stream inside TLS is the stream without it, however it is cut, and ends as cleanly.
 */
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/net/conn.h"
#include "server/net/tls.h"
#include "support/certificate.h"
#include "support/test.h"
#include "support/tls_peer.h"
#include "tls_fixture.h"

enum { LONG_TEXT = 100 * 1024 };

TEST_FILE_FIXTURE(inside_make_files, inside_remove_files);

TEST_FIXTURE(inside_set_up, inside_tear_down);

TEST(a_browser_inside_tls_is_hung_up_on)
{
    inside_enter();
    inside_type("GET / HTTP/1.1\r\n");
    ck_assert_str_eq(inside.fixture->reason, "foreign-protocol");
}

TEST(a_stream_in_single_bytes_is_the_same_stream)
{
    inside_connect_with(NULL);
    tls_peer_split(inside.peer, 1);
    ck_assert_int_eq(inside_shake(), 1);
    inside_expect_greeting();
    inside_type("one byte at a time");
    ck_assert_str_eq(inside.fixture->typed, "one byte at a time");
}

TEST(a_record_of_the_longest_kind_is_taken_whole)
{
    static char text[TLS_RECORD_MAX];

    memset(text, 'x', sizeof text);
    inside_enter();
    ck_assert_int_eq(tls_peer_send(inside.peer, text, sizeof text), TLS_RECORD_MAX);
    inside_pump();
    fixture_pass(inside.fixture, 4000);
    ck_assert_uint_eq(inside.fixture->byte_count, TLS_RECORD_MAX);
}

TEST(a_record_that_is_cut_is_not_typed)
{
    int sockets[2];
    char record[256];

    inside_enter();
    /* The record is caught on its way, and sent without its last byte. */
    ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, sockets), 0);
    int real = dup(inside.client);
    ck_assert_int_eq(dup2(sockets[0], inside.client), inside.client);
    ck_assert_int_eq(tls_peer_send(inside.peer, "never", 5), 5);
    ssize_t length = recv(sockets[1], record, sizeof record, MSG_DONTWAIT);
    ck_assert_int_gt(length, 5);
    client_say(inside.fixture, real, record, (size_t)length - 1);
    close(real);
    close(sockets[0]);
    close(sockets[1]);
    inside_pump();
    ck_assert_uint_eq(inside.fixture->byte_count, 0);
    ck_assert_str_eq(inside.fixture->reason, "peer-left");
}

TEST(a_record_that_was_changed_ends_the_connection)
{
    inside_enter();
    client_say(inside.fixture, inside.client,
               "\x17\x03\x03\x00\x20"
               "this is not what was agreed upon",
               37);
    ck_assert_uint_eq(inside.fixture->byte_count, 0);
    ck_assert_str_eq(inside.fixture->reason, "tls-failed");
}

TEST(long_output_comes_whole)
{
    static char text[LONG_TEXT];
    size_t length;
    size_t whole = 0;

    inside_enter();
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (char)('a' + i % 26);
    struct conn *conn = inside.fixture->net.connections;
    ck_assert_int_eq(client_write(&conn->client, text, sizeof text), ERR_OK);
    conn_flush(conn);
    while (whole < sizeof text && inside_hear(&length) == 1 && length > 0) {
        ck_assert_mem_eq(inside.heard, text + whole, length);
        whole += length;
    }
    ck_assert_uint_eq(whole, sizeof text);
    ck_assert(conn_is_drained(conn));
}

TEST(new_keys_are_changed_to_on_the_way)
{
    inside_enter();
    tls_peer_change_keys(inside.peer);
    inside_type("a");
    inside_type("b");
    ck_assert_str_eq(inside.fixture->typed, "ab");
    ck_assert_int_eq(client_write(&inside.fixture->net.connections->client, "still", 5), ERR_OK);
    conn_flush(inside.fixture->net.connections);
    size_t length;
    ck_assert_int_eq(inside_hear(&length), 1);
    ck_assert_uint_eq(length, 5);
}

TEST(an_end_is_said_before_the_socket_closes)
{
    size_t length;

    inside_enter();
    inside_type("F");
    ck_assert_int_eq(inside_hear(&length), 0);
    tls_peer_end(inside.peer);
    close(inside.client);
    inside.client = -1;
    inside_pump();
    ck_assert_uint_eq(inside.fixture->net.connection_count, 0);
}

TEST(a_peer_that_says_its_end_has_left)
{
    inside_enter();
    inside_type("bye");
    tls_peer_end(inside.peer);
    inside_pump();
    ck_assert_str_eq(inside.fixture->typed, "bye");
    ck_assert_str_eq(inside.fixture->reason, "peer-left");
}

TEST(who_is_not_let_in_is_told_inside)
{
    size_t length;

    inside.fixture->is_refusing = true;
    inside_connect_with(NULL);
    ck_assert_int_eq(inside_shake(), 1);
    ck_assert_int_eq(inside_hear(&length), 0);
    ck_assert_uint_eq(length, 5);
    ck_assert_mem_eq(inside.heard, "No.\r\n", 5);
}

TEST(nothing_goes_past_the_records)
{
    size_t length;

    inside_enter();
    struct conn *conn = inside.fixture->net.connections;
    ck_assert_int_eq(client_write(&conn->client, "inside", 6), ERR_OK);
    conn_send_at_once(conn);
    conn_flush(conn);
    ck_assert_int_eq(inside_hear(&length), 1);
    ck_assert_uint_eq(length, 6);
    ck_assert_mem_eq(inside.heard, "inside", 6);
}

TEST(peers_keep_the_certificate_they_began_with)
{
    char cause[TLS_CAUSE_SIZE];
    char other_certificate[64];
    char other_key[64];
    char name[32];
    struct tls_keys *keys;

    inside_enter();
    snprintf(other_certificate, sizeof other_certificate, "%s/c2", inside_folder);
    snprintf(other_key, sizeof other_key, "%s/k2", inside_folder);
    certificate_make(other_certificate, other_key, &(struct certificate_wish){.name = "second"});
    ck_assert_int_eq(tls_keys_load(other_certificate, other_key, &keys, cause), ERR_OK);
    tls_host_take_keys(inside.host, keys);
    unlink(other_certificate);
    unlink(other_key);
    inside_type("one");
    struct tls_peer *first = inside.peer;
    int first_socket = inside.client;
    inside_enter();
    tls_peer_name(inside.peer, name, sizeof name);
    ck_assert_str_eq(name, "second");
    tls_peer_free(first);
    close(first_socket);
    inside_type("two");
    ck_assert_str_eq(inside.fixture->typed, "onetwo");
}
