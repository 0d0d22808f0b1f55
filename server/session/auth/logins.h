/*
 * Sessions that have not logged in: they share a part of all places. When these are full, a
 * newcomer waits in line, is told so, and comes in when a place is free or a session must give up
 * its place. The first to go is a session of the network with the most places that has sent nothing
 * for LOGINS_SILENT_MS; else the longest silent one of a network with more places than the
 * newcomer's. A session that waits for the server keeps its place.
 */
#ifndef UNDERCROFT_SERVER_SESSION_AUTH_LOGINS_H
#define UNDERCROFT_SERVER_SESSION_AUTH_LOGINS_H

#include <stdbool.h>
#include <stdint.h>

#include "server/net/network_table.h"
#include "server/session/auth/auth_state.h"

struct session;
struct sessions;

enum {
    LOGINS_LINE_MAX = 1000, /* most connections in line for a place */
    /* most sessions let in from the line in a tick; each costs a look at all */
    LOGINS_PER_TICK = 8,
    LOGINS_SILENT_MS = 15 * 1000,
    LOGINS_NOTICE_MS = 1000, /* shorter waits are not reported */
    LOGINS_TELL_MS = 5000,   /* least time between two numbers that are told */
};

/* The sessions that log in, or those in line, first one first. */
struct logins_list {
    struct session *first;
    struct session *last;
    uint32_t count;
};

struct logins {
    struct network_table networks; /* number of sessions at login or in line, by network */
    struct logins_list open;
    struct logins_list line;
    uint32_t guesses_held; /* guesses that wait for others of their network */
    bool is_guess_over;    /* a guess has ended, so one that waits may go on */
    uint64_t reported_at_ms;
};

/* Makes room for a connection of that network. True: there is a place, or a session of a network
   that holds more was removed from the line. False: there is no room. */
bool logins_make_room(struct sessions *sessions, struct network_key key);

/* Greets a session that was opened, or puts it in line. */
void logins_arrive(struct session *session);

/* Adds the session at the end of a list, or moves it there from the other list; counts its
   network. */
void logins_join(struct session *session, struct logins_list *list);
void logins_move(struct session *session, struct logins_list *list);

/* Begin and end the login of a session, without a wait. Both are idempotent. */
void logins_begin(struct session *session);
void logins_end(struct logins *logins, struct logins_place *place);

/* Lets sessions in from the line, and continues guesses that were held back. Call it each tick. */
void logins_update(struct sessions *sessions);

/* Begin and end a session's wait in line, which does not count as time of the login. */
void logins_wait(struct session *session);
void logins_end_wait(struct session *session);

#endif
