/*
 * Fetching one level. The database is asked first; a level that it lacks, or has damaged, is made
 * by a worker from its recipe. The result becomes an input of the next tick, and the fetch ends
 * when that tick has taken it.
 */
#include "server/game/level_fetch.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <uv.h>

#include "gen/gen.h"
#include "server/game/game.h"
#include "server/game/level_transfer.h"
#include "server/game/save_watch.h"
#include "server/save/persist_levels.h"
#include "server/save/persist_lists.h"
#include "server/save/persist.h"
#include "world/population_codec.h"

enum fetch_state { FETCH_RUNNING, FETCH_GIVEN, FETCH_FAILED };

struct level_fetch {
    uv_work_t work;
    struct game *game;
    enum fetch_state state;
    uint64_t given_at; /* the tick before the one that gets the level */
    struct level_key key;
    struct level_recipe recipe; /* recipe, if the level must be made */
    struct level *level;        /* owned until the tick gets it */
    /* population of the level; empty: none is known. Owned until the tick gets it */
    struct bytes population;
    struct gen_report report;
    enum err result;
};

/* Returns the fetch of that level; NULL: there is none, or no such level. */
static struct level_fetch *find_fetch(const struct level_transfers *transfers, struct level_key key)
{
    uint32_t place = wings_place(key);

    return place < WINGS_PLACES ? transfers->fetches[place] : NULL;
}

static void remove_fetch(struct level_transfers *transfers, struct level_fetch *fetch)
{
    transfers->fetches[wings_place(fetch->key)] = NULL;
    level_free(fetch->level);
    bytes_release(&fetch->population);
    free(fetch);
}

/* Gives the level to the tick. A level that is new or rebuilt is saved with the next save. */
static void give(struct level_fetch *fetch, bool is_new)
{
    struct game *game = fetch->game;
    struct input *input = input_queue_add(&game->inputs, INPUT_LEVEL_ADD, 0);

    if (input == NULL) {
        fetch->state = FETCH_FAILED;
        return;
    }
    fetch->level->is_dirty = is_new;
    input->level = fetch->level;
    input->population = fetch->population;
    fetch->level = NULL;
    fetch->population = (struct bytes){0};
    fetch->state = FETCH_GIVEN;
    fetch->given_at = game->world->tick;
}

static void make_level(uv_work_t *work)
{
    struct level_fetch *fetch = work->data;
    struct gen_request request;

    level_recipe_request(&fetch->recipe, fetch->key, &fetch->game->setpieces, &request);
    fetch->result = gen_level(&request, &fetch->level, &fetch->report);
}

static void on_level_made(uv_work_t *work, int status)
{
    struct level_fetch *fetch = work->data;
    struct game *game = fetch->game;

    base_touch_clock(game->base);
    if (status != 0 || fetch->result != ERR_OK) {
        LOG(&game->base->log, LOG_ERROR, "level.not-made", log_number("wing", fetch->key.wing),
            log_number("depth", fetch->key.depth), log_text("error", err_name(fetch->result)));
        fetch->state = FETCH_FAILED;
        return;
    }
    LOG(&game->base->log, LOG_INFO, "level.made", log_number("wing", fetch->key.wing),
        log_number("depth", fetch->key.depth),
        log_number("generation", (int64_t)fetch->key.generation),
        log_text("style", fetch->report.style->name),
        log_number("attempts", fetch->report.attempts));
    give(fetch, true);
}

static void start_making(struct level_fetch *fetch)
{
    fetch->work.data = fetch;
    fetch->recipe = level_versions_recipe(&fetch->game->level_versions, fetch->key);
    if (uv_queue_work(&fetch->game->base->loop, &fetch->work, make_level, on_level_made) != 0)
        fetch->state = FETCH_FAILED;
}

/* Writes an act to the audit table. */
static void note_act(struct game *game, const char *act, struct level_key key, const char *how)
{
    struct job *job = job_new(&question_save_audit);

    if (job == NULL)
        return;
    struct audit_row *row = job->content;

    row->at = (int64_t)time(NULL);
    snprintf(row->who, sizeof row->who, "undercroftd");
    snprintf(row->what, sizeof row->what, "%s level wing %u depth %u generation %u %s", act,
             key.wing, key.depth, key.generation, how);
    if (persist_submit(game->persist, job, NULL) != ERR_OK)
        LOG(&game->base->log, LOG_WARNING, "audit.lost", log_text("what", act));
}

/* Reports damage that was repaired: in the log, in the audit table, and by
   level_fetch_was_rebuilt(). */
static void note_rebuilding(struct level_fetch *fetch, enum err error)
{
    struct game *game = fetch->game;
    struct level_transfers *transfers = game->transfers;

    LOG(&game->base->log, LOG_ERROR, "level.damaged", log_number("wing", fetch->key.wing),
        log_number("depth", fetch->key.depth), log_text("error", err_name(error)),
        log_text("cure", "rebuilt from its seed; doors are as they were at first"));
    transfers->rebuilt[transfers->rebuilt_count++ % DUNGEON_REBUILT_MAX] =
        (struct rebuilt_level){fetch->key, (int64_t)time(NULL)};
    note_act(game, "rebuilt the damaged", fetch->key, "from its seed");
}

void level_fetch_note_population(struct game *game, const struct job *job)
{
    const struct level_question *question = job->content;

    if (!question->is_population_lost)
        return;
    LOG(&game->base->log, LOG_ERROR, "population.damaged", log_number("wing", question->key.wing),
        log_number("depth", question->key.depth), log_text("cure", "the level is populated again"));
    note_act(game, "populated the", question->key, "again: what was on it was damaged");
}

bool level_fetch_was_rebuilt(const struct level_transfers *transfers, struct level_key key,
                             int64_t at)
{
    for (uint32_t i = 0; i < transfers->rebuilt_count && i < DUNGEON_REBUILT_MAX; i++) {
        if (level_key_equal(transfers->rebuilt[i].key, key) && transfers->rebuilt[i].at >= at)
            return true;
    }
    return false;
}

void level_fetch_forget(struct game *game, int64_t delver_id)
{
    const struct level_transfers *transfers = game->transfers;
    uint64_t gone[ITEM_KIND_COUNT] = {0}; /* was noted with the row */
    bool is_found;

    for (uint32_t place = 0; place < WINGS_PLACES; place++) {
        struct level_fetch *fetch = transfers->fetches[place];
        if (fetch == NULL || fetch->population.length == 0)
            continue;
        enum err error = population_forget(fetch->population.data, &fetch->population.length,
                                           delver_id, gone, &is_found);
        if (error != ERR_OK)
            bytes_release(&fetch->population);
    }
}

void level_fetch_rename(struct game *game, int64_t delver_id, const char name[NAME_LENGTH_MAX + 1])
{
    const struct level_transfers *transfers = game->transfers;
    bool is_found;

    for (uint32_t place = 0; place < WINGS_PLACES; place++) {
        struct level_fetch *fetch = transfers->fetches[place];
        if (fetch != NULL && fetch->population.length > 0 &&
            population_rename(fetch->population.data, fetch->population.length, delver_id, name,
                              &is_found) != ERR_OK)
            bytes_release(&fetch->population);
    }
}

void level_fetch_on_read(void *asker, struct job *job)
{
    struct level_question *question = job->content;
    struct game *game = asker;
    struct level_fetch *fetch = find_fetch(game->transfers, question->key);

    if (fetch == NULL)
        return;
    fetch->key = question->key;
    fetch->population = question->population;
    question->population = (struct bytes){0};
    level_fetch_note_population(game, job);
    if (job->result == ERR_OK) {
        fetch->level = question->level;
        question->level = NULL;
        give(fetch, false);
        return;
    }
    if (err_is_damage(job->result)) {
        note_rebuilding(fetch, job->result);
    } else if (job->result != ERR_NOT_FOUND) {
        LOG(&game->base->log, LOG_ERROR, "level.not-read", log_number("wing", question->key.wing),
            log_number("depth", question->key.depth), log_text("error", err_name(job->result)));
        fetch->state = FETCH_FAILED;
        return;
    } else if (save_watch_refusal(game) != NULL) {
        LOG(&game->base->log, LOG_WARNING, "level.not-made", log_number("wing", question->key.wing),
            log_number("depth", question->key.depth), log_text("error", "disk"));
        fetch->state = FETCH_FAILED;
        return;
    }
    start_making(fetch);
}

bool level_fetch_is_running(const struct level_transfers *transfers, struct level_key key)
{
    const struct level_fetch *fetch = find_fetch(transfers, key);

    return fetch != NULL &&
           (fetch->state == FETCH_RUNNING ||
            (fetch->state == FETCH_GIVEN && fetch->game->world->tick == fetch->given_at));
}

enum err level_fetch_begin(struct game *game, struct level_key key)
{
    struct level_fetch *fetch = find_fetch(game->transfers, key);

    if (wings_place(key) >= WINGS_PLACES)
        return ERR_RANGE;
    if (level_fetch_is_running(game->transfers, key))
        return ERR_OK;
    if (fetch != NULL)
        remove_fetch(game->transfers, fetch);

    fetch = calloc(1, sizeof *fetch);
    struct job *job = job_new(&question_fetch_level);
    if (fetch == NULL || job == NULL) {
        free(fetch);
        job_free(job);
        return ERR_MEMORY;
    }
    struct level_question *question = job->content;
    const struct level_head *head = level_versions_find(&game->level_versions, key.wing, key.depth);
    question->is_exact = head != NULL;
    key.generation = head != NULL ? head->current : 0;
    question->key = key;
    job->answer = level_fetch_on_read;
    fetch->game = game;
    fetch->key = key;
    game->transfers->fetches[wings_place(key)] = fetch;
    enum err error = persist_submit(game->persist, job, &game->answers);
    if (error != ERR_OK)
        remove_fetch(game->transfers, fetch);
    return error;
}

bool level_fetch_has_failed(const struct level_transfers *transfers, struct level_key key)
{
    const struct level_fetch *fetch = find_fetch(transfers, key);

    return fetch != NULL && fetch->state == FETCH_FAILED;
}

void level_fetch_release(struct level_transfers *transfers)
{
    for (uint32_t place = 0; transfers->fetches != NULL && place < WINGS_PLACES; place++) {
        if (transfers->fetches[place] != NULL)
            remove_fetch(transfers, transfers->fetches[place]);
    }
}
