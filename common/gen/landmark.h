/*
 * Landmarks: the main feature of a level, seen from afar. Private to gen.
 */
#ifndef UNDERCROFT_GEN_LANDMARK_H
#define UNDERCROFT_GEN_LANDMARK_H

#include "gen/map.h"

/*
 * Adds to a draft, before it is finished, a lake, a chasm, a gorge, a nave or a set piece of that
 * kind, as often as map->furnishing says and if there is room. Ways that it cuts off are joined by
 * later passes.
 */
void landmark_lay(struct gen_map *map);

/* Turns the cells that the passes carved through a gorge or a lake into bridges. */
void landmark_mend(struct gen_map *map);

#endif
