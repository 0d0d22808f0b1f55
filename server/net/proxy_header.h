/*
 * The PROXY protocol, versions 1 (a line of text) and 2 (binary): the header by which a proxy says
 * whose connection it passes on, as HAProxy's proxy-protocol.txt describes it. Only what a server
 * needs: the peer's address. Everything else in it is checked and skipped. A header that names no
 * address of TCP (UNKNOWN, UDP, a Unix socket) is refused, or its peer would come in as the proxy
 * and no ban would hold; a proxy that speaks for itself (LOCAL) sees whether we are there.
 *
 * A pure machine of bytes; who may send such a header is decided elsewhere.
 */
#ifndef UNDERCROFT_SERVER_NET_PROXY_HEADER_H
#define UNDERCROFT_SERVER_NET_PROXY_HEADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/base/network.h"

enum {
    PROXY_LINE_MAX = 107,    /* bytes of a version 1 header, CR LF included */
    PROXY_FIXED_SIZE = 16,   /* what every version 2 header begins with */
    PROXY_LENGTH_MAX = 2048, /* bytes that may follow in version 2 */
};

enum proxy_progress {
    PROXY_WANTS_MORE,
    PROXY_DONE,
    PROXY_BROKEN, /* no header, or a header against the rules or without an address */
};

/* Valid when it is all zero. */
struct proxy_header {
    uint8_t bytes[PROXY_LINE_MAX + 1]; /* version 1: the line; version 2: as far as it counts */
    uint16_t length;                   /* bytes taken so far, kept or not */
    uint16_t length_wanted;            /* version 2, once it is known */
    bool has_address;                  /* when done; false: the proxy speaks for itself */
    struct network_address address;
};

/* Takes the next byte. Not to be called again after PROXY_DONE or PROXY_BROKEN. */
enum proxy_progress proxy_header_take(struct proxy_header *header, uint8_t byte);

#endif
