/*
 * Specials of foes as a table: a row for each part that has one, with the function that does it.
 */
#include "world/special.h"

#include "world/blow.h"
#include "world/line.h"
#include "world/mind.h"
#include "world/statuses.h"
#include "world/world.h"

enum {
    BLAST_CELLS = 1,
    NET_BEATS = 2,
    CHARGE_GAIN = 2,   /* damage added to a charge's blow: one part in so many */
    SURE_ATTACK = 100, /* attack of a hit that never misses: only stepping aside helps */
    MEND_SHARE = 4,    /* part of full health that a mate gets back: divided by this */
};

static struct fighter fighter_for(const struct world *world, const struct body *body,
                                  struct dice dice)
{
    struct fighter fighter = fighter_of(world, body);

    fighter.attack = SURE_ATTACK;
    fighter.damage = dice;
    return fighter;
}

/* Hits every delver within `cells` cells of the foe's aim. */
static void burst(const struct world *world, struct body *body, int cells, enum damage_kind kind)
{
    struct mind *mind = &body_foe(body)->mind;
    const struct species_part *part = species_part(species_row(body->species), mind->special);
    const struct fighter fighter = fighter_for(world, body, part->dice);
    struct level *level = body->level;

    for (int y = mind->aim.y - cells; y <= mind->aim.y + cells; y++) {
        for (int x = mind->aim.x - cells; x <= mind->aim.x + cells; x++) {
            struct delver *delver = world_delver(world, level_body_at(level, pos_of(x, y)));
            if (delver != NULL && !delver->fall.is_fallen)
                blow_strike(world, body, &delver->body, &fighter, kind);
        }
    }
}

static void throw_pot(const struct world *world, struct body *body)
{
    burst(world, body, BLAST_CELLS, DAMAGE_BLAST);
}

static void spit(const struct world *world, struct body *body)
{
    burst(world, body, 0, DAMAGE_FIRE);
}

static void bolt(const struct world *world, struct body *body)
{
    burst(world, body, 0, DAMAGE_SPIRIT);
}

/* Hits every delver in a cone, which rock and closed doors stop. */
static void breathe(const struct world *world, struct body *body)
{
    const struct mind *mind = &body_foe(body)->mind;
    const struct species_part *part = species_part(species_row(body->species), PART_BREATH);
    const struct fighter fighter = fighter_for(world, body, part->dice);
    struct level *level = body->level;
    struct pos from = body->at;

    for (int y = from.y - part->range; y <= from.y + part->range; y++) {
        for (int x = from.x - part->range; x <= from.x + part->range; x++) {
            struct pos at = pos_of(x, y);
            struct delver *delver = world_delver(world, level_body_at(level, at));
            if (delver != NULL && !delver->fall.is_fallen && line_is_in_cone(from, mind->aim, at) &&
                level_has_line(level, from, at))
                blow_strike(world, body, &delver->body, &fighter, DAMAGE_FIRE);
        }
    }
}

/* Holds the target if a blow would have hit it, without damage. */
static void throw_net(const struct world *world, struct body *body)
{
    struct body *target = world_body(world, body_foe(body)->mind.special_to);

    if (target == NULL || !body_is_on(target, body->level) || body_is_fallen(target))
        return;
    const struct fighter own = fighter_of(world, body);
    const struct fighter other = fighter_of(world, target);
    if ((int)rng_below(&body->level->rng, 100) >= fight_chance(own.attack, other.defence))
        return;
    if (status_add(world, target, STATUS_HELD, NET_BEATS))
        target->queue_length = 0;
}

static void raise(const struct world *world, struct body *body)
{
    (void)world;
    spawn_ask(body->level, body->id, PART_RAISE);
}

/* Runs as far as the way is free, and strikes a delver at the end of the way. */
static void charge(const struct world *world, struct body *body)
{
    const struct line line = {.from = body->at, .to = body_foe(body)->mind.aim};
    int steps = pos_distance(line.from, line.to);
    struct pos from = body->at;
    int step = 0;

    while (step < steps - 1 && mind_is_clear(body, line_cell(&line, step + 1)))
        step++;
    if (step > 0) {
        body_move(body, line_cell(&line, step));
        struct event *event = event_push(&body->level->events, EVENT_MOVED, body);
        event->from = from;
        event->dir = dir_towards(from, body->at);
    }
    struct delver *delver = world_delver(world, level_body_at(body->level, line.to));
    if (delver == NULL || delver->fall.is_fallen || pos_distance(body->at, line.to) > 1)
        return;
    struct fighter fighter = fighter_of(world, body);
    fighter.temper += dice_twice_mean(fighter.damage) / 2 / CHARGE_GAIN;
    blow_strike(world, body, &delver->body, &fighter, DAMAGE_BLOW);
}

static void call(const struct world *world, struct body *body)
{
    (void)world;
    spawn_ask(body->level, body->id, PART_CALL);
}

/* Pulls the target to the cell beside the foe, if that is free. */
static void pull(const struct world *world, struct body *body)
{
    struct body *target = world_body(world, body_foe(body)->mind.special_to);

    if (target == NULL || !body_is_on(target, body->level) ||
        (gear_of(target).traits & ITEM_ANCHORS) != 0)
        return;
    const struct line line = {.from = body->at, .to = target->at};
    struct pos to = line_cell(&line, 1);
    if (!level_is_ground(body->level, to) || level_body_at(body->level, to) != 0)
        return;
    struct pos from = target->at;
    body_move(target, to);
    target->queue_length = 0;
    struct event *event = event_push(&body->level->events, EVENT_MOVED, target);
    event->from = from;
    event->dir = dir_towards(from, to);
}

static void mend(const struct world *world, struct body *body)
{
    struct body *mate = world_body(world, body_foe(body)->mind.special_to);

    if (mate == NULL || !body_is_on(mate, body->level))
        return;
    int health = mate->health + (mate->health_max + MEND_SHARE - 1) / MEND_SHARE;
    mate->health = (int16_t)(health < mate->health_max ? health : mate->health_max);
}

static void (*const special_table[PART_COUNT])(const struct world *, struct body *) = {
    [PART_POT] = throw_pot, [PART_SPIT] = spit,   [PART_CHARGE] = charge, [PART_CALL] = call,
    [PART_TONGUE] = pull,   [PART_MEND] = mend,   [PART_BOLT] = bolt,     [PART_BREATH] = breathe,
    [PART_NET] = throw_net, [PART_RAISE] = raise,
};

bool special_do(const struct world *world, struct body *body, const struct action *action)
{
    struct foe *foe = body_foe(body);

    (void)action;
    if (foe == NULL || special_table[foe->mind.special] == NULL) {
        event_refuse(&body->level->events, body, REFUSAL_NO_TARGET, DIR_NONE);
        return false;
    }
    struct event *event = event_push(&body->level->events, EVENT_DEED, body);
    event->part = foe->mind.special;
    event->at = foe->mind.aim;
    event->other = foe->mind.special_to;
    special_table[foe->mind.special](world, body);
    foe->mind.special = PART_NONE;
    body->level->is_stirred = true;
    return true;
}
