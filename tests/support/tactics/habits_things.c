/*
 * Habits of those that have things: to wear, read, try, drop, sell and buy them.
 */
#include "support/tactics/gear.h"
#include "support/tactics/ground.h"
#include "support/tactics/habits.h"
#include "world/haven.h"

enum {
    STALL_STEPS = 20,     /* to a pedlar, before the level is explored */
    STALL_GOLD = 60,      /* for which that is worth it */
    PURSE_LEAST = 12,     /* gold; with less there is nothing to buy */
    GOLD_AGAIN = 100,     /* more than after the last deal, for another */
    BANDAGES_WANTED = 4,  /* one place of the pack */
    MENDING_PERCENT = 25, /* of full health, under which a bandage is too slow */
    RETURN_GOLD = 240,    /* for two draughts of mending and the next scroll */
};

static int percent_of(const struct knowledge *known)
{
    return known->health * 100 / known->health_max;
}

/* How many of that kind the pack holds. */
static int count_of(const struct knowledge *known, enum item_kind kind)
{
    int count = 0;

    for (int i = 0; i < known->pack_count; i++)
        count += known->pack[i].kind == kind ? known->pack[i].count : 0;
    return count;
}

static bool use(const struct pack_thing *thing, struct wish *out)
{
    *out = (struct wish){.kind = WISH_USE, .thing = thing->id};
    return true;
}

bool habit_wear(const struct knowledge *known, const struct customs *customs, struct wish *out)
{
    (void)customs;
    for (int i = 0; known->can[WISH_WEAR] && i < known->pack_count; i++) {
        const struct pack_thing *thing = &known->pack[i];
        if (thing->is_worn || gear_gain(known, thing->kind, thing->temper) <= 0)
            continue;
        *out = (struct wish){.kind = WISH_WEAR, .thing = thing->id};
        return true;
    }
    return false;
}

/* The weapon twice as often as the armour: what falls sooner hurts less. */
static uint32_t least_tempered(const struct knowledge *known)
{
    const struct pack_thing *weapon = gear_worn_in(known, SLOT_WEAPON);
    const struct pack_thing *body = gear_worn_in(known, SLOT_BODY);

    if (weapon == NULL || (body != NULL && 2 * body->temper + 1 < weapon->temper))
        return body == NULL ? OBJECT_NONE : body->id;
    return weapon->id;
}

bool habit_read(const struct knowledge *known, const struct customs *customs, struct wish *out)
{
    static const enum item_kind used_at_once[] = {ITEM_TEMPERING, ITEM_HEART};

    (void)customs;
    for (int i = 0; known->can[WISH_USE] && i < known->pack_count; i++) {
        const struct pack_thing *thing = &known->pack[i];
        bool is_wanted =
            thing->kind == ITEM_MAPPING && thing->is_known && !known->notes->is_explored;
        for (size_t j = 0; j < sizeof used_at_once / sizeof used_at_once[0]; j++)
            is_wanted = is_wanted || thing->kind == used_at_once[j];
        if (!is_wanted)
            continue;
        *out = (struct wish){.kind = WISH_USE, .thing = thing->id, .other = least_tempered(known)};
        return true;
    }
    return false;
}

/* Knacks for a fight first; those that only help others or in the water come last. */
static const enum knack liked[KNACK_COUNT] = {
    KNACK_HEAVY_HAND, KNACK_STUBBORN, KNACK_HARDY,    KNACK_LIGHT_FOOT, KNACK_QUICK_HANDS,
    KNACK_WRESTLER,   KNACK_DEADEYE,  KNACK_OLD_LAMP, KNACK_NOSE,       KNACK_CALLER,
    KNACK_MENDER,     KNACK_BULWARK,  KNACK_SWIMMER};

bool habit_learn(const struct knowledge *known, const struct customs *customs, struct wish *out)
{
    (void)customs;
    for (int i = 0; i < KNACK_COUNT; i++) {
        for (int j = 0; j < known->offer_count; j++) {
            if (known->offer[j] != liked[i])
                continue;
            *out = (struct wish){.kind = WISH_LEARN, .thing = (uint32_t)j + 1};
            return true;
        }
    }
    return false;
}

bool habit_return(const struct knowledge *known, const struct customs *customs, struct wish *out)
{
    (void)customs;
    *out = (struct wish){.kind = WISH_WAIT};
    if (known->is_returning)
        return true;
    if (!known->can[WISH_USE] || haven_number(known->depth) < HAVEN_COUNT ||
        known->gold < RETURN_GOLD || count_of(known, ITEM_MENDING) > 0)
        return false;
    for (int i = 0; i < known->foe_count; i++) {
        if (known->foes[i].is_seen)
            return false;
    }
    for (int i = 0; i < known->pack_count; i++) {
        if (known->pack[i].kind == ITEM_RETURN)
            return use(&known->pack[i], out);
    }
    return false;
}

bool habit_try(const struct knowledge *known, const struct customs *customs, struct wish *out)
{
    (void)customs;
    if (!known->can[WISH_USE] || known->health < known->health_max)
        return false;
    for (int i = 0; i < known->foe_count; i++) {
        if (known->foes[i].is_seen)
            return false;
    }
    for (int i = 0; i < known->pack_count; i++) {
        const struct pack_thing *thing = &known->pack[i];
        enum item_class class = item_row(thing->kind)->class;
        if (!thing->is_known && (class == CLASS_DRAUGHT || class == CLASS_SCROLL) &&
            thing->kind != ITEM_FIRE_THROAT && thing->kind != ITEM_BANISHING)
            return use(thing, out);
    }
    return false;
}

/* Things that help in a fight, and the status that each gives; STATUS_COUNT: aimed at a foe. */
static const struct help {
    enum item_kind kind;
    enum status_id status;
} helps[] = {
    {ITEM_WAND_SLUMBER, STATUS_COUNT},     {ITEM_WAND_FROST, STATUS_COUNT},
    {ITEM_WAND_SPARKS, STATUS_COUNT},      {ITEM_FIRE_THROAT, STATUS_COUNT},
    {ITEM_BANISHING, STATUS_COUNT},        {ITEM_STONE_SKIN, STATUS_STONE},
    {ITEM_CHARM_SWIFTNESS, STATUS_HASTED}, {ITEM_SWIFTNESS, STATUS_HASTED},
};

/* The nearest awake foe in a clear line within that range; 0: none. */
static body_id find_target(const struct knowledge *known, int range)
{
    for (int i = 0; i < known->foe_count; i++) {
        const struct known_foe *foe = &known->foes[i];
        if (foe->is_seen && foe->is_awake && foe->distance <= range &&
            ground_has_line(known, known->at, foe->at))
            return foe->id;
    }
    return 0;
}

static bool is_ready(const struct pack_thing *thing)
{
    return thing->is_known && thing->rest == 0 &&
           (item_row(thing->kind)->class != CLASS_WAND || thing->charges > 0);
}

bool habit_prepare(const struct knowledge *known, const struct customs *customs, struct wish *out)
{
    enum { RANGE = 6 };
    body_id target = find_target(known, RANGE);

    (void)customs;
    if (!known->can[WISH_USE] || known->danger < DANGER_HARD || target == 0)
        return false;
    for (size_t i = 0; i < sizeof helps / sizeof helps[0]; i++) {
        bool is_aimed = helps[i].status == STATUS_COUNT;
        for (int j = 0; j < known->pack_count; j++) {
            const struct pack_thing *thing = &known->pack[j];
            if (thing->kind != helps[i].kind || !is_ready(thing) ||
                (!is_aimed && statuses_have(known->statuses, helps[i].status)))
                continue;
            (void)use(thing, out);
            out->foe = is_aimed ? target : 0;
            return true;
        }
    }
    return false;
}

bool habit_bandage(const struct knowledge *known, const struct customs *customs, struct wish *out)
{
    int percent = percent_of(known);

    if (!known->can[WISH_USE] || known->is_bandaged ||
        (known->danger >= DANGER_HARD && count_of(known, ITEM_MENDING) > 0) ||
        percent >= customs->drink_percent + 10 || percent < MENDING_PERCENT)
        return false;
    for (int i = 0; i < known->pack_count; i++) {
        const struct pack_thing *thing = &known->pack[i];
        if (thing->kind == ITEM_BANDAGE || (thing->kind == ITEM_CHARM_MENDING && is_ready(thing)))
            return use(thing, out);
    }
    return false;
}

bool habit_drop(const struct knowledge *known, const struct customs *customs, struct wish *out)
{
    (void)customs;
    if (known->free_places > NICHE_FINDS_MAX)
        return false;
    for (int i = 0; i < known->pack_count; i++) {
        if (!gear_is_spare(known, &known->pack[i]))
            continue;
        *out = (struct wish){.kind = WISH_DROP, .thing = known->pack[i].id};
        return true;
    }
    return false;
}

/* True if one more of what stacks has a place. */
static bool has_room_for(const struct knowledge *known, enum item_kind kind)
{
    bool has_room = known->free_places > NICHE_FINDS_MAX;

    for (int i = 0; i < known->pack_count; i++)
        has_room = has_room ||
                   (known->pack[i].kind == kind && known->pack[i].count < (int)stack_max(kind));
    return has_room;
}

/* Better arms and armour first, then the way back to here, mending, and bandages with what is left;
   0: nothing. */
static uint32_t choose_ware(const struct knowledge *known)
{
    const struct ware *best = NULL;
    int most = 0;

    for (int i = 0; i < known->ware_count; i++) {
        const struct ware *ware = &known->wares[i];
        enum item_kind kind = ware->thing.kind;
        int gain = gear_gain(known, kind, ware->thing.temper) * 10;
        if (kind == ITEM_MENDING)
            gain = has_room_for(known, kind) ? 2 : 0;
        else if (kind == ITEM_RETURN)
            gain = has_room_for(known, kind) && count_of(known, kind) == 0 ? 3 : 0;
        else if (kind == ITEM_BANDAGE)
            gain = has_room_for(known, kind) && count_of(known, kind) < BANDAGES_WANTED;
        if (ware->price > known->gold || gain <= most)
            continue;
        most = gain;
        best = ware;
    }
    return best == NULL ? 0 : best->number;
}

static bool deal(const struct knowledge *known, struct wish *out)
{
    for (int i = 0; i < known->pack_count; i++) {
        if (known->pack[i].offer == 0 || !gear_is_spare(known, &known->pack[i]))
            continue;
        *out = (struct wish){.kind = WISH_SELL, .thing = known->pack[i].id};
        return true;
    }
    *out = (struct wish){.kind = WISH_BUY, .thing = choose_ware(known)};
    known->notes->has_dealt = out->thing == 0;
    known->notes->dealt_gold = known->gold;
    return out->thing != 0;
}

bool habit_deal(const struct knowledge *known, const struct customs *customs, struct wish *out)
{
    const struct path_goal goal = {.kind = PATH_TO_CELL, .cell = known->stall};
    struct path way;

    if (!known->can[WISH_BUY] || !known->has_stall ||
        (known->notes->has_dealt && known->gold < known->notes->dealt_gold + GOLD_AGAIN))
        return false;
    if (known->ware_count > 0 && (known->gold >= STALL_GOLD || known->notes->is_explored))
        return deal(known, out);
    if (known->gold < (known->notes->is_explored ? PURSE_LEAST : STALL_GOLD) ||
        !ground_way(known, customs, ROUND_SHUNNED, 0, &goal, &way) || way.length == 0 ||
        (way.steps > STALL_STEPS && !known->notes->is_explored))
        return false;
    *out = (struct wish){.kind = WISH_STEP, .dir = (enum dir)way.dirs[0]};
    return true;
}
