/*
 * Shots, throws and blasts.
 */
#include "world/missile.h"

#include "world/beat.h"
#include "world/blow.h"
#include "world/fighter.h"
#include "world/line.h"
#include "world/mind.h"
#include "world/statuses.h"
#include "world/throw.h"

/* Effect of a thing that bursts on each body that it reaches. Beats 0: as long as the status
   says. */
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

static const struct dice clumsy = {1, 2}; /* of what is not made to be thrown */

static const struct burst_row *burst_of(enum item_kind kind)
{
    for (int i = 0; i < BURSTS; i++) {
        if (burst_table[i].kind == kind)
            return &burst_table[i];
    }
    return NULL;
}

bool missile_bursts(enum item_kind kind)
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

/* The body on that cell if a burst of that delver's reaches it: a foe, or the delver. */
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

void missile_blast(const struct world *world, struct delver *delver, struct dice dice,
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
                (void)befall(world, body, row->statuses[i], row->beats);
        }
    }
}

/* True if a thing of that kind harms such a foe. */
static bool harms(enum item_kind kind, const struct body *foe)
{
    enum family family = species_row(foe->species)->family;

    return kind != ITEM_SALT_BAG || family == FAMILY_DEAD || family == FAMILY_SPIRIT;
}

bool missile_strikes(const struct world *world, enum item_kind kind, body_id met)
{
    const struct body *foe = world_body(world, met);

    return foe != NULL && !missile_bursts(kind) && harms(kind, foe);
}

void missile_land(const struct world *world, struct delver *delver, const struct stack *thing,
                  struct pos at, body_id met)
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
        (void)befall(world, foe, STATUS_HELD, NET_BEATS);
}
