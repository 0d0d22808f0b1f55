/*
 * Places in words: the name of a level; the name and size of an area, the delver's position in it
 * and its exits, by the walls of a room. All of it comes from what the delver sees or remembers.
 */
#ifndef UNDERCROFT_NARRATE_PLACE_WORDS_H
#define UNDERCROFT_NARRATE_PLACE_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "world/place.h"
#include "world/world.h"

enum { PLACE_NAME_MAX = 32, PLACE_WORDS_MAX = 2048 };

/* How much a delver knows of one area. */
struct place_known {
    uint16_t area;
    enum place_kind kind;
    struct rect bounds; /* rectangle of the known cells, without parts that stick out of the area */
    int cells;          /* number of known cells in these bounds */
    bool is_whole;      /* all neighbours of its known cells are known */
};

/* Finds how much `viewer`, who is on a level, knows of `area` of that level. False: no cell is
   known. */
bool place_known(const struct delver *viewer, uint16_t area, struct place_known *out);

/*
 * Writes the name of the place under a delver: "a square room", "a long hall", "a narrow corridor",
 * "a doorway"; "part of a room" while some of it is unknown. `out` has PLACE_NAME_MAX bytes; empty
 * between levels.
 */
void place_name(const struct delver *viewer, char *out, size_t out_size);

/* Returns the part of `name` after its article: "square room". */
const char *place_bare_name(const char *name);

/* Returns "room", "cave", "crossing", "corridor" or "doorway". */
const char *place_kind_name(enum place_kind kind);

/* True if both sides of the exit are known, so that a mapper may be told of it. */
bool place_exit_is_known(const struct delver *viewer, const struct place_exit *exit);

/*
 * Describes where the delver is, in lines of whole sentences (LF between them, none at the end):
 * "Square room, 9 by 7. You are at its south wall." "Door north, 3 steps, closed. Stairs down, not
 * seen yet." "Brom, 2 east 1 south. Nothing else." The size is told once the known part has no open
 * end; before that a room is "Part of a room, at least 5 by 4." PLACE_WORDS_MAX bytes hold any
 * text; sentences without room are left out as a whole.
 */
void place_describe(const struct world *world, const struct delver *viewer, char *out,
                    size_t out_size);

enum { EXITS_TEXT_MAX = 256 }; /* bytes enough for exits_describe() */

/* Finds the directions of exits: doors, and ways with both ends known. */
void exits_find(const struct delver *viewer, bool out_leads[DIR_COUNT]);

/* Writes the exits, doors first: "door east (closed), 2 doors south (open), north", or "none seen
   yet". */
void exits_describe(const struct delver *viewer, char *out, size_t out_size);

/* Writes the area and its exits: "A square room. Exits: door east (closed), north."; "" for a
   viewer on no level, or in no area. */
void exits_tell_place(const struct delver *viewer, char *out, size_t out_size);

/* Writes the name of a level of this world: "the Coal Cellar, in the Cellars". */
void place_level_name(const struct world *world, const struct level_key *key, char *out,
                      size_t out_size);

#endif
