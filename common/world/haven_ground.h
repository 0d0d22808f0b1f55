/*
 * The ground of havens: which cells of a level no foe enters.
 */
#ifndef UNDERCROFT_WORLD_HAVEN_GROUND_H
#define UNDERCROFT_WORLD_HAVEN_GROUND_H

#include "world/level.h"

enum {
    HAVEN_CELLS = 4, /* around stairs up that are in no room: so far the haven reaches */
};

/* True for a cell within the haven of the level, if it has one. Takes any place. */
bool haven_is_at(const struct level *level, struct pos at);

#endif
