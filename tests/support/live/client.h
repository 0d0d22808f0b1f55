/*
 * A player at a terminal, for tests: connects over TCP, answers the telnet negotiation the way a
 * real client does, shows what comes on a terminal model, and types. Nothing blocks and every wait
 * is bounded. Errors fail the running test.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_LIVE_CLIENT_H
#define UNDERCROFT_TESTS_SUPPORT_LIVE_CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/rng.h"
#include "support/live/terminal.h"

enum client_kind {
    CLIENT_XTERM,            /* telnet in an xterm: 256 colours, UTF-8 */
    CLIENT_XTERM_16,         /* telnet in a plain terminal: 16 colours, silent to every question */
    CLIENT_XTERM_COMPRESSED, /* the first with MCCP2, */
    CLIENT_XTERM_16_COMPRESSED, /* and the second */
    CLIENT_LATIN,               /* telnet in a terminal of 8-bit characters, which answers truly */
    CLIENT_DUMB,                /* telnet in an editor's window or under expect: TERM is "dumb" */
    CLIENT_UNKNOWN,             /* telnet without TERM */
    CLIENT_LINE,                /* a line-based MUD client: refuses SGA, wants EOR, has no size */
    CLIENT_MUTE,                /* never answers, like netcat */
    CLIENT_KIND_COUNT
};

enum { CLIENT_HEARD_MAX = 64 * 1024, CLIENT_WAIT_MS = 10000, CLIENT_SUBNEGOTIATION_MAX = 16 };

extern const char client_password[];

struct personality;
struct tls_peer;

/* The state of the client in the telnet stream. */
enum wire_state { WIRE_TEXT, WIRE_COMMAND, WIRE_OPTION, WIRE_SUBNEGOTIATION, WIRE_SUBCOMMAND };

struct client {
    int socket;           /* -1: not connected */
    int port;             /* of the server */
    struct tls_peer *tls; /* owned; NULL: the socket carries telnet as it is */
    bool is_closed;       /* by the server */
    const struct personality *personality;
    struct terminal terminal;
    enum wire_state wire;
    uint8_t verb;
    uint8_t subnegotiation[CLIENT_SUBNEGOTIATION_MAX];
    size_t subnegotiation_length;
    bool server_does[256]; /* options as agreed */
    bool client_does[256];
    bool holds_marks;   /* timing marks are left to the test to answer */
    struct rng *splits; /* not owned; not NULL: bytes are read and sent in random pieces */
    struct z_stream_s *inflating;     /* owned; NULL: what comes is plain */
    uint64_t bytes;                   /* received, as they came over the wire */
    uint64_t prompts;                 /* GA and EOR marks received */
    uint64_t marks;                   /* timing marks that were asked for: three bytes each */
    int64_t received_us;              /* when the last byte came */
    char heard[CLIENT_HEARD_MAX + 1]; /* text since client_forget(), without telnet */
    size_t heard_length;
};

/* Connects to a port of this machine. A client is large: take it from calloc or make it static.
   80x24 until resized. */
void client_open(struct client *client, enum client_kind kind, int port);

/* The same from an address of the loopback, 127.0.0.1 to 127.0.0.254: by its last number.
   `receive_buffer` is the kernel's, in bytes; 0: as it comes. */
void client_open_from(struct client *client, enum client_kind kind, int port, int host,
                      int receive_buffer);

/* The same inside TLS of these `versions` (see tls_peer_open()), up to the end of the handshake. */
void client_open_tls(struct client *client, enum client_kind kind, int port, const char *versions);

/* The same where the server may refuse the handshake. False: it did. */
bool client_try_tls(struct client *client, enum client_kind kind, int port, const char *versions);

/* Hangs up without a word, like a line that breaks. */
void client_close(struct client *client);

/* Takes in what has come, waiting up to `ms` for something. True if anything came. */
bool client_pump(struct client *client, int ms);

/* Takes in what comes to all of them until nothing came for `ms`, counted in ticks of the server;
   with less than a tick, what comes at once. */
void client_pump_all(struct client *const *clients, size_t count, int ms);

/* Types: the bytes as they are, but for IAC, which is doubled. */
void client_type(struct client *client, const char *keys);
void client_send(struct client *client, const void *bytes, size_t length);

/* Sends as much as the connection takes at once, in one piece. Returns the bytes sent. */
size_t client_send_some(struct client *client, const void *bytes, size_t length);

/* Text and the end of a line as this client sends it. */
void client_say_line(struct client *client, const char *text);

/* The window changes: the model's and, if the client reports windows, the server's idea of it. */
void client_resize(struct client *client, int width, int height);

/* Reports a size to the server alone, which may be false. */
void client_claim_window(struct client *client, unsigned int width, unsigned int height);

/* Each waits for `ms` at least, as the server lives them (see stopwatch_deadline_us); false if it
   did not happen. */
bool client_wait_heard(struct client *client, const char *text, int ms);
bool client_wait_shown(struct client *client, const char *text, int ms);
bool client_wait_closed(struct client *client, int ms);

/* Until nothing came for `quiet_ms`, counted in ticks of the server (see server_ticks.h). False if
   something still comes after `ms`. */
bool client_wait_quiet(struct client *client, int quiet_ms, int ms);

/* The end of what was heard, short enough for a message. */
const char *client_tail(const struct client *client);

/* Forgets the text heard so far. */
void client_forget(struct client *client);

/* Logs in with client_password, making the delver if there is none, up to where play begins. */
void client_login(struct client *client, const char *name);

/* client_open() and client_login() of an xterm. */
void client_enter(struct client *client, enum client_kind kind, int port, const char *name);

/* True if the screen shows play: the alternate screen with this delver's status row. */
bool client_shows_play(const struct client *client, const char *name);

#endif
