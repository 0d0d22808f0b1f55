/*
 * The graph of style `regions`, for its tests: which regions of a grid are joined. Private to gen.
 */
#ifndef UNDERCROFT_GEN_REGIONS_H
#define UNDERCROFT_GEN_REGIONS_H

#include <stdbool.h>

#include "base/rng.h"

enum {
    REGIONS_SIDE_MIN = 2, /* columns, and rows */
    REGIONS_SIDE_MAX = 6,
    REGIONS_MAX = REGIONS_SIDE_MAX * REGIONS_SIDE_MAX,
    REGIONS_LEFT_MIN = 3, /* not empty */
    REGIONS_BORDERS_MAX = 2 * REGIONS_SIDE_MAX * (REGIONS_SIDE_MAX - 1),
};

/* Two neighbours, by number: row * columns + column. */
struct regions_border {
    int from;
    int to; /* region east of `from` in the same row, else south of it */
    bool is_open;
    bool is_needed; /* true for an edge of the spanning tree */
};

struct regions_graph {
    int columns;
    int rows;
    bool is_empty[REGIONS_MAX];
    int region_count; /* regions that are not empty */
    int border_count;
    struct regions_border borders[REGIONS_BORDERS_MAX]; /* in shuffled order */
};

/*
 * A grid of columns x rows, each region empty by `percent_empty`, but never so many that fewer than
 * REGIONS_LEFT_MIN are left or that some of these have no neighbour; and all its borders, closed,
 * shuffled by the stream.
 */
void regions_graph_init(struct regions_graph *graph, int columns, int rows, int percent_empty,
                        struct rng *rng);

/*
 * Opens a spanning tree, and of the rest as many as `percent_exits` in a hundred come to, by a roll
 * for each. `percent_round` of these are spent, as far as there are any, on borders that end a
 * bridge: an open border without which the regions would fall apart.
 */
void regions_graph_open(struct regions_graph *graph, int percent_exits, int percent_round,
                        struct rng *rng);

/* Whether all regions hang together over the open borders, `without` left out; -1: none is. */
bool regions_graph_is_whole(const struct regions_graph *graph, int without);

#endif
