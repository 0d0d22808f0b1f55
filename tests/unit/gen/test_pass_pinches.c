/*
 * Opening pinches to a fix-point.
 */
#include "gen/measure.h"
#include "gen/passes.h"
#include "gen/prove.h"
#include "support/gen_text.h"
#include "support/test.h"

static int open_cells(const struct gen_map *map)
{
    int count = 0;

    for (int cell = 0; cell < map->survey.cell_count; cell++)
        count += map->tiles[cell] != TILE_ROCK;
    return count;
}

TEST(one_cell_opens_one_pinch)
{
    struct gen_map map;

    gen_text_draw(&map, "######\n"
                        "#..###\n"
                        "#..###\n"
                        "###..#\n"
                        "###..#\n"
                        "######\n");
    pass_open_pinches(&map);
    ck_assert_int_eq(open_cells(&map), 9);
    unsigned faults = prove_tiles(&map.survey, map.tiles, map.up, map.down, NULL, 0);
    ck_assert_uint_eq(faults & (GEN_FAULT_PINCH | GEN_FAULT_DISCONNECTED), 0);
    gen_map_release(&map);
}

TEST(no_pinch_is_left_on_a_random_map)
{
    struct gen_map map;

    ck_assert_int_eq(gen_map_init(&map, 60, 40), ERR_OK);
    for (uint64_t seed = 0; seed < 200; seed++) {
        gen_map_clear(&map);
        rng_init(&map.rng, seed);
        for (int y = 1; y < 39; y++) {
            for (int x = 1; x < 59; x++) {
                if (rng_percent(&map.rng, 45))
                    gen_map_carve(&map, x, y);
            }
        }
        pass_open_pinches(&map);
        unsigned faults = prove_tiles(&map.survey, map.tiles, map.up, map.down, NULL, 0);
        ck_assert_uint_eq(faults & (GEN_FAULT_PINCH | GEN_FAULT_BORDER), 0);
    }
    gen_map_release(&map);
}
