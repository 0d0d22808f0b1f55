/*
 * The style `delve`: promises beyond those of every style.
 */
#include "gen/delve.h"

#include <stdlib.h>
#include <string.h>

#include "gen/gen.h"
#include "gen/measure.h"
#include "gen/registry.h"
#include "support/gen_draft.h"
#include "support/test.h"

enum { SEED_COUNT = TEST_COUNT(300, 50), SAMPLE_COUNT = TEST_COUNT(120, 20) };

/* The limits of a measure: for its median, and for a single level. */
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
     {[ROOMS] = {"rooms", 50, 71},
      [LOOPS] = {"loops", 13, 33},
      [LOOPS9] = {"loops9", 7, 23},
      [DEAD_ENDS] = {"dead ends", 0, 6},
      [WALKABLE] = {"walkable", 2377, 2867},
      [ARTICULATION] = {"articulation", 47, 141},
      [PATH] = {"path", 90, 135}}},
    {79,
     29,
     {[ROOMS] = {"rooms", 18, 28},
      [LOOPS] = {"loops", 3, 11},
      [LOOPS9] = {"loops9", 2, 8},
      [DEAD_ENDS] = {"dead ends", 0, 2},
      [WALKABLE] = {"walkable", 797, 1103},
      [ARTICULATION] = {"articulation", 15, 92},
      [PATH] = {"path", 46, 99}}},
};

/* A level at 100 by 57 with some knobs set; ends with a NULL name. The caller frees it. */
struct setting {
    const char *name;
    int value;
};

static struct setpieces pieces;

/* A request with the set pieces that the style draws by itself, and nothing built in later. */
static void request_of(struct gen_request *request, uint64_t seed, int width, int height)
{
    static const char *const later[] = {"places", "landmark", "surfaces"};
    const struct gen_knob *knob;

    gen_request_init(request, gen_style_find("delve"), seed, (struct level_key){.depth = 2}, width,
                     height);
    request->pieces = &pieces;
    for (size_t i = 0; i < sizeof later / sizeof later[0]; i++)
        ck_assert_int_eq(gen_request_set(request, later[i], 0, &knob), ERR_OK);
}

static struct level *made(uint64_t seed, int width, int height, const struct setting *settings)
{
    struct gen_request request;
    struct gen_report report;
    struct level *level;
    const struct gen_knob *knob;

    request_of(&request, seed, width, height);
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

static void read_pieces(void)
{
    ck_assert_int_eq(setpieces_builtin(&pieces), ERR_OK);
}

static void release_pieces(void)
{
    setpieces_release(&pieces);
}

TEST_FILE_FIXTURE(read_pieces, release_pieces);

TEST_EACH(the_measures_lie_within_their_bands, sizeof bands_table / sizeof bands_table[0])
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

TEST(no_level_is_left_blank)
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

TEST(most_levels_have_a_lake_and_a_bridge)
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

TEST(without_lakes_and_drawn_places_all_is_dry)
{
    static const struct setting dry[] = {{"prefabs", 0}, {"lakes", 0}, {NULL, 0}};

    for (uint64_t seed = 0; seed < 10; seed++) {
        struct level *level = made(seed, 100, 57, dry);
        ck_assert_int_eq(count_tile(level, TILE_WATER_DEEP), 0);
        ck_assert_int_eq(count_tile(level, TILE_BRIDGE), 0);
        level_free(level);
    }
}

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

TEST(bridges_cross_water_and_shrines_stand_in_chapels)
{
    static const struct setting nothing_drawn[] = {
        {"prefabs", 0}, {"shrines", 6}, {"shrines_min", 6}, {NULL, 0}};
    int shrines = 0;

    for (uint64_t seed = 0; seed < SAMPLE_COUNT; seed++) {
        struct level *level = made(seed, 100, 57, nothing_drawn);
        for (int y = 1; y < level->height - 1; y++) {
            for (int x = 1; x < level->width - 1; x++) {
                enum tile_id tile = level_tile(level, pos_of(x, y));
                if (tile == TILE_BRIDGE)
                    expect_crossing(level, x, y);
                if (tile == TILE_SHRINE) {
                    ck_assert_int_ge(exits_of(level, x, y), 4);
                    shrines++;
                }
            }
        }
        level_free(level);
    }
    ck_assert_int_ge(shrines, 3 * SAMPLE_COUNT);
}

TEST(set_pieces_with_walls_are_part_of_the_drawing)
{
    struct gen_request request;
    int walled = 0;

    for (uint64_t seed = 0; seed < 20; seed++) {
        struct gen_report report;
        struct level *level;
        request_of(&request, seed, 100, 57);
        ck_assert_int_eq(gen_level(&request, &level, &report), ERR_OK);
        for (size_t i = 0; i < pieces.count; i++) {
            if ((report.placed[i / 64] >> i % 64 & 1) == 0)
                continue;
            ck_assert_int_eq(pieces.rows[i].kind, SETPIECE_AREA);
            ck_assert(!pieces.rows[i].is_open);
            walled++;
        }
        level_free(level);
    }
    ck_assert_int_ge(walled, 20);
}

static int count_cells(const struct shape *shape)
{
    int count = 0;

    for (int y = 0; y < SHAPE_HEIGHT; y++) {
        for (int x = 0; x < SHAPE_WIDTH; x++)
            count += (int)(shape->cells[y] >> x & 1);
    }
    return count;
}

static void expect_its_cells(const struct setpiece *piece)
{
    struct drawn_piece drawn;
    struct shape shape;
    struct gen_map map;

    ck_assert_int_eq(gen_map_init(&map, 40, 20), ERR_OK);
    rng_init(&map.rng, 5);
    map.finish.door_percent = 1;
    for (int i = 0; i < 40; i++) {
        int wanted = 0;
        ck_assert(piece_draw(&drawn, &map, piece));
        for (int cell = 0; cell < drawn.width * drawn.height; cell++)
            wanted += drawn.cells[cell] != TILE_ROCK && drawn.cells[cell] != SETPIECE_MOUTH;
        shape_take_piece(&shape, &map.rng, &drawn);
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
    gen_map_release(&map);
}

TEST(a_set_piece_keeps_its_cells_whichever_way_it_is_turned)
{
    for (size_t i = 0; i < pieces.count; i++)
        if (!pieces.rows[i].is_open && pieces.rows[i].kind == SETPIECE_AREA)
            expect_its_cells(&pieces.rows[i]);
}

TEST(no_shape_is_too_small_or_in_pieces)
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

TEST(a_blob_is_one_piece_without_loose_ends)
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

TEST(the_largest_of_several_pieces_is_kept)
{
    uint64_t rows[4] = {0x0f, 0x08, 0xf0, 0x80};

    rows[2] |= UINT64_C(1) << 63;
    ck_assert_int_eq(blob_keep_largest(rows, 4), 5);
    ck_assert_uint_eq(rows[0], 0x0f);
    ck_assert_uint_eq(rows[1], 0x08);
    ck_assert_uint_eq(rows[2], 0);
    ck_assert_uint_eq(rows[3], 0);
}

TEST(a_draft_is_in_one_piece_before_any_pass_has_joined_it)
{
    struct gen_draft draft = gen_draft_of(&gen_builder_delve, 100, 57);
    struct gen_map map;

    for (uint64_t seed = 0; seed < SAMPLE_COUNT; seed++) {
        ck_assert(gen_draft_draw(&draft, seed, &map));
        ck_assert_int_eq(gen_draft_label_pieces(&map), 1);
        gen_map_release(&map);
    }
}

TEST(nothing_is_joined_to_ground_that_was_drowned)
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
