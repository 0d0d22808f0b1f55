/*
 * Beside libtcod, in one run: making levels beside its binary space partition, and sight beside
 * three of its fields of view, on levels of the same size and on the very same cells. Prints
 * figures and judges nothing.
 *
 * The two halves compare unlike things in one respect each. libtcod only splits a rectangle; it
 * digs no room, joins nothing and proves nothing, so its time is a floor, not a rival's. And it is
 * given its map of clear cells beforehand, as a game would keep it; filling that is not timed.
 *
 *     bench_libtcod
 */
#include <inttypes.h>
#include <libtcod/bsp.h>
#include <libtcod/fov.h>
#include <libtcod/mersenne.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/check.h"
#include "bench/clock.h"
#include "gen/gen.h"
#include "world/sight.h"

enum {
    WIDTH = 100,
    HEIGHT = 57,
    SEED_COUNT = 1000,
    SPLIT_DEPTH = 5,
    SPLIT_WIDTH_MIN = 8,
    SPLIT_HEIGHT_MIN = 6,
    LEVEL_COUNT = 3, /* of each style, to look about in */
    SPOTS_MAX = LEVEL_COUNT * WIDTH * HEIGHT,
    ROUND_COUNT = 5,
};

static const float split_ratio_max = 1.5F;

/* A level as both see it. */
struct view {
    struct level *level;
    struct TCOD_Map *map;
};

/* A cell to look from. */
struct spot {
    const struct view *view;
    struct pos at;
};

struct method {
    const char *name;
    bool is_ours;
    TCOD_fov_algorithm_t algorithm; /* of libtcod */
};

static const struct method methods[] = {
    {.name = "sight_compute", .is_ours = true},
    {.name = "FOV_SYMMETRIC_SHADOWCAST", .algorithm = FOV_SYMMETRIC_SHADOWCAST},
    {.name = "FOV_SHADOW", .algorithm = FOV_SHADOW},
    {.name = "FOV_RESTRICTIVE", .algorithm = FOV_RESTRICTIVE},
};

/* The times of one maker of levels, one a seed. */
struct times {
    int64_t wall[SEED_COUNT];
    int64_t cpu[SEED_COUNT];
};

static struct level *make_level(const struct gen_style *style, int seed)
{
    struct gen_request request;
    struct level *level = NULL;
    struct level_key key = {.depth = 1};

    gen_request_init(&request, style, (uint64_t)seed, key, WIDTH, HEIGHT);
    CHECK(gen_level(&request, &level, NULL) == ERR_OK);
    return level;
}

/* The clock that costs most is read outside the other. */
static void time_level(const struct gen_style *style, int seed, struct times *times)
{
    int64_t cpu_began = clock_cpu_ns();
    int64_t wall_began = clock_wall_ns();
    struct level *level = make_level(style, seed);

    times->wall[seed] = clock_wall_ns() - wall_began;
    times->cpu[seed] = clock_cpu_ns() - cpu_began;
    level_free(level);
}

/* Its random numbers are set up before: seeding its Mersenne twister would be most of the time. */
static void time_split(int seed, struct times *times)
{
    TCOD_random_t rng = TCOD_random_new_from_seed(TCOD_RNG_MT, (uint32_t)seed);
    int64_t cpu_began = clock_cpu_ns();
    int64_t wall_began = clock_wall_ns();
    TCOD_bsp_t *root = TCOD_bsp_new_with_size(0, 0, WIDTH, HEIGHT);

    TCOD_bsp_split_recursive(root, rng, SPLIT_DEPTH, SPLIT_WIDTH_MIN, SPLIT_HEIGHT_MIN,
                             split_ratio_max, split_ratio_max);
    times->wall[seed] = clock_wall_ns() - wall_began;
    times->cpu[seed] = clock_cpu_ns() - cpu_began;
    CHECK(!TCOD_bsp_is_leaf(root));
    TCOD_bsp_delete(root);
    TCOD_random_delete(rng);
}

static void print_figures(int64_t *times)
{
    clock_sort(times, SEED_COUNT);
    printf(" %9.1f %9.1f %9.1f", (double)clock_percentile(times, SEED_COUNT, 50) / 1000,
           (double)clock_percentile(times, SEED_COUNT, 95) / 1000,
           (double)clock_percentile(times, SEED_COUNT, 100) / 1000);
}

static void print_times(const char *name, struct times *times)
{
    printf("%-24s", name);
    print_figures(times->wall);
    print_figures(times->cpu);
    printf("\n");
    fflush(stdout);
}

static void compare_making(void)
{
    static struct times times;

    printf("Making a level of %dx%d, us, %d seeds\n", WIDTH, HEIGHT, SEED_COUNT);
    printf("%-24s %9s %9s %9s %9s %9s %9s\n", "", "median", "p95", "max", "cpu p50", "cpu p95",
           "cpu max");
    for (size_t i = 0; i < gen_style_count(); i++) {
        const struct gen_style *style = gen_style_at(i);
        level_free(make_level(style, 0));
        for (int seed = 0; seed < SEED_COUNT; seed++)
            time_level(style, seed, &times);
        print_times(style->name, &times);
    }
    time_split(0, &times);
    for (int seed = 0; seed < SEED_COUNT; seed++)
        time_split(seed, &times);
    print_times("libtcod BSP, splits only", &times);
}

/* Adds every cell a delver may stand on; returns how many. */
static size_t add_spots(const struct view *view, struct spot *spots)
{
    size_t count = 0;

    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        struct pos at = pos_of(i % WIDTH, i / WIDTH);
        bool is_walkable = level_is_walkable(view->level, at);
        TCOD_map_set_properties(view->map, at.x, at.y, !level_is_opaque(view->level, at),
                                is_walkable);
        if (is_walkable)
            spots[count++] = (struct spot){.view = view, .at = at};
    }
    return count;
}

/* Walls are lit and no radius is set for libtcod; our radius reaches across the whole level. */
static void look(const struct method *method, const struct spot *spot, struct sight *sight)
{
    if (method->is_ours)
        sight_compute(spot->view->level, spot->at, SIGHT_RADIUS_MAX, sight);
    else
        TCOD_map_compute_fov(spot->view->map, spot->at.x, spot->at.y, 0, true, method->algorithm);
}

static int64_t count_seen(const struct method *method, const struct spot *spot,
                          const struct sight *sight)
{
    int64_t seen = 0;

    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        struct pos at = pos_of(i % WIDTH, i / WIDTH);
        seen += method->is_ours ? sight_has(sight, at)
                                : TCOD_map_is_in_fov(spot->view->map, at.x, at.y);
    }
    return seen;
}

/*
 * The time of a cell is the best of some rounds. A round goes over all cells, so that the processor
 * does not learn one of them by heart. No clock is read within the round that gives the CPU time.
 */
static void time_method(const struct method *method, const struct spot *spots, size_t count)
{
    static int64_t best[SPOTS_MAX];
    static uint64_t bits[SIGHT_WORDS_MAX];
    struct sight sight = {.bits = bits};
    int64_t seen = 0;

    for (size_t i = 0; i < count; i++) {
        look(method, &spots[i], &sight);
        seen += count_seen(method, &spots[i], &sight);
        best[i] = INT64_MAX;
    }
    int64_t cpu_began = clock_cpu_ns();
    for (size_t i = 0; i < count; i++)
        look(method, &spots[i], &sight);
    int64_t cpu = clock_cpu_ns() - cpu_began;
    for (int round = 0; round < ROUND_COUNT; round++) {
        for (size_t i = 0; i < count; i++) {
            int64_t began = clock_wall_ns();
            look(method, &spots[i], &sight);
            int64_t took = clock_wall_ns() - began;
            best[i] = took < best[i] ? took : best[i];
        }
    }
    clock_sort(best, count);
    printf("%-24s %9" PRId64 " %9" PRId64 " %9" PRId64 " %9" PRId64 " %9.1f\n", method->name,
           clock_mean(best, count), clock_percentile(best, count, 95),
           clock_percentile(best, count, 100), cpu / (int64_t)count, (double)seen / (double)count);
    fflush(stdout);
}

static void compare_sight(const char *style_name)
{
    static struct spot spots[SPOTS_MAX];
    const struct gen_style *style = gen_style_find(style_name);
    struct view views[LEVEL_COUNT];
    size_t count = 0;

    CHECK(style != NULL);
    for (int i = 0; i < LEVEL_COUNT; i++) {
        views[i].level = make_level(style, i);
        views[i].map = TCOD_map_new(WIDTH, HEIGHT);
        CHECK(views[i].map != NULL);
        count += add_spots(&views[i], &spots[count]);
    }
    printf("\nSight, %d levels of %s, ns, %zu cells\n", LEVEL_COUNT, style_name, count);
    printf("%-24s %9s %9s %9s %9s %9s\n", "", "mean", "p95", "max", "cpu mean", "seen");
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++)
        time_method(&methods[i], spots, count);
    for (int i = 0; i < LEVEL_COUNT; i++) {
        TCOD_map_delete(views[i].map);
        level_free(views[i].level);
    }
}

int main(void)
{
    compare_making();
    compare_sight("rooms");
    compare_sight("caves");
    return EXIT_SUCCESS;
}
