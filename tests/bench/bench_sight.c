/*
 * How long it takes to see: sight_compute() from every clear cell of a level of rooms and of an
 * open cave, each timed on its own.
 *
 *     bench_sight [ROUNDS]
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/check.h"
#include "base/rng.h"
#include "bench/clock.h"
#include "gen/gen.h"
#include "world/sight.h"

enum { WIDTH = 100, HEIGHT = 57, SMOOTHINGS = 4, ROCK_PERCENT = 40, ROUNDS_STANDARD = 5 };

static const struct level_key key = {.depth = 1, .generation = 1};

static bool is_rock(const uint8_t *tiles, int x, int y)
{
    return x < 0 || y < 0 || x >= WIDTH || y >= HEIGHT || tiles[y * WIDTH + x] == TILE_ROCK;
}

/* A cell becomes what most of its neighbours are. */
static void smooth(const uint8_t *from, uint8_t *to)
{
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            int rock = 0;
            for (int dy = -1; dy <= 1; dy++) {
                for (int dx = -1; dx <= 1; dx++)
                    rock += is_rock(from, x + dx, y + dy);
            }
            to[y * WIDTH + x] = rock >= 5 ? TILE_ROCK : TILE_FLOOR;
        }
    }
}

static struct level *make_cave(uint64_t seed)
{
    static uint8_t tiles[2][WIDTH * HEIGHT];
    struct level_plan plan = {
        .key = key, .width = WIDTH, .height = HEIGHT, .down = {1, 0}, .tiles = tiles[0]};
    struct level *level = NULL;
    struct rng rng;

    rng_init(&rng, seed);
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        tiles[0][i] = rng_percent(&rng, ROCK_PERCENT) ? TILE_ROCK : TILE_FLOOR;
    for (int i = 0; i < SMOOTHINGS; i++)
        smooth(tiles[i % 2], tiles[(i + 1) % 2]);
    tiles[0][0] = TILE_STAIRS_UP;
    tiles[0][1] = TILE_STAIRS_DOWN;
    CHECK(level_new(&plan, &level) == ERR_OK);
    return level;
}

static struct level *make_rooms(uint64_t seed)
{
    struct gen_request request;
    struct level *level = NULL;

    gen_request_init(&request, gen_style_find("rooms"), seed, key, WIDTH, HEIGHT);
    CHECK(gen_level(&request, &level, NULL) == ERR_OK);
    return level;
}

static void measure(const char *name, const struct level *level, int rounds)
{
    static int64_t samples[WIDTH * HEIGHT];
    static uint64_t bits[SIGHT_WORDS_MAX];
    struct sight sight = {.bits = bits};
    size_t count = 0;

    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        struct pos at = pos_of(i % WIDTH, i / WIDTH);
        int64_t best = INT64_MAX;
        if (level_is_opaque(level, at))
            continue;
        for (int round = 0; round < rounds; round++) {
            int64_t start = clock_wall_ns();
            sight_compute(level, at, SIGHT_RADIUS_MAX, &sight);
            int64_t took = clock_wall_ns() - start;
            best = took < best ? took : best;
        }
        samples[count++] = best;
    }
    clock_sort(samples, count);
    printf("%-6s %5zu cells  ns: mean %6" PRId64 "  p50 %6" PRId64 "  p95 %6" PRId64
           "  max %6" PRId64 "\n",
           name, count, clock_mean(samples, count), clock_percentile(samples, count, 50),
           clock_percentile(samples, count, 95), clock_percentile(samples, count, 100));
}

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? (int)strtol(argv[1], NULL, 10) : ROUNDS_STANDARD;
    struct level *rooms = make_rooms(1);
    struct level *cave = make_cave(1);

    rounds = rounds < 1 ? 1 : rounds;
    measure("rooms", rooms, rounds);
    measure("cave", cave, rounds);
    level_free(rooms);
    level_free(cave);
    return EXIT_SUCCESS;
}
