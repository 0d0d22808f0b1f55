/*
 * Which ground of a level was built. Its walls run straight: rooms and the corridors between them.
 * Caves and burrows wind, and rock is around them. A map draws lines along the one and rock along
 * the other.
 */
#ifndef UNDERCROFT_WORLD_BUILT_H
#define UNDERCROFT_WORLD_BUILT_H

#include "world/level.h"

/*
 * Fills level->built, once, after places_build(). Nothing is built on a level of winding walls;
 * on others all areas are, but for those with winding walls of their own. ERR_MEMORY.
 */
MUST_USE enum err built_mark(struct level *level);

#endif
