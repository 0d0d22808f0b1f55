/*
 * Scrolling of the lowest rows of a screen. A log that grows by a line shows its older lines again,
 * a row higher. A terminal moves them there itself within a region of rows, which every terminal
 * since the VT100 knows, for a few bytes in place of the lines.
 */
#ifndef UNDERCROFT_TERM_ANSI_SCROLL_H
#define UNDERCROFT_TERM_ANSI_SCROLL_H

#include "term/ansi_piece.h"
#include "term/screen.h"

/* Rows at the bottom of a screen that may scroll: as many as the largest log has. */
enum { ANSI_SCROLL_ROWS_MAX = 7 };

struct ansi_scroll {
    int top;   /* the first row that moves; all rows below it move too */
    int count; /* rows by which they move up; 0: nothing moves */
};

/* Finds the move after which the fewest bytes are left to print in rows `first` up to the bottom,
   at most ANSI_SCROLL_ROWS_MAX; screen->shown has their cells on the terminal. No move is found
   that takes more bytes than it saves. */
struct ansi_scroll ansi_scroll_find(const struct screen *screen, int first);

/* Appends the sequences of a move. The look in force must not be reverse, since some terminals fill
   the free rows with its background. Afterwards the region is the whole screen again, and the place
   of the cursor unknown. */
void ansi_scroll_piece(struct ansi_piece *piece, struct ansi_scroll scroll, int height);

/* Does to the cells in screen->shown what the sequences do on the terminal. */
void ansi_scroll_cells(const struct screen *screen, struct ansi_scroll scroll);

#endif
