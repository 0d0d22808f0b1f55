/*
 * Connections through a proxy: whose word about the peer is believed, and what is counted then.
 */
#include <arpa/inet.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "conn_fixture.h"
#include "server/net/conn.h"
#include "support/test.h"

static const char header[] = "PROXY TCP4 192.0.2.9 127.0.0.1 40000 4000\r\n";
static const char other_header[] = "PROXY TCP6 2001:db8::9 ::1 40000 4000\r\n";

static struct fixture *open_trusting(const char *network)
{
    struct fixture *fixture = fixture_open();
    struct options *options = &fixture->base.options;

    ck_assert_int_eq(network_parse(network, strlen(network), &options->proxy_from[0]), ERR_OK);
    options->proxy_from_count = 1;
    return fixture;
}

static void say(struct fixture *fixture, int client, const char *text)
{
    client_say(fixture, client, text, strlen(text));
}

static bool hears_nothing(struct fixture *fixture, int client)
{
    char heard[64];
    bool is_over;

    return client_hear(fixture, client, heard, sizeof heard, &is_over) == 0 && !is_over;
}

static bool is_closed(struct fixture *fixture, int client)
{
    char heard[64];
    bool is_over = false;

    return client_hear(fixture, client, heard, sizeof heard, &is_over) == 0 && is_over;
}

TEST(a_trusted_proxy_is_greeted_once_it_has_said_for_whom_it_comes)
{
    struct fixture *fixture = open_trusting("127.0.0.0/8");
    int client = client_connect(fixture);

    ck_assert(hears_nothing(fixture, client));
    ck_assert_msg(fixture->net.connections == NULL, "nobody is there yet");
    for (size_t i = 0; i + 1 < sizeof header; i++) {
        ck_assert_ptr_null(fixture->net.connections);
        client_say(fixture, client, &header[i], 1);
    }
    client_expect_welcome(fixture, client);
    ck_assert_str_eq(fixture->net.connections->address, "192.0.2.9");
    say(fixture, client, "one");
    ck_assert_str_eq(fixture->typed, "one");
    close(client);
    fixture_pump(fixture);
    ck_assert_int_eq(fixture->events[NET_CLOSED], 1);
    fixture_close(fixture);
}

TEST(what_follows_the_header_in_the_same_read_is_typed)
{
    struct fixture *fixture = open_trusting("127.0.0.1");
    int client = client_connect(fixture);

    say(fixture, client, "PROXY TCP6 2001:db8::9 ::1 40000 4000\r\nada");
    client_expect_welcome(fixture, client);
    ck_assert_str_eq(fixture->typed, "ada");
    ck_assert_str_eq(fixture->net.connections->address, "2001:db8::9");
    close(client);
    fixture_close(fixture);
}

TEST(a_proxy_may_speak_for_itself)
{
    static const char local[] = "\r\n\r\n\0\r\nQUIT\n\x20\0\0\0";
    struct fixture *fixture = open_trusting("127.0.0.1");
    int client = client_connect(fixture);

    client_say(fixture, client, local, sizeof local - 1);
    client_expect_welcome(fixture, client);
    ck_assert_str_eq(fixture->net.connections->address, "127.0.0.1");
    close(client);
    fixture_close(fixture);
}

TEST(a_peer_that_the_proxy_does_not_name_is_closed)
{
    struct fixture *fixture = open_trusting("127.0.0.1");
    int client = client_connect(fixture);

    say(fixture, client, "PROXY UNKNOWN\r\n");
    ck_assert(is_closed(fixture, client));
    close(client);
    fixture_close(fixture);
}

TEST(without_a_header_a_trusted_peer_is_closed)
{
    struct fixture *fixture = open_trusting("127.0.0.1");
    int wrong = client_connect(fixture);
    int silent = client_connect(fixture);

    say(fixture, wrong, "ada\r\n");
    ck_assert(is_closed(fixture, wrong));
    fixture_pass(fixture, CONN_PROXY_MS - 1);
    ck_assert(hears_nothing(fixture, silent));
    fixture_pass(fixture, 1);
    ck_assert(is_closed(fixture, silent));
    ck_assert_uint_eq(fixture->net.connection_count, 0);
    ck_assert_msg(fixture->events[NET_CLOSED] == 0, "no session was ever begun");
    close(wrong);
    close(silent);
    fixture_close(fixture);
}

TEST(nobody_else_is_believed)
{
    struct fixture *fixture = open_trusting("192.0.2.0/24");
    int client = client_connect(fixture);
    int liar = client_connect(fixture);

    client_expect_welcome(fixture, client);
    ck_assert_str_eq(fixture->net.connections->address, "127.0.0.1");
    client_expect_welcome(fixture, liar);
    say(fixture, liar, header);
    ck_assert_uint_eq(fixture->net.connection_count, 1);
    ck_assert_str_eq(fixture->reason, "foreign-protocol");
    close(client);
    close(liar);
    fixture_close(fixture);
}

TEST(the_address_that_was_named_is_the_one_that_counts)
{
    struct fixture *fixture = open_trusting("127.0.0.1");
    int first;
    int second;
    int third;

    fixture->base.options.connections_per_address = 1;
    first = client_connect(fixture);
    second = client_connect(fixture);
    third = client_connect(fixture);
    say(fixture, first, header);
    client_expect_welcome(fixture, first);
    say(fixture, second, header);
    client_expect_refusal(
        fixture, second,
        "Too many connections from your address. Please close one and try again.\r\n");
    say(fixture, third, other_header);
    client_expect_welcome(fixture, third);
    ck_assert_uint_eq(fixture->net.connection_count, 2);
    close(first);
    close(second);
    close(third);
    fixture_close(fixture);
}

TEST(those_who_have_not_been_named_count_and_go_with_the_server)
{
    struct fixture *fixture = open_trusting("127.0.0.1");
    int silent;
    int second;

    fixture->base.options.connections_max = 1;
    silent = client_connect(fixture);
    second = client_connect(fixture);
    client_expect_refusal(fixture, second, "Undercroft is full. Please try again later.\r\n");
    ck_assert_uint_eq(fixture->net.connection_count, 1);
    conn_close_awaiting(&fixture->net, "stopped");
    ck_assert(is_closed(fixture, silent));
    close(silent);
    close(second);
    fixture_close(fixture);
}
