/*
 * Text that is wider than its place goes on in the next row: at a blank where there is one in the
 * second half of the row, else within a word. Lines of text have rules of their own.
 */
#ifndef UNDERCROFT_TERM_WRAP_H
#define UNDERCROFT_TERM_WRAP_H

#include <stddef.h>

#include "term/screen.h"

enum { WRAP_ROW_SIZE = SCREEN_WIDTH_MAX * 4 + 1 }; /* bytes of a row, with a NUL */

/* Takes the next row of `width` cells off the text (LF between its lines; a TAB ends one too, and
   is not taken), which is not at its end. Returns its length in bytes without the LF; a blank at
   its end may be one too wide. */
size_t wrap_take(const char **text, int width);

/*
 * Takes the next row of a line that goes out as text: the part of the line before `end`, which
 * holds neither LF nor TAB. A row ends between words, and within a word only if the word alone is
 * wider than a row. The blanks between two rows are in neither row; the blanks at the end of the
 * line stay, whatever their width. Sequences that set colours take no cells.
 */
size_t wrap_take_words(const char **text, const char *end, int width);

/* The number of rows of `width` cells that the text takes. */
int wrap_count_rows(const char *text, int width);

/*
 * Writes text, wrapped, on the last rows of `area` and returns how many it took. If the text needs
 * more rows than there are, its last rows are written; with `end` not NULL its first ones, and
 * `end` behind them.
 */
int wrap_write_up(struct screen *screen, struct rect area, const char *text, const char *end,
                  enum role role);

#endif
