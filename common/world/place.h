/*
 * Areas: the parts of a level that people have words for. Every cell where a body may stand, now or
 * after a door is opened, belongs to exactly one: a room, a part of a cave, a piece of a corridor,
 * or a crossing of corridors. Open and closed doors make no difference, and stairs belong to the
 * area around them, so areas never change; they are computed when the level is built.
 *
 * A doorway belongs to the room that it leads into (between two rooms, to the one numbered first),
 * else to the cave, else to the crossing, else to the corridor. Doorways that touch only doorways
 * are areas of their own.
 *
 * An area is built or wild. Walls of a built area are straight: rooms and the corridors between
 * them. Caves and burrows wind, with rock around them. A map draws lines along built areas and rock
 * along wild ones.
 */
#ifndef UNDERCROFT_WORLD_PLACE_H
#define UNDERCROFT_WORLD_PLACE_H

#include <stdbool.h>
#include <stdint.h>

#include "world/level.h"

enum place_kind {
    PLACE_ROOM, /* a room of the level's list; connected rooms count as one */
    PLACE_CAVE, /* open ground outside the rooms; a large cave is cut by a grid of PLACE_GRID_WIDTH
                   by PLACE_GRID_HEIGHT */
    PLACE_CROSSING, /* where three or more ways meet */
    PLACE_CORRIDOR, /* a way that is one cell wide */
    PLACE_DOORWAY,  /* a doorway beside other doorways */
    PLACE_KIND_COUNT
};

enum {
    PLACE_NONE = 0, /* no area: rock, deep water */
    PLACE_AREAS_MAX = UINT16_MAX,
    PLACE_GRID_WIDTH = 20,
    PLACE_GRID_HEIGHT = 10,
    PLACE_ROOM_CELLS_MAX = 500, /* a larger room is cut like a cave */
};

/* An exit from one area into another. */
struct place_exit {
    struct pos from; /* the last cell of this area */
    struct pos into; /* the first cell of the other area; north, east, south or west of `from` */
    struct pos door; /* which of the two cells is a doorway, if has_door */
    bool has_door;
    enum dir dir; /* direction from `from` to `into` */
    uint16_t to;  /* number of the other area */
};

struct place {
    enum place_kind kind;
    /* rectangle around it, without its doorways and its nooks of a cell or two */
    struct rect bounds;
    uint32_t size;       /* number of its cells, doorways included */
    struct pos first;    /* its first cell in reading order */
    uint32_t exit_first; /* index of its first exit in the level's exits */
    uint32_t exit_count;
    uint32_t door_first; /* index of its first door in the level's doors */
    uint32_t door_count;
};

/*
 * The areas of a level, in one allocation; numbered from 1 in the reading order of their first
 * cells.
 */
struct place_map {
    uint32_t count;
    struct place *areas;      /* count + 1 areas, of which the first is unused */
    struct place_exit *exits; /* by area, in reading order: an exit for each door, and one for each
                                 other area and direction that is open without a door */
    struct pos *doors;        /* by area, in reading order: doors in the area or beside it */
};

/* Fills level->area_of and level->places. level_new() calls it once, as its last step.
   ERR_MEMORY;
   ERR_FORMAT: the level has more than PLACE_AREAS_MAX areas. */
MUST_USE enum err places_build(struct level *level);

/* Returns the number of the area of `at`; PLACE_NONE: it is in none, or outside the level. */
uint16_t place_at(const struct level *level, struct pos at);

/* Returns an area of the level; for PLACE_NONE, or an unknown number, an area without cells. */
const struct place *place_of(const struct level *level, uint16_t area);

/* Return the first of the area's exit_count exits, and of its door_count doors. */
const struct place_exit *place_exits(const struct level *level, uint16_t area);
const struct pos *place_doors(const struct level *level, uint16_t area);

/*
 * Stores the index of the exit that a mapper should draw in each direction; -1: none. The exit
 * nearest to the middle of a wall gets its direction, and the wall's other exits get the
 * diagonals on their side while these are free. `passes` (a byte for each exit) leaves out exits
 * with 0; NULL keeps all.
 */
void place_exits_by_dir(const struct level *level, uint16_t area, const uint8_t *passes,
                        int out[DIR_COUNT]);

/*
 * Returns the number of an area for mappers. It never changes, is below 2^53 so that JSON can carry
 * it, and is never 0. Areas of different (wing, depth, generation, area) differ while wings are
 * below 32768 and generations below 32768; then numbers repeat.
 */
uint64_t place_number(struct level_key key, uint16_t area);

/*
 * Fills level->built after places_build(). Nothing is built on a level with winding walls;
 * elsewhere every area is, except areas with winding walls. ERR_MEMORY.
 */
MUST_USE enum err built_mark(struct level *level);

#endif
