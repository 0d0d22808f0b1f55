/*
 * A list over the map with one chosen row, a text about that row below it, and a hint about keys.
 * Where the rows do not all fit, the ones around the chosen row are shown.
 */
#ifndef UNDERCROFT_TERM_MENU_H
#define UNDERCROFT_TERM_MENU_H

#include "term/layout.h"
#include "term/screen.h"

struct menu {
    const char *rows;        /* each ended by LF; NULL: there is no menu */
    int chosen;              /* counts from 0 */
    const char *explanation; /* of that row */
};

/* The cursor comes to stand before the chosen row. */
void menu_draw(struct screen *screen, const struct layout *layout, const struct menu *menu);

#endif
