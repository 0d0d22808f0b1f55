/*
 * The prover catches each fault alone, and finds none where there is none.
 */
#include "gen/measure.h"
#include "gen/prove.h"
#include "support/gen_text.h"
#include "support/test.h"

struct prove_case {
    const char *name;
    unsigned faults;
    const char *text;
};

static const struct prove_case prove_cases[] = {
    {"a right level", 0,
     "##############\n"
     "#<...####....#\n"
     "#....+..+....#\n"
     "#....####...>#\n"
     "##############\n"},
    {"H1: two pieces", GEN_FAULT_DISCONNECTED,
     "##############\n"
     "#<..>####....#\n"
     "#....####....#\n"
     "##############\n"},
    {"H1: pieces that touch at a corner, a pinch too", GEN_FAULT_DISCONNECTED | GEN_FAULT_PINCH,
     "##############\n"
     "#<..>#########\n"
     "#....#########\n"
     "#####....#####\n"
     "##############\n"},
    {"H2: no way down", GEN_FAULT_STAIRS,
     "##############\n"
     "#<...####....#\n"
     "#............#\n"
     "##############\n"},
    {"H2: two stairs up", GEN_FAULT_STAIRS,
     "##############\n"
     "#<..<####...>#\n"
     "#............#\n"
     "##############\n"},
    {"H2: stairs apart", GEN_FAULT_STAIRS | GEN_FAULT_DISCONNECTED,
     "##############\n"
     "#<...####...>#\n"
     "#....####....#\n"
     "##############\n"},
    {"H3: a door in the open", GEN_FAULT_DOOR,
     "##############\n"
     "#<.........>.#\n"
     "#.....+......#\n"
     "#............#\n"
     "##############\n"},
    {"H3: a door at a corner of a hall", GEN_FAULT_DOOR,
     "##############\n"
     "#<..#####..>.#\n"
     "#....+.#.....#\n"
     "#...##+......#\n"
     "##############\n"},
    {"H3: a door that opens onto nothing", GEN_FAULT_DOOR,
     "##############\n"
     "#<.........>.#\n"
     "#............#\n"
     "######+#######\n"
     "##############\n"},
    {"H3: doors side by side", GEN_FAULT_DOOR,
     "##############\n"
     "#<...####..>.#\n"
     "#....++......#\n"
     "##############\n"},
    {"H4: a hole in the border", GEN_FAULT_BORDER,
     "######.#######\n"
     "#<.........>.#\n"
     "#............#\n"
     "##############\n"},
    {"H5: a pinch", GEN_FAULT_PINCH,
     "##############\n"
     "#<..##.....>.#\n"
     "#.....#......#\n"
     "#............#\n"
     "##############\n"},
    {"H6: stairs on a cut cell", GEN_FAULT_STAIRS_CHOKE,
     "##############\n"
     "#<...####....#\n"
     "#.......>....#\n"
     "#....####....#\n"
     "##############\n"},
    {"H6: stairs in a mouth that is a cut cell", GEN_FAULT_STAIRS_CHOKE,
     "##############\n"
     "#<...####....#\n"
     "#........>...#\n"
     "#....####....#\n"
     "##############\n"},
    {"H6: stairs in a hall, though there is a way round", GEN_FAULT_STAIRS_CHOKE,
     "##############\n"
     "#<...####....#\n"
     "#.......>....#\n"
     "#....####....#\n"
     "#............#\n"
     "##############\n"},
    {"H6: stairs at a dead end", GEN_FAULT_STAIRS_CHOKE,
     "##############\n"
     "#<..........>#\n"
     "#..........###\n"
     "##############\n"},
};

TEST_EACH(each_fault_is_found_alone, sizeof prove_cases / sizeof prove_cases[0])
{
    const struct prove_case *row = &prove_cases[_i];
    struct gen_map map;

    gen_text_draw(&map, row->text);
    unsigned faults = prove_tiles(&map.survey, map.tiles, map.up, map.down, NULL, 0);
    ck_assert_msg(faults == row->faults, "%s: faults %#x, not %#x", row->name, faults, row->faults);
    gen_map_release(&map);
}

TEST(stairs_must_be_where_the_plan_says)
{
    struct gen_map map;

    gen_text_draw(&map, prove_cases[0].text);
    ck_assert_uint_eq(prove_tiles(&map.survey, map.tiles, pos_of(2, 1), map.down, NULL, 0),
                      GEN_FAULT_STAIRS);
    ck_assert_uint_eq(prove_tiles(&map.survey, map.tiles, map.up, pos_of(-1, 500), NULL, 0),
                      GEN_FAULT_STAIRS);
    gen_map_release(&map);
}

TEST(solid_rock_is_not_a_level)
{
    struct gen_map map;

    gen_text_draw(&map, "####\n");
    unsigned faults = prove_tiles(&map.survey, map.tiles, map.up, map.down, NULL, 0);
    ck_assert_uint_eq(faults, GEN_FAULT_DISCONNECTED | GEN_FAULT_STAIRS);
    gen_map_release(&map);
}
