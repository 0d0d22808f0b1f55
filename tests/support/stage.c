/*
 * Scenes in a small world.
 */
#include "support/stage.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

#include "world/world.h"
#include "world/world_tick.h"

void stage_init(struct stage *stage, const char *text)
{
    const struct world_limits limits = {.delvers_max = STAGE_DELVERS_MAX,
                                        .levels_max = STAGE_LEVELS_MAX,
                                        .foes_max = STAGE_FOES_MAX,
                                        .items_max = STAGE_ITEMS_MAX};

    *stage = (struct stage){.key = {.wing = 0, .depth = 1, .generation = 1}};
    stage->inputs = calloc(STAGE_INPUTS_MAX, sizeof *stage->inputs);
    ck_assert_ptr_nonnull(stage->inputs);
    ck_assert_int_eq(world_new(7, 0, limits, &stage->world), ERR_OK);
    stage_add_level(stage, text, stage->key);
    stage_tick(stage);
}

void stage_release(struct stage *stage)
{
    for (size_t i = 0; i < stage->input_count; i++)
        input_release(&stage->inputs[i]);
    free(stage->inputs);
    world_free(stage->world);
}

struct input *stage_input(struct stage *stage, enum input_kind kind, body_id delver)
{
    ck_assert_uint_lt(stage->input_count, STAGE_INPUTS_MAX);
    struct input *input = &stage->inputs[stage->input_count++];

    *input = (struct input){.kind = kind, .actor = delver};
    return input;
}

void stage_tick(struct stage *stage)
{
    world_tick(stage->world, stage->inputs, stage->input_count);
    stage->input_count = 0;
}

void stage_ticks(struct stage *stage, int count)
{
    for (int i = 0; i < count; i++)
        stage_tick(stage);
}

void stage_add_level(struct stage *stage, const char *text, struct level_key key)
{
    stage_input(stage, INPUT_LEVEL_ADD, 0)->level = draw_level(text, key);
}

struct delver_record stage_newborn(void)
{
    struct delver_record record = {
        .level = {.depth = 1}, .health = 10, .health_max = 10, .life = life_new()};

    record.life.explored[0] = UINT64_MAX;
    record.life.gold = 0;
    return record;
}

void stage_ask_join(struct stage *stage, int64_t delver_id, struct level_key key, struct pos at)
{
    const struct level *level = world_level(stage->world, key);
    struct delver_record record = stage_newborn();
    size_t size = level == NULL ? 1 : level_cell_count(level);
    struct delver *newcomer = NULL;

    record.id = delver_id;
    record.level = key;
    record.at = at;
    ck_assert_int_eq(delver_new(&record, "Ada", NULL, size, &newcomer), ERR_OK);
    stage_input(stage, INPUT_JOIN, 0)->newcomer = newcomer;
}

body_id stage_join(struct stage *stage, int64_t delver_id, struct pos at)
{
    stage_ask_join(stage, delver_id, stage->key, at);
    stage_tick(stage);
    const struct delver *delver = world_find_delver(stage->world, delver_id);
    ck_assert_ptr_nonnull(delver);
    return delver->body.id;
}

void stage_act(struct stage *stage, body_id delver, enum action_verb verb, enum dir dir)
{
    stage_input(stage, INPUT_ACTION, delver)->action = (struct action){.verb = verb, .dir = dir};
}

void stage_use(struct stage *stage, body_id delver, struct action action)
{
    stage_input(stage, INPUT_ACTION, delver)->action = action;
}

body_id stage_foe(struct stage *stage, enum species_id species, struct pos at)
{
    const struct foe *foe = foe_add(stage->world, species, stage_level(stage), at, MOOD_ROAMING);

    ck_assert_ptr_nonnull(foe);
    return foe->body.id;
}

item_id stage_item(struct stage *stage, enum item_kind kind, struct pos at)
{
    const struct item *item = item_add(stage->world, stack_of(kind, 1), stage_level(stage), at);

    ck_assert_ptr_nonnull(item);
    return item->id;
}

void stage_say(struct stage *stage, body_id delver, const char *text)
{
    struct input *input = stage_input(stage, INPUT_SAY, delver);

    snprintf(input->text, sizeof input->text, "%s", text);
}

void stage_arrive(struct stage *stage, body_id delver, struct level_key key)
{
    const struct level *level = world_level(stage->world, key);
    struct input *input = stage_input(stage, INPUT_ARRIVE, delver);

    input->key = key;
    input->memory_size = level == NULL ? 1 : level_cell_count(level);
    input->memory = delver_memory_new(input->memory_size);
    ck_assert_ptr_nonnull(input->memory);
}

struct level *stage_level(const struct stage *stage)
{
    struct level *level = world_level(stage->world, stage->key);

    ck_assert_ptr_nonnull(level);
    return level;
}

struct delver *stage_delver(const struct stage *stage, body_id delver)
{
    struct delver *found = world_delver(stage->world, delver);

    ck_assert_ptr_nonnull(found);
    return found;
}

struct pos stage_place(const struct stage *stage, body_id delver)
{
    const struct body *body = world_body(stage->world, delver);

    ck_assert_ptr_nonnull(body);
    return body->at;
}

const struct event *stage_event(const struct stage *stage, enum event_kind kind, body_id delver)
{
    struct event_cursor cursor = {0};
    const struct event *event;

    while ((event = world_next_event(stage->world, &cursor)) != NULL) {
        if (event->kind == kind && event->actor == delver)
            return event;
    }
    return NULL;
}

int stage_event_count(const struct stage *stage)
{
    struct event_cursor cursor = {0};
    int count = 0;

    while (world_next_event(stage->world, &cursor) != NULL)
        count++;
    return count;
}

const char *stage_text(const struct stage *stage, enum event_kind kind, body_id delver)
{
    const struct event *event = stage_event(stage, kind, delver);

    ck_assert_ptr_nonnull(event);
    return world_event_text(stage->world, event);
}

void stage_expect_refusal(const struct stage *stage, body_id delver, enum refusal refusal)
{
    const struct event *event = stage_event(stage, EVENT_REFUSED, delver);

    ck_assert_msg(event != NULL, "nothing was refused");
    ck_assert_int_eq(event->refusal, refusal);
}
