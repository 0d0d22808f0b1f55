/*
 * The world: limits, ids, levels, speech, and the hash of the state.
 */
#include "support/stage.h"
#include "support/test.h"
#include "world/world_hash.h"
#include "world/world_tick.h"

#include <string.h>

static const char hall[] = "########\n"
                           "#<....>#\n"
                           "#......#\n"
                           "########\n";

TEST(limits_outside_theirs_are_refused)
{
    const struct world_limits bad[] = {
        {.delvers_max = 0, .levels_max = 1},
        {.delvers_max = 1, .levels_max = 0},
        {.delvers_max = WORLD_DELVERS_MAX + 1, .levels_max = 1},
        {.delvers_max = 1, .levels_max = WORLD_LEVELS_MAX + 1},
        {.delvers_max = 1, .levels_max = 1, .foes_max = WORLD_FOES_MAX + 1},
        {.delvers_max = 1, .levels_max = 1, .items_max = WORLD_ITEMS_MAX + 1},
    };

    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct world *world = NULL;
        ck_assert_int_eq(world_new(1, 0, bad[i], &world), ERR_RANGE);
        ck_assert_ptr_null(world);
    }
    world_free(NULL);
}

TEST(the_tick_counts_on_from_where_the_world_was_saved)
{
    const struct world_limits limits = {.delvers_max = 1, .levels_max = 1};
    struct world *world = NULL;

    ck_assert_int_eq(world_new(1, 41, limits, &world), ERR_OK);
    world_tick(world, NULL, 0);
    ck_assert_uint_eq(world->tick, 42);
    world_free(world);
}

TEST(newcomers_without_a_place_come_up_at_the_stairs)
{
    const struct level_key nowhere = {.wing = 9, .depth = 9, .generation = 9};
    struct stage stage;

    stage_init(&stage, hall);
    body_id id = stage_join(&stage, 1, pos_of(0, 0));
    ck_assert_msg(pos_equal(stage_place(&stage, id), pos_of(1, 1)), "rock is no place");
    id = stage_join(&stage, 2, pos_of(-5, 900));
    ck_assert(pos_distance(stage_place(&stage, id), pos_of(1, 1)) == 1);
    id = stage_join(&stage, 3, pos_of(5, 2));
    ck_assert(pos_equal(stage_place(&stage, id), pos_of(5, 2)));
    stage_ask_join(&stage, 4, nowhere, pos_of(2, 2));
    stage_tick(&stage);
    ck_assert_msg(world_find_delver(stage.world, 4) == NULL, "that level is not loaded");
    stage_ask_join(&stage, 5, stage.key, pos_of(2, 2));
    stage.inputs[0].newcomer->memory_size--;
    stage_tick(&stage);
    ck_assert_msg(world_find_delver(stage.world, 5) == NULL, "that memory is of no such level");
    stage_release(&stage);
}

TEST(a_full_world_and_a_full_level_take_nobody_in)
{
    struct stage stage;

    stage_init(&stage, "###\n#<#\n###\n");
    stage_join(&stage, 1, pos_of(1, 1));
    stage_ask_join(&stage, 2, stage.key, pos_of(1, 1));
    stage_tick(&stage);
    ck_assert_uint_eq(stage.world->delver_count, 1);
    ck_assert_int_eq(stage_event_count(&stage), 0);
    stage_release(&stage);

    stage_init(&stage, "........\n........\n........\n");
    for (int i = 0; i < STAGE_DELVERS_MAX; i++)
        stage_join(&stage, i + 1, pos_of(0, 0));
    stage_ask_join(&stage, 99, stage.key, pos_of(0, 0));
    stage_tick(&stage);
    ck_assert_ptr_null(world_find_delver(stage.world, 99));
    stage_release(&stage);
}

TEST(an_id_is_never_somebody_elses)
{
    struct stage stage;

    stage_init(&stage, hall);
    body_id first = stage_join(&stage, 1, pos_of(2, 1));
    stage_input(&stage, INPUT_LEAVE, first);
    stage_tick(&stage);
    ck_assert_msg(world_delver(stage.world, first) != NULL,
                  "the gone are found until the next tick");
    stage_tick(&stage);
    ck_assert_ptr_null(world_delver(stage.world, first));
    body_id second = stage_join(&stage, 2, pos_of(2, 1));
    ck_assert_uint_eq(first & 0xffff, second & 0xffff);
    ck_assert_uint_ne(first, second);
    ck_assert_ptr_null(world_delver(stage.world, first));
    ck_assert_ptr_null(world_delver(stage.world, 0));
    ck_assert_ptr_null(world_delver(stage.world, 0xffffffff));
    stage_release(&stage);
}

TEST(levels_come_once_and_go_only_when_empty)
{
    struct stage stage;

    stage_init(&stage, hall);
    struct level *level = stage_level(&stage);
    stage_add_level(&stage, hall, stage.key);
    stage_tick(&stage);
    ck_assert_uint_eq(stage.world->level_count, 1);
    ck_assert_ptr_eq(stage_level(&stage), level);

    body_id id = stage_join(&stage, 1, pos_of(2, 1));
    stage_input(&stage, INPUT_LEVEL_DROP, 0)->key = stage.key;
    stage_tick(&stage);
    ck_assert_uint_eq(stage.world->level_count, 1);
    stage_input(&stage, INPUT_LEAVE, id);
    stage_input(&stage, INPUT_LEVEL_DROP, 0)->key = stage.key;
    stage_tick(&stage);
    ck_assert_uint_eq(stage.world->level_count, 0);
    const struct event *left = stage_event(&stage, EVENT_LEFT, id);
    ck_assert_msg(left != NULL && level_key_equal(left->level, stage.key),
                  "an event names where it happened though that level is no more");
    stage_input(&stage, INPUT_LEVEL_DROP, 0)->key = stage.key;
    stage_tick(&stage);
    ck_assert_uint_eq(stage.world->level_count, 0);

    for (uint16_t depth = 1; depth <= STAGE_LEVELS_MAX + 1; depth++)
        stage_add_level(&stage, hall, (struct level_key){0, depth, 1});
    stage_tick(&stage);
    ck_assert_uint_eq(stage.world->level_count, STAGE_LEVELS_MAX);
    stage_release(&stage);
}

TEST(speech_has_a_length_and_a_tick_has_room_for_so_much_of_it)
{
    struct stage stage;

    stage_init(&stage, hall);
    body_id id = stage_join(&stage, 1, pos_of(2, 1));
    stage_say(&stage, id, "anybody here?");
    stage_input(&stage, INPUT_SAY, id);
    struct input *endless = stage_input(&stage, INPUT_SAY, id);
    memset(endless->text, 'x', sizeof endless->text);
    stage_tick(&stage);
    ck_assert_int_eq(stage_event_count(&stage), 1);
    ck_assert_str_eq(stage_text(&stage, EVENT_SAID, id), "anybody here?");

    for (int i = 0; i < 300; i++)
        memset(stage_input(&stage, INPUT_SAY, id)->text, 'x', SAY_LENGTH_MAX);
    stage_tick(&stage);
    ck_assert_int_eq(stage_event_count(&stage), WORLD_EVENT_TEXT_MAX / (SAY_LENGTH_MAX + 1));
    struct event_cursor cursor = {0};
    const struct event *event;
    while ((event = world_next_event(stage.world, &cursor)) != NULL)
        ck_assert_uint_eq(strlen(world_event_text(stage.world, event)), SAY_LENGTH_MAX);
    stage_release(&stage);
}

TEST(the_hash_does_not_depend_on_where_things_lie_in_memory)
{
    const struct level_key deeper = {.wing = 0, .depth = 2, .generation = 1};
    struct stage one;
    struct stage two;

    stage_init(&one, hall);
    stage_join(&one, 1, pos_of(2, 1));
    stage_ask_join(&one, 2, one.key, pos_of(4, 1));
    stage_add_level(&one, hall, deeper);
    stage_tick(&one);

    stage_init(&two, hall);
    stage_join(&two, 1, pos_of(2, 1));
    stage_add_level(&two, hall, deeper);
    stage_ask_join(&two, 2, two.key, pos_of(4, 1));
    stage_tick(&two);
    struct level *kept = two.world->levels[0];
    two.world->levels[0] = two.world->levels[1];
    two.world->levels[1] = kept;
    ck_assert_uint_eq(world_hash(one.world), world_hash(two.world));

    stage_tick(&one);
    ck_assert_uint_ne(world_hash(one.world), world_hash(two.world));
    stage_tick(&two);
    stage_act(&one, world_find_delver(one.world, 2)->body.id, ACTION_MOVE, DIR_EAST);
    stage_tick(&one);
    stage_tick(&two);
    ck_assert_uint_ne(world_hash(one.world), world_hash(two.world));
    stage_release(&one);
    stage_release(&two);
}
