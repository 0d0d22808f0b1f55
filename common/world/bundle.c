/*
 * Bundles.
 */
#include "world/bundle.h"

#include <string.h>

#include "world/carry.h"
#include "world/grave.h"

static const struct stack one_bundle = {.kind = ITEM_BUNDLE, .count = 1};

static bool refuse(struct body *body, enum refusal refusal)
{
    event_refuse(&body->level->events, body, refusal, DIR_NONE);
    return false;
}

static bool has_bundle(const struct life *life)
{
    return pack_find(&life->pack, ITEM_BUNDLE) != OBJECT_NONE || life->bundle.delver_id != 0;
}

/* The grave of somebody else, closed and not empty, that the delver stands on; NULL: none. */
static struct grave *closed_grave(const struct world *world, const struct delver *delver)
{
    const struct body *body = &delver->body;

    for (uint32_t id = body->level->first_grave; id != 0; id = world->graves[id - 1].next) {
        struct grave *grave = &world->graves[id - 1];
        if (pos_equal(grave->at, body->at) && !grave_is_empty(grave) &&
            !grave_is_open_to(world, grave, delver->delver_id))
            return grave;
    }
    return NULL;
}

bool bundle_fetch(const struct world *world, struct body *body, const struct action *action)
{
    struct delver *delver = body_delver(body);
    struct grave *grave = delver == NULL ? NULL : closed_grave(world, delver);

    (void)action;
    if (grave == NULL)
        return refuse(body, REFUSAL_NO_GRAVE);
    if (has_bundle(&delver->life))
        return refuse(body, REFUSAL_BUNDLE);
    if (pack_room(&delver->life.pack, &one_bundle) == 0)
        return refuse(body, REFUSAL_PACK_FULL);
    delver->life.bundle = *grave;
    delver->life.bundle.next = 0;
    /* Empty, it is filled in at the end of the tick. */
    memset(grave->things, 0, sizeof grave->things);
    grave->gold = 0;
    body->level->population.is_dirty = true;
    (void)pack_put(&delver->life.pack, one_bundle);
    ledger_make(&body->level->ledger, &one_bundle);
    delver_note_change(delver);
    (void)event_of_stack(&body->level->events, EVENT_FETCHED, body, one_bundle);
    return true;
}

/* The place of the bundle is free for what is in it; it is taken again where something is left. */
static void unseal(struct delver *delver, uint32_t object)
{
    struct life *life = &delver->life;
    const struct pack before = life->pack;
    const struct grave bundle = life->bundle;
    const int64_t gold = life->gold;
    const int64_t experience = life->experience;

    (void)pack_take(&life->pack, object, 1);
    grave_empty(delver, &life->bundle);
    bool is_all = grave_is_empty(&life->bundle);
    if (!is_all) {
        life->pack = before;
        life->bundle = bundle;
        life->gold = gold;
        life->experience = experience;
        grave_empty(delver, &life->bundle);
    } else {
        ledger_end(&delver->body.level->ledger, &one_bundle);
        life->bundle = (struct grave){0};
    }
    delver_note_change(delver);
    struct event *event =
        event_of_stack(&delver->body.level->events, EVENT_UNSEALED, &delver->body, one_bundle);
    event->left = is_all ? 0 : 1;
}

bool bundle_open(const struct world *world, struct delver *delver, uint32_t object)
{
    if (!grave_is_open_to(world, &delver->life.bundle, delver->delver_id))
        return refuse(&delver->body,
                      delver->life.bundle.is_kept ? REFUSAL_NEWCOMERS_BUNDLE : REFUSAL_SEALED);
    unseal(delver, object);
    return true;
}

bool bundle_give(const struct world *world, struct delver *delver, uint32_t object,
                 struct delver *other)
{
    (void)world;
    if (has_bundle(&other->life))
        return refuse(&delver->body, REFUSAL_THEIR_BUNDLE);
    if (pack_room(&other->life.pack, &one_bundle) == 0)
        return refuse(&delver->body, REFUSAL_THEIR_PACK_FULL);
    other->life.bundle = delver->life.bundle;
    delver->life.bundle = (struct grave){0};
    uint32_t received = pack_put(&other->life.pack, carry_take(delver, object, 1));
    delver_note_change(other);
    event_of_stack(&delver->body.level->events, EVENT_ITEM_GIVEN, &delver->body, one_bundle)
        ->other = other->body.id;
    if (other->life.bundle.delver_id == other->delver_id)
        unseal(other, received);
    return true;
}

void bundle_bury(struct world *world, struct level *level, struct delver *delver)
{
    struct grave grave = delver->life.bundle;
    uint32_t object = pack_find(&delver->life.pack, ITEM_BUNDLE);

    grave.at = level_ashore(level, delver->body.at);
    grave_lay(world, level, &grave);
    struct delver *owner = world_find_delver(world, grave.delver_id);
    const struct grave_place place = {
        .wing = level->key.wing, .depth = level->key.depth, .at = grave.at};
    if (owner != NULL && deaths_move_grave(&owner->life.deaths, grave.died_at, &place))
        world_note_change(world, owner);
    delver->life.bundle = (struct grave){0};
    if (object == OBJECT_NONE)
        return;
    (void)pack_take(&delver->life.pack, object, 1);
    ledger_end_there(&world->ledger, &level->holding,
                     (const uint64_t[ITEM_KIND_COUNT]){[ITEM_BUNDLE] = 1});
}

void bundle_forget(struct world *world, struct delver *delver, int64_t owner_id,
                   bool is_noted_elsewhere)
{
    struct level *level = delver->body.level;
    struct holding *holding = level == NULL ? NULL : &level->holding;
    uint64_t gone[ITEM_KIND_COUNT] = {0};

    if (!life_drop_bundle(&delver->life, owner_id, gone))
        return;
    world_note_change(world, delver);
    if (event_has_room(&world->events))
        (void)event_push(&world->events, EVENT_BUNDLE_GONE, &delver->body);
    if (is_noted_elsewhere)
        ledger_carry_out(&world->ledger, holding, gone);
    else
        ledger_end_there(&world->ledger, holding, gone);
}

void bundle_rename(struct world *world, struct delver *delver, int64_t owner_id,
                   const char name[NAME_LENGTH_MAX + 1])
{
    if (owner_id == 0 || delver->life.bundle.delver_id != owner_id)
        return;
    memcpy(delver->life.bundle.name, name, sizeof delver->life.bundle.name);
    world_note_change(world, delver);
}

void bundles_clean_up(struct world *world)
{
    for (uint32_t i = 0; i < world->limits.delvers_max; i++) {
        struct delver *delver = world->delvers[i];
        const struct grave *bundle = delver == NULL ? NULL : &delver->life.bundle;
        if (bundle != NULL && bundle->is_kept && bundle->delver_id != delver->delver_id &&
            grave_is_over(world, bundle))
            bundle_forget(world, delver, bundle->delver_id, false);
    }
}
