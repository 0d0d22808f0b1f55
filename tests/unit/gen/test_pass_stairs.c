/*
 * Placing the stairs.
 */
#include "gen/measure.h"
#include "gen/passes.h"
#include "gen/prove.h"
#include "support/gen_text.h"
#include "support/test.h"

static const char dumb_bell[] = "########################\n"
                                "#....##############....#\n"
                                "#....##############....#\n"
                                "#...................#..#\n"
                                "#....##############....#\n"
                                "########################\n";

static const char hall_only[] = "################\n"
                                "#..............#\n"
                                "#.############.#\n"
                                "#.############.#\n"
                                "#.############.#\n"
                                "################\n";

TEST(stairs_stand_far_apart_and_choke_nobody)
{
    struct gen_map map;

    for (uint64_t seed = 0; seed < 100; seed++) {
        gen_text_draw(&map, dumb_bell);
        rng_init(&map.rng, seed);
        ck_assert(pass_place_stairs(&map));
        ck_assert_uint_eq(prove_tiles(&map.survey, map.tiles, map.up, map.down, NULL, 0), 0);
        ck_assert_int_ge(pos_distance(map.up, map.down), 14);
        gen_map_release(&map);
    }
}

TEST(both_stand_where_no_one_body_parts_them)
{
    struct gen_map map;

    for (uint64_t seed = 0; seed < 100; seed++) {
        /* The tail on the right is farthest, but one body could shut it off. */
        gen_text_draw(&map, "##################################\n"
                            "#....................#############\n"
                            "#....................#######.....#\n"
                            "#..################..............#\n"
                            "#....................#######.....#\n"
                            "#....................#############\n"
                            "##################################\n");
        rng_init(&map.rng, seed);
        ck_assert(pass_place_stairs(&map));
        ck_assert_int_lt(map.up.x, 21);
        ck_assert_int_lt(map.down.x, 21);
        gen_map_release(&map);
    }
}

TEST(a_bare_hall_has_no_place_for_stairs)
{
    struct gen_map map;

    gen_text_draw(&map, hall_only);
    ck_assert(!pass_place_stairs(&map));
    gen_map_release(&map);
}

TEST(landings_make_room_in_a_bare_hall)
{
    struct gen_map map;

    gen_text_draw(&map, hall_only);
    map.finish.landings = true;
    ck_assert(finish_map(&map));
    ck_assert_uint_eq(prove_tiles(&map.survey, map.tiles, map.up, map.down, NULL, 0), 0);
    ck_assert_int_ge(pos_distance(map.up, map.down), 9);
    gen_map_release(&map);
}

TEST(landings_leave_wide_levels_alone)
{
    struct gen_map map;

    gen_text_draw(&map, dumb_bell);
    pass_carve_landings(&map);
    gen_text_expect(&map, dumb_bell);
    gen_map_release(&map);
}

TEST(solid_rock_is_refused)
{
    struct gen_map map;

    gen_text_draw(&map, "####\n");
    map.finish.landings = true;
    ck_assert(!finish_map(&map));
    gen_map_release(&map);
}
