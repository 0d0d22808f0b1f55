/*
 * Where traps are hidden.
 */
#include "world/populate.h"

#include "gen/gen.h"
#include "support/test.h"
#include "world/stairs.h"

static struct level *make(uint64_t seed, int depth)
{
    const struct level_key key = {.depth = (uint16_t)depth, .generation = 1};
    struct gen_request request;
    struct level *level = NULL;

    gen_request_init(&request, gen_style_at(0), seed, key, 100, 57);
    ck_assert_int_eq(gen_level(&request, &level, NULL), ERR_OK);
    return level;
}

TEST(from_depth_three_a_level_hides_two_in_the_open)
{
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct level *level = make(seed, 6);
        traps_place(level, seed);
        ck_assert_int_eq(level->trap_count, TRAPS_A_LEVEL);
        for (int i = 0; i < level->trap_count; i++) {
            struct pos at = level->traps[i].at;
            ck_assert_int_eq(level_tile(level, at), TILE_FLOOR);
            ck_assert_int_ge(stairs_distance(level, at), TRAP_STEPS_MIN);
            for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++)
                ck_assert(level_is_ground(level, pos_step(at, dir)));
        }
        level_free(level);
        level = make(seed, 2);
        traps_place(level, seed);
        ck_assert_int_eq(level->trap_count, 0);
        level_free(level);
    }
}
