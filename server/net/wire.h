/*
 * A wire turns the bytes of a connection into events, and output for a client into bytes. Each is a
 * row of functions; telnet is one. A new wire needs a file with its row, and a place where
 * connections get it.
 */
#ifndef UNDERCROFT_SERVER_NET_WIRE_H
#define UNDERCROFT_SERVER_NET_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/err.h"
#include "server/net/gmcp.h"

struct net_event;
struct web_socket;
struct wire;

/*
 * Abilities and wishes of a client, as far as it has told them. Its wire fills them in; the rooms
 * above know nothing else of the client's protocol.
 */
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
    CLIENT_TYPES_KEYS, /* sends each key at once, and we echo it */
};

enum charset { CHARSET_UNKNOWN, CHARSET_UTF8, CHARSET_ASCII, CHARSET_REFUSED };

/* A client's abilities and wishes. All zero: unknown. */
struct client_caps {
    enum client_typing typing;
    bool is_typing_doubtful; /* `typing` may come from an answer to another offer */
    char terminal_type[CLIENT_TERMINAL_TYPE_MAX + 1]; /* printable ASCII; "": unknown */
    uint32_t terminal_standard;                       /* MTTS bits; 0: none were given */
    bool has_256_colours;
    bool has_true_colour;
    enum charset charset;
    bool takes_messages; /* takes GMCP messages; gmcp_wants() tells which */
    bool draws_page;     /* is a browser page, which takes records and draws them itself */
    bool compresses;
    bool has_broken_compress; /* has refused compression since the connection last looked */
    uint32_t lag_ms;          /* round trip of the last ping; 0: unknown */
};

enum { WIRE_MESSAGE_MAX = 128 * 1024 /* most bytes of a message of ours */ };

/* Why a connection is finished, for a wire that can tell its client otherwise than by text. */
enum wire_end {
    WIRE_END_NONE,       /* it is not finished, or has no reason */
    WIRE_END_QUIT,       /* the player wishes it, or only the text has the reason */
    WIRE_END_STOPPED,    /* the server stops */
    WIRE_END_TAKEN_OVER, /* the player has logged in elsewhere */
    /* the player was kicked, banned or removed, or waits for an operator's approval */
    WIRE_END_SENT_AWAY,
    WIRE_END_FULL,   /* the server has no room now; the client may try again */
    WIRE_END_MISUSE, /* the client sent too many wrong passwords, or meaningless messages */
    WIRE_END_COUNT
};

/* The client at the other end of a connection. */
struct client {
    const struct wire *wire;
    void *state;               /* state of the wire, from open to release; owned */
    struct bytes *out;         /* bytes for the socket; not owned */
    struct web_socket *socket; /* around the wire; owned by the connection; NULL: none */
    struct bytes *message;     /* message of the wire after NET_MESSAGE; not owned */
    enum wire_end end;         /* the first reason that was stored */
    const char *dead_reason;   /* static text; NULL: it is alive */
    struct client_caps caps;
    struct gmcp_peer gmcp;
};

/*
 * The functions of a wire. All but open, release, feed and write may be NULL: the wire lacks that
 * feature. A failed write is an error of client_write() and sets dead_reason, because the client
 * has not read for too long.
 */
struct wire {
    const char *name;
    /* closes a client at once whose first bytes belong to another protocol */
    bool sniffs_protocols;
    bool refuses_binary; /* closes a WebSocket that sends BINARY */
    /* Begins, and appends the first output to `out`. ERR_MEMORY, ERR_TOO_BIG from `out`. */
    enum err (*open)(struct client *client, int replies_max);
    void (*release)(struct client *client);
    /* Takes a byte. False: it makes no event. */
    bool (*feed)(struct client *client, uint8_t byte, uint64_t now_ms, struct net_event *out);
    /* Takes a whole TEXT message of a WebSocket, in `message`. NULL: bytes of TEXT go to feed. */
    bool (*take_text)(struct client *client, struct net_event *out);
    enum err (*write)(struct client *client, const void *data, size_t length);
    enum err (*hide_typing)(struct client *client, bool is_hidden);
    enum err (*end_prompt)(struct client *client);
    /* Sends a message; `json` may be NULL. ERR_TOO_BIG may also mean that the message is too long;
       the client then stays alive. */
    enum err (*send_message)(struct client *client, const char *package, const char *json);
    /* Sends records as one message, for clients that draw a page. */
    enum err (*send_records)(struct client *client, const void *data, size_t length);
    enum err (*send_status)(struct client *client, const void *data, size_t length);
    enum err (*keep_alive)(struct client *client);
    /* Pings the client; the answer is NET_LAG. False: it cannot be asked now. */
    bool (*ping)(struct client *client, uint64_t now_ms);
    /* Repeats a question that was not answered in time, in another way. */
    void (*ask_again)(struct client *client);
};

extern const struct wire wire_telnet;
extern const struct wire wire_page;
extern const struct wire wire_terminal;
extern const struct wire wire_gmcp;
extern const struct wire wire_json;

/* Appends text for the client, completely or not at all. ERR_MEMORY, ERR_TOO_BIG: the client is
   dead. */
MUST_USE enum err client_write(struct client *client, const void *data, size_t length);

/*
 * Works like client_write() for clean UTF-8. Without `has_utf8` each letter beyond ASCII becomes a
 * question mark, because an 8-bit terminal would take some of its bytes for controls.
 */
MUST_USE enum err client_write_letters(struct client *client, const char *text, size_t length,
                                       bool has_utf8);

/* Asks the client to show (false) or hide (true) its typing. Errors of client_write(). */
MUST_USE enum err client_hide_typing(struct client *client, bool is_hidden);

/* Marks the end of a prompt, if the wire can. Errors of client_write(). */
MUST_USE enum err client_end_prompt(struct client *client);

/* Sends records of a browser page as one message. Errors of client_write(). */
MUST_USE enum err client_send_records(struct client *client, const void *data, size_t length);

/* True if the client shows UTF-8, by its choice, or else by its terminal standard. */
bool client_shows_utf8(const struct client_caps *caps);

#endif
