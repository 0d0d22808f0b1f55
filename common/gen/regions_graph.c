/*
 * A forest of union-find for each question: the graphs have sixty borders at most.
 */
#include "gen/regions_graph.h"

#include <string.h>

#include "base/check.h"

struct forest {
    int parent[REGIONS_MAX];
};

static void forest_init(struct forest *forest)
{
    for (int i = 0; i < REGIONS_MAX; i++)
        forest->parent[i] = i;
}

static int forest_root(const struct forest *forest, int region)
{
    while (forest->parent[region] != region)
        region = forest->parent[region];
    return region;
}

/* False if the two were one already. */
static bool forest_join(struct forest *forest, int a, int b)
{
    int root_a = forest_root(forest, a);
    int root_b = forest_root(forest, b);

    forest->parent[root_a] = root_b;
    return root_a != root_b;
}

/* The next region that is not empty, `step` by `step` from `region` for `count` times; -1: none. */
static int next_region(const struct regions_graph *graph, int region, int step, int count)
{
    for (int i = 0; i < count; i++) {
        region += step;
        if (!graph->is_empty[region])
            return region;
    }
    return -1;
}

/* All borders between regions that are not empty, closed, in the order of the regions. */
static void list_borders(struct regions_graph *graph)
{
    int columns = graph->columns;

    graph->border_count = 0;
    for (int region = 0; region < columns * graph->rows; region++) {
        int east = next_region(graph, region, 1, columns - 1 - region % columns);
        int south = next_region(graph, region, columns, graph->rows - 1 - region / columns);
        if (graph->is_empty[region])
            continue;
        if (east >= 0)
            graph->borders[graph->border_count++] =
                (struct regions_border){.from = region, .to = east};
        if (south >= 0)
            graph->borders[graph->border_count++] =
                (struct regions_border){.from = region, .to = south};
    }
}

/* Whether the regions that are not empty could all be joined. */
static bool can_be_joined(struct regions_graph *graph)
{
    struct forest forest;
    int pieces = graph->region_count;

    list_borders(graph);
    forest_init(&forest);
    for (int i = 0; i < graph->border_count; i++)
        pieces -= forest_join(&forest, graph->borders[i].from, graph->borders[i].to);
    return pieces == 1;
}

static void empty_regions(struct regions_graph *graph, int percent, struct rng *rng)
{
    uint32_t order[REGIONS_MAX];
    int count = graph->region_count;

    for (int i = 0; i < count; i++)
        order[i] = (uint32_t)i;
    rng_shuffle(rng, order, (uint32_t)count);
    for (int i = 0; i < count; i++) {
        if (!rng_percent(rng, percent) || graph->region_count == REGIONS_LEFT_MIN)
            continue;
        graph->is_empty[order[i]] = true;
        graph->region_count--;
        if (can_be_joined(graph))
            continue;
        graph->is_empty[order[i]] = false;
        graph->region_count++;
    }
}

void regions_graph_init(struct regions_graph *graph, int columns, int rows, int percent_empty,
                        struct rng *rng)
{
    struct regions_border listed[REGIONS_BORDERS_MAX];
    uint32_t order[REGIONS_BORDERS_MAX];

    CHECK(columns >= REGIONS_SIDE_MIN && columns <= REGIONS_SIDE_MAX);
    CHECK(rows >= REGIONS_SIDE_MIN && rows <= REGIONS_SIDE_MAX);
    *graph = (struct regions_graph){
        .columns = columns,
        .rows = rows,
        .region_count = columns * rows,
    };
    empty_regions(graph, percent_empty, rng);
    list_borders(graph);
    memcpy(listed, graph->borders, sizeof listed);
    for (int i = 0; i < graph->border_count; i++)
        order[i] = (uint32_t)i;
    rng_shuffle(rng, order, (uint32_t)graph->border_count);
    for (int i = 0; i < graph->border_count; i++)
        graph->borders[i] = listed[order[i]];
}

/* Joins regions over the open borders, one of them left out; returns the number of pieces. */
static int join_open(const struct regions_graph *graph, int without, struct forest *forest)
{
    int pieces = graph->region_count;

    forest_init(forest);
    for (int i = 0; i < graph->border_count; i++) {
        const struct regions_border *border = &graph->borders[i];
        if (border->is_open && i != without)
            pieces -= forest_join(forest, border->from, border->to);
    }
    return pieces;
}

bool regions_graph_is_whole(const struct regions_graph *graph, int without)
{
    struct forest forest;

    return join_open(graph, without, &forest) == 1;
}

/* Pieces that hang together by more than bridges. */
static void join_round(const struct regions_graph *graph, struct forest *forest)
{
    forest_init(forest);
    for (int i = 0; i < graph->border_count; i++) {
        const struct regions_border *border = &graph->borders[i];
        if (border->is_open && regions_graph_is_whole(graph, i))
            forest_join(forest, border->from, border->to);
    }
}

/* The first closed border whose opening ends a bridge; NULL if there is none. */
static struct regions_border *border_round_bridge(struct regions_graph *graph)
{
    struct forest forest;

    join_round(graph, &forest);
    for (int i = 0; i < graph->border_count; i++) {
        struct regions_border *border = &graph->borders[i];
        if (!border->is_open &&
            forest_root(&forest, border->from) != forest_root(&forest, border->to))
            return border;
    }
    return NULL;
}

static struct regions_border *first_closed(struct regions_graph *graph)
{
    int i = 0;

    while (graph->borders[i].is_open)
        i++;
    return &graph->borders[i];
}

/* Returns how many borders are left. */
static int open_tree(struct regions_graph *graph)
{
    struct forest forest;
    int left = graph->border_count;

    forest_init(&forest);
    for (int i = 0; i < graph->border_count; i++) {
        struct regions_border *border = &graph->borders[i];
        border->is_needed = forest_join(&forest, border->from, border->to);
        border->is_open = border->is_needed;
        left -= border->is_needed;
    }
    return left;
}

void regions_graph_open(struct regions_graph *graph, int percent_exits, int percent_round,
                        struct rng *rng)
{
    int left = open_tree(graph);
    int extra = 0;

    for (int i = 0; i < left; i++)
        extra += rng_percent(rng, percent_exits);
    for (int i = 0; i < extra; i++) {
        struct regions_border *border =
            rng_percent(rng, percent_round) ? border_round_bridge(graph) : NULL;
        if (border == NULL)
            border = first_closed(graph);
        border->is_open = true;
    }
}
