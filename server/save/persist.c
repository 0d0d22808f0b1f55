/*
 * The database thread and its queue.
 */
#include "server/save/persist.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <uv.h>

#include "base/check.h"
#include "server/admin/admin_submit.h"
#include "server/admin/admin_level.h"
#include "server/game/dungeon.h"
#include "server/game/level_fetch.h"
#include "server/game/level_heads.h"
#include "server/game/level_regen.h"
#include "server/game/save_watch.h"
#include "server/save/persist_copy.h"
#include "server/save/persist_work.h"
#include "server/base/base.h"
#include "server/game/removal.h"
#include "server/server.h"
#include "server/session/auth/gate.h"
#include "server/session/auth/login.h"
#include "server/session/preferences/kept.h"

struct persist {
    struct base *base;
    struct persist_work work; /* the thread's while it runs */
    uv_thread_t thread;
    uv_mutex_t mutex;
    uv_cond_t work_waits;
    uv_async_t work_done;

    /* Shared, under the mutex. */
    struct job *first;
    struct job *last;
    struct job *done_first;
    struct job *done_last;
    struct disk_health health;
    int queued;
    bool is_stopping;

    /* The loop's own. */
    struct disk_health known_health;
    struct memory_images images;
    uint64_t newest_ticket;
    uint64_t saved_ticket;
    uint64_t unsaved_since_ms; /* 0: all is on disk */
    atomic_bool must_end;      /* there is no time for copies; read on every thread */
    uint64_t newest_since_ms;  /* when the newest change set was begun */
};

static void done_save(struct base *base, struct job *job)
{
    struct persist *persist = base->server->persist;

    if (job->result != ERR_OK)
        return;
    metrics_observe(&base->metrics, METRIC_SAVE_DURATION, job->duration_us);
    persist->saved_ticket = job->ticket;
    persist->unsaved_since_ms =
        persist->newest_ticket > persist->saved_ticket ? persist->newest_since_ms : 0;
}

static void done_quietly(struct base *base, struct job *job)
{
    if (job->result != ERR_OK)
        LOG(&base->log, LOG_ERROR, "row.save-failed", log_text("error", err_name(job->result)),
            log_number("job", job->kind), log_number("id", job->account.id));
}

static void done_copy(struct base *base, struct job *job)
{
    persist_on_copied(base, job, &base->server->persist->must_end);
}

/* A login asks for an account, or an operator does. */
static void done_find_account(struct base *base, struct job *job)
{
    /* Whoever is being removed is nobody any more, whose name is not free yet. */
    if (job->conn_serial != 0 && job->result == ERR_OK &&
        removal_is_going_on(&base->server->game, job->account.id)) {
        job->result = ERR_NOT_FOUND;
        job->is_lookalike = true;
    }
    if (job->conn_serial != 0)
        login_on_account_found(&base->server->sessions, job);
    else
        admin_on_account_found(&base->server->admin, job);
}

static void done_level_fetch_read(struct base *base, struct job *job)
{
    level_fetch_on_read(&base->server->game, job);
}

static void done_admin_level_looked(struct base *base, struct job *job)
{
    admin_on_level_looked(&base->server->admin, job);
}

static void done_level_regen_kept(struct base *base, struct job *job)
{
    level_regen_on_kept(&base->server->game, job);
}

static void done_admin_levels_listed(struct base *base, struct job *job)
{
    admin_on_levels_listed(&base->server->admin, job);
}

static void done_dungeon_memory_fetched(struct base *base, struct job *job)
{
    dungeon_on_memory_fetched(&base->server->game, job);
}

static void done_login_account_created(struct base *base, struct job *job)
{
    login_on_account_created(&base->server->sessions, job);
}

static void done_kept_saved(struct base *base, struct job *job)
{
    kept_on_saved(&base->server->sessions, job);
}

static void done_gate_password_renewed(struct base *base, struct job *job)
{
    gate_on_password_renewed(&base->server->sessions, job);
}

static void done_admin_role_saved(struct base *base, struct job *job)
{
    admin_on_role_saved(&base->server->admin, job);
}

static void done_removal_listed(struct base *base, struct job *job)
{
    removal_on_listed(&base->server->game, job);
}

static void done_removal_removed(struct base *base, struct job *job)
{
    removal_on_removed(&base->server->game, job);
}

static void done_admin_ruling_saved(struct base *base, struct job *job)
{
    admin_on_ruling_saved(&base->server->admin, job);
}

static void done_gate_code_used(struct base *base, struct job *job)
{
    gate_on_code_used(&base->server->sessions, job);
}

static void done_admin_audit_saved(struct base *base, struct job *job)
{
    admin_on_audit_saved(&base->server->admin, job);
}

static void done_admin_audit_loaded(struct base *base, struct job *job)
{
    admin_on_audit_loaded(&base->server->admin, job);
}

/* Who gets the answer, on the loop. */
typedef void done_function(struct base *base, struct job *job);

static done_function *const done_table[JOB_COUNT] = {
    [JOB_SAVE] = done_save,
    [JOB_FETCH_LEVEL] = done_level_fetch_read,
    [JOB_LOOK_LEVEL] = done_admin_level_looked,
    [JOB_FETCH_KEPT] = done_level_regen_kept,
    [JOB_LIST_LEVELS] = done_admin_levels_listed,
    [JOB_FETCH_MEMORY] = done_dungeon_memory_fetched,
    [JOB_FIND_ACCOUNT] = done_find_account,
    [JOB_CREATE_ACCOUNT] = done_login_account_created,
    [JOB_SAVE_ACCOUNT] = done_quietly,
    [JOB_SAVE_SETTINGS] = done_kept_saved,
    [JOB_RENEW_PASSWORD] = done_gate_password_renewed,
    [JOB_SAVE_ROLE] = done_admin_role_saved,
    [JOB_LIST_UNUSED] = done_removal_listed,
    [JOB_REMOVE_PLAYERS] = done_removal_removed,
    [JOB_SAVE_RULING] = done_admin_ruling_saved,
    [JOB_DROP_RULING] = done_admin_ruling_saved,
    [JOB_USE_CODE] = done_gate_code_used,
    [JOB_SAVE_AUDIT] = done_admin_audit_saved,
    [JOB_LOAD_AUDIT] = done_admin_audit_loaded,
    [JOB_BACKUP] = done_copy,
    [JOB_EXAMINE] = done_copy,
};

enum {
    STOP_ROUNDS = 8, /* what the last answers ask for, what the answers to that ask for … */
};

enum wake { WAKE_JOB, WAKE_COPY, WAKE_IDLE, WAKE_LOOK, WAKE_STOP };

/* The next job in the queue, or NULL; under the mutex. */
static struct job *take_first(struct persist *persist)
{
    struct job *job = persist->first;

    if (job == NULL)
        return NULL;
    persist->first = job->next;
    if (persist->first == NULL)
        persist->last = NULL;
    persist->queued--;
    job->next = NULL;
    return job;
}

/* Waits for the next thing to do, a second at most, because then the disk is looked at; a job is
   taken out of the queue. `is_tidy`: idle time has been used already. */
static enum wake wait_for_work(struct persist *persist, bool is_tidy, struct job **out)
{
    enum wake wake = WAKE_JOB;
    bool is_restless = persist_work_is_restless(&persist->work);

    uv_mutex_lock(&persist->mutex);
    while (persist->first == NULL && wake == WAKE_JOB) {
        if (persist->is_stopping)
            wake = WAKE_STOP;
        else if (persist_work_is_copying(&persist->work) && (is_tidy || is_restless))
            wake = WAKE_COPY;
        else if (!is_restless && !is_tidy)
            wake = WAKE_IDLE;
        else if (uv_cond_timedwait(&persist->work_waits, &persist->mutex,
                                   (uint64_t)PERSIST_RETRY_MS * 1000000) == UV_ETIMEDOUT)
            wake = WAKE_LOOK;
    }
    *out = wake == WAKE_JOB ? take_first(persist) : NULL;
    uv_mutex_unlock(&persist->mutex);
    return wake;
}

/* Hands a job that is done (or NULL) and the state of the disk to the loop. */
static void report(struct persist *persist, struct job *job)
{
    uv_mutex_lock(&persist->mutex);
    persist->health = persist->work.health;
    if (job != NULL && persist->done_last != NULL)
        persist->done_last->next = job;
    else if (job != NULL)
        persist->done_first = job;
    if (job != NULL)
        persist->done_last = job;
    uv_mutex_unlock(&persist->mutex);
    uv_async_send(&persist->work_done);
}

static void run_job(struct persist *persist, struct job *job)
{
    uint64_t started_ns = uv_hrtime();
    bool is_done = persist_work_do(&persist->work, job);

    if (is_done)
        job->duration_us = (uv_hrtime() - started_ns) / 1000;
    report(persist, is_done ? job : NULL);
}

/* Nothing is done any more: what was not finished is given up, what was refused tried once more. */
static void end_work(struct persist *persist)
{
    struct job *job = NULL;

    while ((job = persist_work_stop_copying(&persist->work)) != NULL)
        report(persist, job);
    report(persist, persist_work_retry(&persist->work, true));
}

static void run_thread(void *argument)
{
    struct persist *persist = argument;
    struct job *job = NULL;
    bool is_tidy = false;
    enum wake wake;

    while ((wake = wait_for_work(persist, is_tidy, &job)) != WAKE_STOP) {
        if (wake == WAKE_JOB)
            run_job(persist, job);
        else if (wake == WAKE_IDLE)
            persist_work_tidy(&persist->work);
        /* A copy goes on between two jobs, and the log must not grow as long as it takes. */
        is_tidy = wake == WAKE_IDLE || ((wake == WAKE_COPY || wake == WAKE_LOOK) && is_tidy);
        if (persist_work_look(&persist->work))
            report(persist, NULL);
        /* After each job as well: who is busy for ever proves nothing else. */
        struct job *copied = persist_work_copy(&persist->work);
        if (copied != NULL)
            report(persist, copied);
        if (persist_work_is_restless(&persist->work))
            report(persist, persist_work_retry(&persist->work, false));
    }
    end_work(persist);
}

static void deliver_done(struct persist *persist)
{
    uv_mutex_lock(&persist->mutex);
    struct job *job = persist->done_first;
    persist->done_first = NULL;
    persist->done_last = NULL;
    persist->known_health = persist->health;
    uv_mutex_unlock(&persist->mutex);

    while (job != NULL) {
        struct job *next = job->next;
        done_table[job->kind](persist->base, job);
        job_free(job);
        job = next;
    }
    save_watch_update(&persist->base->server->game);
}

static void on_work_done(uv_async_t *handle)
{
    struct persist *persist = handle->data;

    base_touch_clock(persist->base);
    deliver_done(persist);
}

/* A reserve that cannot be laid is for the operator to know, not to stop for. */
static void lay_ballast(struct persist *persist)
{
    struct base *base = persist->base;
    struct persist_work *work = &persist->work;
    enum err error = ballast_init(&work->ballast, base->options.data);

    if (error == ERR_OK)
        error = ballast_lay(&work->ballast);
    if (error == ERR_OK)
        return;
    work->health.is_tight = error == ERR_NO_SPACE;
    LOG(&base->log, LOG_WARNING, "disk.no-reserve", log_text("error", err_name(error)),
        log_text("cure", "free some space on the disk of the data directory"));
}

static void on_async_closed(uv_handle_t *handle)
{
    free(handle->data);
}

/* What is not the thread's own; it is freed when the loop runs again. */
static void close_queue(struct persist *persist)
{
    memory_images_release(&persist->images);
    uv_mutex_destroy(&persist->mutex);
    uv_cond_destroy(&persist->work_waits);
    uv_close((uv_handle_t *)&persist->work_done, on_async_closed);
}

enum err persist_start(struct base *base, struct store *store, struct persist **out)
{
    struct persist *persist = calloc(1, sizeof *persist);

    if (persist == NULL)
        return ERR_MEMORY;
    persist->base = base;
    persist->work = (struct persist_work){.store = store,
                                          .log = &base->log,
                                          .folder = base->options.data,
                                          .must_end = &persist->must_end,
                                          .world_seed = base->server->game.world->seed};
    persist->work_done.data = persist;
    if (memory_images_init(&persist->images, base->server->game.world->limits.delvers_max) !=
            ERR_OK ||
        uv_mutex_init(&persist->mutex) != 0 || uv_cond_init(&persist->work_waits) != 0 ||
        uv_async_init(&base->loop, &persist->work_done, on_work_done) != 0) {
        memory_images_release(&persist->images);
        free(persist);
        return ERR_MEMORY;
    }
    lay_ballast(persist);
    (void)persist_work_look(&persist->work);
    persist->health = persist->work.health;
    persist->known_health = persist->work.health;
    /* Answers alone do not keep the loop going: at the end they are fetched by hand. */
    uv_unref((uv_handle_t *)&persist->work_done);
    if (uv_thread_create(&persist->thread, run_thread, persist) != 0) {
        close_queue(persist);
        return ERR_NO_RESOURCE;
    }
    *out = persist;
    return ERR_OK;
}

/* Without the thread: the last answers have asked for more, a line in the audit say, and that is
   done as well. Who would go on asking for ever is not answered. */
static void finish_queue(struct persist *persist)
{
    struct job *job = NULL;

    deliver_done(persist);
    for (int round = 0; round < STOP_ROUNDS && persist->first != NULL; round++) {
        while ((job = take_first(persist)) != NULL)
            run_job(persist, job);
        end_work(persist);
        deliver_done(persist);
    }
    while ((job = take_first(persist)) != NULL)
        job_free(job);
}

void persist_hurry(struct persist *persist)
{
    atomic_store(&persist->must_end, true);
}

struct store *persist_stop(struct persist *persist)
{
    persist_hurry(persist);
    uv_mutex_lock(&persist->mutex);
    persist->is_stopping = true;
    uv_cond_signal(&persist->work_waits);
    uv_mutex_unlock(&persist->mutex);
    uv_thread_join(&persist->thread);
    finish_queue(persist);

    struct store *store = persist->work.store;
    close_queue(persist);
    return store;
}

enum err persist_submit(struct persist *persist, struct job *job)
{
    uv_mutex_lock(&persist->mutex);
    /* Saves are never refused: there are at most two, one being written and one waiting. Nor is the
       one backup that comes for the second time. */
    if (persist->queued >= PERSIST_JOBS_MAX && job->kind != JOB_SAVE &&
        !persist_copy_is_doubtful(job)) {
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

static struct job *find_waiting_save(const struct persist *persist)
{
    for (struct job *job = persist->first; job != NULL; job = job->next) {
        if (job->kind == JOB_SAVE)
            return job;
    }
    return NULL;
}

/*
 * Lays the set over one that waits and has not been begun, if there is one; *out_is_laid tells.
 * That one stays where it is in the queue, because a reader behind it only ever sees newer rows.
 */
static enum err join_waiting_save(struct persist *persist, struct change_set *set,
                                  bool *out_is_laid)
{
    enum err error = ERR_OK;

    uv_mutex_lock(&persist->mutex);
    struct job *waiting = find_waiting_save(persist);
    if (waiting != NULL)
        error = change_set_merge(&waiting->set, set);
    *out_is_laid = waiting != NULL && error == ERR_OK;
    if (*out_is_laid)
        waiting->ticket = ++persist->newest_ticket;
    uv_mutex_unlock(&persist->mutex);
    return error;
}

static enum err submit_save(struct persist *persist, struct job *job, uint64_t now_ms)
{
    job->ticket = ++persist->newest_ticket;
    persist->newest_since_ms = now_ms;
    if (persist->unsaved_since_ms == 0)
        persist->unsaved_since_ms = now_ms;
    return persist_submit(persist, job);
}

enum err persist_collect(struct base *base, uint64_t *out_ticket)
{
    struct persist *persist = base->server->persist;
    bool is_laid = false;
    struct job *job = job_new(JOB_SAVE);

    if (job == NULL)
        return ERR_MEMORY;
    enum err error = level_heads_collect(&base->server->game.level_heads, &job->set);
    if (error == ERR_OK)
        error = change_set_collect(&job->set, base->server->game.world, &persist->images);
    else
        change_set_release(&job->set);
    bool is_empty = change_set_is_empty(&job->set);
    if (error == ERR_OK && !is_empty)
        error = join_waiting_save(persist, &job->set, &is_laid);
    /* From here on the set is on its way, whatever becomes of the laying over. */
    if (!is_empty)
        level_heads_mark_clean(&base->server->game.level_heads);
    /* What cannot be laid over the one that waits goes behind it. */
    if (!is_empty && !is_laid) {
        error = submit_save(persist, job, base->now_ms);
        CHECK(error == ERR_OK);
    } else {
        job_free(job);
    }
    *out_ticket = persist->newest_ticket > persist->saved_ticket ? persist->newest_ticket : 0;
    return error;
}

uint64_t persist_saved_ticket(const struct persist *persist)
{
    return persist->saved_ticket;
}

bool persist_is_saved(const struct persist *persist, uint64_t ticket)
{
    return persist->saved_ticket >= ticket && persist->known_health.error != ERR_REPLACED;
}

uint64_t persist_unsaved_since_ms(const struct persist *persist)
{
    return persist->unsaved_since_ms;
}

struct disk_health persist_health(const struct persist *persist)
{
    return persist->known_health;
}
