/*
 * Kinds of bodies as a table. What decides for a body is told by its row: a player where `think` is
 * THINK_NONE, else one of the ways of thinking in world/think.c.
 */
#ifndef UNDERCROFT_CONTENT_SPECIES_H
#define UNDERCROFT_CONTENT_SPECIES_H

#include <stdint.h>

#include "content/role.h"

enum species_id {
    SPECIES_DELVER, /* what players act through */
    SPECIES_RAT,
    SPECIES_COUNT
};

enum think_id {
    THINK_NONE,   /* not at all: a player does */
    THINK_WANDER, /* walks about and rests, and minds nobody */
    THINK_COUNT
};

struct species_row {
    const char *name; /* "rat" */
    uint8_t save_id;  /* what the database holds; never changes, never used again */
    char glyph;       /* a letter */
    enum role role;   /* in sight */
    enum think_id think;
    int16_t health;       /* of a new one; a delver has its record's */
    int16_t step_percent; /* of what a step costs a delver */
};

/* `id` is less than SPECIES_COUNT. */
const struct species_row *species_row(enum species_id id);

#endif
