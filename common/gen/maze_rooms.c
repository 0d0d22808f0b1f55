/*
 * The rooms of style `maze`: every origin is scored, in one addition each by a summed-area table
 * (F. Crow, 1984), and the cheapest is taken.
 */
#include "gen/maze.h"

enum { COST_TOUCH = 1, COST_OVER = 3 };

struct block {
    int x; /* all in cells */
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

/* Entry (x, y) of a table sums the cells above and left of it. Above `first_row` they stand. */
static void sum_areas(struct maze *maze, int first_row)
{
    int stride = maze->columns + 1;

    for (int x = 0; x < stride; x++) {
        maze->sum[x] = 0;
        maze->room_sum[x] = 0;
    }
    for (int y = first_row; y < maze->rows; y++) {
        uint32_t row_cost = 0;
        unsigned row_rooms = 0;
        int above = y * stride;
        int entry = above + stride;
        maze->sum[entry] = 0;
        maze->room_sum[entry] = 0;
        for (int x = 0; x < maze->columns; x++) {
            int cell = y * maze->columns + x;
            row_cost += cost_of(maze, x, y);
            row_rooms += maze->kind[cell] == MAZE_ROOM;
            maze->sum[entry + x + 1] = maze->sum[above + x + 1] + row_cost;
            maze->room_sum[entry + x + 1] = (uint16_t)(maze->room_sum[above + x + 1] + row_rooms);
        }
    }
}

/* The place for a block of this size that costs least, of all or of those whose first cell is a
 * corridor. False if there is none. */
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
            const uint16_t *rooms = maze->room_sum;
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

/* Opens the inner sides and walls off the outer ones. */
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

/* One door or archway in the side of the block that looks to `dir`, if a corridor lies there. */
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

/* Doors come last: a room set later may build over the corridor behind a door. */
int maze_set_rooms(struct maze *maze, struct gen_map *map, const struct maze_room_plan *plan)
{
    struct block blocks[LEVEL_ROOMS_MAX];
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
