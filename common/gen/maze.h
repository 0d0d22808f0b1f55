/*
 * The cells of style `maze`, for its tests. Private to gen.
 *
 * A cell is row * columns + column. Two cells that share a side always agree about it.
 */
#ifndef UNDERCROFT_GEN_MAZE_H
#define UNDERCROFT_GEN_MAZE_H

#include "gen/map.h"

enum maze_kind { MAZE_ROCK, MAZE_CORRIDOR, MAZE_ROOM };
enum maze_side { MAZE_SIDE_WALL, MAZE_SIDE_OPEN, MAZE_SIDE_DOOR };

/* A maze. Its arrays belong to the map's survey, whose functions must not be called while the maze
   is in use. */
struct maze {
    int columns;
    int rows;
    int cell_count;
    struct rng *rng;
    uint8_t *kind;       /* enum maze_kind of each cell */
    uint8_t *open_sides; /* a bit for each orthogonal direction */
    uint8_t *door_sides;
    uint32_t *list;    /* working memory */
    uint32_t *sum;     /* summed-area table of costs, (columns + 1) * (rows + 1) */
    int32_t *room_sum; /* the same table for cells of rooms */
};

struct maze_room_plan {
    int rooms_max;
    int side_min; /* shortest side in cells, at most side_max */
    int side_max;
    int percent_across; /* percent of rooms that begin on a corridor */
    int percent_doors;  /* percent of entrances of rooms with a door; the others are archways */
};

/* Makes a maze of rock with all sides closed, as large as the map allows. */
void maze_init(struct maze *maze, struct gen_map *map);

/* Returns the neighbour of a cell in an orthogonal direction; -1: that is outside. */
int maze_neighbour(const struct maze *maze, int cell, enum dir dir);
bool maze_is_open(const struct maze *maze, int cell, enum dir dir);
bool maze_is_door(const struct maze *maze, int cell, enum dir dir);

/* Grows a perfect maze over all cells. In `change` percent of steps it may turn at random. */
void maze_grow(struct maze *maze, int change);

/* Closes `percent` of all cells, rounded up, from the dead ends inwards; at least eight stay. */
void maze_thin(struct maze *maze, int percent);

/* Extends `percent` of the dead ends until they meet a corridor other than their own. */
void maze_braid(struct maze *maze, int percent, int change);

/*
 * Puts rooms where they cost least: 1 for each side of a cell that touches a corridor, 3 for each
 * corridor cell that is covered; places of equal cost are equally likely. plan->percent_across of
 * the rooms begin on a corridor cell. Each room touches a corridor, and none covers another. Adds
 * the rooms to the map's list, and opens one door or archway at a random place in each side that
 * touches corridors. Returns the number of rooms.
 */
int maze_set_rooms(struct maze *maze, struct gen_map *map, const struct maze_room_plan *plan);

#endif
