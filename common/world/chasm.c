/*
 * Chasms.
 */
#include "world/chasm.h"

#include "content/theme.h"
#include "world/stairs.h"

enum refusal chasm_refusal(const struct world *world, const struct level *level)
{
    int depth = level->key.depth;

    if (depth >= DEPTH_MAX)
        return REFUSAL_BOTTOM;
    return world_is_closed(world, depth + 1) ? REFUSAL_CLOSED_DOWN : REFUSAL_NONE;
}

bool chasm_takes(const struct body *body, struct pos at)
{
    return level_tile(body->level, at) == TILE_CHASM &&
           !statuses_have(&body->statuses, STATUS_FLOATING);
}

void chasm_step(const struct world *world, struct delver *delver)
{
    if (chasm_takes(&delver->body, delver->body.at))
        stairs_fall(world, delver);
}
