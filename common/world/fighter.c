/*
 * Bodies as sides of a fight.
 */
#include "world/fighter.h"

#include "content/item.h"

enum {
    ATTACK_PER_PERCENT = 3, /* a point of attack is worth so many in 100: see fight_chance() */
};

/* What every delver bears. */
static const enum item_kind starting_weapon = ITEM_KNIFE;
static const enum item_kind starting_armour = ITEM_PADDED_COAT;

const struct item_row *fighter_weapon(const struct body *body)
{
    return body->species == SPECIES_DELVER ? item_row(starting_weapon) : NULL;
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
    const struct item_row *weapon = fighter_weapon(&delver->body);
    const struct item_row *armour = item_row(starting_armour);
    int level = life_level(&delver->life);

    return (struct fighter){
        .attack = fight_attack(level, weapon->attack),
        .defence =
            fight_defence(level, armour->defence, has_companion_beside(world, &delver->body)),
        .damage = weapon->dice,
        .armour = armour->armour,
    };
}

struct fighter fighter_of(const struct world *world, const struct body *body)
{
    struct fighter fighter = body->species == SPECIES_DELVER
                                 ? delver_fighter(world, (const struct delver *)body)
                                 : fight_foe(species_row(body->species), 0);

    fighter.attack += statuses_effect(&body->statuses, STATUS_CHANCE) / ATTACK_PER_PERCENT;
    fighter.armour += statuses_effect(&body->statuses, STATUS_ARMOUR);
    if (fighter.armour < 0)
        fighter.armour = 0;
    return fighter;
}
