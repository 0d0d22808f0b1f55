/*
 * The proof with every gate shut catches each fault alone, and finds none where there is none.
 */
#include "gen/measure.h"
#include "gen/prove.h"
#include "support/gen_text.h"
#include "support/test.h"

/* '|' is the gate, '\\' or '9' what moves it. */
struct gate_case {
    const char *name;
    unsigned faults;
    const char *text;
    struct pos inside;
};

static const struct gate_case gate_cases[] = {
    {"a right level",
     0,
     "########################\n"
     "#<.................#####\n"
     "#..................#...#\n"
     "#..................|...#\n"
     "#..................#...#\n"
     "#.................\\#####\n"
     "#..................#####\n"
     "#>.................#####\n"
     "########################\n",
     {20, 3}},
    {"two plates",
     0,
     "########################\n"
     "#<.................#####\n"
     "#...............9..#...#\n"
     "#..................|...#\n"
     "#..................#...#\n"
     "#...............9..#####\n"
     "#>.................#####\n"
     "########################\n",
     {20, 3}},
    {"H7: the lever is behind its own gate",
     GEN_FAULT_GATE | GEN_FAULT_CHOKE,
     "########################\n"
     "#<.................#####\n"
     "#..................#...#\n"
     "#..................|...#\n"
     "#..................#..\\#\n"
     "#..................#####\n"
     "#>.................#####\n"
     "########################\n",
     {20, 3}},
    {"H7: the stairs down are behind the gate",
     GEN_FAULT_GATE | GEN_FAULT_CHOKE | GEN_FAULT_ARRIVAL,
     "########################\n"
     "#<.................#####\n"
     "#..................#...#\n"
     "#..................|..>#\n"
     "#..................#...#\n"
     "#.................\\#####\n"
     "#..................#####\n"
     "########################\n",
     {20, 3}},
    {"H7: something else is shut off",
     GEN_FAULT_GATE,
     "########################\n"
     "#<.................#####\n"
     "#..................#...#\n"
     "#..................|...#\n"
     "#..................#...#\n"
     "#.................\\#####\n"
     "#..................#..##\n"
     "#>.................#####\n"
     "########################\n",
     {20, 3}},
    {"H7: the inside is not beside the gate",
     GEN_FAULT_GATE,
     "########################\n"
     "#<.................#####\n"
     "#..................#...#\n"
     "#..................|...#\n"
     "#..................#...#\n"
     "#.................\\#####\n"
     "#..................#####\n"
     "#>.................#####\n"
     "########################\n",
     {21, 3}},
    {"H7: the inside is outside",
     GEN_FAULT_GATE,
     "########################\n"
     "#<.................#####\n"
     "#..................#...#\n"
     "#..................|...#\n"
     "#..................#...#\n"
     "#.................\\#####\n"
     "#..................#####\n"
     "#>.................#####\n"
     "########################\n",
     {18, 3}},
    {"H8: one body parts the stairs",
     GEN_FAULT_CHOKE,
     "########################\n"
     "#<...####..........#...#\n"
     "#....####..........|...#\n"
     "#..................#...#\n"
     "#....####..........#####\n"
     "#....####.........\\#####\n"
     "#....####..........#####\n"
     "#....####>.........#####\n"
     "########################\n",
     {20, 2}},
    {"H8: one body parts the lever from the stairs",
     GEN_FAULT_CHOKE,
     "########################\n"
     "#<......################\n"
     "#.......################\n"
     "#.............|....#####\n"
     "#.......##.############\n"
     "#.......##\\#############\n"
     "#.......################\n"
     "#>......################\n"
     "########################\n",
     {15, 3}},
    {"H9: a plate near the stairs",
     GEN_FAULT_ARRIVAL,
     "########################\n"
     "#<.................#####\n"
     "#..................#...#\n"
     "#..................|...#\n"
     "#..9...............#...#\n"
     "#..................#####\n"
     "#>.................#####\n"
     "########################\n",
     {20, 3}},
    {"H9: deep water near the stairs",
     GEN_FAULT_ARRIVAL,
     "########################\n"
     "#<.................#####\n"
     "#..................#...#\n"
     "#...~..............|...#\n"
     "#..................#...#\n"
     "#.................\\#####\n"
     "#>.................#####\n"
     "########################\n",
     {20, 3}},
    {"H9: a chasm near the stairs",
     GEN_FAULT_ARRIVAL,
     "########################\n"
     "#<.................#####\n"
     "#..................#...#\n"
     "#..................|...#\n"
     "#..:...............#...#\n"
     "#.................\\#####\n"
     "#>.................#####\n"
     "########################\n",
     {20, 3}},
    {"H9: the gate near the stairs",
     GEN_FAULT_ARRIVAL,
     "########################\n"
     "#<.................#####\n"
     "#..................#...#\n"
     "#..................|...#\n"
     "#..................#...#\n"
     "#......\\#####..>...#####\n"
     "#..................#####\n"
     "########################\n",
     {20, 3}},
};

static struct gate gate_of(const struct gen_map *map, struct pos inside)
{
    struct gate gate = {.kind = GATE_LEVER, .shut = TILE_BARS_SHUT, .inside = inside};

    for (int cell = 0; cell < map->survey.cell_count; cell++) {
        struct pos at = gen_map_pos(map, cell);
        if (map->tiles[cell] == TILE_BARS_SHUT)
            gate.cells[gate.cell_count++] = at;
        if (map->tiles[cell] == TILE_LEVER || map->tiles[cell] == TILE_PLATE)
            gate.works[gate.work_count++] = at;
    }
    return gate;
}

TEST_EACH(each_fault_of_a_gate_is_found, sizeof gate_cases / sizeof gate_cases[0])
{
    const struct gate_case *one = &gate_cases[_i];
    struct gen_map map;

    gen_text_draw(&map, one->text);
    struct gate gate = gate_of(&map, one->inside);
    unsigned faults = prove_gates(&map.survey, map.tiles, map.up, map.down, &gate, 1);
    ck_assert_msg(faults == one->faults, "%s: faults %#x, not %#x", one->name, faults, one->faults);
    gen_map_release(&map);
}

TEST(what_is_behind_a_gate_is_one_piece_with_the_rest_once_it_is_open)
{
    struct gen_map map;

    gen_text_draw(&map, gate_cases[0].text);
    struct gate gate = gate_of(&map, gate_cases[0].inside);
    ck_assert_uint_eq(prove_tiles(&map.survey, map.tiles, map.up, map.down, &gate, 1), 0);
    ck_assert_uint_eq(prove_tiles(&map.survey, map.tiles, map.up, map.down, NULL, 0),
                      GEN_FAULT_DISCONNECTED);
    gen_map_release(&map);
}
