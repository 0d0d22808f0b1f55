/*
 * Straight lines over cells.
 */
#include "world/line.h"

/* a/b to the nearest integer, halves down; b is positive. */
static int divide(int a, int b)
{
    int twice = 2 * a + b - 1;

    return twice >= 0 ? twice / (2 * b) : -((2 * b - 1 - twice) / (2 * b));
}

struct pos line_cell(const struct line *line, int step)
{
    int dx = line->to.x - line->from.x;
    int dy = line->to.y - line->from.y;
    int steps = pos_distance(line->from, line->to);

    return pos_of(line->from.x + divide(step * dx, steps), line->from.y + divide(step * dy, steps));
}

bool level_has_line(const struct level *level, struct pos from, struct pos to)
{
    const struct line line = {from, to};
    int steps = pos_distance(from, to);

    for (int step = 1; step < steps; step++) {
        if (level_is_opaque(level, line_cell(&line, step)))
            return false;
    }
    return true;
}
