/*
 * The style `caves`: rules that no other style has.
 */
#include <string.h>

#include "gen/passes.h"
#include "gen/registry.h"
#include "support/gen_bands.h"
#include "support/gen_draft.h"
#include "support/test.h"

enum { WIDTH = 100, HEIGHT = 57, SEED_COUNT = TEST_COUNT(40, 12) };

static int floor_count(const struct gen_map *map)
{
    int count = 0;

    for (int cell = 0; cell < map->survey.cell_count; cell++)
        count += map->tiles[cell] != TILE_ROCK;
    return count;
}

/* The rock within `reach` cells of (x, y), itself left out. Nothing lies outside the level. */
static int rock_about(const uint8_t *rock, int x, int y, int reach)
{
    int count = 0;

    for (int row = y - reach; row <= y + reach; row++) {
        for (int column = x - reach; column <= x + reach; column++) {
            if (row >= 0 && row < HEIGHT && column >= 0 && column < WIDTH &&
                (row != y || column != x))
                count += rock[row * WIDTH + column];
        }
    }
    return count;
}

/* The automaton as its description has it, cell by cell. */
static void grow_plainly(uint8_t *rock, bool pillars)
{
    static uint8_t before[WIDTH * HEIGHT];

    memcpy(before, rock, sizeof before);
    for (int y = 1; y < HEIGHT - 1; y++) {
        for (int x = 1; x < WIDTH - 1; x++)
            rock[y * WIDTH + x] =
                rock_about(before, x, y, 1) >= 5 || (pillars && rock_about(before, x, y, 2) <= 2);
    }
}

TEST_EACH(every_cell_follows_the_rule_of_its_neighbours, 15)
{
    static uint8_t rock[WIDTH * HEIGHT];
    struct gen_draft draft = gen_draft_of(&gen_builder_caves, WIDTH, HEIGHT);
    struct gen_map map;
    int rounds = 2 + _i % 4;
    int pillars = _i % 5;
    int fill = 45 + _i;
    struct rng rng;

    gen_draft_set(&draft, "fill", fill);
    gen_draft_set(&draft, "fill_min", fill);
    gen_draft_set(&draft, "loops_min", 16);
    gen_draft_set(&draft, "rounds", rounds);
    gen_draft_set(&draft, "pillars", pillars);
    gen_draft_set(&draft, "piece_min", 1);
    gen_draft_set(&draft, "floor_min", 10);
    gen_draft_set(&draft, "floor_max", 100);
    ck_assert(gen_draft_draw(&draft, 77, &map));

    rng_init(&rng, 77);
    rng_next(&rng); /* for the number of short cuts */
    rng_next(&rng); /* for the chance of floor */
    memset(rock, 1, sizeof rock);
    for (int y = 1; y < HEIGHT - 1; y++) {
        for (int x = 1; x < WIDTH - 1; x++)
            rock[y * WIDTH + x] = rng_below(&rng, 100) >= (uint32_t)fill;
    }
    for (int round = 0; round < rounds; round++)
        grow_plainly(rock, round < pillars);
    for (int cell = 0; cell < WIDTH * HEIGHT; cell++)
        ck_assert_msg(rock[cell] == (map.tiles[cell] == TILE_ROCK), "cell %d, %d", cell % WIDTH,
                      cell / WIDTH);
    gen_map_release(&map);
}

TEST(the_share_of_floor_is_kept_whatever_the_chance_at_the_start)
{
    static const int fills[] = {40, 50, 60};
    struct gen_draft draft = gen_draft_of(&gen_builder_caves, WIDTH, HEIGHT);

    for (uint64_t seed = 0; seed < SEED_COUNT; seed++) {
        struct gen_map map;
        gen_draft_set(&draft, "fill", fills[seed % 3]);
        gen_draft_set(&draft, "rounds", 5);
        gen_draft_set(&draft, "pillars", 0); /* nothing else holds back either end */
        gen_draft_set(&draft, "floor_min", 50);
        gen_draft_set(&draft, "floor_max", 65);
        ck_assert(gen_draft_draw(&draft, seed, &map));
        int percent = floor_count(&map) * 100 / (WIDTH * HEIGHT);
        ck_assert_int_ge(percent, 50);
        ck_assert_int_lt(percent, 65);
        gen_map_release(&map);
    }
}

TEST(no_small_piece_is_left)
{
    struct gen_draft draft = gen_draft_of(&gen_builder_caves, WIDTH, HEIGHT);
    int more_than_one = 0;

    gen_draft_set(&draft, "fill", 45);
    for (uint64_t seed = 0; seed < SEED_COUNT; seed++) {
        struct gen_map map;
        ck_assert(gen_draft_draw(&draft, seed, &map));
        int pieces = gen_draft_label_pieces(&map);
        for (int piece = 1; piece <= pieces; piece++)
            ck_assert_int_ge(map.survey.size[piece], 12);
        more_than_one += pieces > 1;
        gen_map_release(&map);
    }
    ck_assert_int_gt(more_than_one, SEED_COUNT / 2);
}

/* A hall between the centres of two bounding boxes may start in rock and breach the ring. */
TEST(pieces_are_joined_from_cell_to_cell_inside_the_ring)
{
    struct gen_draft draft = gen_draft_of(&gen_builder_caves, WIDTH, HEIGHT);

    gen_draft_set(&draft, "fill", 45);
    gen_draft_set(&draft, "rounds", 2);
    for (uint64_t seed = 0; seed < SEED_COUNT; seed++) {
        struct gen_map map;
        ck_assert(gen_draft_draw(&draft, seed, &map));
        int pieces = gen_draft_label_pieces(&map);
        int before = floor_count(&map);
        pass_join_pieces(&map, 1);
        ck_assert_int_eq(gen_draft_label_pieces(&map), 1);
        ck_assert_int_ge(floor_count(&map) - before, pieces - 1);
        ck_assert_int_le(floor_count(&map) - before, (pieces - 1) * 20);
        for (int cell = 0; cell < map.survey.cell_count; cell++) {
            struct pos at = gen_map_pos(&map, cell);
            ck_assert(map.tiles[cell] == TILE_ROCK || gen_map_is_inner(&map, at.x, at.y));
        }
        gen_map_release(&map);
    }
}

TEST(no_quarter_is_blank)
{
    struct gen_draft draft = gen_draft_of(&gen_builder_caves, WIDTH, HEIGHT);

    for (uint64_t seed = 0; seed < SEED_COUNT; seed++) {
        struct gen_map map;
        int quarters[4] = {0};
        ck_assert(gen_draft_draw(&draft, seed, &map));
        for (int cell = 0; cell < map.survey.cell_count; cell++) {
            int quarter = (cell % WIDTH < WIDTH / 2) + 2 * (cell / WIDTH < HEIGHT / 2);
            quarters[quarter] += map.tiles[cell] != TILE_ROCK;
        }
        for (int i = 0; i < 4; i++)
            ck_assert_int_ge(quarters[i], WIDTH * HEIGHT / 4 / 3);
        gen_map_release(&map);
    }
}

TEST(measures_lie_in_their_bands)
{
    static const struct gen_band bands[GEN_BAND_COUNT] = {
        [GEN_BAND_WALKABLE] = {2850, 4250}, [GEN_BAND_ROOMS] = {1, 14},
        [GEN_BAND_LOOPS] = {16, 41},        [GEN_BAND_LOOPS9] = {12, 25},
        [GEN_BAND_DEAD_ENDS] = {0, 0},      [GEN_BAND_ARTICULATION] = {0, 24},
        [GEN_BAND_PATH] = {90, 131},
    };
    gen_bands_expect("caves", WIDTH, HEIGHT, bands);
}
