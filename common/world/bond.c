/*
 * Bonds, in a list whose oldest entry gives its place to a new one. Levels only read them within
 * their ticks; events tell afterwards what has to be counted.
 */
#include "world/bond.h"

#include "content/item.h"
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

void bonds_collect(struct world *world, const struct event_list *events)
{
    for (uint32_t i = 0; i < events->count; i++) {
        const struct event *event = &events->items[i];
        const struct delver *delver = world_delver(world, event->actor);
        const struct delver *other = world_delver(world, event->other);
        if (event->kind != EVENT_ITEM_GIVEN || delver == NULL || other == NULL ||
            event->stack.kind == ITEM_GOLD || event->stack.kind == ITEM_BUNDLE)
            continue;
        bond_of(world, delver, other)->things += event->stack.count;
    }
}

void bonds_hash(const struct world *world, struct hash *hash)
{
    for (int i = 0; i < BONDS_MAX; i++) {
        const struct bond *bond = &world->bonds[i];
        if (bond->low == 0)
            continue;
        hash_u64(hash, (uint64_t)bond->low << 32 ^ (uint64_t)bond->high);
        hash_u64(hash, bond->began << 16 | bond->things);
    }
}
