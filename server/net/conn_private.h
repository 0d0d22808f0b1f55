/*
 * Functions shared by the files of a connection: listener.c accepts it, net.c decodes its bytes,
 * conn.c does the rest.
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

/* Sends a refusal. The kernel's buffer is empty, so this cannot block; a peer that has left needs
   none. */
void conn_say_at_once(struct conn *conn, const char *line);

/* Closes the socket without a log line. */
void conn_close_socket(struct conn *conn);

/* Counts a connection, whose address is known, and begins its handshake. This and the next
   functions are in conn_tls.c. */
void conn_begin_tls(struct conn *conn);

/* Takes bytes that were read from TLS: of the handshake, or records to decrypt. */
void conn_take_encrypted(struct conn *conn, const uint8_t *data, size_t length);

/* Ends the handshake of a closing connection, if it is not done. */
void conn_leave_handshake(struct conn *conn);

/* Closes a connection whose handshake has lasted too long. */
void conn_sweep_handshake(struct conn *conn, uint64_t now_ms);

/* Continues waiting handshakes, up to the tick's ration. Call it each tick. */
void conn_resume_handshakes(struct net *net);

/* Encrypts the flight. False: the connection was closed. */
bool conn_encrypt_flight(struct conn *conn);

/* Encrypts the last bytes and the end of TLS into `in_flight`; does nothing before the handshake is
   done. */
void conn_encrypt_last(struct conn *conn, const void *data, size_t length);

/* True if the connection came in by an entrance for browsers. This and the next functions are in
   conn_web.c. */
bool conn_is_web(const struct conn *conn);

/* Makes a visitor of a connection whose address is known. False: there are too many, or out of
   memory, and it was refused. */
bool conn_begin_visit(struct conn *conn);

/* Tells the crash handler whether its last bytes to the peer must be a frame of a WebSocket. */
void conn_note_frames(const struct conn *conn, bool is_framed);

/* Counts the close code of a WebSocket. */
void conn_count_close(struct conn *conn);

/* Sets the address of the peer, and its network. */
void conn_name(struct conn *conn, const struct network_address *address);

/* Frees the visit, if there is one. */
void conn_end_visit(struct conn *conn);

/* Restarts the visitor's time, because the handshake of TLS is done. */
void conn_restart_visit(struct conn *conn);

/* Takes a byte of a visitor. */
void conn_take_request(struct conn *conn, uint8_t byte);

/* True while a visitor is being answered: its further input waits. */
bool conn_is_answering(const struct conn *conn);

/* Appends the next piece of an answer, if there is one, to `out`. False: the connection was
   closed. */
bool conn_refill(struct conn *conn);

/* Closes a visitor that takes too long. */
void conn_sweep_visit(struct conn *conn, uint64_t now_ms);

/* Takes a byte inside a WebSocket. False: it makes no event. */
bool conn_feed_socket(struct conn *conn, uint8_t byte, struct net_event *out);

/* Reports the next fact about the client of a WebSocket that is known from the start. False: all
   were reported. */
bool conn_next_fact(struct conn *conn, struct net_event *out);

/* Queues the last frame of a WebSocket. */
void conn_end_socket(struct conn *conn);

/* True if control frames wait, besides the bytes in `out`. */
bool conn_has_controls(const struct conn *conn);

/* Turns the flight into frames. False: the connection was closed. */
bool conn_frame_flight(struct conn *conn);

/* Appends a refusal in the browser's own protocol: an answer of HTTP, or the last frame. */
void conn_word_refusal(struct conn *conn, const char *line, struct bytes *out);

/* Add the connection to the list of those with events, or remove it. Both are idempotent. */
void conn_make_ready(struct conn *conn);
void conn_leave_ready(struct conn *conn);

/* Ends a connection whose socket has failed: it is closed once its input is decoded. */
void conn_end(struct conn *conn, const char *reason);

/* Starts reading, unless the connection waits for its budget, its turn in TLS or an answer. */
void conn_start_reading(struct conn *conn);
void conn_stop_reading(struct conn *conn);

/* Removes a connection from the list of welcomed ones, or of the others. */
void conn_unlink(struct conn *conn);

/* Takes a byte of a proxy's header, which is not complete yet. */
void conn_take_header(struct conn *conn, uint8_t byte);

#endif
