/*
 * Bodies as sides of a fight.
 */
#include "world/fighter.h"

#include "content/item.h"
#include "world/fight.h"
#include "world/line.h"
#include "world/world.h"

enum {
    LEVELS_PER_POINT = 6,   /* of damage that a delver's shot does more */
    RALLY_CELLS = 8,        /* from which mates are rallied */
    ATTACK_PER_PERCENT = 3, /* a point of attack is worth so many in 100: see fight_chance() */
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
