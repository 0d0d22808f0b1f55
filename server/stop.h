/*
 * Every way out. An orderly stop tells the players, saves, restores their terminals and ends within
 * five seconds, also if the disk refuses; a second signal tells them and ends at once; a fatal
 * signal still restores the terminals.
 */
#ifndef UNDERCROFT_SERVER_STOP_H
#define UNDERCROFT_SERVER_STOP_H

#include <stdint.h>
#include <uv.h>

#include "base/err.h"

struct admin;
struct base;
struct net;

enum {
    STOP_MS = 4000,
    STOP_FAREWELL_MS = 3000, /* longest wait for a disk that does not answer */
    STOP_AT_ONCE_MS = 100,   /* time from a second signal to the end of the loop */
    STOP_FINISH_MS = 700,    /* time for a peer to take the last message and close its side */
};

struct stop {
    struct base *base;
    struct net *net;
    struct admin *admin; /* knows the other rooms */
    uv_signal_t on_terminate;
    uv_signal_t on_interrupt;
    uint64_t farewell_at_ms; /* in an orderly stop: time when every player has been told */
    uint64_t deadline_ms;    /* time when the stop ends the server in any case */
};

/* Makes failed writes (to a reader that has gone, to a file that may not grow) errors instead of
   fatal signals. */
void stop_ignore_failed_writes(void);

/* Watches SIGTERM and SIGINT, fails writes like stop_ignore_failed_writes(), and handles fatal
   signals. ERR_NO_RESOURCE. */
MUST_USE enum err stop_watch(struct stop *stop);
void stop_unwatch(struct stop *stop);

/* Begins an orderly stop if one was requested (stops_wanted of struct base); if it was requested
   twice, stops at once. */
void stop_if_wanted(struct stop *stop);

/* Takes the next steps of a stop: ends the loop once all players are gone, or their time is over.
   Call it each tick. */
void stop_advance(struct stop *stop);

#endif
