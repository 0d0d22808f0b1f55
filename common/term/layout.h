/*
 * Places of the parts of the screen, for every size of window. Parts do not overlap and cover every
 * row and column; nothing else decides about rows and columns.
 *
 * 40x12 and more map, status row, two lines of log; short words in the status row 80x24 and more
 * map, status row, four lines of log; the last becomes the input line 110x30 and more map and
 * sidebar, status row, four to seven lines of log, an input line
 */
#ifndef UNDERCROFT_TERM_LAYOUT_H
#define UNDERCROFT_TERM_LAYOUT_H

#include <stdbool.h>

#include "base/pos.h"

enum {
    LAYOUT_SIDEBAR_WIDTH = 29, /* columns of its text; a line and a blank are before it */
    LAYOUT_SIDEBAR_ROWS_MIN = 23,
};

struct layout {
    struct rect map;
    struct rect sidebar; /* its text; width 0: there is no sidebar */
    int divider_x;       /* column of the line between map and sidebar, as high as both */
    int status_y;
    struct rect log;
    int input_y; /* row of the input line, the last one */
};

/* Computes the parts of a screen of at least SCREEN_WIDTH_MIN by SCREEN_HEIGHT_MIN cells. */
struct layout layout_of(int width, int height);

/* True if the window only has room for a notice. */
bool layout_is_too_small(int width, int height);

#endif
