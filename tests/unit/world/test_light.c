/*
 * Light: how far foes and things are made out, and what dims and brightens it.
 */

#include "support/stage.h"
#include "support/test.h"
#include "world/sense.h"

static const char hall[] = "########################\n"
                           "#a.....................#\n"
                           "########################\n";

static struct stage stage;
static struct delver *ada;

static void set_up(void)
{
    stage_init(&stage, hall);
    ada = stage_delver(&stage, stage_join(&stage, 1, draw_level_find(hall, 'a')));
    stage_tick(&stage);
}

static void tear_down(void)
{
    stage_release(&stage);
}

static bool shows(body_id body)
{
    return light_shows_body(ada, light_radius(ada), world_body(stage.world, body));
}

static struct pos steps_off(int steps)
{
    return pos_of(1 + steps, 1);
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_foe_is_made_out_within_the_light_of_the_lamp)
{
    ck_assert_int_eq(light_radius(ada), 9);
    ck_assert(shows(stage_foe(&stage, SPECIES_CELLAR_RAT, steps_off(9))));
    ck_assert(!shows(stage_foe(&stage, SPECIES_CELLAR_RAT, steps_off(10))));
}

TEST(a_foe_that_glows_is_made_out_from_farther_off)
{
    ck_assert(shows(stage_foe(&stage, SPECIES_MARSH_LANTERN, steps_off(9 + LIGHT_GLOW))));
    ck_assert(!shows(stage_foe(&stage, SPECIES_MARSH_LANTERN, steps_off(10 + LIGHT_GLOW))));
}

TEST(delvers_carry_lamps_and_are_seen_as_far_as_sight_goes)
{
    ck_assert(shows(stage_join(&stage, 2, steps_off(20))));
}

TEST(what_lies_on_the_ground_is_made_out_within_the_light)
{
    ck_assert(light_shows_cell(ada, light_radius(ada), steps_off(9)));
    ck_assert(!light_shows_cell(ada, light_radius(ada), steps_off(10)));
    ck_assert_msg(delver_sees(ada, steps_off(10)), "the ground is seen");
}

TEST(dimness_glow_and_depth_change_the_light)
{
    (void)statuses_add(&ada->body.statuses, STATUS_DIM, 5);
    ck_assert_int_eq(light_radius(ada), 4);
    (void)statuses_add(&ada->body.statuses, STATUS_GLOWING, 5);
    ck_assert_int_eq(light_radius(ada), 9);
    ada->body.key.depth = 16;
    ck_assert_int_eq(light_radius(ada), 7);
    ada->life.pack.worn[SLOT_LAMP].count = 0;
    ck_assert_int_eq(light_radius(ada), LIGHT_MIN);
}

/* Words of a row and single cells follow one rule: lamp, haven, fires. */
TEST(a_word_of_a_row_has_the_bits_of_its_lit_cells)
{
    struct level *level = stage_level(&stage);
    int radius = light_radius(ada);
    int lit = 0;

    level_set_tile(level, steps_off(16), TILE_BRAZIER);
    stage_tick(&stage);
    for (int x = 0; x < level->width; x++) {
        for (int y = 0; y < level->height; y++) {
            uint64_t word = light_row_word(level, ada->body.at, radius, y, x / 64);
            bool is_lit = light_shows_cell(ada, radius, pos_of(x, y));
            ck_assert_msg(!delver_sees(ada, pos_of(x, y)) || (word >> x % 64 & 1) == is_lit,
                          "%d, %d", x, y);
            lit += is_lit;
        }
    }
    ck_assert_int_gt(lit, 3 * 10);
    ck_assert_int_lt(lit, 3 * 24);
}
