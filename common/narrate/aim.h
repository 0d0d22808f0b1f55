/*
 * Pointing at a foe or a cell before an act: the aim, which is the foe for a shot, a throw or a
 * wand, and the look cursor. Pointing changes nothing in the world and takes no time.
 */
#ifndef UNDERCROFT_NARRATE_AIM_H
#define UNDERCROFT_NARRATE_AIM_H

#include <stdbool.h>
#include <stddef.h>

#include "narrate/command.h"
#include "narrate/things.h"
#include "narrate/threats.h"

enum { AIM_WORDS_MAX = 128 };

/* A player's aim at a foe. All zero: no aim. */
struct aim {
    enum command_id id; /* COMMAND_FIRE, COMMAND_THROW or a use of a thing */
    uint32_t object;    /* object of the pack; OBJECT_NONE: the worn launcher */
    body_id foe;        /* foe that is aimed at; 0: none */
};

/* Returns the first foe to aim at, within reach if possible: `last`, else the nearest awake one,
   else the nearest; 0: none is in view. The foe of `aim` is ignored. */
body_id aim_first(const struct world *world, const struct delver *viewer, const struct aim *aim,
                  body_id last);

/* Returns the next foe in view, or the previous one, from near to far and around the end; 0: no foe
   is in view. */
body_id aim_next(const struct world *world, const struct delver *viewer, body_id foe, bool is_back);

/* True if the foe is too far away for the aimed thing. */
bool aim_is_short(const struct world *world, const struct delver *viewer, const struct aim *aim);

/* True if that foe is still in view. */
bool aim_holds(const struct world *world, const struct delver *viewer, body_id foe);

/* Writes "deserter, 5 east, 81 in 100. Enter fires, Tab next, Esc" (without the chance if nothing
   can miss), or "deserter, 9 east: out of range (7). Tab next, Esc". */
void aim_words(const struct world *world, const struct delver *viewer, const struct aim *aim,
               char *out, size_t size);

enum { LOOK_CURSOR_RUN = 8 }; /* cells of a run of the cursor */

/* The look cursor: a cell of the level that a player points at and moves by steps, by runs, or from
   one thing in view to the next. All zero: closed. */
struct look_cursor {
    bool is_open;
    struct pos at;  /* its cell, on the level on which it was opened */
    struct aim aim; /* the aim, if the cursor marks a foe to aim at */
};

/* Moves the cursor by `cells` in a direction; at the edge of the level it continues along that
   edge, or stops. */
void look_cursor_move(struct look_cursor *cursor, const struct level *level, enum dir dir,
                      int cells);

/* Moves the cursor to the next thing that `viewer` sees, foes first, each from near to far and
   around the end, or to the previous one (is_back); from a cell without a thing, to the nearest or
   the farthest. False: nothing is in view. */
bool look_cursor_jump(struct look_cursor *cursor, const struct world *world,
                      const struct delver *viewer, bool is_back);

/* Puts the cursor on the nearest foe in view, or on the viewer's own cell if there is none. */
void look_cursor_begin(struct look_cursor *cursor, const struct world *world,
                       const struct delver *viewer);

#endif
