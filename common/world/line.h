/*
 * Straight lines over cells: the paths of thrown things and shots.
 */
#ifndef UNDERCROFT_WORLD_LINE_H
#define UNDERCROFT_WORLD_LINE_H

#include <stdbool.h>

#include "base/pos.h"
#include "world/level.h"

struct body;
struct world;

/* A line from `from` towards `to`, and past it. */
struct line {
    struct pos from;
    struct pos to;  /* any cell other than `from` */
    bool is_larger; /* takes the larger coordinate between two equally near cells */
};

/* Returns the cell of the line that is `step` steps from its start. */
struct pos line_cell(const struct line *line, int step);

/*
 * Returns the line between two cells, which has the same cells in both directions. If two lines are
 * equally near, one that terrain does not stop is preferred; for an open cell in view there is one.
 */
struct line level_line(const struct level *level, struct pos from, struct pos to);

/* True if terrain does not stop level_line(). */
bool level_has_line(const struct level *level, struct pos from, struct pos to);

/* True if the directions from `from` to the two cells differ by 45 degrees or less. */
bool line_is_in_cone(struct pos from, struct pos to, struct pos at);

/* True if nothing stands between a foe and a target in its view. */
bool blow_has_line(const struct world *world, const struct body *from, const struct body *target);

#endif
