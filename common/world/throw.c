/*
 * Throwing.
 */
#include "world/light.h"
#include "world/throw.h"

#include "world/carry.h"
#include "world/line.h"
#include "world/missile.h"

/* The way to the target; false: it is not to be seen from here. */
static bool find_line(const struct world *world, const struct delver *delver,
                      const struct action *action, struct line *out)
{
    const struct body *target = world_body(world, action->target);
    struct pos from = delver->body.at;

    if (action->target == 0) {
        *out = (struct line){.from = from, .to = pos_step(from, action->dir)};
        return true;
    }
    if (target == NULL || target == &delver->body || !body_is_on(target, delver->body.level) ||
        !light_shows_body(delver, light_radius(delver), target))
        return false;
    *out = level_line(target->level, from, target->at);
    return true;
}

/* True if a foe that the delver sees stands on the line behind so many steps, with no wall before
   it. */
static bool has_foe_behind(const struct world *world, const struct delver *delver,
                           const struct line *line, int steps)
{
    const struct level *level = delver->body.level;

    for (int step = steps + 1; step <= SIGHT_RADIUS_MAX; step++) {
        struct pos at = line_cell(line, step);
        if (level_is_opaque(level, at))
            return false;
        const struct body *met = world_body(world, level_body_at(level, at));
        if (met != NULL && met->species != SPECIES_DELVER &&
            light_shows_body(delver, light_radius(delver), met))
            return true;
    }
    return false;
}

bool throw_aim(const struct world *world, struct delver *delver, const struct action *action,
               int range, struct flight *out)
{
    const struct level *level = delver->body.level;
    struct line line;
    int step = 1;

    *out = (struct flight){.at = delver->body.at};
    if (!find_line(world, delver, action, &line)) {
        event_refuse(&delver->body.level->events, &delver->body, REFUSAL_NO_TARGET, DIR_NONE);
        return false;
    }
    if (action->target != 0 && pos_distance(line.from, line.to) > range) {
        event_refuse(&delver->body.level->events, &delver->body, REFUSAL_TOO_FAR, DIR_NONE);
        return false;
    }
    for (; step <= range && out->met == 0; step++) {
        struct pos at = line_cell(&line, step);
        if (level_is_opaque(level, at))
            break;
        const struct body *met = world_body(world, level_body_at(level, at));
        if (met != NULL && met->species != SPECIES_DELVER)
            out->met = met->id;
        if (!tile_row(level_tile(level, at))->is_gap && level_is_walkable(level, at))
            out->at = at;
        if (action->target != 0 && pos_equal(at, line.to))
            break;
    }
    out->is_short = action->target == 0 && out->met == 0 && step > range &&
                    has_foe_behind(world, delver, &line, range);
    return true;
}

/* True if nothing of it will lie anywhere. */
static bool is_spent(enum item_kind kind)
{
    return missile_bursts(kind) ||
           (item_row(kind)->class == CLASS_THROWN && item_row(kind)->survives_percent == 0);
}

/* A thing that comes down whole lies there, for its thrower to pick up again. True: at *out_at. */
static bool come_down(const struct world *world, struct delver *delver, struct level *level,
                      struct stack thing, struct pos at, struct pos *out_at)
{
    struct item *item = NULL;

    if (!missile_bursts(thing.kind) &&
        (item_row(thing.kind)->class != CLASS_THROWN ||
         rng_percent(&level->rng, item_row(thing.kind)->survives_percent)))
        item = item_lay(world, level, thing, at, delver);
    if (item == NULL) {
        ledger_end(&level->ledger, &thing);
        return false;
    }
    item_own(world, item, delver->delver_id);
    *out_at = item->at;
    return true;
}

/* A thing that could not come down anywhere, or is not the thrower's, does not leave the hand. */
static bool may_be_thrown(const struct world *world, struct delver *delver,
                          const struct stack *thing)
{
    struct body *body = &delver->body;
    bool is_kept = thing->kind == ITEM_BUNDLE;

    if (!is_kept && (is_spent(thing->kind) || item_has_room(world, body->level)))
        return true;
    event_refuse(&body->level->events, body, is_kept ? REFUSAL_KEPT : REFUSAL_NO_ROOM, DIR_NONE);
    return false;
}

/* How the throw of `thing` ends. */
static struct event *tell_end(struct level *level, const struct body *body, struct stack thing,
                              enum event_kind kind, struct pos at)
{
    struct event *event = event_of_stack(&level->events, kind, body, thing);

    event->at = at;
    return event;
}

bool throw_item(const struct world *world, struct body *body, const struct action *action)
{
    struct delver *delver = body_delver(body);
    const struct stack *found = carry_find(delver, action->object);
    struct level *level = body->level;
    struct flight flight;
    struct pos lies;

    if (found == NULL || !may_be_thrown(world, delver, found) ||
        !throw_aim(world, delver, action, item_throw_range(found->kind), &flight))
        return false;
    struct stack thing = carry_take(delver, action->object, 1);
    bool bursts = missile_bursts(thing.kind);
    struct event *event = event_of_stack(&level->events, EVENT_ITEM_THROWN, body, thing);
    event->at = flight.at;
    event->other = flight.met;
    event->count = missile_strikes(world, thing.kind, flight.met);
    event->dir = dir_towards(body->at, flight.at);
    bool is_whole = come_down(world, delver, level, thing, flight.at, &lies);
    if (bursts)
        tell_end(level, body, thing, EVENT_ITEM_BROKE, flight.at)->count = THROW_BURSTS;
    missile_land(world, delver, &thing, flight.at, flight.met);
    /* A delver that its reflected throw carried off has no place here to tell of. */
    if (!bursts && body->level == level)
        tell_end(level, body, thing, is_whole ? EVENT_ITEM_LANDED : EVENT_ITEM_BROKE,
                 is_whole ? lies : flight.at)
            ->count = flight.is_short ? THROW_FALLS_SHORT : THROW_ENDS;
    return true;
}
