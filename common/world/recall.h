/*
 * A delver's memory of the things that lay on its level: as it last saw them, until it sees the
 * cell again. It is kept for the newest RECALL_MAX cells and forgotten with the level; things in
 * the light are not looked up here. It is not saved.
 */
#ifndef UNDERCROFT_WORLD_RECALL_H
#define UNDERCROFT_WORLD_RECALL_H

#include <stdint.h>

#include "base/pos.h"
#include "base/row_set.h"
#include "world/stack.h"

enum { RECALL_MAX = 32 };

struct recalled {
    struct pos at;
    struct stack top; /* what lay on top */
    uint8_t more;     /* things below it; UINT8_MAX: as many or more */
};

/* Valid when all zero. */
struct recall {
    struct recalled list[RECALL_MAX];
    uint8_t count;
    uint8_t oldest; /* the place that is taken next, once the list is full */
    uint8_t light;  /* at the last look, which was */
    struct pos from;
    struct row_set marked; /* rows that look otherwise, for the look that is being taken */
};

/* The thing remembered on that cell, also of one that is in the light; NULL: none. */
const struct recalled *recall_find(const struct recall *recall, struct pos at);

#endif
