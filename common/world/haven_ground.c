/*
 * The ground of havens: the room of the stairs up, or what is near them.
 */
#include "world/haven_ground.h"

#include "content/havens.h"

bool haven_is_at(const struct level *level, struct pos at)
{
    if (haven_number(level->key.depth) == HAVEN_COUNT || level->room_count == 0)
        return false;
    int room = level_room_at(level, level->up);
    if (room < 0)
        return pos_distance(level->up, at) <= HAVEN_CELLS;
    return room == level_room_at(level, at);
}
