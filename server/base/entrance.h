/*
 * The kinds of doors by which connections come in, in the order of the ready line: each listener
 * has one, and hands it on to the connections that it accepts.
 */
#ifndef UNDERCROFT_SERVER_BASE_ENTRANCE_H
#define UNDERCROFT_SERVER_BASE_ENTRANCE_H

#include <stdbool.h>

enum entrance {
    ENTRANCE_TELNET,
    ENTRANCE_WEB,     /* HTTP, and WebSockets in it */
    ENTRANCE_WEB_TLS, /* the same inside TLS */
    ENTRANCE_TLS,     /* telnet inside TLS */
    ENTRANCE_COUNT
};

struct entrance_row {
    const char *option; /* the setting that names its addresses */
    const char *before; /* an address in the ready line, */
    const char *after;  /* and what follows it there */
    bool has_tls;
};

extern const struct entrance_row entrance_table[ENTRANCE_COUNT];

#endif
