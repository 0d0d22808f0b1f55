/*
 * Symmetric shadowcasting, and a measure of a level by it: the sights from a sample of its cells,
 * sorted.
 */
#include "world/sight.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"

/* A slope as a fraction; the denominator is positive. */
struct slope {
    int32_t numerator;
    int32_t denominator;
};

/* A row of a quadrant, `depth` cells away, between two slopes. */
struct row {
    int depth;
    struct slope start;
    struct slope end;
};

/* A quadrant. It maps (depth, column) to a cell: x = depth * dx + column * cx, and y likewise. */
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
    uint64_t *bits; /* bits of the cells in sight */
    const struct quadrant *quadrant;
    struct pos origin;
    int radius;
    int depth_max; /* cells from the origin to the edge of the level in this quadrant */
    int column_min;
    int column_max;
};

/* The columns of a row: those that its slopes touch, and among them those whose centres lie between
   the slopes. */
struct columns {
    int first;
    int last;
    int first_centre;
    int last_centre;
};

/* Returns depth * slope, rounded down; *out_rest is the remainder, in parts of the denominator. */
static int multiply(int depth, struct slope slope, int *out_rest)
{
    int product = depth * slope.numerator;
    int quotient = product / slope.denominator;
    int rest = product % slope.denominator;

    if (rest < 0) {
        rest += slope.denominator;
        quotient--;
    }
    *out_rest = rest;
    return quotient;
}

/* Returns the columns of a row. The edges are rounded to the nearest column, ties towards the
   middle of the row: up at the start, down at the end. */
static struct columns columns_of(const struct row *row)
{
    int rest;
    struct columns columns;

    int start = multiply(row->depth, row->start, &rest);
    columns.first = start + (2 * rest >= row->start.denominator);
    columns.first_centre = start + (rest > 0);
    int end = multiply(row->depth, row->end, &rest);
    columns.last = end + (2 * rest > row->end.denominator);
    columns.last_centre = end;
    return columns;
}

/* Returns the slope of the left edge of a cell. */
static struct slope left_edge(int depth, int column)
{
    return (struct slope){2 * column - 1, 2 * depth};
}

static void reveal(uint64_t *bits, int width, int x, int y)
{
    unsigned cell = (unsigned)(y * width + x);

    bits[cell / 64] |= UINT64_C(1) << (cell % 64);
}

static bool is_opaque(const struct level *level, int x, int y)
{
    size_t word = (size_t)(y * level->row_words) + (unsigned)x / 64;

    return (level->opaque[word] >> ((unsigned)x % 64) & 1) != 0;
}

/*
 * Scans a row; its clear parts become rows farther out. Runs that end at an opaque cell are scanned
 * by recursion, whose depth is bounded by the radius.
 */
static void scan_row(const struct scan *scan, struct row row)
{
    const struct quadrant *q = scan->quadrant;

    while (row.depth <= scan->depth_max) {
        struct columns columns = columns_of(&row);
        int first = columns.first < scan->column_min ? scan->column_min : columns.first;
        int last = columns.last > scan->column_max ? scan->column_max : columns.last;
        int x = scan->origin.x + row.depth * q->depth_dx + first * q->column_dx;
        int y = scan->origin.y + row.depth * q->depth_dy + first * q->column_dy;
        int reach = scan->radius * scan->radius + scan->radius - row.depth * row.depth;
        bool was_opaque = false;

        for (int column = first; column <= last; column++) {
            bool opaque = is_opaque(scan->level, x, y);

            bool is_seen =
                opaque || (column >= columns.first_centre && column <= columns.last_centre);
            if (is_seen && column * column <= reach)
                reveal(scan->bits, scan->level->width, x, y);
            if (opaque != was_opaque && column > first) {
                struct slope edge = left_edge(row.depth, column);
                if (opaque) {
                    scan_row(scan, (struct row){row.depth + 1, row.start, edge});
                } else {
                    row.start = edge;
                    columns.first_centre = column;
                }
            }
            was_opaque = opaque;
            x += q->column_dx;
            y += q->column_dy;
        }
        if (first > last || was_opaque)
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
    size_t cell_count = (size_t)sight->width * (size_t)sight->height;

    memset(sight->bits, 0, sight_word_count(cell_count) * sizeof sight->bits[0]);
    sight->top = sight->bottom = 0;
}

/* Finds the first and last row with a cell in sight. The origin is always in sight, so there are
   such rows. */
static void find_rows(struct sight *sight)
{
    size_t first = 0;
    size_t last = sight_word_count((size_t)sight->width * (size_t)sight->height) - 1;

    while (sight->bits[first] == 0)
        first++;
    while (sight->bits[last] == 0)
        last--;
    int first_cell = (int)first * 64 + __builtin_ctzll(sight->bits[first]);
    int last_cell = (int)last * 64 + 63 - __builtin_clzll(sight->bits[last]);
    sight->top = (int16_t)(first_cell / sight->width);
    sight->bottom = (int16_t)(last_cell / sight->width + 1);
}

void sight_compute(const struct level *level, struct pos origin, int radius, struct sight *sight)
{
    CHECK(level_contains(level, origin));
    CHECK(radius >= 1 && radius <= SIGHT_RADIUS_MAX);

    struct scan scan = {.level = level, .bits = sight->bits, .origin = origin, .radius = radius};
    sight->width = level->width;
    sight->height = level->height;
    sight_clear(sight);
    reveal(sight->bits, level->width, origin.x, origin.y);
    for (int i = 0; i < 4; i++)
        scan_quadrant(&scan, &quadrants[i]);
    find_rows(sight);
}

bool sight_has(const struct sight *sight, struct pos at)
{
    if (at.x < 0 || at.y < 0 || at.x >= sight->width || at.y >= sight->height)
        return false;
    unsigned cell = (unsigned)(at.y * sight->width + at.x);
    return (sight->bits[cell / 64] >> (cell % 64) & 1) != 0;
}

static bool is_passable(const struct level *level, size_t cell)
{
    return tile_is_passable((enum tile_id)level->tiles[cell]);
}

static bool is_open(const struct level *level, size_t cell)
{
    return is_passable(level, cell) || tile_row((enum tile_id)level->tiles[cell])->is_gap;
}

static int compare_ints(const void *a, const void *b)
{
    int left = *(const int *)a;
    int right = *(const int *)b;

    return (left > right) - (left < right);
}

/* Counts the open cells in sight. */
static int count_seen(const struct level *level, const struct sight *sight)
{
    int count = 0;

    size_t end = (size_t)(sight->bottom * sight->width);
    for (size_t cell = (size_t)(sight->top * sight->width); cell < end; cell++)
        count += (sight->bits[cell / 64] >> cell % 64 & 1) != 0 && is_open(level, cell);
    return count;
}

enum err vista_measure(const struct level *level, int *out_permille)
{
    size_t cells = level_cell_count(level);
    uint64_t *bits = calloc(sight_word_count(cells), sizeof *bits);
    struct sight sight = {.bits = bits};
    int *seen = calloc(cells / VISTA_EVERY + 1, sizeof *seen);
    int every = VISTA_EVERY * level_shares(cells);
    int open = 0;
    int passable = 0;
    int count = 0;

    if (seen == NULL || bits == NULL) {
        free(seen);
        free(bits);
        return ERR_MEMORY;
    }
    for (size_t cell = 0; cell < cells; cell++) {
        open += is_open(level, cell);
        if (!is_passable(level, cell) || passable++ % every != 0)
            continue;
        struct pos at = pos_of((int)cell % level->width, (int)cell / level->width);
        sight_compute(level, at, SIGHT_RADIUS_MAX, &sight);
        seen[count++] = count_seen(level, &sight);
    }
    qsort(seen, (size_t)count, sizeof *seen, compare_ints);
    *out_permille = count == 0 ? 0 : seen[count * 9 / 10] * 1000 / open;
    free(seen);
    free(bits);
    return ERR_OK;
}
