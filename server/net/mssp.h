/*
 * MSSP: the server's name, address and state for the crawlers of game lists.
 */
#ifndef UNDERCROFT_SERVER_NET_MSSP_H
#define UNDERCROFT_SERVER_NET_MSSP_H

#include "base/err.h"

struct net;
struct telnet;

/* Answers one question. Errors as of telnet_write(). */
MUST_USE enum err mssp_send(const struct net *net, struct telnet *telnet);

#endif
