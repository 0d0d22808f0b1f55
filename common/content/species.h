/*
 * Kinds of bodies as a table.
 */
#ifndef UNDERCROFT_CONTENT_SPECIES_H
#define UNDERCROFT_CONTENT_SPECIES_H

#include <stdint.h>

#include "content/role.h"

enum species_id {
    SPECIES_DELVER, /* what players act through */
    SPECIES_COUNT
};

struct species_row {
    const char *name; /* "delver" */
    uint8_t save_id;  /* what the database holds; never changes, never used again */
    char glyph;
    enum role role;
};

/* `id` is less than SPECIES_COUNT. */
const struct species_row *species_row(enum species_id id);

#endif
