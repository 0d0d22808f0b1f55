/*
 * A forest of union-find for each question: the graphs have sixty borders at most.
 */
#include "gen/regions_graph.h"

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

void regions_graph_init(struct regions_graph *graph, int columns, int rows, struct rng *rng)
{
    struct regions_border listed[REGIONS_BORDERS_MAX];
    uint32_t order[REGIONS_BORDERS_MAX];
    int count = 0;

    CHECK(columns >= REGIONS_SIDE_MIN && columns <= REGIONS_SIDE_MAX);
    CHECK(rows >= REGIONS_SIDE_MIN && rows <= REGIONS_SIDE_MAX);
    for (int region = 0; region < columns * rows; region++) {
        if (region % columns + 1 < columns)
            listed[count++] = (struct regions_border){.from = region, .to = region + 1};
        if (region / columns + 1 < rows)
            listed[count++] = (struct regions_border){.from = region, .to = region + columns};
    }
    for (int i = 0; i < count; i++)
        order[i] = (uint32_t)i;
    rng_shuffle(rng, order, (uint32_t)count);
    *graph = (struct regions_graph){.columns = columns, .rows = rows, .border_count = count};
    for (int i = 0; i < count; i++)
        graph->borders[i] = listed[order[i]];
}

void regions_graph_open(struct regions_graph *graph, int percent, struct rng *rng)
{
    struct forest forest;

    forest_init(&forest);
    for (int i = 0; i < graph->border_count; i++) {
        struct regions_border *border = &graph->borders[i];
        bool is_needed = forest_join(&forest, border->from, border->to);
        border->is_open = is_needed || rng_percent(rng, percent);
    }
}

/* Joins what hangs together over the open borders, one of them left out; returns the pieces. */
static int join_open(const struct regions_graph *graph, int without, struct forest *forest)
{
    int pieces = graph->columns * graph->rows;

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

void regions_graph_round(struct regions_graph *graph, int percent, struct rng *rng)
{
    struct forest forest;

    for (int i = 0; i < graph->border_count; i++) {
        struct regions_border *border = &graph->borders[i];
        if (border->is_open)
            continue;
        join_round(graph, &forest);
        if (forest_root(&forest, border->from) != forest_root(&forest, border->to))
            border->is_open = rng_percent(rng, percent);
    }
}
