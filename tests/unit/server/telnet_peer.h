/*
 * A peer of struct telnet without a socket: bytes go in, and what came of them is kept to be looked
 * at.
 */
#ifndef UNDERCROFT_TESTS_UNIT_SERVER_TELNET_PEER_H
#define UNDERCROFT_TESTS_UNIT_SERVER_TELNET_PEER_H

#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "server/net/telnet.h"

enum { PEER_OUT_MAX = 65536, PEER_TYPED_MAX = 256 };

/* The wire's own names. */
enum {
    WIRE_EOR = 239,
    WIRE_SE = 240,
    WIRE_NOP = 241,
    WIRE_IP = 244,
    WIRE_GA = 249,
    WIRE_SB = 250,
    WIRE_WILL = 251,
    WIRE_WONT = 252,
    WIRE_DO = 253,
    WIRE_DONT = 254,
    WIRE_IAC = 255,
    OPTION_ECHO = 1,
    OPTION_SGA = 3,
    OPTION_TIMING_MARK = 6,
    OPTION_TTYPE = 24,
    OPTION_EOR = 25,
    OPTION_NAWS = 31,
    OPTION_CHARSET = 42,
    OPTION_MSSP = 70,
    OPTION_MCCP2 = 86,
    OPTION_GMCP = 201,
};

struct peer {
    struct telnet telnet;
    struct client client;
    struct bytes out;   /* what we sent since the burst */
    size_t typed_count; /* bytes that came out as typing */
    uint8_t typed[PEER_TYPED_MAX];
    size_t window_count;
    uint16_t width; /* of the last window */
    uint16_t height;
    size_t answer_count;
    size_t gmcp_count; /* messages; the last is in telnet.gathered */
    size_t mssp_count; /* questions */
    size_t mark_count; /* answers to pings */
    size_t dead_count; /* events that said so, one for every byte from then on */
};

enum { PEER_BURST_LENGTH = 27 };

/* Opens the telnet and forgets the burst. */
void peer_open(struct peer *peer);
void peer_release(struct peer *peer);

void peer_feed(struct peer *peer, const void *data, size_t length);
void peer_feed_verb(struct peer *peer, uint8_t verb, uint8_t option);

/* A subnegotiation with every 255 of the payload doubled, as it should be. */
void peer_feed_subnegotiation(struct peer *peer, uint8_t option, const void *payload,
                              size_t length);

/* Fails the test unless exactly these bytes were sent since the last call; then forgets them. */
void peer_expect_sent(struct peer *peer, const void *expected, size_t length, const char *promise);

#endif
