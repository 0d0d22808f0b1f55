/*
 * Style `maze`: a maze of cells with rooms set into it. After Jamis Buck's dungeon generator as
 * told in D. Kok's series: grow a perfect maze, close most of its dead ends one by one, walk on
 * from most of those that remain until they meet another corridor, then give each room the place
 * where it disturbs least, and draw cell (x, y) at tile (2x + 1, 2y + 1).
 *
 * Whether a cell is corridor, room or rock is said outright and never read from its sides.
 */
#include "gen/maze.h"

#include <string.h>

#include "base/check.h"
#include "gen/passes.h"
#include "gen/registry.h"

enum maze_knob {
    MAZE_CHANGE,
    MAZE_SPARSE,
    MAZE_DEAD_ENDS,
    MAZE_ROOMS,
    MAZE_ROOMS_MIN,
    MAZE_SIDE_MIN,
    MAZE_SIDE_MAX,
    MAZE_ACROSS,
};

enum { MAZE_CELLS_LEFT_MIN = 8 };

int maze_neighbour(const struct maze *maze, int cell, enum dir dir)
{
    static const int8_t step_x[DIR_COUNT] = {[DIR_EAST] = 1, [DIR_WEST] = -1};
    static const int8_t step_y[DIR_COUNT] = {[DIR_NORTH] = -1, [DIR_SOUTH] = 1};
    int x = cell % maze->columns + step_x[dir];
    int y = cell / maze->columns + step_y[dir];
    bool is_inside = ((unsigned)x < (unsigned)maze->columns) & ((unsigned)y < (unsigned)maze->rows);

    return is_inside ? y * maze->columns + x : -1;
}

static unsigned side_bit(enum dir dir)
{
    return 1u << ((int)dir / 2);
}

bool maze_is_open(const struct maze *maze, int cell, enum dir dir)
{
    return maze->open_sides[cell] & side_bit(dir);
}

bool maze_is_door(const struct maze *maze, int cell, enum dir dir)
{
    return maze->door_sides[cell] & side_bit(dir);
}

static void set_bit(uint8_t *sides, unsigned bit, bool value)
{
    *sides = (uint8_t)(value ? *sides | bit : *sides & ~bit);
}

void maze_set_side(struct maze *maze, int cell, enum dir dir, enum maze_side side)
{
    int other = maze_neighbour(maze, cell, dir);
    unsigned near_bit = side_bit(dir);
    unsigned far_bit = side_bit(dir_opposite(dir));

    CHECK(other >= 0);
    set_bit(&maze->open_sides[cell], near_bit, side == MAZE_SIDE_OPEN);
    set_bit(&maze->open_sides[other], far_bit, side == MAZE_SIDE_OPEN);
    set_bit(&maze->door_sides[cell], near_bit, side == MAZE_SIDE_DOOR);
    set_bit(&maze->door_sides[other], far_bit, side == MAZE_SIDE_DOOR);
}

void maze_init(struct maze *maze, struct gen_map *map)
{
    struct survey *survey = &map->survey;

    maze->columns = (map->width - 1) / 2;
    maze->rows = (map->height - 1) / 2;
    maze->cell_count = maze->columns * maze->rows;
    maze->rng = &map->rng;
    maze->kind = survey->open;
    maze->open_sides = survey->mask;
    maze->door_sides = survey->is_cut;
    maze->list = survey->order;
    maze->sum = survey->order + survey->cell_count;
    maze->room_sum = survey->queue;
    size_t count = (size_t)maze->cell_count;
    memset(maze->kind, MAZE_ROCK, count);
    memset(maze->open_sides, 0, count);
    memset(maze->door_sides, 0, count);
}

/* The directions in a random order, with `first` moved to the front unless it is DIR_NONE. */
static void order_directions(struct rng *rng, enum dir first, enum dir *out)
{
    uint32_t order[4] = {DIR_NORTH, DIR_EAST, DIR_SOUTH, DIR_WEST};

    rng_shuffle(rng, order, 4);
    for (int i = 1; i < 4 && first != DIR_NONE; i++) {
        if (order[i] == (uint32_t)first) {
            order[i] = order[0];
            order[0] = (uint32_t)first;
        }
    }
    for (int i = 0; i < 4; i++)
        out[i] = (enum dir)order[i];
}

/* Opens a way to a cell not yet visited. DIR_NONE if there is none beside `*cell`. */
static enum dir advance(struct maze *maze, int *cell, enum dir previous, int change)
{
    enum dir order[4];

    order_directions(maze->rng, rng_percent(maze->rng, change) ? DIR_NONE : previous, order);
    for (int i = 0; i < 4; i++) {
        int next = maze_neighbour(maze, *cell, order[i]);
        if (next < 0 || maze->kind[next] != MAZE_ROCK)
            continue;
        maze_set_side(maze, *cell, order[i], MAZE_SIDE_OPEN);
        maze->kind[next] = MAZE_CORRIDOR;
        *cell = next;
        return order[i];
    }
    return DIR_NONE;
}

/*
 * A cell without an unvisited neighbour can never have one again: it leaves the list of those to
 * go on from, so that every turn of the loop visits a cell or drops one.
 */
void maze_grow(struct maze *maze, int change)
{
    uint32_t count = 1;
    uint32_t index = 0;
    int cell = (int)rng_below(maze->rng, (uint32_t)maze->cell_count);
    enum dir previous = DIR_NONE;

    maze->kind[cell] = MAZE_CORRIDOR;
    maze->list[0] = (uint32_t)cell;
    while (count > 0) {
        previous = advance(maze, &cell, previous, change);
        if (previous != DIR_NONE) {
            index = count++;
            maze->list[index] = (uint32_t)cell;
            continue;
        }
        maze->list[index] = maze->list[--count];
        if (count > 0) {
            index = rng_below(maze->rng, count);
            cell = (int)maze->list[index];
        }
    }
}

static bool is_dead_end(const struct maze *maze, int cell)
{
    unsigned sides = maze->open_sides[cell];
    return (maze->kind[cell] == MAZE_CORRIDOR) & ((sides & (sides - 1)) == 0);
}

/* The dead ends of this moment in a random order, in list[]. */
static uint32_t list_dead_ends(struct maze *maze)
{
    uint32_t count = 0;

    for (int cell = 0; cell < maze->cell_count; cell++) {
        maze->list[count] = (uint32_t)cell;
        count += is_dead_end(maze, cell);
    }
    rng_shuffle(maze->rng, maze->list, count);
    return count;
}

static void close_cell(struct maze *maze, int cell)
{
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir += 2) {
        if (maze_is_open(maze, cell, dir))
            maze_set_side(maze, cell, dir, MAZE_SIDE_WALL);
    }
    maze->kind[cell] = MAZE_ROCK;
}

void maze_thin(struct maze *maze, int percent)
{
    int left = (maze->cell_count * percent + 99) / 100;

    if (left > maze->cell_count - MAZE_CELLS_LEFT_MIN)
        left = maze->cell_count - MAZE_CELLS_LEFT_MIN;
    while (left > 0) {
        uint32_t count = list_dead_ends(maze);
        for (uint32_t i = 0; i < count && left > 0; i++, left--)
            close_cell(maze, (int)maze->list[i]);
        if (count == 0)
            return;
    }
}

/* One step of a walk: never out of the maze, back, or onto the walk's own trail. */
static enum dir step_of_walk(struct maze *maze, int cell, enum dir previous, int change,
                             const uint8_t *trail)
{
    enum dir order[4];

    order_directions(maze->rng, rng_percent(maze->rng, change) ? DIR_NONE : previous, order);
    for (int i = 0; i < 4; i++) {
        int next = maze_neighbour(maze, cell, order[i]);
        if (next >= 0 && !trail[next] && !maze_is_open(maze, cell, order[i]))
            return order[i];
    }
    return DIR_NONE;
}

/* The corridor that ends in `cell` back to its first fork is trail: meeting it would be no gain. */
static void mark_tail(struct maze *maze, int cell, uint8_t *trail)
{
    memset(trail, 0, (size_t)maze->cell_count);
    enum dir from = DIR_NONE;
    for (int steps = 0; steps < maze->cell_count; steps++) {
        enum dir ahead = DIR_NONE;
        int ways = 0;
        for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir += 2) {
            if (maze_is_open(maze, cell, dir) && dir != from) {
                ahead = dir;
                ways++;
            }
        }
        if (ways != 1)
            return;
        trail[cell] = 1;
        from = dir_opposite(ahead);
        cell = maze_neighbour(maze, cell, ahead);
    }
}

static void walk_on(struct maze *maze, int cell, int change, uint8_t *trail)
{
    enum dir previous = DIR_NONE;

    mark_tail(maze, cell, trail);
    for (int steps = 0; steps < maze->cell_count; steps++) {
        trail[cell] = 1;
        enum dir dir = step_of_walk(maze, cell, previous, change, trail);
        if (dir == DIR_NONE)
            return;
        int next = maze_neighbour(maze, cell, dir);
        bool arrives = maze->kind[next] == MAZE_CORRIDOR;
        maze_set_side(maze, cell, dir, MAZE_SIDE_OPEN);
        maze->kind[next] = MAZE_CORRIDOR;
        if (arrives)
            return;
        cell = next;
        previous = dir;
    }
}

void maze_braid(struct maze *maze, int percent, int change)
{
    uint8_t *trail = (uint8_t *)maze->room_sum; /* not yet in use */
    uint32_t count = list_dead_ends(maze);

    for (uint32_t i = 0; i < count; i++) {
        bool is_hit = rng_percent(maze->rng, percent);
        if (is_hit && is_dead_end(maze, (int)maze->list[i]))
            walk_on(maze, (int)maze->list[i], change, trail);
    }
}

/* Draws the cells that are not room, and all open sides and doors. */
static void draw_cells(const struct maze *maze, struct gen_map *map)
{
    for (int cell = 0; cell < maze->cell_count; cell++) {
        int x = cell % maze->columns * 2 + 1;
        int y = cell / maze->columns * 2 + 1;
        if (maze->kind[cell] == MAZE_ROCK)
            continue;
        gen_map_carve(map, x, y);
        for (enum dir dir = DIR_EAST; dir <= DIR_SOUTH; dir += 2) {
            struct pos side = pos_step(pos_of(x, y), dir);
            if (maze_is_open(maze, cell, dir))
                gen_map_carve(map, side.x, side.y);
            else if (maze_is_door(maze, cell, dir))
                gen_map_set(map, side.x, side.y, TILE_DOOR_CLOSED);
        }
    }
}

static bool draw_maze(struct gen_map *map, const int *knobs)
{
    struct maze maze;
    struct maze_room_plan plan = {
        .rooms_max = gen_map_draw(map, knobs[MAZE_ROOMS_MIN], knobs[MAZE_ROOMS]),
        .percent_across = knobs[MAZE_ACROSS],
        .percent_doors = map->finish.door_percent,
        .side_min = knobs[MAZE_SIDE_MIN],
        .side_max = knobs[MAZE_SIDE_MAX],
    };

    if (plan.side_max < plan.side_min)
        plan.side_max = plan.side_min;
    maze_init(&maze, map);
    maze_grow(&maze, knobs[MAZE_CHANGE]);
    maze_thin(&maze, knobs[MAZE_SPARSE]);
    maze_braid(&maze, knobs[MAZE_DEAD_ENDS], knobs[MAZE_CHANGE]);
    maze_set_rooms(&maze, map, &plan);
    draw_cells(&maze, map);
    return true;
}

// clang-format off
const struct gen_builder gen_builder_maze = {
    .style = {
        .name = "maze",
        .help = "winding corridors on a grid of cells, rooms set among them",
        .width_min = 32,
        .height_min = 16,
        .knobs = {
            [MAZE_CHANGE] = {"change", 0, 100, 30, "0: long corridors, 100: every cell turns"},
            [MAZE_SPARSE] = {"sparse", 0, 100, 65, "cells closed again from dead ends, percent"},
            [MAZE_DEAD_ENDS] = {"dead_ends", 0, 100, 80, "dead ends led on to a loop, percent"},
            [MAZE_ROOMS] = {"rooms_max", 0, LEVEL_ROOMS_MAX, 24, "rooms at most"},
            [MAZE_ROOMS_MIN] = {"rooms_min", 0, LEVEL_ROOMS_MAX, 10,
                                "least a level may draw as its own"},
            [MAZE_SIDE_MIN] = {"side_min", 1, 8, 2, "side of the smallest room, in cells"},
            [MAZE_SIDE_MAX] = {"side_max", 1, 12, 5, "side of the largest room, in cells"},
            [MAZE_ACROSS] = {"across", 0, 100, 20, "rooms built over a corridor, percent"},
        },
        .standards = {{GEN_DOORS, 80, false}, {GEN_LOOPS, 4, false}, {GEN_LOOPS_MIN, 0, false},
                      {GEN_DETOUR, 40, false}, {GEN_REACH, 3, false}, {GEN_PRUNE, 4, false}},
    },
    .finish = {.piece_min = 4, .island_min = 4, .landings = true, .is_narrow = true},
    .draw = draw_maze,
};
// clang-format on
