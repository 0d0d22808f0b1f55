/*
 * Shots, throws, and pots that burst. A throw first finds the cell where its flight ends:
 * throw_aim() gives the line, which is followed past delvers up to a wall or the first foe. Then
 * missile_land() decides the effect there, and a thing that did not break lies on the ground.
 */
#include "world/missile.h"

#include "world/blow.h"
#include "world/carry.h"
#include "world/line.h"
#include "world/sense.h"
#include "world/statuses.h"
#include "world/world.h"

/* The effect of a bursting thing on each body in its reach. Beats 0: the usual length of the
   status. */
struct burst_row {
    enum item_kind kind;
    enum status_id statuses[2];
    int status_count;
    int beats;
};

static const struct burst_row burst_table[] = {
    {ITEM_FIRE_POT, {0}, 0, 0},
    {ITEM_FLASH_POT, {STATUS_DAZZLED, STATUS_DAZED}, 2, 0},
    {ITEM_MURK, {STATUS_DIM}, 1, 0},
    {ITEM_FUMES, {STATUS_POISONED}, 1, 6},
    {ITEM_SLUMBER, {STATUS_ASLEEP}, 1, 0},
};

enum { BURSTS = sizeof burst_table / sizeof burst_table[0], NET_BEATS = 3 };

static const struct dice clumsy = {1, 2}; /* damage of things that are not meant for throwing */

static const struct burst_row *burst_of(enum item_kind kind)
{
    for (int i = 0; i < BURSTS; i++) {
        if (burst_table[i].kind == kind)
            return &burst_table[i];
    }
    return NULL;
}

/* True for a thing that bursts where it lands. */
static bool missile_bursts(enum item_kind kind)
{
    return burst_of(kind) != NULL;
}

bool missile_fire(const struct world *world, struct body *body, const struct action *action)
{
    struct delver *delver = body_delver(body);
    const struct stack *launcher =
        delver == NULL ? NULL : pack_peek(&delver->life.pack, OBJECT_WORN + SLOT_LAUNCHER);
    struct flight flight;

    if (launcher == NULL) {
        event_refuse(&body->level->events, body, REFUSAL_NO_LAUNCHER, DIR_NONE);
        return false;
    }
    if (!throw_aim(world, delver, action, item_row(launcher->kind)->range, &flight))
        return false;
    if (flight.met == 0) {
        event_refuse(&body->level->events, body, flight.is_short ? REFUSAL_TOO_FAR : REFUSAL_NO_FOE,
                     action->dir);
        return false;
    }
    const struct fighter fighter = fighter_with(world, body, launcher);
    blow_strike(world, body, world_body(world, flight.met), &fighter, DAMAGE_MISSILE);
    return true;
}

/* Returns the body on that cell that the delver's burst affects: a foe, or the delver itself. NULL:
   none. */
static struct body *reached(const struct world *world, struct delver *delver, struct pos from,
                            struct pos at)
{
    struct level *level = delver->body.level;
    struct body *body = level == NULL ? NULL : world_body(world, level_body_at(level, at));

    if (body == NULL || (body->species == SPECIES_DELVER && body != &delver->body) ||
        !level_has_line(level, from, at))
        return NULL;
    return body;
}

static void scorch(const struct world *world, struct delver *delver, struct body *body,
                   struct dice dice)
{
    struct rng *rng = &body->level->rng;
    int armour = fight_armour(fighter_of(world, body).armour, DAMAGE_BLAST);
    int damage = fight_roll(rng, dice) - (int)rng_below(rng, (uint32_t)armour + 1);

    if ((gear_of(body).traits & ITEM_WARMS) != 0)
        damage /= 2;
    blow_reach(world, &delver->body, body, damage > 0 ? damage : 0);
}

/* Rolls fire or a blast for each foe within `radius` cells in a clear line, and for the delver. */
static void missile_blast(const struct world *world, struct delver *delver, struct dice dice,
                          struct pos at, int radius)
{
    for (int y = at.y - radius; y <= at.y + radius; y++) {
        for (int x = at.x - radius; x <= at.x + radius; x++) {
            struct body *body = reached(world, delver, at, pos_of(x, y));
            if (body != NULL)
                scorch(world, delver, body, dice);
        }
    }
}

void missile_breathe(const struct world *world, struct delver *delver, struct dice dice,
                     struct pos to, int radius)
{
    struct pos from = delver->body.at;

    for (int y = from.y - radius; y <= from.y + radius; y++) {
        for (int x = from.x - radius; x <= from.x + radius; x++) {
            struct pos at = pos_of(x, y);
            struct body *body =
                line_is_in_cone(from, to, at) ? reached(world, delver, from, at) : NULL;
            if (body != NULL)
                scorch(world, delver, body, dice);
        }
    }
}

static void burst(const struct world *world, struct delver *delver, const struct burst_row *row,
                  struct pos at)
{
    const struct item_row *item = item_row(row->kind);

    if (item->dice.count > 0)
        missile_blast(world, delver, item->dice, at, item->radius);
    for (int y = at.y - item->radius; y <= at.y + item->radius; y++) {
        for (int x = at.x - item->radius; x <= at.x + item->radius; x++) {
            struct body *body = reached(world, delver, at, pos_of(x, y));
            for (int i = 0; body != NULL && i < row->status_count; i++)
                (void)status_add(world, body, row->statuses[i], row->beats);
        }
    }
}

/* True if a thing of that kind harms such a foe. */
static bool harms(enum item_kind kind, const struct body *foe)
{
    enum family family = species_row(foe->species)->family;

    return kind != ITEM_SALT_BAG || family == FAMILY_DEAD || family == FAMILY_SPIRIT;
}

/* True if a thrown thing of that kind strikes the body that it meets (0: none). The event of that
   blow then reports the throw as well. */
static bool missile_strikes(const struct world *world, enum item_kind kind, body_id met)
{
    const struct body *foe = world_body(world, met);

    return foe != NULL && !missile_bursts(kind) && harms(kind, foe);
}

/* Applies a thrown thing that lands at `at` and met the body `met` (0: none). */
static void missile_land(const struct world *world, struct delver *delver,
                         const struct stack *thing, struct pos at, body_id met)
{
    const struct burst_row *row = burst_of(thing->kind);
    struct body *foe = world_body(world, met);

    if (row != NULL) {
        burst(world, delver, row, at);
        return;
    }
    if (!missile_strikes(world, thing->kind, met))
        return;
    struct fighter fighter = fighter_with(world, &delver->body, thing);
    if (item_row(thing->kind)->class != CLASS_THROWN)
        fighter.damage = clumsy;
    bool is_hit = blow_throw(world, &delver->body, foe, &fighter, thing);
    if (is_hit && thing->kind == ITEM_NET && foe->level != NULL)
        (void)status_add(world, foe, STATUS_HELD, NET_BEATS);
}

/* Finds the line to the target. False: the target is not in view. */
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

/* True if a foe that the delver sees stands on the line beyond that many steps, before any wall. */
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

/* True if nothing remains of a thrown thing of that kind. */
static bool is_spent(enum item_kind kind)
{
    return missile_bursts(kind) ||
           (item_row(kind)->class == CLASS_THROWN && item_row(kind)->survives_percent == 0);
}

/* Lays a thing that did not break on the ground where its thrower can pick it up. True: it lies at
 *out_at. */
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

/* True if the thing may be thrown: it belongs to the thrower and can land somewhere. */
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

/* Reports the end of the throw of `thing`. */
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
    /* A delver that its own reflected throw carried to another level has no place on this one. */
    if (!bursts && body->level == level)
        tell_end(level, body, thing, is_whole ? EVENT_ITEM_LANDED : EVENT_ITEM_BROKE,
                 is_whole ? lies : flight.at)
            ->count = flight.is_short ? THROW_FALLS_SHORT : THROW_ENDS;
    return true;
}
