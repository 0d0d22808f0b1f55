/*
 * The room of connections with the test as the room above: real sockets of this machine, and a
 * clock of the test's own, so that a minute passes when it says so.
 */
#ifndef UNDERCROFT_TESTS_UNIT_SERVER_CONN_FIXTURE_H
#define UNDERCROFT_TESTS_UNIT_SERVER_CONN_FIXTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/net/conn.h"
#include "server/net/net.h"

enum {
    FIXTURE_BURST_LENGTH = 27,
    FIXTURE_CLIENTS_MAX = 40,
    FIXTURE_STALLED_MS = 30000,
    FIXTURE_WINDOW_MS = 10 * 1000,
};

struct listener;

/* A client that arrives is greeted with "hello"; a typed Q closes its connection, a typed F
   finishes it. */
struct fixture {
    struct base base; /* first: the clock finds its fixture by it */
    struct net net;
    uint64_t clock_ms;
    size_t byte_count;
    char typed[64];
    int events[NET_EVENT_COUNT]; /* how many of each kind; windows of 80x24 alone */
    bool is_refusing;            /* those who arrive are told "No.\r\n" */
    bool drops_messages;
    bool keeps_lists;      /* who asks for one waits */
    char credentials[128]; /* of the last login by a message: "name password" */
    char reason[64];       /* of the last end: why a client is dead, or a connection closed */
};

/* Listens on a free port of 127.0.0.1, without limits by address. */
struct fixture *fixture_open(void);

/* Closes everything and fails the test if anything is left. */
void fixture_close(struct fixture *fixture);

/* One turn of the loop, and the events that come of it. */
void fixture_turn(struct fixture *fixture);

/* Lets the loop run for a few milliseconds of real time and none of the server's. */
void fixture_pump(struct fixture *fixture);

/* Lets so much of the server's time pass at once, then sweeps. */
void fixture_pass(struct fixture *fixture, uint64_t ms);

/* A client whose kernel holds little, so that a peer which does not read is soon noticed. */
int client_connect(struct fixture *fixture);

/* The same, by another entrance: one of the fixture's listeners. */
int client_connect_to(struct fixture *fixture, const struct listener *listener);

void client_say(struct fixture *fixture, int client, const void *data, size_t length);

/* Everything that waits; *out_is_over tells whether the server has closed its side. */
size_t client_hear(struct fixture *fixture, int client, char *out, size_t size, bool *out_is_over);

/* Fail the test unless this is all the client hears; a refusal must end the connection. */
void client_expect_welcome(struct fixture *fixture, int client);
void client_expect_refusal(struct fixture *fixture, int client, const char *line);

#endif
