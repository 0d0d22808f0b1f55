/*
 * The room of connections: listeners, connections, and their numbers by network. It knows nothing
 * of logins, players or the world: input waits here as bytes, and the room above takes it, event by
 * event, with net_next().
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
    struct network_table networks;     /* number of connections by network */
    struct network_table web_networks; /* number of playing pages by network */
    uint8_t read_buffer[NET_READ_MAX]; /* for one read, shared by all connections */
    struct conn *connections;          /* the welcomed connections, newest first */
    struct conn *awaiting_header;      /* connections that are not welcomed yet, newest first */
    uint32_t connection_count;         /* number of connections in these two lists */
    uint32_t reads;                    /* reads from all connections since the last tick */
    uint32_t accepts;                  /* connections accepted since then */
    struct conn *ready;                /* connections with events, oldest event first */
    struct conn *paused;               /* connections without read budget */
    struct tls_host *tls;              /* owned; NULL: no entrance is inside TLS */
    struct conn *shaking;              /* connections whose handshake waits for a turn */
    uint32_t handshakes;               /* begun and not finished */
    size_t handshake_bytes;            /* estimated memory of unfinished handshakes */
    int64_t ration_ns;       /* time left for handshakes in this tick; negative: overdrawn */
    struct web_files *files; /* files of the page; owned; NULL: the page is not served */
    struct conn *visitors;   /* visitors, newest first */
    uint32_t visitor_count;
    /* welcomed connections, by serial modulo NET_SERIAL_LISTS */
    struct conn *by_serial[NET_SERIAL_LISTS];
    uint64_t next_serial;
    struct conn *sweep_next; /* next connection of the sweep; NULL: the sweep is done */
};

/* Lists that a browser, or a page elsewhere, may request without a login. */
enum net_list { NET_LIST_STATUS, NET_LIST_WHO, NET_LIST_SCORES, NET_LIST_COUNT };

enum net_event_kind {
    NET_ARRIVED, /* an address is known: call conn_admit() and conn_welcome(), or conn_refuse() */
    NET_BYTE,    /* `byte` was typed */
    NET_WINDOW,  /* `width` and `height` from the client, 0 … 65535 */
    NET_CAPABILITIES,  /* more is known of the client's abilities */
    NET_MESSAGE,       /* a message of the client's program: call conn_take_message() or
                          conn_drop_message() */
    NET_STATUS_WANTED, /* a crawler asks: conn_send_status() */
    NET_LIST_WANTED,   /* a browser requests `list`: call conn_send_list(), now or later */
    NET_LAG,           /* the lag was measured */
    NET_DEAD,   /* the client breaks the protocol, for `reason`: finish or close the connection */
    NET_CLOSED, /* the last event, with `reason`: call conn_release() */
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
 * Gives the next event of all connections, in the order in which they were read. A connection's
 * output is flushed when it has no more events. False: there is none.
 */
bool net_next(struct net *net, struct net_event *out);

/* Answers all browsers that still wait for that list, as conn_send_list() does. */
void net_answer_list(struct net *net, enum net_list list, const char *json);

/* Closes all connections, welcomed or not. */
void net_close_all(struct net *net, const char *reason);

#endif
