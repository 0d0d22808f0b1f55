/*
 * The room of connections: who listens, who is connected, and how many of each network. It knows
 * nothing of logins, players or the world: what the connections bring waits here as bytes, and the
 * room above asks for it, event by event, with net_next().
 */
#ifndef UNDERCROFT_SERVER_NET_NET_H
#define UNDERCROFT_SERVER_NET_NET_H

#include <stdbool.h>
#include <stdint.h>

#include "server/base/base.h"
#include "server/net/network_table.h"

struct conn;
struct listener;
struct tls_host;
struct web_files;

enum { NET_SERIAL_LISTS = 4096, NET_READ_MAX = 4096 /* bytes of one read */ };

struct net {
    struct base *base;
    struct listener *listeners;
    struct network_table networks;     /* the connections of each network */
    struct network_table web_networks; /* the pages that play, of each network */
    uint8_t read_buffer[NET_READ_MAX]; /* of one read, shared by all connections */
    struct conn *connections;          /* the welcomed connections, the newest first */
    struct conn *awaiting_header; /* the connections that are not welcomed yet, the newest first */
    uint32_t connection_count;    /* connections in these two lists */
    uint32_t reads;               /* reads from all connections since the last tick */
    struct conn *ready;           /* connections with events, the oldest event first */
    struct conn *paused;          /* list of connections without read budget */
    struct tls_host *tls;         /* owned; NULL: no entrance is inside TLS */
    struct conn *shaking;         /* list of connections whose handshake waits for a turn */
    uint32_t handshakes;          /* begun and not finished */
    size_t handshake_bytes;       /* estimated memory of these handshakes */
    int64_t ration_ns;            /* time left for handshakes in this tick; below 0: overspent */
    struct web_files *files;      /* files of the page; owned; NULL: the page is not served */
    struct conn *visitors;        /* visitors, the newest first */
    uint32_t visitor_count;
    struct conn *by_serial[NET_SERIAL_LISTS]; /* lists of those that were welcomed */
    uint64_t next_serial;
    struct conn *sweep_next; /* next connection of the sweep; NULL: it is done */
};

/* Lists that a browser, or a page elsewhere, may read of the server without a login. */
enum net_list { NET_LIST_STATUS, NET_LIST_WHO, NET_LIST_SCORES, NET_LIST_COUNT };

enum net_event_kind {
    NET_ARRIVED,      /* its address is known: conn_admit() and conn_welcome(), or conn_refuse() */
    NET_BYTE,         /* `byte` was typed */
    NET_WINDOW,       /* `width` and `height` as the client said them, 0 … 65535 */
    NET_CAPABILITIES, /* the client's abilities have become known better */
    NET_MESSAGE, /* a message of the client's program: conn_take_message() or conn_drop_message() */
    NET_STATUS_WANTED, /* a crawler asks: conn_send_status() */
    NET_LIST_WANTED,   /* a browser asks for `list`: conn_send_list(), now or later */
    NET_LAG,           /* was measured */
    NET_DEAD,          /* the client breaks the protocol; `reason`; to be finished or closed */
    NET_CLOSED,        /* the last event; `reason`; conn_release() */
    NET_EVENT_COUNT
};

struct net_event {
    enum net_event_kind kind;
    struct conn *conn;
    uint8_t byte;
    uint16_t width;
    uint16_t height;
    enum net_list list;
    const char *reason; /* static text */
};

/*
 * The next event of all connections, in the order in which these were read; what was answered to
 * the events of one connection is flushed when it has no more. False: there is none.
 */
bool net_next(struct net *net, struct net_event *out);

/* Answers all browsers that still wait for that list, as conn_send_list() does. */
void net_answer_list(struct net *net, enum net_list list, const char *json);

/* Closes all connections, whether welcomed or not. */
void net_close_all(struct net *net, const char *reason);

#endif
