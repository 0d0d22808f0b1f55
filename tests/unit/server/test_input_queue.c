/*
 * The queue of inputs: kept in the order they came, to the limit of a tick, and what never reached
 * a world is freed.
 */
#include "server/game/input_queue.h"

#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#include "support/draw_level.h"
#include "support/test.h"
#include "world/world_tick.h"

TEST(inputs_stay_in_the_order_they_came)
{
    struct input_queue queue;

    ck_assert_int_eq(input_queue_init(&queue), ERR_OK);
    for (uint32_t i = 1; i <= 100; i++)
        ck_assert_ptr_nonnull(input_queue_add(&queue, i % 2 == 0 ? INPUT_ACTION : INPUT_CANCEL, i));
    ck_assert_uint_eq(queue.count, 100);
    for (uint32_t i = 1; i <= 100; i++) {
        ck_assert_uint_eq(queue.items[i - 1].actor, i);
        ck_assert_int_eq(queue.items[i - 1].kind, i % 2 == 0 ? INPUT_ACTION : INPUT_CANCEL);
    }
    input_queue_release(&queue);
}

TEST(a_new_input_has_nothing_of_the_one_before_in_its_place)
{
    struct input_queue queue;

    ck_assert_int_eq(input_queue_init(&queue), ERR_OK);
    struct input *input = input_queue_add(&queue, INPUT_SAY, 1);
    snprintf(input->text, sizeof input->text, "%s", "a secret");
    input->flag = true;
    input->memory_size = 9;
    input->action = (struct action){.verb = ACTION_OPEN, .dir = DIR_EAST};
    input_queue_clear(&queue);
    ck_assert_uint_eq(queue.count, 0);
    input = input_queue_add(&queue, INPUT_SAY, 2);
    ck_assert_uint_eq(queue.count, 1);
    for (size_t i = 0; i < sizeof input->text; i++)
        ck_assert_int_eq(input->text[i], '\0');
    ck_assert(!input->flag);
    ck_assert_uint_eq(input->memory_size, 0);
    ck_assert_int_eq(input->action.verb, ACTION_NONE);
    ck_assert_int_eq(input->action.dir, DIR_NONE);
    ck_assert_ptr_null(input->level);
    ck_assert_ptr_null(input->newcomer);
    ck_assert_ptr_null(input->memory);
    input_queue_release(&queue);
}

TEST(actions_can_be_taken_back_and_nothing_else)
{
    struct input_queue queue;
    static const struct {
        enum input_kind kind;
        body_id delver;
    } table[] = {{INPUT_ACTION, 1}, {INPUT_ACTION, 2}, {INPUT_CANCEL, 1}, {INPUT_STRIDE, 1},
                 {INPUT_SAY, 2},    {INPUT_ACTION, 3}, {INPUT_ACTION, 1}};
    static const size_t kept[] = {1, 2, 4, 5};

    ck_assert_int_eq(input_queue_init(&queue), ERR_OK);
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        ck_assert_ptr_nonnull(input_queue_add(&queue, table[i].kind, table[i].delver));
    for (int times = 0; times < 2; times++) {
        input_queue_take_back(&queue, 1);
        ck_assert_uint_eq(queue.count, sizeof kept / sizeof kept[0]);
        for (size_t i = 0; i < queue.count; i++) {
            ck_assert_int_eq(queue.items[i].kind, table[kept[i]].kind);
            ck_assert_uint_eq(queue.items[i].actor, table[kept[i]].delver);
        }
    }
    input_queue_release(&queue);
}

TEST(a_full_tick_takes_no_more_and_the_next_does)
{
    struct input_queue queue;

    ck_assert_int_eq(input_queue_init(&queue), ERR_OK);
    for (uint32_t i = 0; i < WORLD_INPUTS_MAX; i++)
        ck_assert_ptr_nonnull(input_queue_add(&queue, INPUT_CANCEL, i + 1));
    ck_assert_ptr_null(input_queue_add(&queue, INPUT_CANCEL, 1));
    ck_assert_uint_eq(queue.count, WORLD_INPUTS_MAX);
    ck_assert_uint_eq(queue.items[WORLD_INPUTS_MAX - 1].actor, WORLD_INPUTS_MAX);
    input_queue_clear(&queue);
    ck_assert_ptr_nonnull(input_queue_add(&queue, INPUT_CANCEL, 7));
    ck_assert_uint_eq(queue.items[0].actor, 7);
    input_queue_release(&queue);
}

/* The sanitizer reports memory that is not freed, or freed twice. */
TEST(releasing_frees_what_no_world_took)
{
    const struct delver_record record = {.id = 1};
    struct input_queue queue;

    ck_assert_int_eq(input_queue_init(&queue), ERR_OK);
    input_queue_add(&queue, INPUT_LEVEL_ADD, 0)->level =
        draw_level("###\n#.#\n###\n", (struct level_key){.depth = 1});
    struct input *join = input_queue_add(&queue, INPUT_JOIN, 0);
    ck_assert_int_eq(delver_new(&record, "Ada", NULL, 16, &join->newcomer), ERR_OK);
    struct input *arrive = input_queue_add(&queue, INPUT_ARRIVE, 1);
    arrive->memory = delver_memory_new(16);
    ck_assert_ptr_nonnull(arrive->memory);
    input_queue_release(&queue);
    ck_assert_ptr_null(queue.items);
    ck_assert_uint_eq(queue.count, 0);
}

TEST(a_world_takes_over_what_the_inputs_own)
{
    const struct world_limits limits = {.delvers_max = 4, .levels_max = 4};
    struct input_queue queue;
    struct world *world = NULL;

    ck_assert_int_eq(world_new(1, 0, limits, &world), ERR_OK);
    ck_assert_int_eq(input_queue_init(&queue), ERR_OK);
    input_queue_add(&queue, INPUT_LEVEL_ADD, 0)->level =
        draw_level("###\n#.#\n###\n", (struct level_key){.depth = 1});
    world_tick(world, queue.items, queue.count);
    input_queue_clear(&queue);
    input_queue_release(&queue);
    ck_assert_uint_eq(world->level_count, 1);
    world_free(world);
}
