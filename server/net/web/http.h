/*
 * Requests of HTTP/1.1, from their first byte to the verdict: reading the head, and judging whether
 * it may become a WebSocket. Pure: no socket, no memory of its own.
 */
#ifndef UNDERCROFT_SERVER_NET_WEB_HTTP_H
#define UNDERCROFT_SERVER_NET_WEB_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/base/network.h"

/*
 * The head is gathered byte by byte and then read. There is never a body. A request with anything
 * that proxies and servers are known to read differently (a length, a folded field, a blank before
 * a colon, a bare line feed, a second Host) is refused, so that only one reading is possible.
 */
enum {
    HTTP_HEAD_MAX = 4096, /* most bytes of a head, with its end */
    HTTP_FIELDS_MAX = 32,
    HTTP_PATH_MAX = 256,
    HTTP_METHOD_MAX = 16,
};

/* The head of a request so far. Valid when `length` is 0. */
struct http_head {
    char bytes[HTTP_HEAD_MAX];
    size_t length;
    bool is_behind_method;
};

enum http_progress {
    HTTP_WANTS_MORE,
    HTTP_DONE,    /* complete: call http_read() */
    HTTP_FOREIGN, /* this is no HTTP */
    HTTP_TOO_LONG,
    HTTP_BROKEN, /* a byte that is not allowed there */
};

/* Takes the next byte. Do not call it again after any other result than HTTP_WANTS_MORE. */
enum http_progress http_take(struct http_head *head, uint8_t byte);

/* A part of the head. */
struct http_text {
    const char *text; /* not owned */
    size_t length;
};

struct http_field {
    struct http_text name;
    struct http_text value; /* without blanks around it */
};

struct http_request {
    bool is_head; /* the method is HEAD, not GET */
    bool closes;  /* the peer wants no second answer */
    struct http_text path;
    struct http_text query; /* part after the question mark; may be empty */
    struct http_text host;  /* with its port, if one was given */
    struct http_field fields[HTTP_FIELDS_MAX];
    int field_count;
};

/* Reads a complete head. Returns 0, or the status of the answer. *out points into the head. */
int http_read(const struct http_head *head, struct http_request *out);

/* Finds the value of the next field with that name, ignoring case, from *from on. *from begins with
   0 and moves past the field. False: there is none. */
bool http_find(const struct http_request *request, const char *name, int *from,
               struct http_text *out);

/* True if a field with that name has that word in a list with commas, ignoring case. */
bool http_has_word(const struct http_request *request, const char *name, const char *word);

/* True if both are equal, ignoring the case of ASCII letters. */
bool http_is(struct http_text text, const char *other);

/* True if both are equal, byte by byte. */
bool http_is_exactly(struct http_text text, const char *other);

/*
 * The verdict on a request for a WebSocket: RFC 6455, 4.2. A page of another site can make a
 * browser open a socket here, so its Origin must be ours; and a name of another site can point
 * here, so Host must be an address, or a name that the operator has configured.
 */
enum {
    UPGRADE_ACCEPT_SIZE = 29, /* bytes of base64 of 20 bytes, with its NUL */
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
    const char *name; /* name to answer the peer, static; NULL: the peer offered none */
    char accept[UPGRADE_ACCEPT_SIZE];
    struct network_address peer; /* the browser's address, from upgrade_find_peer() */
    bool wants_screen;           /* ?mode=screen: the client sends keys, and shows a screen */
    uint16_t columns;            /* columns of the screen, from ?cols=; 0: unknown */
    uint16_t rows;               /* rows of the screen, from ?rows=; 0: unknown */
};

/* True if Host is an address, "localhost", or the host of one of `origins`, a list of URLs
   separated by commas or blanks. */
bool upgrade_knows_host(struct http_text host, const char *origins);

/* True if the request asks for a WebSocket, validly or not. */
bool upgrade_is_wanted(const struct http_request *request);

/* Judges a request for a WebSocket. Returns 101 with *out filled in, or the status of the refusal:
   400, 403, 426, or 503 if memory is out. */
int upgrade_judge(const struct http_request *request, const char *origins, struct upgrade *out);

/*
 * Finds the browser's address in a request of a proxy: the last address in X-Forwarded-For that is
 * not in `proxies`, or the first one if all are. False: there is no address.
 */
bool upgrade_find_peer(const struct http_request *request, const struct network *proxies,
                       int proxy_count, struct network_address *out);

/* Writes all names that can be offered, separated by a comma and a blank. */
void upgrade_write_names(char out[UPGRADE_NAMES_SIZE]);

#endif
