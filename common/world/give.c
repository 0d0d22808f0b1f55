/*
 * Giving.
 */
#include "world/give.h"

#include "world/carry.h"
#include "world/grave.h"
#include "world/world.h"

static bool refuse(struct body *body, enum refusal refusal)
{
    event_refuse(&body->level->events, body, refusal, DIR_NONE);
    return false;
}

/* The delver with that body if it stands beside `body`; NULL: it does not. */
static struct delver *find_beside(const struct world *world, const struct body *body, body_id id)
{
    struct delver *other = world_delver(world, id);

    return other != NULL && body_is_on(&other->body, body->level) &&
                   pos_distance(other->body.at, body->at) == 1
               ? other
               : NULL;
}

bool give_thing(const struct world *world, struct body *body, const struct action *action)
{
    struct delver *delver = body_delver(body);
    const struct stack *thing = carry_find(delver, action->object);

    if (thing == NULL)
        return false;
    struct delver *other = find_beside(world, body, action->target);
    if (other == NULL)
        return refuse(body, REFUSAL_NOBODY_BESIDE);
    if (action->object >= OBJECT_WORN)
        return refuse(body, REFUSAL_WORN_ALREADY);
    /* A bundle belongs to another delver: passing it on is no gift, so new delvers may do it. */
    if (thing->kind == ITEM_BUNDLE)
        return bundle_give(world, delver, action->object, other);
    if (!life_is_proven(&delver->life))
        return refuse(body, REFUSAL_NO_GIFTS);
    struct stack part = *thing;
    part.count = carry_wanted(thing, action->count);
    uint32_t wanted = part.count;
    part.count = pack_room(&other->life.pack, &part);
    if (part.count == 0)
        return refuse(body, REFUSAL_THEIR_PACK_FULL);
    (void)pack_put(&other->life.pack, carry_take(delver, action->object, part.count));
    delver_note_change(other);
    struct event *event = event_of_stack(&body->level->events, EVENT_ITEM_GIVEN, body, part);
    event->other = other->body.id;
    event->count = (int)(wanted - part.count);
    if (life_knows(&delver->life, part.kind) && life_learn(&other->life, part.kind))
        (void)event_of_stack(&body->level->events, EVENT_ITEM_NAMED, &other->body, part);
    return true;
}
