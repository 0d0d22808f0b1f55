/*
 * Picking up and dropping.
 */
#include "world/carry.h"

/* The item of that id that lies where the body stands; 0: the one on top. NULL: there is none. */
static struct item *find_lying(const struct world *world, const struct body *body, item_id id)
{
    struct item *item = world_item(world, body->level->first_item);

    while (item != NULL && !(pos_equal(item->at, body->at) && (id == 0 || item->id == id)))
        item = world_item(world, item->next);
    return item;
}

bool carry_get(const struct world *world, struct body *body, const struct action *action)
{
    struct item *item = find_lying(world, body, action->object);

    if (item == NULL || pack_count(world, body) >= PACK_MAX) {
        event_refuse(&body->level->events, body,
                     item == NULL ? REFUSAL_NOTHING_HERE : REFUSAL_PACK_FULL, DIR_NONE);
        return false;
    }
    item_pick(world, body->level, item);
    item_pack(body, item);
    event_of_item(&body->level->events, EVENT_ITEM_TAKEN, body, item);
    return true;
}

bool carry_drop(const struct world *world, struct body *body, const struct action *action)
{
    struct item *item = pack_item(world, body, action->object);

    if (item == NULL) {
        event_refuse(&body->level->events, body, REFUSAL_NOT_CARRIED, DIR_NONE);
        return false;
    }
    item_unpack(world, body, item);
    item_lay(body->level, item, body->at);
    event_of_item(&body->level->events, EVENT_ITEM_DROPPED, body, item);
    return true;
}
