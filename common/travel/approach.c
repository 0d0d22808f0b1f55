/*
 * Coming to blows.
 */
#include "travel/approach.h"

#include "world/blow.h"
#include "world/fighter.h"
#include "world/line.h"

enum { DELVERS_MAX = 16 }; /* that a way goes round */

bool approach_strike(const struct world *world, const struct delver *delver, const struct body *foe,
                     struct action *out)
{
    const struct item_row *launcher = fighter_launcher(&delver->body);
    int distance = pos_distance(delver->body.at, foe->at);

    if (distance == 1)
        *out = (struct action){.verb = ACTION_ATTACK, .dir = dir_towards(delver->body.at, foe->at)};
    else if (blow_reaches(world, &delver->body, foe))
        *out = (struct action){.verb = ACTION_ATTACK, .target = foe->id};
    else if (launcher != NULL && distance <= launcher->range &&
             blow_has_line(world, &delver->body, foe))
        *out = (struct action){.verb = ACTION_FIRE, .target = foe->id};
    else
        return false;
    return true;
}

/* Where other delvers stand in view, as many as there is room for. Returns how many. */
static int list_delvers(const struct world *world, const struct delver *delver,
                        struct pos out[DELVERS_MAX])
{
    const struct delver *other;
    int count = 0;

    for (body_id id = delver->body.level->first_delver; id != 0 && count < DELVERS_MAX;
         id = other->body.next) {
        other = world_delver(world, id);
        if (other != delver && delver_sees(delver, other->body.at))
            out[count++] = other->body.at;
    }
    return count;
}

bool approach_next(const struct world *world, const struct delver *delver, const struct body *foe,
                   struct path_scratch *scratch, struct action *out)
{
    struct path_map map = path_map_of(delver);
    struct pos delvers[DELVERS_MAX];
    const struct path_goal goal = {.kind = PATH_BESIDE_CELL, .cell = foe->at};
    struct pos at = delver->body.at;
    struct path path;

    if (pos_distance(at, foe->at) == 1) {
        *out = (struct action){.verb = ACTION_ATTACK, .dir = dir_towards(at, foe->at)};
        return true;
    }
    map.taken = delvers;
    map.taken_count = list_delvers(world, delver, delvers);
    if (path_find(scratch, &map, at, &goal, &path) != ERR_OK || path.length == 0)
        return false;
    *out = (struct action){.verb = ACTION_MOVE, .dir = (enum dir)path.dirs[0]};
    return true;
}
