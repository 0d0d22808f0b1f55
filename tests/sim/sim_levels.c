/*
 * The levels of a simulated dungeon.
 */
#include "sim/sim_levels.h"

#include <stdlib.h>

#include "base/check.h"
#include "sim/sim_works.h"
#include "support/draw_level.h"
#include "support/server_level.h"
#include "world/door.h"
#include "world/population_codec.h"

static const char *const drawings[] = {
    "##############################\n"
    "#<......+.......#............#\n"
    "#.......#.......#............#\n"
    "#.......#.......+......####..#\n"
    "#####'###.......#......####..#\n"
    "    #.#  ####+###......####..#\n"
    "    #.#     #.#  #...........#\n"
    "#####+#######.############+###\n"
    "#...........+.'.........#.#   \n"
    "#.#.#.#.#.#.###.#.#.#.#.+.####\n"
    "#...........# #.........#...>#\n"
    "############# ################\n",
    "###########################\n"
    "#.#...#.....#...#.......#.#\n"
    "#.#.#.#.###.#.#.#.#####.#.#\n"
    "#...#...#.....#...#>..#...#\n"
    "#.#######.#########.#.###.#\n"
    "#.......#.........#.#.+...#\n"
    "#######.#######.###.#.#####\n"
    "#.....+.....'...#...#.....#\n"
    "#.###.#####.###.#.#######.#\n"
    "#.#<..#...#...#...#.....#.#\n"
    "#.#####.#.###.#####.###.#.#\n"
    "#.......#...........#.....#\n"
    "###########################\n",
    "################################\n"
    "#..............................#\n"
    "#....##...............##.......#\n"
    "#...####......<......####......#\n"
    "#....##...............##.......#\n"
    "#..............................#\n"
    "######'####+##########'#########\n"
    "#..#......#.........#..........#\n"
    "#...#>....'....#....+....##....#\n"
    "#.........#.........#..........#\n"
    "################################\n",
};

void sim_levels_init(struct sim_levels *levels, uint64_t seed, enum sim_place place)
{
    *levels = (struct sim_levels){.seed = seed, .place = place};
    for (int depth = 0; depth <= SIM_DEPTHS_MAX; depth++) {
        bytes_init(&levels->depths[depth].blob, LEVEL_BLOB_MAX);
        bytes_init(&levels->depths[depth].population, POPULATION_BLOB_MAX);
    }
}

void sim_levels_release(struct sim_levels *levels)
{
    for (int depth = 0; depth <= SIM_DEPTHS_MAX; depth++) {
        bytes_release(&levels->depths[depth].blob);
        bytes_release(&levels->depths[depth].population);
        free(levels->depths[depth].to_up);
        free(levels->depths[depth].to_down);
    }
}

struct level_key sim_levels_key(int depth)
{
    return (struct level_key){.wing = 0, .depth = (uint16_t)depth, .generation = 1};
}

static struct level *make_new(const struct sim_levels *levels, int depth)
{
    size_t drawing_count = sizeof drawings / sizeof drawings[0];

    if (levels->place == SIM_DRAWN)
        return draw_level(drawings[(size_t)(depth - 1) % drawing_count], sim_levels_key(depth));
    struct level *level = server_level(levels->seed, sim_levels_key(depth));
    return levels->place == SIM_WORKED ? sim_works_lay(level, levels->seed) : level;
}

/* One steps from `from` to the next cell `to` without a lever: a gate that is shut leads out. */
static bool is_way(const struct level *level, struct pos from, struct pos to)
{
    enum tile_id tile = level_tile(level, from);
    const struct gate *gate = gate_at(level, to);

    if (gate != NULL && level_tile(level, to) == gate->shut)
        return pos_distance(from, gate->inside) <= 1;
    return tile_is_passable(tile) || tile_is_trap(tile) || gate_at(level, from) != NULL;
}

void sim_levels_measure(const struct level *level, struct pos target, uint16_t *steps)
{
    static uint16_t queue[LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX];
    size_t count = level_cell_count(level);
    size_t head = 0;
    size_t tail = 0;

    for (size_t i = 0; i < count; i++)
        steps[i] = SIM_NO_WAY;
    steps[level_index(level, target)] = 0;
    queue[tail++] = (uint16_t)level_index(level, target);
    while (head < tail) {
        uint16_t index = queue[head++];
        struct pos at = pos_of(index % level->width, index / level->width);
        for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
            struct pos to = pos_step(at, dir);
            if (!level_contains(level, to) || !is_way(level, to, at) ||
                steps[level_index(level, to)] != SIM_NO_WAY)
                continue;
            steps[level_index(level, to)] = (uint16_t)(steps[index] + 1);
            queue[tail++] = (uint16_t)level_index(level, to);
        }
    }
}

/* The ways in a new block, which the caller frees. */
static uint16_t *measure_ways(const struct level *level, struct pos target)
{
    uint16_t *steps = malloc(level_cell_count(level) * sizeof *steps);

    CHECK(steps != NULL);
    sim_levels_measure(level, target, steps);
    return steps;
}

struct level *sim_levels_make(struct sim_levels *levels, int depth, struct bytes *out_population)
{
    CHECK(depth >= 1 && depth <= SIM_DEPTHS_MAX);
    struct sim_depth *kept = &levels->depths[depth];
    struct level *level = NULL;

    bytes_init(out_population, POPULATION_BLOB_MAX);
    CHECK(bytes_append(out_population, kept->population.data, kept->population.length) == ERR_OK);
    if (kept->blob.length > 0) {
        CHECK(level_decode(kept->blob.data, kept->blob.length, sim_levels_key(depth), &level) ==
              ERR_OK);
        return level;
    }
    level = make_new(levels, depth);
    if (kept->to_up == NULL) {
        kept->to_up = measure_ways(level, level->up);
        kept->to_down = measure_ways(level, level->down);
    }
    return level;
}

void sim_levels_put_away(struct sim_levels *levels, const struct world *world,
                         const struct level *level)
{
    struct sim_depth *kept = &levels->depths[level->key.depth];

    bytes_clear(&kept->blob, LEVEL_BLOB_MAX);
    CHECK(level_encode(level, &kept->blob) == ERR_OK);
    bytes_clear(&kept->population, POPULATION_BLOB_MAX);
    CHECK(population_encode(world, level, &kept->population) == ERR_OK);
}

enum dir sim_levels_downhill(const struct level *level, const uint16_t *steps, struct pos at)
{
    enum dir best = DIR_NONE;
    uint16_t fewest = steps[level_index(level, at)];

    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
        struct pos to = pos_step(at, dir);
        if (!level_contains(level, to) || steps[level_index(level, to)] >= fewest)
            continue;
        fewest = steps[level_index(level, to)];
        best = dir;
    }
    return best;
}

enum dir sim_levels_way(const struct sim_levels *levels, const struct level *level, struct pos at,
                        enum tile_id stairs)
{
    const struct sim_depth *kept = &levels->depths[level->key.depth];

    return sim_levels_downhill(level, stairs == TILE_STAIRS_UP ? kept->to_up : kept->to_down, at);
}
