/*
 * The places of twin plates.
 */
#include "world/twin.h"

#include <stdlib.h>

#include "gen/gen.h"
#include "support/test.h"
#include "world/haven.h"
#include "world/population.h"

enum { SEEDS = 60, PLATES_MAX = 8 };

static struct level *make(uint64_t seed, int depth)
{
    const struct level_key key = {.depth = (uint16_t)depth, .generation = 1};
    struct gen_request request;
    struct level *level = NULL;

    gen_request_init(&request, gen_style_at(0), seed, key, 100, 57);
    ck_assert_int_eq(gen_level(&request, &level, NULL), ERR_OK);
    return level;
}

static int find_plates(const struct level *level, struct pos out[PLATES_MAX])
{
    int count = 0;

    for (size_t i = 0; i < level_cell_count(level); i++) {
        struct pos at = pos_of((int)i % level->width, (int)i / level->width);
        if (twin_is_at(level, at) && count < PLATES_MAX)
            out[count++] = at;
    }
    return count;
}

static void expect_pair(const struct level *level, struct population_search *search,
                        const struct pos plates[PLATES_MAX])
{
    (void)population_walk(level, search, &plates[0], 1);
    int steps = search->steps[level_index(level, plates[1])];
    ck_assert_int_ge(steps, TWIN_STEPS_MIN);
    ck_assert_int_le(steps, TWIN_STEPS_MAX);
    for (int i = 0; i < 2; i++) {
        ck_assert(!haven_is_at(level, plates[i]));
        for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++)
            ck_assert(level_is_ground(level, pos_step(plates[i], dir)));
    }
}

TEST(one_level_in_three_has_a_pair_six_to_twelve_steps_apart)
{
    struct population_search *search = malloc(sizeof *search);
    struct pos plates[PLATES_MAX];
    int pairs = 0;

    ck_assert_ptr_nonnull(search);
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct level *level = make(seed, 2);
        ck_assert_int_eq(find_plates(level, plates), 0);
        twins_place(level, seed, search);
        int count = find_plates(level, plates);
        ck_assert(count == 0 || count == 2);
        if (count == 2)
            expect_pair(level, search, plates);
        pairs += count / 2;
        level_free(level);
    }
    ck_assert_int_ge(pairs, SEEDS / 6);
    ck_assert_int_le(pairs, SEEDS / 2);
    free(search);
}

TEST(the_depth_of_the_market_has_four_pairs)
{
    struct population_search *search = malloc(sizeof *search);
    struct pos plates[PLATES_MAX];

    ck_assert_ptr_nonnull(search);
    struct level *level = make(1, TWIN_MARKET_DEPTH);
    twins_place(level, 1, search);
    ck_assert_int_eq(find_plates(level, plates), PLATES_MAX);
    level_free(level);
    free(search);
}
