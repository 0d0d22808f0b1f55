/*
 * Which foes a new level has, on levels drawn for one rule each: how many, where, what they do, and
 * in which shares. Every limit of a share is four standard deviations of so many draws.
 */
#include "world/population.h"

#include <string.h>

#include "support/born.h"
#include "support/draw_level.h"
#include "support/draw_rooms.h"
#include "support/test.h"

enum {
    WIDTH_MOST = 100,
    HEIGHT_MOST = 57,
    SEEDS = TEST_COUNT(400, 40),
    DRAWS = 40000,
};

static struct population_search search;
static struct placement foes[POPULATION_MAX];

/* Floor of that size without any wall, `<` and `>` in two corners, deep water in `pool`. */
static struct level *open_level(int width, int height, int depth, struct rect pool)
{
    char text[HEIGHT_MOST * (WIDTH_MOST + 1) + 1];
    int stride = width + 1;

    memset(text, '.', sizeof text);
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            if (rect_contains(pool, pos_of(x, y)))
                text[y * stride + x] = '~';
        }
        text[y * stride + width] = '\n';
    }
    text[height * stride] = '\0';
    text[0] = '<';
    text[height * stride - 2] = '>';
    return draw_level(text, (struct level_key){.depth = (uint16_t)depth});
}

static void expect_share(int64_t hits, int64_t of, int64_t weight, int64_t whole, const char *what)
{
    int64_t off = hits * whole - of * weight;

    ck_assert_msg(off * off <= 16 * of * weight * (whole - weight), "%s: %d of %d, not %d in %d",
                  what, (int)hits, (int)of, (int)weight, (int)whole);
}

TEST(groups_follow_depth_ground_and_percent)
{
    static const struct {
        int width;
        int height;
        int depth;
        int percent;
        int groups;
    } cases[] = {
        {50, 50, 1, 100, 14},  {50, 50, 4, 100, 15},  {50, 50, 127, 100, 45}, {50, 50, 1, 50, 7},
        {50, 50, 1, 200, 28},  {50, 50, 1, 0, 0},     {60, 50, 1, 100, 17},   {24, 12, 1, 100, 10},
        {100, 50, 1, 100, 22}, {100, 50, 8, 100, 26},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct level *level =
            open_level(cases[i].width, cases[i].height, cases[i].depth, (struct rect){0});
        ck_assert_int_eq(population_groups(level, cases[i].percent), cases[i].groups);
        level_free(level);
    }
}

TEST(deep_water_is_no_ground)
{
    struct level *level = open_level(60, 50, 1, (struct rect){5, 5, 25, 20});

    ck_assert_int_eq(population_groups(level, 100), 14);
    level_free(level);
}

TEST(on_open_ground_every_group_finds_room)
{
    for (int depth = 1; depth <= 26; depth++) {
        struct level *level = open_level(WIDTH_MOST, 50, depth, (struct rect){0});
        int count = born_on(level, (uint64_t)depth, foes);
        bool has_boss = depth == 3 || depth == 5 || depth == 8 || depth == 12 || depth == 16 ||
                        depth == 17 || depth == 21 || depth == 26;
        ck_assert_int_eq(born_groups(foes, count), population_groups(level, 100) + has_boss);
        level_free(level);
    }
}

TEST(nobody_is_born_at_zero_percent)
{
    struct level *level = open_level(WIDTH_MOST, 50, 3, (struct rect){0});
    struct rng rng;

    rng_init(&rng, 1);
    ck_assert_int_eq(population_at_birth(level, &rng, 0, foes, POPULATION_MAX, &search), 0);
    level_free(level);
}

TEST(a_small_buffer_gets_the_first_of_them)
{
    static struct placement few[6];
    struct level *level = open_level(WIDTH_MOST, 50, 5, (struct rect){0});
    int count = born_on(level, 7, foes);

    ck_assert_int_gt(count, 6);
    for (int max = 0; max < 6; max++) {
        struct rng rng;
        rng_init(&rng, 7);
        few[max].group = 999;
        ck_assert_int_eq(population_at_birth(level, &rng, 100, few, max, &search), max);
        ck_assert_msg(few[max].group == 999, "nothing is written behind %d", max);
        for (int i = 0; i < max; i++)
            ck_assert(few[i].species == foes[i].species && pos_equal(few[i].at, foes[i].at));
    }
    level_free(level);
}

TEST(the_buffer_of_a_level_is_never_overrun)
{
    struct level *level = open_level(WIDTH_MOST, 50, 127, (struct rect){0});
    struct rng rng;

    rng_init(&rng, 1);
    ck_assert_int_eq(
        population_at_birth(level, &rng, POPULATION_PERCENT_MAX, foes, POPULATION_MAX, &search),
        POPULATION_MAX);
    level_free(level);
}

TEST(distance_is_that_of_the_way_on_foot)
{
    const char *text = "################################\n"
                       "#<.............................#\n"
                       "#~~~~#########################.#\n"
                       "#..............................#\n"
                       "################################\n";
    struct level *level = draw_level(text, (struct level_key){.depth = 1});
    bool is_near = false;

    for (uint64_t seed = 0; seed < 50; seed++) {
        int count = born_on(level, seed, foes);
        for (int i = 0; i < count; i++) {
            ck_assert_msg(foes[i].at.y > 1 || foes[i].at.x >= 21, "x = %d", foes[i].at.x);
            is_near = is_near || (foes[i].at.y == 3 && foes[i].at.x < 10);
        }
    }
    ck_assert_msg(is_near, "close by, and far to walk");
    level_free(level);
}

TEST(no_cell_is_likelier_than_another)
{
    const char *text = "###############################################\n"
                       "#<...................=========................#\n"
                       "###############################################\n";
    struct level *level = draw_level(text, (struct level_key){.depth = 1});
    int counts[47] = {0};
    int groups = 0;

    for (uint64_t seed = 0; seed < 5 * SEEDS; seed++) {
        struct rng rng;
        rng_init(&rng, seed);
        ck_assert_int_gt(population_at_birth(level, &rng, 10, foes, POPULATION_MAX, &search), 0);
        if (born_with(&foes[0], PART_STILL))
            continue;
        counts[foes[0].at.x]++;
        groups++;
    }
    for (int x = 30; x < 46; x++)
        expect_share(counts[x], groups, 1, 16, "of the cells");
    level_free(level);
}

TEST(nobody_is_beside_stairs_however_far_the_way)
{
    const char *text = "################################\n"
                       "#.<############################\n"
                       "#.#a.b........................#\n"
                       "#.###########################.#\n"
                       "#.............................#\n"
                       "################################\n";
    struct level *level = draw_level(text, (struct level_key){.depth = 1});
    bool is_near = false;

    for (uint64_t seed = 0; seed < 50; seed++) {
        int count = born_on(level, seed, foes);
        for (int i = 0; i < count; i++) {
            ck_assert(!pos_equal(foes[i].at, draw_level_find(text, 'a')));
            is_near = is_near || pos_equal(foes[i].at, draw_level_find(text, 'b'));
        }
    }
    ck_assert_msg(is_near, "two cells further");
    level_free(level);
}

TEST(closed_doors_are_passed_on_the_way_and_part_no_group)
{
    const char *text = "#########################\n"
                       "####################.####\n"
                       "####################+####\n"
                       "#<...................+.##\n"
                       "####################+####\n"
                       "####################.####\n"
                       "#########################\n";
    struct level *level = draw_level(text, (struct level_key){.depth = 7});

    for (uint64_t seed = 0; seed < 50; seed++) {
        int count = born_on(level, seed, foes);
        ck_assert_int_eq(count, 3);
        ck_assert_int_eq(born_groups(foes, count), 3);
    }
    level_free(level);
}

TEST(a_level_without_room_has_nobody)
{
    struct level *level = draw_level("#<>....#\n", (struct level_key){.depth = 6});

    ck_assert_int_eq(born_on(level, 1, foes), 0);
    level_free(level);
}

TEST(cells_that_are_taken_stay_theirs)
{
    struct level *level = open_level(WIDTH_MOST, 50, 5, (struct rect){0});

    for (size_t i = 0; i < level_cell_count(level); i++)
        level->bodies[i] = i % 7 != 0;
    int count = born_on(level, 3, foes);
    ck_assert_int_gt(count, 20);
    for (int i = 0; i < count; i++)
        ck_assert_uint_eq(level_body_at(level, foes[i].at), 0);
    level_free(level);
}

static int count_swimmers(struct rect pool)
{
    struct level *level = open_level(60, 14, 9, pool);
    int swimmers = 0;

    for (uint64_t seed = 0; seed < 100; seed++) {
        int count = born_on(level, seed, foes);
        for (int i = 0; i < count; i++) {
            bool is_swimmer = born_with(&foes[i], PART_SWIM);
            ck_assert(is_swimmer == (level_tile(level, foes[i].at) == TILE_WATER_DEEP));
            ck_assert(!is_swimmer || foes[i].at.x >= 20);
            swimmers += is_swimmer;
        }
    }
    level_free(level);
    return swimmers;
}

TEST(swimmers_are_in_deep_water_and_nobody_else_is)
{
    ck_assert_int_gt(count_swimmers((struct rect){40, 3, 6, 6}), 0);
    ck_assert_int_gt(count_swimmers((struct rect){10, 3, 20, 6}), 0);
}

TEST(little_water_or_water_by_the_stairs_has_no_swimmers)
{
    ck_assert_int_eq(count_swimmers((struct rect){40, 3, 5, 4}), 0);
    ck_assert_int_eq(count_swimmers((struct rect){5, 3, 6, 6}), 0);
    ck_assert_int_eq(count_swimmers((struct rect){0}), 0);
}

TEST(kinds_are_drawn_by_rarity_within_their_band)
{
    for (int depth = 1; depth <= 14; depth++) {
        int counts[SPECIES_COUNT] = {0};
        int whole = 0;
        struct rng rng;
        rng_init(&rng, (uint64_t)depth);
        for (int i = 0; i < DRAWS; i++)
            counts[population_kind(&rng, depth, true)]++;
        for (int pass = 0; pass < 2; pass++) {
            for (enum species_id id = SPECIES_DELVER; id < SPECIES_COUNT; id++) {
                const struct species_row *row = species_row(id);
                int weight = depth >= row->depth.low && depth <= row->depth.high ? row->rarity : 0;
                if (pass == 0)
                    whole += weight;
                else
                    expect_share(counts[id], DRAWS, weight, whole, row->name);
            }
        }
    }
}

TEST(the_deepest_kinds_stand_for_all_depths_beyond_the_table)
{
    static const int depths[] = {27, 28, 50, 100, 127};
    struct rng rng;

    rng_init(&rng, 1);
    for (size_t i = 0; i < sizeof depths / sizeof depths[0]; i++) {
        bool is_met[SPECIES_COUNT] = {false};
        for (int draw = 0; draw < 2000; draw++)
            is_met[population_kind(&rng, depths[i], true)] = true;
        for (enum species_id id = SPECIES_DELVER; id < SPECIES_COUNT; id++) {
            const struct species_row *row = species_row(id);
            ck_assert_msg(is_met[id] == (row->depth.low >= 18 && row->rarity > 0), "%s on %d",
                          row->name, depths[i]);
        }
    }
}

TEST(more_than_half_of_the_groups_sleep_and_a_third_wander)
{
    struct level *level = open_level(WIDTH_MOST, 50, 6, (struct rect){0});
    int free_starts[3] = {0};
    int bound_starts[3] = {0}; /* of kinds that lie in wait or cannot walk */
    int strange = 0;
    int groups = 0;

    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        int count = born_on(level, seed, foes);
        groups += born_groups(foes, count);
        for (int i = 0; i < count; i++) {
            bool is_bound = born_with(&foes[i], PART_STILL) || born_with(&foes[i], PART_AMBUSH);
            if (i > 0 && foes[i].group == foes[i - 1].group)
                continue;
            strange += foes[i].is_strange;
            if (!foes[i].is_strange && !born_with(&foes[i], PART_GUARD))
                (is_bound ? bound_starts : free_starts)[foes[i].start]++;
        }
    }
    int of_free = free_starts[0] + free_starts[1] + free_starts[2];
    expect_share(free_starts[FOE_ASLEEP], of_free, 55, 100, "asleep");
    expect_share(free_starts[FOE_ON_GUARD], of_free, 10, 100, "on guard");
    expect_share(free_starts[FOE_WANDERING], of_free, 35, 100, "wandering");
    expect_share(bound_starts[FOE_ASLEEP], bound_starts[0] + bound_starts[1], 55, 100, "bound");
    ck_assert_int_eq(bound_starts[FOE_WANDERING], 0);
    expect_share(strange, groups, 1, 20, "strange");
    level_free(level);
}

TEST(one_group_of_folk_in_four_brings_a_specialist)
{
    struct level *level = open_level(WIDTH_MOST, 50, 7, (struct rect){0});
    int groups = 0;
    int brought = 0;

    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        int count = born_on(level, seed, foes);
        for (int i = 0; i < count; i++) {
            bool is_first = i == 0 || foes[i].group != foes[i - 1].group;
            groups += is_first && !foes[i].is_strange &&
                      species_row(foes[i].species)->family == FAMILY_FOLK;
            brought += !is_first && foes[i].species != foes[i - 1].species;
        }
    }
    expect_share(brought, groups, 1, 4, "with a specialist");
    level_free(level);
}

TEST(nothing_is_strange_before_depth_three_and_below_the_table)
{
    static const int depths[] = {1, 2, 22, 27, 60};

    for (size_t i = 0; i < sizeof depths / sizeof depths[0]; i++) {
        struct level *level = open_level(WIDTH_MOST, 50, depths[i], (struct rect){0});
        for (uint64_t seed = 0; seed < 20; seed++) {
            int count = born_on(level, seed, foes);
            for (int foe = 0; foe < count; foe++)
                ck_assert(!foes[foe].is_strange);
        }
        level_free(level);
    }
}

/* Three rooms along a passage; the third has two doors. */
static const char lairs[] = "######################################\n"
                            "#<...................................#\n"
                            "#>######+####+##########+##+##########\n"
                            "#######...##...########......#########\n"
                            "#######.a.##.b.########..c...#########\n"
                            "#######...##...########......#########\n"
                            "######################################\n";
static const struct rect lair_rooms[] = {{7, 3, 3, 3}, {12, 3, 3, 3}, {23, 3, 6, 3}};

static void expect_boss(struct level *level, struct rect where)
{
    for (uint64_t seed = 0; seed < 20; seed++) {
        int count = born_on(level, seed, foes);
        ck_assert_int_gt(count, 0);
        ck_assert_int_eq(foes[0].species, SPECIES_COOPER);
        ck_assert_int_eq(foes[0].start, FOE_ON_GUARD);
        ck_assert_msg(rect_contains(where, foes[0].at), "at %d,%d", foes[0].at.x, foes[0].at.y);
        for (int i = 1; i < count; i++)
            ck_assert(!species_row(foes[i].species)->is_boss && foes[i].group != foes[0].group);
    }
    level_free(level);
}

TEST(a_boss_is_behind_the_farthest_single_door)
{
    const struct level_key key = {.depth = 3};
    struct pos middle = draw_level_find(lairs, 'b');

    expect_boss(draw_rooms(lairs, key, lair_rooms, 3), (struct rect){middle.x, middle.y, 1, 1});
}

TEST(a_lair_is_far_from_the_stairs_down_too)
{
    const struct level_key key = {.depth = 3};
    struct pos middle = draw_level_find(lairs, 'a');
    char text[sizeof lairs];

    memcpy(text, lairs, sizeof text);
    *strchr(text, '>') = '.';
    text[draw_level_find(lairs, 'b').x + 1 + (int)(strchr(text, '\n') - text) + 1] = '>';
    expect_boss(draw_rooms(text, key, lair_rooms, 3), (struct rect){middle.x, middle.y, 1, 1});
}

TEST(without_a_single_door_the_farthest_room_is_the_lair)
{
    const struct level_key key = {.depth = 3};
    char open[sizeof lairs];

    for (size_t i = 0; i < sizeof lairs; i++)
        open[i] = lairs[i] == '+' ? '.' : lairs[i];
    expect_boss(draw_rooms(open, key, lair_rooms, 3), lair_rooms[2]);
}

TEST(without_rooms_the_farthest_cell_is_the_lair)
{
    expect_boss(draw_level(lairs, (struct level_key){.depth = 3}), (struct rect){36, 1, 1, 1});
}

TEST(the_same_seed_gives_the_same_foes_and_another_gives_others)
{
    static struct placement other[POPULATION_MAX];
    struct level *level = open_level(WIDTH_MOST, 50, 8, (struct rect){40, 10, 20, 20});
    int count = born_on(level, 5, foes);
    struct rng rng;

    memcpy(other, foes, sizeof other);
    memset(&search, 0xA5, sizeof search);
    rng_init(&rng, 5);
    ck_assert_int_eq(population_at_birth(level, &rng, 100, foes, POPULATION_MAX, &search), count);
    for (int i = 0; i < count; i++) {
        ck_assert(foes[i].species == other[i].species && pos_equal(foes[i].at, other[i].at));
        ck_assert(foes[i].group == other[i].group && foes[i].start == other[i].start &&
                  foes[i].is_strange == other[i].is_strange);
    }
    (void)born_on(level, 6, foes);
    ck_assert(!pos_equal(foes[1].at, other[1].at));
    level_free(level);
}
