/*
 * The control socket: a Unix stream socket "undercroft.sock" in the data directory, mode 0600, on
 * which undercroftctl and scripts talk to the running server. Only the user that runs the server
 * and root are listened to.
 *
 * The protocol. A request is a line of at most CONTROL_LINE_MAX bytes, ended by LF:
 *
 *     text WORD...     a command of the admin table, to be answered as text
 *     text/80 WORD...  the same, in lines of at most 80 cells (CONTROL_WIDTH_MAX)
 *     json WORD...     the same, to be answered as one JSON object on a line
 *     stay             this connection belongs to a person: it may idle for ten minutes, not one
 *
 * An answer is a line, ended by LF, that tells what came of it and how many bytes follow; then
 * those bytes, which are lines themselves:
 *
 *     ok N             done
 *     refused N        not done; the bytes say why. In JSON: {"error": "..."}
 *     usage N          no such command, or not used like that; likewise
 *
 * Requests are answered in their order, the next one after the answer to the last has been taken.
 * At most CONTROL_LINES_MAX connections are open; one more takes the place of the one that has
 * asked for nothing, or taken nothing of its answer, for longest. Where all wait for answers it is
 * told so and closed. A line that is too long is answered and ends the connection. A
 * connection that does not read its answer for CONTROL_STALL_MS is closed; at most one answer waits
 * for each.
 */
#ifndef UNDERCROFT_SERVER_ADMIN_CONTROL_H
#define UNDERCROFT_SERVER_ADMIN_CONTROL_H

#include <stdint.h>

#include "server/admin/admin_submit.h"

struct admin;
struct bytes;

enum {
    CONTROL_LINES_MAX = 16,
    CONTROL_LINE_MAX = 4096,
    CONTROL_WIDTH_MAX = 1000,
    CONTROL_IDLE_MS = 60 * 1000,
    CONTROL_STAY_MS = 10 * 60 * 1000,
    CONTROL_STALL_MS = 30 * 1000,
};

/*
 * Opens the socket, and removes an old one of that name; so the database's lock must be held. On
 * failure it warns with the cause and the cure, and the server runs without the socket.
 */
void control_open(struct admin *admin);

/* Closes the socket and all its connections, once the loop runs again, and removes the name. */
void control_close(struct admin *admin);

/* Closes connections that are idle or do not read. Call it once a second. */
void control_sweep(struct admin *admin);

/* Sends the answer to the connection that asked; does nothing if that is gone. */
void control_deliver(struct admin *admin, uint64_t serial, enum admin_outcome outcome,
                     const struct bytes *text);

#endif
