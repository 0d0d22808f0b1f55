/*
 * Words that change levels: regenerate, undo, lock.
 */
#include "server/admin/admin_level.h"
#include "server/admin/admin_place.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "content/theme.h"
#include "server/admin/admin.h"
#include "server/admin/admin_request.h"
#include "server/admin/admin_words.h"
#include "server/game/level_regen.h"
#include "server/game/level_transfer.h"
#include "server/game/tick.h"
#include "server/save/persist.h"
#include "server/session/deliver.h"

static struct level_order order_of(struct admin *admin, struct admin_request *request,
                                   const struct level_wish *wish, const struct job *job)
{
    struct level_order order = {
        .key = job->key,
        .is_made = job->facts.is_made,
        .is_undo = request->row->run == admin_run_level_undo,
        .recipe = wish->recipe,
        .waits_for_empty = wish->waits_for_empty,
        .countdown_seconds = wish->countdown_seconds,
        .request_ticket = request->ticket,
        .delver_id = request->caller.delver_id,
    };
    const struct level *level = world_level_at(admin->game->world, job->key.wing, job->key.depth);

    if (level != NULL) {
        order.key = level->key;
        order.is_made = true;
    }
    /* Unless told otherwise, nobody is moved without a warning. */
    if (order.countdown_seconds < 0)
        order.countdown_seconds =
            wish->waits_for_empty ||
                    level_count_people(admin->game, job->key.wing, job->key.depth) == 0
                ? 0
                : LEVEL_COUNTDOWN_SECONDS;
    snprintf(order.who, sizeof order.who, "%s", request->caller.name);
    return order;
}

static void answer_dry(struct admin *admin, struct admin_request *request,
                       const struct level_order *order, uint64_t placed)
{
    struct level_head head = level_versions_get(&admin->game->level_versions, order->key);
    uint32_t here = level_count_people(admin->game, order->key.wing, order->key.depth);
    const struct level_recipe *recipe = order->is_undo ? &head.kept_recipe : &order->recipe;
    const struct level *level =
        world_level_at(admin->game->world, order->key.wing, order->key.depth);
    uint32_t bodies = level == NULL ? 0 : level->delver_count;
    char word[LEVEL_WORD_SIZE];
    json_t *answer =
        json_pack("{s:s, s:i, s:i, s:I, s:I, s:s, s:o, s:I, s:o, s:I, s:I, s:s, s:I}", "message",
                  "Dry run: nothing was changed.", "depth", (int)order->key.depth, "wing",
                  (int)order->key.wing, "generation",
                  (json_int_t)(order->is_undo ? head.kept : head.newest + 1), "in_the_place_of",
                  (json_int_t)order->key.generation, "style", recipe->style, "seed",
                  admin_level_seed(recipe->seed), "moved", (json_int_t)bodies, "here",
                  admin_level_people(admin, order->key), "on_stairs", (json_int_t)(here - bodies),
                  "absent", (json_int_t)(placed > here ? placed - here : 0), "when",
                  order->waits_for_empty         ? "when nobody is there"
                  : order->countdown_seconds > 0 ? "after the countdown"
                                                 : "at once",
                  "countdown_seconds", (json_int_t)order->countdown_seconds);

    if (order->is_undo && !head.has_kept) {
        json_decref(answer);
        level_word(order->key.wing, order->key.depth, word);
        admin_refuse(request, "No earlier version of depth %s is kept.", word);
        return;
    }
    admin_answer(request, answer);
}

static void regen_looked(struct admin *admin, struct admin_request *request, struct job *job)
{
    struct level_wish wish;
    char reason[LEVEL_REASON_SIZE];

    if (!admin_level_wish(admin, request, true, &wish))
        return;
    struct level_order order = order_of(admin, request, &wish, job);
    if (wish.is_dry) {
        answer_dry(admin, request, &order, job->facts.delvers);
        return;
    }
    if (level_regen_begin(admin->game, &order, reason) != ERR_OK)
        admin_refuse(request, "%s", reason);
    else
        request->wait = ADMIN_WAIT_JOB;
}

static void run_regen(struct admin *admin, struct admin_request *request)
{
    struct level_key key;
    struct level_wish wish;

    if (!admin_level_parse(request, request->arguments.words[0], &key) ||
        !admin_level_wish(admin, request, true, &wish))
        return;
    admin_level_look(admin, request, key);
}

void admin_run_level_regen(struct admin *admin, struct admin_request *request)
{
    run_regen(admin, request);
}

void admin_run_level_undo(struct admin *admin, struct admin_request *request)
{
    run_regen(admin, request);
}

static void answer_scheduled(struct admin *admin, struct admin_request *request,
                             const struct level_outcome *outcome)
{
    admin_answer(
        request,
        json_pack("{s:s, s:i, s:i, s:I, s:s, s:I}", "message",
                  "Scheduled. To cancel: level cancel.", "depth", (int)outcome->key.depth, "wing",
                  (int)outcome->key.wing, "generation", (json_int_t)outcome->key.generation, "when",
                  outcome->waits_for_empty ? "when nobody is there" : "after the countdown",
                  "countdown_seconds", (json_int_t)outcome->countdown_seconds));
    admin_settle(admin, request);
}

/* The level was swapped; the answer waits until that is on disk. */
static void answer_swapped(struct admin *admin, struct admin_request *request,
                           const struct level_outcome *outcome)
{
    const struct level_head *head = &outcome->head;

    request->answer = json_pack(
        "{s:s, s:i, s:i, s:I, s:o, s:s, s:o, s:I}", "message", "Done.", "depth", (int)head->depth,
        "wing", (int)head->wing, "generation", (json_int_t)head->current, "kept",
        head->has_kept ? json_integer((json_int_t)head->kept) : json_null(), "style",
        head->recipe.style, "seed", admin_level_seed(head->recipe.seed), "moved",
        (json_int_t)outcome->moved);
    admin_wait_for_tick(admin, request);
}

static void answer_failed(struct admin *admin, struct admin_request *request,
                          const struct level_outcome *outcome)
{
    size_t length = strlen(outcome->why);
    bool is_sentence = length > 0 && outcome->why[length - 1] == '.';

    admin_refuse(request, "Nothing was changed: %s%s", outcome->why, is_sentence ? "" : ".");
    admin_settle(admin, request);
}

static void (*const outcome_table[])(struct admin *admin, struct admin_request *request,
                                     const struct level_outcome *outcome) = {
    [LEVEL_SCHEDULED] = answer_scheduled,
    [LEVEL_SWAPPED] = answer_swapped,
    [LEVEL_FAILED] = answer_failed,
};

void admin_take_level_outcomes(struct admin *admin)
{
    struct level_outcome outcome;

    while (level_regen_next_outcome(admin->game, &outcome)) {
        struct admin_request *request = admin_find(admin, outcome.request_ticket);
        if (request != NULL)
            outcome_table[outcome.kind](admin, request, &outcome);
    }
}

static void answer_saved(struct admin_request *request, bool is_saved)
{
    json_t *answer = request->answer;

    request->answer = NULL;
    if (is_saved) {
        admin_answer(request, answer);
        return;
    }
    json_decref(answer);
    admin_refuse(request, "It has happened, but is not on disk yet; the server goes on trying.");
}

void admin_finish_level(struct admin *admin, struct admin_request *request)
{
    if (request->wait == ADMIN_WAIT_SAVE) {
        answer_saved(request, persist_is_saved(admin->persist, request->waits_for));
    } else if (admin->game->tick->is_save_overdue) {
        admin_wait_for_tick(admin, request);
    } else {
        admin_wait_for_save(admin, request, admin->game->tick->newest_ticket);
    }
}

void admin_run_level_cancel(struct admin *admin, struct admin_request *request)
{
    struct level_key key;
    char word[LEVEL_WORD_SIZE];

    if (!admin_level_parse(request, request->arguments.words[0], &key))
        return;
    level_word(key.wing, key.depth, word);
    enum err error = level_regen_cancel(admin->game, key.wing, key.depth);
    /* The warned players, and the operator who wanted the level, are told first. */
    (void)sessions_deliver(admin->sessions);
    admin_take_level_outcomes(admin);
    switch (error) {
    case ERR_OK:
        admin_answer(request, json_pack("{s:s, s:i, s:i}", "message", "Called off.", "depth",
                                        (int)key.depth, "wing", (int)key.wing));
        break;
    case ERR_NOT_FOUND:
        admin_refuse(request, "Nothing is about to happen to depth %s.", word);
        break;
    default:
        admin_refuse(request, "It is too late to call it off.");
    }
}

/* A lock closes the depth in every wing: which wing they come to, the stairs decide. */
static void set_lock(struct admin *admin, struct admin_request *request, bool is_locked)
{
    struct level_key key;

    if (!admin_level_parse(request, request->arguments.words[0], &key))
        return;
    if (key.wing != 0) {
        admin_misuse(request, "A depth is locked in all wings: say %u.", key.depth);
        return;
    }
    if (key.depth == 1) {
        admin_refuse(request, "Depth 1 cannot be locked: newcomers begin there.");
        return;
    }
    if (level_versions_is_locked(&admin->game->level_versions, key.depth) == is_locked) {
        admin_refuse(request, "Depth %u is %s.", key.depth,
                     is_locked ? "locked already" : "not locked");
        return;
    }
    /* Which generation counts must be known before there is a head that says so. */
    admin_level_look(admin, request, key);
}

void admin_run_level_lock(struct admin *admin, struct admin_request *request)
{
    set_lock(admin, request, true);
}

void admin_run_level_unlock(struct admin *admin, struct admin_request *request)
{
    set_lock(admin, request, false);
}

static void lock_looked(struct admin *admin, struct admin_request *request, struct job *job)
{
    bool is_locked = request->row->run == admin_run_level_lock;
    struct level_head head = level_versions_get(&admin->game->level_versions, job->key);

    head.is_locked = is_locked;
    if (admin->game->inputs.count == WORLD_INPUTS_MAX ||
        level_versions_set(&admin->game->level_versions, &head) != ERR_OK) {
        admin_refuse(request, "The server has too much to do; try again later.");
        return;
    }
    level_lock_enter(admin->game, head.depth, is_locked);
    admin->game->tick->is_save_overdue = true;
    request->answer =
        json_pack("{s:s, s:i, s:o}", "message", is_locked ? "Locked." : "Unlocked.", "depth",
                  (int)head.depth, "inside", admin_level_people(admin, job->key));
    admin_wait_for_tick(admin, request);
}

struct looked_row {
    void (*run)(struct admin *admin, struct admin_request *request);
    void (*looked)(struct admin *admin, struct admin_request *request, struct job *job);
};

static const struct looked_row looked_table[] = {
    {admin_run_level_regen, regen_looked},
    {admin_run_level_undo, regen_looked},
    {admin_run_level_lock, lock_looked},
    {admin_run_level_unlock, lock_looked},
    {admin_run_level_show, admin_level_show_looked},
    {admin_run_level_preview, admin_preview_looked},
    {admin_run_inspect, admin_inspect_looked},
    {admin_run_population, admin_unloaded_looked},
    {admin_run_spawn, admin_unloaded_looked},
};

void admin_on_level_looked(struct admin *admin, struct admin_request *request, struct job *job)
{
    if (job->result != ERR_OK)
        admin_refuse(request, "The level cannot be read: %s.", err_text(job->result));
    for (size_t i = 0; job->result == ERR_OK && i < sizeof looked_table / sizeof looked_table[0];
         i++) {
        if (looked_table[i].run == request->row->run)
            looked_table[i].looked(admin, request, job);
    }
}
