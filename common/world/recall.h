/*
 * What a delver remembers of things that lay on its level: as it last saw them, until it sees the
 * cell again. It is kept for the newest RECALL_MAX cells and forgotten with the level; what lies in
 * the light is not looked up here. It is no part of what is saved.
 */
#ifndef UNDERCROFT_WORLD_RECALL_H
#define UNDERCROFT_WORLD_RECALL_H

#include <stdint.h>

#include "base/hash.h"
#include "base/pos.h"
#include "world/stack.h"

enum { RECALL_MAX = 32 };

struct recalled {
    struct pos at;
    struct stack top; /* what lay on top */
};

/* Valid when all zero. */
struct recall {
    struct recalled list[RECALL_MAX];
    uint8_t count;
    uint8_t oldest; /* the place that is taken next, once the list is full */
    uint8_t light;  /* at the last look, which was */
    struct pos from;
};

struct delver;
struct world;

/* The delver is about to look about: what lies now where it saw last is remembered, and what was
   taken from there is not. */
void recall_before_look(const struct world *world, struct delver *delver);

/* The delver has looked about: what lies in its light is remembered, and what lay there before is
   not. Rows in which that changes count as changed by the look. */
void recall_after_look(const struct world *world, struct delver *delver);

void recall_hash(const struct recall *recall, struct hash *hash);

#endif
