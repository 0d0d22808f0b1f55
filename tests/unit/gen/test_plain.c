/*
 * The builders that take over when a style fails, `plain` and `hall`, are right for every legal
 * size: the promise of a proven level depends on them.
 */
#include "gen/measure.h"
#include "gen/passes.h"
#include "gen/prove.h"
#include "gen/registry.h"
#include "support/test.h"

enum { SEEDS = TEST_COUNT(3, 1) };

static void build(const struct gen_builder *builder, int width, int height)
{
    static const int knobs[GEN_KNOBS_MAX];
    struct gen_map map;

    ck_assert_int_eq(gen_map_init(&map, width, height), ERR_OK);
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        gen_map_clear(&map);
        map.finish = builder->finish;
        rng_init(&map.rng, seed);
        ck_assert_msg(builder->draw(&map, knobs) && finish_map(&map), "%s draws nothing at %dx%d",
                      builder->style.name, width, height);
        ck_assert_uint_eq(prove_tiles(&map.survey, map.tiles, map.up, map.down, NULL, 0), 0);
    }
    gen_map_release(&map);
}

static void build_all_sizes(const struct gen_builder *builder)
{
    for (int height = LEVEL_HEIGHT_MIN; height <= GEN_SECTOR_HEIGHT; height += TEST_COUNT(4, 8)) {
        for (int width = LEVEL_WIDTH_MIN; width <= GEN_SECTOR_WIDTH; width += TEST_COUNT(8, 16))
            build(builder, width, height);
    }
    build(builder, GEN_SECTOR_WIDTH, GEN_SECTOR_HEIGHT);
    build(builder, GEN_SECTOR_WIDTH - 1, GEN_SECTOR_HEIGHT - 1);
}

TEST(plain_joins_its_rooms_itself)
{
    static const int knobs[GEN_KNOBS_MAX];
    struct gen_map map;

    ck_assert_int_eq(gen_map_init(&map, 100, 57), ERR_OK);
    for (uint64_t seed = 0; seed < 50; seed++) {
        gen_map_clear(&map);
        rng_init(&map.rng, seed);
        ck_assert(gen_builder_plain.draw(&map, knobs));
        unsigned faults = prove_tiles(&map.survey, map.tiles, map.up, map.down, NULL, 0);
        ck_assert_uint_eq(faults, GEN_FAULT_STAIRS);
    }
    gen_map_release(&map);
}

TEST(plain_is_right_at_every_size)
{
    build_all_sizes(&gen_builder_plain);
}

TEST(hall_is_right_at_every_size)
{
    build_all_sizes(&gen_builder_hall);
}
