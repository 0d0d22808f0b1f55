/*
 * Whether a request may be answered at all, by the name it asks for, and whether it may become a
 * WebSocket: RFC 6455, 4.2. A page of another site can make a browser open a socket here, so that
 * its Origin must be ours; and a name of another site can be made to lead here, so that Host must
 * be an address, or a name that the operator has told. Pure.
 */
#ifndef UNDERCROFT_SERVER_NET_WEB_UPGRADE_H
#define UNDERCROFT_SERVER_NET_WEB_UPGRADE_H

#include <stdbool.h>
#include <stdint.h>

#include "server/base/network.h"
#include "server/net/web/http.h"

enum {
    UPGRADE_ACCEPT_SIZE = 29, /* base64 of 20 bytes, NUL included */
    UPGRADE_NAMES_SIZE = 256,
};

/* The protocol inside the frames. */
enum subprotocol {
    SUBPROTOCOL_TELNET,
    SUBPROTOCOL_TERMINAL,
    SUBPROTOCOL_GMCP,
    SUBPROTOCOL_JSON,
    SUBPROTOCOL_PAGE,
    SUBPROTOCOL_COUNT
};

struct upgrade {
    enum subprotocol subprotocol;
    const char *name; /* to be told to the peer, static; NULL: it offered none */
    char accept[UPGRADE_ACCEPT_SIZE];
    struct network_address peer; /* where upgrade_find_peer() found it */
    bool wants_screen;           /* ?mode=screen: it sends keys, and shows a screen, */
    uint16_t columns;            /* of ?cols= */
    uint16_t rows;               /* and ?rows=; 0: not told */
};

/* True if Host is an address, "localhost", or the host of one of `origins`: a list of URLs, parted
   by commas or blanks. */
bool upgrade_knows_host(struct http_text host, const char *origins);

/* True if the request asks for a WebSocket, well or badly. */
bool upgrade_is_wanted(const struct http_request *request);

/* 101 with *out filled, or the status with which it is refused: 400, 403, 426, or 503 where there
   is no memory. */
int upgrade_judge(const struct http_request *request, const char *origins, struct upgrade *out);

/*
 * The browser's address in a request of a proxy: the last one of X-Forwarded-For that is not in
 * `proxies`, or the first one if all are. False: there is no address.
 */
bool upgrade_find_peer(const struct http_request *request, const struct network *proxies,
                       int proxy_count, struct network_address *out);

/* All names that can be offered, with a comma and a blank between. */
void upgrade_write_names(char out[UPGRADE_NAMES_SIZE]);

#endif
