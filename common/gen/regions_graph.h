/*
 * Which neighbouring regions of a grid are joined, for the style `regions`. Private to gen.
 *
 * The borders between neighbours are shuffled; a spanning tree by Kruskal's way opens what is
 * needed, chance opens more, and borders that lead round a bridge come last.
 */
#ifndef UNDERCROFT_GEN_REGIONS_GRAPH_H
#define UNDERCROFT_GEN_REGIONS_GRAPH_H

#include <stdbool.h>

#include "base/rng.h"

enum {
    REGIONS_SIDE_MIN = 2, /* columns, and rows */
    REGIONS_SIDE_MAX = 6,
    REGIONS_MAX = REGIONS_SIDE_MAX * REGIONS_SIDE_MAX,
    REGIONS_BORDERS_MAX = 2 * REGIONS_SIDE_MAX * (REGIONS_SIDE_MAX - 1),
};

/* Two regions side by side, by number: row * columns + column. */
struct regions_border {
    int from;
    int to; /* east of `from` if it is from + 1, else south of it */
    bool is_open;
};

struct regions_graph {
    int columns;
    int rows;
    int border_count;
    struct regions_border borders[REGIONS_BORDERS_MAX]; /* in shuffled order */
};

/* All borders of a grid of columns x rows, closed, shuffled by the stream. */
void regions_graph_init(struct regions_graph *graph, int columns, int rows, struct rng *rng);

/* Opens a spanning tree, and `percent` in a hundred of the rest. */
void regions_graph_open(struct regions_graph *graph, int percent, struct rng *rng);

/*
 * Opens borders, each with `percent` in a hundred, whose opening ends a bridge: an open border
 * without which the regions would fall apart. At 100 no bridge is left.
 */
void regions_graph_round(struct regions_graph *graph, int percent, struct rng *rng);

/* Whether all regions hang together over the open borders, `without` left out; -1: none is. */
bool regions_graph_is_whole(const struct regions_graph *graph, int without);

#endif
