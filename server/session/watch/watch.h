/*
 * Watching: a session that sees through another delver's eyes and has no hands. From the name
 * prompt it has no delver at all; an operator's own delver stands still meanwhile. Whoever watches
 * is shown the world as that delver sees and remembers it, what happens there, what is said aloud
 * and what everybody is told; never what another delver tells that one alone, nor what they type.
 * An operator sees as well what the keepers tell that delver, hears what their own is told, and has
 * the words of operators meanwhile.
 */
#ifndef UNDERCROFT_SERVER_SESSION_WATCH_H
#define UNDERCROFT_SERVER_SESSION_WATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "content/role.h"
#include "server/base/network.h"
#include "term/key.h"
#include "world/world.h"

struct event;
struct session;
struct viewers;

enum {
    WATCH_LISTED_MAX = 26, /* one letter each */
};

struct watch {
    struct session *next;             /* in the list of viewers of who is watched */
    body_id listed[WATCH_LISTED_MAX]; /* what the letters meant when they were shown */
    int listed_count;
    bool is_operator;
    bool was_told; /* that somebody watches this delver */
};

/* At the name prompt: lists who can be watched, and asks. False: nobody can, and that was said. */
bool watch_offer(struct session *session);

/* The answer to that: a letter, a name, or something that goes back. */
void watch_on_pick(struct session *session, const char *line);

/*
 * Begins to watch, or to watch somebody else. `is_operator`: without asking the watched delver or
 * telling them. NULL, or why that cannot be (static text).
 */
const char *watch_begin(struct session *session, body_id watched, bool is_operator);

/* A session has begun to play a delver whom somebody may be watching already: it is told. */
void watch_greet(struct session *session);

/* Once a second: who watches from the name prompt and has typed nothing for long watches no more.
 */
void watch_sweep(struct session *session);

/* Ends it, with a line that says why, and brings the session back to where it was. */
void watch_end(struct session *session, const char *why);

/* The session is closing, or its delver has left: it watches no more, and nothing is said. */
void watch_forget(struct session *session);

/* Ends it for everybody who watches that delver, or for all but operators. */
void watch_end_all(const struct viewers *viewers, bool even_operators, const char *why);

/* What reaches a session while it watches. */
void watch_on_event(struct session *session, const struct event *event);
void watch_on_key(struct session *session, struct key key);
void watch_on_line(struct session *session, const char *line);

/* True if who watches is an operator, who may type words of operators. */
bool watch_takes_words(const struct session *session);

/* The session that plays the delver who is watched; NULL: none does. */
const struct session *watch_played_by(const struct session *session);

#endif
