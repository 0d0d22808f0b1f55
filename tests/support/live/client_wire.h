/*
 * The telnet of a test client: takes commands out of the stream and answers them.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_LIVE_CLIENT_WIRE_H
#define UNDERCROFT_TESTS_SUPPORT_LIVE_CLIENT_WIRE_H

#include "support/live/client.h"

enum {
    TELOPT_ECHO_TYPED = 1,
    TELOPT_NO_GO_AHEAD = 3,
    TELOPT_MARK = 6,
    TELOPT_TERMINAL_TYPE = 24,
    TELOPT_PROMPT_MARK = 25,
    TELOPT_WINDOW = 31,
};

/* Text goes to the terminal and to `heard`, commands are answered. */
void client_wire_take(struct client *client, const uint8_t *bytes, size_t length);

/* Forgets the compressed stream, if one has begun. */
void client_wire_end_inflating(struct client *client);

void client_wire_send_window(struct client *client, unsigned int width, unsigned int height);

#endif
