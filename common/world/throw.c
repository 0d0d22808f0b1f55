/*
 * Throwing.
 */
#include "world/throw.h"

#include "world/line.h"

/* Where it is thrown to; false: the target is not to be seen from here. */
static bool aim(const struct world *world, struct body *body, const struct action *action,
                struct pos *out)
{
    const struct body *target = world_body(world, action->target);
    const struct delver *delver = body_delver(body);

    if (action->target == 0) {
        *out = pos_step(body->at, action->dir);
        return true;
    }
    if (target == NULL || target == body || target->level != body->level ||
        (delver != NULL && !delver_sees(delver, target->at)))
        return false;
    *out = target->at;
    return true;
}

/* Where what flies comes down; *out_struck: the body that it met, 0 for none. Nothing comes to lie
   in water. */
static struct pos fly(const struct level *level, const struct line *line, int range, bool is_aimed,
                      body_id *out_struck)
{
    struct pos landed = line->from;

    *out_struck = 0;
    for (int step = 1; step <= range && *out_struck == 0; step++) {
        struct pos at = line_cell(line, step);
        if (level_is_opaque(level, at))
            break;
        *out_struck = level_body_at(level, at);
        if (level_is_walkable(level, at))
            landed = at;
        if (is_aimed && pos_equal(at, line->to))
            break;
    }
    return landed;
}

bool throw_item(const struct world *world, struct body *body, const struct action *action)
{
    struct level *level = body->level;
    struct item *item = pack_item(world, body, action->object);
    struct line line = {.from = body->at};
    body_id struck;

    if (item == NULL || !aim(world, body, action, &line.to)) {
        event_refuse(&level->events, body, item == NULL ? REFUSAL_NOT_CARRIED : REFUSAL_NO_TARGET,
                     DIR_NONE);
        return false;
    }
    struct pos at = fly(level, &line, item_throw_range(item->kind), action->target != 0, &struck);
    item_unpack(world, body, item);
    item_lay(level, item, at);
    struct event *event = event_of_item(&level->events, EVENT_ITEM_THROWN, body, item);
    event->at = at;
    event->other = struck;
    event->dir = dir_towards(line.from, line.to);
    return true;
}
