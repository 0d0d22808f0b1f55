/*
 * Where the foes of a new level stand and what they do, on levels of every style, depth and size;
 * and that none of them stops a way for good.
 */
#include "world/population.h"

#include <string.h>

#include "gen/gen.h"
#include "support/born.h"
#include "support/draw_level.h"
#include "support/test.h"
#include "world/field.h"
#include "world/place.h"

enum {
    WIDTH = 100,
    HEIGHT = 57,
    SEEDS = TEST_COUNT(400, 30),
    LEVELS = TEST_COUNT(6, 1), /* of each style and depth */
    NO_WAY = UINT16_MAX,
    SPREAD = 6, /* how far the others of a group may stand from its first */
};

static struct placement foes[POPULATION_MAX];

/*
 * Steps on foot from `<`, NO_WAY where there is no way; cells of `walls` are rock.
 * Returns how many were reached.
 */
static int walk(const struct level *level, const bool *walls, uint16_t *steps)
{
    static struct pos queue[LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX];
    int count = 0;

    memset(steps, 0xFF, level_cell_count(level) * sizeof steps[0]);
    steps[level_index(level, level->up)] = 0;
    queue[count++] = level->up;
    for (int head = 0; head < count; head++) {
        for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
            struct pos to = pos_step(queue[head], dir);
            if (!way_is_open(level, WAY_OPEN, queue[head], dir) ||
                steps[level_index(level, to)] != NO_WAY || walls[level_index(level, to)])
                continue;
            steps[level_index(level, to)] = (uint16_t)(steps[level_index(level, queue[head])] + 1);
            queue[count++] = to;
        }
    }
    return count;
}

/* Every cell that can be reached without the rooted foes can be reached with them. Returns how many
   of them there are. */
static int expect_no_way_cut(const struct level *level, int count)
{
    static uint16_t steps[LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX];
    static bool walls[LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX];
    int rooted = 0;

    memset(walls, 0, sizeof walls);
    int whole = walk(level, walls, steps);
    for (int i = 0; i < count; i++) {
        bool is_rooted = species_row(foes[i].species)->move == 0;
        rooted += is_rooted;
        walls[level_index(level, foes[i].at)] = is_rooted;
    }
    ck_assert_int_eq(walk(level, walls, steps), whole - rooted);
    return rooted;
}

static void expect_close_groups(int count)
{
    for (int i = 1, first = 0; i < count; i++) {
        first = foes[i].group == foes[first].group ? first : i;
        ck_assert_int_le(pos_distance(foes[i].at, foes[first].at), SPREAD);
    }
}

static void expect_open_ways(const char *text)
{
    struct level *level = draw_level(text, (struct level_key){.depth = 1});
    int rooted = 0;

    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        int count = born_on(level, seed, foes);
        rooted += expect_no_way_cut(level, count);
        expect_close_groups(count);
    }
    ck_assert_int_gt(rooted, SEEDS / 4);
    level_free(level);
}

TEST(rooted_kinds_cut_no_passage_and_stay_together)
{
    expect_open_ways("#######################################\n"
                     "#<....................+...+...+...+...#\n"
                     "#######################...#...#...#...#\n"
                     "#######################################\n");
    expect_open_ways("################################################\n"
                     "#########################.#######.#######.######\n"
                     "#<.............................................#\n"
                     "################################################\n");
}

static bool is_special(const struct placement *foe)
{
    return born_with(foe, PART_KITE) || born_with(foe, PART_SHOUT) || born_with(foe, PART_RALLY) ||
           born_with(foe, PART_MEND) || born_with(foe, PART_KEEP) || born_with(foe, PART_POT);
}

static bool is_in_band(const struct placement *foe, int depth)
{
    struct span band = species_row(foe->species)->depth;

    if (foe->is_strange)
        return depth >= 3 && band.low > depth && band.low <= depth + 3;
    return depth > 14 ? band.low >= 13 : depth >= band.low && depth <= band.high;
}

static void expect_start(const struct placement *foe)
{
    bool is_bound = species_row(foe->species)->move == 0 || born_with(foe, PART_STILL) ||
                    born_with(foe, PART_AMBUSH);

    ck_assert(!foe->is_strange || foe->start == FOE_ASLEEP);
    ck_assert(foe->is_strange || !born_with(foe, PART_GUARD) || foe->start == FOE_ON_GUARD);
    ck_assert(!is_bound || foe->start != FOE_WANDERING);
}

/* The cell of a foe; `steps` are those on foot from `<`. */
static void expect_cell(const struct level *level, const uint16_t *steps,
                        const struct placement *foe)
{
    int least = foe->is_strange ? POPULATION_STRANGE_STEPS : POPULATION_STEPS_MIN;
    bool is_swimmer = born_with(foe, PART_SWIM);
    bool is_boss = species_row(foe->species)->is_boss;

    ck_assert_int_eq(level_tile(level, foe->at), is_swimmer ? TILE_WATER_DEEP : TILE_FLOOR);
    ck_assert_int_gt(pos_distance(foe->at, level->up), 1);
    ck_assert_int_gt(pos_distance(foe->at, level->down), 1);
    if (!is_swimmer) {
        ck_assert_int_ne(steps[level_index(level, foe->at)], NO_WAY);
        ck_assert_int_ge(steps[level_index(level, foe->at)], is_boss ? 2 : least);
    }
    for (enum dir dir = DIR_NORTH; is_swimmer && dir < DIR_COUNT; dir += 2) {
        struct pos shore = pos_step(foe->at, dir);
        ck_assert(!level_contains(level, shore) || steps[level_index(level, shore)] + 1 >= least);
    }
}

/* Foe `i` as one of its group, of which it is the `place`th, counting from 0. */
static void expect_member(const struct level *level, int i, int place)
{
    const struct placement *foe = &foes[i];
    const struct placement *first = &foes[i - place];
    const struct species_row *row = species_row(first->species);
    int depth = level->key.depth;

    ck_assert(foe->is_strange == first->is_strange);
    if (foe->species == first->species) {
        ck_assert_int_lt(place, row->group.high);
        return;
    }
    ck_assert(!foe->is_strange && is_special(foe) && is_in_band(foe, depth));
    ck_assert_int_eq(species_row(foe->species)->glyph, row->glyph);
    ck_assert_int_eq(species_row(foe->species)->family, FAMILY_FOLK);
    ck_assert_int_eq(row->family, FAMILY_FOLK);
    ck_assert_msg(foes[i - 1].species == first->species, "one specialist");
}

/* Everything that holds of the foes of any level. */
static void expect_rules(const struct level *level, int count)
{
    static uint16_t steps[LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX];
    static bool taken[LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX];
    int place = 0;
    int bosses = 0;

    memset(taken, 0, sizeof taken);
    (void)walk(level, taken, steps);
    for (int i = 0; i < count; i++) {
        bool *is_taken = &taken[level_index(level, foes[i].at)];
        place = i > 0 && foes[i].group == foes[i - 1].group ? place + 1 : 0;
        ck_assert_int_eq(foes[i].group, (i > 0 ? foes[i - 1].group : 0) + (place == 0));
        ck_assert_msg(!*is_taken, "a cell for each");
        *is_taken = true;
        bosses += species_row(foes[i].species)->is_boss;
        ck_assert_msg(is_in_band(&foes[i], level->key.depth), "%s on %d",
                      species_row(foes[i].species)->name, level->key.depth);
        expect_start(&foes[i]);
        expect_cell(level, steps, &foes[i]);
        expect_member(level, i, place);
    }
    int depth = level->key.depth;
    ck_assert_int_eq(bosses, depth == 3 || depth == 5 || depth == 8 || depth == 12);
    ck_assert_int_le(born_groups(foes, count), population_groups(level, 100) + bosses);
    (void)expect_no_way_cut(level, count);
    expect_close_groups(count);
}

static bool is_behind_one_door(const struct level *level, struct pos at)
{
    uint16_t area = place_at(level, at);

    return place_of(level, area)->exit_count == 1 && place_exits(level, area)[0].has_door;
}

/* A boss is in a room, behind a single door if there is such a room. */
static void expect_lair(const struct level *level)
{
    struct pos boss = foes[0].at;

    if (!species_row(foes[0].species)->is_boss || level->room_count == 0)
        return;
    ck_assert_int_ge(level_room_at(level, boss), 0);
    for (int i = 0; i < level->room_count && !is_behind_one_door(level, boss); i++) {
        struct pos middle = rect_centre(level->rooms[i]);
        bool is_beside =
            pos_distance(middle, level->up) <= 1 || pos_distance(middle, level->down) <= 1;
        ck_assert_msg(level_tile(level, middle) != TILE_FLOOR || is_beside ||
                          !is_behind_one_door(level, middle),
                      "room %d is behind one door", i);
    }
}

static struct level *made(const struct gen_style *style, uint64_t seed, int depth, int width,
                          int height)
{
    const struct level_key key = {.depth = (uint16_t)depth};
    struct gen_request request;
    struct level *level;

    gen_request_init(&request, style, seed, key, width, height);
    ck_assert_int_eq(gen_level(&request, &level, NULL), ERR_OK);
    return level;
}

TEST_EACH(every_style_on_every_depth_keeps_the_rules, gen_style_count())
{
    const struct gen_style *style = gen_style_at((size_t)_i);

    for (int depth = 1; depth <= 14; depth++) {
        for (uint64_t seed = 0; seed < LEVELS; seed++) {
            struct level *level = made(style, seed, depth, WIDTH, HEIGHT);
            int count = born_on(level, seed, foes);
            ck_assert_int_gt(count, 10);
            expect_rules(level, count);
            expect_lair(level);
            level_free(level);
        }
    }
}

TEST_EACH(the_smallest_and_the_largest_levels_keep_the_rules, gen_style_count())
{
    static const int depths[] = {1, 3, 9, 12, 127};
    const struct gen_style *style = gen_style_at((size_t)_i);

    for (size_t i = 0; i < sizeof depths / sizeof depths[0]; i += TEST_COUNT(1, 2)) {
        struct level *level = made(style, i, depths[i], style->width_min, style->height_min);
        expect_rules(level, born_on(level, i, foes));
        level_free(level);
        level = made(style, i, depths[i], GEN_SECTOR_WIDTH, GEN_SECTOR_HEIGHT);
        expect_rules(level, born_on(level, i, foes));
        level_free(level);
    }
}
