/*
 * The PROXY protocol, versions 1 (a line of text) and 2 (binary): the header with which a proxy
 * names the peer of a connection, as in HAProxy's proxy-protocol.txt. Only the peer's address is
 * used; everything else is checked and skipped. A header without a TCP address (UNKNOWN, UDP, a
 * Unix socket) is refused, because otherwise its peer would have the proxy's address and escape
 * bans; a proxy that speaks for itself (LOCAL) checks whether the server is up.
 *
 * A pure state machine of bytes; the caller decides which peers may send such a header.
 */
#ifndef UNDERCROFT_SERVER_NET_PROXY_HEADER_H
#define UNDERCROFT_SERVER_NET_PROXY_HEADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/base/network.h"

enum {
    PROXY_LINE_MAX = 107,    /* most bytes of a version 1 header, with its CR LF */
    PROXY_FIXED_SIZE = 16,   /* bytes with which every version 2 header begins */
    PROXY_LENGTH_MAX = 2048, /* most bytes that may follow in version 2 */
};

enum proxy_progress {
    PROXY_WANTS_MORE,
    PROXY_DONE,
    PROXY_BROKEN, /* it is no header, or one that is invalid or without an address */
};

/* A header in the making. All zero: not begun. */
struct proxy_header {
    uint8_t bytes[PROXY_LINE_MAX + 1]; /* version 1: the line; version 2: the part that is used */
    uint16_t length;                   /* bytes taken so far, stored or not */
    uint16_t length_wanted;            /* version 2: its whole length, once known */
    /* when done: it has an address; false: the proxy speaks for itself */
    bool has_address;
    struct network_address address;
};

/* Takes the next byte. Do not call it after PROXY_DONE or PROXY_BROKEN. */
enum proxy_progress proxy_header_take(struct proxy_header *header, uint8_t byte);

#endif
