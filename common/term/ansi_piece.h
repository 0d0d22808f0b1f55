/*
 * Pieces of output: byte strings that are composed and compared before one is sent, the shortest
 * sequences for a cursor move, and the looks of a palette with the bytes that change one look into
 * another. Roles with the same look share it. The looks of a palette are made once, and only read
 * from then on.
 */
#ifndef UNDERCROFT_TERM_ANSI_PIECE_H
#define UNDERCROFT_TERM_ANSI_PIECE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/pos.h"
#include "term/palette.h"

enum { ANSI_PIECE_MAX = 128 };

struct ansi_piece {
    char text[ANSI_PIECE_MAX]; /* not ended by NUL */
    size_t length;
};

void ansi_piece_text(struct ansi_piece *piece, const char *text);
void ansi_piece_join(struct ansi_piece *piece, const struct ansi_piece *other);
void ansi_piece_glyph(struct ansi_piece *piece, uint32_t code_point);

/* Appends the shortest move from `from` (a coordinate of -1 is unknown) to `to`. */
void ansi_piece_move(struct ansi_piece *piece, struct pos from, struct pos to);

/* Lengths of moves in bytes. They are computed for each run that a frame may draw next, in an order
   that no processor can predict: so they are sums and minima, with a branch only on whether `from`
   is known. */

static inline int ansi_lesser(int a, int b)
{
    return a < b ? a : b;
}

/* Returns the bytes of a CSI sequence with one parameter, which is left out if it is 1. */
static inline int ansi_csi_length(int parameter)
{
    return 3 + (parameter != 1) + (parameter >= 10) + (parameter >= 100);
}

/* Returns the bytes of the sequence that names both row and column, or only the row for the first
   column. */
static inline int ansi_absolute_length(struct pos to)
{
    int row = ansi_csi_length(to.y + 1);
    int both = 6 + (to.y >= 9) + (to.y >= 99) + (to.x >= 9) + (to.x >= 99);

    return to.x == 0 ? row : both;
}

/* Returns the bytes of a move to the row and then to the column; INT_MAX if the row is unknown. */
static inline int ansi_steps_length(struct pos from, struct pos to)
{
    int down = to.y < from.y ? from.y - to.y : to.y - from.y;
    int right = to.x < from.x ? from.x - to.x : to.x - from.x;
    int backspaces = to.x < from.x ? right : INT_MAX;
    int column = ansi_csi_length(to.x + 1);

    if (from.y < 0)
        return INT_MAX;
    if (from.x >= 0)
        column = ansi_lesser(ansi_lesser(column, ansi_csi_length(right)), backspaces);
    return (column & -(right != 0)) + (ansi_csi_length(down) & -(down != 0));
}

/* Returns the number of bytes that ansi_piece_move() appends. */
static inline int ansi_piece_move_length(struct pos from, struct pos to)
{
    return ansi_lesser(ansi_absolute_length(to), ansi_steps_length(from, to));
}

/* Returns the number of bytes that ansi_piece_glyph() appends. */
size_t ansi_glyph_length(uint32_t code_point);

/* Appends only the move between two rows, both of which are known. */
void ansi_piece_move_row(struct ansi_piece *piece, int from_y, int to_y);

/*
 * Appends the shortest SGR that turns `from` into `to`, both as palette_sgr() gives them, each
 * followed by the text of palette_background(); `from` NULL: not known. Appends nothing if they are
 * equal. `joins_attributes`: the terminal may be a Linux console, where a bright colour is bold, or
 * a VT100, where only a 0 ends an attribute; afterwards it shows `to` as if `from` had never been
 * sent.
 */
void ansi_piece_sgr(struct ansi_piece *piece, const char *from, const char *to,
                    bool joins_attributes);

/* True if all terminals agree on the width of a glyph; after any other the column is unknown. */
bool ansi_width_is_agreed(uint32_t code_point);

enum {
    ANSI_LOOK_UNKNOWN = 255, /* number of no look */
    ANSI_CHANGE_MAX = 31,
};

/* The bytes that change the current look; none if it stays the same. */
struct ansi_change {
    uint8_t length;
    char text[ANSI_CHANGE_MAX];
};

struct ansi_looks {
    uint8_t count;
    uint8_t plain;                /* number of the plain look, which every palette has */
    uint8_t of_role[ROLE_COUNT];  /* number of the look of each role */
    bool is_reverse[ROLE_COUNT];  /* by look: a blank in it is visible */
    struct ansi_change changes[]; /* from each look, and last from an unknown one, to each look */
};

static inline const struct ansi_change *ansi_looks_change(const struct ansi_looks *looks,
                                                          uint8_t from, uint8_t to)
{
    return &looks->changes[(from == ANSI_LOOK_UNKNOWN ? looks->count : from) * looks->count + to];
}

/* The looks of all palettes in use. All zero: none yet. */
struct ansi_book {
    struct ansi_looks *looks[PALETTE_COUNT][PALETTE_THEME_COUNT][PALETTE_MEMORY_COUNT][2];
};

/* Finds the looks of a palette, or makes them; valid as long as the book. NULL: out of memory. */
const struct ansi_looks *ansi_book_find(struct ansi_book *book, struct palette palette);
void ansi_book_release(struct ansi_book *book);

#endif
