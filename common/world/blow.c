/*
 * Blows and shots.
 */
#include "world/blow.h"

#include "world/beat.h"
#include "world/death.h"
#include "world/fighter.h"
#include "world/line.h"
#include "world/mind.h"
#include "world/noise.h"

enum {
    AMBUSH_GAIN = 4,
    SOMETIMES = 4, /* one hit in so many stuns, dazes */
};

/* What a part does to the one that is hit. Beats 0: as long as the status says. */
struct hit_row {
    enum part_id part;
    enum status_id status;
    int beats;
    bool is_by_amount; /* twice the amount of the part */
    bool is_rare;      /* one hit in SOMETIMES */
};

static const struct hit_row hit_table[] = {
    {PART_POISON, STATUS_POISONED, 0, true, false}, {PART_BURN, STATUS_BURNING, 0, false, false},
    {PART_HOLD, STATUS_HELD, 2, false, false},      {PART_WEB, STATUS_HELD, 2, false, false},
    {PART_STUN, STATUS_STUNNED, 0, false, true},    {PART_DAZE, STATUS_DAZED, 0, false, true},
    {PART_RUST, STATUS_RUSTED, 0, false, false},    {PART_SLOW, STATUS_SLOWED, 0, false, false},
    {PART_DAZZLE, STATUS_DAZZLED, 0, false, false}, {PART_DOZE, STATUS_ASLEEP, 2, false, false},
    {PART_DIM, STATUS_DIM, 0, false, false},
};

bool blow_is_between(const struct body *body, const struct body *other)
{
    return (body->species == SPECIES_DELVER) != (other->species == SPECIES_DELVER);
}

static enum surprise surprise_of(const struct body *body, struct body *target)
{
    const struct foe *foe = body_foe(target);

    if (foe == NULL || foe->mind.target != 0)
        return SURPRISE_NONE;
    return body->species == SPECIES_DELVER && fighter_weapon(body)->surprise == SURPRISE_KNIFE
               ? SURPRISE_KNIFE
               : SURPRISE_PLAIN;
}

bool blow_has_line(const struct world *world, const struct body *from, const struct body *target)
{
    const struct line line = {from->at, target->at};
    int steps = pos_distance(from->at, target->at);

    for (int step = 1; step < steps; step++) {
        struct pos at = line_cell(&line, step);
        const struct body *other = world_body(world, level_body_at(from->level, at));
        if (level_is_opaque(from->level, at) || (other != NULL && other->species != SPECIES_DELVER))
            return false;
    }
    return true;
}

/* Both remember that they fought. */
static void note_fight(struct body *body, struct body *target, bool is_hit)
{
    struct foe *foe = body_foe(body->species == SPECIES_DELVER ? target : body);
    struct delver *delver = body_delver(body->species == SPECIES_DELVER ? body : target);

    if (is_hit)
        mind_note_fighter(foe, delver->body.id);
    if (is_hit && target == &delver->body) {
        delver->peril.is_hurt = true;
        delver->peril.hurt_at = body_lived(target);
    }
    body->level->is_stirred = true;
}

static void give_statuses(struct body *body, struct body *target)
{
    const struct species_row *row = species_row(body->species);
    struct level *level = body->level;

    for (size_t i = 0; i < sizeof hit_table / sizeof hit_table[0]; i++) {
        const struct hit_row *hit = &hit_table[i];
        const struct species_part *part = species_part(row, hit->part);
        if (part == NULL || (hit->is_rare && rng_below(&level->rng, SOMETIMES) != 0))
            continue;
        int beats = hit->is_by_amount ? 2 * part->amount : hit->beats;
        if (!statuses_add(&target->statuses, hit->status, beats))
            continue;
        struct event *event = event_push(&level->events, EVENT_STATUS, target);
        event->status = hit->status;
        event->count = 1;
    }
}

/* What a hit of a kind gives back to the one that struck. */
static void drain(struct body *body, int damage)
{
    if (species_part(species_row(body->species), PART_DRAIN) == NULL)
        return;
    body->health = (int16_t)(body->health + damage / 2);
    if (body->health > body->health_max)
        body->health = body->health_max;
}

static void strike(const struct world *world, struct body *body, struct body *target,
                   const struct fighter *fighter, enum damage_kind kind)
{
    struct level *level = body->level;
    const struct fighter other = fighter_of(world, target);
    enum surprise surprise = surprise_of(body, target);
    struct blow blow = fight_strike(&level->rng, fighter, &other, kind, surprise);
    bool is_hit = blow.outcome != BLOW_MISSES;
    int left = target->health - blow.damage;

    struct event *event =
        event_push(&level->events, kind == DAMAGE_BLOW ? EVENT_BLOW : EVENT_SHOT, body);
    event->other = target->id;
    event->outcome = blow.outcome;
    event->count = blow.damage;
    event->left = left > 0 ? left : 0;
    event->dir = dir_towards(body->at, target->at);
    note_fight(body, target, is_hit);
    noise_make(world, body, NOISE_FIGHT);
    if (body_foe(target) != NULL)
        mind_wake(body_foe(target), body_delver(body));
    beat_begin(world, target);
    if (blow.damage > 0 && kind == DAMAGE_BLOW) {
        drain(body, blow.damage);
        give_statuses(body, target);
    }
    blow_harm(world, target, blow.damage, body);
}

bool blow_attack(const struct world *world, struct body *body, const struct action *action)
{
    struct body *target =
        world_body(world, level_body_at(body->level, pos_step(body->at, action->dir)));
    struct fighter fighter = fighter_of(world, body);
    struct foe *foe = body_foe(body);

    if (target == NULL || !blow_is_between(body, target)) {
        event_refuse(&body->level->events, body, REFUSAL_NO_FOE, action->dir);
        return false;
    }
    if (foe != NULL && foe->mind.is_poised)
        fighter.attack += AMBUSH_GAIN;
    if (foe != NULL)
        foe->mind.is_hidden = foe->mind.is_poised = false;
    strike(world, body, target, &fighter, DAMAGE_BLOW);
    return true;
}

bool blow_shoot(const struct world *world, struct body *body, const struct action *action)
{
    const struct species_part *part = species_part(species_row(body->species), PART_SHOT);
    struct body *target = world_body(world, action->target);
    struct fighter fighter = fighter_of(world, body);

    if (part == NULL || target == NULL || target->level != body->level ||
        !blow_is_between(body, target) || !blow_has_line(world, body, target)) {
        event_refuse(&body->level->events, body, REFUSAL_NO_TARGET, DIR_NONE);
        return false;
    }
    fighter.damage = part->dice;
    strike(world, body, target, &fighter, DAMAGE_MISSILE);
    return true;
}

int blow_cost_percent(const struct body *body, enum action_verb verb)
{
    const struct species_row *row = species_row(body->species);
    const struct species_part *shot = species_part(row, PART_SHOT);

    if (verb == ACTION_SHOOT && shot != NULL)
        return shot->cost;
    if (body->species != SPECIES_DELVER)
        return row->hit;
    int percent = fighter_weapon(body)->beat_percent;
    return percent == 0 ? 100 : percent;
}

void blow_harm(const struct world *world, struct body *victim, int damage, struct body *by)
{
    if (damage <= 0)
        return;
    statuses_end_by(&victim->statuses, STATUS_ENDS_BY_HARM);
    victim->health = (int16_t)(damage < victim->health ? victim->health - damage : 0);
    if (body_delver(victim) != NULL)
        delver_note_change(body_delver(victim));
    if (victim->health > 0)
        return;
    if (body_foe(victim) != NULL)
        death_of_foe(world, body_foe(victim), by);
    else
        death_of_delver(world, body_delver(victim), by);
}
