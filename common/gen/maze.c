/*
 * Style `maze`: a maze of cells with rooms set into it. After Jamis Buck's dungeon generator as
 * described in D. Kok's series: grow a perfect maze, close most of its dead ends one by one, extend
 * most of the others until they meet another corridor, then put each room where it disturbs least,
 * and draw cell (x, y) at tile (2x + 1, 2y + 1).
 *
 * Each origin of a room is scored with one addition from a summed-area table (F. Crow, 1984); the
 * cheapest is chosen.
 *
 * Each cell has its kind, corridor, room or rock, stored; it is never inferred from its sides.
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

/* Sets a side of both cells that share it; a cell must lie behind it. */
static void maze_set_side(struct maze *maze, int cell, enum dir dir, enum maze_side side)
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

/* Writes the directions in random order to `out`; `first` comes first unless it is DIR_NONE. */
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

/* Opens a way from *cell to a neighbour that was not visited, and moves there. DIR_NONE: there is
   none. */
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
 * Grows the maze. A cell without an unvisited neighbour can never get one again, so it leaves the
 * list of open cells; every round of the loop visits a cell or drops one.
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

/* Lists the dead ends in random order in list[]. Returns their number. */
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

/* Draws one step of a walk, never out of the maze, back, or onto the walk's own trail. DIR_NONE:
   none is left. */
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

/* Marks the corridor from its end `cell` back to its first fork as trail, because joining it would
   not remove a dead end. */
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

/* Draws the cells that are not rooms, and all open sides and doors. */
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
            [MAZE_ROOMS] = {"rooms_max", 0, GEN_ROOMS_MAX, 24, "rooms at most"},
            [MAZE_ROOMS_MIN] = {"rooms_min", 0, GEN_ROOMS_MAX, 10,
                                "least a level may draw as its own"},
            [MAZE_SIDE_MIN] = {"side_min", 1, 8, 2, "side of the smallest room, in cells"},
            [MAZE_SIDE_MAX] = {"side_max", 1, 12, 5, "side of the largest room, in cells"},
            [MAZE_ACROSS] = {"across", 0, 100, 20, "rooms built over a corridor, percent"},
        },
        .standards = {{GEN_DOORS, 80, false}, {GEN_LOOPS, 12, false}, {GEN_LOOPS_MIN, 0, false},
                      {GEN_DETOUR, 40, false}, {GEN_REACH, 3, false}, {GEN_PRUNE, 4, false}},
    },
    .finish = {.piece_min = 4, .island_min = 4, .landings = true, .is_narrow = true},
    .draw = draw_maze,
};
// clang-format on

enum { COST_TOUCH = 1, COST_OVER = 3 };

struct block {
    int x; /* all members count cells */
    int y;
    int width;
    int height;
};

static bool is_corridor(const struct maze *maze, int cell)
{
    return maze->kind[cell] == MAZE_CORRIDOR;
}

static unsigned cost_of(const struct maze *maze, int x, int y)
{
    int cell = y * maze->columns + x;
    unsigned touched = 0;

    touched += y > 0 && is_corridor(maze, cell - maze->columns);
    touched += x > 0 && is_corridor(maze, cell - 1);
    touched += x + 1 < maze->columns && is_corridor(maze, cell + 1);
    touched += y + 1 < maze->rows && is_corridor(maze, cell + maze->columns);
    return touched * COST_TOUCH + (is_corridor(maze, cell) ? COST_OVER : 0);
}

/* Fills the summed-area table, whose entry (x, y) is the sum of the cells above and left of it.
   Entries above `first_row` are up to date. */
static void sum_areas(struct maze *maze, int first_row)
{
    int stride = maze->columns + 1;

    for (int x = 0; x < stride; x++) {
        maze->sum[x] = 0;
        maze->room_sum[x] = 0;
    }
    for (int y = first_row; y < maze->rows; y++) {
        uint32_t row_cost = 0;
        int32_t row_rooms = 0;
        int above = y * stride;
        int entry = above + stride;
        maze->sum[entry] = 0;
        maze->room_sum[entry] = 0;
        for (int x = 0; x < maze->columns; x++) {
            int cell = y * maze->columns + x;
            row_cost += cost_of(maze, x, y);
            row_rooms += maze->kind[cell] == MAZE_ROOM;
            maze->sum[entry + x + 1] = maze->sum[above + x + 1] + row_cost;
            maze->room_sum[entry + x + 1] = maze->room_sum[above + x + 1] + row_rooms;
        }
    }
}

/* Finds the cheapest place for a block of this size, among all places or only among those whose
   first cell is a corridor (`is_across`). False: there is none. */
static bool find_place(struct maze *maze, struct block *block, bool is_across)
{
    int stride = maze->columns + 1;
    uint32_t best = UINT32_MAX;
    uint32_t equals = 0;
    struct block at = *block;

    for (at.y = 0; at.y + at.height <= maze->rows; at.y++) {
        int top = at.y * stride;
        int bottom = top + at.height * stride;
        for (at.x = 0; at.x + at.width <= maze->columns; at.x++) {
            int left = at.x;
            int right = left + at.width;
            const int32_t *rooms = maze->room_sum;
            if (is_across && !is_corridor(maze, at.y * maze->columns + at.x))
                continue;
            if (rooms[bottom + right] - rooms[bottom + left] !=
                rooms[top + right] - rooms[top + left])
                continue;
            const uint32_t *sum = maze->sum;
            uint32_t cost =
                sum[bottom + right] - sum[bottom + left] - sum[top + right] + sum[top + left];
            if (cost == 0 || cost > best)
                continue;
            equals = cost < best ? 1 : equals + 1;
            best = cost;
            if (rng_below(maze->rng, equals) == 0)
                *block = at;
        }
    }
    return best < UINT32_MAX;
}

static bool is_inside(const struct block *block, int x, int y)
{
    return x >= block->x && x < block->x + block->width && y >= block->y &&
           y < block->y + block->height;
}

/* Opens the inner sides of a block and closes the outer ones. */
static void stamp(struct maze *maze, const struct block *block)
{
    for (int y = block->y; y < block->y + block->height; y++) {
        for (int x = block->x; x < block->x + block->width; x++) {
            int cell = y * maze->columns + x;
            maze->kind[cell] = MAZE_ROOM;
            for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir += 2) {
                struct pos next = pos_step(pos_of(x, y), dir);
                if (maze_neighbour(maze, cell, dir) >= 0)
                    maze_set_side(maze, cell, dir,
                                  is_inside(block, next.x, next.y) ? MAZE_SIDE_OPEN
                                                                   : MAZE_SIDE_WALL);
            }
        }
    }
}

/* Makes one door or archway in the block's side towards `dir`, if a corridor is there. */
static void hang_door(struct maze *maze, const struct block *block, enum dir dir, int percent_doors)
{
    bool is_upright = dir == DIR_EAST || dir == DIR_WEST;
    int length = is_upright ? block->height : block->width;
    int x = dir == DIR_EAST ? block->x + block->width - 1 : block->x;
    int y = dir == DIR_SOUTH ? block->y + block->height - 1 : block->y;
    int chosen = -1;
    uint32_t seen = 0;

    for (int i = 0; i < length; i++) {
        int cell = is_upright ? (y + i) * maze->columns + x : y * maze->columns + x + i;
        int next = maze_neighbour(maze, cell, dir);
        if (next >= 0 && maze->kind[next] == MAZE_CORRIDOR && rng_below(maze->rng, ++seen) == 0)
            chosen = cell;
    }
    if (chosen < 0)
        return;
    bool is_door = rng_percent(maze->rng, percent_doors);
    maze_set_side(maze, chosen, dir, is_door ? MAZE_SIDE_DOOR : MAZE_SIDE_OPEN);
}

static void hang_doors(struct maze *maze, const struct block *blocks, int count, int percent_doors)
{
    for (int i = 0; i < count; i++) {
        for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir += 2)
            hang_door(maze, &blocks[i], dir, percent_doors);
    }
}

/* Doors come last, because a room that is set later may cover the corridor behind a door. */
int maze_set_rooms(struct maze *maze, struct gen_map *map, const struct maze_room_plan *plan)
{
    struct block blocks[GEN_ROOMS_MAX];
    int count = 0;

    sum_areas(maze, 0);
    for (int i = 0; i < plan->rooms_max; i++) {
        int width = rng_range(maze->rng, plan->side_min, plan->side_max);
        int height = rng_range(maze->rng, plan->side_min, plan->side_max);
        struct block block = {.width = width, .height = height};
        bool is_across = rng_percent(maze->rng, plan->percent_across);
        if (!find_place(maze, &block, is_across))
            continue;
        struct rect inside = {(int16_t)(2 * block.x + 1), (int16_t)(2 * block.y + 1),
                              (int16_t)(2 * width - 1), (int16_t)(2 * height - 1)};
        if (!gen_map_add_room(map, inside))
            break;
        stamp(maze, &block);
        blocks[count++] = block;
        sum_areas(maze, block.y > 0 ? block.y - 1 : 0);
    }
    hang_doors(maze, blocks, count, plan->percent_doors);
    return count;
}
