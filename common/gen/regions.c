/*
 * Style `regions`: a grid of regions with a room somewhere in each, neighbours joined by Z-shaped
 * halls from wall to wall. The idea is Rogue's nine regions (M. Toy, G. Wichman, K. Arnold, 1980);
 * larger levels have more of them. A few regions hold only a crossing of halls, others nothing.
 *
 * The open borders are chosen before anything is dug, so that the level is connected by
 * construction: some regions may be empty, and two regions are neighbours if only empty ones lie
 * between them in their row or column. The borders between neighbours are shuffled, and a spanning
 * tree by Kruskal's algorithm opens the needed ones; of the others, borders that end a bridge come
 * first. Each question about the graph has a union-find of its own: there are at most sixty
 * borders.
 *
 * Each open border is one hall; or, if the two rooms have another way between them, a hall from
 * each room that ends at the next hall that it meets, so that several rooms share one street.
 */
#include "gen/regions.h"

#include <string.h>

#include "base/check.h"
#include "gen/passes.h"
#include "gen/registry.h"

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

/* Joins two trees. False: they were one already. */
static bool forest_join(struct forest *forest, int a, int b)
{
    int root_a = forest_root(forest, a);
    int root_b = forest_root(forest, b);

    forest->parent[root_a] = root_b;
    return root_a != root_b;
}

/* Returns the next region that is not empty, going `step` from `region` at most `count` times; -1:
   none. */
static int next_region(const struct regions_graph *graph, int region, int step, int count)
{
    for (int i = 0; i < count; i++) {
        region += step;
        if (!graph->is_empty[region])
            return region;
    }
    return -1;
}

/* Lists all borders between regions that are not empty, as closed, in the order of the regions. */
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

/* True if all regions that are not empty could be joined. */
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

/* Joins regions over all open borders except `without`; returns the number of pieces. */
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

/* Joins the regions that stay connected when any one open border is closed. */
static void join_round(const struct regions_graph *graph, struct forest *forest)
{
    forest_init(forest);
    for (int i = 0; i < graph->border_count; i++) {
        const struct regions_border *border = &graph->borders[i];
        if (border->is_open && regions_graph_is_whole(graph, i))
            forest_join(forest, border->from, border->to);
    }
}

/* Returns the first closed border whose opening ends a bridge; NULL: none. */
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

/* Opens a spanning tree. Returns the number of borders left closed. */
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

enum regions_knob {
    REGIONS_COLUMNS,
    REGIONS_ROWS,
    REGIONS_EXITS,
    REGIONS_ROUND,
    REGIONS_MERGE,
    REGIONS_SKIP,
    REGIONS_JUNCTIONS,
    REGIONS_WIDTH_MIN,
    REGIONS_HEIGHT_MIN,
    REGIONS_JITTER,
};

enum {
    /* Cells of the level for each region, if the size decides the number of regions … */
    REGION_WIDTH = 25,
    REGION_HEIGHT = 11,
    /* … with up to three rows of this height in a level of one screen … */
    REGION_HEIGHT_LOW = 7,
    ROWS_LOW = 3,
    /* … and the least size of a region, however many the knobs ask for. */
    REGION_WIDTH_LEAST = 8,
    REGION_HEIGHT_LEAST = 6,
    JUNCTIONS_PER = 9, /* regions for each crossing */
    /* Rock that a region keeps beside its room: with the neighbour's, enough for two walls and a
       hall. */
    GAP_WEST = 2,
    GAP_EAST = 2,
    GAP_NORTH = 1,
    GAP_SOUTH = 2,
    HALL_TRIES = 24,
    TOUCH_COST = 192, /* cost of a hall's cell beside a dug cell; see WALL_COST */
    WALL_COST = 1,
    WALLS_BESIDE = 3, /* thickest wall beside a hall that counts as thin and costs a little */
    KINK_COST = 8,    /* cost of a hall that steps aside by one cell */
    MERGE_WALLS = 2,  /* walls of a room tried for a hall that ends at another */
    MERGE_TRIES = 12, /* places in a room's wall for a hall that ends at another */
};

/* A Z-shaped hall from wall to wall: along, across at the bend, along. */
struct z_hall {
    struct pos from; /* first cell outside the room, or a crossing */
    struct pos to;
    int bend; /* column of the part across; row for an upright hall */
    bool is_upright;
};

/* The rooms and crossings, by region. */
struct regions_plan {
    struct regions_graph graph;
    struct rect rooms[REGIONS_MAX];
    bool is_junction[REGIONS_MAX];
};

static int clamp(int value, int low, int high)
{
    return value < low ? low : (value > high ? high : value);
}

static int column_count(int width, int asked)
{
    int fitting = clamp((width - 2) / REGION_WIDTH_LEAST, REGIONS_SIDE_MIN, REGIONS_SIDE_MAX);
    int columns = (width - 2 + REGION_WIDTH / 2) / REGION_WIDTH;

    return clamp(asked >= REGIONS_SIDE_MIN ? asked : columns, REGIONS_SIDE_MIN, fitting);
}

static int row_count(int height, int asked)
{
    int fitting = clamp((height - 2) / REGION_HEIGHT_LEAST, REGIONS_SIDE_MIN, REGIONS_SIDE_MAX);
    int low = clamp((height - 2) / REGION_HEIGHT_LOW, REGIONS_SIDE_MIN, ROWS_LOW);
    int rows = (height - 2) / REGION_HEIGHT;

    rows = rows > low ? rows : low;
    return clamp(asked >= REGIONS_SIDE_MIN ? asked : rows, REGIONS_SIDE_MIN, fitting);
}

/* Draws the start of `inner` cells within `outer`; in the middle for 0 percent, anywhere for
   100. */
static int jittered(struct rng *rng, int outer, int inner, int jitter_percent)
{
    int play = outer - inner;
    int swing = play * jitter_percent / 100;

    return (play - swing) / 2 + rng_range(rng, 0, swing);
}

/* Returns the rectangle of a region that its room may use. */
static struct rect region_inside(const struct gen_map *map, const struct regions_graph *graph,
                                 int region)
{
    int column = region % graph->columns;
    int row = region / graph->columns;
    int west = 1 + (map->width - 2) * column / graph->columns;
    int east = 1 + (map->width - 2) * (column + 1) / graph->columns;
    int north = 1 + (map->height - 2) * row / graph->rows;
    int south = 1 + (map->height - 2) * (row + 1) / graph->rows;

    return (struct rect){(int16_t)(west + GAP_WEST), (int16_t)(north + GAP_NORTH),
                         (int16_t)(east - west - GAP_WEST - GAP_EAST),
                         (int16_t)(south - north - GAP_NORTH - GAP_SOUTH)};
}

static struct rect place_room(struct gen_map *map, struct rect inside, bool is_junction,
                              const int *knobs)
{
    int width_min = clamp(knobs[REGIONS_WIDTH_MIN], 1, inside.width);
    int height_min = clamp(knobs[REGIONS_HEIGHT_MIN], 1, inside.height);
    int width = is_junction ? 1 : rng_range(&map->rng, width_min, inside.width);
    int height = is_junction ? 1 : rng_range(&map->rng, height_min, inside.height);
    int x = inside.x + jittered(&map->rng, inside.width, width, knobs[REGIONS_JITTER]);
    int y = inside.y + jittered(&map->rng, inside.height, height, knobs[REGIONS_JITTER]);

    return (struct rect){(int16_t)x, (int16_t)y, (int16_t)width, (int16_t)height};
}

/* Makes up to knobs[REGIONS_JUNCTIONS] of nine regions crossings; at least two rooms stay. */
static void place_rooms(struct gen_map *map, struct regions_plan *plan, const int *knobs)
{
    uint32_t order[REGIONS_MAX];
    int count = plan->graph.region_count;
    int junctions_max = count * knobs[REGIONS_JUNCTIONS] / JUNCTIONS_PER;
    int junctions = rng_range(&map->rng, 0, clamp(junctions_max, 0, count - 2));
    int listed = 0;

    for (int region = 0; region < plan->graph.columns * plan->graph.rows; region++) {
        if (!plan->graph.is_empty[region])
            order[listed++] = (uint32_t)region;
    }
    rng_shuffle(&map->rng, order, (uint32_t)count);
    for (int i = 0; i < junctions; i++)
        plan->is_junction[order[i]] = true;
    for (int region = 0; region < plan->graph.columns * plan->graph.rows; region++) {
        if (plan->graph.is_empty[region])
            continue;
        struct rect inside = region_inside(map, &plan->graph, region);
        struct rect room = place_room(map, inside, plan->is_junction[region], knobs);
        plan->rooms[region] = room;
        if (plan->is_junction[region])
            gen_map_carve(map, room.x, room.y);
        else
            gen_map_add_room(map, room);
    }
}

static bool is_upright(const struct regions_plan *plan, const struct regions_border *border)
{
    return border->from % plan->graph.columns == border->to % plan->graph.columns;
}

static struct z_hall random_hall(struct gen_map *map, const struct regions_plan *plan,
                                 const struct regions_border *border)
{
    struct rect a = plan->rooms[border->from];
    struct rect b = plan->rooms[border->to];
    struct z_hall hall = {.is_upright = is_upright(plan, border)};

    if (hall.is_upright) {
        int from_x = rng_range(&map->rng, a.x, a.x + a.width - 1);
        int to_x = rng_range(&map->rng, b.x, b.x + b.width - 1);
        hall.from = pos_of(from_x, a.y + a.height);
        hall.to = pos_of(to_x, b.y - 1);
        hall.bend = rng_range(&map->rng, hall.from.y + 1, hall.to.y - 1);
    } else {
        int from_y = rng_range(&map->rng, a.y, a.y + a.height - 1);
        int to_y = rng_range(&map->rng, b.y, b.y + b.height - 1);
        hall.from = pos_of(a.x + a.width, from_y);
        hall.to = pos_of(b.x - 1, to_y);
        hall.bend = rng_range(&map->rng, hall.from.x + 1, hall.to.x - 1);
    }
    return hall;
}

static struct pos bend_near(const struct z_hall *hall, struct pos end)
{
    return hall->is_upright ? pos_of(end.x, hall->bend) : pos_of(hall->bend, end.y);
}

/* Returns the cost of a cell of hall: high if it touches dug cells, low if a thin wall lies
   between. */
static int cell_cost(const struct gen_map *map, struct pos at)
{
    if (gen_map_is_open(map, at.x, at.y))
        return TOUCH_COST;
    for (enum dir side = DIR_NORTH; side < DIR_COUNT; side++) {
        struct pos near = pos_step(at, side);
        if (gen_map_is_open(map, near.x, near.y))
            return TOUCH_COST;
    }
    for (int walls = 1; walls <= WALLS_BESIDE; walls++) {
        for (enum dir side = DIR_NORTH; side < DIR_COUNT; side += 2) {
            struct pos step = pos_step(pos_of(0, 0), side);
            if (gen_map_is_open(map, at.x + step.x * (walls + 1), at.y + step.y * (walls + 1)))
                return WALL_COST * (WALLS_BESIDE + 1 - walls);
        }
    }
    return 0;
}

/* Returns the sum of the costs of a line, both ends included. */
static int line_cost(const struct gen_map *map, struct pos from, struct pos to)
{
    enum dir dir = dir_towards(from, to);
    int cost = 0;

    for (struct pos at = from; !pos_equal(at, to); at = pos_step(at, dir))
        cost += cell_cost(map, at);
    return cost + cell_cost(map, to);
}

/*
 * Returns the cost of a hall without its two ends, which touch their rooms. Below TOUCH_COST the
 * hall touches no dug cell; the smaller it is, the thicker are the walls between.
 */
static int hall_cost(const struct gen_map *map, const struct z_hall *hall)
{
    struct pos first = bend_near(hall, hall->from);
    struct pos second = bend_near(hall, hall->to);
    struct pos from = pos_step(hall->from, dir_towards(hall->from, first));
    struct pos to = pos_step(hall->to, dir_towards(hall->to, second));

    int kink = pos_distance(first, second) == 1 ? KINK_COST : 0;

    return line_cost(map, from, first) + line_cost(map, first, second) +
           line_cost(map, second, to) + kink;
}

/* Digs the cheapest of several halls for the border. */
static void dig_hall(struct gen_map *map, const struct regions_plan *plan,
                     const struct regions_border *border)
{
    struct z_hall best = {0};
    int best_cost = INT32_MAX;

    for (int i = 0; i < HALL_TRIES && best_cost > 0; i++) {
        struct z_hall hall = random_hall(map, plan, border);
        int cost = hall_cost(map, &hall);
        if (cost < best_cost) {
            best = hall;
            best_cost = cost;
        }
    }
    struct pos first = bend_near(&best, best.from);
    struct pos second = bend_near(&best, best.to);
    gen_map_carve_line(map, best.from, first);
    gen_map_carve_line(map, first, second);
    gen_map_carve_line(map, second, best.to);
}

/* A hall that ends at another: straight, or with one bend. */
struct merge {
    struct pos from; /* the first cell outside the room */
    struct pos bend;
    struct pos to; /* last cell to dig, beside the other hall */
};

static enum dir right_of(enum dir dir)
{
    return dir == DIR_WEST ? DIR_NORTH : (enum dir)(dir + 2);
}

static bool has_rock_beside(const struct gen_map *map, struct pos at, enum dir dir)
{
    enum dir side = right_of(dir);
    struct pos one = at;
    struct pos other = at;

    for (int walls = 0; walls < MERGE_WALLS; walls++) {
        one = pos_step(one, side);
        other = pos_step(other, dir_opposite(side));
        if (!gen_map_is_rock(map, one.x, one.y) || !gen_map_is_rock(map, other.x, other.y))
            return false;
    }
    return true;
}

/* True if the open cell `at` is in no room; survey.mask[] marks the rooms. */
static bool is_hall(const struct gen_map *map, struct pos at)
{
    return !map->survey.mask[gen_map_cell(map, at.x, at.y)];
}

/* Finds the last cell of rock before a hall, looking from `at`. False: something else is met first,
   or the way is not clear on both sides. */
static bool looks_at_hall(const struct gen_map *map, struct pos at, enum dir dir, struct pos *last)
{
    struct pos next = pos_step(at, dir);

    *last = at;
    while (gen_map_is_rock(map, next.x, next.y)) {
        if (!gen_map_is_inner(map, next.x, next.y) || !has_rock_beside(map, next, dir))
            return false;
        *last = next;
        next = pos_step(next, dir);
    }
    return is_hall(map, next);
}

/* Looks for a hall to join, straight ahead or to one side after a bend, from merge->from in
   direction `dir`. False: there is none. */
static bool find_merge(const struct gen_map *map, enum dir dir, struct merge *merge)
{
    const enum dir looks[] = {dir, right_of(dir), dir_opposite(right_of(dir))};

    for (struct pos at = merge->from; gen_map_is_inner(map, at.x, at.y); at = pos_step(at, dir)) {
        if (!gen_map_is_rock(map, at.x, at.y) || !has_rock_beside(map, at, dir))
            return false;
        merge->bend = at;
        for (size_t i = 0; i < sizeof looks / sizeof looks[0]; i++) {
            if (looks_at_hall(map, at, looks[i], &merge->to))
                return true;
        }
    }
    return false;
}

static struct pos random_exit(struct gen_map *map, struct rect room, enum dir dir)
{
    int x = dir == DIR_EAST ? room.x + room.width : room.x - 1;
    int y = dir == DIR_SOUTH ? room.y + room.height : room.y - 1;

    if (dir == DIR_EAST || dir == DIR_WEST)
        y = rng_range(&map->rng, room.y, room.y + room.height - 1);
    else
        x = rng_range(&map->rng, room.x, room.x + room.width - 1);
    return pos_of(x, y);
}

/* Digs from the room's wall in direction `dir` to another hall. False: none is met. */
static bool dig_merge(struct gen_map *map, struct rect room, enum dir dir)
{
    struct merge merge;

    for (int i = 0; i < MERGE_TRIES; i++) {
        merge.from = random_exit(map, room, dir);
        if (!find_merge(map, dir, &merge))
            continue;
        gen_map_carve_line(map, merge.from, merge.bend);
        gen_map_carve_line(map, merge.bend, merge.to);
        return true;
    }
    return false;
}

/* Digs a border that the spanning tree does not need: a hall from either room to other halls, if
   there are any. */
static void dig_border(struct gen_map *map, const struct regions_plan *plan,
                       const struct regions_border *border, int percent_merge)
{
    enum dir dir = is_upright(plan, border) ? DIR_SOUTH : DIR_EAST;

    if (rng_percent(&map->rng, percent_merge)) {
        gen_map_mask_rooms(map);
        bool from_one = dig_merge(map, plan->rooms[border->from], dir);
        bool from_other = dig_merge(map, plan->rooms[border->to], dir_opposite(dir));
        if (from_one || from_other)
            return;
    }
    dig_hall(map, plan, border);
}

/* Digs the borders. The borders of the spanning tree come first, because the others end at the
   halls of these. */
static void dig_borders(struct gen_map *map, const struct regions_plan *plan, int percent_merge)
{
    const struct regions_graph *graph = &plan->graph;

    for (int i = 0; i < graph->border_count; i++) {
        if (graph->borders[i].is_needed)
            dig_hall(map, plan, &graph->borders[i]);
    }
    for (int i = 0; i < graph->border_count; i++) {
        if (graph->borders[i].is_open && !graph->borders[i].is_needed)
            dig_border(map, plan, &graph->borders[i], percent_merge);
    }
}

static bool draw_regions(struct gen_map *map, const int *knobs)
{
    struct regions_plan plan = {0};
    int columns = column_count(map->width, knobs[REGIONS_COLUMNS]);
    int rows = row_count(map->height, knobs[REGIONS_ROWS]);

    regions_graph_init(&plan.graph, columns, rows, knobs[REGIONS_SKIP], &map->rng);
    regions_graph_open(&plan.graph, knobs[REGIONS_EXITS], knobs[REGIONS_ROUND], &map->rng);
    place_rooms(map, &plan, knobs);
    dig_borders(map, &plan, knobs[REGIONS_MERGE]);
    pass_hang_doors(map);
    return true;
}

// clang-format off
const struct gen_builder gen_builder_regions = {
    .style = {
        .name = "regions",
        .help = "a grid of regions with a room in each, neighbours joined by bent halls",
        .width_min = 32,
        .height_min = 16,
        .knobs = {
            [REGIONS_COLUMNS] = {"columns", 0, REGIONS_SIDE_MAX, 0,
                                 "columns of regions; 0 and 1: as the width asks"},
            [REGIONS_ROWS] = {"rows", 0, REGIONS_SIDE_MAX, 0,
                              "rows of regions; 0 and 1: as the height asks"},
            [REGIONS_EXITS] = {"exits", 0, 100, 60, "borders open beyond need, percent"},
            [REGIONS_ROUND] = {"round", 0, 100, 90, "of those, first round single ways, percent"},
            [REGIONS_MERGE] = {"merge", 0, 100, 50, "of those, halls that end at halls, percent"},
            [REGIONS_SKIP] = {"skip", 0, 60, 10, "regions that stay empty, percent"},
            [REGIONS_JUNCTIONS] = {"junctions", 0, 9, 3, "crossings in nine regions at most"},
            [REGIONS_WIDTH_MIN] = {"width_min", 2, 30, 4, "inside of a room from west to east"},
            [REGIONS_HEIGHT_MIN] = {"height_min", 2, 20, 3, "inside of a room, north to south"},
            [REGIONS_JITTER] = {"jitter", 0, 100, 100, "how far off centre a room lies, percent"},
        },
        .standards = {{GEN_DOORS, 85, false}, {GEN_LOOPS, 4, false}, {GEN_LOOPS_MIN, 0, false},
                      {GEN_DETOUR, 40, false}, {GEN_REACH, 6, false},
                      {GEN_PRUNE, GEN_PRUNE_WHOLLY, true}, {GEN_STUBS, 0, true}},
    },
    .finish = {.piece_min = 4, .island_min = 4},
    .draw = draw_regions,
};
// clang-format on
