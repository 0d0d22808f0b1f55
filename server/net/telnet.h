/*
 * Telnet with a peer: bytes from the wire in, events out; bytes for the wire go to one buffer. No
 * I/O here, so every crashing input is a unit test.
 *
 * It sits on libtelnet 0.21, which has to be fed with care: one byte at a time, no subnegotiation,
 * and never again after the first warning, error or sign of compression from the peer. So a small
 * state machine of ours reads every byte first.
 *
 * CHARSET (RFC 2066) says which of two character sets the peer shows. We offer to ask. MUSHclient
 * refuses that and still answers when it is the one that is to offer, so a client that refuses or
 * keeps silent is asked for its own offer, once.
 */
#ifndef UNDERCROFT_SERVER_NET_TELNET_H
#define UNDERCROFT_SERVER_NET_TELNET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/err.h"
#include "server/net/wire.h"

struct telnet_t;

enum {
    TELNET_SUBNEGOTIATION_MAX = 4096, /* bytes of one subnegotiation */
    TELNET_REPLIES_MAX = 200,         /* negotiation replies to one peer, if nothing is set */
    TELNET_TERMINAL_TYPE_ASKS_MAX = 6,
    TELNET_GATHERED_KEEP = 512, /* a buffer larger than this is given back */
    TELNET_MSSP_ASKS_MAX = 4,   /* answers to one peer */
};

enum telnet_answer { TELNET_UNANSWERED, TELNET_YES, TELNET_NO };

enum telnet_event_kind {
    TELNET_EVENT_NONE,
    TELNET_EVENT_BYTE,   /* `byte` was typed */
    TELNET_EVENT_WINDOW, /* `width` and `height` as the peer said them, 0 … 65535 */
    TELNET_EVENT_ANSWER, /* an answer or the terminal type changed: the client's caps did */
    TELNET_EVENT_GMCP,   /* a message is in `gathered`: for gmcp_take() */
    TELNET_EVENT_MSSP,   /* the peer wants the server's status: mssp_send() */
    TELNET_EVENT_MARK,   /* our ping is answered: telnet_take_mark() */
    TELNET_EVENT_DEAD,   /* close now; the client's dead_reason says why in a few words */
};

struct telnet_event {
    enum telnet_event_kind kind;
    uint8_t byte;
    uint16_t width;
    uint16_t height;
};

struct telnet {
    struct telnet_t *protocol; /* owned */
    struct client *client;     /* not owned: its `out` takes what goes to the wire */
    bool is_dead;
    struct telnet_event event; /* made by the byte just fed; stays once the peer is dead */
    enum telnet_answer echo;   /* to the offer of the burst; later toggles leave it alone */
    enum telnet_answer suppress_go_ahead;
    enum telnet_answer end_of_record;
    enum telnet_answer terminal;
    enum telnet_answer window;
    enum telnet_answer charset;
    enum telnet_answer gmcp;
    enum telnet_answer mssp;
    enum telnet_answer compress;
    bool has_negotiated;      /* said any verb: it speaks telnet */
    bool is_charset_asked;    /* and nothing chosen yet */
    bool is_charset_answered; /* perhaps with an unknown name */
    bool has_asked_charset_offer;
    bool is_mark_asked; /* and not answered yet */
    uint64_t mark_asked_at_ms;
    int mssp_asks;
    bool has_toggled_echo;       /* since the burst */
    bool has_offered_again;      /* to echo, so that a password is hidden */
    bool is_echo_doubtful;       /* the first answer may be to that offer, and not about keys */
    bool is_terminal_type_asked; /* and not answered yet */
    int terminal_type_asks;
    char terminal_type_last[CLIENT_TERMINAL_TYPE_MAX + 1];
    int replies;
    int replies_max;         /* TELNET_REPLIES_MAX, unless set after telnet_open() */
    uint8_t scan;            /* state of the scanner, an enum scan */
    uint8_t verb;            /* WILL, WONT, DO or DONT, before its option */
    uint8_t gathered_option; /* the option of the subnegotiation kept in `gathered`; 0: none */
    size_t subnegotiation_length;
    struct bytes gathered; /* a message of GMCP stays until the next one begins */
};

/* Begins and appends the negotiation burst to the `out` of `client`, whose caps it fills from then
   on. ERR_MEMORY, ERR_TOO_BIG from `out`. */
MUST_USE enum err telnet_open(struct telnet *telnet, struct client *client);
void telnet_release(struct telnet *telnet);

/* Takes one byte from the wire; the event it made, if any, is in telnet->event. Does nothing once
   the peer is dead. Never writes more than a few bytes, and those within the reply budget. */
void telnet_feed(struct telnet *telnet, uint8_t byte);

/* Appends text for the peer with every IAC doubled; all of it or nothing. When `out` cannot take it
   the peer is dead: it has not read for too long. The same holds for all errors below. */
MUST_USE enum err telnet_write(struct telnet *telnet, const void *data, size_t length);

/* Marks the end of a prompt: EOR where agreed, else GA unless the go-ahead is suppressed. */
MUST_USE enum err telnet_end_prompt(struct telnet *telnet);

/*
 * Asks the peer to show (false) or hide (true) what it types. Sent as raw bytes: libtelnet would
 * wait without end on peers that do not acknowledge (fault B10).
 */
MUST_USE enum err telnet_hide_typing(struct telnet *telnet, bool is_hidden);

/* Nothing to be seen: keeps routers and NATs awake. */
MUST_USE enum err telnet_keep_alive(struct telnet *telnet);

/*
 * A timing mark, which telnet clients answer with a yes or a no as soon as it is their turn:
 * nothing to be seen either, and the time until then is the lag. Only for a peer that can be
 * pinged: it has negotiated, and no answer is outstanding.
 */
bool telnet_can_ping(const struct telnet *telnet);
MUST_USE enum err telnet_ping(struct telnet *telnet, uint64_t now_ms);
void telnet_take_mark(struct telnet *telnet, uint64_t now_ms);

/* Asks a peer that has not said yes to offer the option itself. Does nothing a second time, or for
   a peer that does not seem to speak telnet at all. */
void charset_ask_other_way(struct telnet *telnet);

#endif
