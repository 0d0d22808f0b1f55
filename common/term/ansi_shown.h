/*
 * The cells that a client's terminal shows, in two bytes each, since every session keeps a copy.
 * Latin letters and the glyphs of the map have a number of 8 bits; a row with any other glyph is
 * kept in whole cells while it has one.
 */
#ifndef UNDERCROFT_TERM_ANSI_SHOWN_H
#define UNDERCROFT_TERM_ANSI_SHOWN_H

#include <stdint.h>

#include "base/err.h"
#include "term/screen.h"

struct ansi_shown {
    int width;
    int height;
    uint16_t *cells; /* width * height, owned: a role and the number of a glyph each */
    cell **whole;    /* owned; NULL, or by row: NULL where `cells` has it, or its cells */
};

/* Blank. ERR_MEMORY. Sizes are clamped as for a screen. */
MUST_USE enum err ansi_shown_init(struct ansi_shown *shown, int width, int height);
void ansi_shown_release(struct ansi_shown *shown);

/* Another size, all blank; on ERR_MEMORY nothing changed. */
MUST_USE enum err ansi_shown_resize(struct ansi_shown *shown, int width, int height);
void ansi_shown_clear(struct ansi_shown *shown);

/* Row `y` as `width` cells. */
void ansi_shown_read_row(const struct ansi_shown *shown, int y, cell *out);

/* Writes `width` cells to row `y`. Allocates only for a row that gets its first glyph without a
   number. On ERR_MEMORY the content of the row is lost. */
MUST_USE enum err ansi_shown_write_row(struct ansi_shown *shown, int y, const cell *row);

#endif
