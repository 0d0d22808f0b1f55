/*
 * A sight from each of a sample of cells, then their order.
 */
#include "world/vista.h"

#include <stdlib.h>

#include "world/sight.h"

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

/* The open cells in sight. */
static int count_seen(const struct level *level, const struct sight *sight)
{
    int count = 0;

    for (size_t cell = 0; cell < level_cell_count(level); cell++)
        count += (sight->bits[cell / 64] >> cell % 64 & 1) != 0 && is_open(level, cell);
    return count;
}

enum err vista_measure(const struct level *level, int *out_permille)
{
    size_t cells = level_cell_count(level);
    uint64_t bits[SIGHT_WORDS_MAX];
    struct sight sight = {.bits = bits};
    int *seen = calloc(cells / VISTA_EVERY + 1, sizeof *seen);
    int open = 0;
    int passable = 0;
    int count = 0;

    if (seen == NULL)
        return ERR_MEMORY;
    for (size_t cell = 0; cell < cells; cell++) {
        open += is_open(level, cell);
        if (!is_passable(level, cell) || passable++ % VISTA_EVERY != 0)
            continue;
        struct pos at = pos_of((int)cell % level->width, (int)cell / level->width);
        sight_compute(level, at, SIGHT_RADIUS_MAX, &sight);
        seen[count++] = count_seen(level, &sight);
    }
    qsort(seen, (size_t)count, sizeof *seen, compare_ints);
    *out_permille = count == 0 ? 0 : seen[count * 9 / 10] * 1000 / open;
    free(seen);
    return ERR_OK;
}
