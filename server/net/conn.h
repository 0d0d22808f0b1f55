/*
 * A connection: a socket, its input and output, and the client, in one allocation. net_next()
 * returns its events. All output for players leaves by conn_flush(), the only caller of uv_write
 * for it. No other file starts to read from a player or ends a connection.
 */
#ifndef UNDERCROFT_SERVER_NET_CONN_H
#define UNDERCROFT_SERVER_NET_CONN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#include "base/bytes.h"
#include "base/err.h"
#include "server/base/metrics.h"
#include "server/base/options.h"
#include "server/net/compress.h"
#include "server/net/network_table.h"
#include "server/net/proxy_header.h"
#include "server/net/tls.h"
#include "server/net/wire.h"

struct net;
struct visit;

/*
 * Foreign protocols: web browsers and scanners, TLS and SSH clients. A browser page can be made to
 * type into a telnet port, so such a connection is closed without any output.
 */
enum { PROTOCOL_SNIFF_MAX = 8 }; /* bytes from the start that are examined */

/* True if the first `length` bytes of a connection are exactly the start of a foreign protocol.
   Call it with every byte; a longer start does not match. */
bool protocol_sniff_is_foreign(const uint8_t *first, size_t length);

/* Returns why such a connection is closed: static text for the log. */
const char *protocol_sniff_reason(const uint8_t *first);

enum {
    CONN_READ_MAX = 4096, /* most bytes of one read */
    /* most bytes that one read may decrypt to */
    CONN_DECRYPTED_MAX = TLS_RECORD_MAX + 2 * TLS_UNTAKEN_MAX,
    CONN_IN_KEEP = 256, /* bytes of `in` that are kept; few reads need more */
    /* most bytes waiting, before compression; more closes the connection */
    CONN_OUT_MAX = 128 * 1024,
    CONN_FLIGHT_MAX = COMPRESS_BOUND(CONN_OUT_MAX),
    CONN_OUT_KEEP = 512,      /* an empty buffer with more bytes is freed */
    CONN_IDLE_MS = 10 * 1000, /* time without output after which all empty buffers are freed */
    /* bytes of the kernel's buffer, small so that a stalled peer is noticed early */
    CONN_SEND_BUFFER = 16 * 1024,
    CONN_BYTES_PER_SECOND = 8192, /* growth of the read budget; further bytes wait in the kernel */
    CONN_BYTES_BURST = 16384,
    CONN_FINISH_MS = 2000,    /* time after which a finished connection is closed, read or not */
    CONN_PING_MS = 30 * 1000, /* time between pings, for clients that answer them */
    /* longest time without output, so that routers and NATs keep the connection */
    CONN_KEEP_ALIVE_MS = 60 * 1000,
    /* time to wait for the answer to an offer before another offer */
    CONN_ANSWER_MS = 1000,
    CONN_SWEEP_PARTS = 25,
    CONN_PROXY_MS = 5000,                   /* time for a trusted proxy's header */
    CONN_ADDRESS_SIZE = 48,                 /* bytes of a numeric address, with its NUL */
    CONN_HANDSHAKES_MAX = 32 * 1024 * 1024, /* most bytes of memory for unfinished handshakes */
};

struct conn {
    uv_tcp_t handle;
    uv_write_t write;
    uv_shutdown_t shutdown;
    struct net *net;
    void *owner; /* owner in the room above, from conn_welcome() to conn_release(); else NULL */
    /* next connection in the list of connections, or of those that are not welcomed yet */
    struct conn *next;
    struct conn *previous;
    struct conn *ready_next; /* next connection with events */
    struct conn *ready_previous;
    struct conn *next_of_serial; /* next connection in the same list of `by_serial` */
    uint64_t serial;             /* never used again in a run; 0: not welcomed yet */
    enum entrance entrance;      /* entrance of its listener */
    char address[CONN_ADDRESS_SIZE];
    struct network_key key;
    struct network_place place;  /* its entry in the table of networks, if it is counted */
    struct network_address peer; /* other end of the socket; with a proxy, the proxy */
    struct proxy_header proxy;
    uint64_t opened_at_ms;
    uint64_t progress_at_ms;   /* time when the socket last took bytes */
    const char *finish_reason; /* reason for the log, static text; NULL: "finished" */
    uint64_t finish_at_ms;     /* while draining: time at which it is closed in any case */
    uint64_t ping_at_ms;       /* time of the last ping */
    struct bytes in;           /* bytes that were read; those from `in_at` on are not decoded yet */
    size_t in_at;
    const char *end_reason; /* reason of the close, which follows once `in` is decoded */
    struct bytes out;       /* output for the next flush */
    struct bytes in_flight; /* output given to the kernel, compressed if the peer wants that */
    struct compress compress;
    size_t in_flight_left; /* bytes that libuv still had when it was last looked at */
    size_t sent_at_once;   /* bytes of `out` that were sent and not counted yet */
    uint64_t plain_bytes;  /* bytes sent, before compression and TLS */
    int64_t read_budget;   /* bytes that may be read now; negative after a long read */
    uint64_t read_budget_at_ms;
    struct conn *paused_next; /* next connection that waits for its budget */
    struct conn *paused_previous;
    bool is_paused;
    uint8_t first[PROTOCOL_SNIFF_MAX]; /* the first bytes of the connection */
    uint8_t first_length;
    struct tls *tls;           /* TLS, from the begin of its handshake; owned; NULL: none */
    uint64_t handshake_ns;     /* time of the loop that its handshake has used */
    size_t handshake_bytes;    /* its share of net->handshake_bytes */
    struct conn *shaking_next; /* next connection whose handshake waits for a turn */
    struct conn *shaking_previous;
    enum metric_handshake handshake_result;
    uint64_t waits_since_ms; /* time since when it has waited in that list */
    bool is_half_shaken;     /* our answer to its first messages was sent */
    bool waits_for_ration;   /* it is in that list */
    struct visit *visit;     /* a browser's visit, until its player arrives; owned; NULL: none */
    struct conn *visit_next; /* next visitor */
    struct conn *visit_previous;
    bool is_forwarded; /* it came by a trusted proxy, and its requests have the browser's address */
    bool wants_list;   /* NET_LIST_WANTED must be reported */
    bool is_ready;     /* it is in the list of connections with events */
    bool is_arriving;  /* NET_ARRIVED must be reported */
    bool is_welcome;
    bool is_kept_awake; /* it is pinged, or sent a NOP if it does not answer pings */
    bool is_counted;    /* it is counted in the table of networks */
    bool is_writing;
    bool is_reading;
    bool is_draining; /* it closes once all is written; further input is dropped */
    bool is_shut;     /* all is written, and our side is closed */
    bool is_closing;
    bool is_close_reported; /* the close was reported to the owner */
    bool is_closed;         /* the socket is closed; the rest is freed by conn_release() */
    struct client client;
};

/*
 * Accepts a waiting connection of `listener`, an `entrance`. It arrives at once; from a trusted
 * proxy when its PROXY header is complete; inside TLS when the handshake is done. A full server
 * says so in one line and closes it. ERR_MEMORY: it could not be accepted, and libuv waits until
 * this is called again.
 */
MUST_USE enum err conn_accept(struct net *net, uv_stream_t *listener, enum entrance entrance);

/* Counts the connection in its networks. False: they have too many, and it was refused. Call it
   after NET_ARRIVED. */
bool conn_admit(struct conn *conn);

/*
 * Welcomes a connection for `owner`: sends the negotiation, gives it a serial and begins to read.
 * The owner must call conn_release() at NET_CLOSED. False: out of memory, and it was refused.
 */
bool conn_welcome(struct conn *conn, void *owner);

/* Refuses a connection: tells the peer why, in one line, and closes it. */
void conn_refuse(struct conn *conn, const char *line, enum metric_refusal counted_as);

/* Refuses a connection because memory is missing, in the words of a full server. */
void conn_refuse_full(struct conn *conn);

/* Ends the owner's hold: the connection is freed, now or when its socket is closed. */
void conn_release(struct conn *conn);

/* Returns the connection with that serial, closing or not; NULL: it is gone. */
struct conn *conn_find(const struct net *net, uint64_t serial);

/* Closes all connections that are not welcomed yet. */
void conn_close_awaiting(struct net *net, const char *reason);

/* Takes bytes of the peer without using the read budget: at most CONN_READ_MAX until net_next() has
   returned all their events. */
void conn_take(struct conn *conn, const uint8_t *data, size_t length);

/* Takes a message, or drops it unread. True: it was a login, which is in *out. Call it after
   NET_MESSAGE. */
bool conn_take_message(struct conn *conn, struct gmcp_credentials *out);
void conn_drop_message(struct conn *conn);

/* Answers NET_STATUS_WANTED; `players`: number in the game. */
void conn_send_status(struct conn *conn, uint32_t players);

/* Answers NET_LIST_WANTED with the list; NULL: it is not available now. */
void conn_send_list(struct conn *conn, const char *json);

/* Writes waiting output if nothing is in flight, as one flush of the compressed stream if there is
   one. No other function calls uv_write. Closes a connection whose client is dead. */
void conn_flush(struct conn *conn);

/*
 * Gives waiting output to the kernel once, if nothing is in flight and it is sent plain. May be
 * called on any thread, while the loop does not use the connection. The rest stays in `out`.
 * conn_flush() must follow, and meets any error again.
 */
void conn_send_at_once(struct conn *conn);

/* True if no output waits or is in flight: a frame may be made. */
bool conn_is_drained(const struct conn *conn);

/* True if the connection uses TLS, so that nothing may be written to the socket directly. */
bool conn_is_encrypted(const struct conn *conn);

/* Returns the wire of a welcomed connection, as metrics count it. */
enum metric_wire conn_wire(const struct conn *conn);

/* Stores the reason of the end and its text, for wires that report them besides the output. Only
   the first call has an effect. */
void conn_note_end(struct conn *conn, enum wire_end end, const char *text);

/* Ignores further input, and closes once all output is written and the peer has closed its side, or
   after CONN_FINISH_MS. Idempotent. */
void conn_finish(struct conn *conn);

/* Returns why a connection was finished, for the log. */
const char *conn_finish_reason(const struct conn *conn);

/*
 * Closes at once. `reason` (static text) is logged. Idempotent. The connection stays valid and in
 * its list, with is_closing set, until the loop runs again; for the owner until conn_release().
 */
void conn_close(struct conn *conn, const char *reason);

/* Pings the peer to measure the lag, unless the last ping is unanswered, the peer cannot answer, or
   its player does not want it. */
void conn_measure_lag(struct conn *conn);

/* Accepts connections that had to wait for this tick, and resumes reading of those that had used up
   their budget, as soon as it has grown. Call it each tick. */
void conn_resume(struct net *net);

/* Closes connections that do not arrive, and begins a sweep of all others. Call it once a
   second. */
void conn_sweep(struct net *net, uint64_t now_ms);

/* Continues the sweep with one part in CONN_SWEEP_PARTS of all connections: closes stalled writers,
   keeps silent ones awake. Call it each tick. */
void conn_sweep_on(struct net *net, uint64_t now_ms);

#endif
