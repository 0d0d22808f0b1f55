/*
 * Things on levels: the pool, the entries of it that each level keeps in reserve, and the list of
 * things on a level. An entry is in the list of one level, in the reserve of one level, or free in
 * the pool.
 */
#include "world/item.h"

#include <string.h>

#include "base/check.h"
#include "world/world.h"

static item_id *link_of(const struct world *world, item_id *first, item_id id)
{
    item_id *link = first;

    while (*link != 0 && *link != id)
        link = &world_item(world, *link)->next;
    return link;
}

struct item *world_item(const struct world *world, item_id id)
{
    uint32_t slot = (id & 0xffff) - 1;

    if (id == 0 || slot >= world->limits.items_max || world->items[slot].id != id)
        return NULL;
    return &world->items[slot];
}

const struct item *level_item_at(const struct world *world, const struct level *level,
                                 struct pos at)
{
    if (!level_contains(level, at) ||
        (level->scattered[at.y * level->row_words + at.x / 64] >> at.x % 64 & 1) == 0)
        return NULL;
    const struct item *item = world_item(world, level->first_item);
    while (item != NULL && !pos_equal(item->at, at))
        item = world_item(world, item->next);
    return item;
}

const struct grave *level_grave_at(const struct world *world, const struct level *level,
                                   struct pos at)
{
    for (uint32_t id = level->first_grave; id != 0; id = world->graves[id - 1].next) {
        if (pos_equal(world->graves[id - 1].at, at))
            return &world->graves[id - 1];
    }
    return NULL;
}

const struct item *level_item_below(const struct world *world, const struct item *item)
{
    const struct item *below = world_item(world, item->next);

    while (below != NULL && !pos_equal(below->at, item->at))
        below = world_item(world, below->next);
    return below;
}

void items_mark_cell(const struct world *world, struct level *level, struct pos at)
{
    uint64_t bit = UINT64_C(1) << at.x % 64;
    uint64_t *word = &level->scattered[at.y * level->row_words + at.x / 64];

    level->population.is_dirty = true;
    *word |= bit;
    if (level_item_at(world, level, at) == NULL && level_grave_at(world, level, at) == NULL)
        *word &= ~bit;
}

bool item_is_own(const struct world *world, const struct item *item, int64_t delver_id)
{
    return item->owner == delver_id && world->tick < item->owned_until;
}

bool item_is_free(const struct world *world, const struct item *item, int64_t delver_id)
{
    if (item->owner == delver_id)
        return true;
    return item->kept_until == 0 && (item->owner == 0 || world->tick >= item->owned_until);
}

void item_own(const struct world *world, struct item *item, int64_t delver_id)
{
    item->owner = delver_id;
    item->owned_until = world->tick + world_ms(world, ITEM_OWNED_MS);
}

void items_disown(const struct world *world, struct level *level, int64_t delver_id)
{
    for (item_id id = level->first_item; id != 0; id = world_item(world, id)->next) {
        struct item *item = world_item(world, id);
        if (item->owner != delver_id)
            continue;
        item->owner = 0;
        item->kept_until = 0;
        level->population.is_dirty = true;
    }
}

static void give_back(struct level *level, struct item *item, uint32_t place)
{
    item->id = 0;
    item->next = level->spare_item;
    level->spare_item = place;
    level->spare_items++;
}

void item_take_away(const struct world *world, struct level *level, struct item *item)
{
    struct pos at = item->at;
    uint32_t place = (uint32_t)(item - world->items) + 1;

    *link_of(world, &level->first_item, item->id) = item->next;
    level->item_count--;
    level->population.is_dirty = true;
    level_note_left(level, at);
    give_back(level, item, place);
    items_mark_cell(world, level, at);
}

/* Reports the end of a thing. If many things end at once, some are not reported. */
static void tell_gone(struct level *level, struct stack thing, struct pos at, bool is_for_room)
{
    if (!event_has_room(&level->events))
        return;
    struct event *event = event_of_place(&level->events, EVENT_ITEM_GONE, level, at);
    event->stack = thing;
    event->count = is_for_room ? 1 : 0;
}

static void end(const struct world *world, struct level *level, struct item *item, bool is_for_room)
{
    tell_gone(level, item->stack, item->at, is_for_room);
    ledger_end(&level->ledger, &item->stack);
    item_take_away(world, level, item);
}

void item_end_unplaced(struct level *level, struct stack thing, struct pos at)
{
    tell_gone(level, thing, at, true);
    ledger_end(&level->ledger, &thing);
}

/* Returns the oldest thing without an owner; if all have owners, the oldest thing of a new player.
   NULL: none may be removed. */
static struct item *find_expendable(const struct world *world, const struct level *level)
{
    struct item *oldest = NULL;
    struct item *oldest_kept = NULL;

    for (item_id id = level->first_item; id != 0; id = world_item(world, id)->next) {
        struct item *item = world_item(world, id);
        if (item_is_free(world, item, 0))
            oldest = item;
        else if (item->kept_until != 0 && world->tick >= item->owned_until)
            oldest_kept = item;
    }
    return oldest == NULL ? oldest_kept : oldest;
}

bool item_has_room(const struct world *world, const struct level *level)
{
    if (level->item_count >= ITEM_LEVEL_MAX)
        return find_expendable(world, level) != NULL;
    return level->spare_item != 0;
}

void items_clean_up(const struct world *world, struct level *level)
{
    for (item_id id = level->first_item; id != 0;) {
        struct item *item = world_item(world, id);
        id = item->next;
        if (item->kept_until != 0 && world->tick >= item->kept_until)
            end(world, level, item, false);
    }
}

/* Reserves a thing for that delver until it is destroyed, if the delver is new. */
static void keep(const struct world *world, struct item *item, const struct delver *from)
{
    if (from == NULL || life_is_proven(&from->life))
        return;
    item->owner = from->delver_id;
    item->kept_until = world->tick + world_ms(world, ITEM_KEPT_MS);
}

struct item *item_lay(const struct world *world, struct level *level, struct stack thing,
                      struct pos at, const struct delver *from)
{
    CHECK(!stack_is_none(&thing));
    if (!item_has_room(world, level))
        return NULL;
    if (level->item_count >= ITEM_LEVEL_MAX)
        end(world, level, find_expendable(world, level), true);
    at = level_ashore(level, at);
    uint32_t place = level->spare_item;
    struct item *item = &world->items[place - 1];
    uint16_t uses = (uint16_t)(item->uses + 1);

    level->spare_item = item->next;
    level->spare_items--;
    *item = (struct item){.id = (item_id)uses << 16 | place,
                          .uses = uses,
                          .stack = thing,
                          .at = at,
                          .next = level->first_item};
    keep(world, item, from);
    level->first_item = item->id;
    level->item_count++;
    level->population.is_dirty = true;
    items_mark_cell(world, level, at);
    return item;
}

/* Takes a free entry of the pool and returns its index + 1; 0: none is free. Entries are taken in
   order, so that the pages of a large pool stay untouched until they are needed. */
static uint32_t take_place(struct world *world)
{
    uint32_t place = world->free_item;

    if (place != 0)
        world->free_item = world->items[place - 1].next;
    else if (world->items_used < world->limits.items_max)
        place = ++world->items_used;
    return place;
}

/* Fills the reserve of the level up to `wanted` entries, as far as the pool has any. */
static void hold_places(struct world *world, struct level *level, uint32_t wanted)
{
    while (level->spare_items < wanted) {
        uint32_t place = take_place(world);
        if (place == 0)
            break;
        world->items[place - 1].next = level->spare_item;
        level->spare_item = place;
        level->spare_items++;
    }
    while (level->spare_items > wanted) {
        struct item *item = &world->items[level->spare_item - 1];
        uint32_t place = level->spare_item;
        level->spare_item = item->next;
        item->next = world->free_item;
        world->free_item = place;
        level->spare_items--;
    }
}

void items_share_out(struct world *world)
{
    for (uint32_t i = 0; i < world->level_count; i++) {
        struct level *level = world->levels[i];
        hold_places(world, level, level->delver_count > 0 ? ITEM_SPARE : 0);
    }
}

struct item *item_add(struct world *world, struct stack thing, struct level *level, struct pos at)
{
    hold_places(world, level, level->spare_items + 1);
    return item_lay(world, level, thing, at, NULL);
}

void items_free(struct world *world, struct level *level)
{
    uint64_t gone[ITEM_KIND_COUNT] = {0};

    while (level->first_item != 0) {
        struct item *item = world_item(world, level->first_item);
        uint32_t place = (uint32_t)(item - world->items) + 1;
        level->first_item = item->next;
        gone[item->stack.kind] += item->stack.count;
        give_back(level, item, place);
    }
    ledger_carry_out(&world->ledger, &level->holding, gone);
    level->item_count = 0;
    memset(level->scattered, 0,
           sizeof level->scattered[0] * (size_t)(level->height * level->row_words));
    hold_places(world, level, 0);
}
