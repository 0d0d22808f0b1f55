/*
 * What the parts of a connection share: conn_accept.c lets it in, conn_read.c reads from it, net.c
 * decodes that, conn.c is the rest of its life.
 */
#ifndef UNDERCROFT_SERVER_NET_CONN_PRIVATE_H
#define UNDERCROFT_SERVER_NET_CONN_PRIVATE_H

#include <stdint.h>
#include <uv.h>

struct conn;

/* The one close callback of a connection that is in a list. */
void conn_on_closed(uv_handle_t *handle);

/* Tells a peer that is not let in. The kernel's buffer is empty, so this cannot block; a peer that
   has gone misses nothing. */
void conn_say_at_once(struct conn *conn, const char *line);

/* Closes the socket without a word in the log. */
void conn_close_socket(struct conn *conn);

/* It has events, or no more of them. Both are idempotent. */
void conn_make_ready(struct conn *conn);
void conn_leave_ready(struct conn *conn);

/* The socket can do no more: it is closed once what was read is decoded. */
void conn_end(struct conn *conn, const char *reason);

void conn_start_reading(struct conn *conn);

/* The connection is closing: it waits for its read budget no more. */
void conn_leave_paused(struct conn *conn);

/* Takes it out of the list it is in. */
void conn_unlink(struct conn *conn);

/* A byte of a proxy whose header is not complete. */
void conn_take_header(struct conn *conn, uint8_t byte);

#endif
