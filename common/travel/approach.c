/*
 * Coming to blows.
 */
#include "travel/approach.h"

bool approach_next(const struct delver *delver, const struct body *foe,
                   struct path_scratch *scratch, struct action *out)
{
    const struct level *level = delver->body.level;
    const struct path_map map = {delver->memory, level->width, level->height};
    const struct path_goal goal = {.kind = PATH_BESIDE_CELL, .cell = foe->at};
    struct pos at = delver->body.at;
    struct path path;

    if (pos_distance(at, foe->at) == 1) {
        *out = (struct action){.verb = ACTION_ATTACK, .dir = dir_towards(at, foe->at)};
        return true;
    }
    if (path_find(scratch, &map, at, &goal, &path) != ERR_OK || path.length == 0)
        return false;
    *out = (struct action){.verb = ACTION_MOVE, .dir = (enum dir)path.dirs[0]};
    return true;
}
