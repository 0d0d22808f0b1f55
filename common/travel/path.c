/*
 * Breadth-first search on a copy of the map with a border, so that no neighbour needs a bounds
 * check. A closed door is queued twice: once to be opened, once to be entered; that keeps the queue
 * sorted by cost. Cells to avoid are entered in later stages: when the queue is empty, the search
 * continues from the cells beside them, nearest first. The way is then read back from the
 * distances.
 */
#include "travel/path.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "world/delver.h"
#include "world/level.h"
#include "world/place.h"

enum {
    CELLS_MAX = (LEVEL_WIDTH_MAX + 2) * (LEVEL_HEIGHT_MAX + 2),
    UNREACHED = 0x7f7f7f7f,
    FAR_BYTE = 0x7f, /* four of them are UNREACHED */
    STRAIGHT_COUNT = 4,
    DOOR_COST = 2,
};

/* State of a cell in the search. */
enum ground {
    GROUND_BLOCKED,
    GROUND_UNKNOWN,
    GROUND_OPEN,
    GROUND_DOOR,        /* closed, and not yet opened in the search */
    GROUND_OPENED_DOOR, /* queued a second time, or done */
    GROUND_GATE, /* shut; from its inside it counts as GROUND_DOOR, and becomes that once reached */
    GROUND_MASK = 7,
    /* Besides these, two numbers of two bits: */
    NEEDS_SHIFT = 3, /* stage in which the cell may be entered */
    STAGE_SHIFT = 5, /* stage in which the cell was reached */
    STAGE_MASK = 3,
};

struct path_scratch {
    uint64_t searches;
    int32_t distance[CELLS_MAX];
    int32_t queue[2 * CELLS_MAX];
    int32_t put_off[PATH_STAGES][CELLS_MAX]; /* cells put off, by the stage that takes them up */
    uint8_t ground[CELLS_MAX];
    uint8_t way[CELLS_MAX]; /* step by which each cell was reached, backwards */
};

struct search {
    struct path_scratch *scratch;
    const struct path_map *map;
    const struct path_goal *goal;
    int stride;
    int32_t start;
    int offsets[DIR_COUNT];
    size_t head, tail; /* ends of the queue */
    size_t put_off_head, put_off_count[PATH_STAGES];
    int stage;
};

/* The order of directions: straight before diagonal, so that among equally short ways the plainer
   one is found. */
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

struct path_map path_map_of(const struct delver *delver)
{
    const struct level *level = delver->body.level;

    return (struct path_map){.tiles = delver->memory,
                             .width = level->width,
                             .height = level->height,
                             .gates = level->gates,
                             .gate_count = level->gate_count};
}

enum tile_id path_tile(const struct path_map *map, struct pos at)
{
    if (at.x < 0 || at.y < 0 || at.x >= map->width || at.y >= map->height)
        return TILE_ROCK;
    return (enum tile_id)map->tiles[at.y * map->width + at.x];
}

bool path_is_walkable(const struct path_map *map, struct pos at)
{
    enum tile_id tile = path_tile(map, at);

    return tile_row(tile)->is_walkable && tile_is_passable(tile);
}

bool path_is_passable(const struct path_map *map, struct pos at)
{
    return tile_is_passable(path_tile(map, at));
}

static bool is_cell_of(const struct gate *gate, struct pos at)
{
    for (int i = 0; i < gate->cell_count; i++) {
        if (pos_equal(gate->cells[i], at))
            return true;
    }
    return false;
}

/* Returns the gate at `at` that is known to be shut; NULL: there is none. */
static const struct gate *shut_gate_at(const struct path_map *map, struct pos at)
{
    for (int i = 0; i < map->gate_count; i++) {
        if (is_cell_of(&map->gates[i], at) &&
            path_tile(map, at) == (enum tile_id)map->gates[i].shut)
            return &map->gates[i];
    }
    return NULL;
}

/* True from the inside of the gate or with its key, as in gate_push(), and from the gate's own
   cells, because all cells of a gate open at once. */
static bool gate_opens_from(const struct path_map *map, const struct gate *gate, struct pos at)
{
    return pos_distance(at, gate->inside) <= 1 || is_cell_of(gate, at) ||
           (gate->kind == GATE_KEY && path_tile(map, gate->works[0]) == TILE_KEY_TAKEN);
}

bool path_can_step(const struct path_map *map, struct pos at, enum dir dir)
{
    struct pos to = pos_step(at, dir);
    const struct gate *gate = shut_gate_at(map, to);

    if (!path_is_passable(map, to) && (gate == NULL || !gate_opens_from(map, gate, at)))
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

static int cell_of(const struct search *search, struct pos at)
{
    return (at.y + 1) * search->stride + at.x + 1;
}

static struct pos pos_of_cell(const struct search *search, int32_t cell)
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
        if (tile_is_passable(tile))
            ground_of[tile] = tile_row(tile)->is_walkable ? GROUND_OPEN : GROUND_DOOR;
    }
    ground_of[TILE_UNKNOWN] = GROUND_UNKNOWN;
    memset(scratch->distance, FAR_BYTE, cell_count * sizeof scratch->distance[0]);
    memset(scratch->ground, GROUND_BLOCKED, cell_count);
    for (int y = 0; y < map->height; y++) {
        uint8_t *row = scratch->ground + (size_t)(y + 1) * (size_t)search->stride + 1;
        const uint8_t *tiles = map->tiles + (size_t)y * (size_t)map->width;
        for (int x = 0; x < map->width; x++)
            row[x] = ground_of[tiles[x]];
    }
}

static void lay_gates(struct search *search)
{
    for (int i = 0; i < search->map->gate_count; i++) {
        const struct gate *gate = &search->map->gates[i];
        for (int j = 0; j < gate->cell_count; j++) {
            if (path_tile(search->map, gate->cells[j]) == (enum tile_id)gate->shut)
                search->scratch->ground[cell_of(search, gate->cells[j])] = GROUND_GATE;
        }
    }
}

static int ground_at(const struct search *search, int cell)
{
    return search->scratch->ground[cell] & GROUND_MASK;
}

static void set_ground(struct search *search, int cell, int ground)
{
    uint8_t *at = &search->scratch->ground[cell];

    *at = (uint8_t)((*at & ~GROUND_MASK) | ground);
}

static int needs_of(const struct search *search, int cell)
{
    return search->scratch->ground[cell] >> NEEDS_SHIFT & STAGE_MASK;
}

static void set_needs(struct search *search, int cell, int stage)
{
    uint8_t *at = &search->scratch->ground[cell];

    *at = (uint8_t)((*at & ~(STAGE_MASK << NEEDS_SHIFT)) | stage << NEEDS_SHIFT);
}

static int stage_of(const struct search *search, int cell)
{
    return search->scratch->ground[cell] >> STAGE_SHIFT & STAGE_MASK;
}

static void lay_avoided(struct search *search)
{
    const struct path_map *map = search->map;

    _Static_assert(PATH_STAGES <= STAGE_MASK + 1, "a stage fits into its bits");
    for (int i = 0; i < map->skirted_count; i++)
        set_needs(search, cell_of(search, map->skirted[i]), PATH_SKIRTED);
    for (int i = 0; map->shunned != PLACE_NONE && i < map->width * map->height; i++) {
        if (map->area_of[i] == map->shunned)
            set_needs(search, cell_of(search, pos_of(i % map->width, i / map->width)),
                      PATH_AVOIDED);
    }
    for (int i = 0; i < map->avoided_count; i++)
        set_needs(search, cell_of(search, map->avoided[i]), PATH_AVOIDED);
    for (int i = 0; i < map->taken_count; i++)
        set_needs(search, cell_of(search, map->taken[i]), PATH_TAKEN);
}

/* True unless `cell` has a shut gate that does not open from `before`. */
static bool opens_from(const struct search *search, int32_t cell, int32_t before)
{
    const struct gate *gate = shut_gate_at(search->map, pos_of_cell(search, cell));

    return gate == NULL || gate_opens_from(search->map, gate, pos_of_cell(search, before));
}

static bool is_target_cell(const struct search *search, int32_t cell)
{
    return pos_equal(pos_of_cell(search, cell), search->goal->cell);
}

static bool is_beside_cell(const struct search *search, int32_t cell)
{
    return pos_distance(pos_of_cell(search, cell), search->goal->cell) <= 1;
}

static bool is_target_tile(const struct search *search, int32_t cell)
{
    return path_tile(search->map, pos_of_cell(search, cell)) == search->goal->tile;
}

/* Returns the stage from which path_borders_unknown() is true for the cell; PATH_STAGES: never. */
static int unknown_from(const struct search *search, int32_t cell)
{
    const int beside[STRAIGHT_COUNT] = {cell - 1, cell + 1, cell - search->stride,
                                        cell + search->stride};
    int stage = PATH_STAGES;

    for (int i = 0; cell != search->start && i < STRAIGHT_COUNT; i++) {
        if (ground_at(search, beside[i]) == GROUND_UNKNOWN && needs_of(search, beside[i]) < stage)
            stage = needs_of(search, beside[i]);
    }
    return stage;
}

static bool is_before_unknown(const struct search *search, int32_t cell)
{
    return unknown_from(search, cell) <= search->stage;
}

static bool (*const goal_table[PATH_GOAL_COUNT])(const struct search *search, int32_t cell) = {
    [PATH_TO_CELL] = is_target_cell,
    [PATH_BESIDE_CELL] = is_beside_cell,
    [PATH_TO_TILE] = is_target_tile,
    [PATH_TO_UNKNOWN] = is_before_unknown,
};

/* True if the corners allow a step between these two neighbours, in either direction. */
static bool is_corner_free(const struct search *search, int32_t cell, enum dir dir)
{
    int vertical = dir == DIR_NORTHEAST || dir == DIR_NORTHWEST ? DIR_NORTH : DIR_SOUTH;
    int horizontal = dir == DIR_NORTHEAST || dir == DIR_SOUTHEAST ? DIR_EAST : DIR_WEST;

    return ground_at(search, cell + search->offsets[vertical]) == GROUND_OPEN ||
           ground_at(search, cell + search->offsets[horizontal]) == GROUND_OPEN;
}

static void reach(struct search *search, int32_t next, int32_t from)
{
    struct path_scratch *scratch = search->scratch;
    int cost = ground_at(search, next) == GROUND_OPEN ? 1 : DOOR_COST;

    if (ground_at(search, next) == GROUND_GATE)
        set_ground(search, next, GROUND_DOOR);
    scratch->ground[next] |= (uint8_t)(search->stage << STAGE_SHIFT);
    scratch->distance[next] = scratch->distance[from] + cost;
    scratch->queue[search->tail++] = next;
}

static bool is_step(const struct search *search, int32_t cell, int32_t next, enum dir dir)
{
    int ground = ground_at(search, next);
    bool is_straight = (dir - DIR_NORTH) % 2 == 0;

    return (ground == GROUND_OPEN || ground == GROUND_DOOR || ground == GROUND_GATE) &&
           search->scratch->distance[next] == UNREACHED &&
           (is_straight || is_corner_free(search, cell, dir)) &&
           (ground != GROUND_GATE || opens_from(search, next, cell));
}

/* Expands a cell. Returns the stage in which more can be reached from it; PATH_STAGES: none. */
static int expand(struct search *search, int32_t cell)
{
    int later = PATH_STAGES;

    for (int i = 0; i < ORDER_COUNT; i++) {
        int32_t next = cell + search->offsets[search_order[i]];
        if (!is_step(search, cell, next, search_order[i]))
            continue;
        if (needs_of(search, next) <= search->stage)
            reach(search, next, cell);
        else if (needs_of(search, next) < later)
            later = needs_of(search, next);
    }
    return later;
}

/* Returns the position of a cell in the order of cost: a door that must still be opened comes one
   action earlier. */
static int turn_of(const struct search *search, int32_t cell)
{
    bool is_shut = ground_at(search, cell) == GROUND_DOOR && cell != search->start;

    return search->scratch->distance[cell] - (is_shut ? DOOR_COST - 1 : 0);
}

/* Sorts the cells that were put off: by insertion, because they are nearly sorted. */
static void sort_put_off(const struct search *search, int32_t *cells, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        int32_t cell = cells[i];
        size_t place = i;
        for (; place > 0 && turn_of(search, cells[place - 1]) > turn_of(search, cell); place--)
            cells[place] = cells[place - 1];
        cells[place] = cell;
    }
}

/* Begins the next stage that has cells waiting. False: there is none. */
static bool begin_stage(struct search *search)
{
    while (++search->stage < PATH_STAGES) {
        size_t count = search->put_off_count[search->stage];
        search->put_off_head = 0;
        sort_put_off(search, search->scratch->put_off[search->stage], count);
        if (count > 0)
            return true;
    }
    return false;
}

/* Takes the next cell of the search. False: every reachable cell was taken. */
static bool take_next(struct search *search, int32_t *out)
{
    const struct path_scratch *scratch = search->scratch;
    bool is_empty = search->head == search->tail;

    if (is_empty && search->put_off_head == search->put_off_count[search->stage] &&
        !begin_stage(search))
        return false;
    const int32_t *put_off = &scratch->put_off[search->stage][search->put_off_head];
    bool is_put_off =
        search->put_off_head < search->put_off_count[search->stage] &&
        (is_empty || turn_of(search, *put_off) <= turn_of(search, scratch->queue[search->head]));
    *out = is_put_off ? *put_off : scratch->queue[search->head];
    search->put_off_head += is_put_off;
    search->head += !is_put_off;
    return true;
}

static void put_off(struct search *search, int32_t cell, int stage)
{
    search->scratch->put_off[stage][search->put_off_count[stage]++] = cell;
}

static bool run_search(struct search *search, int32_t *out_end)
{
    int32_t cell;

    search->scratch->distance[search->start] = 0;
    search->scratch->queue[search->tail++] = search->start;
    while (take_next(search, &cell)) {
        if (ground_at(search, cell) == GROUND_DOOR && cell != search->start) {
            set_ground(search, cell, GROUND_OPENED_DOOR);
            search->scratch->queue[search->tail++] = cell;
            continue;
        }
        if (goal_table[search->goal->kind](search, cell)) {
            *out_end = cell;
            return true;
        }
        int later = expand(search, cell);
        if (search->goal->kind == PATH_TO_UNKNOWN && unknown_from(search, cell) < later)
            later = unknown_from(search, cell);
        if (later < PATH_STAGES)
            put_off(search, cell, later);
    }
    return false;
}

/* True if the way may have come to `cell` by a step in direction `dir`. */
static bool is_way_in(const struct search *search, int32_t cell, enum dir dir)
{
    const struct path_scratch *scratch = search->scratch;
    enum dir back = dir_opposite(dir);
    int32_t before = cell + search->offsets[back];
    int cost = ground_at(search, cell) == GROUND_OPEN ? 1 : DOOR_COST;
    bool is_straight = (back - DIR_NORTH) % 2 == 0;

    return scratch->distance[before] != UNREACHED &&
           scratch->distance[before] + cost == scratch->distance[cell] &&
           stage_of(search, before) <= stage_of(search, cell) &&
           (is_straight || is_corner_free(search, cell, back)) &&
           (cost == 1 || opens_from(search, cell, before));
}

static enum dir find_way_in(const struct search *search, int32_t cell)
{
    for (int i = 0; i < ORDER_COUNT; i++) {
        if (is_way_in(search, cell, search_order[i]))
            return search_order[i];
    }
    CHECK(false);
    return DIR_NONE;
}

static void write_path(const struct search *search, int32_t end, struct path *out)
{
    struct path_scratch *scratch = search->scratch;
    int steps = 0;

    for (int32_t cell = end; cell != search->start;) {
        enum dir dir = find_way_in(search, cell);
        scratch->way[steps++] = (uint8_t)dir;
        cell = cell + search->offsets[dir_opposite(dir)];
    }
    out->end = pos_of_cell(search, end);
    out->steps = steps;
    out->actions = scratch->distance[end];
    out->stage = (enum path_stage)search->stage;
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
    lay_gates(&search);
    lay_avoided(&search);
    return search;
}

enum err path_find(struct path_scratch *scratch, const struct path_map *map, struct pos from,
                   const struct path_goal *goal, struct path *out)
{
    struct search search = begin(scratch, map, from, goal);
    int32_t end;

    if (!run_search(&search, &end))
        return ERR_NOT_FOUND;
    write_path(&search, end, out);
    return ERR_OK;
}

/* Returns the cost of the way onto the cell, or beside it if nobody can stand on it. */
static int distance_of(const struct search *search, struct pos at)
{
    const int32_t *distance = search->scratch->distance + cell_of(search, at);
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
    /* No cell has this position, so the search visits all that can be reached. */
    const struct path_goal nowhere = {.kind = PATH_TO_CELL, .cell = pos_of(-1, -1)};
    struct search search = begin(scratch, map, from, &nowhere);
    int32_t end;
    bool is_found = run_search(&search, &end);

    CHECK(!is_found);
    for (int i = 0; i < count; i++)
        out[i] = distance_of(&search, cells[i]);
}
