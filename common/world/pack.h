/*
 * Things and packs. A thing is an item, or several alike that lie in one place. It is a plain
 * value; what has it (a pack, a cell, a grave) is the place of the thing, and a thing is moved by
 * being taken from one place and put into another.
 *
 * A pack is what a delver carries, in places that are called by the letters a to p, and what the
 * delver wears, a thing a slot. A thing keeps its place until it is taken, so that a letter means
 * the same for as long. Places are named by an object number, which fits into an action.
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
    uint32_t count;  /* 0: nothing at all */
    uint16_t rest;   /* beats until it can be used again */
    uint8_t temper;  /* how often it was made better */
    uint8_t charges; /* charges left */
};

static inline bool stack_is_none(const struct stack *thing)
{
    return thing->count == 0;
}

/* `count` new things; a wand without charges. */
static inline struct stack stack_of(enum item_kind kind, uint32_t count)
{
    return (struct stack){.kind = kind, .count = count};
}

/* How many fit into one place of a pack. */
static inline uint32_t stack_max(enum item_kind kind)
{
    uint8_t most = item_row(kind)->stack_max;

    return most == 0 ? 1 : most;
}

/* True if both things are of one kind, and neither is better than the other. */
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
    OBJECT_CARRIED = 1,                      /* the first place of the pack */
    OBJECT_WORN = OBJECT_CARRIED + PACK_MAX, /* plus the slot: the thing worn there */
    OBJECT_END = OBJECT_WORN + SLOT_COUNT,
};

struct pack {
    struct stack carried[PACK_MAX];
    struct stack worn[SLOT_COUNT]; /* nothing in SLOT_NONE */
};

/* Sum of all that is worn. */
struct gear {
    int attack;
    int defence;
    int armour;
    int noise;
    int light;
    unsigned traits; /* bits of enum item_trait */
};

/* Pack of a new delver. */
struct pack pack_new(void);

/* True if nothing is carried; worn things do not count. */
bool pack_is_bare(const struct pack *pack);

/* True for a kind that a new delver has. */
bool pack_is_of_kit(enum item_kind kind);

/* The thing at that object; NULL: there is nothing, or no such object. */
struct stack *pack_stack(struct pack *pack, uint32_t object);
const struct stack *pack_peek(const struct pack *pack, uint32_t object);

/* The object of the first carried thing of a kind; OBJECT_NONE: there is none. */
uint32_t pack_find(const struct pack *pack, enum item_kind kind);

/* How many of such a thing the pack would take, at most thing->count. */
uint32_t pack_room(const struct pack *pack, const struct stack *thing);

/* Puts a thing in, onto like things first; the caller has seen that there is room. Returns the
   object where the last of it is. */
uint32_t pack_put(struct pack *pack, struct stack thing);

/* Takes `count` out, which must be there. */
struct stack pack_take(struct pack *pack, uint32_t object, uint32_t count);

/*
 * Wears the thing that is carried at `object`. The things that it replaces (in its slot, and a
 * shield beside something for two hands) go into the pack. False: there is no room for them, and
 * nothing is changed. The thing must have a slot.
 */
bool pack_wear(struct pack *pack, uint32_t object);

/* Takes off the thing worn at `object`. False: there is no room. */
bool pack_remove(struct pack *pack, uint32_t object);

struct gear pack_gear(const struct pack *pack);

void pack_hash(const struct pack *pack, struct hash *hash);

#endif
