/*
 * The room of connections: who listens, who is connected, and how many of each network. It knows
 * nothing of logins, players or the world.
 */
#ifndef UNDERCROFT_SERVER_NET_NET_H
#define UNDERCROFT_SERVER_NET_NET_H

#include <stdint.h>

#include "server/base/base.h"
#include "server/net/network_table.h"

struct conn;
struct listener;

enum { NET_SERIAL_LISTS = 4096, NET_READ_MAX = 4096 /* bytes of one read */ };

struct net {
    struct base *base;
    struct listener *listeners;
    struct network_table networks;            /* the connections of each network */
    uint8_t read_buffer[NET_READ_MAX];        /* of one read, shared by all connections */
    struct conn *connections;                 /* list of all, the newest first */
    struct conn *paused;                      /* list of those whose read budget is used up */
    struct conn *strangers;                   /* list of those that wait for a proxy's header */
    uint32_t connection_count;                /* of both */
    struct conn *by_serial[NET_SERIAL_LISTS]; /* lists of those that were greeted */
    uint64_t next_serial;
};

#endif
