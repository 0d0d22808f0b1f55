/*
 * The state of a world as text: members of its bodies by name, and maps of its levels. Two states
 * are compared by the names of the members that differ.
 */
#ifndef UNDERCROFT_TESTS_SIM_STATE_H
#define UNDERCROFT_TESTS_SIM_STATE_H

#include <stdio.h>

#include "world/world.h"

/* The members of all bodies on levels, a line each: "foe 7 cellar rat: health 5". The caller frees
   the text; NULL: there is no memory. */
char *state_text(const struct world *world);

/* The lines of `after` that `before` has not, with the value that stood there: "foe 7 cellar rat:
   health 5, before 8"; of lines that are gone: "foe 7 cellar rat: gone". */
void state_changes(const char *before, const char *after, FILE *out);

/* The map of each level with a delver: terrain, foes by their letters, delvers as @. Below it a
   line for each awake foe: its mood, its target and the part that it is about to use. */
void state_maps(const struct world *world, FILE *out);

#endif
