/*
 * A server without a dungeon: real sockets of this machine, and stand-ins for the session, the
 * clock and the log, so that a minute passes when the test says so.
 */
#ifndef UNDERCROFT_TESTS_UNIT_SERVER_CONN_FIXTURE_H
#define UNDERCROFT_TESTS_UNIT_SERVER_CONN_FIXTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/server.h"

enum {
    FIXTURE_BURST_LENGTH = 27,
    FIXTURE_CLIENTS_MAX = 40,
    FIXTURE_STALLED_MS = 30000,
    FIXTURE_WINDOW_MS = 10 * 1000,
};

/* The session greets with "hello", closes at a typed Q and finishes at a typed F. */
struct fixture {
    struct server server; /* first: a server leads back to its fixture */
    uint64_t clock_ms;
    size_t byte_count;
    int lag_count; /* how often the session was told of a new lag */
    char typed[64];
    int window_count;
    int answer_count;
    int close_count;
    int sweep_count;
    bool is_line_full;     /* of those who wait to log in */
    bool is_out_of_lines;  /* the budget for messages is spent */
    char credentials[128]; /* of the last login by GMCP: "name password" */
    char reason[64];       /* of the last close */
};

/* Listens on a free port of 127.0.0.1, without limits by address. */
struct fixture *fixture_open(void);

/* Closes everything and fails the test if anything is left. */
void fixture_close(struct fixture *fixture);

/* Lets the loop run for a few milliseconds of real time and none of the server's. */
void fixture_pump(struct fixture *fixture);

/* Lets so much of the server's time pass at once, then sweeps. */
void fixture_pass(struct fixture *fixture, uint64_t ms);

/* A client whose kernel holds little, so that a peer which does not read is soon noticed. */
int client_connect(struct fixture *fixture);

void client_say(struct fixture *fixture, int client, const void *data, size_t length);

/* Everything that waits; *out_is_over tells whether the server has closed its side. */
size_t client_hear(struct fixture *fixture, int client, char *out, size_t size, bool *out_is_over);

/* Fail the test unless this is all the client hears; a refusal must end the connection. */
void client_expect_welcome(struct fixture *fixture, int client);
void client_expect_refusal(struct fixture *fixture, int client, const char *line);

#endif
