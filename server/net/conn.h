/*
 * One connection: a socket, what is to be written to it, its telnet and its session, in one
 * allocation. Bytes climb from here as plain calls: conn → telnet → session. The only caller of
 * uv_write and uv_read_start for players, and the one place where a connection dies.
 */
#ifndef UNDERCROFT_SERVER_NET_CONN_H
#define UNDERCROFT_SERVER_NET_CONN_H

#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

#include "base/bytes.h"
#include "base/err.h"
#include "server/net/compress.h"
#include "server/net/foreign.h"
#include "server/net/network_table.h"
#include "server/net/proxy_header.h"
#include "server/net/telnet.h"
#include "server/session/session.h"

struct net;

enum {
    CONN_READ_MAX = 4096,      /* bytes of one read */
    CONN_OUT_MAX = 128 * 1024, /* bytes waiting, plain; more closes the connection */
    CONN_FLIGHT_MAX = COMPRESS_BOUND(CONN_OUT_MAX),
    CONN_OUT_KEEP = 1024,         /* a drained buffer larger than this is given back */
    CONN_SEND_BUFFER = 16 * 1024, /* the kernel's, so that a stalled peer is noticed early */
    CONN_BYTES_PER_SECOND = 8192, /* read budget; the rest waits in the kernel */
    CONN_BYTES_BURST = 16384,
    CONN_FINISH_MS = 2000,          /* a finished connection is closed after that, read or not */
    CONN_PING_MS = 30 * 1000,       /* between pings of those that answer */
    CONN_KEEP_ALIVE_MS = 60 * 1000, /* silence of ours that routers and NATs are spared */
    CONN_ANSWER_MS = 1000,          /* for an offer to be answered before another is made */
    CONN_PROXY_MS = 5000,           /* for a trusted proxy to say for whom it comes */
    CONN_ADDRESS_SIZE = 48,         /* numeric address, NUL included */
};

struct conn {
    uv_tcp_t handle;
    uv_write_t write;
    uv_shutdown_t shutdown;
    struct net *net;
    struct conn *next; /* in the server's list of connections, or in that of strangers */
    struct conn *previous;
    struct conn *next_of_serial; /* in the same list of the server's `by_serial` */
    uint64_t serial;             /* never used twice in a run; 0: not greeted yet */
    char address[CONN_ADDRESS_SIZE];
    struct network_key key;
    struct network_place place;  /* where it is counted, if it is */
    struct network_address peer; /* who holds the other end: the proxy, if there is one */
    struct proxy_header proxy;
    uint64_t opened_at_ms;
    uint64_t progress_at_ms; /* when the socket last took bytes */
    uint64_t finish_at_ms;   /* while draining: when patience ends */
    uint64_t ping_at_ms;     /* when the last one went out */
    struct bytes out;        /* waits for the next flush */
    struct bytes in_flight;  /* given to the kernel, compressed if the peer wants that */
    struct compress compress;
    size_t in_flight_left; /* what libuv still held when last looked at */
    int64_t read_budget;   /* bytes that may be read now; below 0 after a long read */
    uint64_t read_budget_at_ms;
    struct conn *paused_next; /* in the server's list of those that wait for it */
    struct conn *paused_previous;
    bool is_paused;
    uint8_t first[FOREIGN_LENGTH_MAX]; /* the first bytes of all */
    uint8_t first_length;
    bool is_introduced; /* greeted; before that it has no session */
    bool is_kept_awake; /* pinged, or sent a NOP where that is not answered */
    bool is_counted;    /* in the server's table of networks */
    bool is_writing;
    bool is_reading;
    bool is_draining; /* closes once all is written; what the peer sends is thrown away */
    bool is_shut;     /* all is written and the peer was told so */
    bool is_closing;
    struct telnet telnet;
    struct session session;
};

/*
 * Accepts a waiting connection of `listener`, sends the negotiation burst and starts its session;
 * of a trusted proxy, once its PROXY header is there. A connection that is refused is told why in
 * one line and closed. ERR_MEMORY if it could not even be accepted: libuv then waits until this is
 * called again.
 */
MUST_USE enum err conn_accept(struct net *net, uv_stream_t *listener);

/* The connection with that serial, closing or not; NULL: it is gone. */
struct conn *conn_find(const struct net *net, uint64_t serial);

/* Closes those that have not said yet for whom they come. */
void conn_close_strangers(struct net *net);

/* What the peer has sent, beyond any budget of bytes. */
void conn_take(struct conn *conn, const uint8_t *data, size_t length);

/* Writes what waits in `out` if nothing is in flight, as one flush of the compressed stream if
   there is one. The only caller of uv_write. A connection whose telnet is dead is closed. */
void conn_flush(struct conn *conn);

/* True if nothing waits and nothing is in flight: the moment to build a frame. */
bool conn_is_drained(const struct conn *conn);

/* Looks at no more input, and closes once what waits is written and the peer has closed its side,
   or after CONN_FINISH_MS. Idempotent. */
void conn_finish(struct conn *conn);

/*
 * Closes at once. `reason` (static text) is logged. The session is told first. Idempotent. The
 * connection stays valid and in the server's list, with is_closing set, until the loop runs again.
 */
void conn_close(struct conn *conn, const char *reason);

/* Asks the peer for a sign of life, unless the last question is unanswered, the peer would not know
   what is asked, or its player wants none: the time until the answer is the lag. */
void conn_measure_lag(struct conn *conn);

/* Each tick: connections whose read budget was used up are read again as soon as it has grown. */
void conn_resume(struct net *net);

/* Once a second: stalled writers are closed, sessions swept, the silent kept awake. */
void conn_sweep(struct net *net, uint64_t now_ms);

#endif
