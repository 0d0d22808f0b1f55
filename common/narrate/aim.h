/*
 * Pointing at a foe or a cell before anything is done there: aim, which is the foe that a shot, a
 * throw or a wand is meant for, and the look cursor. Pointing changes nothing in the world and
 * takes no time in it.
 */
#ifndef UNDERCROFT_NARRATE_AIM_H
#define UNDERCROFT_NARRATE_AIM_H

#include <stdbool.h>
#include <stddef.h>

#include "narrate/command.h"
#include "narrate/things.h"
#include "narrate/threats.h"

enum { AIM_WORDS_MAX = 128 };

/* Valid when all zero: nothing is aimed. */
struct aim {
    enum command_id id; /* COMMAND_FIRE, COMMAND_THROW or a use of a thing */
    uint32_t object;    /* a thing of the pack; OBJECT_NONE: the worn launcher */
    body_id foe;        /* 0: nothing is aimed */
};

/* The first foe to aim at, within reach if any is: `last`, else the nearest that is awake, else the
   nearest; 0: none is in view. The foe of `aim` does not matter. */
body_id aim_first(const struct world *world, const struct delver *viewer, const struct aim *aim,
                  body_id last);

/* The next foe in view, from near to far and round again, or the previous foe; 0: no foe is in
   view. */
body_id aim_next(const struct world *world, const struct delver *viewer, body_id foe, bool is_back);

/* True if the foe is out of range of the thing that is aimed. */
bool aim_is_short(const struct world *world, const struct delver *viewer, const struct aim *aim);

/* True if that foe is still in view. */
bool aim_holds(const struct world *world, const struct delver *viewer, body_id foe);

/* "deserter, 5 east, 81 in 100. Enter fires, Tab next, Esc": the chance is left out where nothing
   can miss. "deserter, 9 east: out of range (7). Tab next, Esc". */
void aim_words(const struct world *world, const struct delver *viewer, const struct aim *aim,
               char *out, size_t size);

enum { LOOK_CURSOR_RUN = 8 }; /* cells of a run */

/* A cell of the level that a player points at, moved by steps, by runs, or from one thing in view
   to the next. Valid when all zero. */
struct look_cursor {
    bool is_open;
    struct pos at;  /* on the level that it was opened on */
    struct aim aim; /* a foe is marked, and the cursor stands on it */
};

/* Moves the cursor by `cells` in a direction; at the edge of the level it goes on along that edge,
   or stays. */
void look_cursor_move(struct look_cursor *cursor, const struct level *level, enum dir dir,
                      int cells);

/* Moves the cursor to the next thing that `viewer` sees, foes first, each from near to far and
   round again, or to the one before (is_back); from a cell without a thing, to the nearest or the
   farthest. False: nothing is in view. */
bool look_cursor_jump(struct look_cursor *cursor, const struct world *world,
                      const struct delver *viewer, bool is_back);

/* Puts the cursor on the nearest foe in view, or on the viewer's own cell if there is none. */
void look_cursor_begin(struct look_cursor *cursor, const struct world *world,
                       const struct delver *viewer);

#endif
