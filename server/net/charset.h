/*
 * CHARSET (RFC 2066): which of two character sets the peer shows.
 *
 * We offer to ask. MUSHclient refuses that and still answers when it is the one that is to offer,
 * so a client that refuses or keeps silent is asked for its own offer, once.
 */
#ifndef UNDERCROFT_SERVER_NET_CHARSET_H
#define UNDERCROFT_SERVER_NET_CHARSET_H

#include <stddef.h>
#include <stdint.h>

struct telnet;

/* Asks a peer that has said yes to the option for its choice. */
void charset_ask(struct telnet *telnet);

/* Asks a peer that has not said yes to offer the option itself. Does nothing a second time, or for
   a peer that does not seem to speak telnet at all. */
void charset_ask_other_way(struct telnet *telnet);

/* A subnegotiation of the option: the peer's answer to our question, or a question of its own,
   which is answered. Names are taken in any case, with blanks and NULs around them. An answer with
   a name that we do not offer is noted, and the question stays open. */
void charset_take(struct telnet *telnet, const uint8_t *data, size_t length);

#endif
