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
    LOGINS_LINE_MAX = 1000, /* connections in line for a place */
    LOGINS_PER_TICK = 8,    /* sessions let in from the line; each costs a look at all */
    LOGINS_SILENT_MS = 15 * 1000,
    LOGINS_NOTICE_MS = 1000, /* shorter waits are not reported */
    LOGINS_TELL_MS = 5000,   /* between two numbers */
};

/* The sessions that log in, or those in line, the first one first. */
struct logins_list {
    struct session *first;
    struct session *last;
    uint32_t count;
};

struct logins {
    struct network_table networks; /* numbers by network of sessions that log in and that wait */
    struct logins_list open;
    struct logins_list line;
    uint32_t guesses_held; /* guesses that wait for others of their network */
    bool is_guess_over;    /* a guess has ended, so one of those may go on */
    uint64_t reported_at_ms;
};

/* True if a connection of that network can be accepted, or a session of a network that holds more
   was removed from the line for it. */
bool logins_make_room(struct sessions *sessions, struct network_key key);

/* Call it when a session was opened: it is greeted, or put in line. */
void logins_arrive(struct session *session);

/* Adds the session at the end of a list, or moves it to the other list; counts its network. */
void logins_join(struct session *session, struct logins_list *list);
void logins_move(struct session *session, struct logins_list *list);

/* The session begins or ends its login, without waiting. Both are idempotent. */
void logins_begin(struct session *session);
void logins_end(struct logins *logins, struct logins_place *place);

/* Each tick: lets sessions in from the line, and resumes guesses that were held back. */
void logins_update(struct sessions *sessions);

/* The session begins or ends a wait in line, which does not count as time of the login. */
void logins_wait(struct session *session);
void logins_end_wait(struct session *session);

#endif
