/*
 * Straight lines over cells, in integers: each cell of a line is the nearest to its exact point.
 * Between two equally near cells a line takes always the smaller or always the larger coordinate.
 */
#include "world/line.h"

#include "world/world.h"

/* Returns a/b rounded to the nearest integer, halves up or down; b is positive. */
static int divide(int a, int b, bool is_up)
{
    int twice = 2 * a + b - (is_up ? 0 : 1);

    return twice >= 0 ? twice / (2 * b) : -((2 * b - 1 - twice) / (2 * b));
}

struct pos line_cell(const struct line *line, int step)
{
    int dx = line->to.x - line->from.x;
    int dy = line->to.y - line->from.y;
    int steps = pos_distance(line->from, line->to);

    return pos_of(line->from.x + divide(step * dx, steps, line->is_larger),
                  line->from.y + divide(step * dy, steps, line->is_larger));
}

static bool is_clear(const struct level *level, const struct line *line)
{
    int steps = pos_distance(line->from, line->to);

    for (int step = 1; step < steps; step++) {
        if (level_is_opaque(level, line_cell(line, step)))
            return false;
    }
    return true;
}

/* Finds a line that terrain does not stop, preferably with the smaller coordinates. False: both are
   stopped, and *out is the line with the smaller coordinates. */
static bool find_line(const struct level *level, struct pos from, struct pos to, struct line *out)
{
    *out = (struct line){.from = from, .to = to};
    if (is_clear(level, out))
        return true;
    out->is_larger = true;
    if (is_clear(level, out))
        return true;
    out->is_larger = false;
    return false;
}

struct line level_line(const struct level *level, struct pos from, struct pos to)
{
    struct line line;

    (void)find_line(level, from, to, &line);
    return line;
}

bool level_has_line(const struct level *level, struct pos from, struct pos to)
{
    struct line line;

    return find_line(level, from, to, &line);
}

bool line_is_in_cone(struct pos from, struct pos to, struct pos at)
{
    int x = to.x - from.x;
    int y = to.y - from.y;
    int dx = at.x - from.x;
    int dy = at.y - from.y;
    int dot = x * dx + y * dy;

    return dot > 0 && 2 * dot * dot >= (x * x + y * y) * (dx * dx + dy * dy);
}

bool blow_has_line(const struct world *world, const struct body *from, const struct body *target)
{
    const struct line line = level_line(from->level, from->at, target->at);
    int steps = pos_distance(from->at, target->at);

    for (int step = 1; step < steps; step++) {
        struct pos at = line_cell(&line, step);
        const struct body *other = world_body(world, level_body_at(from->level, at));
        if (level_is_opaque(from->level, at) || (other != NULL && other->species != SPECIES_DELVER))
            return false;
    }
    return true;
}
