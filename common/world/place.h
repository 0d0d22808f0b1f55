/*
 * Areas: the parts of a level that people have words for. Every cell where a body may stand, now or
 * after opening a door, belongs to exactly one: a room, a part of a cave, a piece of a corridor, a
 * crossing of corridors. Whether doors are open makes no difference, and stairs lie in the area
 * around them, so the areas of a level never change; they are worked out when it is built.
 *
 * A doorway belongs to the room it leads into (of two, to the one numbered first), else to the
 * cave, else to the crossing, else to the corridor. Only doorways that touch nothing but doorways
 * are areas of their own.
 *
 * An area is built or wild. Walls of built ones run straight: rooms and the corridors between them.
 * Caves and burrows wind, and rock is around them. A map draws lines along the one and rock along
 * the other.
 */
#ifndef UNDERCROFT_WORLD_PLACE_H
#define UNDERCROFT_WORLD_PLACE_H

#include <stdbool.h>
#include <stdint.h>

#include "world/level.h"

enum place_kind {
    PLACE_ROOM,     /* a room of the level's list; rooms that run into each other count as one */
    PLACE_CAVE,     /* open ground outside the rooms; of a large cave what lies in one cell of a
                       grid of PLACE_GRID_WIDTH by PLACE_GRID_HEIGHT */
    PLACE_CROSSING, /* where three or more ways meet */
    PLACE_CORRIDOR, /* a way that is one cell wide */
    PLACE_DOORWAY,  /* doorways among doorways */
    PLACE_KIND_COUNT
};

enum {
    PLACE_NONE = 0, /* no area: rock, deep water */
    PLACE_AREAS_MAX = 32767,
    PLACE_GRID_WIDTH = 20,
    PLACE_GRID_HEIGHT = 10,
    PLACE_ROOM_CELLS_MAX = 500, /* a room of more is split like a cave */
};

/* A way from one area into another. */
struct place_exit {
    struct pos from; /* the last cell of this area */
    struct pos into; /* the first cell of the other area; north, east, south or west of `from` */
    struct pos door; /* whichever of the two is a doorway, if has_door */
    bool has_door;
    enum dir dir; /* from `from` to `into` */
    uint16_t to;  /* number of the other area */
};

struct place {
    enum place_kind kind;
    struct rect bounds;  /* the smallest rectangle around it; what sticks out of it (its doorways,
                            and nooks of a cell or two) may lie outside */
    uint32_t size;       /* cells, doorways and all */
    struct pos first;    /* its first cell in reading order */
    uint32_t exit_first; /* where its exits begin in the level's, and how many there are */
    uint32_t exit_count;
    uint32_t door_first; /* where its doors begin, and how many there are */
    uint32_t door_count;
};

/*
 * Areas of a level, in one allocation. `areas` is numbered from 1 in the reading order of their
 * first cells.
 */
struct place_map {
    uint32_t count;
    struct place *areas;      /* count + 1 of them, the first unused */
    struct place_exit *exits; /* by area, in reading order: an exit for each door, and for each
                                 other area and direction that is open without a door */
    struct pos *doors;        /* by area, in reading order: in the area or beside it */
};

/* Fills level->area_of and level->places, once, at the end of level_new(). ERR_MEMORY. */
MUST_USE enum err places_build(struct level *level);

/* The area of `at`, or PLACE_NONE; also for cells outside the level. */
uint16_t place_at(const struct level *level, struct pos at);

/* An area of the level; for PLACE_NONE, or a number without an area, an area of no cells. */
const struct place *place_of(const struct level *level, uint16_t area);

/* The first of its place_of(…)->exit_count exits, door_count doors. */
const struct place_exit *place_exits(const struct level *level, uint16_t area);
const struct pos *place_doors(const struct level *level, uint16_t area);

/*
 * The exit that a mapper should draw in each direction, as an index into the area's exits; -1:
 * none. With several in one wall, the one nearest to its middle keeps the direction, the others
 * take the diagonals on their side as long as there are any. `passes` (one byte an exit) leaves out
 * those that are 0; NULL keeps all.
 */
void place_exits_by_dir(const struct level *level, uint16_t area, const uint8_t *passes,
                        int out[DIR_COUNT]);

/*
 * The number of an area for mappers: it never changes, is below 2^53 so that JSON carries it, and
 * never 0. Different for any two areas of different (wing, depth, generation, area) as long as
 * wings stay below 32768 and generations below 65536; they repeat after that.
 */
uint64_t place_number(struct level_key key, uint16_t area);

/*
 * Fills level->built, once, after places_build(). Nothing is built on a level of winding walls;
 * elsewhere every area is, except areas with winding walls of their own. ERR_MEMORY.
 */
MUST_USE enum err built_mark(struct level *level);

#endif
