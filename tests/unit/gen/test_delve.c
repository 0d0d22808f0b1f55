/*
 * What style `delve` promises beyond what every style does.
 */
#include "gen/delve.h"

#include <stdlib.h>
#include <string.h>

#include "gen/gen.h"
#include "gen/measure.h"
#include "gen/registry.h"
#include "support/suite.h"

enum { SEED_COUNT = SUITE_COUNT(300, 100), SAMPLE_COUNT = SUITE_COUNT(120, 40) };

/* Where the median of a measure has to lie, and how far a single level may go. */
struct band {
    const char *name;
    int low;
    int high;
};

enum measured { ROOMS, LOOPS, LOOPS9, DEAD_ENDS, WALKABLE, ARTICULATION, PATH, MEASURED_COUNT };

struct sized_bands {
    int width;
    int height;
    struct band bands[MEASURED_COUNT];
};

static const struct sized_bands bands_table[] = {
    {100,
     57,
     {[ROOMS] = {"rooms", 57, 68},
      [LOOPS] = {"loops", 14, 28},
      [LOOPS9] = {"loops9", 13, 19},
      [DEAD_ENDS] = {"dead ends", 1, 9},
      [WALKABLE] = {"walkable", 2491, 2828},
      [ARTICULATION] = {"articulation", 47, 141},
      [PATH] = {"path", 111, 153}}},
    {79,
     29,
     {[ROOMS] = {"rooms", 20, 27},
      [LOOPS] = {"loops", 2, 9},
      [LOOPS9] = {"loops9", 2, 9},
      [DEAD_ENDS] = {"dead ends", 0, 5},
      [WALKABLE] = {"walkable", 852, 1081},
      [ARTICULATION] = {"articulation", 15, 92},
      [PATH] = {"path", 75, 115}}},
};

/* A level at 100 by 57 with some knobs set; ends with a NULL name. The caller frees it. */
struct setting {
    const char *name;
    int value;
};

static struct level *made(uint64_t seed, int width, int height, const struct setting *settings)
{
    struct gen_request request;
    struct gen_report report;
    struct level *level;
    const struct gen_knob *knob;

    gen_request_init(&request, gen_style_find("delve"), seed, (struct level_key){.depth = 2}, width,
                     height);
    for (; settings != NULL && settings->name != NULL; settings++)
        ck_assert_int_eq(gen_request_set(&request, settings->name, settings->value, &knob), ERR_OK);
    ck_assert_int_eq(gen_level(&request, &level, &report), ERR_OK);
    ck_assert_str_eq(report.style->name, "delve");
    return level;
}

static int count_tile(const struct level *level, enum tile_id tile)
{
    int count = 0;

    for (size_t i = 0; i < level_cell_count(level); i++)
        count += level->tiles[i] == tile;
    return count;
}

static int compare_ints(const void *a, const void *b)
{
    int left = *(const int *)a;
    int right = *(const int *)b;

    return (left > right) - (left < right);
}

START_TEST(the_measures_lie_within_their_bands)
{
    const struct sized_bands *sized = &bands_table[_i];
    int values[MEASURED_COUNT][SEED_COUNT];

    for (int seed = 0; seed < SEED_COUNT; seed++) {
        struct gen_measure measure;
        struct level *level = made((uint64_t)seed, sized->width, sized->height, NULL);
        ck_assert_int_eq(gen_measure(level, &measure), ERR_OK);
        values[ROOMS][seed] = measure.rooms;
        values[LOOPS][seed] = measure.loops;
        values[LOOPS9][seed] = measure.loops9;
        values[DEAD_ENDS][seed] = measure.dead_ends;
        values[WALKABLE][seed] = measure.walkable;
        values[ARTICULATION][seed] = measure.articulation;
        values[PATH][seed] = measure.path;
        level_free(level);
    }
    for (int i = 0; i < MEASURED_COUNT; i++) {
        const struct band *band = &sized->bands[i];
        qsort(values[i], SEED_COUNT, sizeof(int), compare_ints);
        int median = values[i][SEED_COUNT / 2];
        ck_assert_msg(median >= band->low && median <= band->high, "%dx%d: the median of %s is %d",
                      sized->width, sized->height, band->name, median);
        ck_assert_msg(values[i][SEED_COUNT * 5 / 100] >= band->low / 2, "%s: few", band->name);
        ck_assert_msg(values[i][SEED_COUNT - 1] <= 2 * band->high, "%s: %d", band->name,
                      values[i][SEED_COUNT - 1]);
    }
    ck_assert_int_ge(values[LOOPS9][SEED_COUNT / 2], 3);
    ck_assert_int_le(values[ARTICULATION][SEED_COUNT / 2] * 100,
                     6 * values[WALKABLE][SEED_COUNT / 2]);
}
END_TEST

START_TEST(no_level_is_left_blank)
{
    for (uint64_t seed = 0; seed < SEED_COUNT; seed++) {
        static const struct setting caves_only[] = {{"caves", 100}, {"prefabs", 0}, {NULL, 0}};
        struct gen_measure measure;
        struct level *level = made(seed, 100, 57, seed % 2 == 0 ? NULL : caves_only);
        ck_assert_int_eq(gen_measure(level, &measure), ERR_OK);
        ck_assert_msg(measure.walkable >= 100 * 57 / 4, "seed %d: %d cells", (int)seed,
                      measure.walkable);
        level_free(level);
    }
}
END_TEST

START_TEST(most_levels_have_a_lake_and_a_bridge)
{
    static const struct setting nothing_drawn[] = {{"prefabs", 0}, {NULL, 0}};
    int lakes = 0;
    int bridges = 0;

    for (uint64_t seed = 0; seed < SAMPLE_COUNT; seed++) {
        struct level *level = made(seed, 100, 57, nothing_drawn);
        int water = count_tile(level, TILE_WATER_DEEP);
        ck_assert_int_lt(water, 100 * 57 / 5);
        lakes += water >= 20;
        bridges += count_tile(level, TILE_BRIDGE) > 0;
        level_free(level);
    }
    ck_assert_int_ge(lakes, SAMPLE_COUNT * 9 / 10);
    ck_assert_int_ge(bridges, SAMPLE_COUNT / 2);
}
END_TEST

START_TEST(without_lakes_and_drawn_places_all_is_dry)
{
    static const struct setting dry[] = {{"prefabs", 0}, {"lakes", 0}, {NULL, 0}};

    for (uint64_t seed = 0; seed < 10; seed++) {
        struct level *level = made(seed, 100, 57, dry);
        ck_assert_int_eq(count_tile(level, TILE_WATER_DEEP), 0);
        ck_assert_int_eq(count_tile(level, TILE_BRIDGE), 0);
        level_free(level);
    }
}
END_TEST

static enum tile_id tile_beside(const struct level *level, int x, int y, enum dir dir)
{
    return level_tile(level, pos_step(pos_of(x, y), dir));
}

static int exits_of(const struct level *level, int x, int y)
{
    int exits = 0;

    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir += 2)
        exits += tile_is_passable(tile_beside(level, x, y, dir));
    return exits;
}

/* Asked of a cell that was water: two opposite sides lead on, the others stay water. */
static void expect_crossing(const struct level *level, int x, int y)
{
    bool upright = tile_is_passable(tile_beside(level, x, y, DIR_NORTH)) &&
                   tile_is_passable(tile_beside(level, x, y, DIR_SOUTH));
    enum dir side = upright ? DIR_EAST : DIR_NORTH;

    ck_assert_int_ge(exits_of(level, x, y), 2);
    for (int i = 0; i < 2; i++) {
        enum tile_id tile = tile_beside(level, x, y, side);
        ck_assert_msg(tile == TILE_WATER_DEEP || tile == TILE_BRIDGE || tile == TILE_FLOOR,
                      "a bridge along a wall at %d,%d", x, y);
        side = dir_opposite(side);
    }
}

START_TEST(bridges_cross_water_and_shrines_end_blind_halls)
{
    static const struct setting nothing_drawn[] = {{"prefabs", 0}, {NULL, 0}};
    int shrines = 0;

    for (uint64_t seed = 0; seed < SAMPLE_COUNT; seed++) {
        struct level *level = made(seed, 100, 57, nothing_drawn);
        for (int y = 1; y < level->height - 1; y++) {
            for (int x = 1; x < level->width - 1; x++) {
                enum tile_id tile = level_tile(level, pos_of(x, y));
                if (tile == TILE_BRIDGE)
                    expect_crossing(level, x, y);
                if (tile == TILE_SHRINE) {
                    ck_assert_int_eq(exits_of(level, x, y), 1);
                    shrines++;
                }
            }
        }
        level_free(level);
    }
    ck_assert_int_ge(shrines, 3 * SAMPLE_COUNT);
}
END_TEST

/* Whether the drawing, turned in some way, lies with its outer wall's corner at (x, y). */
static bool lies_at(const struct level *level, const struct prefab *prefab, int x, int y, int turn)
{
    int width = prefab_width(prefab);
    int height = prefab_height(prefab);

    for (int row = 1; row < height - 1; row++) {
        for (int column = 1; column < width - 1; column++) {
            int across = turn & 1 ? width - 1 - column : column;
            int down = turn & 2 ? height - 1 - row : row;
            struct pos at = turn & 4 ? pos_of(x + down, y + across) : pos_of(x + across, y + down);
            enum tile_id wanted = prefab_cell_at(prefab, width, column, row).tile;
            if (!level_contains(level, at))
                return false;
            enum tile_id is = level_tile(level, at);
            bool is_stairs = is == TILE_STAIRS_UP || is == TILE_STAIRS_DOWN;
            bool is_special = wanted != TILE_ROCK && wanted != TILE_FLOOR;
            if (is_special ? is != wanted : (wanted == TILE_FLOOR && is != wanted && !is_stairs))
                return false;
        }
    }
    return true;
}

static bool is_somewhere(const struct level *level, const struct prefab *prefab)
{
    for (int i = 0; i < (int)level_cell_count(level); i++) {
        for (int turn = 0; turn < 8; turn++) {
            if (lies_at(level, prefab, i % level->width, i / level->width, turn))
                return true;
        }
    }
    return false;
}

START_TEST(the_well_is_dug_as_drawn_sooner_or_later)
{
    static const struct setting many_drawn[] = {{"prefabs", 40}, {"shrines", 0}, {NULL, 0}};
    int found = 0;

    for (uint64_t seed = 0; seed < 20; seed++) {
        struct level *level = made(seed, 100, 57, many_drawn);
        found += is_somewhere(level, prefab_at(0));
        level_free(level);
    }
    ck_assert_int_ge(found, 3);
}
END_TEST

static int count_cells(const struct shape *shape)
{
    int count = 0;

    for (int y = 0; y < SHAPE_HEIGHT; y++) {
        for (int x = 0; x < SHAPE_WIDTH; x++)
            count += (int)(shape->cells[y] >> x & 1);
    }
    return count;
}

START_TEST(a_drawn_place_keeps_its_cells_whichever_way_it_is_turned)
{
    const struct prefab *prefab = prefab_at((size_t)_i);
    struct shape shape;
    struct rng rng;
    int wanted = 0;

    for (const char *at = prefab->drawing; *at != '\0'; at++)
        wanted += strchr("#+\n", *at) == NULL;
    rng_init(&rng, 5);
    for (int i = 0; i < 40; i++) {
        shape_draw_prefab(&shape, &rng, prefab);
        ck_assert_int_eq(count_cells(&shape), wanted);
        ck_assert(shape.is_drawn);
        for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir += 2) {
            if (!shape.has_door[dir])
                continue;
            struct pos inside = pos_step(shape.doors[dir], dir_opposite(dir));
            ck_assert(!(shape.cells[shape.doors[dir].y] >> shape.doors[dir].x & 1));
            ck_assert(shape.cells[inside.y] >> inside.x & 1);
        }
    }
}
END_TEST

START_TEST(no_shape_is_too_small_or_in_pieces)
{
    struct gen_map map;
    struct shape shape;
    int usable = 0;

    ck_assert_int_eq(gen_map_init(&map, 40, 20), ERR_OK);
    rng_init(&map.rng, 3);
    for (int i = 0; i < 2000; i++) {
        bool is_right =
            i % 10 == 0 ? shape_design_cavern(&shape, &map) : shape_design(&shape, &map, 50, 50);
        if (!is_right)
            continue;
        usable++;
        int cells = count_cells(&shape);
        ck_assert_int_ge(cells, 9);
        ck_assert_int_le(shape.room.width, map.width - 4);
        ck_assert_int_le(shape.room.height, map.height - 4);
        shape_add_hall(&shape, &map.rng, rng_range(&map.rng, 1, SHAPE_HALL_MAX));
        cells = count_cells(&shape);
        ck_assert_int_eq(blob_keep_largest(shape.cells, SHAPE_HEIGHT), cells);
    }
    ck_assert_int_ge(usable, 1500);
    gen_map_release(&map);
}
END_TEST

START_TEST(a_blob_is_one_piece_without_loose_ends)
{
    uint64_t rows[SHAPE_HEIGHT + 2];
    struct rng rng;

    rng_init(&rng, 4);
    for (int i = 0; i < 500; i++) {
        memset(rows, 0, sizeof rows);
        int width = rng_range(&rng, 1, SHAPE_WIDTH);
        int height = rng_range(&rng, 1, SHAPE_HEIGHT);
        int size = blob_grow(&rng, width, height, rows);
        ck_assert_uint_eq(rows[height], 0);
        for (int y = 0; y < height; y++)
            ck_assert(width == SHAPE_WIDTH || rows[y] >> width == 0);
        ck_assert_int_eq(blob_keep_largest(rows, height), size);
    }
}
END_TEST

START_TEST(the_largest_of_several_pieces_is_kept)
{
    uint64_t rows[4] = {0x0f, 0x08, 0xf0, 0x80};

    rows[2] |= UINT64_C(1) << 63;
    ck_assert_int_eq(blob_keep_largest(rows, 4), 5);
    ck_assert_uint_eq(rows[0], 0x0f);
    ck_assert_uint_eq(rows[1], 0x08);
    ck_assert_uint_eq(rows[2], 0);
    ck_assert_uint_eq(rows[3], 0);
}
END_TEST

START_TEST(a_draft_is_in_one_piece_before_any_pass_has_joined_it)
{
    const struct gen_builder *builder = gen_builder_of(gen_style_find("delve"));
    int knobs[GEN_KNOBS_MAX];
    struct gen_map map;

    for (int i = 0; i < GEN_KNOBS_MAX; i++)
        knobs[i] = builder->style.knobs[i].standard;
    ck_assert_int_eq(gen_map_init(&map, 100, 57), ERR_OK);
    for (uint64_t seed = 0; seed < SAMPLE_COUNT; seed++) {
        gen_map_clear(&map);
        rng_init(&map.rng, seed);
        ck_assert(builder->draw(&map, knobs));
        survey_load(&map.survey, map.tiles);
        memcpy(map.survey.mask, map.survey.open, (size_t)map.survey.cell_count);
        ck_assert_int_eq(survey_label(&map.survey, false), 1);
    }
    gen_map_release(&map);
}
END_TEST

START_TEST(nothing_is_joined_to_ground_that_was_drowned)
{
    struct gen_map map;
    struct delve delve;
    struct shape room;
    struct shape niche;

    ck_assert_int_eq(gen_map_init(&map, 40, 20), ERR_OK);
    rng_init(&map.rng, 9);
    delve_init(&delve, &map);
    shape_clear(&room);
    for (int y = 0; y < 4; y++)
        room.cells[20 + y] = UINT64_C(0xf) << 20;
    shape_measure(&room);
    ck_assert(delve_place_first(&delve, &room));
    ck_assert_int_eq(delve.site_count, 16);
    for (int cell = 0; cell < map.survey.cell_count; cell++) {
        if (map.tiles[cell] == TILE_FLOOR)
            map.tiles[cell] = TILE_WATER_DEEP;
    }
    for (int i = 0; i < 50; i++) {
        shape_design_niche(&niche, &map.rng, 3);
        ck_assert(!delve_attach(&delve, &niche, 50));
    }
    gen_map_release(&map);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("delve");
    int sizes = sizeof bands_table / sizeof bands_table[0];

    tcase_set_timeout(tcase, 120);
    tcase_add_loop_test(tcase, the_measures_lie_within_their_bands, 0, sizes);
    tcase_add_test(tcase, no_level_is_left_blank);
    tcase_add_test(tcase, most_levels_have_a_lake_and_a_bridge);
    tcase_add_test(tcase, without_lakes_and_drawn_places_all_is_dry);
    tcase_add_test(tcase, bridges_cross_water_and_shrines_end_blind_halls);
    tcase_add_test(tcase, the_well_is_dug_as_drawn_sooner_or_later);
    tcase_add_loop_test(tcase, a_drawn_place_keeps_its_cells_whichever_way_it_is_turned, 0,
                        (int)prefab_count());
    tcase_add_test(tcase, no_shape_is_too_small_or_in_pieces);
    tcase_add_test(tcase, a_blob_is_one_piece_without_loose_ends);
    tcase_add_test(tcase, the_largest_of_several_pieces_is_kept);
    tcase_add_test(tcase, a_draft_is_in_one_piece_before_any_pass_has_joined_it);
    tcase_add_test(tcase, nothing_is_joined_to_ground_that_was_drowned);
    return suite_run("delve", tcase);
}
