/*
 * Foes: what a rat does by itself and among delvers, and where its place goes.
 */
#include "support/stage.h"
#include "support/test.h"
#include "world/world.h"
#include "world/world_tick.h"

static const char hall[] = "##########\n"
                           "#<.......#\n"
                           "#........#\n"
                           "#........#\n"
                           "##########\n";

TEST(a_rat_stands_still_while_no_delver_is_on_its_level)
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

TEST(foes_go_with_their_level_and_leave_their_places_free)
{
    struct stage stage;
    body_id first = 0;

    stage_init(&stage, hall);
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < STAGE_FOES_MAX; i++)
            first = stage_foe(&stage, SPECIES_CELLAR_RAT, pos_of(1 + i, 2));
        ck_assert_ptr_null(foe_add(stage.world, SPECIES_CELLAR_RAT, stage_level(&stage),
                                   pos_of(1, 3), MOOD_ASLEEP));
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

TEST(a_level_is_stocked_as_the_limits_of_the_world_say)
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
    }
    world_free(world);
}
