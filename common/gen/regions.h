/*
 * The graph of style `regions`, for its tests: the regions of a grid that are joined. Private to
 * gen.
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
 * Makes a grid of columns x rows regions, each empty with `percent_empty`, but so that at least
 * REGIONS_LEFT_MIN are left and each of them has a neighbour; and all borders, closed, shuffled by
 * the stream.
 */
void regions_graph_init(struct regions_graph *graph, int columns, int rows, int percent_empty,
                        struct rng *rng);

/*
 * Opens a spanning tree, and `percent_exits` of the other borders, by a roll for each.
 * `percent_round` of these are used, as far as possible, for borders that end a bridge: an open
 * border without which the regions would be separated.
 */
void regions_graph_open(struct regions_graph *graph, int percent_exits, int percent_round,
                        struct rng *rng);

/* True if all regions are joined over the open borders, leaving out border `without`; -1: none. */
bool regions_graph_is_whole(const struct regions_graph *graph, int without);

#endif
