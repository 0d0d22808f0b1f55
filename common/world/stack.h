/*
 * A thing: an item, or several alike that lie in one place. It is a plain value; what has it (a
 * pack, a cell, a grave) is the place of the thing, and a thing is moved by being taken from one
 * place and put into another.
 */
#ifndef UNDERCROFT_WORLD_STACK_H
#define UNDERCROFT_WORLD_STACK_H

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
    uint8_t charges; /* that are left */
};

static inline bool stack_is_none(const struct stack *thing)
{
    return thing->count == 0;
}

/* So many new ones; a wand without charges. */
static inline struct stack stack_of(enum item_kind kind, uint32_t count)
{
    return (struct stack){.kind = kind, .count = count};
}

/* How many may lie in one place of a pack. */
static inline uint32_t stack_max(enum item_kind kind)
{
    uint8_t most = item_row(kind)->stack_max;

    return most == 0 ? 1 : most;
}

/* True if both are of one kind, and no better or worse than each other. */
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

#endif
