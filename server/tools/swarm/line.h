/*
 * The layers between a bot and its socket: TLS, a WebSocket, both, or none.
 */
#ifndef UNDERCROFT_SERVER_TOOLS_SWARM_LINE_H
#define UNDERCROFT_SERVER_TOOLS_SWARM_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "server/tools/swarm/web.h"

struct bot;

/* The layers of a connection. All zero: none. */
struct line {
    struct secure *secure; /* owned; NULL: no TLS */
    struct web web;
};

/* Begins the layers once the bot's socket is connected. ERR_MEMORY, ERR_FORMAT. */
MUST_USE enum err line_begin(struct bot *bot);

/* Takes bytes of the socket, and passes their content to bot_hear() and bot_hear_records().
   ERR_FORMAT: the connection is of no more use. */
MUST_USE enum err line_take(struct bot *bot, const uint8_t *data, size_t length);

/* Sends keys or a line of the bot; over a WebSocket as one message. */
void line_send(struct bot *bot, const void *data, size_t length);

void line_release(struct line *line);

#endif
