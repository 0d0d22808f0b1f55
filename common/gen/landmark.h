/*
 * Landmarks: the main feature of a level, seen from afar. Private to gen.
 */
#ifndef UNDERCROFT_GEN_LANDMARK_H
#define UNDERCROFT_GEN_LANDMARK_H

#include "gen/map.h"

/*
 * Adds a landmark to a draft: a lake, a chasm, a gorge, a nave or a set piece, as often as
 * map->furnishing says and if it fits. Call it before the draft is finished: the passes join ways
 * that the landmark cuts off.
 */
void landmark_lay(struct gen_map *map);

/* Turns the cells that the passes carved through a gorge or a lake into bridges. */
void landmark_mend(struct gen_map *map);

#endif
