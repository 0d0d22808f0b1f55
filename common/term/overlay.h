/*
 * Texts over the map, with a hint about the keys: pages, and a list with one chosen row.
 *
 * Lines of a page that are wider than the screen go on in the next row, so nothing of a text is out
 * of reach on any screen. A TAB splits a line into two cells. Lines with one that follow each other
 * are two columns: beside each other where both fit, else one below the other, with a blank row
 * between them; without one where the right column begins with an empty cell, beside the left one's
 * heading.
 */
#ifndef UNDERCROFT_TERM_OVERLAY_H
#define UNDERCROFT_TERM_OVERLAY_H

#include "narrate/text_form.h"
#include "term/key.h"
#include "term/layout.h"
#include "term/screen.h"

enum { OVERLAY_MARGIN = 1 }; /* cells left of it */

/* The last line of a text that Enter alone ends; the caller, who takes the keys, sees to that. */
#define OVERLAY_ENDED_BY_ENTER "Enter goes on.\n"

/* Draws `text` (LF between its lines) from its row `first` on, its lines in the colours of
   `tints` (NULL: none). Returns how many rows of it follow below the shown part. */
int overlay_draw(struct screen *screen, const struct layout *layout, const char *text, int first,
                 const struct text_tints *tints);

/* The rows of text that one page has. */
int overlay_page(const struct layout *layout);

/*
 * The row to show first after a key was pressed, where `left` rows follow the page that begins with
 * `first`; -1: the key closes the overlay, as every key does that cannot turn to another page.
 */
int overlay_turn(struct key key, int first, int left, int page);

/* A list, and a text about its chosen row below it. If the rows do not all fit, the rows around
   the chosen row are shown. */
struct menu {
    const char *rows;        /* each ended by LF; NULL: there is no menu */
    int chosen;              /* counts from 0 */
    const char *explanation; /* text about the chosen row */
};

/* The cursor comes to stand before the chosen row. */
void menu_draw(struct screen *screen, const struct layout *layout, const struct menu *menu);

#endif
