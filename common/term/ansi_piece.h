/*
 * Private to the ANSI writer: short byte strings put together and compared before one is sent, and
 * the shortest sequences for a cursor move and for a change of attributes.
 */
#ifndef UNDERCROFT_TERM_ANSI_PIECE_H
#define UNDERCROFT_TERM_ANSI_PIECE_H

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

/* How many bytes that is. */
size_t ansi_piece_move_length(struct pos from, struct pos to);

/* How many bytes ansi_piece_glyph appends. */
size_t ansi_glyph_length(uint32_t code_point);

/* Appends only the move from row to row, which must both be known. */
void ansi_piece_move_row(struct ansi_piece *piece, int from_y, int to_y);

/* Appends the shortest SGR that turns `from` into `to`, both as palette_sgr gives them; `from`
   NULL: not known. Nothing if they are equal. */
void ansi_piece_sgr(struct ansi_piece *piece, const char *from, const char *to);

/* Whether all terminals agree on how wide a glyph is; after others the column is not known. */
bool ansi_width_is_agreed(uint32_t code_point);

/* Whether a blank under these parameters can be seen. */
bool ansi_sgr_is_reverse(const char *sgr);

#endif
