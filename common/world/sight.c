/*
 * Symmetric shadowcasting.
 */
#include "world/sight.h"

#include <string.h>

#include "base/check.h"

/* A slope as a fraction; the denominator is positive. */
struct slope {
    int32_t numerator;
    int32_t denominator;
};

/* One row of a quadrant, `depth` cells away, between two slopes. */
struct row {
    int depth;
    struct slope start;
    struct slope end;
};

/* A quadrant turns (depth, column) into a cell: x = depth * dx + column * cx, and y likewise. */
struct quadrant {
    int depth_dx;
    int depth_dy;
    int column_dx;
    int column_dy;
};

static const struct quadrant quadrants[4] = {
    {0, -1, 1, 0}, /* north */
    {0, 1, 1, 0},  /* south */
    {1, 0, 0, 1},  /* east */
    {-1, 0, 0, 1}, /* west */
};

struct scan {
    const struct level *level;
    struct sight *sight;
    const struct quadrant *quadrant;
    struct pos origin;
    int radius;
    int depth_max; /* cells from the origin to the level's edge, in this quadrant's direction */
    int column_min;
    int column_max;
};

static int64_t floor_divide(int64_t dividend, int64_t divisor)
{
    int64_t quotient = dividend / divisor;

    if (dividend % divisor != 0 && (dividend < 0) != (divisor < 0))
        quotient--;
    return quotient;
}

/* The first column of a row: depth * start rounded to the nearest, ties up. */
static int first_column(const struct row *row)
{
    int64_t doubled = 2 * (int64_t)row->depth * row->start.numerator + row->start.denominator;
    return (int)floor_divide(doubled, 2 * (int64_t)row->start.denominator);
}

/* The last column: depth * end rounded to the nearest, ties down. */
static int last_column(const struct row *row)
{
    int64_t doubled = 2 * (int64_t)row->depth * row->end.numerator - row->end.denominator;
    return (int)-floor_divide(-doubled, 2 * (int64_t)row->end.denominator);
}

/* True if the centre of column `column` lies within the row's slopes. */
static bool is_symmetric(const struct row *row, int column)
{
    int64_t depth = row->depth;

    return (int64_t)column * row->start.denominator >= depth * row->start.numerator &&
           (int64_t)column * row->end.denominator <= depth * row->end.numerator;
}

/* The slope of the left edge of a cell. */
static struct slope left_edge(int depth, int column)
{
    return (struct slope){2 * column - 1, 2 * depth};
}

static void reveal(const struct scan *scan, int x, int y, int depth, int column)
{
    if (depth * depth + column * column <= scan->radius * scan->radius + scan->radius)
        scan->sight->rows[y][x / 64] |= UINT64_C(1) << (x % 64);
}

static bool is_opaque(const struct level *level, int x, int y)
{
    return (level->opaque[y * level->row_words + x / 64] >> (x % 64) & 1) != 0;
}

/*
 * Scans one row; what it sees through becomes rows further out. Clear runs that end at an opaque
 * cell are handed to the recursion; the depth of that is bounded by the radius.
 */
static void scan_row(const struct scan *scan, struct row row)
{
    while (row.depth <= scan->depth_max) {
        int first = first_column(&row);
        int last = last_column(&row);
        bool has_previous = false;
        bool was_opaque = false;

        first = first < scan->column_min ? scan->column_min : first;
        last = last > scan->column_max ? scan->column_max : last;
        for (int column = first; column <= last; column++) {
            const struct quadrant *q = scan->quadrant;
            int x = scan->origin.x + row.depth * q->depth_dx + column * q->column_dx;
            int y = scan->origin.y + row.depth * q->depth_dy + column * q->column_dy;
            bool opaque = is_opaque(scan->level, x, y);

            if (opaque || is_symmetric(&row, column))
                reveal(scan, x, y, row.depth, column);
            if (has_previous && was_opaque && !opaque)
                row.start = left_edge(row.depth, column);
            if (has_previous && !was_opaque && opaque) {
                struct row further = {row.depth + 1, row.start, left_edge(row.depth, column)};
                scan_row(scan, further);
            }
            has_previous = true;
            was_opaque = opaque;
        }
        if (!has_previous || was_opaque)
            return;
        row.depth++;
    }
}

static void scan_quadrant(struct scan *scan, const struct quadrant *quadrant)
{
    const struct level *level = scan->level;
    int x = scan->origin.x;
    int y = scan->origin.y;
    bool is_vertical = quadrant->depth_dy != 0;
    int to_edge;

    if (is_vertical)
        to_edge = quadrant->depth_dy < 0 ? y : level->height - 1 - y;
    else
        to_edge = quadrant->depth_dx < 0 ? x : level->width - 1 - x;
    scan->quadrant = quadrant;
    scan->depth_max = to_edge < scan->radius ? to_edge : scan->radius;
    scan->column_min = is_vertical ? -x : -y;
    scan->column_max = is_vertical ? level->width - 1 - x : level->height - 1 - y;
    scan_row(scan, (struct row){1, {-1, 1}, {1, 1}});
}

void sight_clear(struct sight *sight)
{
    memset(sight, 0, sizeof *sight);
}

void sight_compute(const struct level *level, struct pos origin, int radius, struct sight *sight)
{
    CHECK(level_contains(level, origin));
    CHECK(radius >= 1 && radius <= SIGHT_RADIUS_MAX);

    struct scan scan = {.level = level, .sight = sight, .origin = origin, .radius = radius};
    sight_clear(sight);
    reveal(&scan, origin.x, origin.y, 0, 0);
    for (int i = 0; i < 4; i++)
        scan_quadrant(&scan, &quadrants[i]);
}

bool sight_has(const struct sight *sight, struct pos at)
{
    if (at.x < 0 || at.y < 0 || at.x >= LEVEL_WIDTH_MAX || at.y >= LEVEL_HEIGHT_MAX)
        return false;
    return (sight->rows[at.y][at.x / 64] >> (at.x % 64) & 1) != 0;
}
