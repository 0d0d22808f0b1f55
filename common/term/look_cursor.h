/*
 * The look cursor: a cell of the level that a player points at, moved by steps, by runs, or from
 * one thing in view to the next. Nothing here changes the world or takes time in it.
 */
#ifndef UNDERCROFT_TERM_LOOK_CURSOR_H
#define UNDERCROFT_TERM_LOOK_CURSOR_H

#include <stdbool.h>

#include "narrate/aim_words.h"
#include "narrate/things.h"

enum { LOOK_CURSOR_RUN = 8 }; /* cells of a run */

/* The cursor of one session. Valid when all zero. */
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

/* Puts it on the nearest foe in view, or on the viewer's own cell where there is none. */
void look_cursor_begin(struct look_cursor *cursor, const struct world *world,
                       const struct delver *viewer);

#endif
