/*
 * Kinds of items as a table.
 */
#ifndef UNDERCROFT_CONTENT_ITEM_H
#define UNDERCROFT_CONTENT_ITEM_H

#include <stdint.h>

#include "content/role.h"

enum item_kind { ITEM_DART, ITEM_KIND_COUNT };

struct item_row {
    const char *name; /* "dart" */
    uint8_t save_id;  /* what the database holds; never changes, never used again */
    char glyph;       /* a sign that no terrain uses */
    enum role role;   /* in sight */
    int throw_range;  /* cells it flies at most when thrown */
};

/* `kind` is less than ITEM_KIND_COUNT. */
const struct item_row *item_row(enum item_kind kind);

#endif
