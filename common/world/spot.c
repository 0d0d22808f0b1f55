/*
 * Where spots are, and who is told of them.
 */
#include "world/spot.h"

#include "world/delver.h"
#include "world/level.h"
#include "world/world_private.h"

int spot_at(const struct level *level, struct pos at)
{
    for (int i = 0; i < level->spot_count; i++) {
        if (rect_contains(level->spots[i].area, at))
            return i;
    }
    return SPOT_NONE;
}

void spot_step(struct delver *delver)
{
    struct level *level = delver->body.level;
    int spot = spot_at(level, delver->body.at);

    if (spot == SPOT_NONE || (delver->spots_told >> spot & 1) != 0)
        return;
    delver->spots_told |= UINT32_C(1) << spot;
    if (level->spots[spot].say[0] != '\0')
        event_push(&level->events, EVENT_SPOT, &delver->body)->count = spot;
}
