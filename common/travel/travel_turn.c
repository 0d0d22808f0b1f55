/*
 * A turn of travel, for the files of the kinds: its results, and obstacles.
 */
#include "travel/travel_turn.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/text.h"
#include "world/blow.h"
#include "world/sense.h"
#include "world/world.h"

const struct body *travel_body_at(const struct travel_turn *turn, struct pos at)
{
    const struct body *body = world_body(turn->world, level_body_at(turn->delver->body.level, at));

    return body == &turn->delver->body || !delver_sees(turn->delver, at) ? NULL : body;
}

enum travel_result travel_end(struct travel_turn *turn, enum travel_result result,
                              const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(turn->out->why, sizeof turn->out->why, format, arguments);
    va_end(arguments);
    travel_clear(turn->travel);
    return result;
}

/* Returns the foe in the way of a step, which would be a blow. Only the first of several steps may
   be meant as one. */
const struct body *travel_foe_in_way(const struct travel_turn *turn, enum dir dir)
{
    const struct body *body = travel_body_at(turn, pos_step(turn->at, dir));
    bool is_meant = turn->travel->kind == TRAVEL_STEPS && turn->progress == PROGRESS_FIRST;

    return body == NULL || body->species == SPECIES_DELVER || is_meant ||
                   !light_shows_body(turn->delver, light_radius(turn->delver), body)
               ? NULL
               : body;
}

enum travel_result travel_go(struct travel_turn *turn, enum dir dir)
{
    struct travel *travel = turn->travel;
    const struct body *foe = travel_foe_in_way(turn, dir);

    if (foe != NULL)
        return travel_end(turn, TRAVEL_STOPPED, "A foe is in the way: %s, %s.", body_name(foe),
                          dir_name(dir));

    travel->from = turn->at;
    travel->to = pos_step(turn->at, dir);
    travel->was_door = !path_is_walkable(&turn->map, travel->to);
    turn->out->action = (struct action){.verb = ACTION_MOVE, .dir = dir};
    return TRAVEL_GOES;
}

enum travel_result travel_stay(struct travel_turn *turn)
{
    turn->travel->from = turn->at;
    turn->travel->to = turn->at;
    turn->travel->was_door = false;
    turn->out->action = (struct action){.verb = ACTION_WAIT, .dir = DIR_NONE};
    return TRAVEL_GOES;
}

enum travel_result travel_end_before(struct travel_turn *turn, enum travel_result result,
                                     enum dir dir)
{
    enum tile_id tile = path_tile(&turn->map, pos_step(turn->at, dir));
    char what[32];

    if (tile_is_passable(tile) && tile_row(tile)->is_walkable)
        return travel_end(turn, result, "The way %s is too narrow to squeeze through.",
                          dir_name(dir));
    if (tile == TILE_UNKNOWN)
        return travel_end(turn, result, "You cannot see the way %s.", dir_name(dir));
    snprintf(what, sizeof what, "%s%s", tile_article(tile), tile_row(tile)->name);
    text_capitalise(what);
    return travel_end(turn, result, "%s is in the way.", what);
}

enum danger travel_danger_of(const struct travel_turn *turn, const struct body *foe)
{
    const struct body *own = &turn->delver->body;
    const struct fighter fighter = fighter_of(turn->world, own);

    return estimate_prospect(&fighter, own->health > 0 ? own->health : 1, species_row(foe->species),
                             foe->key.depth, foe->health, fighter_gains(turn->world, foe))
        .danger;
}
