/*
 * The room of connections with an entrance inside TLS, and one client there. Certificate and key
 * are made once for all tests of a program.
 */
#ifndef UNDERCROFT_TESTS_UNIT_SERVER_TLS_FIXTURE_H
#define UNDERCROFT_TESTS_UNIT_SERVER_TLS_FIXTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "conn_fixture.h"

enum { HEARD_SIZE = 256 * 1024 };

struct tls_host;
struct tls_peer;

struct inside {
    struct fixture *fixture;
    struct tls_host *host;
    int client;            /* the socket of `peer`; -1: none */
    struct tls_peer *peer; /* NULL: none */
    char heard[HEARD_SIZE];
};

extern struct inside inside;
extern char inside_folder[64]; /* of the certificate; removed at the end if nothing else is in it */

void inside_make_files(void);
void inside_remove_files(void);

/* The fixture's first listener is then one inside TLS, and a clear one comes after it. */
void inside_set_up(void);
void inside_tear_down(void);

/* A new client, whose handshake has not begun; `versions` as for tls_peer_open(). */
void inside_connect_with(const char *versions);

/* Lets the loop run, with a ration for handshakes each time. */
void inside_pump(void);

/* 1 the handshake is done, -1 it has failed, 0 it does not go on. */
int inside_shake(void);

/* Everything that waits goes to `heard`. Returns what the stream's end is: 0 it is said, -1 it is
   cut, 1 it goes on. */
int inside_hear(size_t *out_length);

void inside_expect_greeting(void);

/* A new client that was greeted. */
void inside_enter(void);

/* The client types, and the server takes it. */
void inside_type(const char *text);

/* The socket was closed without a byte. */
bool inside_is_closed_without_a_word(int socket);

/* How many ended so. */
uint64_t inside_handshakes(enum metric_handshake result);

#endif
