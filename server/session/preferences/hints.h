/*
 * Hints: what a new delver can do with what they meet for the first time, in one line, once each;
 * which were given is kept with what they chose (server/session/preferences/preferences.h).
 */
#ifndef UNDERCROFT_SERVER_SESSION_PREFERENCES_HINTS_H
#define UNDERCROFT_SERVER_SESSION_PREFERENCES_HINTS_H

#include <stdbool.h>
#include <stdint.h>

#include "server/session/preferences/preferences_state.h"

struct event;
struct session;

enum {
    HINTS_GIVEN_MAX = 13,      /* in a visit: more would be a lecture */
    HINTS_LOST_MS = 60 * 1000, /* without anything new */
    HINTS_STEPS_MAX = 2000,    /* walked; after that none about the way comes */
};

_Static_assert((int)HINT_COUNT <= (int)HINTS_GIVEN_MAX, "each is given once");

/* The key under which the given ones are kept: a letter each. */
extern const char hints_key[];

/* Reads from the choices which hints were given in earlier visits. */
void hints_recall(const struct saved_preferences *saved, struct hints *hints);

/* Something happened that the delver took part in or saw. A deed of others brings no hint: the hint
   waits for the delver's own next deed. */
void hints_on_event(struct session *session, const struct event *event);

/* When attended: the hint that is due comes behind all that happened. */
void hints_update(struct session *session);

#endif
