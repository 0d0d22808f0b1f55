/*
 * TLS around the line of a bot, by GnuTLS. The certificate is not checked: the swarm loads a server
 * of its owner's.
 */
#ifndef UNDERCROFT_SERVER_TOOLS_SWARM_SECURE_H
#define UNDERCROFT_SERVER_TOOLS_SWARM_SECURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct secure;

/* Calls for the bytes of the line; each call gives `owner` back. */
struct secure_calls {
    bool (*write)(void *owner, const void *data, size_t length); /* to the socket; false: not all */
    void (*open)(void *owner);                                   /* the handshake is done */
    void (*take)(void *owner, const uint8_t *data, size_t length); /* clear text has come */
};

/* Begins the handshake. To be freed by secure_free(). ERR_MEMORY. */
MUST_USE enum err secure_begin(const struct secure_calls *calls, void *owner, struct secure **out);
void secure_free(struct secure *secure);

/* Bytes of the socket. ERR_FORMAT: the peer does not speak TLS, or ends it; nothing more is to be
   done with this line. */
MUST_USE enum err secure_take(struct secure *secure, const uint8_t *data, size_t length);

/* Clear text, after the handshake. False: it was not all taken. */
bool secure_send(struct secure *secure, const void *data, size_t length);

#endif
