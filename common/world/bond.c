/*
 * Bonds, in a list whose oldest entry gives its place to a new one. Levels only read them within
 * their ticks; events tell afterwards what has to be counted.
 */
#include "world/bond.h"

#include "content/item.h"
#include "world/feat.h"
#include "world/world.h"

static uint64_t day_ticks(const struct world *world)
{
    return world_ms(world, BOND_DAY_MS);
}

/* Returns the index of the bond between the two that is not over; BONDS_MAX: there is none. */
static int find(const struct world *world, int64_t low, int64_t high)
{
    for (int i = 0; i < BONDS_MAX; i++) {
        const struct bond *bond = &world->bonds[i];
        if (bond->low == low && bond->high == high && bond->low != 0 &&
            world->tick - bond->began < day_ticks(world))
            return i;
    }
    return BONDS_MAX;
}

static int64_t lower(const struct delver *delver, const struct delver *other)
{
    return delver->delver_id < other->delver_id ? delver->delver_id : other->delver_id;
}

static int64_t higher(const struct delver *delver, const struct delver *other)
{
    return delver->delver_id < other->delver_id ? other->delver_id : delver->delver_id;
}

uint32_t bond_room(const struct world *world, const struct delver *delver,
                   const struct delver *other)
{
    int i = find(world, lower(delver, other), higher(delver, other));
    uint32_t things = i == BONDS_MAX ? 0 : world->bonds[i].things;

    return things < BOND_THINGS_MAX ? BOND_THINGS_MAX - things : 0;
}

/* Returns the bond between the two; begins one if there is none. */
static struct bond *bond_of(struct world *world, const struct delver *delver,
                            const struct delver *other)
{
    int64_t low = lower(delver, other);
    int64_t high = higher(delver, other);
    int i = find(world, low, high);

    if (i < BONDS_MAX)
        return &world->bonds[i];
    struct bond *bond = &world->bonds[world->bonds_begun++ % BONDS_MAX];
    *bond = (struct bond){.low = low, .high = high, .began = world->tick};
    return bond;
}

/* `delver` has renown for what it did for `other`, if it had none of that one today. */
static void honour(struct world *world, struct delver *delver, const struct delver *other,
                   struct event_list *events)
{
    struct bond *bond = bond_of(world, delver, other);
    bool *has_honoured = &bond->has_honoured[delver->delver_id > other->delver_id];

    if (*has_honoured)
        return;
    *has_honoured = true;
    feats_gain_renown(world, delver);
    if (event_has_room(events))
        event_push(events, EVENT_RENOWN, &delver->body)->count =
            (int)delver->life.honours.ever.renown;
}

/* True if the event tells that a bundle has come to its owner, who has opened it. */
static bool is_bundle_home(const struct event *event, const struct delver *other)
{
    return event->stack.kind == ITEM_BUNDLE && other->life.bundle.delver_id == 0;
}

/* True if the second event tells that the thing of the first taught its taker a kind. */
static bool is_lesson(const struct event *given, const struct event *named)
{
    return named->kind == EVENT_ITEM_NAMED && named->actor == given->other &&
           named->stack.kind == given->stack.kind;
}

void bonds_collect(struct world *world, struct event_list *events)
{
    uint32_t count = events->count; /* renown adds to them */

    for (uint32_t i = 0; i < count; i++) {
        const struct event *event = &events->items[i];
        struct delver *delver = world_delver(world, event->actor);
        struct delver *other = world_delver(world, event->other);
        bool is_gift = event->kind == EVENT_ITEM_GIVEN;
        if ((!is_gift && event->kind != EVENT_RAISED) || delver == NULL || other == NULL)
            continue;
        if (is_gift && event->stack.kind != ITEM_GOLD && event->stack.kind != ITEM_BUNDLE)
            bond_of(world, delver, other)->things += event->stack.count;
        if (!is_gift || is_bundle_home(event, other) ||
            (i + 1 < count && is_lesson(event, &events->items[i + 1])))
            honour(world, delver, other, events);
    }
}

void bonds_hash(const struct world *world, struct hash *hash)
{
    for (int i = 0; i < BONDS_MAX; i++) {
        const struct bond *bond = &world->bonds[i];
        if (bond->low == 0)
            continue;
        hash_u64(hash, (uint64_t)bond->low << 32 ^ (uint64_t)bond->high);
        hash_u64(hash, bond->began << 16 | (uint64_t)bond->has_honoured[0] << 9 |
                           (uint64_t)bond->has_honoured[1] << 8 | bond->things);
    }
}
