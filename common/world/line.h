/*
 * Straight lines over cells, as what is thrown or shot flies.
 */
#ifndef UNDERCROFT_WORLD_LINE_H
#define UNDERCROFT_WORLD_LINE_H

#include <stdbool.h>

#include "base/pos.h"
#include "world/level.h"

struct body;
struct world;

/* Towards `to`, and past it. */
struct line {
    struct pos from;
    struct pos to;  /* another cell than `from` */
    bool is_larger; /* where two cells are as near, takes the cell with the larger coordinate */
};

/* The cell `step` steps from `from`. */
struct pos line_cell(const struct line *line, int step);

/*
 * The line between two cells; of the two nearest lines, the line that no terrain stops, if there is
 * one. Any open cell in view has one. The line has the same cells in either direction.
 */
struct line level_line(const struct level *level, struct pos from, struct pos to);

/* True if level_line() is clear. */
bool level_has_line(const struct level *level, struct pos from, struct pos to);

/* True if at most 45 degrees lie between the ways from `from` to the two cells. */
bool line_is_in_cone(struct pos from, struct pos to, struct pos at);

/* True if nothing is between a foe and a target that it has in view. */
bool blow_has_line(const struct world *world, const struct body *from, const struct body *target);

#endif
