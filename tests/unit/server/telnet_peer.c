/*
 * A peer of struct telnet without a socket.
 */
#include "telnet_peer.h"

#include <check.h>

void peer_open(struct peer *peer)
{
    *peer = (struct peer){0};
    bytes_init(&peer->out, PEER_OUT_MAX);
    peer->client = (struct client){.wire = &wire_telnet, .state = &peer->telnet, .out = &peer->out};
    ck_assert_int_eq(telnet_open(&peer->telnet, &peer->client), ERR_OK);
    bytes_clear(&peer->out, PEER_OUT_MAX);
}

void peer_release(struct peer *peer)
{
    telnet_release(&peer->telnet);
    bytes_release(&peer->out);
}

static void note_event(struct peer *peer)
{
    const struct telnet_event *event = &peer->telnet.event;

    switch (event->kind) {
    case TELNET_EVENT_NONE:
        break;
    case TELNET_EVENT_BYTE:
        if (peer->typed_count < PEER_TYPED_MAX)
            peer->typed[peer->typed_count] = event->byte;
        peer->typed_count++;
        break;
    case TELNET_EVENT_WINDOW:
        peer->window_count++;
        peer->width = event->width;
        peer->height = event->height;
        break;
    case TELNET_EVENT_ANSWER:
        peer->answer_count++;
        break;
    case TELNET_EVENT_GMCP:
        peer->gmcp_count++;
        break;
    case TELNET_EVENT_MSSP:
        peer->mssp_count++;
        break;
    case TELNET_EVENT_MARK:
        peer->mark_count++;
        break;
    case TELNET_EVENT_DEAD:
        peer->dead_count++;
        break;
    }
}

void peer_feed(struct peer *peer, const void *data, size_t length)
{
    const uint8_t *byte = data;

    for (size_t i = 0; i < length; i++) {
        telnet_feed(&peer->telnet, byte[i]);
        note_event(peer);
    }
}

void peer_feed_verb(struct peer *peer, uint8_t verb, uint8_t option)
{
    const uint8_t bytes[] = {WIRE_IAC, verb, option};

    peer_feed(peer, bytes, sizeof bytes);
}

void peer_feed_subnegotiation(struct peer *peer, uint8_t option, const void *payload, size_t length)
{
    static const uint8_t iac = WIRE_IAC;
    const uint8_t begin[] = {WIRE_IAC, WIRE_SB, option};
    const uint8_t end[] = {WIRE_IAC, WIRE_SE};
    const uint8_t *byte = payload;

    peer_feed(peer, begin, sizeof begin);
    for (size_t i = 0; i < length; i++) {
        peer_feed(peer, &byte[i], 1);
        if (byte[i] == WIRE_IAC)
            peer_feed(peer, &iac, 1);
    }
    peer_feed(peer, end, sizeof end);
}

void peer_expect_sent(struct peer *peer, const void *expected, size_t length, const char *promise)
{
    ck_assert_msg(peer->out.length == length, "%s: %zu bytes sent, not %zu", promise,
                  peer->out.length, length);
    if (length > 0)
        ck_assert_mem_eq(peer->out.data, expected, length);
    bytes_clear(&peer->out, PEER_OUT_MAX);
}
