/*
 * Items: the pool, and the lists of what lies on a level and what a body carries. An item is in one
 * of them, or free.
 */
#include "world/item.h"

#include "base/check.h"
#include "world/world_private.h"

static item_id *link_of(const struct world *world, item_id *first, item_id id)
{
    item_id *link = first;

    while (*link != 0 && *link != id)
        link = &world_item(world, *link)->next;
    return link;
}

static void mark_cell(struct level *level, struct pos at, bool has_item)
{
    uint64_t bit = UINT64_C(1) << at.x % 64;
    uint64_t *word = &level->strewn[at.y * level->row_words + at.x / 64];

    *word = has_item ? *word | bit : *word & ~bit;
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
        (level->strewn[at.y * level->row_words + at.x / 64] >> at.x % 64 & 1) == 0)
        return NULL;
    const struct item *item = world_item(world, level->first_item);
    while (item != NULL && !pos_equal(item->at, at))
        item = world_item(world, item->next);
    return item;
}

struct item *pack_item(const struct world *world, const struct body *body, item_id id)
{
    struct item *item = world_item(world, id);

    return item != NULL && item->holder == body->id ? item : NULL;
}

int pack_count(const struct world *world, const struct body *body)
{
    int count = 0;

    for (item_id id = body->first_item; id != 0; id = world_item(world, id)->next)
        count++;
    return count;
}

void item_lay(struct level *level, struct item *item, struct pos at)
{
    item->holder = 0;
    item->at = at;
    item->next = level->first_item;
    level->first_item = item->id;
    mark_cell(level, at, true);
}

void item_pick(const struct world *world, struct level *level, struct item *item)
{
    CHECK(item->holder == 0);
    *link_of(world, &level->first_item, item->id) = item->next;
    mark_cell(level, item->at, false);
    level_note_left(level, item->at);
    /* Another may lie below it. */
    for (item_id id = level->first_item; id != 0; id = world_item(world, id)->next) {
        if (pos_equal(world_item(world, id)->at, item->at))
            mark_cell(level, item->at, true);
    }
}

void item_pack(struct body *body, struct item *item)
{
    item->holder = body->id;
    item->next = body->first_item;
    body->first_item = item->id;
}

void item_unpack(const struct world *world, struct body *body, struct item *item)
{
    CHECK(item->holder == body->id);
    *link_of(world, &body->first_item, item->id) = item->next;
}

void items_init(struct world *world)
{
    for (uint32_t i = world->limits.items_max; i > 0; i--) {
        world->items[i - 1].next = world->free_item;
        world->free_item = i;
    }
}

struct item *item_add(struct world *world, enum item_kind kind, struct level *level, struct pos at)
{
    uint32_t place = world->free_item;

    if (place == 0)
        return NULL;
    struct item *item = &world->items[place - 1];
    uint16_t uses = (uint16_t)(item->uses + 1);

    world->free_item = item->next;
    *item = (struct item){.id = (item_id)uses << 16 | place, .uses = uses, .kind = kind};
    item_lay(level, item, at);
    return item;
}

void items_free(struct world *world, item_id *first)
{
    while (*first != 0) {
        struct item *item = world_item(world, *first);
        *first = item->next;
        item->id = 0;
        item->next = world->free_item;
        world->free_item = (uint32_t)(item - world->items) + 1;
    }
}

void items_hash(const struct world *world, item_id first, struct hash *hash)
{
    for (item_id id = first; id != 0;) {
        const struct item *item = world_item(world, id);
        hash_u64(hash, (uint64_t)item->kind << 32 | item->id);
        hash_u64(hash, (uint64_t)item->at.x << 32 | (uint64_t)item->at.y);
        id = item->next;
    }
}
