/*
 * How each kind of input enters the world. An input that no longer makes sense is dropped without a
 * word: things change between the decision on an input and its tick.
 */
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "world/company.h"
#include "world/ember.h"
#include "world/grave.h"
#include "world/learning.h"
#include "world/name.h"
#include "world/stairs.h"
#include "world/stock.h"
#include "world/world_private.h"

static void apply_level_add(struct world *world, struct input *input)
{
    /* One that was read before another took its place comes too late. */
    if (world_level_at(world, input->level->key.wing, input->level->key.depth) != NULL ||
        world->level_count >= world->limits.levels_max)
        return;
    world_insert_level(world, input->level);
    level_stock(world, input->level, &input->population);
    for (uint32_t i = 0; i < world->limits.delvers_max; i++) {
        if (world->delvers[i] != NULL)
            graves_settle(world, world->delvers[i]);
    }
    input->level = NULL;
}

static void apply_level_drop(struct world *world, struct input *input)
{
    struct level *level = world_level(world, input->key);

    if (level == NULL || level->delver_count > 0)
        return;
    uint32_t slot = world_level_slot(world, level->key.wing, level->key.depth);
    struct level **levels = &world->levels[slot];
    level_clear(world, level);
    delver_list_join(&world->unsaved, &level->unsaved);
    memmove(levels, levels + 1, (--world->level_count - slot) * sizeof(struct level *));
    level_free(level);
}

static bool take_slot(struct world *world, struct delver *delver)
{
    uint32_t slot = number_set_next(&world->free_slots, 0);

    if (slot == world->limits.delvers_max)
        return false;
    number_set_remove(&world->free_slots, slot);
    number_table_put(&world->slot_by_delver, (uint64_t)delver->delver_id, slot);
    world->slot_uses[slot]++;
    delver->body.id = (body_id)world->slot_uses[slot] << 16 | (slot + 1);
    world->delvers[slot] = delver;
    world->delver_count++;
    return true;
}

/* True if somebody may have left from there: a doorway can have been closed since. */
static bool is_place_to_return(const struct level *level, struct pos at)
{
    return level_contains(level, at) && (level_is_walkable(level, at) ||
                                         tile_row(level_tile(level, at))->opens_to != TILE_UNKNOWN);
}

static void apply_join(struct world *world, struct input *input)
{
    struct delver *delver = input->newcomer;
    struct level *level = world_level(world, delver->body.key);
    struct pos at = delver->body.at;

    if (level == NULL || world_find_delver(world, delver->delver_id) != NULL ||
        delver->memory_size != level_cell_count(level))
        return;
    if (level_contains(level, at))
        at = level_ashore(level, at);
    if (!is_place_to_return(level, at))
        at = level->up;
    if (!level_find_free(level, world->search, at, &at) || !take_slot(world, delver))
        return;
    input->newcomer = NULL;
    uint64_t counts[ITEM_KIND_COUNT] = {0};
    ledger_count_life(counts, &delver->life);
    ledger_carry_in(&world->ledger, &level->holding, counts);
    refill_arrival(world, level, at);
    body_place(world, &delver->body, level, at);
    graves_settle(world, delver);
    event_push(&world->events, EVENT_JOINED, &delver->body);
}

static void apply_arrive(struct world *world, struct input *input)
{
    struct delver *delver = world_delver(world, input->actor);
    struct level *level = world_level(world, input->key);

    if (delver == NULL || delver->body.state != BODY_TRANSIT || level == NULL ||
        input->memory == NULL || input->memory_size != level_cell_count(level))
        return;
    if (!stairs_arrive(world, delver, level, input->memory)) {
        event_refuse(&world->events, &delver->body, REFUSAL_NO_LEVEL, DIR_NONE);
        return;
    }
    input->memory = NULL;
    knacks_arrive(delver);
    ember_arrive(world, delver);
}

/* Back to where the stairs were taken. That level is kept loaded while somebody is on the way. One
   that died there does not come back to the place of its death: it leaves the world, and wakes at
   home when it returns. */
static void apply_stay(struct world *world, struct input *input)
{
    struct delver *delver = world_delver(world, input->actor);
    struct pos at;

    if (delver == NULL || delver->body.state != BODY_TRANSIT || delver->transit_home != 0)
        return;
    struct level *level = world_level(world, delver->body.key);
    if (level == NULL || delver->memory_size != level_cell_count(level) ||
        !level_find_free(level, world->search, delver->body.at, &at))
        return;
    stairs_leave(world, delver);
    body_place(world, &delver->body, level, at);
    holding_move_life(NULL, &level->holding, &delver->life);
    (void)event_push(&world->events, EVENT_RETURNED, &delver->body);
    event_refuse(&world->events, &delver->body, REFUSAL_NO_LEVEL, DIR_NONE);
}

static void apply_leave(struct world *world, struct input *input)
{
    struct delver *delver = world_delver(world, input->actor);

    if (delver == NULL || delver->body.state == BODY_GONE)
        return;
    event_push(&world->events, EVENT_LEFT, &delver->body);
    if (delver->body.level != NULL) {
        holding_move_life(&delver->body.level->holding, NULL, &delver->life);
        body_remove(world, &delver->body);
    } else {
        stairs_leave(world, delver);
    }
    /* The last record to be written is the one at the end. */
    delver->is_record_dirty = true;
    delver_list_add(&world->unsaved, delver);
    delver->body.state = BODY_GONE;
    number_table_remove(&world->slot_by_delver, (uint64_t)delver->delver_id);
    delver->body.queue_length = 0;
    CHECK(world->leaving_count < world->limits.delvers_max);
    world->leaving[world->leaving_count++] = delver->body.id;
}

static void apply_link(struct world *world, struct input *input)
{
    struct delver *delver = world_delver(world, input->actor);

    if (delver == NULL || delver->body.state == BODY_GONE || delver->is_link_dead == input->flag)
        return;
    delver->is_link_dead = input->flag;
    delver->body.queue_length = 0;
    if (delver_is_away(delver))
        body_activate(&delver->body);
    event_push(&world->events, input->flag ? EVENT_LINK_LOST : EVENT_LINK_BACK, &delver->body);
}

/* The delver's player is there, and has been told of a death meanwhile. */
static void note_player(struct world *world, struct delver *delver)
{
    delver->peril.acted_at = world->tick;
    delver->peril.is_idle = false;
    if (!delver->life.deaths.is_untold)
        return;
    delver->life.deaths.is_untold = false;
    world_note_change(world, delver);
}

static void apply_action(struct world *world, struct input *input)
{
    struct delver *delver = world_delver(world, input->actor);

    if (delver == NULL || !action_is_valid(input->action))
        return;
    note_player(world, delver);
    body_queue_action(world, &delver->body, input->action);
}

static void apply_stride(struct world *world, struct input *input)
{
    struct delver *delver = world_delver(world, input->actor);

    if (delver == NULL)
        return;
    note_player(world, delver);
    stride_begin(world, delver, input->text);
}

static void apply_cancel(struct world *world, struct input *input)
{
    struct delver *delver = world_delver(world, input->actor);

    if (delver == NULL || delver->body.state != BODY_PRESENT)
        return;
    note_player(world, delver);
    struct event *event = event_push(&world->events, EVENT_CANCELLED, &delver->body);
    event->count = delver->body.queue_length;
    delver->body.queue_length = 0;
}

static void apply_say(struct world *world, struct input *input)
{
    struct delver *delver = world_delver(world, input->actor);
    size_t length = strnlen(input->text, sizeof input->text);

    if (delver == NULL || delver->body.state != BODY_PRESENT || length == 0 ||
        length > SAY_LENGTH_MAX || length + 1 > WORLD_EVENT_TEXT_MAX - world->event_text_length)
        return;
    note_player(world, delver);
    struct event *event = event_push(&world->events, EVENT_SAID, &delver->body);
    event->text = world->event_text_length;
    event->is_emote = input->flag;
    memcpy(world->event_text + world->event_text_length, input->text, length + 1);
    world->event_text_length += (uint32_t)length + 1;
}

static void apply_close(struct world *world, struct input *input)
{
    int depth = input->key.depth;

    if (depth < 1 || depth >= WORLD_CLOSED_WORDS * 64)
        return;
    uint64_t bit = (uint64_t)1 << depth % 64;
    uint64_t *word = &world->closed_depths[depth / 64];
    *word = input->flag ? *word | bit : *word & ~bit;
}

static void apply_send(struct world *world, struct input *input)
{
    struct delver *delver = world_delver(world, input->actor);

    if (delver != NULL && delver->body.state == BODY_PRESENT)
        stairs_send(world, delver, input->key, input->at);
}

static void apply_forget(struct world *world, struct input *input)
{
    for (uint32_t i = 0; i < world->level_count; i++) {
        struct level *level = world->levels[i];
        graves_forget(world, level, input->delver_id, input->flag);
        items_disown(world, level, input->delver_id);
    }
    for (uint32_t i = 0; i < world->limits.delvers_max; i++) {
        if (world->delvers[i] != NULL)
            bundle_forget(world, world->delvers[i], input->delver_id, input->flag);
    }
}

static void apply_pace(struct world *world, struct input *input)
{
    struct delver *delver = world_delver(world, input->actor);
    uint32_t pace = input->action.count;

    if (delver != NULL && (pace == PACE_FULL || pace == PACE_SLOWER || pace == PACE_SLOWEST))
        delver->pace_wish = (uint16_t)pace;
}

static void apply_party(struct world *world, struct input *input)
{
    struct delver *delver = world_delver(world, input->actor);

    if (delver == NULL || delver->party == input->action.count)
        return;
    delver->party = input->action.count;
    if (delver->body.level != NULL)
        delver->body.level->is_stirred = true;
}

static void apply_rename(struct world *world, struct input *input)
{
    struct delver *delver = world_find_delver(world, input->delver_id);
    char name[NAME_LENGTH_MAX + 1] = "";

    if (name_normalise(input->text, name) != ERR_OK)
        return;
    for (uint32_t i = 0; i < world->level_count; i++)
        graves_rename(world, world->levels[i], input->delver_id, name);
    for (uint32_t i = 0; i < world->limits.delvers_max; i++) {
        if (world->delvers[i] != NULL)
            bundle_rename(world, world->delvers[i], input->delver_id, name);
    }
    if (delver == NULL || delver->body.state == BODY_GONE)
        return;
    memcpy(delver->name, name, sizeof name);
    event_push(&world->events, EVENT_RENAMED, &delver->body);
}

static void (*const input_table[])(struct world *, struct input *) = {
    [INPUT_LEVEL_ADD] = apply_level_add,
    [INPUT_LEVEL_DROP] = apply_level_drop,
    [INPUT_JOIN] = apply_join,
    [INPUT_ARRIVE] = apply_arrive,
    [INPUT_STAY] = apply_stay,
    [INPUT_LEAVE] = apply_leave,
    [INPUT_LINK] = apply_link,
    [INPUT_ACTION] = apply_action,
    [INPUT_CANCEL] = apply_cancel,
    [INPUT_SAY] = apply_say,
    [INPUT_LEVEL_SWAP] = level_swap_apply,
    [INPUT_CLOSE] = apply_close,
    [INPUT_SEND] = apply_send,
    [INPUT_PROVIDE] = provide_apply,
    [INPUT_FORGET] = apply_forget,
    [INPUT_PACE] = apply_pace,
    [INPUT_RENAME] = apply_rename,
    [INPUT_PARTY] = apply_party,
    [INPUT_STRIDE] = apply_stride,
};

void world_apply_input(struct world *world, struct input *input)
{
    CHECK(input->kind >= INPUT_LEVEL_ADD && input->kind < INPUT_KIND_END);
    input_table[input->kind](world, input);
    input_release(input);
}
