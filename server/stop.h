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
    STOP_FAREWELL_MS = 3000, /* then a disk that has not answered is waited for no longer */
    STOP_AT_ONCE_MS = 100,   /* from a second signal to the end of the loop */
    STOP_FINISH_MS = 700,    /* for a peer to take the last words and close its side */
};

struct stop {
    struct base *base;
    struct net *net;
    struct admin *admin; /* knows the other rooms */
    uv_signal_t on_terminate;
    uv_signal_t on_interrupt;
    uint64_t farewell_at_ms; /* when, in an orderly stop, every player has been told */
    uint64_t deadline_ms;    /* when the stop ends the server, with players or without */
};

/* A reader that has gone, and a file that may grow no more, are errors of a write from now on, and
   kill nobody. */
void stop_ignore_failed_writes(void);

/* Listens for SIGTERM and SIGINT, does the same and catches what kills. ERR_NO_RESOURCE. */
MUST_USE enum err stop_watch(struct stop *stop);
void stop_unwatch(struct stop *stop);

/* Begins an orderly stop if one was asked for (stops_wanted of struct base); asked for twice, the
   stop is immediate. */
void stop_if_wanted(struct stop *stop);

/* Each tick: ends the loop once everybody has gone, or their time is over. */
void stop_advance(struct stop *stop);

#endif
