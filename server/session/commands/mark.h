/*
 * Marks: foes and places that a player points out to the party.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_MARK_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_MARK_H

#include <stdbool.h>

#include "base/pos.h"

struct session;

enum { MARK_NAME_SIZE = 64, MARK_TEXT_SIZE = 2 * MARK_NAME_SIZE + 4 };

struct marked {
    struct pos at;
    char name[MARK_NAME_SIZE]; /* "A drudge", "A closed door", "Floor" */
};

/*
 * `words`: a foe in view by its number or a word of its name, a place as "3 east 2 north", "12,7"
 * or "here"; "" is the nearest foe that is awake, else the nearest, else the place where the player
 * stands. False: there is no such foe, or nothing is known of the place, and the player is told.
 */
bool mark_find(struct session *session, const char *words, struct marked *marked);

/* "A drudge, 3 east.": where it is from where the listener stands, or on which depth. */
void mark_describe(const struct session *session, const struct marked *marked,
                   const struct session *listener, char out[MARK_TEXT_SIZE]);

#endif
