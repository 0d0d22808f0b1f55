/*
 * The open doors of a level, each with the tick of the level's clock at which it was opened or last
 * left. They lie in the order of these ticks, so that only the first ones can be about to fall
 * shut. The list knows places and ticks alone: level.c notes what happens to a door, and door.c
 * lets it fall shut.
 */
#ifndef UNDERCROFT_WORLD_OPEN_DOORS_H
#define UNDERCROFT_WORLD_OPEN_DOORS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/hash.h"
#include "base/pos.h"

enum { DOOR_OPEN_TICKS = 500 };

struct open_door {
    struct pos at;
    uint64_t since; /* of the level's clock */
};

struct open_doors {
    struct open_door *items; /* room for `max`, the owner's */
    uint32_t count;
    uint32_t max;
};

/* Lists a door that is not listed. `since` is never before that of another. */
void open_doors_add(struct open_doors *doors, struct pos at, uint64_t since);

/* The time of the door at `at`, listed or not, begins at the tick `since`. */
void open_doors_note(struct open_doors *doors, struct pos at, uint64_t since);

/* The door at `at` is listed no more, if it was. */
void open_doors_drop(struct open_doors *doors, struct pos at);

/* Whether at the tick `clock` the time of a door is up; *out_at is the one that waits longest. */
bool open_doors_due(const struct open_doors *doors, uint64_t clock, struct pos *out_at);

void open_doors_hash(const struct open_doors *doors, struct hash *hash);

#endif
