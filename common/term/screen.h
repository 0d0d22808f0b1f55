/*
 * A screen is a grid of cells with one glyph and one role each, and a cursor. Drawing writes cells;
 * only ansi.c turns cells into bytes.
 */
#ifndef UNDERCROFT_TERM_SCREEN_H
#define UNDERCROFT_TERM_SCREEN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/pos.h"
#include "base/row_set.h"
#include "content/role.h"

enum {
    SCREEN_WIDTH_MIN = 40, /* in a smaller window only a notice is drawn */
    SCREEN_HEIGHT_MIN = 12,
    SCREEN_WIDTH_MAX = 250,
    SCREEN_HEIGHT_MAX = 100,
};

/* A cell: 21 bits of code point, 8 bits of role; two equal cells are two equal numbers. A wide
   glyph is followed by a cell of code point 0. */
typedef uint32_t cell;

struct screen {
    int width;  /* 1 … SCREEN_WIDTH_MAX */
    int height; /* 1 … SCREEN_HEIGHT_MAX */
    struct pos cursor;
    bool cursor_shown;
    bool is_ascii; /* characters beyond ASCII become question marks, one in each cell */
    cell *cells;   /* width * height, owned */
    cell *shown;   /* room for as many cells, where ansi_diff() puts the terminal's cells */
};

/* Sign of role 0 in a screen written as text; the signs of the other roles follow it. */
enum { SCREEN_ROLE_SIGN = '!' };

_Static_assert((int)ROLE_COUNT <= '~' - (int)SCREEN_ROLE_SIGN, "each role has a sign of its own");

enum { CELL_GLYPH_BITS = 21, CELL_GLYPH_MASK = (1 << CELL_GLYPH_BITS) - 1 };

/* Makes a cell; `code_point` is at most 10FFFF. */
cell cell_of(uint32_t code_point, enum role role);

static inline uint32_t cell_code_point(cell value)
{
    return value & CELL_GLYPH_MASK;
}

static inline enum role cell_role(cell value)
{
    return (enum role)(value >> CELL_GLYPH_BITS);
}

/* True for a glyph of one byte and one cell. */
static inline bool cell_is_ascii(cell value)
{
    return cell_code_point(value) - ' ' <= '~' - ' ';
}

/* Returns a size clamped to 1 … the maximum. */
int screen_fit_width(int width);
int screen_fit_height(int height);

/* Makes a blank screen. ERR_MEMORY. Sizes are clamped. */
MUST_USE enum err screen_init(struct screen *screen, int width, int height);
void screen_release(struct screen *screen);

/* Makes the screen blank in another size; on ERR_MEMORY the old screen stays. */
MUST_USE enum err screen_resize(struct screen *screen, int width, int height);
void screen_clear(struct screen *screen);

/* Clears only the rows in `rows`. */
void screen_clear_rows(struct screen *screen, const struct row_set *rows);

/* Returns the cell at (x, y), which is on the screen. */
cell screen_at(const struct screen *screen, int x, int y);

/*
 * Writes one glyph. Writes outside the screen are dropped, so callers need not clip. A wide glyph
 * takes the next cell too; a glyph that does not fit, and a code point without width, become a
 * space. When one half of a wide glyph is overwritten, the other becomes a space.
 */
void screen_put(struct screen *screen, int x, int y, uint32_t code_point, enum role role);

/*
 * Writes cleaned UTF-8 text from (x, y) on, at most `width` cells and up to the screen's right
 * edge, and returns the cells used. Code points without width are left out; a wide glyph that does
 * not fit ends the text.
 */
int screen_write(struct screen *screen, int x, int y, int width, const char *text, enum role role);

/* Fills `width` cells of a row from column `x` on. */
void screen_fill(struct screen *screen, int x, int y, int width, uint32_t code_point,
                 enum role role);

#endif
