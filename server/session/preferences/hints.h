/*
 * Hints: one line for each thing that a new delver meets for the first time, given once. The hints
 * given are saved with the player's choices (server/session/preferences/preferences.h).
 */
#ifndef UNDERCROFT_SERVER_SESSION_PREFERENCES_HINTS_H
#define UNDERCROFT_SERVER_SESSION_PREFERENCES_HINTS_H

#include <stdbool.h>
#include <stdint.h>

#include "server/session/preferences/preferences_state.h"

struct event;
struct session;

enum {
    HINTS_GIVEN_MAX = 13,      /* most hints in a visit: more would be a lecture */
    HINTS_LOST_MS = 60 * 1000, /* time without anything new after which a player counts as lost */
    HINTS_STEPS_MAX = 2000,    /* steps walked after which no hint about the way is given */
};

_Static_assert((int)HINT_COUNT <= (int)HINTS_GIVEN_MAX, "each is given once");

/* The key under which the given hints are saved: a letter for each. */
extern const char hints_key[];

/* Reads the hints of earlier visits from the choices. */
void hints_recall(const struct saved_preferences *saved, struct hints *hints);

/* Takes an event that the delver took part in or saw. An act of others gives no hint at once: the
   hint waits for the delver's own next act. */
void hints_on_event(struct session *session, const struct event *event);

/* Gives the hint that is due, after all other text. Call it when the session is attended. */
void hints_update(struct session *session);

#endif
