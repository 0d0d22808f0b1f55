/*
 * Blows and shots: the numbers that each side brings, the dice, the harm to the target, and the
 * effects of weapons, armour and parts beside that harm. A blow that takes the last health ends in
 * death.c.
 */
#include "world/blow.h"

#include "content/item.h"
#include "world/death.h"
#include "world/duel.h"
#include "world/fight.h"
#include "world/foe.h"
#include "world/line.h"
#include "world/mind.h"
#include "world/sense.h"
#include "world/statuses.h"
#include "world/world.h"

enum {
    LEVELS_PER_POINT = 6, /* levels for each point of damage added to a delver's shot */
    RALLY_CELLS = 8,      /* most cells between a foe and mates that rally it */
    /* points of attack for each percent of chance to hit; see fight_chance() */
    ATTACK_PER_PERCENT = 3,
    AMBUSH_GAIN = 4,
    SOMETIMES = 4, /* one in so many hits stuns or dazes */
    WEAPON_SOMETIMES = 6,
    REACH_CELLS = 2,
    STEAL_SHARE = 10,    /* a thief takes the gold divided by this */
    STEAL_MOST = 50,     /* most gold that a thief takes */
    FRENZY_PERCENT = 50, /* below this percent of full health some foes strike faster */
    FRENZY_COST = 60,    /* percent of a blow's normal cost for these foes */
    /* a blow of full health divided by this empties the victim's queue of actions */
    BIG_BLOW_SHARE = 5,
    LOW_PERCENT = 50,   /* falling below this percent of full health empties the queue too */
    LEAST_PERCENT = 25, /* falling below this percent empties it again */
    WIND_PERCENT = 33,  /* below this percent of full health a delver gets its second wind */
    WIND_BEATS = 2,     /* beats that the second wind costs foes */
    WIND_MS = 180000,   /* milliseconds until the delver can get it again */
    SPLIT_HEALTH = 8,   /* least health of a body that splits in two */
};

static const struct dice fists = {1, 3};

static const struct stack *worn(const struct body *body, enum item_slot slot)
{
    if (body->species != SPECIES_DELVER)
        return NULL;
    return pack_peek(&((const struct delver *)body)->life.pack, OBJECT_WORN + slot);
}

const struct item_row *fighter_weapon(const struct body *body)
{
    const struct stack *weapon = worn(body, SLOT_WEAPON);

    return weapon == NULL ? NULL : item_row(weapon->kind);
}

const struct item_row *fighter_launcher(const struct body *body)
{
    const struct stack *launcher = worn(body, SLOT_LAUNCHER);

    return launcher == NULL ? NULL : item_row(launcher->kind);
}

/* True if another delver stands beside the body. */
static bool has_companion_beside(const struct world *world, const struct body *body)
{
    for (enum dir dir = DIR_NORTH; body->level != NULL && dir < DIR_COUNT; dir++) {
        if (world_delver(world, level_body_at(body->level, pos_step(body->at, dir))) != NULL)
            return true;
    }
    return false;
}

static struct fighter delver_fighter(const struct world *world, const struct delver *delver)
{
    const struct stack *weapon = worn(&delver->body, SLOT_WEAPON);
    const struct gear gear = pack_gear(&delver->life.pack);
    int level = life_level(&delver->life);

    return (struct fighter){
        .attack = fight_attack(level, gear.attack),
        .defence = fight_defence(level, gear.defence, has_companion_beside(world, &delver->body)),
        .damage = weapon == NULL ? fists : item_row(weapon->kind)->dice,
        .temper = (weapon == NULL ? 0 : weapon->temper) +
                  knacks_gain(delver->life.honours.knacks, KNACK_DAMAGE),
        .armour = gear.armour,
    };
}

static bool is_rallied_by(const struct body *body, const struct body *other)
{
    return species_part(species_row(other->species), PART_RALLY) != NULL &&
           ((const struct foe *)other)->mind.target != 0 &&
           level_has_line(body->level, body->at, other->at);
}

int fighter_gains(const struct world *world, const struct body *body)
{
    const struct level *level = body->level;
    bool is_rallied = false;
    bool has_pack = false;
    const struct body *other;

    if (level == NULL || body->species == SPECIES_DELVER)
        return 0;
    bool is_of_pack = species_part(species_row(body->species), PART_PACK) != NULL;
    for (body_id id = level->first_foe; id != 0; id = other->next) {
        other = world_body(world, id);
        int distance = pos_distance(body->at, other->at);
        if (other == body || distance > RALLY_CELLS)
            continue;
        has_pack = has_pack || (is_of_pack && distance == 1 && other->species == body->species);
        is_rallied = is_rallied || is_rallied_by(body, other);
    }
    return is_rallied + has_pack;
}

struct fighter fighter_of(const struct world *world, const struct body *body)
{
    struct fighter fighter = body->species == SPECIES_DELVER
                                 ? delver_fighter(world, (const struct delver *)body)
                                 : growth_fighter(species_row(body->species), body->key.depth,
                                                  fighter_gains(world, body));

    fighter.attack += statuses_effect(&body->statuses, STATUS_CHANCE) / ATTACK_PER_PERCENT;
    fighter.armour += statuses_effect(&body->statuses, STATUS_ARMOUR);
    if (fighter.armour < 0)
        fighter.armour = 0;
    return fighter;
}

struct fighter fighter_with(const struct world *world, const struct body *body,
                            const struct stack *thing)
{
    struct fighter fighter = fighter_of(world, body);
    const struct item_row *weapon = fighter_weapon(body);

    if (weapon != NULL)
        fighter.attack -= weapon->attack;
    fighter.attack += item_row(thing->kind)->attack;
    fighter.damage = item_row(thing->kind)->dice;
    fighter.temper = thing->temper;
    if (body->species == SPECIES_DELVER)
        fighter.attack +=
            knacks_gain(((const struct delver *)body)->life.honours.knacks, KNACK_SHOT);
    if (body->species == SPECIES_DELVER)
        fighter.temper += life_level(&((const struct delver *)body)->life) / LEVELS_PER_POINT;
    return fighter;
}

/* A status that a part of a foe gives to the target of a hit. Beats 0: the usual length of the
   status. */
struct hit_row {
    enum part_id part;
    enum status_id status;
    int beats;
    bool is_by_amount; /* lasts for twice the part's amount, in beats */
    bool is_rare;      /* given by only one hit in SOMETIMES */
};

static const struct hit_row hit_table[] = {
    {PART_POISON, STATUS_POISONED, 0, true, false}, {PART_BURN, STATUS_BURNING, 0, false, false},
    {PART_HOLD, STATUS_HELD, 2, false, false},      {PART_WEB, STATUS_HELD, 2, false, false},
    {PART_STUN, STATUS_STUNNED, 0, false, true},    {PART_DAZE, STATUS_DAZED, 0, false, true},
    {PART_RUST, STATUS_RUSTED, 0, false, false},    {PART_SLOW, STATUS_SLOWED, 0, false, false},
    {PART_DAZZLE, STATUS_DAZZLED, 0, false, false}, {PART_DOZE, STATUS_ASLEEP, 2, false, false},
    {PART_DIM, STATUS_DIM, 0, false, false},        {PART_WITHER, STATUS_WITHERED, 0, false, false},
};

/* Status that a hit gives with a weapon of that trait, one time in WEAPON_SOMETIMES. */
static const struct {
    unsigned trait; /* a bit of enum item_trait */
    enum status_id status;
} weapon_table[] = {{ITEM_DAZES, STATUS_DAZED}, {ITEM_STUNS, STATUS_STUNNED}};

bool blow_is_between(const struct body *body, const struct body *other)
{
    return (body->species == SPECIES_DELVER) != (other->species == SPECIES_DELVER);
}

/* Returns the surprise of a blow, shot or throw. A knife does more damage to an unaware target only
   in a blow. */
static enum surprise surprise_of(const struct body *body, struct body *target,
                                 enum damage_kind kind)
{
    const struct foe *foe = body_foe(target);

    if (foe == NULL || !foe_is_unaware(foe))
        return SURPRISE_NONE;
    const struct item_row *weapon = fighter_weapon(body);
    bool is_knife = weapon != NULL && weapon->surprise == SURPRISE_KNIFE;
    return is_knife && kind == DAMAGE_BLOW ? SURPRISE_KNIFE : SURPRISE_PLAIN;
}

/* Records in both bodies that they fight. */
static void note_fight(const struct world *world, struct body *body, struct body *target,
                       bool is_hit)
{
    struct foe *foe = body_foe(body->species == SPECIES_DELVER ? target : body);
    struct delver *delver = body_delver(body->species == SPECIES_DELVER ? body : target);

    if (is_hit)
        mind_note_fighter(foe, delver->body.id);
    if (is_hit)
        muster_note(world, foe, delver);
    if (is_hit && target == &delver->body) {
        delver->danger.is_hurt = true;
        delver->danger.hurt_at = body_lived(target);
    }
    body->level->is_stirred = true;
}

static void give_statuses(const struct world *world, struct body *body, struct body *target)
{
    const struct species_row *row = species_row(body->species);
    struct level *level = body->level;

    for (size_t i = 0; i < sizeof hit_table / sizeof hit_table[0]; i++) {
        const struct hit_row *hit = &hit_table[i];
        const struct species_part *part = species_part(row, hit->part);
        if (part == NULL || (hit->is_rare && rng_below(&level->rng, SOMETIMES) != 0))
            continue;
        int beats = hit->is_by_amount ? 2 * part->amount : hit->beats;
        if (status_add(world, target, hit->status, beats))
            target->queue_length = 0;
    }
}

/* Silences all delvers in the view of a foe with PART_HUSH when it strikes. */
static void hush(const struct world *world, struct body *body)
{
    const struct species_row *row = species_row(body->species);
    struct delver *delver;

    if (species_part(row, PART_HUSH) == NULL)
        return;
    for (body_id id = body->level->first_delver; id != 0; id = delver->body.next) {
        delver = world_delver(world, id);
        if (pos_distance(delver->body.at, body->at) <= row->see && delver_sees(delver, body->at))
            (void)status_add(world, &delver->body, STATUS_HUSHED, 0);
    }
}

/* Heals a foe with PART_DRAIN by half the damage of its hit. */
static void drain(struct body *body, int damage)
{
    if (species_part(species_row(body->species), PART_DRAIN) == NULL)
        return;
    body->health = (int16_t)(body->health + damage / 2);
    if (body->health > body->health_max)
        body->health = body->health_max;
}

/* The event that reports each kind of damage. */
static const enum event_kind event_of_damage[DAMAGE_COUNT] = {
    [DAMAGE_BLOW] = EVENT_BLOW,    [DAMAGE_MISSILE] = EVENT_SHOT,  [DAMAGE_FIRE] = EVENT_STRUCK,
    [DAMAGE_BLAST] = EVENT_STRUCK, [DAMAGE_SPIRIT] = EVENT_STRUCK,
};

/* Steals a tenth of the target's gold instead of doing damage. False: the target has no gold, or
   the thief carries enough. */
static bool steal(struct body *body, struct body *target)
{
    struct foe *foe = body_foe(body);
    struct delver *delver = body_delver(target);

    if (foe == NULL || species_part(species_row(body->species), PART_STEAL) == NULL ||
        foe->mind.gold > 0 || delver->life.gold == 0)
        return false;
    int64_t share = (delver->life.gold + STEAL_SHARE - 1) / STEAL_SHARE;
    int64_t gold = share < STEAL_MOST ? share : STEAL_MOST;
    delver->life.gold -= gold;
    delver_note_change(delver);
    foe->mind.gold = gold;
    foe->mind.robbed = target->id;
    struct event *event = event_push(&body->level->events, EVENT_STOLE, body);
    event->other = target->id;
    event->count = (int)gold;
    return true;
}

/* True for every second shot at a foe that reflects shots. */
static bool is_reflected(const struct body *target, enum damage_kind kind)
{
    return kind == DAMAGE_MISSILE &&
           species_part(species_row(target->species), PART_REFLECT) != NULL &&
           rng_below(&target->level->rng, 2) == 0;
}

/* Adds the event of a blow. `thrown` is the thing that flies, or NULL. */
static void push_blow(struct body *body, const struct body *target, const struct blow *blow,
                      enum damage_kind kind, const struct stack *thrown)
{
    struct event *event = event_push(&body->level->events, event_of_damage[kind], body);
    int left = target->health - blow->damage;

    if (thrown != NULL)
        event->stack = *thrown;
    event->other = target->id;
    event->from = target->at;
    event->outcome = blow->outcome;
    event->count = blow->damage;
    event->left = left > 0 ? left : 0;
    event->dir = dir_towards(body->at, target->at);
}

/* Gives the delver its second wind: foes that aim at it lose their next beats. */
static void get_second_wind(const struct world *world, struct delver *delver)
{
    struct delver_effects *effects = &delver->effects;
    uint64_t now = body_lived(&delver->body);
    struct body *body;

    if (effects->winded_at != 0 && now - effects->winded_at < world_ms(world, WIND_MS))
        return;
    effects->winded_at = now != 0 ? now : 1;
    for (body_id id = delver->body.level->first_foe; id != 0; id = body->next) {
        body = world_body(world, id);
        if (body_foe(body)->mind.target != delver->body.id)
            continue;
        uint64_t until = body_lived(body) + world_beats(world, WIND_BEATS);
        if ((int64_t)(until - body->ready_at) > 0)
            body->ready_at = until;
    }
    (void)event_push(&delver->body.level->events, EVENT_SECOND_WIND, &delver->body);
}

static bool sinks_under(const struct body *body, int damage, int percent)
{
    int limit = body->health_max * percent;

    return body->health * 100 >= limit && (body->health - damage) * 100 < limit;
}

/* Clears the delver's queue after a heavy blow, and may give it a second wind. */
static void feel_damage(const struct world *world, struct delver *delver, int damage)
{
    struct body *body = &delver->body;

    if (damage >= body->health)
        return;
    if (damage * BIG_BLOW_SHARE >= body->health_max || sinks_under(body, damage, LOW_PERCENT) ||
        sinks_under(body, damage, LEAST_PERCENT))
        body->queue_length = 0;
    if (delver->time.state == COMPANY_RUNNING && sinks_under(body, damage, WIND_PERCENT))
        get_second_wind(world, delver);
}

/* Gives the target the status of the striker's weapon, if that has one, by one hit in
   WEAPON_SOMETIMES. */
static void give_by_weapon(const struct world *world, struct body *body, struct body *target)
{
    const struct item_row *weapon = fighter_weapon(body);

    for (size_t i = 0; weapon != NULL && i < sizeof weapon_table / sizeof weapon_table[0]; i++) {
        if ((weapon->traits & weapon_table[i].trait) != 0 &&
            rng_below(&body->level->rng, WEAPON_SOMETIMES) == 0)
            (void)status_add(world, target, weapon_table[i].status, 0);
    }
}

/* Applies a computed blow to its target and its striker. */
static void land(const struct world *world, struct body *body, struct body *target,
                 struct blow blow, enum damage_kind kind, const struct stack *thrown)
{
    bool is_hit = blow.outcome != BLOW_MISSES;

    if (body_delver(target) != NULL)
        notice_striker(world, body_delver(target), body_foe(body));
    if ((kind == DAMAGE_FIRE || kind == DAMAGE_BLAST) && (gear_of(target).traits & ITEM_WARMS) != 0)
        blow.damage /= 2;
    if (body_delver(target) != NULL && delver_is_away(body_delver(target)))
        blow.damage = (blow.damage + 1) / 2;
    if (is_hit && kind == DAMAGE_BLOW && steal(body, target))
        blow.damage = 0;
    else
        push_blow(body, target, &blow, kind, thrown);
    note_fight(world, body, target, is_hit);
    noise_make(world, body, NOISE_FIGHT);
    if (body_foe(target) != NULL)
        mind_wake(body_foe(target), body_delver(body));
    beat_begin(world, target);
    if (blow.damage > 0 && kind == DAMAGE_BLOW) {
        drain(body, blow.damage);
        give_statuses(world, body, target);
        hush(world, body);
        give_by_weapon(world, body, target);
    }
    if (body_delver(target) != NULL)
        feel_damage(world, body_delver(target), blow.damage);
    blow_harm(world, target, blow.damage, body);
}

/* Strikes once. A reflected throw is reported as a shot, because its event has no thing. */
static bool strike(const struct world *world, struct body *body, struct body *target,
                   const struct fighter *fighter, enum damage_kind kind, const struct stack *thrown)
{
    if (is_reflected(target, kind)) {
        struct event *event = event_push(&body->level->events, EVENT_REFLECTED, target);
        event->other = body->id;
        if (thrown != NULL)
            event->stack = *thrown;
        (void)strike(world, target, body, fighter, kind, NULL);
        return false;
    }
    const struct fighter other = fighter_of(world, target);
    enum surprise surprise = surprise_of(body, target, kind);
    struct blow blow = fight_strike(&body->level->rng, fighter, &other, kind, surprise);

    land(world, body, target, blow, kind, thrown);
    return blow.outcome != BLOW_MISSES;
}

bool blow_strike(const struct world *world, struct body *body, struct body *target,
                 const struct fighter *fighter, enum damage_kind kind)
{
    return strike(world, body, target, fighter, kind, NULL);
}

bool blow_throw(const struct world *world, struct body *body, struct body *target,
                const struct fighter *fighter, const struct stack *thing)
{
    return strike(world, body, target, fighter, DAMAGE_MISSILE, thing);
}

/* Strikes all other foes beside the bearer of a sweeping weapon, for half of the damage. */
static void sweep(const struct world *world, struct body *body, const struct body *met)
{
    const struct item_row *weapon = fighter_weapon(body);
    const struct fighter fighter = fighter_of(world, body);
    body_id struck = met->id; /* Returns the foe beside the body, or the target if a long weapon
                                 reaches it; NULL: neither. */

    if (weapon == NULL || (weapon->traits & ITEM_SWEEPS) == 0)
        return;
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
        body_id id = level_body_at(body->level, pos_step(body->at, dir));
        struct body *other = world_body(world, id);
        if (other == NULL || id == struck || body_foe(other) == NULL || body_is_buried(other))
            continue;
        const struct fighter side = fighter_of(world, other);
        struct blow blow = fight_strike(&body->level->rng, &fighter, &side, DAMAGE_BLOW,
                                        surprise_of(body, other, DAMAGE_BLOW));
        blow.damage /= 2;
        land(world, body, other, blow, DAMAGE_BLOW, NULL);
    }
}

void blow_reach(const struct world *world, struct body *body, struct body *target, int damage)
{
    struct event *event = event_push(&body->level->events, EVENT_BLAST, body);
    int left = target->health - damage;

    event->other = target->id;
    event->from = target->at;
    event->count = damage;
    event->left = left > 0 ? left : 0;
    if (blow_is_between(body, target))
        note_fight(world, body, target, true);
    noise_make(world, body, NOISE_FIGHT);
    if (body_foe(target) != NULL)
        mind_wake(body_foe(target), body_delver(body));
    beat_begin(world, target);
    blow_harm(world, target, damage, body);
}

bool blow_reaches(const struct world *world, const struct body *body, const struct body *target)
{
    const struct item_row *weapon = fighter_weapon(body);

    return weapon != NULL && (weapon->traits & ITEM_REACHES) != 0 &&
           body_is_on(target, body->level) && pos_distance(body->at, target->at) == REACH_CELLS &&
           blow_has_line(world, body, target);
}

/* Returns the foe beside the body, or the target if a long weapon reaches it; NULL: neither. */
static struct body *find_victim(const struct world *world, const struct body *body,
                                const struct action *action)
{
    struct pos at = pos_step(body->at, action->dir);
    struct body *beside = world_body(world, level_body_at(body->level, at));
    struct body *target = world_body(world, action->target);

    if (action->target == 0 && action->dir != DIR_NONE &&
        (beside == NULL || !blow_is_between(body, beside)))
        target = world_body(world, level_body_at(body->level, pos_step(at, action->dir)));
    return target != NULL && blow_reaches(world, body, target) ? target : beside;
}

bool blow_attack(const struct world *world, struct body *body, const struct action *action)
{
    struct body *target = find_victim(world, body, action);
    struct fighter fighter = fighter_of(world, body);
    struct foe *foe = body_foe(body);

    if (target != NULL && duel_is_between(body, target)) {
        duel_strike(world, body_delver(body), body_delver(target));
        return true;
    }
    if (target == NULL || !blow_is_between(body, target) || body_is_buried(target) ||
        body_is_fallen(target)) {
        event_refuse(&body->level->events, body, REFUSAL_NO_FOE, action->dir);
        return false;
    }
    if (foe != NULL && foe->mind.is_poised)
        fighter.attack += AMBUSH_GAIN;
    if (foe != NULL)
        foe->mind.is_hidden = foe->mind.is_poised = false;
    (void)blow_strike(world, body, target, &fighter, DAMAGE_BLOW);
    sweep(world, body, target);
    return true;
}

bool blow_shoot(const struct world *world, struct body *body, const struct action *action)
{
    const struct species_part *part = species_part(species_row(body->species), PART_SHOT);
    struct body *target = world_body(world, action->target);
    struct fighter fighter = fighter_of(world, body);

    if (part == NULL || target == NULL || !body_is_on(target, body->level) ||
        !blow_is_between(body, target) || body_is_fallen(target) ||
        !blow_has_line(world, body, target)) {
        event_refuse(&body->level->events, body, REFUSAL_NO_TARGET, DIR_NONE);
        return false;
    }
    fighter.damage = part->dice;
    (void)blow_strike(world, body, target, &fighter, DAMAGE_MISSILE);
    return true;
}

int blow_cost_percent(const struct body *body, enum action_verb verb)
{
    const struct species_row *row = species_row(body->species);
    const struct species_part *shot = species_part(row, PART_SHOT);

    if (verb == ACTION_SHOOT && shot != NULL)
        return shot->cost;
    if (body->species != SPECIES_DELVER) {
        bool is_wild = species_part(row, PART_FRENZY) != NULL &&
                       body->health * 100 < body->health_max * FRENZY_PERCENT;
        return is_wild ? row->hit * FRENZY_COST / 100 : row->hit;
    }
    const struct item_row *weapon =
        verb == ACTION_FIRE ? fighter_launcher(body) : fighter_weapon(body);
    return weapon == NULL || weapon->beat_percent == 0 ? 100 : weapon->beat_percent;
}

/* True if a stubborn delver survives this blow, as it may once on each level. */
static bool stands_fast(struct body *body)
{
    struct delver *delver = body_delver(body);

    if (delver == NULL || delver->effects.is_stubborn_used || body->health <= 1 ||
        !life_has_knack(&delver->life, KNACK_STUBBORN))
        return false;
    delver->effects.is_stubborn_used = true;
    return true;
}

void blow_harm(const struct world *world, struct body *victim, int damage, struct body *by)
{
    if (damage <= 0 || body_is_fallen(victim))
        return;
    statuses_end_by(&victim->statuses, STATUS_ENDS_BY_HARM);
    if (damage >= victim->health && stands_fast(victim))
        damage = victim->health - 1;
    victim->health = (int16_t)(damage < victim->health ? victim->health - damage : 0);
    if (body_delver(victim) != NULL) {
        delver_note_blow(body_delver(victim), damage);
        delver_note_change(body_delver(victim));
        use_break(body_delver(victim));
    }
    if (victim->health >= SPLIT_HEALTH &&
        species_part(species_row(victim->species), PART_SPLIT) != NULL)
        spawn_ask(victim->level, victim->id, PART_SPLIT);
    if (victim->health > 0)
        return;
    if (body_foe(victim) != NULL)
        death_of_foe(world, body_foe(victim), by);
    else
        fall_or_die(world, body_delver(victim), by);
}
