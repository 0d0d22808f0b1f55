/*
 * Landmarks: the main feature of a level, seen from afar. Private to gen.
 */
#ifndef UNDERCROFT_GEN_LANDMARK_H
#define UNDERCROFT_GEN_LANDMARK_H

#include "gen/map.h"

/*
 * Into a draft that was just drawn, before it is finished: now and then a lake, a chasm, a gorge, a
 * nave or a set piece of that kind, as map->furnishing says, where there is room for one. Ways that
 * are cut off are left for the passes to join.
 */
void landmark_lay(struct gen_map *map);

/* After the passes: turns the cells that they carved through a gorge or a lake into bridges. */
void landmark_mend(struct gen_map *map);

#endif
