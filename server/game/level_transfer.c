/*
 * Everybody on the way to a level.
 */
#include "server/game/level_transfer.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "content/theme.h"
#include "server/game/level_fetch.h"
#include "server/save/persist.h"
#include "server/game/game.h"
#include "server/game/outbox.h"
#include "server/game/roster.h"
#include "server/game/save_watch.h"

enum err level_transfer_init(struct level_transfers *transfers, uint32_t seats_max)
{
    /* Somebody may set out again before the entry of the way back is cleared. */
    *transfers = (struct level_transfers){.transfer_max = 2 * seats_max};
    transfers->transfers = calloc(transfers->transfer_max, sizeof *transfers->transfers);
    return transfers->transfers == NULL ? ERR_MEMORY : ERR_OK;
}

void level_transfer_release(struct level_transfers *transfers)
{
    for (uint32_t i = 0; i < transfers->transfer_used; i++)
        free(transfers->transfers[i].memory);
    free(transfers->transfers);
    transfers->transfers = NULL;
    level_fetch_release(transfers);
}

static struct transfer *add_traveller(struct level_transfers *transfers)
{
    for (uint32_t i = 0; i < transfers->transfer_max; i++) {
        struct transfer *transfer = &transfers->transfers[i];
        if (transfer->stage != TRANSFER_FREE)
            continue;
        if (i >= transfers->transfer_used)
            transfers->transfer_used = i + 1;
        transfers->transfer_count++;
        *transfer = (struct transfer){
            .stage = TRANSFER_WANTS_LEVEL,
            .ticket = ++transfers->next_ticket,
        };
        return transfer;
    }
    return NULL;
}

static void remove_traveller(struct level_transfers *transfers, struct transfer *transfer)
{
    free(transfer->memory);
    *transfer = (struct transfer){.stage = TRANSFER_FREE};
    transfers->transfer_count--;
    while (transfers->transfer_used > 0 &&
           transfers->transfers[transfers->transfer_used - 1].stage == TRANSFER_FREE)
        transfers->transfer_used--;
}

/* Those on a level and those about to arrive there. */
static int count_bound_for(const struct game *game, uint16_t wing, uint16_t depth)
{
    const struct level *level = world_level_at(game->world, wing, depth);
    int count = level == NULL ? 0 : (int)level->delver_count;

    for (uint32_t i = 0; i < game->transfers->transfer_used; i++) {
        const struct transfer *transfer = &game->transfers->transfers[i];
        count += transfer->stage != TRANSFER_FREE && transfer->key.wing == wing &&
                 transfer->key.depth == depth;
    }
    return count;
}

/* The transfer's own wing while there is room, else the first with room, else their own. */
static uint16_t choose_wing(const struct game *game, struct level_key wanted)
{
    if (count_bound_for(game, wanted.wing, wanted.depth) < game->base->options.wing_size)
        return wanted.wing;
    for (uint16_t wing = 0; wing < DUNGEON_WINGS_MAX; wing++) {
        if (count_bound_for(game, wing, wanted.depth) < game->base->options.wing_size)
            return wing;
    }
    return wanted.wing;
}

/* Nobody has ever stood in the corner of a level: it is rock. */
static bool has_no_place(const struct delver_record *record)
{
    return pos_equal(record->at, pos_of(0, 0));
}

enum err level_transfer_bring(struct game *game, const char *name,
                              const struct delver_record *record)
{
    struct level_key key = record->level;

    if (has_no_place(record))
        key.wing = choose_wing(game, key);
    struct transfer *transfer = add_traveller(game->transfers);
    if (transfer == NULL)
        return ERR_BUSY;
    memcpy(transfer->name, name, strlen(name) + 1);
    transfer->delver_id = record->id;
    transfer->record = *record;
    transfer->key = key;
    return ERR_OK;
}

static void begin_stairs(struct game *game, const struct event *event)
{
    const struct delver *delver = world_delver(game->world, event->actor);
    bool is_sent = event->passage == PASSAGE_SENT;
    struct level_key key = is_sent ? event->to : delver->body.key;

    if (!is_sent) {
        key.depth = (uint16_t)(event->stairs == TILE_STAIRS_DOWN ? key.depth + 1 : key.depth - 1);
        key.wing = choose_wing(game, key);
    }
    struct transfer *transfer = add_traveller(game->transfers);
    CHECK(transfer != NULL);
    transfer->actor = delver->body.id;
    transfer->is_sent = is_sent;
    transfer->delver_id = delver->delver_id;
    transfer->key = key;
}

static struct transfer *find_traveller(struct level_transfers *transfers, int64_t delver_id)
{
    for (uint32_t i = 0; i < transfers->transfer_used; i++) {
        if (transfers->transfers[i].stage != TRANSFER_FREE &&
            transfers->transfers[i].delver_id == delver_id)
            return &transfers->transfers[i];
    }
    return NULL;
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
    struct transfer *transfer = find_traveller(game->transfers, delver->delver_id);
    if (transfer != NULL)
        remove_traveller(game->transfers, transfer);
}

/* The way cannot be gone: a newcomer is turned away, somebody on the stairs stays. */
static void give_up(struct game *game, struct transfer *transfer, const char *why)
{
    LOG(&game->base->log, LOG_ERROR, "travel.failed", log_number("delver", transfer->delver_id),
        log_number("depth", transfer->key.depth), log_text("why", why));
    const char *refusal = save_watch_refusal(game);

    if (transfer->actor == 0) {
        roster_refuse(game, transfer->delver_id,
                      refusal != NULL ? refusal : "The dungeon cannot take you in just now.");
        remove_traveller(game->transfers, transfer);
        return;
    }
    /* A tick too full to bring them back must not leave them on the stairs for ever. */
    if (input_queue_add(&game->inputs, INPUT_STAY, transfer->actor) == NULL) {
        transfer->stage = TRANSFER_WANTS_LEVEL;
        return;
    }
    transfer->stage = TRANSFER_RETURNS;
    outbox_tell(game->outbox, audience_delver(transfer->actor), ROLE_BAD,
                refusal != NULL ? refusal : "The stairs lead nowhere just now; try again.");
}

/* A tick after the wish to return: if even that failed, the delver leaves the world whole. */
static void finish_return(struct game *game, struct transfer *transfer)
{
    const struct delver *delver = world_delver(game->world, transfer->actor);

    if (delver != NULL && delver->body.state == BODY_TRANSIT &&
        input_queue_add(&game->inputs, INPUT_LEAVE, delver->body.id) == NULL)
        return;
    remove_traveller(game->transfers, transfer);
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
    struct job *job = job_new(JOB_FETCH_MEMORY);

    if (job == NULL) {
        give_up(game, transfer, "memory");
        return;
    }
    job->ticket = transfer->ticket;
    job->key = transfer->key;
    job->delver_id = transfer->delver_id;
    job->memory_size = transfer->memory_size;
    transfer->stage = TRANSFER_WAITS_FOR_MEMORY;
    if (persist_submit(game->persist, job, &game->answers) != ERR_OK)
        give_up(game, transfer, "busy");
}

void level_transfer_on_memory_fetched(struct game *game, struct job *job)
{
    struct level_transfers *transfers = game->transfers;

    for (uint32_t i = 0; i < transfers->transfer_used; i++) {
        struct transfer *transfer = &transfers->transfers[i];
        if (transfer->stage != TRANSFER_WAITS_FOR_MEMORY || transfer->ticket != job->ticket)
            continue;
        bool is_damage = err_is_damage(job->result);
        if (is_damage)
            LOG(&game->base->log, LOG_WARNING, "memory.lost", log_number("delver", job->delver_id),
                log_text("error", err_name(job->result)));
        /* A disk that cannot be read now says nothing about what is remembered. */
        if (job->memory == NULL ||
            (!is_damage && job->result != ERR_OK && job->result != ERR_NOT_FOUND)) {
            give_up(game, transfer, err_name(job->result));
            return;
        }
        transfer->memory = job->memory;
        job->memory = NULL;
        transfer->stage = TRANSFER_READY;
        return;
    }
}

static void push_newcomer(struct game *game, struct transfer *transfer)
{
    struct delver *delver = NULL;
    bool is_same_level = level_key_equal(transfer->record.level, transfer->key);

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
    if (input == NULL) {
        delver_free(delver);
        give_up(game, transfer, "busy");
        return;
    }
    input->newcomer = delver;
    transfer->stage = TRANSFER_ARRIVES;
}

static void push_arrival(struct game *game, struct transfer *transfer)
{
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

/* The tick had them and did not take them in: the level was full or gone. There are other wings. */
static void try_again(struct game *game, struct transfer *transfer)
{
    if (transfer->key.wing + 1 >= DUNGEON_WINGS_MAX) {
        give_up(game, transfer, "full");
        return;
    }
    transfer->key.wing++;
    transfer->stage = TRANSFER_WANTS_LEVEL;
}

static void begin_anew(struct game *game, struct transfer *transfer)
{
    free(transfer->memory);
    transfer->memory = NULL;
    transfer->ticket = ++game->transfers->next_ticket;
    transfer->stage = TRANSFER_WANTS_LEVEL;
}

void level_transfer_redirect(struct game *game, uint16_t wing, uint16_t depth)
{
    struct level_transfers *transfers = game->transfers;

    for (uint32_t i = 0; i < transfers->transfer_used; i++) {
        struct transfer *transfer = &transfers->transfers[i];
        if (transfer->stage != TRANSFER_FREE && transfer->stage != TRANSFER_RETURNS &&
            transfer->stage != TRANSFER_WAITS_FOR_LEVEL && transfer->stage != TRANSFER_ARRIVES &&
            transfer->key.wing == wing && transfer->key.depth == depth)
            begin_anew(game, transfer);
    }
}

/*
 * The level was locked: a newcomer whose place is there begins on the nearest one above that is
 * open (the first always is), and who is on the stairs goes back.
 */
static void shut_out(struct game *game, struct transfer *transfer)
{
    if (transfer->actor != 0) {
        if (input_queue_add(&game->inputs, INPUT_STAY, transfer->actor) == NULL)
            return;
        transfer->stage = TRANSFER_RETURNS;
        outbox_tell(game->outbox, audience_delver(transfer->actor), ROLE_BAD,
                    "The way is closed by the keepers.");
        return;
    }
    while (transfer->key.depth > 1 &&
           level_versions_is_locked(&game->level_versions, transfer->key.depth))
        transfer->key.depth--;
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
    const struct level_transfers *transfers = game->transfers;
    uint32_t count = 0;

    for (uint32_t i = 0; i < transfers->transfer_used; i++) {
        const struct transfer *transfer = &transfers->transfers[i];
        const struct delver *delver = world_delver(game->world, transfer->actor);
        if (transfer->stage == TRANSFER_FREE)
            continue;
        count +=
            (transfer->key.wing == wing && transfer->key.depth == depth) ||
            (delver != NULL && delver->body.key.wing == wing && delver->body.key.depth == depth);
    }
    return count;
}

/* True while somebody is on the way to that level, or would go back to it if the way failed. */
static bool is_needed(const struct game *game, struct level_key key)
{
    const struct level_transfers *transfers = game->transfers;

    for (uint32_t i = 0; i < transfers->transfer_used; i++) {
        const struct transfer *transfer = &transfers->transfers[i];
        if (transfer->stage == TRANSFER_FREE)
            continue;
        if (transfer->key.wing == key.wing && transfer->key.depth == key.depth)
            return true;
        const struct delver *delver = world_delver(game->world, transfer->actor);
        if (delver != NULL && level_key_equal(delver->body.key, key))
            return true;
    }
    return false;
}

void level_transfer_sweep(struct game *game)
{
    int kept = 0;

    for (uint32_t i = 0; i < game->world->level_count; i++) {
        const struct level *level = game->world->levels[i];
        if (level->delver_count > 0 || level->is_dirty || is_needed(game, level->key))
            continue;
        if (++kept <= DUNGEON_EMPTY_LEVELS_MAX)
            continue;
        struct input *input = input_queue_add(&game->inputs, INPUT_LEVEL_DROP, 0);
        if (input != NULL)
            input->key = level->key;
    }
}
