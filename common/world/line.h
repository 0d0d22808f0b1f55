/*
 * Straight lines over cells, as what is thrown or shot flies.
 */
#ifndef UNDERCROFT_WORLD_LINE_H
#define UNDERCROFT_WORLD_LINE_H

#include "base/pos.h"

/* Towards `to`, and past it. */
struct line {
    struct pos from;
    struct pos to; /* another cell than `from` */
};

/* The cell `step` steps from `from`; where two are as near, that with the smaller coordinate. */
struct pos line_cell(const struct line *line, int step);

#endif
