/*
 * The tick of the world, from the top: inputs, the ticks of levels, and what is done between them.
 *
 * In the tick of one level all that live there have their turns, then the delvers among them look
 * about. A level on which a delver strides lives several such ticks at once
 * (world/stride_state.h). Work that concerns more than one level, or the pools of the world, waits
 * for world_tick_end(), which goes through the levels by wing and depth.
 */
#include "world/world_tick.h"

#include "base/check.h"
#include "world/grave.h"
#include "world/learning.h"
#include "world/pedlar.h"
#include "world/sense.h"
#include "world/stairs.h"
#include "world/stock.h"
#include "world/turn.h"
#include "world/world.h"
#include "world/world_input.h"

enum {
    SURVEY_CELLS = 16,   /* newly known, after which it is counted how much of a level was seen */
    CLEAN_UP_MS = 60000, /* from one look for what is over to the next */
};

static void look_about(const struct world *world, struct level *level)
{
    for (uint32_t i = 0; i < level->stale.count; i++) {
        struct delver *delver = world_delver(world, level->stale.ids[i]);
        if (delver == NULL)
            continue;
        uint32_t before = delver->explored;
        recall_before_look(world, delver);
        delver_look(delver);
        recall_after_look(world, delver);
        if (before / SURVEY_CELLS != delver->explored / SURVEY_CELLS)
            learning_survey(delver);
    }
    level->stale.count = 0;
}

static void free_the_gone(struct world *world)
{
    for (uint32_t i = 0; i < world->leaving_count; i++) {
        struct delver *delver = world_delver(world, world->leaving[i]);
        uint32_t slot = (delver->body.id & 0xffff) - 1;

        world->delvers[slot] = NULL;
        world->delver_count--;
        number_set_add(&world->free_slots, slot);
        delver_list_remove(&world->unsaved, delver);
        uint64_t counts[ITEM_KIND_COUNT] = {0};
        ledger_count_life(counts, &delver->life);
        ledger_carry_out(&world->ledger, NULL, counts);
        delver_free(delver);
    }
    world->leaving_count = 0;
}

/* Between two ticks their places are given back. */
static void free_the_dead(struct world *world, struct level *level)
{
    while (level->first_dead != 0) {
        struct foe *foe = body_foe(world_body(world, level->first_dead));
        level->first_dead = foe->body.next;
        foe_free(world, foe);
    }
}

void world_tick_begin(struct world *world, struct input *inputs, size_t input_count)
{
    CHECK(input_count <= WORLD_INPUTS_MAX);
    free_the_gone(world);
    for (uint32_t i = 0; i < world->level_count; i++)
        free_the_dead(world, world->levels[i]);
    world->events.count = 0;
    world->event_text_length = 1;
    world->strides = 0;
    world->tick++;
    for (size_t i = 0; i < input_count; i++)
        world_apply_input(world, &inputs[i]);
}

void level_tick(const struct world *world, struct level *level, struct level_work *work)
{
    level->events.count = 0;
    turns_run(world, level, work, 0);
    look_about(world, level);
    if (level->strider == 0)
        return;
    for (int i = 1; i < stride_ticks(world) && stride_goes_on(world, level); i++) {
        turns_run(world, level, work, i);
        look_about(world, level);
    }
    stride_end(world, level);
}

void world_tick_end(struct world *world)
{
    for (uint32_t i = 0; i < world->level_count; i++) {
        spawn_grant(world, world->levels[i]);
        stairs_hand_over(world, world->levels[i]);
        delver_list_join(&world->unsaved, &world->levels[i]->unsaved);
        strew_run(world, world->levels[i]);
        if (world->tick % world_ms(world, CLEAN_UP_MS) == 0)
            items_clean_up(world, world->levels[i]);
        ledger_close(&world->ledger, &world->levels[i]->holding, &world->levels[i]->ledger);
        graves_fill_in(world, world->levels[i], false);
        refill_run(world, world->levels[i]);
        pedlar_visit_run(world, world->levels[i]);
    }
    if (world->tick % world_ms(world, CLEAN_UP_MS) == 0)
        bundles_clean_up(world);
    items_share_out(world);
}

void world_tick(struct world *world, struct input *inputs, size_t input_count)
{
    world_tick_begin(world, inputs, input_count);
    for (uint32_t i = 0; i < world->level_count; i++)
        level_tick(world, world->levels[i], world->work);
    world_tick_end(world);
}
