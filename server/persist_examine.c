/*
 * The database is looked at: pages, rows, the disk and its file system. What takes long is done on
 * a copy. The database thread makes it bit by bit, between its other jobs, and a worker proves it:
 * a save waits for a few pages at most, however large the world is.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/statvfs.h>
#include <uv.h>

#include "db/examine.h"
#include "db/file_system.h"
#include "db/snapshot.h"
#include "server/ops/admin/admin.h"
#include "server/persist_work.h"
#include "server/server.h"

static void note_failure(struct disk_report *report, enum err error,
                         const struct store_status *status)
{
    report->error = error;
    snprintf(report->damage, sizeof report->damage, "%s", status->reason);
}

static void look_at_disk(struct persist_work *work, struct disk_report *report)
{
    struct store_status status;
    struct statvfs space;

    status_clear(&status);
    if (file_system_check(work->ballast.path, &status) == ERR_OK)
        snprintf(report->file_system, sizeof report->file_system, "%s", status.warning);
    if (statvfs(work->folder, &space) == 0) {
        report->free_bytes = (uint64_t)space.f_bavail * space.f_frsize;
        report->total_bytes = (uint64_t)space.f_blocks * space.f_frsize;
    }
}

bool persist_examine(struct persist_work *work, struct job *job)
{
    struct store_status status;

    if (work->copying != NULL) {
        job->result = ERR_BUSY;
        return true;
    }
    look_at_disk(work, job->disk);
    enum err error = snapshot_begin(work->store, &job->snapshot, &status);
    if (error != ERR_OK) {
        note_failure(job->disk, error, &status);
        return true;
    }
    work->copying = job;
    return false;
}

struct job *persist_work_copy(struct persist_work *work)
{
    struct store_status status;
    struct job *job = work->copying;
    bool is_whole = false;

    if (job == NULL)
        return NULL;
    enum err error = snapshot_step(job->snapshot, &is_whole, &status);
    if (error == ERR_OK && !is_whole)
        return NULL;
    if (error != ERR_OK) {
        note_failure(job->disk, error, &status);
        snapshot_free(job->snapshot);
        job->snapshot = NULL;
    }
    work->copying = NULL;
    return job;
}

struct job *persist_work_stop_copying(struct persist_work *work)
{
    struct job *job = work->copying;

    if (job == NULL)
        return NULL;
    snapshot_free(job->snapshot);
    job->snapshot = NULL;
    job->result = ERR_BUSY;
    work->copying = NULL;
    return job;
}

void persist_prove_copy(struct job *job, atomic_bool *interrupt)
{
    struct disk_report *report = job->disk;
    struct examination examination;
    struct store_status status;
    enum err error = snapshot_prove(job->snapshot, interrupt, &examination, &status);

    snapshot_free(job->snapshot);
    job->snapshot = NULL;
    if (error != ERR_OK) {
        note_failure(report, error, &status);
        return;
    }
    report->is_whole = examination.state_is_whole;
    report->bad_rows = examination_bad_rows(&examination);
    if (examination.finding_count > 0)
        snprintf(report->damage, sizeof report->damage, "%s", examination.findings[0]);
}

/* A job on its way to the worker and back. */
struct proving {
    uv_work_t work;
    struct server *server;
    struct job *job;
    atomic_bool *interrupt;
};

static void prove_on_worker(uv_work_t *work)
{
    struct proving *proving = work->data;

    persist_prove_copy(proving->job, proving->interrupt);
}

static void on_proven(uv_work_t *work, int status)
{
    struct proving *proving = work->data;

    if (status != 0) {
        snapshot_free(proving->job->snapshot);
        proving->job->result = ERR_BUSY;
    }
    server_touch_clock(proving->server);
    admin_on_examined(proving->server, proving->job);
    job_free(proving->job);
    free(proving);
}

/* The job stays the caller's; what is needed of it later is moved to one of our own. */
static struct job *take_over(struct job *job)
{
    struct job *own = job_new(JOB_EXAMINE);

    if (own == NULL)
        return NULL;
    own->ticket = job->ticket;
    own->disk = job->disk;
    own->snapshot = job->snapshot;
    job->disk = NULL;
    job->snapshot = NULL;
    return own;
}

void persist_on_copied(struct server *server, struct job *job, atomic_bool *interrupt)
{
    struct proving *proving = NULL;

    if (job->snapshot != NULL && atomic_load(interrupt)) {
        snapshot_free(job->snapshot);
        job->snapshot = NULL;
        job->result = ERR_BUSY;
    }
    if (job->snapshot != NULL) {
        proving = calloc(1, sizeof *proving);
        if (proving == NULL || (proving->job = take_over(job)) == NULL) {
            free(proving);
            snapshot_free(job->snapshot);
            job->snapshot = NULL;
            job->result = ERR_MEMORY;
            proving = NULL;
        }
    }
    if (proving == NULL) {
        admin_on_examined(server, job);
        return;
    }
    proving->work.data = proving;
    proving->server = server;
    proving->interrupt = interrupt;
    if (uv_queue_work(&server->loop, &proving->work, prove_on_worker, on_proven) != 0) {
        on_proven(&proving->work, UV_ENOMEM);
    }
}
