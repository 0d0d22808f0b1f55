/*
 * Shared by the files of struct telnet: the numbers of the protocol, and the functions that put
 * bytes of ours on the wire.
 */
#ifndef UNDERCROFT_SERVER_NET_TELNET_PRIVATE_H
#define UNDERCROFT_SERVER_NET_TELNET_PRIVATE_H

#include "server/net/telnet.h"

enum {
    WIRE_EOR = 239,
    WIRE_SE = 240,
    WIRE_NOP = 241,
    WIRE_GA = 249,
    WIRE_SB = 250,
    WIRE_WILL = 251,
    WIRE_WONT = 252,
    WIRE_DO = 253,
    WIRE_DONT = 254,
    WIRE_IAC = 255,
    OPTION_ECHO = 1,
    OPTION_TIMING_MARK = 6,
    OPTION_CHARSET = 42,
    OPTION_MSSP = 70,
    OPTION_COMPRESS = 85,
    OPTION_COMPRESS2 = 86,
    OPTION_COMPRESS3 = 87,
    OPTION_GMCP = 201,
};

/* Marks the peer dead: no byte goes to it or comes from it any more. `reason` is static text. */
void telnet_die(struct telnet *telnet, const char *reason);

/* Bytes for the wire as they are, in reply to what the peer negotiates and within its budget. */
void telnet_reply(struct telnet *telnet, const void *data, size_t length);

/* Sends DO: asks the peer to offer an option that is in telnet.c's table. */
void telnet_ask_offer(struct telnet *telnet, uint8_t option);

MUST_USE enum err telnet_offer_echo(struct telnet *telnet, bool is_hidden);

#endif
