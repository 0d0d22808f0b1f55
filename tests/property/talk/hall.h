/*
 * A whole server within the test's own process, on the loop of the tests: sockets lie in memory,
 * its threads run one at a time, and time passes where the test lets it. So many thousands of
 * things can be said in a second, every limit by the hour is still the server's own, and a run is
 * the same again with the same SEED of the environment (1 to 2^64 - 1, usually 1).
 */
#ifndef UNDERCROFT_TESTS_PROPERTY_TALK_HALL_H
#define UNDERCROFT_TESTS_PROPERTY_TALK_HALL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/base/options.h"
#include "server/net/conn.h"
#include "server/server.h"
#include "server/session/session.h"
#include "stream.h"
#include "support/loop/loop.h"

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

struct guest;

/* Changes options before a server opens. */
typedef void hall_settle(struct options *options);

struct hall {
    struct server server;
    char folder[64];
    int population_percent;
    hall_settle *settle;  /* NULL: nothing to change */
    int log;              /* what the server logs, as JSON */
    struct guest *guests; /* who is open; not owned */
};

enum { HALL_TICK_MS = 20, HALL_WAIT_TURNS = 5000, GUEST_HEARD_MAX = 16 * 1024 };

struct guest {
    struct hall *hall; /* NULL: not there */
    struct guest *next;
    enum guest_kind kind;
    char name[17];
    struct peer *peer;
    uint64_t serial; /* of its connection */
    bool is_closed;  /* by the server */
    struct stream stream;
    void (*tap)(struct guest *guest, const uint8_t *bytes, size_t length); /* sees what comes */
    char heard[GUEST_HEARD_MAX + 1]; /* the newest bytes that came, blanks in place of NULs */
    size_t heard_length;
};

/* Errors in here fail the running test. */
void hall_open(struct hall *hall);

/* hall_open() with a percentage of the usual foes and things on its levels. */
void hall_open_populated(struct hall *hall, int population_percent);

/* The two halves of hall_open(): a folder, and a server in it. */
void hall_make_folder(struct hall *hall, int population_percent, hall_settle *settle);
void hall_start(struct hall *hall);

/* hall_start(), but returns false if the server does not start. It must be stopped all the same. */
bool hall_try_start(struct hall *hall);

/* After hall_stop(): a new server on the same world; or only all that it needs to be started. */
void hall_reopen(struct hall *hall);
void hall_clear(struct hall *hall);

/* Guests are closed before. */
void hall_close(struct hall *hall);

/* As if the process was killed and started again: the new server has what the files held at that
   moment. Guests lose their connections. */
void hall_kill(struct hall *hall);

/* The two halves of hall_close(): the server ends; then its folder is removed. */
void hall_stop(struct hall *hall);
void hall_remove(struct hall *hall);

/* So much time passes at once, then one tick; what comes of it is sent. A second or more is
   followed by the ticks in which the sweeps look at everybody, and no time passes. */
void hall_pass(struct hall *hall, uint64_t ms);

/* The server's other threads run until they wait; then a tick. */
void hall_wait(struct hall *hall);

/* Runs until the server has nothing left to send to any guest. */
void hall_drain(struct hall *hall);

/* Calls the server; to be closed by the caller. */
struct peer *hall_connect(const struct hall *hall);

/* Connects a guest that is not connected; `name` (letters) is for the login. Large: static or from
   calloc. */
void guest_open(struct guest *guest, struct hall *hall, enum guest_kind kind, const char *name);
void guest_close(struct guest *guest);

/* guest_open() and guest_log_in(). */
void guest_join(struct guest *guest, struct hall *hall, enum guest_kind kind, const char *name);

/* Connects, and the server refuses that. */
void guest_open_refused(struct guest *guest, struct hall *hall);

/* Logs in, making the delver if there is none. False if the server hung up. */
bool guest_log_in(struct guest *guest);

/* Makes the guest's connection one from `address`, which is numeric. */
void guest_come_from(struct guest *guest, const char *address);

/* The server's side; NULL if that is gone. */
struct conn *guest_conn(const struct guest *guest);
struct session *guest_session(const struct guest *guest);
bool guest_is_playing(const struct guest *guest);
struct delver *guest_delver(const struct guest *guest);

/* SESSION_CLOSED if the server's side is gone. */
enum session_state guest_state(const struct guest *guest);

/* Ticks until it has come to that. */
void guest_wait_state(struct guest *guest, enum session_state state);

/* Sends bytes as the client. The server has received them at once. */
void guest_send(struct guest *guest, const void *bytes, size_t length);
void guest_type(struct guest *guest, const char *text);

/* The window has another size, and says so if it did not before. */
void guest_resize(struct guest *guest, int width, int height);

/* Takes what has come, and answers pings and questions. Fails the test at a fault of the stream. */
void guest_hear(struct guest *guest);

/* True if `text` came and was not forgotten. */
bool guest_hears(struct guest *guest, const char *text);
void guest_forget(struct guest *guest);

/* The two at once: true if `text` came since this was last asked. */
bool guest_heard(struct guest *guest, const char *text);

/* Ticks until guest_hears() that. */
void guest_expect(struct guest *guest, const char *text);

#endif
