/*
 * Texts over the map, with a hint about the keys: pages, and a list with one chosen row.
 *
 * Lines of a page that are wider than the screen continue in the next row, so every screen can show
 * all of a text. A TAB splits a line into two cells. Consecutive lines with a TAB are two columns:
 * side by side if both fit, else one below the other, with a blank row between them; without that
 * row if the right column begins with an empty cell, beside the left one's heading.
 */
#ifndef UNDERCROFT_TERM_OVERLAY_H
#define UNDERCROFT_TERM_OVERLAY_H

#include "narrate/text_form.h"
#include "term/key.h"
#include "term/layout.h"
#include "term/screen.h"

enum { OVERLAY_MARGIN = 1 }; /* cells left of the text */

/* Last line of a text that only Enter closes. The caller, who takes the keys, must see to that. */
#define OVERLAY_ENDED_BY_ENTER "Enter goes on.\n"

/* Draws `text` (LF between its lines) from its row `first` on, with the colours in `tints` (NULL:
   none). Returns the number of its rows below the shown part. */
int overlay_draw(struct screen *screen, const struct layout *layout, const char *text, int first,
                 const struct text_tints *tints);

/* Returns the number of rows of text on one page. */
int overlay_page(const struct layout *layout);

/*
 * Returns the row to show first after a key, if `left` rows follow the page that begins with
 * `first`; -1: the key closes the overlay, as every key does that cannot turn to another page.
 */
int overlay_turn(struct key key, int first, int left, int page);

/* A list, with a text about its chosen row below it. If the rows do not all fit, those around the
   chosen one are shown. */
struct menu {
    const char *rows;        /* each ended by LF; NULL: no menu */
    int chosen;              /* number of the chosen row, from 0 */
    const char *explanation; /* text about the chosen row */
};

/* Draws the menu; the cursor is before the chosen row. */
void menu_draw(struct screen *screen, const struct layout *layout, const struct menu *menu);

#endif
