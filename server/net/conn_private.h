/*
 * What the parts of a connection share: conn_accept.c lets it in, conn_read.c reads from it, net.c
 * decodes that, conn.c is the rest of its life.
 */
#ifndef UNDERCROFT_SERVER_NET_CONN_PRIVATE_H
#define UNDERCROFT_SERVER_NET_CONN_PRIVATE_H

#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

struct bytes;
struct conn;
struct network_address;
struct net;
struct net_event;

/* The one close callback of a connection that is in a list. */
void conn_on_closed(uv_handle_t *handle);

/* Tells a peer that is not let in. The kernel's buffer is empty, so this cannot block; a peer that
   has gone misses nothing. */
void conn_say_at_once(struct conn *conn, const char *line);

/* Closes the socket without a word in the log. */
void conn_close_socket(struct conn *conn);

/* What TLS adds: conn_tls.c. Its address is known: it is counted, and the handshake begins. */
void conn_begin_tls(struct conn *conn);

/* What was read of a connection that has begun with TLS. */
void conn_take_encrypted(struct conn *conn, const uint8_t *data, size_t length);

/* It is closing: if it was at its handshake it no longer is. */
void conn_leave_handshake(struct conn *conn);

/* Closes it if its handshake has lasted too long. */
void conn_sweep_handshake(struct conn *conn, uint64_t now_ms);

/* Each tick: handshakes that waited go on, as far as the tick's ration goes. */
void conn_resume_handshakes(struct net *net);

/* Makes what flies what the peer is sent. False: it is closed. */
bool conn_encrypt_flight(struct conn *conn);

/* Puts what is said last, and that nothing follows, into `in_flight`; nothing before the handshake
   is done. */
void conn_encrypt_last(struct conn *conn, const void *data, size_t length);

/* What browsers add: conn_web.c. True if it came in by an entrance of theirs. */
bool conn_is_web(const struct conn *conn);

/* Its address is known: it is a visitor. False: there are too many, and it was refused. */
bool conn_begin_visit(struct conn *conn);

/* For the way out that nobody planned: what goes to the peer is to be in frames, or no longer. */
void conn_note_frames(const struct conn *conn, bool is_framed);

/* A WebSocket is closed: with which code. */
void conn_count_close(struct conn *conn);

/* Its peer has that address. */
void conn_name(struct conn *conn, const struct network_address *address);

/* It is no visitor any more. */
void conn_end_visit(struct conn *conn);

/* Its handshake of TLS is done: now its time begins. */
void conn_restart_visit(struct conn *conn);

/* A byte of a visitor. */
void conn_take_request(struct conn *conn, uint8_t byte);

/* True while a visitor is being answered: what it sends meanwhile waits. */
bool conn_is_answering(const struct conn *conn);

/* Nothing of an answer waits any more: its next piece does, if there is one. False: it is closed.
 */
bool conn_refill(struct conn *conn);

/* Closes a visitor that takes too long. */
void conn_sweep_visit(struct conn *conn, uint64_t now_ms);

/* A byte inside a WebSocket. False: it makes no event. */
bool conn_feed_socket(struct conn *conn, uint8_t byte, struct net_event *out);

/* What is known of a client in a WebSocket from the start. False: all was told. */
bool conn_next_fact(struct conn *conn, struct net_event *out);

/* A WebSocket ends: its last frame waits. */
void conn_end_socket(struct conn *conn);

/* True if there is something to be sent besides what waits in `out`. */
bool conn_has_controls(const struct conn *conn);

/* Makes frames of what flies. False: it is closed. */
bool conn_frame_flight(struct conn *conn);

/* What a browser that is not let in is told, in its own protocol. */
void conn_word_refusal(struct conn *conn, const char *line, struct bytes *out);

/* It has events, or no more of them. Both are idempotent. */
void conn_make_ready(struct conn *conn);
void conn_leave_ready(struct conn *conn);

/* The socket can do no more: it is closed once what was read is decoded. */
void conn_end(struct conn *conn, const char *reason);

/* Unless it waits for its budget, or for its turn in TLS. */
void conn_start_reading(struct conn *conn);
void conn_stop_reading(struct conn *conn);

/* The connection is closing: it waits for its read budget no more. */
void conn_leave_paused(struct conn *conn);

/* Takes it out of the list it is in. */
void conn_unlink(struct conn *conn);

/* A byte of a proxy whose header is not complete. */
void conn_take_header(struct conn *conn, uint8_t byte);

#endif
