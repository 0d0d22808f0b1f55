/*
 * Wrapping of text that is wider than its place: at a blank if there is one in the second half of
 * the row, else within a word. Lines of text have rules of their own.
 */
#ifndef UNDERCROFT_TERM_WRAP_H
#define UNDERCROFT_TERM_WRAP_H

#include <stddef.h>

#include "term/screen.h"

enum { WRAP_ROW_SIZE = SCREEN_WIDTH_MAX * 4 + 1 }; /* bytes of a row, with a NUL */

/* Moves *text past its next row of `width` cells and returns the row's length in bytes. The text
   must not be at its end. An LF ends a row, is passed, and is not in the length. A TAB ends a row
   and is not passed. A blank at the end of a row may be wider than the width. */
size_t wrap_take(const char **text, int width);

/*
 * Moves past the next row of a line that is sent as text: the line ends at `end` and has no LF or
 * TAB. Returns its length. A row ends between words, or within a word that is wider than a row.
 * Blanks between two rows are in neither; blanks at the end of the line stay, even beyond the
 * width. Sequences that set colours have no width.
 */
size_t wrap_take_words(const char **text, const char *end, int width);

/* Returns the number of rows of `width` cells that the text needs. */
int wrap_count_rows(const char *text, int width);

/*
 * Writes text, wrapped, on the last rows of `area` and returns their number. If the text needs more
 * rows than `area` has, its last rows are written; or, with `end` not NULL, its first ones followed
 * by `end`.
 */
int wrap_write_up(struct screen *screen, struct rect area, const char *text, const char *end,
                  enum role role);

#endif
