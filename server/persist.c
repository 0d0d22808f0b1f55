/*
 * The database thread.
 */
#include "server/persist.h"

#include <stdlib.h>
#include <string.h>
#include <uv.h>

#include "base/check.h"
#include "content/theme.h"
#include "db/records.h"
#include "db/store.h"
#include "gen/gen.h"
#include "server/dungeon.h"
#include "server/level_fetch.h"
#include "server/server.h"
#include "server/session/login.h"

struct persist {
    struct server *server;
    struct store *store; /* the thread's while it runs */
    uv_thread_t thread;
    uv_mutex_t mutex;
    uv_cond_t work_waits;
    uv_async_t work_done;

    /* Shared, under the mutex. */
    struct job *first;
    struct job *last;
    struct job *done_first;
    struct job *done_last;
    int queued;
    bool is_stopping;

    /* The loop's own. */
    uint64_t next_ticket;
    uint64_t saved_ticket;
    uint64_t newest_ticket;
};

struct job *job_new(enum job_kind kind)
{
    struct job *job = calloc(1, sizeof *job);

    if (job != NULL)
        job->kind = kind;
    return job;
}

void job_free(struct job *job)
{
    if (job == NULL)
        return;
    change_set_release(&job->set);
    level_free(job->level);
    free(job->memory);
    free(job);
}

static enum err save_rows(struct store *store, const struct change_set *set)
{
    enum err error = store_save_meta(store, META_TICK, set->tick);

    for (size_t i = 0; error == ERR_OK && i < set->level_count; i++) {
        struct level_blob blob = {.key = set->levels[i].key, .format = GEN_FORMAT_VERSION};
        const char *style = theme_of_depth(blob.key.depth)->style;
        memcpy(blob.style, style, strnlen(style, sizeof blob.style - 1));
        error = store_save_level(store, &blob, set->levels[i].blob.data,
                                 set->levels[i].blob.length);
    }
    for (size_t i = 0; error == ERR_OK && i < set->delver_count; i++)
        error = store_save_delver(store, &set->delvers[i]);
    for (size_t i = 0; error == ERR_OK && i < set->memory_count; i++) {
        const struct memory_row *row = &set->memories[i];
        error = store_save_memory(store, row->delver_id, row->key, row->tiles, row->count);
    }
    return error;
}

static enum err save_once(struct store *store, const struct change_set *set)
{
    enum err error = store_begin(store);

    if (error == ERR_OK)
        error = save_rows(store, set);
    if (error == ERR_OK)
        return store_commit(store);
    store_rollback(store);
    return error;
}

/* A change set is never given up while the server runs: the disk may come back. */
static void work_save(struct persist *persist, struct job *job)
{
    for (;;) {
        job->result = save_once(persist->store, &job->set);
        if (job->result == ERR_OK)
            return;
        LOG(&persist->server->log, LOG_ERROR, "save.failed",
            log_text("error", err_name(job->result)), log_number("tick", (int64_t)job->set.tick));
        uv_mutex_lock(&persist->mutex);
        uv_cond_timedwait(&persist->work_waits, &persist->mutex,
                          (uint64_t)PERSIST_RETRY_MS * 1000000);
        bool gives_up = persist->is_stopping;
        uv_mutex_unlock(&persist->mutex);
        if (gives_up) {
            job->result = save_once(persist->store, &job->set);
            return;
        }
    }
}

static void work_fetch_level(struct persist *persist, struct job *job)
{
    struct level_blob blob;
    struct bytes data;

    job->key.generation = 0;
    job->result = store_find_generation(persist->store, job->key.wing, job->key.depth,
                                        &job->key.generation);
    if (job->result != ERR_OK)
        return;
    bytes_init(&data, LEVEL_BLOB_MAX);
    job->result = store_load_level(persist->store, job->key, &blob, &data);
    if (job->result == ERR_OK)
        job->result = level_decode(data.data, data.length, job->key, &job->level);
    bytes_release(&data);
}

static void work_fetch_memory(struct persist *persist, struct job *job)
{
    job->memory = calloc(1, job->memory_size);
    if (job->memory == NULL) {
        job->result = ERR_MEMORY;
        return;
    }
    job->result = store_load_memory(persist->store, job->delver_id, job->key, job->memory,
                                    job->memory_size);
    if (job->result != ERR_OK)
        memset(job->memory, 0, job->memory_size);
}

static void work_find_account(struct persist *persist, struct job *job)
{
    char name[NAME_LENGTH_MAX + 1];

    memcpy(name, job->account.name, sizeof name);
    job->result = store_find_account(persist->store, name, &job->account);
    if (job->result == ERR_OK)
        job->result = store_load_delver(persist->store, job->account.id, &job->delver);
    else if (job->result == ERR_NOT_FOUND)
        job->is_lookalike =
            store_find_skeleton(persist->store, job->account.skeleton) == ERR_OK;
}

static void work_create_account(struct persist *persist, struct job *job)
{
    int64_t id = 0;

    job->result = store_create_account(persist->store, &job->account, &job->delver, &id);
    job->account.id = id;
    job->delver.id = id;
}

static void work_save_account(struct persist *persist, struct job *job)
{
    job->result = store_save_account(persist->store, &job->account);
}

static void done_save(struct server *server, struct job *job)
{
    struct persist *persist = server->persist;

    if (job->result != ERR_OK)
        return;
    persist->saved_ticket = job->ticket;
}

static void done_save_account(struct server *server, struct job *job)
{
    if (job->result != ERR_OK)
        LOG(&server->log, LOG_ERROR, "account.save-failed",
            log_text("error", err_name(job->result)), log_number("id", job->account.id));
}

struct job_row {
    void (*work)(struct persist *persist, struct job *job); /* on the database thread */
    void (*done)(struct server *server, struct job *job);   /* on the loop */
};

static const struct job_row job_table[JOB_COUNT] = {
    [JOB_SAVE] = {work_save, done_save},
    [JOB_FETCH_LEVEL] = {work_fetch_level, level_fetch_on_read},
    [JOB_FETCH_MEMORY] = {work_fetch_memory, dungeon_on_memory_fetched},
    [JOB_FIND_ACCOUNT] = {work_find_account, login_on_account_found},
    [JOB_CREATE_ACCOUNT] = {work_create_account, login_on_account_created},
    [JOB_SAVE_ACCOUNT] = {work_save_account, done_save_account},
};

/* The next job; NULL when it is time to stop. With nothing to do it tidies the log once. */
static struct job *wait_for_job(struct persist *persist)
{
    bool has_tidied = false;

    uv_mutex_lock(&persist->mutex);
    while (persist->first == NULL && !persist->is_stopping) {
        if (has_tidied) {
            uv_cond_wait(&persist->work_waits, &persist->mutex);
            continue;
        }
        uv_mutex_unlock(&persist->mutex);
        if (store_checkpoint(persist->store) != ERR_OK)
            LOG(&persist->server->log, LOG_WARNING, "checkpoint.failed", {0});
        has_tidied = true;
        uv_mutex_lock(&persist->mutex);
    }
    struct job *job = persist->first;
    if (job != NULL) {
        persist->first = job->next;
        if (persist->first == NULL)
            persist->last = NULL;
        persist->queued--;
        job->next = NULL;
    }
    uv_mutex_unlock(&persist->mutex);
    return job;
}

static void run_thread(void *argument)
{
    struct persist *persist = argument;
    struct job *job;

    while ((job = wait_for_job(persist)) != NULL) {
        uint64_t started_ns = uv_hrtime();
        job_table[job->kind].work(persist, job);
        job->duration_us = (uv_hrtime() - started_ns) / 1000;
        uv_mutex_lock(&persist->mutex);
        if (persist->done_last != NULL)
            persist->done_last->next = job;
        else
            persist->done_first = job;
        persist->done_last = job;
        uv_mutex_unlock(&persist->mutex);
        uv_async_send(&persist->work_done);
    }
}

static void deliver_done(struct persist *persist)
{
    uv_mutex_lock(&persist->mutex);
    struct job *job = persist->done_first;
    persist->done_first = NULL;
    persist->done_last = NULL;
    uv_mutex_unlock(&persist->mutex);

    while (job != NULL) {
        struct job *next = job->next;
        job_table[job->kind].done(persist->server, job);
        job_free(job);
        job = next;
    }
}

static void on_work_done(uv_async_t *handle)
{
    struct persist *persist = handle->data;

    server_touch_clock(persist->server);
    deliver_done(persist);
}

enum err persist_start(struct server *server, struct store *store, struct persist **out)
{
    struct persist *persist = calloc(1, sizeof *persist);

    if (persist == NULL)
        return ERR_MEMORY;
    persist->server = server;
    persist->store = store;
    persist->work_done.data = persist;
    if (uv_mutex_init(&persist->mutex) != 0 || uv_cond_init(&persist->work_waits) != 0 ||
        uv_async_init(&server->loop, &persist->work_done, on_work_done) != 0) {
        free(persist);
        return ERR_MEMORY;
    }
    /* Answers alone do not keep the loop going: at the end they are fetched by hand. */
    uv_unref((uv_handle_t *)&persist->work_done);
    *out = persist;
    server->persist = persist;
    return uv_thread_create(&persist->thread, run_thread, persist) == 0 ? ERR_OK : ERR_BUSY;
}

static void on_async_closed(uv_handle_t *handle)
{
    free(handle->data);
}

struct store *persist_stop(struct persist *persist)
{
    uv_mutex_lock(&persist->mutex);
    persist->is_stopping = true;
    uv_cond_signal(&persist->work_waits);
    uv_mutex_unlock(&persist->mutex);
    uv_thread_join(&persist->thread);
    deliver_done(persist);

    struct store *store = persist->store;
    uv_mutex_destroy(&persist->mutex);
    uv_cond_destroy(&persist->work_waits);
    uv_close((uv_handle_t *)&persist->work_done, on_async_closed);
    return store;
}

enum err persist_submit(struct persist *persist, struct job *job)
{
    uv_mutex_lock(&persist->mutex);
    /* Saves are never refused: there are at most two, one being written and one waiting. */
    if (persist->queued >= PERSIST_JOBS_MAX && job->kind != JOB_SAVE) {
        uv_mutex_unlock(&persist->mutex);
        job_free(job);
        return ERR_BUSY;
    }
    if (persist->last != NULL)
        persist->last->next = job;
    else
        persist->first = job;
    persist->last = job;
    persist->queued++;
    uv_cond_signal(&persist->work_waits);
    uv_mutex_unlock(&persist->mutex);
    return ERR_OK;
}

/* A change set that waits and has not been begun; it is out of the queue's order no further than
   it was, because a reader behind it only ever sees newer rows. Called under the mutex. */
static struct job *find_waiting_save(struct persist *persist)
{
    for (struct job *job = persist->first; job != NULL; job = job->next) {
        if (job->kind == JOB_SAVE)
            return job;
    }
    return NULL;
}

void persist_collect(struct server *server, uint64_t *out_ticket)
{
    struct persist *persist = server->persist;
    bool is_empty = true;

    uv_mutex_lock(&persist->mutex);
    struct job *waiting = find_waiting_save(persist);
    if (waiting != NULL) {
        enum err error = change_set_collect(&waiting->set, server->world, &is_empty);
        /* Half a set would be two ticks in one: better to stop with the last whole one on disk. */
        CHECK(error == ERR_OK);
        waiting->ticket = ++persist->next_ticket;
        persist->newest_ticket = waiting->ticket;
        uv_mutex_unlock(&persist->mutex);
        *out_ticket = persist->newest_ticket;
        return;
    }
    uv_mutex_unlock(&persist->mutex);

    struct job *job = job_new(JOB_SAVE);
    CHECK(job != NULL);
    enum err error = change_set_collect(&job->set, server->world, &is_empty);
    CHECK(error == ERR_OK);
    if (!is_empty) {
        job->ticket = ++persist->next_ticket;
        persist->newest_ticket = job->ticket;
        error = persist_submit(persist, job);
        CHECK(error == ERR_OK);
    } else {
        job_free(job);
    }
    *out_ticket = persist->newest_ticket > persist->saved_ticket ? persist->newest_ticket : 0;
}

uint64_t persist_saved_ticket(const struct persist *persist)
{
    return persist->saved_ticket;
}
