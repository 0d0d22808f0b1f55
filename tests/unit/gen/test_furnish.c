/*
 * Furnishings of levels, and the knobs that say how many.
 */
#include <stdlib.h>
#include <string.h>

#include "content/setpiece.h"
#include "content/theme.h"
#include "gen/gen.h"
#include "gen/measure.h"
#include "support/test.h"

enum { SEEDS = TEST_COUNT(60, 10), WIDTH = 100, HEIGHT = 57 };

static struct setpieces pieces;

/* Makes a level with one knob set, unless its name is NULL. */
static struct level *made(const char *style, uint64_t seed, const char *name, int value,
                          struct gen_report *report)
{
    struct level_key key = {.depth = (uint16_t)(2 + seed % 8)};
    const struct gen_knob *knob;
    struct gen_request request;
    struct level *level;

    gen_request_init(&request, gen_style_find(style), seed, key, WIDTH, HEIGHT);
    request.pieces = &pieces;
    if (name != NULL)
        ck_assert_int_eq(gen_request_set(&request, name, value, &knob), ERR_OK);
    ck_assert_int_eq(gen_level(&request, &level, report), ERR_OK);
    return level;
}

static int count_tile(const struct level *level, enum tile_id tile)
{
    int count = 0;

    for (size_t i = 0; i < level_cell_count(level); i++)
        count += level->tiles[i] == tile;
    return count;
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

TEST(without_a_catalogue_nothing_is_built_in)
{
    struct gen_request request;
    struct gen_report report;
    struct level *level;

    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        gen_request_init(&request, gen_style_find("rooms"), seed, (struct level_key){.depth = 4},
                         WIDTH, HEIGHT);
        ck_assert_int_eq(gen_level(&request, &level, &report), ERR_OK);
        ck_assert_int_eq(report.place_count, 0);
        ck_assert_int_eq(report.landmark, GEN_LANDMARK_NONE);
        ck_assert_int_eq(level->gate_count, 0);
        for (size_t i = 0; i < level_cell_count(level); i++)
            ck_assert_int_lt(level->tiles[i], TILE_BRIDGE);
        level_free(level);
    }
}

TEST(places_says_how_many_there_are)
{
    static const struct {
        int knob;
        int low;
        int high; /* an arrival, a vault and the hall of the depth come on top */
    } rows[] = {{0, 0, 3}, {3, 1, 6}, {12, 4, 15}};

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            struct gen_report report;
            level_free(made("regions", seed, "places", rows[i].knob, &report));
            ck_assert_int_le(report.place_count, rows[i].high + (report.landmark != 0));
            ck_assert_int_ge(report.place_count, rows[i].low);
        }
    }
}

/* Planks that no gate lays are bridges from the start. */
TEST(gated_says_how_often_a_gate_is_built)
{
    int gates[2] = {0};

    for (int i = 0; i < 2; i++) {
        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            struct gen_report report;
            struct level *level = made("chain", seed, "gated", i * 100, &report);
            gates[i] += level->gate_count;
            if (i == 0) {
                ck_assert_int_eq(count_tile(level, TILE_BARS_SHUT), 0);
                ck_assert_int_eq(count_tile(level, TILE_LEVER), 0);
                ck_assert_int_eq(count_tile(level, TILE_PLATE), 0);
            }
            level_free(level);
        }
    }
    ck_assert_int_eq(gates[0], 0);
    ck_assert_int_ge(gates[1], SEEDS / 3);
}

TEST(a_gate_has_all_that_moves_it_where_its_file_says)
{
    int gates = 0;

    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        struct gen_report report;
        struct level *level = made("rooms", seed, "gated", 100, &report);
        for (int i = 0; i < level->gate_count; i++) {
            const struct gate *gate = &level->gates[i];
            enum tile_id work = gate_work_tile((enum gate_kind)gate->kind);
            ck_assert(gate_is_valid(gate, level->width, level->height, level->tiles));
            ck_assert_int_eq(gate->work_count, gate->kind == GATE_PLATES ? 2 : 1);
            for (int k = 0; k < gate->work_count; k++) {
                ck_assert(work == TILE_UNKNOWN || level_tile(level, gate->works[k]) == work);
                int distance = pos_distance(gate->works[k], gate->cells[0]);
                if (gate->kind == GATE_KEY || gate->kind == GATE_VAULT)
                    ck_assert_int_ge(distance * 100, level->width * 40);
                else
                    ck_assert_int_le(distance, SETPIECE_NEAR_MAX + SETPIECE_SIDE_MAX);
            }
            gates++;
        }
        level_free(level);
    }
    ck_assert_int_ge(gates, SEEDS / 3);
}

TEST(a_style_has_keys_and_hidden_doors_as_often_as_it_is_told)
{
    int keys = 0;
    int hidden[2] = {0};

    for (int i = 0; i < 2; i++) {
        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            struct gen_report report;
            struct level *level = made("chain", seed, "secret", i * 100, &report);
            keys += count_tile(level, TILE_KEY);
            hidden[i] += count_tile(level, TILE_SECRET_SHUT);
            level_free(level);
        }
    }
    ck_assert_int_eq(hidden[0], 0);
    ck_assert_int_ge(hidden[1], SEEDS / 2);
    ck_assert_int_ge(keys, 1);
}

TEST(surfaces_says_how_much_of_the_floor_has_one)
{
    static const int percents[] = {0, 28, 80};

    for (size_t i = 0; i < sizeof percents / sizeof percents[0]; i++) {
        int percent = percents[i];
        int64_t walkable = 0;
        int64_t surface = 0;
        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            struct gen_report report;
            struct gen_measure measure;
            struct level *level = made("caves", seed, "surfaces", percent, &report);
            ck_assert_int_eq(gen_measure(level, &measure), ERR_OK);
            walkable += measure.walkable;
            surface += measure.surface;
            level_free(level);
        }
        int64_t share = surface * 100 / walkable;
        ck_assert_int_ge(share, percent * 3 / 4);
        ck_assert_int_le(share, percent + 10);
    }
}

TEST(deep_water_has_shallows_beside_it)
{
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        struct gen_report report;
        struct level *level = made("delve", seed, NULL, 0, &report);
        for (int i = 0; i < (int)level_cell_count(level); i++) {
            struct pos at = pos_of(i % level->width, i / level->width);
            if (level_tile(level, at) != TILE_WATER_DEEP)
                continue;
            for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++)
                ck_assert_int_ne(level_tile(level, pos_step(at, dir)), TILE_FLOOR);
        }
        level_free(level);
    }
}

TEST(a_landmark_is_there_when_it_is_wanted)
{
    int count = 0;

    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        struct gen_report report;
        level_free(made("chain", seed, "landmark", 100, &report));
        count += report.landmark != GEN_LANDMARK_NONE;
        level_free(made("chain", seed, "landmark", 0, &report));
        ck_assert_int_eq(report.landmark, GEN_LANDMARK_NONE);
    }
    ck_assert_int_ge(count * 10, SEEDS * 9);
}

TEST(no_chasm_lies_where_it_would_lead_nowhere)
{
    static const int depths[] = {1, 2, DEPTH_MAX};

    for (size_t i = 0; i < sizeof depths / sizeof depths[0]; i++) {
        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            struct gen_request request;
            struct level *level;
            gen_request_init(&request, gen_style_find("rooms"), seed,
                             (struct level_key){.depth = (uint16_t)depths[i]}, WIDTH, HEIGHT);
            request.pieces = &pieces;
            ck_assert_int_eq(gen_level(&request, &level, NULL), ERR_OK);
            ck_assert_int_eq(count_tile(level, TILE_CHASM), 0);
            level_free(level);
        }
    }
}

/* True if a delver can stand in the area, and so can be told of it. */
static bool has_ground(const struct level *level, struct rect area)
{
    for (int y = area.y; y < area.y + area.height; y++) {
        for (int x = area.x; x < area.x + area.width; x++) {
            if (tile_is_passable(level_tile(level, pos_of(x, y))))
                return true;
        }
    }
    return false;
}

TEST_EACH(every_set_piece_of_a_level_is_a_spot_with_its_words, gen_style_count())
{
    const char *style = gen_style_at((size_t)_i)->name;
    int spots = 0;

    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        struct gen_report report;
        struct level *level = made(style, seed, NULL, 0, &report);
        ck_assert_int_eq(level->spot_count, report.place_count);
        for (int i = 0; i < level->spot_count; i++) {
            const struct spot *spot = &level->spots[i];
            const struct setpiece *piece = setpieces_find(&pieces, spot->name);
            ck_assert_ptr_nonnull(piece);
            size_t index = (size_t)(piece - pieces.rows);
            ck_assert((report.placed[index / 64] >> index % 64 & 1) != 0);
            ck_assert_str_eq(spot->say, piece->say);
            ck_assert_msg(has_ground(level, spot->area), "%s, seed %d: %s", style, (int)seed,
                          spot->name);
        }
        spots += level->spot_count;
        level_free(level);
    }
    ck_assert_int_gt(spots, (int)SEEDS);
}

/* The only piece there is stands in every style that is built, and in no natural cave. */
TEST_EACH(what_needs_built_ground_is_in_no_natural_cave, gen_style_count())
{
    static const char text[] = "name   the stalls\nkind   area\ndepth  1-100\nground built\nmap\n"
                               ".....\n.666.\n.....\nend\n";
    const char *style = gen_style_at((size_t)_i)->name;
    bool is_natural = strcmp(style, "caves") == 0 || strcmp(style, "digger") == 0;
    struct setpiece stalls;
    struct setpiece_fault fault;
    struct setpieces others = pieces;
    int bookcases = 0;

    ck_assert_int_eq(setpiece_read(text, sizeof text - 1, &stalls, &fault), ERR_OK);
    pieces = (struct setpieces){.count = 1, .rows = &stalls};
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        struct gen_report report;
        struct level *level = made(style, seed, NULL, 0, &report);
        bookcases += count_tile(level, TILE_BOOKCASE);
        level_free(level);
    }
    pieces = others;
    ck_assert_int_eq(bookcases > 0, !is_natural);
}
