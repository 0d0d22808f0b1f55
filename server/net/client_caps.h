/*
 * Abilities and wishes of a client, as far as it has told them. Its wire fills them in; the rooms
 * above know nothing else of the protocol that the client speaks.
 */
#ifndef UNDERCROFT_SERVER_NET_CLIENT_CAPS_H
#define UNDERCROFT_SERVER_NET_CLIENT_CAPS_H

#include <stdbool.h>
#include <stdint.h>

enum { CLIENT_TERMINAL_TYPE_MAX = 40 };

/* Bits of the Mud Terminal Type Standard. */
enum {
    MTTS_ANSI = 1,
    MTTS_UTF8 = 4,
    MTTS_256_COLOURS = 8,
    MTTS_SCREEN_READER = 64,
    MTTS_TRUE_COLOUR = 256,
};

enum client_typing {
    CLIENT_TYPING_UNKNOWN,
    CLIENT_TYPES_LINES,
    CLIENT_TYPES_KEYS, /* each key comes at once, and is echoed by us */
};

enum charset { CHARSET_UNKNOWN, CHARSET_UTF8, CHARSET_ASCII, CHARSET_REFUSED };

/* Valid when all zero. */
struct client_caps {
    enum client_typing typing;
    bool is_typing_doubtful; /* `typing` may come from an answer to another offer */
    char terminal_type[CLIENT_TERMINAL_TYPE_MAX + 1]; /* printable ASCII; "" */
    uint32_t terminal_standard;                       /* the MTTS bits; 0 if it gave none */
    bool has_256_colours;
    bool has_true_colour;
    enum charset charset;
    bool takes_messages; /* of GMCP: gmcp_wants() tells which */
    bool draws_page;     /* a browser page, which takes records and draws them itself */
    bool compresses;
    bool has_broken_compress; /* refused it since the connection last looked */
    uint32_t lag_ms;          /* there and back, by the last ping; 0: not known */
};

#endif
