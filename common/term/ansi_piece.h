/*
 * Private to the ANSI writer: short byte strings put together and compared before one is sent, and
 * the shortest sequences for a cursor move and for a change of attributes.
 */
#ifndef UNDERCROFT_TERM_ANSI_PIECE_H
#define UNDERCROFT_TERM_ANSI_PIECE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/pos.h"

enum { ANSI_PIECE_MAX = 128 };

struct ansi_piece {
    char text[ANSI_PIECE_MAX]; /* not ended by NUL */
    size_t length;
};

void ansi_piece_text(struct ansi_piece *piece, const char *text);
void ansi_piece_bytes(struct ansi_piece *piece, const char *bytes, size_t length);
void ansi_piece_join(struct ansi_piece *piece, const struct ansi_piece *other);
void ansi_piece_glyph(struct ansi_piece *piece, uint32_t code_point);

/* Appends the shortest move from `from` (a coordinate of -1 is not known) to `to`. */
void ansi_piece_move(struct ansi_piece *piece, struct pos from, struct pos to);

/*
 * How many bytes moves take. They are asked for each run that a frame may draw next, in an order
 * that no processor foretells: so they are sums and minima, with no branches but on whether `from`
 * is known.
 */

static inline int ansi_lesser(int a, int b)
{
    return a < b ? a : b;
}

/* A CSI sequence with one parameter, left out if it is 1. */
static inline int ansi_csi_length(int parameter)
{
    return 3 + (parameter != 1) + (parameter >= 10) + (parameter >= 100);
}

/* The sequence that names both row and column, or the row alone for the first column. */
static inline int ansi_absolute_length(struct pos to)
{
    int row = ansi_csi_length(to.y + 1);
    int both = 6 + (to.y >= 9) + (to.y >= 99) + (to.x >= 9) + (to.x >= 99);

    return to.x == 0 ? row : both;
}

/* The bytes of a move to the row and then to the column; more than of any other move if the row is
   not known. */
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

/* How many bytes ansi_piece_move() appends. */
static inline int ansi_piece_move_length(struct pos from, struct pos to)
{
    return ansi_lesser(ansi_absolute_length(to), ansi_steps_length(from, to));
}

/* How many bytes ansi_piece_glyph appends. */
size_t ansi_glyph_length(uint32_t code_point);

/* Appends only the move from row to row, which must both be known. */
void ansi_piece_move_row(struct ansi_piece *piece, int from_y, int to_y);

/* Appends the shortest SGR that turns `from` into `to`, both as palette_sgr gives them; `from`
   NULL: not known. Nothing if they are equal. `joins_attributes`: the terminal may be a Linux
   console, where a bright colour is bold, or a VT100, where a 0 alone ends anything; it shows the
   same afterwards as if `to` had been all that it was ever told. */
void ansi_piece_sgr(struct ansi_piece *piece, const char *from, const char *to,
                    bool joins_attributes);

/* Whether all terminals agree on how wide a glyph is; after others the column is not known. */
bool ansi_width_is_agreed(uint32_t code_point);

/* Whether a blank under these parameters can be seen. */
bool ansi_sgr_is_reverse(const char *sgr);

#endif
