/*
 * Things and packs. A thing is an item, or several alike in one place: a plain value that is stored
 * in a pack, on a cell or in a grave, and is moved by being taken from one and put into another.
 *
 * A pack has the things that a delver carries, in objects with the letters a to p, and the things
 * that it wears, one for each slot. A thing keeps its object until it is taken, so that a letter
 * keeps its meaning. Objects have numbers that fit into an action.
 */
#ifndef UNDERCROFT_WORLD_PACK_H
#define UNDERCROFT_WORLD_PACK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/hash.h"
#include "content/item.h"

enum { STACK_TEMPER_MAX = 99, STACK_GOLD_MAX = 1000000000 };

struct stack {
    enum item_kind kind;
    uint32_t count;  /* number of things; 0: none */
    uint16_t rest;   /* beats until it may be used again */
    uint8_t temper;  /* number of its tempers */
    uint8_t charges; /* charges left in a wand */
};

static inline bool stack_is_none(const struct stack *thing)
{
    return thing->count == 0;
}

/* Returns `count` new things; a wand has no charges. */
static inline struct stack stack_of(enum item_kind kind, uint32_t count)
{
    return (struct stack){.kind = kind, .count = count};
}

/* Returns the most things in one object of a pack. */
static inline uint32_t stack_max(enum item_kind kind)
{
    uint8_t most = item_row(kind)->stack_max;

    return most == 0 ? 1 : most;
}

/* True if both things are of one kind and equally good. */
static inline bool stack_is_alike(const struct stack *thing, const struct stack *other)
{
    return thing->kind == other->kind && thing->temper == other->temper &&
           thing->charges == other->charges && thing->rest == other->rest;
}

static inline void stack_hash(const struct stack *thing, struct hash *hash)
{
    hash_u64(hash, (uint64_t)thing->kind << 32 | thing->count);
    hash_u64(hash, (uint64_t)thing->rest << 16 | (uint64_t)thing->temper << 8 | thing->charges);
}

enum {
    PACK_MAX = 16,
    OBJECT_NONE = 0,
    OBJECT_CARRIED = 1,                      /* the first carried object */
    OBJECT_WORN = OBJECT_CARRIED + PACK_MAX, /* OBJECT_WORN + slot: the thing worn there */
    OBJECT_END = OBJECT_WORN + SLOT_COUNT,
};

struct pack {
    struct stack carried[PACK_MAX];
    struct stack worn[SLOT_COUNT]; /* worn things by slot; nothing in SLOT_NONE */
};

/* Sums over all worn things. */
struct gear {
    int attack;
    int defence;
    int armour;
    int noise;
    int light;
    unsigned traits; /* bits of enum item_trait */
};

/* Makes the pack of a new delver. */
struct pack pack_new(void);

/* True if nothing is carried; worn things do not count. */
bool pack_is_bare(const struct pack *pack);

/* True for a kind that a new delver has. */
bool pack_is_of_kit(enum item_kind kind);

/* Returns the thing at that object; NULL: it is empty, or there is no such object. */
struct stack *pack_stack(struct pack *pack, uint32_t object);
const struct stack *pack_peek(const struct pack *pack, uint32_t object);

/* Returns the object of the first carried thing of a kind; OBJECT_NONE: there is none. */
uint32_t pack_find(const struct pack *pack, enum item_kind kind);

/* Returns how many such things the pack has room for, at most thing->count. */
uint32_t pack_room(const struct pack *pack, const struct stack *thing);

/* Puts a thing into the pack, first onto like things; there must be room. Returns the object of its
   last part. */
uint32_t pack_put(struct pack *pack, struct stack thing);

/* Takes `count` of the thing out of the pack, which must have as many. */
struct stack pack_take(struct pack *pack, uint32_t object, uint32_t count);

/*
 * Wears the thing carried at `object`, which must have a slot. The things that it replaces (in its
 * slot, and a shield beside a thing for two hands) go into the pack. False: there is no room for
 * them, and nothing changes.
 */
bool pack_wear(struct pack *pack, uint32_t object);

/* Takes off the thing worn at `object`. False: there is no room. */
bool pack_remove(struct pack *pack, uint32_t object);

struct gear pack_gear(const struct pack *pack);

void pack_hash(const struct pack *pack, struct hash *hash);

#endif
