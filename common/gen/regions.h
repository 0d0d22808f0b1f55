/*
 * The graph of style `regions`, for its tests: the regions of a grid that are joined. Private to
 * gen.
 */
#ifndef UNDERCROFT_GEN_REGIONS_H
#define UNDERCROFT_GEN_REGIONS_H

#include <stdbool.h>

#include "base/rng.h"

enum {
    REGIONS_SIDE_MIN = 2, /* fewest columns and fewest rows */
    REGIONS_SIDE_MAX = 6,
    REGIONS_MAX = REGIONS_SIDE_MAX * REGIONS_SIDE_MAX,
    REGIONS_LEFT_MIN = 3, /* fewest regions that are not empty */
    REGIONS_BORDERS_MAX = 2 * REGIONS_SIDE_MAX * (REGIONS_SIDE_MAX - 1),
};

/* Two neighbours, by number: row * columns + column. */
struct regions_border {
    int from;
    int to; /* number of the region east of `from` or south of it */
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
 * Makes a grid of columns x rows regions and lists their borders, closed and shuffled. Each region
 * is empty with a chance of `percent_empty`, but at least REGIONS_LEFT_MIN are not, and each of
 * these has a neighbour.
 */
void regions_graph_init(struct regions_graph *graph, int columns, int rows, int percent_empty,
                        struct rng *rng);

/*
 * Opens a spanning tree, and each other border with a chance of `percent_exits`. `percent_round` of
 * these openings go, as far as possible, to borders that end a bridge: a bridge is an open border
 * that alone connects two parts.
 */
void regions_graph_open(struct regions_graph *graph, int percent_exits, int percent_round,
                        struct rng *rng);

/* True if all regions are joined over the open borders, not counting border `without` (-1: count
   all). */
bool regions_graph_is_whole(const struct regions_graph *graph, int without);

#endif
