/*
 * Targets of shots, throws and wands, as named by words.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_TARGET_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_TARGET_H

#include <stdbool.h>

#include "world/action.h"

struct delver;
struct session;

/*
 * Fills the target or direction of an action: a direction, the number of a foe in view from near to
 * far, the name of one or a word of it; "" means the nearest that is awake, or the nearest. False:
 * there is none, and the player is told.
 */
bool target_find(struct session *session, const struct delver *delver, const char *words,
                 struct action *action);

#endif
