/*
 * The cells on a client's terminal, in two bytes each, because every session keeps a copy. Latin
 * letters and the glyphs of the map have an 8-bit number; a row with any other glyph is stored in
 * whole cells while it has one.
 */
#ifndef UNDERCROFT_TERM_ANSI_SHOWN_H
#define UNDERCROFT_TERM_ANSI_SHOWN_H

#include <stdint.h>

#include "base/err.h"
#include "term/screen.h"

struct ansi_shown {
    int width;
    int height;
    uint16_t *cells; /* width * height cells of a role and the number of a glyph; owned */
    cell **whole;    /* owned; for each row NULL, or its whole cells if `cells` cannot hold them */
};

/* Makes a blank screen. ERR_MEMORY. Sizes are clamped as for a screen. */
MUST_USE enum err ansi_shown_init(struct ansi_shown *shown, int width, int height);
void ansi_shown_release(struct ansi_shown *shown);

/* Makes the screen blank in another size; on ERR_MEMORY nothing changes. */
MUST_USE enum err ansi_shown_resize(struct ansi_shown *shown, int width, int height);
void ansi_shown_clear(struct ansi_shown *shown);

/* Reads row `y` as `width` cells. */
void ansi_shown_read_row(const struct ansi_shown *shown, int y, cell *out);

/* Writes `width` cells to row `y`. Allocates only for a row that gets its first glyph without a
   number. On ERR_MEMORY the content of the row is lost. */
MUST_USE enum err ansi_shown_write_row(struct ansi_shown *shown, int y, const cell *row);

#endif
