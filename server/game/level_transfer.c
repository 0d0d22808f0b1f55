/*
 * Delvers on the way to a level. First a wing is chosen: a set of places has the wings that may
 * have room. A wing that is found full leaves the set, and joins it again with the first delver
 * that leaves it. So each look at a full wing is paid for by a departure, and a newcomer causes few
 * looks, even if many wings are full.
 */
#include "server/game/level_transfer.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "content/theme.h"
#include "server/game/game.h"
#include "server/game/level_fetch.h"
#include "server/game/outbox.h"
#include "server/game/removal.h"
#include "server/game/roster.h"
#include "server/game/save_watch.h"
#include "server/save/persist_accounts.h"
#include "server/save/persist_levels.h"
#include "server/save/persist.h"

/* Allocates the counts of all places. ERR_MEMORY. */
static enum err wings_init(struct wings *wings)
{
    *wings = (struct wings){.size = 0};
    enum err error = number_set_init(&wings->open, WINGS_PLACES);
    if (error != ERR_OK)
        return error;
    wings->bound = calloc((size_t)2 * WINGS_PLACES, sizeof *wings->bound);
    if (wings->bound == NULL) {
        number_set_release(&wings->open);
        return ERR_MEMORY;
    }
    wings->away = wings->bound + WINGS_PLACES;
    return ERR_OK;
}

static void wings_release(struct wings *wings)
{
    number_set_release(&wings->open);
    free(wings->bound);
    *wings = (struct wings){.size = 0};
}

static struct level_key key_of(uint32_t place)
{
    return (struct level_key){.wing = (uint16_t)(place % DUNGEON_WINGS_MAX),
                              .depth = (uint16_t)(place / DUNGEON_WINGS_MAX)};
}

uint32_t wings_place(struct level_key key)
{
    if (key.depth > DEPTH_MAX || key.wing >= DUNGEON_WINGS_MAX)
        return WINGS_PLACES;
    return (uint32_t)key.depth * DUNGEON_WINGS_MAX + key.wing;
}

/* Notes that a delver has left that level. */
static void wings_note_left(struct wings *wings, struct level_key key)
{
    uint32_t place = wings_place(key);

    if (place < WINGS_PLACES)
        number_set_add(&wings->open, place);
}

static void count(uint16_t *counts, struct level_key key, int change)
{
    uint32_t place = wings_place(key);

    if (place >= WINGS_PLACES)
        return;
    CHECK(counts[place] + change >= 0);
    counts[place] = (uint16_t)(counts[place] + change);
}

/* Adds `change` (1 or -1) to the delvers on the way to a level, or to those who left it and return
   if their transfer fails. Does nothing for levels in no wing. */
static void wings_count_bound(struct wings *wings, struct level_key key, int change)
{
    count(wings->bound, key, change);
    if (change < 0)
        wings_note_left(wings, key);
}

static void wings_count_away(struct wings *wings, struct level_key key, int change)
{
    count(wings->away, key, change);
}

static uint32_t wings_bound(const struct wings *wings, struct level_key key)
{
    uint32_t place = wings_place(key);

    return place < WINGS_PLACES ? wings->bound[place] : 0;
}

static uint32_t wings_away(const struct wings *wings, struct level_key key)
{
    uint32_t place = wings_place(key);

    return place < WINGS_PLACES ? wings->away[place] : 0;
}

/* True if fewer players than a wing takes are on a level and on the way there. */
static bool has_room(struct wings *wings, const struct world *world, uint32_t place)
{
    struct level_key key = key_of(place);
    const struct level *level = world_level_at(world, key.wing, key.depth);

    wings->visits++;
    return (level == NULL ? 0 : level->delver_count) + wings->bound[place] < (uint32_t)wings->size;
}

/*
 * Returns the wing for a delver that goes to that level, where a wing takes `size` delvers on each
 * depth; the wanted wing if all are full.
 */
static uint16_t wings_choose(struct wings *wings, const struct world *world,
                             struct level_key wanted, int size)
{
    uint32_t place = wings_place(wanted);
    uint32_t first = wings_place((struct level_key){.depth = wanted.depth});

    if (first >= WINGS_PLACES)
        return wanted.wing;
    if (size != wings->size)
        number_set_add_all(&wings->open);
    wings->size = size;
    if (place < WINGS_PLACES && has_room(wings, world, place))
        return wanted.wing;
    while ((place = number_set_next(&wings->open, first)) < first + DUNGEON_WINGS_MAX) {
        if (has_room(wings, world, place))
            return key_of(place).wing;
        number_set_remove(&wings->open, place);
    }
    return wanted.wing;
}

enum err level_transfer_init(struct level_transfers *transfers, uint32_t slots_max)
{
    *transfers = (struct level_transfers){.transfer_max = slots_max};
    transfers->transfers = calloc(transfers->transfer_max, sizeof *transfers->transfers);
    transfers->fetches = calloc(WINGS_PLACES, sizeof(struct level_fetch *));
    if (transfers->transfers == NULL || transfers->fetches == NULL)
        return ERR_MEMORY;
    enum err error;

    if ((error = number_set_init(&transfers->free_slots, slots_max)) != ERR_OK ||
        (error = number_table_init(&transfers->slot_by_delver, slots_max)) != ERR_OK ||
        (error = wings_init(&transfers->wings)) != ERR_OK)
        return error;
    number_set_add_all(&transfers->free_slots);
    return ERR_OK;
}

void level_transfer_release(struct level_transfers *transfers)
{
    for (uint32_t i = 0; i < transfers->transfer_used; i++)
        free(transfers->transfers[i].memory);
    free(transfers->transfers);
    transfers->transfers = NULL;
    number_set_release(&transfers->free_slots);
    number_table_release(&transfers->slot_by_delver);
    wings_release(&transfers->wings);
    level_fetch_release(transfers);
    free(transfers->fetches);
    transfers->fetches = NULL;
}

static bool is_same_place(struct level_key a, struct level_key b)
{
    return a.wing == b.wing && a.depth == b.depth;
}

/* Adds a transfer to the counts of its destination and its origin, or subtracts it. */
static void count_transfer(struct wings *wings, const struct transfer *transfer, int change)
{
    wings_count_bound(wings, transfer->key, change);
    if (transfer->from.depth != 0 && !is_same_place(transfer->from, transfer->key))
        wings_count_away(wings, transfer->from, change);
}

static void set_destination(struct level_transfers *transfers, struct transfer *transfer,
                            struct level_key key)
{
    count_transfer(&transfers->wings, transfer, -1);
    transfer->key = key;
    count_transfer(&transfers->wings, transfer, 1);
}

static void set_ticket(struct level_transfers *transfers, struct transfer *transfer)
{
    transfer->ticket = ++transfers->next_ticket * transfers->transfer_max +
                       (uint64_t)(transfer - transfers->transfers);
}

static void remove_transfer(struct level_transfers *transfers, struct transfer *transfer)
{
    free(transfer->memory);
    count_transfer(&transfers->wings, transfer, -1);
    number_table_remove(&transfers->slot_by_delver, (uint64_t)transfer->delver_id);
    number_set_add(&transfers->free_slots, (uint32_t)(transfer - transfers->transfers));
    *transfer = (struct transfer){.stage = TRANSFER_FREE};
    transfers->transfer_count--;
    while (transfers->transfer_used > 0 &&
           transfers->transfers[transfers->transfer_used - 1].stage == TRANSFER_FREE)
        transfers->transfer_used--;
}

static struct transfer *find_transfer(struct level_transfers *transfers, int64_t delver_id)
{
    uint32_t slot;

    return number_table_find(&transfers->slot_by_delver, (uint64_t)delver_id, &slot)
               ? &transfers->transfers[slot]
               : NULL;
}

/* Adds a transfer. It replaces one that the delver still has: a delver may set out again before the
   entry of the way back is cleared. False: there is no room. */
static bool add_transfer(struct level_transfers *transfers, const struct transfer *wanted)
{
    struct transfer *older = find_transfer(transfers, wanted->delver_id);

    if (older != NULL)
        remove_transfer(transfers, older);
    uint32_t slot = number_set_next(&transfers->free_slots, 0);
    if (slot == transfers->transfer_max)
        return false;
    struct transfer *transfer = &transfers->transfers[slot];
    *transfer = *wanted;
    transfer->stage = wanted->actor == 0 ? TRANSFER_WANTS_RECORD : TRANSFER_WANTS_LEVEL;
    set_ticket(transfers, transfer);
    number_set_remove(&transfers->free_slots, slot);
    number_table_put(&transfers->slot_by_delver, (uint64_t)transfer->delver_id, slot);
    count_transfer(&transfers->wings, transfer, 1);
    transfers->transfer_count++;
    if (slot >= transfers->transfer_used)
        transfers->transfer_used = slot + 1;
    return true;
}

static uint16_t choose_wing(const struct game *game, struct level_key wanted)
{
    return wings_choose(&game->transfers->wings, game->world, wanted,
                        game->base->options.wing_size);
}

/* True for a record at the corner of a level, which is rock, so no delver was ever there. */
static bool has_no_place(const struct delver_record *record)
{
    return pos_equal(record->at, pos_of(0, 0));
}

enum err level_transfer_bring(struct game *game, int64_t delver_id)
{
    const struct transfer wanted = {.delver_id = delver_id};

    return add_transfer(game->transfers, &wanted) ? ERR_OK : ERR_BUSY;
}

static void begin_stairs(struct game *game, const struct event *event)
{
    const struct delver *delver = world_delver(game->world, event->actor);
    bool is_sent = event->passage != PASSAGE_STAIRS && event->passage != PASSAGE_FELL;
    struct level_key key = is_sent ? event->to : delver->body.key;

    wings_note_left(&game->transfers->wings, delver->body.key);
    if (!is_sent) {
        key.depth = (uint16_t)(event->stairs == TILE_STAIRS_DOWN ? key.depth + 1 : key.depth - 1);
        key.wing = choose_wing(game, key);
    }
    const struct transfer wanted = {.actor = delver->body.id,
                                    .is_sent = is_sent,
                                    .delver_id = delver->delver_id,
                                    .key = key,
                                    .from = delver->body.key};
    CHECK(add_transfer(game->transfers, &wanted));
}

void level_transfer_on_event(struct game *game, const struct event *event)
{
    if (event->kind == EVENT_DEPARTED) {
        begin_stairs(game, event);
        return;
    }
    if (event->kind != EVENT_JOINED && event->kind != EVENT_ARRIVED && event->kind != EVENT_LEFT)
        return;
    const struct delver *delver = world_delver(game->world, event->actor);
    struct transfer *transfer = find_transfer(game->transfers, delver->delver_id);
    if (transfer != NULL)
        remove_transfer(game->transfers, transfer);
    if (event->kind == EVENT_LEFT)
        wings_note_left(&game->transfers->wings, delver->body.key);
}

/* Ends a failed transfer: a newcomer is refused, a delver on the stairs stays. */
static void give_up(struct game *game, struct transfer *transfer, const char *why)
{
    LOG(&game->base->log, LOG_ERROR, "travel.failed", log_number("player", transfer->delver_id),
        log_number("depth", transfer->key.depth), log_text("cause", why));
    const char *refusal = save_watch_refusal(game);

    if (transfer->actor == 0) {
        roster_refuse(game, transfer->delver_id,
                      refusal != NULL ? refusal : "The dungeon cannot take you in just now.");
        remove_transfer(game->transfers, transfer);
        return;
    }
    /* A tick without room for the return must not leave the delver on the stairs for ever. */
    if (input_queue_add(&game->inputs, INPUT_STAY, transfer->actor) == NULL) {
        transfer->stage = TRANSFER_WANTS_LEVEL;
        return;
    }
    transfer->stage = TRANSFER_RETURNS;
    outbox_tell(game->outbox, audience_delver(transfer->actor), ROLE_BAD,
                refusal != NULL ? refusal : "The stairs lead nowhere just now; try again.");
}

/* Ends a return, a tick after it was requested. If even that failed, the delver leaves the world
   unharmed. */
static void finish_return(struct game *game, struct transfer *transfer)
{
    const struct delver *delver = world_delver(game->world, transfer->actor);

    if (delver != NULL && delver->body.state == BODY_TRANSIT &&
        input_queue_add(&game->inputs, INPUT_LEAVE, delver->body.id) == NULL)
        return;
    remove_transfer(game->transfers, transfer);
}

static void want_record(struct game *game, struct transfer *transfer)
{
    struct job *job = job_new(&question_find_account);

    if (job == NULL) {
        give_up(game, transfer, "memory");
        return;
    }
    struct account_question *found = job->content;

    job->ticket = transfer->ticket;
    found->account.id = transfer->delver_id;
    job->answer = level_transfer_on_record_read;
    transfer->stage = TRANSFER_WAITS_FOR_RECORD;
    if (persist_submit(game->persist, job, &game->answers) != ERR_OK)
        give_up(game, transfer, "busy");
}

/* Takes the record of a newcomer. The slot is checked first: it refuses a record other than that of
   the last departure. */
static enum err take_record(struct game *game, struct transfer *transfer, const struct job *job)
{
    const struct account_question *found = job->content;
    struct level_key key = found->delver.level;
    enum err error = job->result;

    if (error == ERR_OK && removal_is_going_on(game, found->account.id))
        error = ERR_NOT_FOUND;
    if (error == ERR_OK)
        error = roster_on_record_read(game, job);
    if (error != ERR_OK)
        return error;
    transfer->record = found->delver;
    memcpy(transfer->name, found->account.name, sizeof transfer->name);
    if (has_no_place(&found->delver))
        key.wing = choose_wing(game, key);
    set_destination(game->transfers, transfer, key);
    transfer->stage = TRANSFER_WANTS_LEVEL;
    return ERR_OK;
}

static struct transfer *transfer_of(struct game *game, const struct job *job,
                                    enum transfer_stage stage)
{
    struct level_transfers *transfers = game->transfers;
    struct transfer *transfer = &transfers->transfers[job->ticket % transfers->transfer_max];

    return transfer->stage == stage && transfer->ticket == job->ticket ? transfer : NULL;
}

void level_transfer_on_record_read(void *asker, struct job *job)
{
    const struct account_question *found = job->content;
    struct game *game = asker;
    struct transfer *transfer = transfer_of(game, job, TRANSFER_WAITS_FOR_RECORD);

    if (transfer == NULL)
        return;
    enum err error = take_record(game, transfer, job);
    if (error == ERR_CORRUPT)
        LOG(&game->base->log, LOG_ERROR, "join.older-record",
            log_number("player", transfer->delver_id), log_text("name", found->account.name));
    if (error != ERR_OK)
        give_up(game, transfer, err_name(error));
}

static void want_level(struct game *game, struct transfer *transfer)
{
    const struct level *level =
        world_level_at(game->world, transfer->key.wing, transfer->key.depth);

    if (level == NULL) {
        enum err error = level_fetch_begin(game, transfer->key);
        if (error != ERR_OK)
            give_up(game, transfer, err_name(error));
        else
            transfer->stage = TRANSFER_WAITS_FOR_LEVEL;
        return;
    }
    transfer->key = level->key;
    transfer->memory_size = level_cell_count(level);
    transfer->stage = TRANSFER_WANTS_MEMORY;
}

static void want_memory(struct game *game, struct transfer *transfer)
{
    struct job *job = job_new(&question_fetch_memory);

    if (job == NULL) {
        give_up(game, transfer, "memory");
        return;
    }
    struct memory_question *question = job->content;

    job->ticket = transfer->ticket;
    question->key = transfer->key;
    question->delver_id = transfer->delver_id;
    question->size = transfer->memory_size;
    job->answer = level_transfer_on_memory_fetched;
    transfer->stage = TRANSFER_WAITS_FOR_MEMORY;
    if (persist_submit(game->persist, job, &game->answers) != ERR_OK)
        give_up(game, transfer, "busy");
}

void level_transfer_on_memory_fetched(void *asker, struct job *job)
{
    struct memory_question *question = job->content;
    struct game *game = asker;
    struct transfer *transfer = transfer_of(game, job, TRANSFER_WAITS_FOR_MEMORY);

    if (transfer == NULL)
        return;
    bool is_damage = err_is_damage(job->result);
    if (is_damage)
        LOG(&game->base->log, LOG_WARNING, "map.lost", log_number("player", question->delver_id),
            log_text("error", err_name(job->result)));
    /* An unreadable disk does not mean that the delver remembers nothing. */
    if (question->memory == NULL ||
        (!is_damage && job->result != ERR_OK && job->result != ERR_NOT_FOUND)) {
        give_up(game, transfer, err_name(job->result));
        return;
    }
    transfer->memory = question->memory;
    question->memory = NULL;
    transfer->stage = TRANSFER_READY;
}

static void push_newcomer(struct game *game, struct transfer *transfer)
{
    struct delver *delver = NULL;
    bool is_same_level = level_key_equal(transfer->record.level, transfer->key);

    /* If the tick is full, it waits for the next. */
    if (game->inputs.count == WORLD_INPUTS_MAX)
        return;
    transfer->record.level = transfer->key;
    if (!is_same_level)
        transfer->record.at = pos_of(0, 0); /* rock: the world puts them at the stairs up */
    enum err error = delver_new(&transfer->record, transfer->name, transfer->memory,
                                transfer->memory_size, &delver);
    transfer->memory = NULL;
    if (error != ERR_OK) {
        give_up(game, transfer, err_name(error));
        return;
    }
    struct input *input = input_queue_add(&game->inputs, INPUT_JOIN, 0);
    CHECK(input != NULL);
    input->newcomer = delver;
    transfer->stage = TRANSFER_ARRIVES;
}

/* Gives the arrival to the tick. Waits until a save has the memory of the level that was left,
   because the arrival replaces it. */
static void push_arrival(struct game *game, struct transfer *transfer)
{
    const struct delver *delver = world_delver(game->world, transfer->actor);

    if (delver != NULL && delver->is_memory_dirty)
        return;
    struct input *input = input_queue_add(&game->inputs, INPUT_ARRIVE, transfer->actor);

    if (input == NULL)
        return;
    input->key = transfer->key;
    input->memory = transfer->memory;
    input->memory_size = transfer->memory_size;
    transfer->memory = NULL;
    transfer->stage = TRANSFER_ARRIVES;
}

static void push(struct game *game, struct transfer *transfer)
{
    if (transfer->actor == 0)
        push_newcomer(game, transfer);
    else
        push_arrival(game, transfer);
}

/* Tries another wing, because the tick refused the delver: the level was full or gone. */
static void try_again(struct game *game, struct transfer *transfer)
{
    struct level_key key = transfer->key;

    if (++key.wing >= DUNGEON_WINGS_MAX) {
        give_up(game, transfer, "full");
        return;
    }
    set_destination(game->transfers, transfer, key);
    transfer->stage = TRANSFER_WANTS_LEVEL;
}

static void begin_anew(struct game *game, struct transfer *transfer)
{
    free(transfer->memory);
    transfer->memory = NULL;
    set_ticket(game->transfers, transfer);
    transfer->stage = TRANSFER_WANTS_LEVEL;
}

void level_transfer_redirect(struct game *game, uint16_t wing, uint16_t depth)
{
    struct level_transfers *transfers = game->transfers;

    for (uint32_t i = 0; i < transfers->transfer_used; i++) {
        struct transfer *transfer = &transfers->transfers[i];
        if (transfer->stage >= TRANSFER_WANTS_LEVEL && transfer->stage <= TRANSFER_READY &&
            transfer->stage != TRANSFER_WAITS_FOR_LEVEL && transfer->key.wing == wing &&
            transfer->key.depth == depth)
            begin_anew(game, transfer);
    }
}

/*
 * Handles a locked level: a newcomer whose place is there begins on the nearest open level above
 * (the first is always open); a delver on the stairs goes back.
 */
static void shut_out(struct game *game, struct transfer *transfer)
{
    if (transfer->actor != 0) {
        if (input_queue_add(&game->inputs, INPUT_STAY, transfer->actor) == NULL)
            return;
        transfer->stage = TRANSFER_RETURNS;
        outbox_tell(game->outbox, audience_delver(transfer->actor), ROLE_BAD,
                    "An administrator has closed the way.");
        return;
    }
    struct level_key key = transfer->key;
    while (key.depth > 1 && level_versions_is_locked(&game->level_versions, key.depth))
        key.depth--;
    set_destination(game->transfers, transfer, key);
    begin_anew(game, transfer);
}

static bool is_shut_out(const struct game *game, const struct transfer *transfer)
{
    return transfer->stage >= TRANSFER_WANTS_LEVEL && transfer->stage <= TRANSFER_READY &&
           !transfer->is_sent && transfer->key.depth > 1 &&
           level_versions_is_locked(&game->level_versions, transfer->key.depth);
}

void level_transfer_advance(struct game *game)
{
    struct level_transfers *transfers = game->transfers;

    for (uint32_t i = 0; i < transfers->transfer_used; i++) {
        struct transfer *transfer = &transfers->transfers[i];
        if (transfer->stage == TRANSFER_RETURNS) {
            finish_return(game, transfer);
            continue;
        }
        if (transfer->stage == TRANSFER_ARRIVES)
            try_again(game, transfer);
        if (is_shut_out(game, transfer)) {
            shut_out(game, transfer);
            if (transfer->stage == TRANSFER_RETURNS)
                continue;
        }
        if (transfer->stage == TRANSFER_WAITS_FOR_LEVEL &&
            !level_fetch_is_running(transfers, transfer->key)) {
            if (level_fetch_has_failed(transfers, transfer->key))
                give_up(game, transfer, "level");
            else
                transfer->stage = TRANSFER_WANTS_LEVEL;
        }
        if (transfer->stage == TRANSFER_WANTS_RECORD)
            want_record(game, transfer);
        if (transfer->stage == TRANSFER_WANTS_LEVEL)
            want_level(game, transfer);
        if (transfer->stage == TRANSFER_WANTS_MEMORY)
            want_memory(game, transfer);
        if (transfer->stage == TRANSFER_READY)
            push(game, transfer);
    }
}

uint32_t level_transfer_count_on_way(const struct game *game, uint16_t wing, uint16_t depth)
{
    const struct wings *wings = &game->transfers->wings;
    struct level_key key = {.wing = wing, .depth = depth};

    return wings_bound(wings, key) + wings_away(wings, key);
}

/* True if an input of the next tick may add something to a level that is being saved, remove
   something from it, or rename an owner. */
static bool are_levels_touched(const struct input_queue *inputs)
{
    for (size_t i = 0; i < inputs->count; i++) {
        enum input_kind kind = inputs->items[i].kind;
        if (kind == INPUT_PROVIDE || kind == INPUT_FORGET || kind == INPUT_RENAME)
            return true;
    }
    return false;
}

void level_transfer_sweep(struct game *game)
{
    int kept = 0;

    if (are_levels_touched(&game->inputs))
        return;
    for (uint32_t i = 0; i < game->world->level_count; i++) {
        const struct level *level = game->world->levels[i];
        if (level->delver_count > 0 || level->is_dirty || level->population.is_dirty ||
            level_transfer_count_on_way(game, level->key.wing, level->key.depth) > 0)
            continue;
        if (++kept <= DUNGEON_EMPTY_LEVELS_MAX)
            continue;
        struct input *input = input_queue_add(&game->inputs, INPUT_LEVEL_DROP, 0);
        if (input != NULL)
            input->key = level->key;
    }
}
