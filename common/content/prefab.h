/*
 * Places drawn by hand, as a table of text. A generator sets them into a level turned and mirrored.
 *
 * A drawing is a rectangle of rows ended by newlines with its own walls around it: '#' wall, '.'
 * floor, '~' deep water, '=' bridge, '_' shrine, 'D' a closed door inside, '+' a mouth: a cell of
 * the outer wall where the place may be entered, rock unless it is used.
 */
#ifndef UNDERCROFT_CONTENT_PREFAB_H
#define UNDERCROFT_CONTENT_PREFAB_H

#include <stdbool.h>
#include <stddef.h>

#include "content/tile.h"

enum {
    PREFAB_SIDE_MIN = 5, /* cells, walls included */
    PREFAB_SIDE_MAX = 19,
};

struct prefab {
    const char *name;
    const char *drawing;
};

struct prefab_cell {
    enum tile_id tile; /* TILE_ROCK for a mouth */
    bool is_mouth;
};

size_t prefab_count(void);

/* `index` is less than prefab_count(). */
const struct prefab *prefab_at(size_t index);

/* The columns of the first row, and the number of rows. */
int prefab_width(const struct prefab *prefab);
int prefab_height(const struct prefab *prefab);

/* The cell at column x, row y of a drawing whose rows are all `width` long; (x, y) is on it. */
struct prefab_cell prefab_cell_at(const struct prefab *prefab, int width, int x, int y);

/* ERR_UNKNOWN: the legend has no such symbol. */
MUST_USE enum err prefab_read_symbol(char symbol, struct prefab_cell *out);

#endif
