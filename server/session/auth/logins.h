/*
 * Sessions that have not logged in yet: they have a share of all places. When the share is full, a
 * newcomer waits in line, is told so, and comes in when a place is free or a session has to give
 * its place up. The first to go is a session that has sent nothing for LOGINS_SILENT_MS, of the
 * network that holds most; else the one silent longest of a network that holds more than the
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
    LOGINS_LINE_MAX = 1000, /* connections that wait for a place */
    LOGINS_PER_TICK = 8,    /* are let in from the line: each costs a look at all of them */
    LOGINS_SILENT_MS = 15 * 1000,
    LOGINS_NOTICE_MS = 1000, /* a shorter wait is not told of */
    LOGINS_TELL_MS = 5000,   /* between two numbers */
};

/* The sessions that log in, and those in line for it, the first first. */
struct logins_list {
    struct session *first;
    struct session *last;
    uint32_t count;
};

struct logins {
    struct network_table networks; /* who log in and who wait, of each network */
    struct logins_list open;
    struct logins_list line;
    uint32_t guesses_held; /* guesses that wait for others of their network */
    bool is_guess_over;    /* so one of those may have its turn */
    uint64_t reported_at_ms;
};

/* True if a connection of that network can be taken in, or somebody of a network that holds more
   has left the line for it. */
bool logins_make_room(struct sessions *sessions, struct network_key key);

/* A session was opened: it is greeted, or waits in line for that. */
void logins_arrive(struct session *session);

/* Puts the session last into a list, which counts its network; and moves it to the other list. */
void logins_join(struct session *session, struct logins_list *list);
void logins_move(struct session *session, struct logins_list *list);

/* The session logs in, without waiting, or has ended its login. Both are idempotent. */
void logins_begin(struct session *session);
void logins_end(struct logins *logins, struct logins_place *place);

/* Each tick: lets sessions in from the line, and resumes guesses that were held back. */
void logins_update(struct sessions *sessions);

/* The session begins or ends a wait in line, which does not count as time of the login. */
void logins_wait(struct session *session);
void logins_end_wait(struct session *session);

#endif
