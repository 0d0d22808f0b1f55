/*
 * What the parts of a connection share: conn_accept.c lets it in, conn_read.c reads from it, conn.c
 * is the rest of its life.
 */
#ifndef UNDERCROFT_SERVER_NET_CONN_PRIVATE_H
#define UNDERCROFT_SERVER_NET_CONN_PRIVATE_H

#include <stdint.h>
#include <uv.h>

struct conn;

/* Frees it: the one close callback of a connection that is in a list. */
void conn_on_closed(uv_handle_t *handle);

/* Tells a peer that is not let in. The kernel's buffer is empty, so this cannot block; a peer that
   has gone misses nothing. */
void conn_say_at_once(struct conn *conn, const char *line);

void conn_start_reading(struct conn *conn);

/* The connection is closing: it waits for its read budget no more. */
void conn_leave_paused(struct conn *conn);

/* Takes it out of the list it is in. */
void conn_unlink(struct conn *conn);

/* A byte of a proxy that has not said yet for whom it comes. */
void conn_introduce(struct conn *conn, uint8_t byte);

#endif
