/*
 * MSSP: the server's name, address and state for the crawlers of game lists.
 */
#ifndef UNDERCROFT_SERVER_NET_MSSP_H
#define UNDERCROFT_SERVER_NET_MSSP_H

#include <stdint.h>

#include "base/err.h"

struct net;
struct client;

/* Answers one request; `players`: number in the game. Errors as for client_write(). */
MUST_USE enum err mssp_send(const struct net *net, uint32_t players, struct client *client);

#endif
