/*
 * Breadth-first search on a copy of the map with a border, so that no neighbour needs a bounds
 * check. A closed door stands in the queue twice: once to be opened, once to be entered; that keeps
 * the queue in order of cost. The way is then read back from the distances.
 */
#include "travel/path.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "world/level.h"

enum {
    CELLS_MAX = (LEVEL_WIDTH_MAX + 2) * (LEVEL_HEIGHT_MAX + 2),
    UNREACHED = UINT16_MAX, /* no shortest way visits every cell, so none is that long */
    STRAIGHT_COUNT = 4,
    DOOR_COST = 2,
};

/* What a cell is to the search. */
enum ground {
    GROUND_BLOCKED,
    GROUND_UNKNOWN,
    GROUND_OPEN,
    GROUND_DOOR,        /* closed, and not yet opened in the search */
    GROUND_OPENED_DOOR, /* standing in the queue a second time, or done */
};

struct path_scratch {
    uint64_t searches;
    uint16_t distance[CELLS_MAX];
    uint16_t queue[2 * CELLS_MAX];
    uint8_t ground[CELLS_MAX];
    uint8_t way[CELLS_MAX]; /* backwards */
};

struct search {
    struct path_scratch *scratch;
    const struct path_map *map;
    const struct path_goal *goal;
    int stride;
    uint16_t start;
    int offsets[DIR_COUNT];
};

/* Straight before diagonal: of ways equally short, the plainer one is found first. */
static const enum dir search_order[] = {DIR_NORTH,     DIR_EAST,      DIR_SOUTH,     DIR_WEST,
                                        DIR_NORTHEAST, DIR_SOUTHEAST, DIR_SOUTHWEST, DIR_NORTHWEST};

enum { ORDER_COUNT = sizeof search_order / sizeof search_order[0] };

enum err path_scratch_new(struct path_scratch **out)
{
    *out = calloc(1, sizeof **out);
    return *out == NULL ? ERR_MEMORY : ERR_OK;
}

void path_scratch_free(struct path_scratch *scratch)
{
    free(scratch);
}

uint64_t path_scratch_searches(const struct path_scratch *scratch)
{
    return scratch->searches;
}

enum tile_id path_tile(const struct path_map *map, struct pos at)
{
    if (at.x < 0 || at.y < 0 || at.x >= map->width || at.y >= map->height)
        return TILE_ROCK;
    return (enum tile_id)map->tiles[at.y * map->width + at.x];
}

bool path_is_walkable(const struct path_map *map, struct pos at)
{
    return tile_row(path_tile(map, at))->is_walkable;
}

bool path_is_passable(const struct path_map *map, struct pos at)
{
    return tile_is_passable(path_tile(map, at));
}

bool path_can_step(const struct path_map *map, struct pos at, enum dir dir)
{
    struct pos to = pos_step(at, dir);

    if (!path_is_passable(map, to))
        return false;
    return at.x == to.x || at.y == to.y || path_is_walkable(map, pos_of(to.x, at.y)) ||
           path_is_walkable(map, pos_of(at.x, to.y));
}

bool path_borders_unknown(const struct path_map *map, struct pos at)
{
    for (int i = 0; i < STRAIGHT_COUNT; i++) {
        if (path_tile(map, pos_step(at, search_order[i])) == TILE_UNKNOWN)
            return true;
    }
    return false;
}

static uint16_t cell_of(const struct search *search, struct pos at)
{
    return (uint16_t)((at.y + 1) * search->stride + at.x + 1);
}

static struct pos pos_of_cell(const struct search *search, uint16_t cell)
{
    return pos_of(cell % search->stride - 1, cell / search->stride - 1);
}

static void lay_ground(struct search *search)
{
    const struct path_map *map = search->map;
    struct path_scratch *scratch = search->scratch;
    size_t cell_count = (size_t)search->stride * (size_t)(map->height + 2);
    uint8_t ground_of[UINT8_MAX + 1] = {GROUND_BLOCKED};

    for (enum tile_id tile = TILE_UNKNOWN; tile < TILE_COUNT; tile++) {
        if (tile_row(tile)->is_walkable)
            ground_of[tile] = GROUND_OPEN;
        else if (tile_is_passable(tile))
            ground_of[tile] = GROUND_DOOR;
    }
    ground_of[TILE_UNKNOWN] = GROUND_UNKNOWN;
    memset(scratch->distance, 0xff, cell_count * sizeof scratch->distance[0]);
    memset(scratch->ground, GROUND_BLOCKED, cell_count);
    for (int y = 0; y < map->height; y++) {
        uint8_t *row = scratch->ground + (size_t)(y + 1) * (size_t)search->stride + 1;
        const uint8_t *tiles = map->tiles + (size_t)y * (size_t)map->width;
        for (int x = 0; x < map->width; x++)
            row[x] = ground_of[tiles[x]];
    }
}

static bool is_target_cell(const struct search *search, uint16_t cell)
{
    return pos_equal(pos_of_cell(search, cell), search->goal->cell);
}

static bool is_beside_cell(const struct search *search, uint16_t cell)
{
    return pos_distance(pos_of_cell(search, cell), search->goal->cell) <= 1;
}

static bool is_target_tile(const struct search *search, uint16_t cell)
{
    return path_tile(search->map, pos_of_cell(search, cell)) == search->goal->tile;
}

/* As path_borders_unknown(), on the copy. */
static bool is_before_unknown(const struct search *search, uint16_t cell)
{
    const uint8_t *ground = search->scratch->ground + cell;

    return cell != search->start &&
           (ground[-1] == GROUND_UNKNOWN || ground[1] == GROUND_UNKNOWN ||
            ground[-search->stride] == GROUND_UNKNOWN || ground[search->stride] == GROUND_UNKNOWN);
}

static bool (*const goal_table[PATH_GOAL_COUNT])(const struct search *search, uint16_t cell) = {
    [PATH_TO_CELL] = is_target_cell,
    [PATH_BESIDE_CELL] = is_beside_cell,
    [PATH_TO_TILE] = is_target_tile,
    [PATH_TO_UNKNOWN] = is_before_unknown,
};

/* May one go between these two neighbours, in either direction, as far as corners go? */
static bool is_corner_free(const struct search *search, uint16_t cell, enum dir dir)
{
    const uint8_t *ground = search->scratch->ground + cell;
    int vertical = dir == DIR_NORTHEAST || dir == DIR_NORTHWEST ? DIR_NORTH : DIR_SOUTH;
    int horizontal = dir == DIR_NORTHEAST || dir == DIR_SOUTHEAST ? DIR_EAST : DIR_WEST;

    return ground[search->offsets[vertical]] == GROUND_OPEN ||
           ground[search->offsets[horizontal]] == GROUND_OPEN;
}

static size_t expand(struct search *search, uint16_t cell, size_t tail)
{
    struct path_scratch *scratch = search->scratch;

    for (int i = 0; i < ORDER_COUNT; i++) {
        enum dir dir = search_order[i];
        uint16_t next = (uint16_t)(cell + search->offsets[dir]);
        int ground = scratch->ground[next];
        if ((ground != GROUND_OPEN && ground != GROUND_DOOR) ||
            scratch->distance[next] != UNREACHED ||
            (i >= STRAIGHT_COUNT && !is_corner_free(search, cell, dir)))
            continue;
        int cost = ground == GROUND_DOOR ? DOOR_COST : 1;
        scratch->distance[next] = (uint16_t)(scratch->distance[cell] + cost);
        scratch->queue[tail++] = next;
    }
    return tail;
}

static bool run_search(struct search *search, uint16_t *out_end)
{
    struct path_scratch *scratch = search->scratch;
    size_t head = 0;
    size_t tail = 0;

    scratch->distance[search->start] = 0;
    scratch->queue[tail++] = search->start;
    while (head < tail) {
        uint16_t cell = scratch->queue[head++];
        if (scratch->ground[cell] == GROUND_DOOR && cell != search->start) {
            scratch->ground[cell] = GROUND_OPENED_DOOR;
            scratch->queue[tail++] = cell;
            continue;
        }
        if (goal_table[search->goal->kind](search, cell)) {
            *out_end = cell;
            return true;
        }
        tail = expand(search, cell, tail);
    }
    return false;
}

/* Could the way have come to `cell` by a step in direction `dir`? */
static bool is_way_in(const struct search *search, uint16_t cell, enum dir dir)
{
    const struct path_scratch *scratch = search->scratch;
    enum dir back = dir_opposite(dir);
    uint16_t before = (uint16_t)(cell + search->offsets[back]);
    int cost = scratch->ground[cell] == GROUND_OPEN ? 1 : DOOR_COST;
    bool is_straight = (back - DIR_NORTH) % 2 == 0;

    return scratch->distance[before] != UNREACHED &&
           scratch->distance[before] + cost == scratch->distance[cell] &&
           (is_straight || is_corner_free(search, cell, back));
}

static enum dir find_way_in(const struct search *search, uint16_t cell)
{
    for (int i = 0; i < ORDER_COUNT; i++) {
        if (is_way_in(search, cell, search_order[i]))
            return search_order[i];
    }
    CHECK(false);
    return DIR_NONE;
}

static void write_path(const struct search *search, uint16_t end, struct path *out)
{
    struct path_scratch *scratch = search->scratch;
    int steps = 0;

    for (uint16_t cell = end; cell != search->start;) {
        enum dir dir = find_way_in(search, cell);
        scratch->way[steps++] = (uint8_t)dir;
        cell = (uint16_t)(cell + search->offsets[dir_opposite(dir)]);
    }
    out->end = pos_of_cell(search, end);
    out->steps = steps;
    out->actions = scratch->distance[end];
    out->length = steps < PATH_LENGTH_MAX ? steps : PATH_LENGTH_MAX;
    for (int i = 0; i < out->length; i++)
        out->dirs[i] = scratch->way[steps - 1 - i];
}

static struct search begin(struct path_scratch *scratch, const struct path_map *map,
                           struct pos from, const struct path_goal *goal)
{
    struct search search = {.scratch = scratch, .map = map, .goal = goal, .stride = map->width + 2};

    CHECK(map->width <= LEVEL_WIDTH_MAX && map->height <= LEVEL_HEIGHT_MAX);
    CHECK(from.x >= 0 && from.y >= 0 && from.x < map->width && from.y < map->height);
    CHECK((unsigned)goal->kind < PATH_GOAL_COUNT);
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
        struct pos step = pos_step(pos_of(0, 0), dir);
        search.offsets[dir] = step.y * search.stride + step.x;
    }
    scratch->searches++;
    search.start = cell_of(&search, from);
    lay_ground(&search);
    return search;
}

enum err path_find(struct path_scratch *scratch, const struct path_map *map, struct pos from,
                   const struct path_goal *goal, struct path *out)
{
    struct search search = begin(scratch, map, from, goal);
    uint16_t end;

    if (!run_search(&search, &end))
        return ERR_NOT_FOUND;
    write_path(&search, end, out);
    return ERR_OK;
}

/* Onto the cell, or beside it where nobody can stand on it. */
static int distance_of(const struct search *search, struct pos at)
{
    const uint16_t *distance = search->scratch->distance + cell_of(search, at);
    int beside = UNREACHED;

    if (*distance != UNREACHED)
        return *distance;
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
        if (distance[search->offsets[dir]] < beside)
            beside = distance[search->offsets[dir]];
    }
    return beside == UNREACHED ? PATH_NO_WAY : beside + 1;
}

void path_measure(struct path_scratch *scratch, const struct path_map *map, struct pos from,
                  const struct pos *cells, int count, int *out)
{
    /* No cell is there: all that can be reached is gone through. */
    const struct path_goal nowhere = {.kind = PATH_TO_CELL, .cell = pos_of(-1, -1)};
    struct search search = begin(scratch, map, from, &nowhere);
    uint16_t end;
    bool is_found = run_search(&search, &end);

    CHECK(!is_found);
    for (int i = 0; i < count; i++)
        out[i] = distance_of(&search, cells[i]);
}
