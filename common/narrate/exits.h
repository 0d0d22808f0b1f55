/*
 * The known exits of the area in which a delver is, in words, as a map shows them in the walls of a
 * room.
 */
#ifndef UNDERCROFT_NARRATE_EXITS_H
#define UNDERCROFT_NARRATE_EXITS_H

#include <stddef.h>

#include "world/world.h"

enum { EXITS_TEXT_MAX = 256 }; /* bytes that hold any exits_describe() */

/* The directions in which exits lead out: doors, and ways with both ends known. */
void exits_find(const struct delver *viewer, bool out_leads[DIR_COUNT]);

/* "door east (closed), 2 doors south (open), north", doors first; "none seen yet". */
void exits_describe(const struct delver *viewer, char *out, size_t out_size);

/* "A square room. Exits: door east (closed), north."; "" for a viewer on no level, or in no area.
 */
void exits_tell_place(const struct delver *viewer, char *out, size_t out_size);

#endif
