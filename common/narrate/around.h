/*
 * The surroundings of a delver in words. For screen readers: short sentences, the most urgent word
 * first, offsets from the delver, each fact once.
 */
#ifndef UNDERCROFT_NARRATE_AROUND_H
#define UNDERCROFT_NARRATE_AROUND_H

#include <stdbool.h>
#include <stddef.h>

#include "narrate/things.h"

enum {
    AROUND_MAX = 768,                  /* bytes enough for around_describe() and around_where() */
    AROUND_STEP_MAX = 1024,            /* … for around_step() */
    AROUND_LIST_MAX = THINGS_MAX * 96, /* … for around_list() */
};

/* Facts that a player was told about the surroundings, so that a step tells only new ones. All
   zero: none. */
struct around_described {
    bool is_begun;
    struct level_key level;
    struct pos at;
    uint16_t area;
    enum tile_id ground; /* tile underfoot; TILE_UNKNOWN: not told */
    int count;
    struct thing_key facts[THINGS_MAX];
};

/* Describes all eight directions: "North, corridor, at least 6 steps. Northeast, wall. East, room."
   In areas other than the delver's own only corridors are measured. Empty between levels. */
void around_describe(const struct world *world, const struct delver *viewer, char *out,
                     size_t out_size);

/* Describes one direction: "North, door, closed." Empty between levels. */
void around_toward(const struct world *world, const struct delver *viewer, enum dir dir, char *out,
                   size_t out_size);

/* Writes the list, numbered, one thing a line (LF between them, none at the end): "2 Door, open, 1
   north." Doors that were only counted are one line at the end. A line without room is left out as
   a whole, with all after it. */
void around_list(const struct delver *viewer, const struct things *things, char *out,
                 size_t out_size);

/* Tells the place of that delver, who may be the viewer: "Brom, 2 east 1 south." if in view;
   elsewhere on the level only the direction: "Brom is to the northeast, on depth 3, not in view.";
   else only what the command `who` tells: "Brom is on depth 3." */
void around_where(const struct world *world, const struct delver *viewer,
                  const struct delver *delver, char *out, size_t out_size);

/* Tells the place of a companion: "in view, 2 east 1 south.", "a square room, about 40 steps
   northwest.", "depth 3, the Salt Vaults.", "on the stairs." */
void around_companion(const struct world *world, const struct delver *viewer,
                      const struct delver *companion, char *out, size_t out_size);

/* Marks everything that the delver knows and sees as described. Call it when its player was told
   the whole place (login, arrival, look). */
void around_begin(const struct world *world, const struct delver *viewer,
                  struct around_described *described);

/* Marks the thing of that kind at `at` as described. Call it when an event told of the thing. */
void around_note(struct around_described *described, enum thing_kind kind, struct pos at);

/*
 * Writes the changes since `described`, and updates it: delvers and things that came into view, the
 * ground underfoot, a new area, the next thing ahead, bends and branches of a corridor: "Doorway.
 * Door 2 north." For a viewer that has not moved, only things that came into view and delvers that
 * went out of it: "Ada goes out of sight to the east." On another level than before, or at the
 * first call, it only updates. False: nothing is new, and `out` is empty.
 */
bool around_step(const struct world *world, const struct delver *viewer,
                 struct around_described *described, char *out, size_t out_size);

/* Writes the level ("Depth 2, the Coal Cellar, in the Cellars."), the exits and the things in view:
   one sentence a line, each ended by LF. */
void around_tell_all(const struct world *world, const struct delver *viewer, char *out,
                     size_t out_size);

#endif
