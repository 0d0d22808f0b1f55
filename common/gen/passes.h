/*
 * Passes over every draft, of any generator. Private to gen. finish_map() runs the passes in their
 * order; each keeps the promises of the passes before it.
 */
#ifndef UNDERCROFT_GEN_PASSES_H
#define UNDERCROFT_GEN_PASSES_H

#include <stdbool.h>

#include "gen/map.h"

enum {
    STUB_LENGTH_MIN = 3, /* cells of a dead end that may stay */
    DOOR_REACH = 2,      /* king's moves within which no door has another */
    DOOR_ROUND_MIN = 9,  /* steps of the way round a door, at least */
};

/* All passes as map->finish says. False: nothing to stand on, or no place for the stairs. */
bool finish_map(struct gen_map *map);

/* Fills in every piece of fewer than `piece_min` cells, but never the largest piece. Rooms that
 * end up without an open cell leave the list. */
void pass_erase_pieces(struct gen_map *map, int piece_min);

/*
 * Erases small pieces as above, and joins the others by the shortest halls: one breadth-first
 * search from every piece at once, the meetings of two pieces sorted by length, Kruskal's tree over
 * them. Halls may run along walls.
 */
void pass_join_pieces(struct gen_map *map, int piece_min);

/* Shortens dead ends outside the rooms by up to `length` cells, doors included. finish.stub_percent
 * of them stay as they are, and so does a quarter of all that is open. */
void pass_prune_dead_ends(struct gen_map *map, int length);

/*
 * Fills in dead ends of fewer than STUB_LENGTH_MIN cells, doors counted, that leave another way or
 * a wide place and end in bare floor or in a door onto nothing, inside rooms too. Longer dead ends
 * are worth a walk, and a dead end with something in it is a find. finish.stub_percent of them
 * stay.
 */
void pass_fill_stubs(struct gen_map *map);

/* Opens every island of rock of fewer than `island_min` cells, joined by eight directions: such an
 * island is no wall of anything. */
void pass_clear_islands(struct gen_map *map, int island_min);

/*
 * Opens one cell of each 2x2 checkerboard until there is none. Where dead ends are to stay, an open
 * cell is filled instead if it is the tip of one or a corner of a wide place: opening would make a
 * way through. A cell that was opened is never filled again, so the pass ends.
 */
void pass_open_pinches(struct gen_map *map);

/*
 * Opens up to finish.loops_max straight short cuts through at most finish.loop_reach cells of
 * rock, flanked by rock, where the way round takes more than finish.loop_detour steps. Makes no
 * dead end and no pinch, and touches no door. At most LOOP_TRIES_MAX places are looked at.
 */
void pass_open_loops(struct gen_map *map);

/*
 * On a level that is to be furnished: short cuts, until the part in which no one body parts any two
 * cells has most of the level, or there is none that would make it larger. Each leads from that
 * part to where it is left, by the longest way round.
 */
void pass_widen_core(struct gen_map *map);

/* For drawing: a closed door in finish.door_percent of the openings of each listed room that pass
 * the door test, never beside another door. */
void pass_hang_doors(struct gen_map *map);

/*
 * Turns into floor every door that fails the door test or stands beside another; and, of the rest,
 * finish.thin_percent of those that have an earlier one within DOOR_REACH, so that no two are in a
 * row or face each other across one cell, or that can be walked round in fewer than DOOR_ROUND_MIN
 * steps.
 */
void pass_mend_doors(struct gen_map *map);

/* Carves two 3x3 landings far apart if fewer than two cells could take stairs. May leave doors to
 * be mended and pinches to be opened. */
void pass_carve_landings(struct gen_map *map);

/*
 * Puts the stairs far apart: up at 80 % or more of the way to the farthest place from a random one,
 * down at 80 % or more of that seen from up. Both stand where one body blocks nobody: on floor, in
 * a 2x2 of open cells, not on a cut cell, not beside a door; and in the core of the level, where no
 * one body parts the two, unless that would halve the way. On a level that is to be furnished they
 * are always in the core, and not within GEN_ARRIVAL_STEPS of deep water or a chasm: later attempts
 * dry up cells that are. False if no two cells will do.
 */
bool pass_place_stairs(struct gen_map *map);

/* Up to `count` pockets and walled areas, dug into rock and joined to floor by their mouths. */
void pass_dig_places(struct gen_map *map, int count);

/* A piece of that kind, dug into rock likewise if the catalogue has one for the depth: a lair
   behind a door, a vault behind an open doorway. False: there is a lair for the depth, and no room
   for it. */
bool pass_dig_one(struct gen_map *map, enum setpiece_kind kind);

/* Up to `count` open areas, laid where all is floor. */
void pass_lay_places(struct gen_map *map, int count);

/* An arrival around either staircase, where all around it is floor. */
void pass_lay_arrivals(struct gen_map *map);

/* The gates of the pockets that have one, as often as map->furnishing says. Where there is none the
 * doorway stays open and the bridge lies. */
void pass_build_gates(struct gen_map *map);

/* Shallows along deep water; grass, thickets, rubble and puddles by the theme of the depth. */
void pass_grow_surfaces(struct gen_map *map);

#endif
