/*
 * A whole server within the test's own process, with real sockets of this machine and a clock that
 * the test moves on: so that many thousands of things can be said in a second, and every limit by
 * the hour is still the server's own.
 */
#ifndef UNDERCROFT_TESTS_PROPERTY_TALK_HALL_H
#define UNDERCROFT_TESTS_PROPERTY_TALK_HALL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/net/conn.h"
#include "server/server.h"
#include "stream.h"

enum guest_kind {
    GUEST_SCREEN,       /* telnet in a terminal: 256 colours, UTF-8 */
    GUEST_SCREEN_ASCII, /* 16 colours, and silent when asked about the cursor */
    GUEST_SCREEN_SMALL, /* compressed, in a small window */
    GUEST_LINE,         /* a MUD client: lines, UTF-8 by CHARSET, prompts marked */
    GUEST_MUTE,         /* netcat: answers nothing */
    GUEST_READER,       /* a screen reader, compressed */
    GUEST_GMCP,         /* every package, UTF-8, compressed */
    GUEST_GMCP_ASCII,   /* every package */
    GUEST_KIND_COUNT
};

struct hall {
    struct server server;
    char folder[64];
    int log; /* a file of no name: what the server logs, as JSON */
};

enum { GUEST_HEARD_MAX = 4096 };

struct guest {
    struct hall *hall; /* NULL: not there */
    enum guest_kind kind;
    char name[17];
    int socket;
    uint64_t serial; /* of its connection */
    bool is_closed;  /* by the server */
    struct stream stream;
    char heard[GUEST_HEARD_MAX + 1]; /* the newest bytes that came, as they came but for NULs */
    size_t heard_length;
};

/* All zero before. CHECKs what goes wrong. */
void hall_open(struct hall *hall);
void hall_close(struct hall *hall);

/* So much time passes at once, then one tick; what comes of it is sent. */
void hall_pass(struct hall *hall, uint64_t ms);

/* Connects; `name` (letters) is for later. Large: static or from calloc. */
void guest_open(struct guest *guest, struct hall *hall, enum guest_kind kind, const char *name);
void guest_close(struct guest *guest);

/* Connects, and the server refuses that. */
void guest_open_refused(struct guest *guest, struct hall *hall);

/* Logs in, making the delver if there is none. False if the server hung up. */
bool guest_enter(struct guest *guest);

/* As if it came from there: a numeric address. */
void guest_come_from(struct guest *guest, const char *address);

/* The server's side; NULL if that is gone. */
struct conn *guest_conn(const struct guest *guest);
bool guest_is_playing(const struct guest *guest);

/* What the client sends, in the server's hands at once. */
void guest_send(struct guest *guest, const void *bytes, size_t length);
void guest_type(struct guest *guest, const char *text);

/* Takes what has come, and answers pings and questions. Fails the test at a fault of the stream. */
void guest_hear(struct guest *guest);

/* True if `text` came since this was last asked; what came is forgotten then. */
bool guest_heard(struct guest *guest, const char *text);

/* Until the server has nothing left to send to any of them. */
void hall_drain(struct hall *hall, struct guest *const *guests, size_t count);

#endif
