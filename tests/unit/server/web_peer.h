/*
 * Connections to a web entrance: what is asked there, and what was heard last. One test at a time.
 */
#ifndef UNDERCROFT_TESTS_UNIT_SERVER_WEB_PEER_H
#define UNDERCROFT_TESTS_UNIT_SERVER_WEB_PEER_H

#include <stdbool.h>
#include <stddef.h>

#include "conn_fixture.h"

#define HOST "Host: 127.0.0.1\r\n"
#define UPGRADE                                                                                    \
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"                   \
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"

enum { WEB_HEARD_MAX = 64 * 1024 };

/* The bytes that web_hear() read, with a NUL behind them, and whether the server has closed. */
extern char web_heard[WEB_HEARD_MAX];
extern size_t web_heard_length;
extern bool web_is_over;

/* A network with a web entrance: 4 visitors, messages of 600 bytes, pings each 25 s. */
struct fixture *web_open(void);

int web_call(struct fixture *fixture);
void web_hear(struct fixture *fixture, int client);
void web_ask(struct fixture *fixture, int client, const char *request);

/* A new connection's only request. */
void web_ask_once(struct fixture *fixture, const char *request);

void web_expect_status(int status);
void web_expect_heard(const char *text);

/* Fails the test unless the metric has counted the value `times` times. */
void web_expect_count(struct fixture *fixture, enum metric metric, size_t value, uint64_t times);

#endif
