/*
 * Passes over every draft of any generator. Private to gen. finish_map() runs them in this order;
 * each keeps the guarantees of the earlier ones.
 */
#ifndef UNDERCROFT_GEN_PASSES_H
#define UNDERCROFT_GEN_PASSES_H

#include <stdbool.h>

#include "gen/map.h"

enum {
    STUB_LENGTH_MIN = 3, /* fewest cells of a dead end that may stay */
    DOOR_REACH = 2,      /* two doors are farther apart than this, in king's moves */
    DOOR_SERIES = 5,     /* steps between two doors of a straight hall that are too near, at most */
    DOOR_ROUND_MIN = 9,  /* fewest steps of the way around a door */
};

/* Runs all passes with the settings of map->finish. False: the draft has no ground, or no place for
   the stairs. */
bool finish_map(struct gen_map *map);

/* Fills in every piece of fewer than `piece_min` cells, except the largest. Rooms without an open
   cell are removed from the list. */
void pass_erase_pieces(struct gen_map *map, int piece_min);

/*
 * Erases small pieces like pass_erase_pieces(), and joins the others by the shortest halls: one
 * breadth-first search from every piece at once, the meetings of two pieces sorted by length,
 * Kruskal's tree over them. Halls may run along walls.
 */
void pass_join_pieces(struct gen_map *map, int piece_min);

/* Shortens dead ends outside rooms by up to `length` cells, doors included. finish.stub_percent of
   them stay as they are, and so does a quarter of all open cells. */
void pass_prune_dead_ends(struct gen_map *map, int length);

/*
 * Fills in dead ends of fewer than STUB_LENGTH_MIN cells, doors counted, that end in bare floor or
 * at a useless door, also inside rooms. Longer dead ends are worth a walk, and a dead end with
 * something in it is a find. finish.stub_percent of them stay.
 */
void pass_fill_stubs(struct gen_map *map);

/* Opens every island of rock of fewer than `island_min` cells, joined by eight directions; such an
   island is not a wall. */
void pass_clear_islands(struct gen_map *map, int island_min);

/*
 * Opens one cell of each 2x2 checkerboard until none is left. Where dead ends are to stay, it fills
 * an open cell instead if that is the tip of one or the corner of a wide place, because opening
 * would make a passage. A cell that was opened is never filled again, so the pass ends.
 */
void pass_open_pinches(struct gen_map *map);

/*
 * Opens up to finish.loops_max straight short cuts through at most finish.loop_reach cells of rock,
 * flanked by rock, where the way around takes more than finish.loop_detour steps. Makes no dead end
 * or pinch, and touches no door. Tries at most LOOP_TRIES_MAX places.
 */
void pass_open_loops(struct gen_map *map);

/*
 * Opens short cuts on a level that is to be furnished, until the part in which no single body
 * separates any two cells covers most of the level, or cannot be enlarged. Each leads out of that
 * part by the longest way around.
 */
void pass_widen_core(struct gen_map *map);

/* Puts doors into finish.door_percent of the openings of each listed room where a door fits, never
   beside another door. For drawing functions. */
void pass_hang_doors(struct gen_map *map);

/* Floods the few cells of rock that stand alone in deep water or a chasm, except in set pieces. */
void pass_flood_specks(struct gen_map *map);

/* Fills every piece of deep water or chasm that has rock all around. */
void pass_fill_lone_ponds(struct gen_map *map);

/* Digs niches with a torch, a statue or a bookcase beside halls of many cells without a fork. Draws
   from a stream of its own. After the stairs and set pieces; map->stub_salt is the seed. */
void pass_break_halls(struct gen_map *map);

/*
 * Turns into floor every door that does not fit or is beside another. Also removes
 * finish.thin_percent of the doors that have an earlier door within DOOR_REACH, or at the other end
 * of a straight hall of fewer than DOOR_SERIES cells, or that can be
 * walked around in fewer than DOOR_ROUND_MIN steps.
 */
void pass_mend_doors(struct gen_map *map);

/* Carves two 3x3 landings far apart if fewer than two cells could take stairs. May leave doors to
   mend and pinches to open. */
void pass_carve_landings(struct gen_map *map);

/*
 * Puts the stairs far apart: up at 80 % or more of the way from a random place to the farthest
 * place, down at 80 % or more of the way from up to the place farthest from it. Both are on floor
 * where one body blocks nobody: in a 2x2 of open cells, not on a cut cell, not beside a door; and
 * in the core of the level, where no single body separates the two, unless that would halve the
 * way. On a level that is to be furnished they are always in the core, and farther than
 * GEN_ARRIVAL_STEPS from deep water or a chasm: later attempts dry such water. False: no two cells
 * fit.
 */
bool pass_place_stairs(struct gen_map *map);

/* Digs up to `count` pockets and walled areas into rock, joined to floor by their mouths. */
void pass_dig_places(struct gen_map *map, int count);

/* Digs one piece of that kind into rock, if the catalogue has one for the depth: a lair behind a
   door, a vault behind an open doorway. False: the catalogue has a lair for the depth, and there is
   no room for it. */
bool pass_dig_one(struct gen_map *map, enum setpiece_kind kind);

/* Lays up to `count` open areas on floor. */
void pass_lay_places(struct gen_map *map, int count);

/* Lays an arrival around each staircase that stays and has only floor around it. */
void pass_lay_arrivals(struct gen_map *map);

/* Builds the gates of pockets, as often as map->furnishing says. Without a gate the doorway stays
   open and the bridge in place. */
void pass_build_gates(struct gen_map *map);

/* Adds shallows along deep water, and grass, thickets, rubble and puddles by the theme of the
   depth. */
void pass_grow_surfaces(struct gen_map *map);

#endif
