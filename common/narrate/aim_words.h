/*
 * Aim: which foe a shot, a throw or a wand is meant for before it goes off, and the line that says
 * so. Aiming changes nothing in the world and takes no time in it.
 */
#ifndef UNDERCROFT_NARRATE_AIM_WORDS_H
#define UNDERCROFT_NARRATE_AIM_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "narrate/command.h"
#include "narrate/threats.h"

enum { AIM_WORDS_MAX = 128 };

/* Valid when all zero: nothing is aimed. */
struct aim {
    enum command_id id; /* COMMAND_FIRE, COMMAND_THROW or a use of a thing */
    uint32_t object;    /* of the pack; OBJECT_NONE: the launcher that is worn */
    body_id foe;        /* 0: nothing is aimed */
};

/* The first foe to aim at, within reach if any is: `last`, else the nearest that is awake, else the
   nearest; 0: none is in view. The foe of `aim` does not matter. */
body_id aim_first(const struct world *world, const struct delver *viewer, const struct aim *aim,
                  body_id last);

/* The next foe in view, from near to far and round again, or the one before; 0: none is. */
body_id aim_next(const struct world *world, const struct delver *viewer, body_id foe, bool is_back);

/* True if the foe is out of range of the thing that is aimed. */
bool aim_is_short(const struct world *world, const struct delver *viewer, const struct aim *aim);

/* True if that foe is still in view. */
bool aim_holds(const struct world *world, const struct delver *viewer, body_id foe);

/* "deserter, 5 east, 81 in 100. Enter fires, Tab next, Esc": the chance is left out where nothing
   can miss. "deserter, 9 east: out of range (7). Tab next, Esc". */
void aim_words(const struct world *world, const struct delver *viewer, const struct aim *aim,
               char *out, size_t size);

#endif
