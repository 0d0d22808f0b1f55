/*
 * Levels to be regenerated: drawn by a worker, saved, swapped between two ticks, and settled. The
 * swap gives the new level to the tick and ends the order.
 */
#include "server/game/level_regen.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <uv.h>

#include "base/check.h"
#include "base/text.h"
#include "gen/gen.h"
#include "server/game/game.h"
#include "server/game/game_save.h"
#include "server/game/level_fetch.h"
#include "server/game/level_transfer.h"
#include "server/game/outbox.h"
#include "server/game/roster.h"
#include "server/game/save_watch.h"
#include "server/save/persist.h"
#include "server/save/persist_levels.h"

enum { REPORT_SIZE = 160 };

/* A level that a worker makes; it may outlast the regeneration that wants it. */
struct making {
    uv_work_t work;
    struct game *game;
    uint64_t serial;
    struct gen_request request;
    struct gen_report report;
    struct level *level;
    enum err result;
};

static const char *level_regen_hand_over(struct game *game, struct regen *regen);

/* Frees the memory of the order; its slot is free afterwards. */
static void level_regen_clear(struct regen *regen)
{
    level_free(regen->level);
    bytes_release(&regen->population);
    for (size_t i = 0; i < regen->memory_count; i++)
        free(regen->memories[i].tiles);
    free(regen->memories);
    *regen = (struct regen){.stage = REGEN_FREE};
}

void level_regens_release(struct game *game)
{
    for (int i = 0; i < LEVEL_REGENS_MAX; i++)
        level_regen_clear(&game->level_regens->list[i]);
}

static struct regen *find(struct game *game, uint16_t wing, uint16_t depth)
{
    for (int i = 0; i < LEVEL_REGENS_MAX; i++) {
        struct regen *regen = &game->level_regens->list[i];
        if (regen->stage != REGEN_FREE && regen->key.wing == wing && regen->key.depth == depth)
            return regen;
    }
    return NULL;
}

static struct regen *find_serial(struct game *game, uint64_t serial)
{
    for (int i = 0; i < LEVEL_REGENS_MAX; i++) {
        struct regen *regen = &game->level_regens->list[i];
        if (regen->stage != REGEN_FREE && regen->serial == serial)
            return regen;
    }
    return NULL;
}

const struct regen *level_regen_find(const struct game *game, uint16_t wing, uint16_t depth)
{
    return find((struct game *)(uintptr_t)game, wing, depth);
}

void level_word(uint16_t wing, uint16_t depth, char out[LEVEL_WORD_SIZE])
{
    if (wing == 0)
        snprintf(out, LEVEL_WORD_SIZE, "%u", depth);
    else
        snprintf(out, LEVEL_WORD_SIZE, "%u/%u", depth, wing);
}

uint32_t level_count_people(const struct game *game, uint16_t wing, uint16_t depth)
{
    const struct level *level = world_level_at(game->world, wing, depth);

    return (level == NULL ? 0 : level->delver_count) +
           level_transfer_count_on_way(game, wing, depth);
}

void level_lock_enter(struct game *game, int depth, bool is_locked)
{
    struct input *input = input_queue_add(&game->inputs, INPUT_CLOSE, 0);

    CHECK(input != NULL);
    input->key.depth = (uint16_t)depth;
    input->flag = is_locked;
}

/* Queues the answer to the command that gave the order; ticket 0: no command waits. */
static void level_regen_add_outcome(struct game *game, const struct level_outcome *outcome)
{
    struct level_regens *regens = game->level_regens;

    if (outcome->request_ticket == 0)
        return;
    CHECK(regens->outcome_count < 2 * LEVEL_REGENS_MAX);
    regens->outcomes[regens->outcome_count++] = *outcome;
}

bool level_regen_next_outcome(struct game *game, struct level_outcome *out)
{
    struct level_regens *regens = game->level_regens;

    if (regens->outcome_count == 0)
        return false;
    *out = regens->outcomes[0];
    regens->outcome_count--;
    memmove(regens->outcomes, regens->outcomes + 1,
            (size_t)regens->outcome_count * sizeof *regens->outcomes);
    return true;
}

static void tell_those_there(struct game *game, const struct regen *regen, const char *text)
{
    outbox_tell(game->outbox, audience_level(regen->key), ROLE_BAD, text);
}

/* Cancels the regeneration, and tells the waiting operators and the warned delvers. */
static void level_regen_call_off(struct game *game, struct regen *regen, const char *why)
{
    LOG(&game->base->log, LOG_WARNING, "level.called-off", log_number("wing", regen->key.wing),
        log_number("depth", regen->key.depth), log_text("cause", why));
    if (regen->reported_seconds != INT_MAX)
        tell_those_there(game, regen, "The change was cancelled: this level stays as it is.");
    struct level_outcome outcome = {
        .kind = LEVEL_FAILED, .request_ticket = regen->order.request_ticket, .key = regen->key};
    snprintf(outcome.why, sizeof outcome.why, "%s", why);
    level_regen_add_outcome(game, &outcome);
    level_regen_clear(regen);
}

static void begin_waiting(struct game *game, struct regen *regen)
{
    const struct level_order *order = &regen->order;

    regen->stage = REGEN_WAITS;
    regen->due_ms = game->base->now_ms + (uint64_t)order->countdown_seconds * 1000;
    if (order->countdown_seconds == 0 && !order->waits_for_empty)
        return;
    level_regen_add_outcome(game,
                            &(struct level_outcome){.kind = LEVEL_SCHEDULED,
                                                    .request_ticket = order->request_ticket,
                                                    .key = regen->key,
                                                    .waits_for_empty = order->waits_for_empty,
                                                    .countdown_seconds = order->countdown_seconds});
    regen->order.request_ticket = 0;
}

static void make(uv_work_t *work)
{
    struct making *making = work->data;

    making->result = gen_level(&making->request, &making->level, &making->report);
}

static void on_made(uv_work_t *work, int status)
{
    struct making *making = work->data;
    struct game *game = making->game;
    struct regen *regen = find_serial(game, making->serial);

    base_touch_clock(game->base);
    if (regen != NULL && (status != 0 || making->result != ERR_OK)) {
        level_regen_call_off(game, regen, "the level could not be made");
    } else if (regen != NULL) {
        regen->level = making->level;
        regen->level->is_dirty = true;
        making->level = NULL;
        begin_waiting(game, regen);
    }
    level_free(making->level);
    free(making);
}

static enum err begin_making(struct game *game, struct regen *regen)
{
    struct making *making = calloc(1, sizeof *making);

    if (making == NULL)
        return ERR_MEMORY;
    making->work.data = making;
    making->game = game;
    making->serial = regen->serial;
    level_recipe_request(&regen->order.recipe, regen->key, &game->setpieces, &making->request);
    if (uv_queue_work(&game->base->loop, &making->work, make, on_made) == 0)
        return ERR_OK;
    free(making);
    return ERR_BUSY;
}

static bool is_there(const struct delver *delver, const struct regen *regen)
{
    return delver != NULL && delver->body.state != BODY_GONE &&
           delver->body.key.wing == regen->key.wing && delver->body.key.depth == regen->key.depth;
}

/* Lists the delvers on the level and on the way there, who may arrive in the tick of the swap.
   Returns their number. */
static size_t level_regen_list_people(const struct game *game, const struct regen *regen,
                                      int64_t *out, size_t max)
{
    size_t count = 0;

    for (uint32_t i = 0; i < game->world->limits.delvers_max && count < max; i++) {
        if (is_there(game->world->delvers[i], regen))
            out[count++] = game->world->delvers[i]->delver_id;
    }
    for (uint32_t i = 0; i < game->transfers->transfer_used && count < max; i++) {
        const struct transfer *transfer = &game->transfers->transfers[i];
        if (transfer->stage != TRANSFER_FREE && transfer->key.wing == regen->key.wing &&
            transfer->key.depth == regen->key.depth &&
            !is_there(world_delver(game->world, transfer->actor), regen))
            out[count++] = transfer->delver_id;
    }
    return count;
}

/* Reads the kept level, and the memories of it of all delvers there. ERR_MEMORY, ERR_BUSY. */
static enum err level_regen_read(struct game *game, struct regen *regen)
{
    size_t max = level_count_people(game, regen->key.wing, regen->key.depth) + 1;
    struct job *job = job_new(&question_fetch_kept);
    int64_t *ids = calloc(max, sizeof *ids);
    struct level_question *question = job == NULL ? NULL : job->content;

    if (question != NULL)
        question->memories = calloc(max, sizeof *question->memories);
    if (question == NULL || question->memories == NULL || ids == NULL) {
        job_free(job);
        free(ids);
        return ERR_MEMORY;
    }
    question->key = regen->key;
    job->ticket = regen->serial;
    job->answer = level_regen_on_kept;
    question->memory_count = level_regen_list_people(game, regen, ids, max);
    for (size_t i = 0; i < question->memory_count; i++)
        question->memories[i].delver_id = ids[i];
    free(ids);
    regen->reads++;
    return persist_submit(game->persist, job, &game->answers);
}

void level_regen_on_kept(void *asker, struct job *job)
{
    struct level_question *question = job->content;
    struct game *game = asker;
    struct regen *regen = find_serial(game, job->ticket);

    if (regen == NULL)
        return;
    if (job->result != ERR_OK) {
        char why[LEVEL_REASON_SIZE];
        snprintf(why, sizeof why, "the kept version cannot be read: %s", err_text(job->result));
        level_regen_call_off(game, regen, why);
        return;
    }
    for (size_t i = 0; i < regen->memory_count; i++)
        free(regen->memories[i].tiles);
    free(regen->memories);
    regen->memories = question->memories;
    regen->memory_count = question->memory_count;
    question->memories = NULL;
    question->memory_count = 0;
    if (regen->level == NULL) {
        regen->level = question->level;
        regen->population = question->population;
        question->level = NULL;
        question->population = (struct bytes){0};
        level_fetch_note_population(game, job);
    }
    if (regen->stage == REGEN_MAKES)
        begin_waiting(game, regen);
    else
        regen->stage = REGEN_WAITS;
}

/* Checks whether an order can be begun. If not, `reason` is a sentence with the reason. */
static enum err check_order(struct game *game, const struct level_order *order,
                            const struct level_head *head, char reason[LEVEL_REASON_SIZE])
{
    const char *refusal = save_watch_refusal(game);
    const struct regen *other = find(game, order->key.wing, order->key.depth);
    char word[LEVEL_WORD_SIZE];

    level_word(order->key.wing, order->key.depth, word);
    if (refusal != NULL) {
        snprintf(reason, LEVEL_REASON_SIZE, "%s", refusal);
        return ERR_DISK;
    }
    if (other != NULL) {
        snprintf(reason, LEVEL_REASON_SIZE,
                 "Depth %s is about to be %s; level cancel %s calls that off.", word,
                 other->order.is_undo ? "restored" : "rebuilt", word);
        return ERR_BUSY;
    }
    if (order->is_undo && !head->has_kept) {
        snprintf(reason, LEVEL_REASON_SIZE, "No earlier version of depth %s is kept.", word);
        return ERR_NOT_FOUND;
    }
    if (head->newest == UINT32_MAX) {
        snprintf(reason, LEVEL_REASON_SIZE, "Depth %s was rebuilt too often.", word);
        return ERR_RANGE;
    }
    return ERR_OK;
}

/* Returns a free slot; NULL: there is none. Each order brings one outcome, for which there must be
   room. */
static struct regen *find_free(struct game *game)
{
    if (game->level_regens->outcome_count >= LEVEL_REGENS_MAX)
        return NULL;
    for (int i = 0; i < LEVEL_REGENS_MAX; i++) {
        if (game->level_regens->list[i].stage == REGEN_FREE)
            return &game->level_regens->list[i];
    }
    return NULL;
}

enum err level_regen_begin(struct game *game, const struct level_order *order,
                           char reason[LEVEL_REASON_SIZE])
{
    struct level_head head = level_versions_get(&game->level_versions, order->key);
    enum err error = check_order(game, order, &head, reason);
    struct regen *regen = find_free(game);

    if (error != ERR_OK)
        return error;
    if (regen == NULL) {
        snprintf(reason, LEVEL_REASON_SIZE, "%d levels are about to be rebuilt; wait for one.",
                 LEVEL_REGENS_MAX);
        return ERR_BUSY;
    }
    *regen = (struct regen){.stage = REGEN_MAKES,
                            .serial = ++game->level_regens->next_serial,
                            .order = *order,
                            .key = order->key,
                            .reported_seconds = INT_MAX};
    regen->key.generation = order->is_undo ? head.kept : head.newest + 1;
    error = order->is_undo ? level_regen_read(game, regen) : begin_making(game, regen);
    if (error == ERR_OK)
        return ERR_OK;
    snprintf(reason, LEVEL_REASON_SIZE, "The server has too much to do; try again later.");
    level_regen_clear(regen);
    return error;
}

enum err level_regen_cancel(struct game *game, uint16_t wing, uint16_t depth)
{
    struct regen *regen = find(game, wing, depth);

    if (regen == NULL)
        return ERR_NOT_FOUND;
    if (regen->stage == REGEN_SWAPS)
        return ERR_BUSY;
    level_regen_call_off(game, regen, "it was called off");
    return ERR_OK;
}

/* Cancels an order that the operator was told would happen, so the reason is told and audited. */
static void call_off_later(struct game *game, struct regen *regen, const char *why)
{
    const struct player_slot *slot = roster_slot_of_delver(game->roster, regen->order.delver_id);
    struct audit_row row = {.at = (int64_t)time(NULL)};
    char word[LEVEL_WORD_SIZE];
    char text[REPORT_SIZE];

    level_word(regen->key.wing, regen->key.depth, word);
    snprintf(text, sizeof text, "Depth %s stays as it is: %s", word, why);
    if (regen->order.request_ticket == 0 && regen->order.delver_id != 0 && slot != NULL)
        outbox_tell(game->outbox, audience_delver(slot->actor), ROLE_BAD, text);
    snprintf(row.who, sizeof row.who, "%s", regen->order.who);
    snprintf(row.what, sizeof row.what, "level depth %u wing %u: called off: %s", regen->key.depth,
             regen->key.wing, why);
    if (level_versions_have_room(&game->level_versions))
        level_versions_note(&game->level_versions, &row);
    level_regen_call_off(game, regen, why);
}

static void count_down(struct game *game, struct regen *regen)
{
    /* Seconds; the last ones pass without a line for each. */
    static const int marks[] = {600, 300, 60, 30, 10, 5};
    int left = (int)((regen->due_ms - game->base->now_ms + 999) / 1000);
    bool is_reported = regen->reported_seconds == INT_MAX;
    char text[REPORT_SIZE];

    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        if (left <= marks[i] && regen->reported_seconds > marks[i]) {
            regen->reported_seconds = marks[i];
            is_reported = true;
        }
    }
    if (!is_reported)
        return;
    if (regen->reported_seconds == INT_MAX)
        regen->reported_seconds = left;
    snprintf(text, sizeof text, "This level will be %s in %d second%s; you move to its up stairs.",
             regen->order.is_undo ? "restored" : "rebuilt", left, plural_end(left));
    tell_those_there(game, regen, text);
}

static void advance(struct game *game, struct regen *regen)
{
    /* A delver went there meanwhile, so there is something to keep. */
    if (world_level_at(game->world, regen->key.wing, regen->key.depth) != NULL)
        regen->order.is_made = true;
    if (regen->stage != REGEN_WAITS)
        return;
    if (regen->order.waits_for_empty &&
        level_count_people(game, regen->key.wing, regen->key.depth) > 0)
        return;
    if (!regen->order.waits_for_empty && game->base->now_ms < regen->due_ms) {
        count_down(game, regen);
        return;
    }
    const char *why = save_watch_refusal(game);
    if (why == NULL)
        why = level_regen_hand_over(game, regen);
    if (why != NULL)
        call_off_later(game, regen, why);
}

void level_regen_advance(struct game *game)
{
    for (int i = 0; i < LEVEL_REGENS_MAX && !game->base->is_stopping; i++) {
        if (game->level_regens->list[i].stage != REGEN_FREE)
            advance(game, &game->level_regens->list[i]);
    }
}

void level_regens_stop(struct game *game)
{
    for (int i = 0; i < LEVEL_REGENS_MAX; i++) {
        struct regen *regen = &game->level_regens->list[i];
        if (regen->stage != REGEN_FREE && regen->stage != REGEN_SWAPS)
            level_regen_call_off(game, regen, "the server stops");
    }
}

enum { READS_MAX = 5, LOADS_MAX = 5 };

static bool is_remembered(const struct regen *regen, int64_t delver_id)
{
    for (size_t i = 0; i < regen->memory_count; i++) {
        if (regen->memories[i].delver_id == delver_id)
            return true;
    }
    return false;
}

/* Finds delvers who came since the memories were read. *out_must_read: their memories must be read.
   After a few readings such delvers get an empty map. */
static enum err check_memories(const struct game *game, const struct regen *regen,
                               bool *out_must_read)
{
    size_t max = level_count_people(game, regen->key.wing, regen->key.depth) + 1;

    *out_must_read = false;
    if (!regen->order.is_undo || regen->reads >= READS_MAX)
        return ERR_OK;
    int64_t *ids = calloc(max, sizeof *ids);
    if (ids == NULL)
        return ERR_MEMORY;
    size_t count = level_regen_list_people(game, regen, ids, max);
    for (size_t i = 0; i < count; i++)
        *out_must_read = *out_must_read || !is_remembered(regen, ids[i]);
    free(ids);
    return ERR_OK;
}

/* Makes the memories for the swap: those read from disk, and an empty one for each other delver
   that may be there by then. */
static enum err fill_memories(const struct game *game, struct regen *regen,
                              struct input_memory **out, size_t *out_count)
{
    size_t blanks = level_count_people(game, regen->key.wing, regen->key.depth);
    size_t cells = level_cell_count(regen->level);
    size_t count = 0;
    struct input_memory *list = calloc(blanks + regen->memory_count + 1, sizeof *list);

    if (list == NULL)
        return ERR_MEMORY;
    while (count < blanks && (list[count].tiles = delver_memory_new(cells)) != NULL)
        count++;
    if (count < blanks) {
        while (count > 0)
            free(list[--count].tiles);
        free(list);
        return ERR_MEMORY;
    }
    for (size_t i = 0; i < regen->memory_count; i++) {
        list[count++] =
            (struct input_memory){regen->memories[i].delver_id, regen->memories[i].tiles};
        regen->memories[i].tiles = NULL;
    }
    *out = list;
    *out_count = count;
    return ERR_OK;
}

/* Allocates the memory of the head, so that the tick cannot fail. */
static enum err prepare_head(struct game *game, const struct regen *regen)
{
    const struct level_key *key = &regen->key;
    struct level_head head = level_versions_get(&game->level_versions, regen->order.key);

    if (level_versions_find(&game->level_versions, key->wing, key->depth) != NULL)
        return ERR_OK;
    return level_versions_add(&game->level_versions, &head);
}

/*
 * True once the old level is in memory, because graves are moved from it; also for a level that was
 * never made. *out_why: why it cannot be loaded, else NULL.
 */
static bool is_old_there(struct game *game, struct regen *regen, const char **out_why)
{
    const struct level_key key = regen->key;

    *out_why = NULL;
    if (level_fetch_is_running(game->transfers, key))
        return false;
    if (!regen->order.is_made || world_level_at(game->world, key.wing, key.depth) != NULL)
        return true;
    if (regen->loads > 0 && level_fetch_has_failed(game->transfers, key))
        *out_why = "the level that is there cannot be read";
    else if (regen->loads == LOADS_MAX)
        *out_why = "there is no room for the level that is there";
    else if (level_fetch_begin(game, key) == ERR_OK)
        regen->loads++;
    return false;
}

/* Gives the new level to the tick. If something is not ready yet, it is tried again after the next
   tick. Returns why it failed; NULL: it has not. */
static const char *level_regen_hand_over(struct game *game, struct regen *regen)
{
    const char *why;
    struct input_memory *memories = NULL;
    size_t memory_count = 0;
    uint64_t ticket = 0;
    bool must_read;

    if (!is_old_there(game, regen, &why))
        return why;
    if (check_memories(game, regen, &must_read) != ERR_OK ||
        !level_versions_have_room(&game->level_versions) || game->inputs.count == WORLD_INPUTS_MAX)
        return NULL;
    if (must_read) {
        regen->stage = REGEN_REMEMBERS;
        if (level_regen_read(game, regen) != ERR_OK)
            regen->stage = REGEN_WAITS;
        return NULL;
    }
    /* All memories of the old level are on the way to disk before any delver leaves it. */
    if (prepare_head(game, regen) != ERR_OK || game_save(game, &ticket) != ERR_OK ||
        fill_memories(game, regen, &memories, &memory_count) != ERR_OK)
        return NULL;
    struct input *input = input_queue_add(&game->inputs, INPUT_LEVEL_SWAP, 0);
    CHECK(input != NULL);
    input->level = regen->level;
    input->population = regen->population;
    input->flag = regen->order.is_undo;
    input->takes_over = regen->order.is_made;
    input->memories = memories;
    input->memory_count = memory_count;
    regen->level = NULL;
    regen->population = (struct bytes){0};
    regen->stage = REGEN_SWAPS;
    return NULL;
}

/* Lists the moved delvers in one line, and returns their number. */
static uint32_t describe_moved(const struct game *game, const struct level *level, char *out,
                               size_t size)
{
    struct event_cursor cursor = {0};
    const struct event *event;
    size_t length = 0;
    uint32_t count = 0;

    out[0] = '\0';
    while ((event = world_next_event(game->world, &cursor)) != NULL) {
        if (event->kind != EVENT_ARRIVED || !level_key_equal(event->level, level->key) ||
            (event->passage != PASSAGE_REMADE && event->passage != PASSAGE_PUT_BACK))
            continue;
        const struct delver *delver = world_delver(game->world, event->actor);
        count++;
        if (length + NAME_LENGTH_MAX + 8 < size)
            length += (size_t)snprintf(out + length, size - length, "%s%s", length == 0 ? "" : ", ",
                                       delver->name);
    }
    return count;
}

static void note(struct game *game, const struct regen *regen, const struct level_head *head,
                 const char *moved, uint32_t count)
{
    struct audit_row row = {.at = (int64_t)time(NULL)};

    snprintf(row.who, sizeof row.who, "%s", regen->order.who);
    snprintf(row.what, sizeof row.what,
             "level depth %u wing %u: generation %u in the place of %u (seed %llu, style %s, %s); "
             "moved to its stairs: %u%s%.800s",
             regen->key.depth, regen->key.wing, head->current, regen->order.key.generation,
             (unsigned long long)head->recipe.seed, head->recipe.style,
             regen->order.is_undo ? "undone" : "rebuilt", count, count == 0 ? "" : ": ", moved);
    level_versions_note(&game->level_versions, &row);
    LOG(&game->base->log, LOG_INFO, "level.swapped", log_number("wing", regen->key.wing),
        log_number("depth", regen->key.depth), log_number("generation", head->current),
        log_number("before", regen->order.key.generation), log_number("moved", count),
        log_text("who", regen->order.who));
}

/* Returns the head after the tick in which the level was swapped. */
static struct level_head next_head(struct game *game, const struct regen *regen)
{
    struct level_head head = level_versions_get(&game->level_versions, regen->order.key);
    struct level_recipe before = head.recipe;

    if (!regen->order.is_undo && head.has_kept)
        level_versions_drop(&game->level_versions,
                            (struct level_key){head.wing, head.depth, head.kept});
    head.recipe = regen->order.is_undo ? head.kept_recipe : regen->order.recipe;
    head.kept_recipe = before;
    head.has_kept = regen->order.is_made;
    head.kept = head.has_kept ? head.current : 0;
    head.current = regen->key.generation;
    if (head.newest < head.current)
        head.newest = head.current;
    return head;
}

static void finish(struct game *game, struct regen *regen, const struct level *level)
{
    char moved[900];
    struct level_head head = next_head(game, regen);
    enum err error = level_versions_set(&game->level_versions, &head);

    CHECK(error == ERR_OK);
    uint32_t count = describe_moved(game, level, moved, sizeof moved);
    note(game, regen, &head, moved, count);
    level_transfer_redirect(game, regen->key.wing, regen->key.depth);
    level_regen_add_outcome(game,
                            &(struct level_outcome){.kind = LEVEL_SWAPPED,
                                                    .request_ticket = regen->order.request_ticket,
                                                    .key = regen->key,
                                                    .head = head,
                                                    .moved = count});
    level_regen_clear(regen);
}

bool level_regen_settle(struct game *game)
{
    bool has_happened = false;

    for (int i = 0; i < LEVEL_REGENS_MAX; i++) {
        struct regen *regen = &game->level_regens->list[i];
        if (regen->stage != REGEN_SWAPS)
            continue;
        const struct level *level = world_level(game->world, regen->key);
        if (level == NULL) {
            level_regen_call_off(game, regen, "it could not be put in place");
            continue;
        }
        finish(game, regen, level);
        has_happened = true;
    }
    return has_happened;
}
