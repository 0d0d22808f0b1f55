/*
 * Shortest ways over the map that a delver remembers: breadth-first search by the rules of a step
 * (eight directions, a diagonal needs one free corner, a closed door takes an action to open and
 * one to enter, and a shut gate the same from its inside). Unknown cells are never entered. Ties
 * are broken by a fixed order of directions, so that the same memory always gives the same way.
 */
#ifndef UNDERCROFT_TRAVEL_PATH_H
#define UNDERCROFT_TRAVEL_PATH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/pos.h"
#include "content/tile.h"

enum {
    PATH_LENGTH_MAX = 255,   /* most steps of a way that are stored */
    PATH_NO_WAY = INT16_MAX, /* larger than the length of any way */
};

struct delver;
struct gate;

/* The map of a level, as a delver remembers it. */
struct path_map {
    const uint8_t *tiles; /* width * height of enum tile_id, row by row */
    int width;            /* at most LEVEL_WIDTH_MAX by LEVEL_HEIGHT_MAX */
    int height;
    const struct gate *gates; /* gates of the level */
    int gate_count;
    /* Cells of the map that ways avoid: */
    const struct pos *taken; /* occupied cells, avoided most */
    int taken_count;
    const struct pos *avoided;
    int avoided_count;
    const struct pos *skirted; /* cells beside a rooted sleeping foe, avoided least */
    int skirted_count;
    const uint16_t *area_of; /* numbers of areas by cell; needed if `shunned` is set */
    uint16_t shunned;        /* number of an area to avoid; PLACE_NONE: none */
};

/* The worst cells on a way: each kind is entered only if no goal can be reached without it. */
enum path_stage {
    PATH_FREE,    /* cells without a danger */
    PATH_SKIRTED, /* cells beside a rooted sleeping foe, too */
    PATH_AVOIDED, /* cells that a walk avoids or shuns, too */
    PATH_TAKEN,   /* cells where a body stands, too */
    PATH_STAGES
};

enum path_goal_kind {
    PATH_TO_CELL,     /* onto `cell` */
    PATH_BESIDE_CELL, /* a cell at most one king's move from `cell` */
    PATH_TO_TILE,     /* onto the nearest `tile` */
    PATH_TO_UNKNOWN,  /* the nearest other cell for which path_borders_unknown() is true */
    PATH_GOAL_COUNT
};

struct path_goal {
    enum path_goal_kind kind;
    struct pos cell;
    enum tile_id tile;
};

struct path {
    struct pos end;                /* where the whole way ends */
    int steps;                     /* steps of the whole way; passing a door is one step */
    int actions;                   /* steps, plus the opening of closed doors */
    enum path_stage stage;         /* stage of the worst cells on the way */
    int length;                    /* steps in dirs: all, or the first PATH_LENGTH_MAX */
    uint8_t dirs[PATH_LENGTH_MAX]; /* enum dir, from the first step on */
};

/* Returns the map of a level in the memory of a delver on it. Valid while the delver stays there.
 */
struct path_map path_map_of(const struct delver *delver);

/* Working memory for any search (about 340 KB). One is enough for a whole server; between calls it
   keeps only the number of searches. */
struct path_scratch;

/* Allocates working memory. ERR_MEMORY. The caller frees *out with path_scratch_free(), which
 * accepts NULL. */
MUST_USE enum err path_scratch_new(struct path_scratch **out);
void path_scratch_free(struct path_scratch *scratch);

/* Returns the number of searches that it has served, as a measure of work for tests and
   benchmarks. */
uint64_t path_scratch_searches(const struct path_scratch *scratch);

/*
 * Finds the way with the fewest actions from `from`, which is on the map, to the nearest goal that
 * can be reached without the cells that the map avoids; if there is none, to the nearest goal past
 * them. A way without steps counts, except to the unknown. ERR_NOT_FOUND: no known way leads there.
 */
MUST_USE enum err path_find(struct path_scratch *scratch, const struct path_map *map,
                            struct pos from, const struct path_goal *goal, struct path *out);

/* Searches once, and stores in `out` the number of actions from `from` onto each of `count` cells
   of the map. For a cell on which nobody can stand it is the way to a cell beside it, plus 1.
   PATH_NO_WAY: no known way leads there. */
void path_measure(struct path_scratch *scratch, const struct path_map *map, struct pos from,
                  const struct pos *cells, int count, int *out);

/* Returns the tile at a cell; TILE_ROCK outside the map. */
enum tile_id path_tile(const struct path_map *map, struct pos at);

/* True if a body can stand on `at` now: the cell is known, and not a closed door. */
bool path_is_walkable(const struct path_map *map, struct pos at);

/* True if a step may lead there, at once or after opening a door; the cell that it comes from is
   ignored. */
bool path_is_passable(const struct path_map *map, struct pos at);

/* True if a way may go from `at` in direction `dir` (not DIR_NONE), as far as is remembered. */
bool path_can_step(const struct path_map *map, struct pos at, enum dir dir);

/*
 * True if an unknown cell is north, east, south or west of `at`. A delver on a cell sees all its
 * neighbours; and an unknown cell that can be entered by a diagonal can also be entered straight
 * from the diagonal's free corner. So these are all the places where walking can reveal more, and
 * each stops being one once a delver has stood on it.
 */
bool path_borders_unknown(const struct path_map *map, struct pos at);

#endif
