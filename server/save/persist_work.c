/*
 * The work of the database thread.
 *
 * All waiting writes go into one transaction, which costs one flush. An invalid row fails alone. If
 * the disk refuses the transaction, each job is tried by itself; a refused save is kept and tried
 * again, and later ones are merged into it. Until it is on disk, reading jobs get its rows before
 * those of the database.
 */
#include "server/save/persist_work.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

#include "base/check.h"
#include "db/records.h"
#include "db/store.h"
#include "db/store_ledger.h"
#include "server/base/log.h"
#include "server/save/persist_copy.h"
#include "server/save/persist_open.h"

/* Returns the change set of a job that saves. */
static struct change_set *set_of(const struct job *job)
{
    return job->content;
}

static bool is_save(const struct job *job)
{
    return job->question == &question_save;
}

static void note_tight(struct persist_work *work, const char *event)
{
    if (!work->health.is_tight)
        LOG(work->log, LOG_WARNING, event,
            log_text("cure", "the disk is nearly full: free some space"));
    work->health.is_tight = true;
}

/* Makes room on a full disk: frees that of a backup that is being written, or else that of the
   reserve. True: there is room now. */
static bool make_room(struct persist_work *work)
{
    if (persist_copy_yield(work))
        return true;
    if (!ballast_release(&work->ballast))
        return false;
    note_tight(work, "disk.reserve-used");
    return true;
}

/* Does one of several jobs. If its own row is at fault, its writes are undone, and the others go
   on: ERR_OK. */
static enum err write_part(struct persist_work *work, struct job *job)
{
    struct store_part part;
    enum err error = store_begin_part(work->store, &part);

    if (error != ERR_OK)
        return error;
    job->question->work(work, job);
    error = store_end_part(work->store, &part, job->result);
    return job->result == ERR_OK || persist_is_of_row(job->result) ? error : job->result;
}

static enum err write_jobs(struct persist_work *work, struct job *first)
{
    enum err error = ERR_OK;

    for (struct job *job = first; error == ERR_OK && job != NULL; job = job->next) {
        bool is_part = first->next != NULL && !is_save(job);
        if (is_part) {
            error = write_part(work, job);
        } else {
            job->question->work(work, job);
            error = job->result;
        }
    }
    return error;
}

/* Writes `first` and all after it in one transaction, or nothing. */
static enum err write_once(struct persist_work *work, struct job *first)
{
    enum err error = store_begin(work->store);

    if (error == ERR_OK)
        error = write_jobs(work, first);
    if (error == ERR_OK)
        return store_commit(work->store);
    store_rollback(work->store);
    return error;
}

/* Works like write_once(); if the disk refuses, once more without the backup that is being written,
   and if it is full, as long as room can be made. */
static enum err write_with_reserve(struct persist_work *work, struct job *first)
{
    enum err error = write_once(work, first);

    /* A copy of files that have only lost their names may be the last one. */
    if (error != ERR_OK && error != ERR_REPLACED && !persist_is_of_row(error) &&
        persist_copy_yield(work))
        error = write_once(work, first);
    while (error == ERR_NO_SPACE && make_room(work))
        error = write_once(work, first);
    return error;
}

/* Notes the health of the disk from the result of a save of that tick, and logs a change. */
static void note_health(struct persist_work *work, enum err error, uint64_t tick)
{
    if (error != ERR_OK && work->health.error != error)
        LOG(work->log, LOG_ERROR, "save.failed", log_text("error", err_name(error)),
            log_number("tick", (int64_t)tick));
    if (error == ERR_OK && work->health.error != ERR_OK)
        LOG(work->log, LOG_WARNING, "save.recovered", log_number("tick", (int64_t)tick));
    work->health.error = error;
}

static enum err save_with_reserve(struct persist_work *work, struct job *job)
{
    job->result = write_with_reserve(work, job);
    note_health(work, job->result, set_of(job)->tick);
    return job->result;
}

static void set_retry(struct persist_work *work)
{
    work->retry_at_ns = uv_hrtime() + (uint64_t)PERSIST_RETRY_MS * 1000000;
}

/* Merges the newer change set with the one that waits for the disk. The newer job takes the place
 * of the older one, and the older job is freed.
 */
static bool merge_unsaved(struct persist_work *work, struct job *job)
{
    if (change_set_merge(set_of(work->unsaved), set_of(job)) != ERR_OK)
        return false;
    *set_of(job) = *set_of(work->unsaved);
    change_set_init(set_of(work->unsaved));
    job_free(work->unsaved);
    work->unsaved = job;
    return true;
}

/* Saves a change set by itself. False: it waits for the disk. */
static bool save_alone(struct persist_work *work, struct job *job)
{
    if (work->unsaved != NULL) {
        /* Neither may be lost and the order must stay: without memory it can only wait. */
        while (!merge_unsaved(work, job))
            uv_sleep(PERSIST_RETRY_MS);
        return false;
    }
    if (save_with_reserve(work, job) == ERR_OK)
        return true;
    work->unsaved = job;
    set_retry(work);
    return false;
}

/* Notes that the files are the right ones again. If a save waits for them, it is tried next; else
   all is saved. */
static void note_files_back(struct persist_work *work)
{
    if (work->health.error != ERR_REPLACED || work->unsaved != NULL)
        return;
    LOG(work->log, LOG_WARNING, "database.back", log_text("data", work->folder));
    work->health.error = ERR_OK;
}

/* Notes that the files were replaced. A start in that folder must be able to know that there was a
   world. */
static void note_files_replaced(struct persist_work *work)
{
    if (!persist_mark_is_there(work->folder))
        (void)!persist_mark_leave(work->folder, work->world_seed);
    /* A log that lost its name can still be written into the database. */
    (void)!store_checkpoint(work->store);
    work->health.error = ERR_REPLACED;
}

static void look_at_files(struct persist_work *work)
{
    struct store_status status;
    bool was_reported = work->health.files[0] != '\0';
    enum err error = store_look(work->store, &status);

    store_sizes(work->store, &work->health.database_bytes, &work->health.log_bytes);
    snprintf(work->health.files, sizeof work->health.files, "%s", status.reason);
    if (status.warning[0] != '\0')
        LOG(work->log, LOG_WARNING, "database.read-again", log_text("cause", status.warning));
    if (error == ERR_OK) {
        note_files_back(work);
        return;
    }
    if (!was_reported)
        LOG(work->log, LOG_ERROR, "database.replaced", log_text("data", work->folder),
            log_text("cause", status.reason),
            log_text("consequence", "nothing is saved until the same files are back"));
    note_files_replaced(work);
}

bool persist_work_look(struct persist_work *work)
{
    uint64_t now_ns = uv_hrtime();

    if (now_ns < work->look_at_ns)
        return false;
    work->look_at_ns = now_ns + (uint64_t)PERSIST_RETRY_MS * 1000000;
    /* Before the space runs out. */
    if (ballast_disk_is_tight(&work->ballast))
        note_tight(work, "disk.tight");
    look_at_files(work);
    return true;
}

/* Does a job in a transaction of its own. */
static bool write_alone(struct persist_work *work, struct job *job)
{
    if (is_save(job))
        return save_alone(work, job);
    job->result = write_with_reserve(work, job);
    return true;
}

bool persist_work_do(struct persist_work *work, struct job *job)
{
    (void)persist_work_look(work);
    if (job->question->writes)
        return write_alone(work, job);
    return job->question->work(work, job);
}

/* Reports the newest save among jobs that are on disk. */
static void note_saves(struct persist_work *work, const struct job *first)
{
    for (const struct job *job = first; job != NULL; job = job->next) {
        if (is_save(job))
            note_health(work, ERR_OK, set_of(job)->tick);
    }
}

/* Puts a refused save first, so that nothing newer is on disk before it. If only saves follow there
   is no hurry: they are merged into it. */
static void put_unsaved_first(struct persist_work *work, struct job_queue *jobs)
{
    bool has_other = false;

    for (const struct job *job = jobs->first; job != NULL; job = job->next)
        has_other = has_other || !is_save(job);
    if (work->unsaved == NULL || !has_other)
        return;
    work->unsaved->next = jobs->first;
    jobs->first = work->unsaved;
    work->unsaved = NULL;
}

void persist_work_write(struct persist_work *work, struct job_queue *jobs, struct job_queue *done)
{
    struct job *job = NULL;
    enum err error = ERR_BUSY;

    (void)persist_work_look(work);
    put_unsaved_first(work, jobs);
    if (work->unsaved == NULL && jobs->first != jobs->last)
        error = write_with_reserve(work, jobs->first);
    if (error == ERR_OK)
        note_saves(work, jobs->first);
    while ((job = job_queue_take(jobs)) != NULL) {
        /* After ERR_REPLACED it may be in files that have lost their names: it is not written
           twice. */
        if (error == ERR_REPLACED && !is_save(job))
            job->result = error;
        else if (error != ERR_OK && !write_alone(work, job))
            continue;
        job_queue_add(done, job);
    }
}

bool persist_work_has_backlog(const struct persist_work *work)
{
    return work->unsaved != NULL || work->health.is_tight;
}

struct job *persist_work_retry(struct persist_work *work, bool must)
{
    if (!persist_work_has_backlog(work) || (!must && uv_hrtime() < work->retry_at_ns))
        return NULL;
    set_retry(work);
    if (work->unsaved == NULL) {
        if (ballast_lay(&work->ballast) == ERR_OK && !ballast_disk_is_tight(&work->ballast))
            work->health.is_tight = false;
        return NULL;
    }
    if (save_with_reserve(work, work->unsaved) != ERR_OK && !must)
        return NULL;
    struct job *done = work->unsaved;
    work->unsaved = NULL;
    return done;
}

void persist_work_checkpoint(struct persist_work *work)
{
    enum err error = store_checkpoint(work->store);

    while (error == ERR_NO_SPACE && make_room(work))
        error = store_checkpoint(work->store);
    /* The log grows meanwhile, and nothing is lost: one report is enough. */
    if (error == ERR_REPLACED)
        return;
    if (error != ERR_OK && !work->is_checkpoint_failing)
        LOG(work->log, LOG_WARNING, "checkpoint.failed", log_text("error", err_name(error)));
    work->is_checkpoint_failing = error != ERR_OK;
}
