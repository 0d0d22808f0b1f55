/*
 * What is done to every draft, whoever drew it. Private to gen. finish_map() runs the passes in
 * their order; each keeps the promises of those before it.
 */
#ifndef UNDERCROFT_GEN_PASSES_H
#define UNDERCROFT_GEN_PASSES_H

#include <stdbool.h>

#include "gen/map.h"

/* All passes as map->finish says. False: nothing to stand on, or no place for the stairs. */
bool finish_map(struct gen_map *map);

/* Fills in every piece of fewer than `piece_min` cells, but never the largest piece. Rooms that
 * end up without an open cell leave the list. */
void pass_erase_pieces(struct gen_map *map, int piece_min);

/*
 * Joins all pieces by the shortest halls: one breadth-first search from every piece at once, the
 * meetings of two pieces sorted by length, Kruskal's tree over them. Halls may run along walls.
 */
void pass_join_pieces(struct gen_map *map);

/* Shortens every dead end outside the rooms by up to `length` cells, doors included. */
void pass_prune_dead_ends(struct gen_map *map, int length);

/* Opens one cell of each 2x2 checkerboard until there is none; every step turns rock into floor,
 * so it ends. */
void pass_open_pinches(struct gen_map *map);

/*
 * Opens up to finish.loops_max straight short cuts through at most finish.loop_reach cells of
 * rock, flanked by rock, where the way round takes more than finish.loop_detour steps. Makes no
 * dead end and no pinch, and touches no door. At most LOOP_TRIES_MAX places are looked at.
 */
void pass_open_loops(struct gen_map *map);

/* For drawing: a closed door in `percent` of the openings of each listed room that pass the door
 * test, never within two cells of another door. */
void pass_hang_doors(struct gen_map *map, int percent);

/* Turns into floor every door that fails the door test or stands orthogonally beside another. */
void pass_mend_doors(struct gen_map *map);

/* Carves two 3x3 landings far apart if fewer than two cells could take stairs. May leave doors to
 * be mended and pinches to be opened. */
void pass_carve_landings(struct gen_map *map);

/*
 * Puts the stairs far apart: up at 80 % or more of the way to the farthest place from a random one,
 * down at 80 % or more of that seen from up. Both stand where one body blocks nobody: on floor, in
 * a 2x2 of open cells, not on a cut cell, not beside a door; and in the core of the level, where
 * no one body parts the two, unless that would halve the way. False if no two cells will do.
 */
bool pass_place_stairs(struct gen_map *map);

#endif
