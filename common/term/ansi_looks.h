/*
 * The looks of a palette by number, and ready for printing: the bytes that turn each look into each
 * other. Roles that look the same share a look. Made once for each palette that is drawn in, and
 * only read from then on.
 */
#ifndef UNDERCROFT_TERM_ANSI_LOOKS_H
#define UNDERCROFT_TERM_ANSI_LOOKS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "term/palette.h"

enum {
    ANSI_LOOK_UNKNOWN = 255, /* no look's number */
    ANSI_CHANGE_MAX = 31,
};

/* Bytes that change the look in force; none between a look and itself. */
struct ansi_change {
    uint8_t length;
    char text[ANSI_CHANGE_MAX];
};

struct ansi_looks {
    uint8_t count;
    uint8_t plain;                /* the number of the plain look, which every palette has */
    uint8_t of_role[ROLE_COUNT];  /* the number of the look that a role has */
    bool is_reverse[ROLE_COUNT];  /* by look: whether a blank in it can be seen */
    struct ansi_change changes[]; /* from each look, and last from an unknown one, to each look */
};

static inline const struct ansi_change *ansi_looks_change(const struct ansi_looks *looks,
                                                          uint8_t from, uint8_t to)
{
    return &looks->changes[(from == ANSI_LOOK_UNKNOWN ? looks->count : from) * looks->count + to];
}

/* The looks of all palettes that were asked for. Valid when all zero. */
struct ansi_book {
    struct ansi_looks *looks[PALETTE_COUNT][PALETTE_THEME_COUNT][PALETTE_MEMORY_COUNT];
};

/* The looks of a palette, which live as long as the book; NULL: no memory to make them. */
const struct ansi_looks *ansi_book_find(struct ansi_book *book, struct palette palette);
void ansi_book_release(struct ansi_book *book);

#endif
