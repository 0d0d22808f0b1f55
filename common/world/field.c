/*
 * Fields by Dial's algorithm (R. Dial, 1969): cells wait in buckets, one for each distance. No step
 * costs more than COST_MAX, so a ring of COST_MAX + 1 buckets is enough. The cost of each cell is
 * looked up once, into a grid of the field's own size, where a step is an offset added to an index;
 * the frame around the grid cannot be entered.
 */
#include "world/field.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"

enum {
    COST_MAX = 4,
    BUCKETS = COST_MAX + 1,
    HEADS = 2 * FIELDS_MAX, /* lists of fields, chosen by hash */
};

/* A cell in the grid of costs; 0: it cannot be entered. */
enum {
    CELL_COST = 7,
    CELL_IS_CORNER = 8 /* bits of a cell: its cost, and that a diagonal step may pass it */
};

/* Kinds of ground that a body meets. */
enum ground {
    GROUND_FLOOR,
    GROUND_DOOR, /* a closed door */
    GROUND_WATER,
    GROUND_CHASM,
    GROUND_ROCK,
    GROUND_SOLID, /* statues and bars, which nothing digs through */
    GROUND_COUNT
};

// clang-format off
static const uint8_t cost_table[WAY_COUNT][GROUND_COUNT] = {
    /*               floor door water chasm rock solid; 0: no way */
    [WAY_WALK]   = { 1,    0,   0,    0,    0,   0 },
    [WAY_OPEN]   = { 1,    1,   0,    0,    0,   0 },
    [WAY_BASH]   = { 1,    4,   0,    0,    0,   0 },
    [WAY_FLY]    = { 1,    0,   1,    1,    0,   0 },
    [WAY_SWIM]   = { 0,    0,   1,    0,    0,   0 },
    [WAY_BURROW] = { 1,    3,   0,    0,    3,   0 },
    [WAY_PASS]   = { 1,    2,   1,    1,    2,   0 },
};
// clang-format on

struct field_cache {
    uint64_t questions;
    struct field fields[FIELDS_MAX];
    uint16_t heads[HEADS]; /* index + 1 of the first field of each list; 0: none */
    uint8_t steps[FIELDS_MAX][FIELD_CELLS];
    uint8_t cells[FIELD_CELLS]; /* costs of the cells of the field being computed */
    /* Buckets of the field that is being computed. A cell enters a bucket only when its distance
       became smaller, so no bucket holds it twice. */
    uint16_t waiting[BUCKETS][FIELD_CELLS];
    int counts[BUCKETS];
};

static enum ground ground_of(enum tile_id tile)
{
    const struct tile_row *row = tile_row(tile);

    if (row->is_gap)
        return row->is_hazard ? GROUND_CHASM : GROUND_WATER;
    if (row->is_walkable)
        return GROUND_FLOOR;
    if (row->opens_to != TILE_UNKNOWN)
        return GROUND_DOOR;
    return row->is_opaque ? GROUND_ROCK : GROUND_SOLID;
}

int way_cost(enum way way, enum tile_id tile)
{
    CHECK((unsigned)way < WAY_COUNT);
    return cost_table[way][ground_of(tile)];
}

/* True for a cell past which no diagonal step leads: a closed door, for example, can only be
   entered straight. */
static bool is_corner(enum way way, enum tile_id tile)
{
    return way_cost(way, tile) > 0 && (ground_of(tile) != GROUND_DOOR || way == WAY_PASS);
}

static bool is_corner_free(const struct level *level, enum way way, struct pos at)
{
    return is_corner(way, level_tile(level, at));
}

bool way_is_open(const struct level *level, enum way way, struct pos from, enum dir dir)
{
    struct pos to = pos_step(from, dir);

    if (!level_contains(level, to) || way_cost(way, level_tile(level, to)) == 0)
        return false;
    if (from.x == to.x || from.y == to.y)
        return true;
    return is_corner_free(level, way, pos_of(to.x, from.y)) ||
           is_corner_free(level, way, pos_of(from.x, to.y));
}

enum err field_cache_new(struct field_cache **out)
{
    struct field_cache *cache = calloc(1, sizeof *cache);

    if (cache == NULL)
        return ERR_MEMORY;
    field_cache_clear(cache);
    *out = cache;
    return ERR_OK;
}

void field_cache_free(struct field_cache *cache)
{
    free(cache);
}

void field_cache_clear(struct field_cache *cache)
{
    memset(cache->heads, 0, sizeof cache->heads);
    for (int i = 0; i < FIELDS_MAX; i++)
        cache->fields[i] = (struct field){.steps = cache->steps[i]};
}

/* Returns the index of a cell in a field around `target`; -1: it is outside the field. */
static int place_of(struct pos target, struct pos at)
{
    int x = at.x - target.x + FIELD_REACH;
    int y = at.y - target.y + FIELD_REACH;

    return x >= 0 && x < FIELD_SIDE && y >= 0 && y < FIELD_SIDE ? (y + 1) * FIELD_STRIDE + x + 1
                                                                : -1;
}

/* Fills in the costs of the cells around the target; cells outside the level get cost 0. */
static void fill_cells(struct field_cache *cache, const struct level *level,
                       const struct field *field)
{
    struct pos target = field->target;
    int left = target.x < FIELD_REACH ? 0 : target.x - FIELD_REACH;
    int top = target.y < FIELD_REACH ? 0 : target.y - FIELD_REACH;
    uint8_t of_tile[TILE_COUNT];

    for (enum tile_id tile = 0; tile < TILE_COUNT; tile++)
        of_tile[tile] = (uint8_t)(way_cost(field->way, tile) |
                                  (is_corner(field->way, tile) ? CELL_IS_CORNER : 0));
    memset(cache->cells, 0, FIELD_CELLS);
    for (int y = top; y < level->height && y <= target.y + FIELD_REACH; y++) {
        const uint8_t *tiles = level->tiles + level_index(level, pos_of(left, y));
        uint8_t *cells = cache->cells + place_of(target, pos_of(left, y));
        for (int x = left; x < level->width && x <= target.x + FIELD_REACH; x++)
            *cells++ = of_tile[*tiles++];
    }
}

/* Marks all cells as unreached, and the frame as nearer than any way, so that no way enters it. */
static void clear_steps(uint8_t *steps)
{
    memset(steps, FIELD_FAR, FIELD_CELLS);
    for (int i = 0; i < FIELD_STRIDE; i++) {
        steps[i] = steps[FIELD_CELLS - 1 - i] = 0;
        steps[i * FIELD_STRIDE] = steps[i * FIELD_STRIDE + FIELD_STRIDE - 1] = 0;
    }
}

/* Stores a shorter distance for a cell that can be entered, and puts it into a bucket. */
static void put(struct field_cache *cache, const struct field *field, int place, int steps)
{
    int bucket = steps % BUCKETS;

    if (steps >= field->steps[place] || cache->cells[place] == 0)
        return;
    field->steps[place] = (uint8_t)steps;
    cache->waiting[bucket][cache->counts[bucket]++] = (uint16_t)place;
}

/*
 * Visits the neighbours from which a step leads to the cell. A step costs the cost of the cell that
 * it enters, which is this cell; entering the target costs nothing.
 */
static void spread(struct field_cache *cache, const struct field *field, int place)
{
    static const int ways[] = {-1, 1};
    const uint8_t *cells = cache->cells;
    int steps = field->steps[place];

    steps += steps == 0 ? 1 : cells[place] & CELL_COST;
    if (steps > FIELD_REACH)
        return;
    for (int i = 0; i < 2; i++) {
        int beside = place + ways[i];
        put(cache, field, beside, steps);
        put(cache, field, place + ways[i] * FIELD_STRIDE, steps);
        for (int j = 0; j < 2; j++) {
            int rows = ways[j] * FIELD_STRIDE;
            if (((cells[beside] | cells[place + rows]) & CELL_IS_CORNER) != 0)
                put(cache, field, beside + rows, steps);
        }
    }
}

static void compute(struct field_cache *cache, const struct level *level, const struct field *field)
{
    int target = place_of(field->target, field->target);

    fill_cells(cache, level, field);
    clear_steps(field->steps);
    memset(cache->counts, 0, sizeof cache->counts);
    field->steps[target] = 0;
    cache->waiting[0][cache->counts[0]++] = (uint16_t)target;
    for (int steps = 0; steps <= FIELD_REACH; steps++) {
        int bucket = steps % BUCKETS;
        for (int i = 0; i < cache->counts[bucket]; i++) {
            int place = cache->waiting[bucket][i];
            if (field->steps[place] == steps)
                spread(cache, field, place);
        }
        cache->counts[bucket] = 0;
    }
}

/* Returns the head of the list for a field's hash; the multiplier is Knuth's for multiplicative
   hashing. */
static uint16_t *head_of(struct field_cache *cache, const struct field *field)
{
    uint64_t place = (uint64_t)field->target.y << 40 | (uint64_t)field->target.x << 24 |
                     (uint64_t)field->way << 16 | field->key.wing;
    uint64_t hash =
        (field->terrain ^ place ^ (uint64_t)field->key.depth << 56) * UINT64_C(0x9E3779B97F4A7C15);

    return &cache->heads[hash % HEADS];
}

static void take_out(struct field_cache *cache, const struct field *field)
{
    uint16_t own = (uint16_t)(field - cache->fields + 1);
    uint16_t *link = head_of(cache, field);

    while (*link != own)
        link = &cache->fields[*link - 1].next;
    *link = field->next;
}

static struct field *find_oldest(struct field_cache *cache)
{
    struct field *oldest = &cache->fields[0];

    for (struct field *field = cache->fields; field < cache->fields + FIELDS_MAX; field++) {
        if (field->used_at < oldest->used_at)
            oldest = field;
    }
    return oldest;
}

const struct field *field_of(struct field_cache *cache, const struct level *level,
                             struct pos target, enum way way)
{
    struct field wanted = {
        .key = level->key, .terrain = level->terrain, .target = target, .way = way};
    uint16_t *head = head_of(cache, &wanted);

    CHECK(level_contains(level, target));
    cache->questions++;
    for (uint16_t link = *head; link != 0; link = cache->fields[link - 1].next) {
        struct field *field = &cache->fields[link - 1];
        if (field->way == way && pos_equal(field->target, target) &&
            field->terrain == level->terrain && level_key_equal(field->key, level->key)) {
            field->used_at = cache->questions;
            return field;
        }
    }
    struct field *field = find_oldest(cache);
    if (field->used_at != 0)
        take_out(cache, field);
    wanted.used_at = cache->questions;
    wanted.steps = field->steps;
    wanted.next = *head;
    *field = wanted;
    *head = (uint16_t)(field - cache->fields + 1);
    compute(cache, level, field);
    return field;
}

int field_steps(const struct field *field, struct pos at)
{
    int place = place_of(field->target, at);

    return place < 0 ? FIELD_FAR : field->steps[place];
}
