/*
 * The tick of the world, from the bottom: how each kind of input enters it, and then inputs, the
 * ticks of levels, and what is done between them.
 *
 * An input that no longer makes sense is dropped without a word: things change between the decision
 * on an input and its tick. A level that is put in the place of another takes over everybody who
 * was there, whole within one tick or not at all. Bodies, and delvers on the stairs who would come
 * back, are at the stairs up of the new level afterwards; their memories of it came with it.
 *
 * In the tick of one level all that live there have their turns, then the delvers among them look
 * about. A level on which a delver strides lives several such ticks at once (world/delver.h). Work
 * that concerns more than one level, or the pools of the world, waits for world_tick_end(), which
 * goes through the levels by wing and depth.
 */
#include "world/world_tick.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "world/boss.h"
#include "world/chalk.h"
#include "world/company.h"
#include "world/grave.h"
#include "world/life.h"
#include "world/mind.h"
#include "world/name.h"
#include "world/pedlar.h"
#include "world/oath.h"
#include "world/sense.h"
#include "world/stairs.h"
#include "world/populate.h"
#include "world/turn.h"
#include "world/vault.h"
#include "world/world.h"

/* True for a delver between levels that came from the level which `level` replaces. */
static bool is_on_way_from(const struct delver *delver, const struct level *level)
{
    return delver->body.key.wing == level->key.wing && delver->body.key.depth == level->key.depth;
}

/* Returns the memory meant for that delver, else one for any delver; NULL: none is left. */
static struct input_memory *find_memory(struct input *input, int64_t delver_id)
{
    struct input_memory *blank = NULL;

    for (size_t i = 0; i < input->memory_count; i++) {
        struct input_memory *memory = &input->memories[i];
        if (memory->tiles != NULL && memory->delver_id == delver_id)
            return memory;
        if (memory->tiles != NULL && memory->delver_id == 0 && blank == NULL)
            blank = memory;
    }
    return blank;
}

struct crowd {
    size_t people;
    size_t strangers; /* delvers without a memory in the input */
};

static void count_in(struct crowd *crowd, const struct delver *delver, struct input *input)
{
    const struct input_memory *memory = find_memory(input, delver->delver_id);

    crowd->people++;
    crowd->strangers += memory == NULL || memory->delver_id == 0;
}

/* True if all delvers on the old level, and on the way from it, have a memory to take and a cell to
   stand on. */
static bool has_room(const struct world *world, const struct level *old, struct input *input)
{
    struct crowd crowd = {0};
    size_t blanks = 0;
    size_t cells = 0;
    const struct delver *delver;

    for (body_id id = old == NULL ? 0 : old->first_delver; id != 0; id = delver->body.next) {
        delver = world_delver(world, id);
        count_in(&crowd, delver, input);
    }
    for (body_id id = world->first_transit; id != 0; id = delver->body.next) {
        delver = world_delver(world, id);
        if (is_on_way_from(delver, input->level))
            count_in(&crowd, delver, input);
    }
    for (size_t i = 0; i < input->memory_count; i++)
        blanks += input->memories[i].delver_id == 0;
    for (size_t i = 0; i < level_cell_count(input->level); i++)
        cells += tile_row((enum tile_id)input->level->tiles[i])->is_walkable;
    return crowd.strangers <= blanks && crowd.people <= cells &&
           crowd.people <= world->events.max - world->events.count;
}

static void take_memory(struct world *world, struct delver *delver, struct input *input)
{
    struct input_memory *memory = find_memory(input, delver->delver_id);

    CHECK(memory != NULL);
    delver_set_memory(delver, memory->tiles, level_cell_count(input->level));
    memory->tiles = NULL;
    delver->sequence++;
    delver->is_record_dirty = true;
    delver_list_add(&world->unsaved, delver);
}

/* Removes a foe and returns its cell. */
static struct pos take_from_foe(struct world *world, struct level *level)
{
    struct body *body = world_body(world, level->first_foe);

    while (body != NULL && !level_is_walkable(level, body->at))
        body = world_body(world, body->next);
    CHECK(body != NULL);
    struct pos at = body->at;
    foe_free(world, body_foe(body));
    return at;
}

/* Returns a cell beside the stairs up; if all that can be reached from there is taken, any free
   cell. There is one for each delver, if foes make room. */
static struct pos find_cell(struct world *world, struct level *level)
{
    struct pos at;

    if (level_find_free(level, world->search, level->up, &at))
        return at;
    for (size_t i = 0; i < level_cell_count(level); i++) {
        at = pos_of((int)i % level->width, (int)i / level->width);
        if (level_is_walkable(level, at) && level->bodies[i] == 0)
            return at;
    }
    return take_from_foe(world, level);
}

static void move_body(struct world *world, struct delver *delver, struct input *input)
{
    int dropped = delver->body.queue_length;

    holding_move_life(&delver->body.level->holding, &input->level->holding, &delver->life);
    body_remove(world, &delver->body);
    take_memory(world, delver, input);
    delver->body.queue_length = 0;
    body_place(world, &delver->body, input->level, find_cell(world, input->level));
    struct event *event = event_push(&world->events, EVENT_ARRIVED, &delver->body);
    event->passage = input->flag ? PASSAGE_PUT_BACK : PASSAGE_REMADE;
    event->count = dropped;
}

/* Lets the delvers on their way from the old level return to the stairs up of the new one, if their
   way fails. */
static void move_way_back(struct world *world, struct input *input)
{
    const struct level *level = input->level;

    for (body_id id = world->first_transit; id != 0;) {
        struct delver *delver = world_delver(world, id);
        id = delver->body.next;
        if (!is_on_way_from(delver, level))
            continue;
        take_memory(world, delver, input);
        delver->body.key = level->key;
        delver->body.at = level->up;
    }
}

/* Does INPUT_LEVEL_SWAP, completely or not at all. */
static void level_swap_apply(struct world *world, struct input *input)
{
    struct level_key key = input->level->key;
    struct level *old = world_level_at(world, key.wing, key.depth);

    /* Graves that are not in memory could not come over. */
    if ((old == NULL && (input->takes_over || world->level_count >= world->limits.levels_max)) ||
        (old != NULL && level_key_equal(old->key, key)) || !has_room(world, old, input))
        return;
    uint32_t graves = old == NULL ? 0 : old->first_grave;
    move_way_back(world, input);
    if (old != NULL) {
        old->first_grave = 0;
        level_clear(world, old);
        old->first_grave = graves;
    }
    level_populate(world, input->level, &input->population);
    /* Graves of a level that is put back were moved off it when it was replaced. */
    graves_fill_in(world, input->level, true);
    if (old != NULL)
        graves_move(world, old, input->level);
    while (old != NULL && old->first_delver != 0)
        move_body(world, world_delver(world, old->first_delver), input);
    if (old != NULL)
        world->levels[world_level_slot(world, key.wing, key.depth)] = input->level;
    else
        world_insert_level(world, input->level);
    if (old != NULL)
        delver_list_join(&world->unsaved, &old->unsaved);
    level_free(old);
    input->level = NULL;
}

static void apply_level_add(struct world *world, struct input *input)
{
    /* A level that was read before another took its place comes too late. */
    if (world_level_at(world, input->level->key.wing, input->level->key.depth) != NULL ||
        world->level_count >= world->limits.levels_max)
        return;
    world_insert_level(world, input->level);
    level_populate(world, input->level, &input->population);
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

/* True if a delver may return to that cell. A doorway counts, since it may have been closed after
   the delver left. */
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
    repopulate_arrival(world, level, at);
    body_place(world, &delver->body, level, at);
    vault_keep_key(&world->events,
                   delver); /* after a server that ended without a word to anybody */
    graves_settle(world, delver);
    event_push(&world->events, EVENT_JOINED, &delver->body);
    oath_settle(world, delver);
}

static void apply_arrive(struct world *world, struct input *input)
{
    struct delver *delver = world_delver(world, input->actor);
    struct level *level = world_level(world, input->key);
    struct pos at;

    if (delver == NULL || delver->body.state != BODY_TRANSIT || level == NULL ||
        input->memory == NULL || input->memory_size != level_cell_count(level))
        return;
    /* First of all: a home may be the cell asked for. */
    foes_go_home(world, level);
    /* A delver that is turned back still knows only the level that it left. */
    if (!stairs_find_arrival(world, delver, level, &at)) {
        event_refuse(&world->events, &delver->body, REFUSAL_NO_LEVEL, DIR_NONE);
        return;
    }
    repopulate_arrival(world, level, at);
    stairs_arrive(world, delver, level, at, input->memory);
    input->memory = NULL;
    oath_settle(world, delver);
    knacks_arrive(delver);
    ember_arrive(world, delver);
}

/* Does INPUT_STAY: puts the delver back to where it took the stairs. That level stays loaded while
   a delver is on its way from it. A dead delver does not return to the place of its death: it
   leaves the world, and wakes in its haven when its player is back. */
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
        vault_keep_key(&world->events, delver);
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

/* Records that the delver's player is there, and has been told of a death meanwhile. */
static void note_player(struct world *world, struct delver *delver)
{
    delver->time.acted_at = world->tick;
    delver->time.is_idle = false;
    if (!delver->life.deaths.is_unreported)
        return;
    delver->life.deaths.is_unreported = false;
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
        chalk_forget(level, input->delver_id);
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

static void apply_trade(struct world *world, struct input *input)
{
    struct delver *delver = world_delver(world, input->actor);

    if (delver == NULL)
        return;
    note_player(world, delver);
    trade_apply(world, delver, &input->action);
}

static void apply_duel(struct world *world, struct input *input)
{
    struct delver *delver = world_delver(world, input->actor);

    if (delver == NULL)
        return;
    note_player(world, delver);
    duel_apply(world, delver, input->action.target, input->flag);
}

static void apply_alone(struct world *world, struct input *input)
{
    struct delver *delver = world_delver(world, input->actor);

    if (delver != NULL)
        delver->wants_alone = input->flag;
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
    for (uint32_t i = 0; i < world->level_count; i++) {
        graves_rename(world, world->levels[i], input->delver_id, name);
        chalk_rename(world->levels[i], input->delver_id, name);
    }
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
    [INPUT_PROVIDE] = place_by_admin,
    [INPUT_FORGET] = apply_forget,
    [INPUT_PACE] = apply_pace,
    [INPUT_RENAME] = apply_rename,
    [INPUT_PARTY] = apply_party,
    [INPUT_STRIDE] = apply_stride,
    [INPUT_TRADE] = apply_trade,
    [INPUT_DUEL] = apply_duel,
    [INPUT_ALONE] = apply_alone,
};

/* Applies an input, and releases the memory that the world did not take over. */
static void world_apply_input(struct world *world, struct input *input)
{
    CHECK(input->kind >= INPUT_LEVEL_ADD && input->kind < INPUT_KIND_END);
    input_table[input->kind](world, input);
    input_release(input);
}

enum {
    SURVEY_CELLS = 16,   /* newly known cells after which the seen share of the level is counted */
    CLEAN_UP_MS = 60000, /* milliseconds between two looks for things to remove */
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

/* Frees the foes that died in the last tick. Call it between two ticks. */
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
        scatter_run(world, world->levels[i]);
        vault_run(world, world->levels[i]);
        if (world->tick % world_ms(world, CLEAN_UP_MS) == 0) {
            items_clean_up(world, world->levels[i]);
            chalk_run(world, world->levels[i]);
            boss_run(world, world->levels[i]);
        }
        ledger_close(&world->ledger, &world->levels[i]->holding, &world->levels[i]->ledger);
        graves_fill_in(world, world->levels[i], false);
        repopulate_run(world, world->levels[i]);
        pedlar_visit_run(world, world->levels[i]);
    }
    if (world->tick % world_ms(world, CLEAN_UP_MS) == 0)
        bundles_clean_up(world);
    bonds_collect(world, &world->events);
    for (uint32_t i = 0; i < world->level_count; i++)
        bonds_collect(world, &world->levels[i]->events);
    items_share_out(world);
    trades_check(world);
    duels_check(world);
}

void world_tick(struct world *world, struct input *inputs, size_t input_count)
{
    world_tick_begin(world, inputs, input_count);
    for (uint32_t i = 0; i < world->level_count; i++)
        level_tick(world, world->levels[i], world->work);
    world_tick_end(world);
}
