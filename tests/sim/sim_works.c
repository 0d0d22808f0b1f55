/*
 * Terrain with rules for levels of a simulation.
 */
#include "sim/sim_works.h"

#include "base/check.h"
#include "sim/sim_levels.h"
#include "world/door.h"

enum {
    SCATTERED = 150, /* cells of floor that become something else */
    PITS = 3,        /* chasms of nine cells */
    GATES = 4,
    TRIES = 400,
};

static struct pos draw_cell(const struct level *level, struct rng *rng)
{
    int y = (int)rng_below(rng, (uint32_t)level->height);

    return pos_of((int)rng_below(rng, (uint32_t)level->width), y);
}

/* Floor in the middle of floor: an obstacle there cuts no way off. */
static bool is_open(const struct level *level, struct pos at, int cells)
{
    for (int y = at.y - cells; y <= at.y + cells; y++) {
        for (int x = at.x - cells; x <= at.x + cells; x++) {
            if (level_tile(level, pos_of(x, y)) != TILE_FLOOR)
                return false;
        }
    }
    return true;
}

static void scatter(struct level *level, struct rng *rng)
{
    static const enum tile_id tiles[] = {TILE_SHALLOWS, TILE_GRASS, TILE_THICKET, TILE_RUBBLE,
                                         TILE_GRASS,    TILE_CACHE, TILE_PLATE};
    static const enum tile_id solid[] = {TILE_STATUE, TILE_BRAZIER, TILE_BOOKCASE};

    for (int i = 0; i < SCATTERED; i++) {
        struct pos at = draw_cell(level, rng);
        uint32_t drawn = rng_below(rng, 10);
        if (drawn < 7 && level_tile(level, at) == TILE_FLOOR)
            level_set_tile(level, at, tiles[drawn]);
        else if (drawn >= 7 && is_open(level, at, 1))
            level_set_tile(level, at, solid[drawn - 7]);
    }
}

static void dig_pits(struct level *level, struct rng *rng)
{
    int pits = 0;

    for (int i = 0; i < TRIES && pits < PITS; i++) {
        struct pos at = draw_cell(level, rng);
        if (!is_open(level, at, 2))
            continue;
        for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++)
            level_set_tile(level, pos_step(at, dir), TILE_CHASM);
        level_set_tile(level, at, TILE_CHASM);
        pits++;
    }
}

/* A cell in the open for a work of a gate. */
static bool find_work(const struct level *level, struct rng *rng, struct pos *out)
{
    for (int i = 0; i < TRIES; i++) {
        *out = draw_cell(level, rng);
        if (is_open(level, *out, 1))
            return true;
    }
    return false;
}

/* The door becomes bars; the side of it that is farther from the stairs up is the inside. */
static void bar(struct level *level, struct rng *rng, struct pos door, const uint16_t *steps)
{
    struct gate *gate = &level->gates[level->gate_count];
    bool is_across = level_is_walkable(level, pos_step(door, DIR_EAST));
    struct pos one = pos_step(door, is_across ? DIR_EAST : DIR_NORTH);
    struct pos other = pos_step(door, is_across ? DIR_WEST : DIR_SOUTH);
    enum gate_kind kind = (enum gate_kind)rng_below(rng, GATE_VAULT);

    *gate = (struct gate){.kind = (uint8_t)kind,
                          .shut = TILE_BARS_SHUT,
                          .work_count = kind == GATE_PLATES ? 2 : 1,
                          .cell_count = 1,
                          .cells = {door}};
    gate->inside = steps[level_index(level, one)] > steps[level_index(level, other)] ? one : other;
    for (int i = 0; i < gate->work_count; i++) {
        if (!find_work(level, rng, &gate->works[i]))
            return;
        level_set_tile(level, gate->works[i], gate_work_tile(kind));
    }
    level_set_tile(level, door, TILE_BARS_SHUT);
    level->gate_count++;
}

static void bar_doors(struct level *level, struct rng *rng)
{
    static uint16_t steps[LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX];

    sim_levels_measure(level, level->up, steps);
    for (int i = 0; i < 50 * TRIES && level->gate_count < GATES; i++) {
        struct pos at = draw_cell(level, rng);
        if (level_tile(level, at) == TILE_DOOR_CLOSED)
            bar(level, rng, at, steps);
    }
}

struct level *sim_works_lay(struct level *level, uint64_t seed)
{
    struct level *made = NULL;
    struct bytes bytes;
    struct rng rng;

    rng_init(&rng, rng_mix(seed) ^ level->key.depth);
    bar_doors(level, &rng);
    dig_pits(level, &rng);
    scatter(level, &rng);
    bytes_init(&bytes, LEVEL_BLOB_MAX);
    CHECK(level_encode(level, &bytes) == ERR_OK);
    CHECK(level_decode(bytes.data, bytes.length, level->key, &made) == ERR_OK);
    bytes_release(&bytes);
    level_free(level);
    return made;
}

/* One gets from `from` to `to`. */
static bool leads(const struct level *level, struct pos from, struct pos to)
{
    const struct gate *gate = gate_at(level, to);

    if (tile_is_passable(level_tile(level, to)) || tile_is_trap(level_tile(level, to)))
        return true;
    return level_tile(level, to) == TILE_BARS_SHUT && gate != NULL &&
           pos_distance(from, gate->inside) <= 1;
}

static bool has_way(const struct level *level, struct pos from)
{
    static uint16_t queue[LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX];
    static bool is_reached[LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX];
    size_t head = 0;
    size_t tail = 0;

    for (size_t i = 0; i < level_cell_count(level); i++)
        is_reached[i] = false;
    queue[tail++] = (uint16_t)level_index(level, from);
    while (head < tail) {
        struct pos at = pos_of(queue[head] % level->width, queue[head] / level->width);
        head++;
        if (pos_equal(at, level->up))
            return true;
        for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir += 2) {
            struct pos to = pos_step(at, dir);
            if (!level_contains(level, to) || is_reached[level_index(level, to)] ||
                !leads(level, at, to))
                continue;
            is_reached[level_index(level, to)] = true;
            queue[tail++] = (uint16_t)level_index(level, to);
        }
    }
    return false;
}

const char *sim_works_find_prison(const struct world *world, const struct level *level)
{
    const struct body *body;

    for (body_id id = level->first_delver; id != 0; id = body->next) {
        body = world_body(world, id);
        if (!tile_row(level_tile(level, body->at))->is_gap && !has_way(level, body->at))
            return "somebody has no way to the stairs up";
    }
    return NULL;
}
