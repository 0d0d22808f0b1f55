/*
 * Where the server may listen, and what is said when it cannot.
 */
#include "server/net/listener.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "conn_fixture.h"
#include "support/test.h"

TEST(only_numeric_addresses_with_a_port_are_listened_on)
{
    static const char *const wrong[] = {
        "",
        "4000",
        ":4000",
        "127.0.0.1",
        "127.0.0.1:",
        "127.0.0.1:x",
        "127.0.0.1:65536",
        "127.0.0.1:-1",
        "127.0.0.1:123456",
        "localhost:4000",
        "::1:4000",
        "[::1]",
        "[::1:4000",
        "[127.0.0.1]:4000",
        "256.0.0.1:4000",
    };
    struct fixture *fixture = fixture_open();
    char reason[256];

    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        reason[0] = '\0';
        ck_assert_msg(listener_open(&fixture->net, ENTRANCE_TELNET, wrong[i], reason,
                                    sizeof reason) == ERR_FORMAT,
                      "\"%s\" is refused", wrong[i]);
        ck_assert_str_ne(reason, "");
    }
    fixture_close(fixture);
}

TEST(an_address_that_cannot_be_had_is_explained)
{
    struct fixture *fixture = fixture_open();
    char reason[256] = "";

    ck_assert_msg(strcmp(fixture->net.listeners->name, "127.0.0.1:0") != 0, "the real port");
    ck_assert_int_eq(listener_open(&fixture->net, ENTRANCE_TELNET, fixture->net.listeners->name,
                                   reason, sizeof reason),
                     ERR_IN_USE);
    ck_assert_str_eq(reason, "address already in use");
    ck_assert_int_eq(
        listener_open(&fixture->net, ENTRANCE_TELNET, "192.0.2.1:0", reason, sizeof reason),
        ERR_NOT_FOUND);
    ck_assert_ptr_null(fixture->net.listeners->next);
    fixture_close(fixture);
}

TEST(every_listener_lets_people_in)
{
    struct fixture *fixture = fixture_open();
    char reason[256];

    ck_assert_int_eq(
        listener_open(&fixture->net, ENTRANCE_TELNET, "127.0.0.1:0", reason, sizeof reason),
        ERR_OK);
    struct listener *first = fixture->net.listeners;
    ck_assert_str_ne(first->name, first->next->name);
    int one = client_connect(fixture);
    fixture->net.listeners = first->next;
    int other = client_connect(fixture);
    fixture->net.listeners = first;
    client_expect_welcome(fixture, one);
    client_expect_welcome(fixture, other);
    close(one);
    close(other);
    fixture_close(fixture);
}

/* The kernel keeps the others meanwhile. */
TEST(so_many_are_let_in_between_two_ticks)
{
    enum { CROWD = 2 * LISTENER_ACCEPTS_A_TICK + 1, TICK_MS = 20 };
    struct fixture *fixture = fixture_open();
    const char *port = strrchr(fixture->net.listeners->name, ':') + 1;
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
                                  .sin_port = htons((uint16_t)strtol(port, NULL, 10))};
    int clients[CROWD];

    for (int i = 0; i < CROWD; i++) {
        clients[i] = socket(AF_INET, SOCK_STREAM, 0);
        ck_assert_int_eq(connect(clients[i], (struct sockaddr *)&address, sizeof address), 0);
    }
    static const uint32_t wanted[] = {LISTENER_ACCEPTS_A_TICK, LISTENER_ACCEPTS_A_TICK, 1};
    for (size_t tick = 0; tick < sizeof wanted / sizeof wanted[0]; tick++) {
        fixture_pump(fixture);
        ck_assert_uint_eq(fixture->net.accepts, wanted[tick]);
        fixture_pass(fixture, TICK_MS);
    }
    for (int i = 0; i < CROWD; i++)
        close(clients[i]);
    fixture_close(fixture);
}
