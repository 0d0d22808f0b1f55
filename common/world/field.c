/*
 * Fields by Dial's algorithm (R. Dial, 1969): cells wait in one bucket a distance, and since no
 * step costs more than COST_MAX, a ring of COST_MAX + 1 buckets holds all that wait.
 */
#include "world/field.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"

enum {
    COST_MAX = 4,
    BUCKETS = COST_MAX + 1,
};

/* What tiles are to somebody on the way. */
enum ground {
    GROUND_FLOOR,
    GROUND_DOOR, /* a closed one */
    GROUND_WATER,
    GROUND_ROCK,
    GROUND_COUNT
};

// clang-format off
static const uint8_t cost_table[WAY_COUNT][GROUND_COUNT] = {
    /*               floor door water rock; 0: no way */
    [WAY_WALK]   = { 1,    0,   0,    0 },
    [WAY_OPEN]   = { 1,    1,   0,    0 },
    [WAY_BASH]   = { 1,    4,   0,    0 },
    [WAY_FLY]    = { 1,    0,   1,    0 },
    [WAY_SWIM]   = { 0,    0,   1,    0 },
    [WAY_BURROW] = { 1,    3,   0,    3 },
    [WAY_PASS]   = { 1,    2,   1,    2 },
};
// clang-format on

struct field_cache {
    uint64_t questions;
    struct field fields[FIELDS_MAX];
    uint8_t steps[FIELDS_MAX][FIELD_CELLS];
    /* Of the field that is being computed. A cell enters a bucket only with fewer steps than
       before, so that no bucket holds it twice. */
    uint16_t waiting[BUCKETS][FIELD_CELLS];
    int counts[BUCKETS];
};

static enum ground ground_of(enum tile_id tile)
{
    const struct tile_row *row = tile_row(tile);

    if (row->is_walkable)
        return GROUND_FLOOR;
    if (row->opens_to != TILE_UNKNOWN)
        return GROUND_DOOR;
    return row->is_opaque ? GROUND_ROCK : GROUND_WATER;
}

int way_cost(enum way way, enum tile_id tile)
{
    CHECK((unsigned)way < WAY_COUNT);
    return cost_table[way][ground_of(tile)];
}

/* A closed door is passed straight; a diagonal needs more room than that. */
static bool is_corner_free(const struct level *level, enum way way, struct pos at)
{
    enum tile_id tile = level_tile(level, at);

    return way_cost(way, tile) > 0 && (ground_of(tile) != GROUND_DOOR || way == WAY_PASS);
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
    for (int i = 0; i < FIELDS_MAX; i++)
        cache->fields[i].steps = cache->steps[i];
    *out = cache;
    return ERR_OK;
}

void field_cache_free(struct field_cache *cache)
{
    free(cache);
}

/* The place of a cell in a field around `target`; -1: it lies outside. */
static int place_of(struct pos target, struct pos at)
{
    int x = at.x - target.x + FIELD_REACH;
    int y = at.y - target.y + FIELD_REACH;

    return x >= 0 && x < FIELD_SIDE && y >= 0 && y < FIELD_SIDE ? y * FIELD_SIDE + x : -1;
}

static struct pos cell_of(struct pos target, int place)
{
    return pos_of(target.x + place % FIELD_SIDE - FIELD_REACH,
                  target.y + place / FIELD_SIDE - FIELD_REACH);
}

/* A shorter way from a cell was found. */
static void put(struct field_cache *cache, const struct field *field, int place, int steps)
{
    int bucket = steps % BUCKETS;

    field->steps[place] = (uint8_t)steps;
    cache->waiting[bucket][cache->counts[bucket]++] = (uint16_t)place;
}

/*
 * The neighbours from which a step leads to the cell. Costs are those of entering a cell, so the
 * step towards the target costs what this cell does; the target itself is not entered.
 */
static void spread(struct field_cache *cache, const struct level *level, const struct field *field,
                   int place)
{
    struct pos at = cell_of(field->target, place);
    int steps = field->steps[place];
    int cost = steps == 0 ? 1 : way_cost(field->way, level_tile(level, at));

    if (steps + cost > FIELD_REACH)
        return;
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
        int next = place_of(field->target, pos_step(at, dir));
        if (next >= 0 && steps + cost < field->steps[next] &&
            way_is_open(level, field->way, at, dir))
            put(cache, field, next, steps + cost);
    }
}

static void compute(struct field_cache *cache, const struct level *level, const struct field *field)
{
    memset(field->steps, FIELD_FAR, FIELD_CELLS);
    memset(cache->counts, 0, sizeof cache->counts);
    put(cache, field, place_of(field->target, field->target), 0);
    for (int steps = 0; steps <= FIELD_REACH; steps++) {
        int bucket = steps % BUCKETS;
        for (int i = 0; i < cache->counts[bucket]; i++) {
            int place = cache->waiting[bucket][i];
            if (field->steps[place] == steps)
                spread(cache, level, field, place);
        }
        cache->counts[bucket] = 0;
    }
}

const struct field *field_of(struct field_cache *cache, const struct level *level,
                             struct pos target, enum way way)
{
    struct field *oldest = &cache->fields[0];

    CHECK(level_contains(level, target));
    cache->questions++;
    for (struct field *field = cache->fields; field < cache->fields + FIELDS_MAX; field++) {
        if (field->used_at != 0 && field->way == way && pos_equal(field->target, target) &&
            field->terrain == level->terrain && level_key_equal(field->key, level->key)) {
            field->used_at = cache->questions;
            return field;
        }
        if (field->used_at < oldest->used_at)
            oldest = field;
    }
    oldest->key = level->key;
    oldest->terrain = level->terrain;
    oldest->target = target;
    oldest->way = way;
    oldest->used_at = cache->questions;
    compute(cache, level, oldest);
    return oldest;
}

int field_steps(const struct field *field, struct pos at)
{
    int place = place_of(field->target, at);

    return place < 0 ? FIELD_FAR : field->steps[place];
}
