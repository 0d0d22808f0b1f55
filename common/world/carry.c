/*
 * Verbs for things on the ground, in the pack or worn. Each verb finds the thing, refuses with a
 * reason, or moves the thing between cell, pack and slot and reports the move.
 */
#include "world/carry.h"

#include "world/world.h"

static bool refuse(struct body *body, enum refusal refusal)
{
    event_refuse(&body->level->events, body, refusal, DIR_NONE);
    return false;
}

/* Returns the number of things of that kind and temper that a delver has; for gold, all of it. */
static int count_of(const struct delver *delver, const struct stack *thing)
{
    uint32_t count = 0;

    if (thing->kind == ITEM_GOLD)
        return (int)(delver->life.gold < STACK_GOLD_MAX ? delver->life.gold : STACK_GOLD_MAX);
    for (uint32_t i = 0; i < PACK_MAX; i++) {
        const struct stack *carried = &delver->life.pack.carried[i];
        if (carried->kind == thing->kind && stack_is_alike(carried, thing))
            count += carried->count;
    }
    return (int)count;
}

/* Puts as much of *thing into pack or purse as fits; the rest stays in *thing. */
static uint32_t receive(struct delver *delver, struct stack *thing)
{
    uint32_t count = thing->count;

    if (thing->kind == ITEM_GOLD) {
        count = (uint32_t)life_gain(&delver->life.gold, count);
    } else {
        struct stack part = *thing;
        part.count = count = pack_room(&delver->life.pack, thing);
        if (count > 0)
            (void)pack_put(&delver->life.pack, part);
    }
    thing->count -= count;
    if (count > 0)
        delver_note_change(delver);
    return count;
}

/* Returns the item with that id on the delver's cell; for id 0 the uppermost that it may take, else
   the top item. NULL: there is none. */
static struct item *find_lying(const struct world *world, const struct delver *delver, item_id id)
{
    struct item *found = NULL;

    for (struct item *item = world_item(world, delver->body.level->first_item); item != NULL;
         item = world_item(world, item->next)) {
        if (!pos_equal(item->at, delver->body.at) || (id != 0 && item->id != id))
            continue;
        if (id != 0 || item_is_free(world, item, delver->delver_id))
            return item;
        found = found == NULL ? item : found;
    }
    return found;
}

uint32_t carry_wanted(const struct stack *thing, uint32_t count)
{
    return count == 0 || count > thing->count ? thing->count : count;
}

/* Picks up `count` of the item, 0 for all. False: there is no room for any. */
static bool pick_up(const struct world *world, struct delver *delver, struct item *item,
                    uint32_t count)
{
    struct level *level = delver->body.level;
    struct stack taken = item->stack;
    struct stack wanted = item->stack;

    wanted.count = carry_wanted(&item->stack, count);
    taken.count = receive(delver, &wanted);
    if (taken.count == 0)
        return false;
    item->stack.count -= taken.count;
    if (stack_is_none(&item->stack))
        item_take_away(world, level, item);
    struct event *event = event_of_stack(&level->events, EVENT_ITEM_TAKEN, &delver->body, taken);
    event->left = count_of(delver, &taken);
    event->count = (int)wanted.count;
    return true;
}

bool carry_get(const struct world *world, struct body *body, const struct action *action)
{
    struct delver *delver = body_delver(body);
    struct item *item = delver == NULL ? NULL : find_lying(world, delver, action->object);

    if (item == NULL)
        return refuse(body, REFUSAL_NOTHING_HERE);
    if (!item_is_free(world, item, delver->delver_id))
        return refuse(body, item->kept_until == 0 ? REFUSAL_NOT_YOURS : REFUSAL_NEWCOMERS);
    return pick_up(world, delver, item, action->count) || refuse(body, REFUSAL_PACK_FULL);
}

void carry_step(const struct world *world, struct delver *delver)
{
    struct level *level = delver->body.level;

    if (level == NULL || level_item_at(world, level, delver->body.at) == NULL)
        return;
    for (item_id id = level->first_item; id != 0;) {
        struct item *item = world_item(world, id);
        id = item->next;
        bool is_wanted =
            item_is_own(world, item, delver->delver_id) ||
            (item->stack.kind == ITEM_GOLD && item_is_free(world, item, delver->delver_id));
        if (pos_equal(item->at, delver->body.at) && is_wanted && !pick_up(world, delver, item, 0) &&
            event_has_room(&level->events))
            (void)event_of_stack(&level->events, EVENT_ITEM_STAYED, &delver->body, item->stack);
    }
}

const struct stack *carry_find(struct delver *delver, uint32_t object)
{
    const struct stack *thing = delver == NULL ? NULL : pack_peek(&delver->life.pack, object);

    if (thing == NULL && delver != NULL)
        (void)refuse(&delver->body, REFUSAL_NOT_CARRIED);
    return thing;
}

struct stack carry_take(struct delver *delver, uint32_t object, uint32_t count)
{
    delver_note_change(delver);
    return pack_take(&delver->life.pack, object, count);
}

uint32_t carry_give(const struct world *world, struct delver *delver, struct stack thing)
{
    struct level *level = delver->body.level;
    uint32_t received;

    ledger_make(&level->ledger, &thing);
    received = receive(delver, &thing);
    if (stack_is_none(&thing))
        return received;
    struct item *item = item_lay(world, level, thing, delver->body.at, delver);
    if (item == NULL) {
        item_end_unplaced(level, thing, delver->body.at);
        return received;
    }
    item_own(world, item, delver->delver_id);
    if (event_has_room(&level->events))
        (void)event_of_stack(&level->events, EVENT_ITEM_STAYED, &delver->body, thing);
    return received;
}

bool carry_drop(const struct world *world, struct body *body, const struct action *action)
{
    struct delver *delver = body_delver(body);
    const struct stack *thing = carry_find(delver, action->object);

    if (thing == NULL)
        return false;
    if (thing->kind == ITEM_BUNDLE)
        return refuse(body, REFUSAL_KEPT);
    struct stack dropped = *thing;
    dropped.count = carry_wanted(thing, action->count);
    const struct item *item = item_lay(world, body->level, dropped, body->at, delver);
    if (item == NULL)
        return refuse(body, REFUSAL_NO_ROOM);
    (void)carry_take(delver, action->object, dropped.count);
    (void)event_of_stack(&body->level->events, EVENT_ITEM_DROPPED, body, dropped);
    if (!pos_equal(item->at, body->at))
        event_of_stack(&body->level->events, EVENT_ITEM_LANDED, body, dropped)->at = item->at;
    return true;
}

/* Stores where the last wielded weapon was put. */
static void remember_weapon(struct delver *delver, const struct stack *weapon)
{
    delver->weapon_before = OBJECT_NONE;
    for (uint32_t object = OBJECT_CARRIED; object < OBJECT_WORN; object++) {
        const struct stack *thing = pack_peek(&delver->life.pack, object);
        if (thing != NULL && stack_is_alike(thing, weapon))
            delver->weapon_before = object;
    }
}

/* Wears the carried thing at `object`, which has a slot. */
static bool put_on(struct delver *delver, uint32_t object)
{
    struct body *body = &delver->body;
    struct pack *pack = &delver->life.pack;
    const struct stack weapon = pack->worn[SLOT_WEAPON];
    struct stack worn = *pack_peek(pack, object);

    worn.count = 1;
    if (!pack_wear(pack, object))
        return refuse(body, REFUSAL_PACK_FULL);
    if (item_row(worn.kind)->slot == SLOT_WEAPON && !stack_is_none(&weapon))
        remember_weapon(delver, &weapon);
    delver_note_change(delver);
    (void)event_of_stack(&body->level->events, EVENT_ITEM_WORN, body, worn);
    return true;
}

static bool is_weapon(const struct delver *delver, uint32_t object)
{
    const struct stack *thing = pack_peek(&delver->life.pack, object);

    return thing != NULL && object < OBJECT_WORN && item_row(thing->kind)->slot == SLOT_WEAPON;
}

bool carry_swap(const struct world *world, struct body *body, const struct action *action)
{
    struct delver *delver = body_delver(body);
    uint32_t object = delver == NULL ? OBJECT_NONE : delver->weapon_before;

    (void)world;
    (void)action;
    if (delver == NULL)
        return false;
    if (!is_weapon(delver, object)) {
        object = OBJECT_CARRIED;
        while (object < OBJECT_WORN && !is_weapon(delver, object))
            object++;
    }
    return object < OBJECT_WORN ? put_on(delver, object) : refuse(body, REFUSAL_NO_WEAPON);
}

bool carry_wear(const struct world *world, struct body *body, const struct action *action)
{
    struct delver *delver = body_delver(body);
    const struct stack *thing = carry_find(delver, action->object);

    (void)world;
    if (thing == NULL)
        return false;
    if (item_row(thing->kind)->slot == SLOT_NONE)
        return refuse(body, REFUSAL_NOT_WORN);
    if (action->object >= OBJECT_WORN)
        return refuse(body, REFUSAL_WORN_ALREADY);
    return put_on(delver, action->object);
}

bool carry_remove(const struct world *world, struct body *body, const struct action *action)
{
    struct delver *delver = body_delver(body);
    const struct stack *thing = carry_find(delver, action->object);

    (void)world;
    if (thing == NULL)
        return false;
    struct stack worn = *thing;
    if (action->object < OBJECT_WORN)
        return refuse(body, REFUSAL_NOT_WORN);
    if (!pack_remove(&delver->life.pack, action->object))
        return refuse(body, REFUSAL_PACK_FULL);
    if (action->object == OBJECT_WORN + SLOT_WEAPON)
        remember_weapon(delver, &worn);
    delver_note_change(delver);
    (void)event_of_stack(&body->level->events, EVENT_ITEM_REMOVED, body, worn);
    return true;
}
