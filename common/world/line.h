/*
 * Straight lines over cells, as what is thrown or shot flies.
 */
#ifndef UNDERCROFT_WORLD_LINE_H
#define UNDERCROFT_WORLD_LINE_H

#include "world/level.h"

/* Towards `to`, and past it. */
struct line {
    struct pos from;
    struct pos to; /* another cell than `from` */
};

/* The cell `step` steps from `from`; where two are as near, that with the smaller coordinate. */
struct pos line_cell(const struct line *line, int step);

/* True if no terrain stops the eye between two cells. */
bool level_has_line(const struct level *level, struct pos from, struct pos to);

#endif
