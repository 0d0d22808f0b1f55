/*
 * Foes: what a rat does by itself, what becomes of it among delvers, and where its place goes.
 */
#include "support/stage.h"
#include "support/suite.h"
#include "world/world_private.h"

static const char hall[] = "##########\n"
                           "#<.......#\n"
                           "#........#\n"
                           "#........#\n"
                           "##########\n";

START_TEST(a_rat_wanders_over_open_ground)
{
    struct stage stage;
    int steps = 0;

    stage_init(&stage, hall);
    (void)stage_join(&stage, 1, pos_of(1, 1));
    body_id rat = stage_foe(&stage, SPECIES_CELLAR_RAT, pos_of(5, 2));
    for (int i = 0; i < 2000; i++) {
        struct pos before = stage_place(&stage, rat);
        stage_tick(&stage);
        struct pos now = stage_place(&stage, rat);
        ck_assert(level_is_walkable(stage_level(&stage), now));
        ck_assert_int_le(pos_distance(before, now), 1);
        ck_assert_uint_eq(level_body_at(stage_level(&stage), now), rat);
        steps += !pos_equal(before, now);
    }
    ck_assert_int_gt(steps, 50);
    ck_assert_int_le(steps, 200);
    stage_release(&stage);
}
END_TEST

START_TEST(a_rat_stands_still_while_no_delver_is_on_its_level)
{
    struct stage stage;

    stage_init(&stage, hall);
    (void)stage_foe(&stage, SPECIES_CELLAR_RAT, pos_of(5, 2));
    ck_assert(world_is_quiet(stage.world));
    for (int i = 0; i < 200; i++) {
        stage_tick(&stage);
        ck_assert_int_eq(stage_event_count(&stage), 0);
    }
    stage_release(&stage);
}
END_TEST

START_TEST(a_rat_pushes_nobody_aside)
{
    struct stage stage;

    stage_init(&stage, "######\n#a.r.#\n######\n");
    body_id ada = stage_join(&stage, 1, pos_of(1, 1));
    body_id rats[] = {stage_foe(&stage, SPECIES_CELLAR_RAT, pos_of(3, 1)),
                      stage_foe(&stage, SPECIES_CELLAR_RAT, pos_of(4, 1))};
    for (int i = 0; i < 1000; i++) {
        stage_tick(&stage);
        ck_assert(pos_equal(stage_place(&stage, ada), pos_of(1, 1)));
        ck_assert_ptr_null(stage_event(&stage, EVENT_SWAPPED, rats[0]));
        ck_assert_ptr_null(stage_event(&stage, EVENT_SWAPPED, rats[1]));
    }
    stage_release(&stage);
}
END_TEST

START_TEST(a_foe_that_walks_into_somebody_waits)
{
    const struct action west = {.verb = ACTION_MOVE, .dir = DIR_WEST};
    struct stage stage;

    stage_init(&stage, hall);
    body_id ada = stage_join(&stage, 1, pos_of(4, 2));
    body_id rat = stage_foe(&stage, SPECIES_CELLAR_RAT, pos_of(5, 2));
    action_apply(stage.world, world_body(stage.world, rat), &west);
    ck_assert(pos_equal(stage_place(&stage, rat), pos_of(5, 2)));
    ck_assert(pos_equal(stage_place(&stage, ada), pos_of(4, 2)));
    ck_assert_ptr_nonnull(stage_event(&stage, EVENT_WAITED, rat));
    stage_release(&stage);
}
END_TEST

START_TEST(a_delver_swaps_places_with_a_rat)
{
    struct stage stage;

    stage_init(&stage, "#####\n#ar##\n#####\n");
    body_id ada = stage_join(&stage, 1, pos_of(1, 1));
    body_id rat = stage_foe(&stage, SPECIES_CELLAR_RAT, pos_of(2, 1));
    stage_act(&stage, ada, ACTION_MOVE, DIR_EAST);
    stage_tick(&stage);
    ck_assert_uint_eq(stage_event(&stage, EVENT_SWAPPED, ada)->other, rat);
    ck_assert(pos_equal(stage_place(&stage, ada), pos_of(2, 1)));
    ck_assert(pos_equal(stage_place(&stage, rat), pos_of(1, 1)));
    stage_release(&stage);
}
END_TEST

START_TEST(a_rat_takes_twice_as_long_for_a_step_as_a_delver)
{
    const struct action west = {.verb = ACTION_MOVE, .dir = DIR_WEST};
    struct stage stage;

    stage_init(&stage, hall);
    const struct body *rat =
        world_body(stage.world, stage_foe(&stage, SPECIES_CELLAR_RAT, pos_of(5, 2)));
    action_apply(stage.world, world_body(stage.world, rat->id), &west);
    ck_assert_uint_eq(rat->ready_clock, rat->level->clock + 2 * (uint64_t)action_cost(ACTION_MOVE));
    stage_release(&stage);
}
END_TEST

START_TEST(foes_go_with_their_level_and_leave_their_places_free)
{
    struct stage stage;
    body_id first = 0;

    stage_init(&stage, hall);
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < STAGE_FOES_MAX; i++)
            first = stage_foe(&stage, SPECIES_CELLAR_RAT, pos_of(1 + i, 2));
        ck_assert_ptr_null(
            foe_add(stage.world, SPECIES_CELLAR_RAT, stage_level(&stage), pos_of(1, 3)));
        if (round == 1) /* another in its place */
            stage_input(&stage, INPUT_LEVEL_SWAP, 0)->level =
                draw_level(hall, (struct level_key){0, 1, ++stage.key.generation});
        else
            stage_input(&stage, INPUT_LEVEL_DROP, 0)->key = stage.key;
        stage_tick(&stage);
        ck_assert_ptr_null(world_body(stage.world, first));
        if (round != 1)
            stage_add_level(&stage, hall, stage.key);
        stage_tick(&stage);
        ck_assert_uint_eq(stage_level(&stage)->foe_count, 0);
    }
    stage_release(&stage);
}
END_TEST

START_TEST(a_kind_that_does_not_think_stays_where_it_is)
{
    struct stage stage;

    stage_init(&stage, hall);
    (void)stage_join(&stage, 1, pos_of(1, 1));
    body_id drudge = stage_foe(&stage, SPECIES_DRUDGE, pos_of(5, 2));
    for (int i = 0; i < 200; i++) {
        stage_tick(&stage);
        ck_assert(pos_equal(stage_place(&stage, drudge), pos_of(5, 2)));
    }
    stage_release(&stage);
}
END_TEST

START_TEST(a_level_is_stocked_as_the_limits_of_the_world_say)
{
    const struct world_limits limits = {.delvers_max = 1,
                                        .levels_max = 2,
                                        .foes_max = 5,
                                        .items_max = 9,
                                        .level_foes = 3,
                                        .level_items = 4};
    static const uint32_t foes[] = {3, 2}; /* the second level takes what is left */
    struct world *world = NULL;
    struct input inputs[2] = {{.kind = INPUT_LEVEL_ADD}, {.kind = INPUT_LEVEL_ADD}};

    ck_assert_int_eq(world_new(3, 0, limits, &world), ERR_OK);
    for (uint16_t i = 0; i < 2; i++)
        inputs[i].level = draw_level(hall, (struct level_key){0, (uint16_t)(i + 1), 1});
    world_tick(world, inputs, 2);
    for (int i = 0; i < 2; i++) {
        uint32_t items = 0;
        for (item_id id = world->levels[i]->first_item; id != 0; id = world_item(world, id)->next)
            items++;
        ck_assert_uint_eq(world->levels[i]->foe_count, foes[i]);
        ck_assert_uint_eq(items, 4);
        for (body_id id = world->levels[i]->first_foe; id != 0; id = world_body(world, id)->next)
            ck_assert_int_ne(species_row(world_body(world, id)->species)->think, THINK_NONE);
    }
    world_free(world);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("foe");

    tcase_add_test(tcase, a_rat_wanders_over_open_ground);
    tcase_add_test(tcase, a_rat_stands_still_while_no_delver_is_on_its_level);
    tcase_add_test(tcase, a_rat_pushes_nobody_aside);
    tcase_add_test(tcase, a_foe_that_walks_into_somebody_waits);
    tcase_add_test(tcase, a_delver_swaps_places_with_a_rat);
    tcase_add_test(tcase, a_rat_takes_twice_as_long_for_a_step_as_a_delver);
    tcase_add_test(tcase, foes_go_with_their_level_and_leave_their_places_free);
    tcase_add_test(tcase, a_kind_that_does_not_think_stays_where_it_is);
    tcase_add_test(tcase, a_level_is_stocked_as_the_limits_of_the_world_say);
    return suite_run("foe", tcase);
}
