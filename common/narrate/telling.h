/*
 * An event as one listener is told of it, and the templates of its sentence. A slot in braces, {A}
 * for the actor or {s} for the end of its verb, is filled in for each listener by a row of the
 * table of slots.
 */
#ifndef UNDERCROFT_NARRATE_TELLING_H
#define UNDERCROFT_NARRATE_TELLING_H

#include <stdbool.h>
#include <stddef.h>

#include "content/part.h"
#include "world/world.h"

struct telling {
    const struct world *world;
    const struct event *event;
    const struct delver *viewer;
    const struct body *actor;
    const struct body *other; /* other body of the event; NULL: none, or gone */
    const char *said;
};

/* True if the listener is the actor. */
bool telling_is_own(const struct telling *telling);

/* Writes `text` with its slots filled in. */
void telling_fill(const struct telling *telling, const char *text, char *out, size_t size);

#endif
