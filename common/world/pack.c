/*
 * Packs: objects carried, by letter, and objects worn, by slot, in two arrays with one numbering.
 * The gear of a delver is summed from its slots at each call.
 */
#include "world/pack.h"

#include "base/check.h"

enum {
    SHIELD_TEMPERS = 2, /* tempers for one point of defence */
    LAMP_TEMPERS = 3,   /* tempers for one cell of light */
};

/* The things that a new delver wears. */
static const enum item_kind kit_worn[] = {ITEM_KNIFE, ITEM_PADDED_COAT, ITEM_LAMP};
static const struct stack kit_carried[] = {
    {.kind = ITEM_DART, .count = 3},
    {.kind = ITEM_MENDING, .count = 2},
    {.kind = ITEM_ELSEWHERE, .count = 1},
};

enum {
    KIT_WORN = sizeof kit_worn / sizeof kit_worn[0],
    KIT_CARRIED = sizeof kit_carried / sizeof kit_carried[0],
};

struct pack pack_new(void)
{
    struct pack pack = {0};

    for (int i = 0; i < KIT_WORN; i++)
        pack.worn[item_row(kit_worn[i])->slot] = stack_of(kit_worn[i], 1);
    for (int i = 0; i < KIT_CARRIED; i++)
        pack.carried[i] = kit_carried[i];
    return pack;
}

bool pack_is_bare(const struct pack *pack)
{
    for (int i = 0; i < PACK_MAX; i++) {
        if (!stack_is_none(&pack->carried[i]))
            return false;
    }
    return true;
}

bool pack_is_of_kit(enum item_kind kind)
{
    bool is_of_kit = false;

    for (int i = 0; i < KIT_WORN; i++)
        is_of_kit = is_of_kit || kit_worn[i] == kind;
    for (int i = 0; i < KIT_CARRIED; i++)
        is_of_kit = is_of_kit || kit_carried[i].kind == kind;
    return is_of_kit;
}

const struct stack *pack_peek(const struct pack *pack, uint32_t object)
{
    const struct stack *stack = NULL;

    if (object >= OBJECT_WORN && object < OBJECT_END)
        stack = &pack->worn[object - OBJECT_WORN];
    else if (object >= OBJECT_CARRIED && object < OBJECT_WORN)
        stack = &pack->carried[object - OBJECT_CARRIED];
    return stack == NULL || stack_is_none(stack) ? NULL : stack;
}

struct stack *pack_stack(struct pack *pack, uint32_t object)
{
    if (pack_peek(pack, object) == NULL)
        return NULL;
    return object >= OBJECT_WORN ? &pack->worn[object - OBJECT_WORN]
                                 : &pack->carried[object - OBJECT_CARRIED];
}

uint32_t pack_find(const struct pack *pack, enum item_kind kind)
{
    for (uint32_t i = 0; i < PACK_MAX; i++) {
        if (!stack_is_none(&pack->carried[i]) && pack->carried[i].kind == kind)
            return OBJECT_CARRIED + i;
    }
    return OBJECT_NONE;
}

static bool takes(const struct stack *place, const struct stack *thing)
{
    return stack_is_none(place) || stack_is_alike(place, thing);
}

/* Returns how many of *thing the object at *place still has room for. */
static uint32_t room_at(const struct stack *place, const struct stack *thing)
{
    uint32_t most = stack_max(thing->kind);

    if (!takes(place, thing) || place->count >= most)
        return 0;
    return most - place->count < thing->count ? most - place->count : thing->count;
}

uint32_t pack_room(const struct pack *pack, const struct stack *thing)
{
    struct stack rest = *thing;

    for (int i = 0; i < PACK_MAX; i++)
        rest.count -= room_at(&pack->carried[i], &rest);
    return thing->count - rest.count;
}

/* Puts as much of *thing as fits into objects that have the kind already (`is_free` false), or into
   free ones. Returns the object of the last part. */
static uint32_t put(struct pack *pack, struct stack *thing, bool is_free)
{
    uint32_t object = OBJECT_NONE;

    for (uint32_t i = 0; i < PACK_MAX && thing->count > 0; i++) {
        struct stack *place = &pack->carried[i];
        uint32_t count = stack_is_none(place) == is_free ? room_at(place, thing) : 0;
        if (count == 0)
            continue;
        uint32_t before = place->count;
        *place = *thing;
        place->count = before + count;
        thing->count -= count;
        object = OBJECT_CARRIED + i;
    }
    return object;
}

uint32_t pack_put(struct pack *pack, struct stack thing)
{
    uint32_t beside = put(pack, &thing, false);
    uint32_t alone = put(pack, &thing, true);

    CHECK(thing.count == 0);
    return alone != OBJECT_NONE ? alone : beside;
}

struct stack pack_take(struct pack *pack, uint32_t object, uint32_t count)
{
    struct stack *place = pack_stack(pack, object);

    CHECK(place != NULL && count > 0 && count <= place->count);
    struct stack taken = *place;
    taken.count = count;
    place->count -= count;
    return taken;
}

static bool needs_two_hands(const struct stack *thing)
{
    return !stack_is_none(thing) && (item_row(thing->kind)->traits & ITEM_TWO_HANDED) != 0;
}

/* True if the two things cannot be worn at once. */
static bool conflicts(const struct stack *thing, enum item_slot slot, const struct stack *worn,
                      enum item_slot other)
{
    if (slot == other)
        return true;
    return (slot == SLOT_SHIELD && needs_two_hands(worn)) ||
           (other == SLOT_SHIELD && needs_two_hands(thing));
}

bool pack_wear(struct pack *pack, uint32_t object)
{
    struct pack changed = *pack;

    CHECK(pack_peek(pack, object) != NULL && object < OBJECT_WORN);
    struct stack thing = pack_take(&changed, object, 1);
    enum item_slot slot = item_row(thing.kind)->slot;
    CHECK(slot != SLOT_NONE);
    for (enum item_slot other = SLOT_NONE + 1; other < SLOT_COUNT; other++) {
        struct stack *worn = &changed.worn[other];
        if (stack_is_none(worn) || !conflicts(&thing, slot, worn, other))
            continue;
        if (pack_room(&changed, worn) == 0)
            return false;
        (void)pack_put(&changed, *worn);
        *worn = (struct stack){0};
    }
    changed.worn[slot] = thing;
    *pack = changed;
    return true;
}

bool pack_remove(struct pack *pack, uint32_t object)
{
    struct stack *worn = pack_stack(pack, object);

    CHECK(worn != NULL && object >= OBJECT_WORN);
    if (pack_room(pack, worn) == 0)
        return false;
    struct stack thing = *worn;
    *worn = (struct stack){0};
    (void)pack_put(pack, thing);
    return true;
}

/* Adds the tempers of a worn thing; its slot decides what they improve. */
static void add_tempers(struct gear *gear, enum item_slot slot, int temper)
{
    if (slot == SLOT_SHIELD)
        gear->defence += temper / SHIELD_TEMPERS;
    else if (slot == SLOT_LAMP)
        gear->light += temper / LAMP_TEMPERS;
    else if (slot == SLOT_BODY || slot == SLOT_HEAD || slot == SLOT_HANDS || slot == SLOT_FEET)
        gear->armour += temper;
}

struct gear pack_gear(const struct pack *pack)
{
    struct gear gear = {0};

    for (enum item_slot slot = SLOT_NONE + 1; slot < SLOT_COUNT; slot++) {
        const struct stack *worn = &pack->worn[slot];
        if (stack_is_none(worn))
            continue;
        const struct item_row *row = item_row(worn->kind);
        gear.attack += row->attack;
        gear.defence += row->defence;
        gear.armour += row->armour;
        gear.noise += row->noise;
        gear.light += row->light;
        gear.traits |= row->traits;
        add_tempers(&gear, slot, worn->temper);
    }
    return gear;
}

void pack_hash(const struct pack *pack, struct hash *hash)
{
    for (uint32_t object = OBJECT_CARRIED; object < OBJECT_END; object++) {
        const struct stack *thing = pack_peek(pack, object);
        if (thing == NULL)
            continue;
        hash_u64(hash, object);
        stack_hash(thing, hash);
    }
}
