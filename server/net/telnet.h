/*
 * Telnet with a peer: bytes from the wire in, events out; bytes for the wire go to one buffer.
 * There is no I/O here, so every crashing input is a unit test.
 *
 * It uses libtelnet 0.21, which must be fed with care: one byte at a time, no subnegotiation, and
 * never again after the first warning, error or sign of compression from the peer. So a small state
 * machine of ours reads every byte first.
 *
 * CHARSET (RFC 2066) tells which of two character sets the peer shows. We offer to ask. MUSHclient
 * refuses that and still answers if it makes the offer, so a client that refuses or stays silent is
 * asked for its own offer, once.
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
    TELNET_SUBNEGOTIATION_MAX = 4096, /* most bytes of a subnegotiation */
    TELNET_REPLIES_MAX = 200,         /* most negotiation replies to a peer, by default */
    TELNET_TERMINAL_TYPE_ASKS_MAX = 6,
    TELNET_GATHERED_KEEP = 512, /* a buffer of more bytes is freed */
    TELNET_MSSP_ASKS_MAX = 4,   /* most answers to a peer */
};

enum telnet_answer { TELNET_UNANSWERED, TELNET_YES, TELNET_NO };

enum telnet_event_kind {
    TELNET_EVENT_NONE,
    TELNET_EVENT_BYTE,   /* `byte` was typed */
    TELNET_EVENT_WINDOW, /* `width` and `height` from the peer, 0 … 65535 */
    TELNET_EVENT_ANSWER, /* an answer or the terminal type changed, and with it the client's
                            capabilities */
    TELNET_EVENT_GMCP,   /* a message is in `gathered`: call gmcp_take() */
    TELNET_EVENT_MSSP,   /* the peer wants the server's status: call mssp_send() */
    TELNET_EVENT_MARK,   /* our ping was answered: call telnet_take_mark() */
    TELNET_EVENT_DEAD,   /* close the connection; the client's dead_reason says why */
};

struct telnet_event {
    enum telnet_event_kind kind;
    uint8_t byte;
    uint16_t width;
    uint16_t height;
};

struct telnet {
    struct telnet_t *protocol; /* owned */
    struct client *client;     /* not owned: its `out` takes the bytes for the wire */
    bool is_dead;
    struct telnet_event event; /* event of the last byte; stays once the peer is dead */
    enum telnet_answer echo;   /* answer to the first offer; later toggles do not change it */
    enum telnet_answer suppress_go_ahead;
    enum telnet_answer end_of_record;
    enum telnet_answer terminal;
    enum telnet_answer window;
    enum telnet_answer charset;
    enum telnet_answer gmcp;
    enum telnet_answer mssp;
    enum telnet_answer compress;
    bool has_negotiated;      /* the peer has sent a verb, so it speaks telnet */
    bool is_charset_asked;    /* the question is open */
    bool is_charset_answered; /* it was answered, perhaps with an unknown name */
    bool has_asked_charset_offer;
    bool is_mark_asked; /* the mark is not answered yet */
    uint64_t mark_asked_at_ms;
    int mssp_asks;
    bool has_toggled_echo;  /* the first negotiation is over, and echo was toggled since */
    bool has_offered_again; /* echo was offered again, to hide a password */
    /* the first answer may belong to that second offer, and then says nothing about keys */
    bool is_echo_doubtful;
    bool is_terminal_type_asked; /* the question is open */
    int terminal_type_asks;
    char terminal_type_last[CLIENT_TERMINAL_TYPE_MAX + 1];
    int replies;
    int replies_max;         /* TELNET_REPLIES_MAX, unless set after telnet_open() */
    uint8_t scan;            /* state of the scanner, an enum scan */
    uint8_t verb;            /* WILL, WONT, DO or DONT, before its option */
    uint8_t gathered_option; /* option of the subnegotiation in `gathered`; 0: none */
    size_t subnegotiation_length;
    /* content of the subnegotiation; a GMCP message stays until the next one begins */
    struct bytes gathered;
};

/* Begins, and appends the first negotiation to the `out` of `client`, whose capabilities are kept
   up to date from then on. ERR_MEMORY, ERR_TOO_BIG from `out`. */
MUST_USE enum err telnet_open(struct telnet *telnet, struct client *client);
void telnet_release(struct telnet *telnet);

/* Takes one byte from the wire; telnet->event is its event, if any. Does nothing once the peer is
   dead. Writes only a few bytes, within the budget of replies. */
void telnet_feed(struct telnet *telnet, uint8_t byte);

/* Appends text for the peer with every IAC doubled, completely or not at all. If `out` has no room
   the peer is dead, because it has not read for too long. The same holds for all errors below. */
MUST_USE enum err telnet_write(struct telnet *telnet, const void *data, size_t length);

/* Marks the end of a prompt: EOR if agreed, else GA unless the go-ahead is suppressed. */
MUST_USE enum err telnet_end_prompt(struct telnet *telnet);

/*
 * Asks the peer to show (false) or hide (true) its typing. Sent as raw bytes, because libtelnet
 * would wait without end for peers that do not acknowledge (fault B10).
 */
MUST_USE enum err telnet_hide_typing(struct telnet *telnet, bool is_hidden);

/* Sends invisible bytes that keep routers and NATs awake. */
MUST_USE enum err telnet_keep_alive(struct telnet *telnet);

/*
 * True if a peer can be pinged: it has negotiated, and no answer is outstanding. A ping is a timing
 * mark, which is invisible, and which telnet clients answer with a yes or a no: the time until then
 * is the lag.
 */
bool telnet_can_ping(const struct telnet *telnet);
MUST_USE enum err telnet_ping(struct telnet *telnet, uint64_t now_ms);
void telnet_take_mark(struct telnet *telnet, uint64_t now_ms);

/* Asks a peer that has not accepted the option to offer it itself. Does nothing a second time, or
   for a peer that does not seem to speak telnet. */
void charset_ask_other_way(struct telnet *telnet);

#endif
