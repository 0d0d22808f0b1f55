/*
 * The database thread and its queue.
 *
 * The loop adds jobs to one queue; the thread takes them, does them and adds them to a second one,
 * and an async handle of libuv wakes the loop. One mutex protects both queues; otherwise only the
 * state of the disk is shared.
 */
#include "server/save/persist.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <uv.h>

#include "base/check.h"
#include "server/base/base.h"
#include "server/base/threads.h"
#include "server/save/persist_copy.h"
#include "server/save/persist_morgue.h"
#include "server/save/persist_work.h"

struct persist {
    struct base *base;
    struct persist_work work; /* the thread's while it runs */
    uv_thread_t thread;
    uv_mutex_t mutex;
    uv_cond_t work_waits;
    uv_async_t work_done;

    /* Shared by both threads, under the mutex. */
    struct job_queue waiting;
    struct job_queue done;
    struct disk_health health;
    struct left_out left_out;
    int queued;
    bool is_stopping;

    /* The loop's own members. */
    struct disk_health known_health;
    struct left_out known_left_out;
    struct memory_images images;
    struct change_set changes; /* changes that go to disk with the next save */
    uint64_t newest_ticket;
    uint64_t saved_ticket;
    uint64_t unsaved_since_ms; /* time of the oldest change that is not on disk; 0: all is */
    atomic_bool must_end;      /* no time for copies is left; read on every thread */
    uint64_t newest_since_ms;  /* time when the newest change set was begun */
};

enum wake { WAKE_JOBS, WAKE_COPY, WAKE_IDLE, WAKE_LOOK, WAKE_STOP };

/* Takes all waiting jobs. Call it under the mutex. */
static struct job_queue take_all(struct persist *persist)
{
    struct job_queue all = persist->waiting;

    persist->waiting = (struct job_queue){NULL, NULL};
    persist->queued = 0;
    return all;
}

/* Waits for the next thing to do, at most a second, because then the disk is checked; takes the
   waiting jobs out of the queue. `is_tidy`: the thread has already done its idle work. */
static enum wake wait_for_work(struct persist *persist, bool is_tidy, struct job_queue *out)
{
    enum wake wake = WAKE_JOBS;
    bool has_backlog = persist_work_has_backlog(&persist->work);

    uv_mutex_lock(&persist->mutex);
    while (persist->waiting.first == NULL && wake == WAKE_JOBS) {
        if (persist->is_stopping)
            wake = WAKE_STOP;
        else if (persist_work_is_copying(&persist->work) && (is_tidy || has_backlog))
            wake = WAKE_COPY;
        else if (!has_backlog && !is_tidy)
            wake = WAKE_IDLE;
        else if (uv_cond_timedwait(&persist->work_waits, &persist->mutex,
                                   (uint64_t)PERSIST_RETRY_MS * 1000000) == UV_ETIMEDOUT)
            wake = WAKE_LOOK;
    }
    /* A job may have come between the end of the wait and the lock. */
    if (persist->waiting.first != NULL)
        wake = WAKE_JOBS;
    *out = take_all(persist);
    uv_mutex_unlock(&persist->mutex);
    return wake;
}

/* Gives a finished job, or NULL, to the loop, and wakes it in any case. */
static void hand_back(struct persist *persist, struct job *job)
{
    uv_mutex_lock(&persist->mutex);
    if (job != NULL)
        job_queue_add(&persist->done, job);
    uv_mutex_unlock(&persist->mutex);
    uv_async_send(&persist->work_done);
}

/* Gives a finished job (or NULL) and the state of the disk to the loop. */
static void report(struct persist *persist, struct job *job)
{
    uv_mutex_lock(&persist->mutex);
    persist->health = persist->work.health;
    if (persist->left_out.changes != persist->work.left_out.changes)
        persist->left_out = persist->work.left_out;
    uv_mutex_unlock(&persist->mutex);
    hand_back(persist, job);
}

static void run_job(struct persist *persist, struct job *job)
{
    bool is_done = persist_work_do(&persist->work, job);

    report(persist, is_done ? job : NULL);
}

static void write_jobs(struct persist *persist, struct job_queue *jobs)
{
    struct job_queue done = {NULL, NULL};
    struct job *job = NULL;
    uint64_t started_ns = uv_hrtime();

    if (jobs->first == NULL)
        return;
    persist_work_write(&persist->work, jobs, &done);
    report(persist, NULL);
    while ((job = job_queue_take(&done)) != NULL) {
        job->duration_us = (uv_hrtime() - started_ns) / 1000;
        report(persist, job);
    }
}

/* Does the jobs. Reading jobs before the first writing one are done at once. Later reading jobs are
   done when all writing jobs are on disk: they see everything that was submitted before them, and
   possibly more. */
static void run_jobs(struct persist *persist, struct job_queue *jobs)
{
    struct job_queue writing = {NULL, NULL};
    struct job_queue later = {NULL, NULL};
    struct job *job = NULL;

    while ((job = job_queue_take(jobs)) != NULL) {
        if (job->question->writes)
            job_queue_add(&writing, job);
        else if (writing.first != NULL)
            job_queue_add(&later, job);
        else
            run_job(persist, job);
    }
    write_jobs(persist, &writing);
    while ((job = job_queue_take(&later)) != NULL)
        run_job(persist, job);
}

/* Ends the work: drops incomplete copies, and tries a refused save once more. */
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
    struct job_queue jobs;
    bool is_tidy = false;
    enum wake wake;

    batch_set(true);
    while ((wake = wait_for_work(persist, is_tidy, &jobs)) != WAKE_STOP) {
        if (wake == WAKE_JOBS)
            run_jobs(persist, &jobs);
        else if (wake == WAKE_IDLE)
            persist_work_checkpoint(&persist->work);
        /* A copy goes on between two jobs, and the log must not grow as long as it takes. */
        is_tidy = wake == WAKE_IDLE || ((wake == WAKE_COPY || wake == WAKE_LOOK) && is_tidy);
        if (persist_work_look(&persist->work))
            report(persist, NULL);
        /* Also after jobs, because a thread that is always busy would otherwise never go on. */
        struct job *copied = persist_work_copy(&persist->work);
        if (copied != NULL)
            report(persist, copied);
        if (persist_work_has_backlog(&persist->work))
            report(persist, persist_work_retry(&persist->work, false));
    }
    end_work(persist);
}

static void note_saved(struct persist *persist, const struct job *job)
{
    metrics_observe(&persist->base->metrics, METRIC_SAVE_DURATION, job->duration_us);
    persist->saved_ticket = job->ticket;
    persist->unsaved_since_ms =
        persist->newest_ticket > persist->saved_ticket ? persist->newest_since_ms : 0;
}

/* A job on its way to the worker and back. */
struct proving {
    uv_work_t work;
    struct persist *persist;
    struct job *job;
};

static void prove_on_worker(uv_work_t *work)
{
    struct proving *proving = work->data;

    persist_copy_prove(proving->job, &proving->persist->must_end);
}

static void on_proven(uv_work_t *work, int status)
{
    struct proving *proving = work->data;
    struct persist *persist = proving->persist;
    struct job *job = proving->job;

    free(proving);
    if (status != 0)
        persist_copy_drop(job);
    if (!persist_copy_is_doubtful(job)) {
        hand_back(persist, job);
        return;
    }
    enum err error = persist_submit(persist, job, job->answers);
    CHECK(error == ERR_OK); /* True if the job has a copy, which a worker proves now; the job comes
                               back once more. */
}

/* Gives the copy of a job to a worker that proves it. True: it has one, and the job comes back once
   more. */
static bool prove_copy(struct persist *persist, struct job *job)
{
    bool has_copy = persist_copy_is_whole(job);
    struct proving *proving = has_copy ? calloc(1, sizeof *proving) : NULL;

    if (has_copy && (proving == NULL || atomic_load(&persist->must_end))) {
        persist_copy_drop(job);
        free(proving);
        proving = NULL;
    }
    if (proving == NULL) {
        if (job->begun_ns != 0)
            job->duration_us = (uv_hrtime() - job->begun_ns) / 1000;
        return false;
    }
    *proving = (struct proving){.persist = persist, .job = job};
    proving->work.data = proving;
    if (uv_queue_work(&persist->base->loop, &proving->work, prove_on_worker, on_proven) != 0)
        on_proven(&proving->work, UV_ENOMEM);
    return true;
}

/* Gives a finished job to its asker. */
static void deliver(struct persist *persist, struct job *job)
{
    const char *what = job->question->what;

    if (prove_copy(persist, job))
        return;
    if (job->answers != NULL) {
        job_queue_add(job->answers, job);
        return;
    }
    if (job->question == &question_save && job->result == ERR_OK)
        note_saved(persist, job);
    else if (job->question != &question_save && job->result != ERR_OK)
        LOG(&persist->base->log, LOG_ERROR, "row.save-failed",
            log_text("error", err_name(job->result)),
            log_text("what", what == NULL ? "a record" : what), log_number("id", 0));
    job_free(job);
}

void persist_receive(struct persist *persist)
{
    struct job *job = NULL;

    uv_mutex_lock(&persist->mutex);
    struct job_queue done = persist->done;
    persist->done = (struct job_queue){NULL, NULL};
    persist->known_health = persist->health;
    if (persist->known_left_out.changes != persist->left_out.changes)
        persist->known_left_out = persist->left_out;
    uv_mutex_unlock(&persist->mutex);
    while ((job = job_queue_take(&done)) != NULL)
        deliver(persist, job);
}

/* Makes the reserve. If that fails the operator is told, and the server starts all the same. */
static void lay_ballast(struct persist *persist)
{
    struct persist_work *work = &persist->work;
    enum err error = ballast_init(&work->ballast, work->folder);

    if (error == ERR_OK)
        error = ballast_lay(&work->ballast);
    if (error == ERR_OK)
        return;
    work->health.is_tight = error == ERR_NO_SPACE;
    const char *cure = error == ERR_NO_SPACE
                           ? "free some space on the disk of the data directory"
                           : "make that path a plain file that can be written, or remove it";
    LOG(&persist->base->log, LOG_WARNING, "disk.no-reserve", log_text("error", err_name(error)),
        log_text("path", work->ballast.path), log_text("cure", cure));
}

static void on_async_closed(uv_handle_t *handle)
{
    free(handle->data);
}

/* Frees all but the work of the thread; `persist` itself is freed when the loop runs again. */
static void close_queue(struct persist *persist)
{
    memory_images_release(&persist->images);
    change_set_release(&persist->changes);
    uv_mutex_destroy(&persist->mutex);
    uv_cond_destroy(&persist->work_waits);
    uv_close((uv_handle_t *)&persist->work_done, on_async_closed);
}

enum err persist_start(struct base *base, struct store *store, const struct world *world,
                       uv_async_cb on_answers, struct persist **out)
{
    struct persist *persist = calloc(1, sizeof *persist);

    if (persist == NULL)
        return ERR_MEMORY;
    persist->base = base;
    persist->work = (struct persist_work){.store = store,
                                          .log = &base->log,
                                          .folder = base->options.data,
                                          .must_end = &persist->must_end,
                                          .world_seed = world->seed,
                                          .themes = world->themes};
    persist->work_done.data = persist;
    if (memory_images_init(&persist->images, world->limits.delvers_max) != ERR_OK ||
        uv_mutex_init(&persist->mutex) != 0 || uv_cond_init(&persist->work_waits) != 0 ||
        uv_async_init(&base->loop, &persist->work_done, on_answers) != 0) {
        memory_images_release(&persist->images);
        free(persist);
        return ERR_MEMORY;
    }
    lay_ballast(persist);
    (void)persist_work_look(&persist->work);
    persist->health = persist->work.health;
    persist->known_health = persist->work.health;
    /* Answers alone do not keep the loop alive: at the end they are fetched explicitly. */
    uv_unref((uv_handle_t *)&persist->work_done);
    if (uv_thread_create(&persist->thread, run_thread, persist) != 0) {
        close_queue(persist);
        return ERR_NO_RESOURCE;
    }
    *out = persist;
    return ERR_OK;
}

void persist_hurry(struct persist *persist)
{
    atomic_store(&persist->must_end, true);
}

struct change_set *persist_changes(struct persist *persist)
{
    return &persist->changes;
}

static struct job *find_waiting_save(const struct persist *persist)
{
    for (struct job *job = persist->waiting.first; job != NULL; job = job->next) {
        if (job->question == &question_save)
            return job;
    }
    return NULL;
}

/*
 * Merges the set into a waiting one that has not begun. ERR_NOT_FOUND: there is none; ERR_MEMORY:
 * the set stays. The waiting one keeps its place in the queue, because a later reader may see newer
 * rows, but no older ones.
 */
static enum err join_waiting_save(struct persist *persist, struct change_set *set)
{
    uv_mutex_lock(&persist->mutex);
    struct job *waiting = find_waiting_save(persist);
    enum err error = waiting == NULL ? ERR_NOT_FOUND : change_set_merge(waiting->content, set);
    if (error == ERR_OK)
        waiting->ticket = ++persist->newest_ticket;
    uv_mutex_unlock(&persist->mutex);
    return error;
}

static void queue_job(struct persist *persist, struct job *job)
{
    uv_mutex_lock(&persist->mutex);
    job_queue_add(&persist->waiting, job);
    persist->queued++;
    uv_cond_signal(&persist->work_waits);
    uv_mutex_unlock(&persist->mutex);
}

/* Submits a job that saves; the thread then owns it, or it was freed. */
static void submit_save(struct persist *persist, struct job *job)
{
    /* A set that cannot be merged into the waiting save goes into the queue after it. */
    if (change_set_is_empty(job->content) || join_waiting_save(persist, job->content) == ERR_OK) {
        job_free(job);
        return;
    }
    job->ticket = ++persist->newest_ticket;
    persist->newest_since_ms = persist->base->now_ms;
    if (persist->unsaved_since_ms == 0)
        persist->unsaved_since_ms = persist->base->now_ms;
    queue_job(persist, job);
}

/* Submits the changes outside the world, so that they are on disk before the next job. If memory is
   out they wait for the next save. */
static void submit_changes(struct persist *persist)
{
    struct job *job = change_set_is_empty(&persist->changes) ? NULL : job_new(&question_save);

    if (job == NULL)
        return;
    *(struct change_set *)job->content = persist->changes;
    change_set_init(&persist->changes);
    submit_save(persist, job);
}

enum err persist_submit(struct persist *persist, struct job *job, struct job_queue *answers)
{
    job->answers = answers;
    submit_changes(persist);
    uv_mutex_lock(&persist->mutex);
    bool is_full = persist->queued >= PERSIST_JOBS_MAX;
    uv_mutex_unlock(&persist->mutex);
    /* The one backup that comes for the second time is never refused. */
    if (is_full && !persist_copy_is_doubtful(job)) {
        job_free(job);
        return ERR_BUSY;
    }
    queue_job(persist, job);
    return ERR_OK;
}

enum err persist_collect(struct persist *persist, struct world *world, struct change_set *set,
                         uint64_t *out_ticket)
{
    struct job *job = job_new(&question_save);
    enum err error = job == NULL ? ERR_MEMORY : ERR_OK;

    if (error == ERR_OK && !change_set_is_empty(set))
        error = change_set_merge(&persist->changes, set);
    if (error == ERR_OK)
        error = change_set_collect(&persist->changes, world, &persist->images);
    if (error != ERR_OK) {
        job_free(job);
        change_set_release(set);
        return error;
    }
    *(struct change_set *)job->content = persist->changes;
    change_set_init(&persist->changes);
    submit_save(persist, job);
    *out_ticket = persist->newest_ticket > persist->saved_ticket ? persist->newest_ticket : 0;
    return ERR_OK;
}

uint64_t persist_saved_ticket(const struct persist *persist)
{
    return persist->saved_ticket;
}

bool persist_is_saved(const struct persist *persist, uint64_t ticket)
{
    return persist->saved_ticket >= ticket && persist->known_health.error != ERR_REPLACED;
}

bool persist_left_out(const struct persist *persist, int64_t account_id)
{
    return left_out_has(&persist->known_left_out, account_id);
}

uint64_t persist_unsaved_since_ms(const struct persist *persist)
{
    return persist->unsaved_since_ms;
}

struct disk_health persist_health(const struct persist *persist)
{
    return persist->known_health;
}

void persist_stop(struct persist *persist)
{
    persist_hurry(persist);
    submit_changes(persist);
    uv_mutex_lock(&persist->mutex);
    persist->is_stopping = true;
    uv_cond_signal(&persist->work_waits);
    uv_mutex_unlock(&persist->mutex);
    uv_thread_join(&persist->thread);
}

bool persist_work_off(struct persist *persist)
{
    submit_changes(persist);
    struct job_queue jobs = take_all(persist);
    if (jobs.first == NULL)
        return false;
    run_jobs(persist, &jobs);
    end_work(persist);
    return true;
}

struct store *persist_free(struct persist *persist)
{
    struct store *store = persist->work.store;
    struct job *job = NULL;

    while ((job = job_queue_take(&persist->waiting)) != NULL)
        job_free(job);
    morgue_release(&persist->work);
    close_queue(persist);
    return store;
}
