/*
 * Copies on their way: begun and written step by step on the database thread between its other
 * jobs.
 */
#include "server/save/persist_copy.h"

#include <uv.h>

#include "db/status.h"
#include "server/save/persist_proof.h"
#include "server/save/persist_work.h"

struct copy_row {
    enum copy_slot slot;
    enum err (*begin)(struct persist_work *work, struct job *job, struct store_status *status);
    enum err (*step)(struct persist_work *work, struct job *job, bool *out_is_whole,
                     struct store_status *status);
    void (*fail)(struct job *job, enum err error, const struct store_status *status);
    void (*drop)(struct job *job);
    void (*prove)(struct job *job, atomic_bool *interrupt);
};

static const struct copy_row examine_row = {COPY_EXAMINE,         persist_examine_begin,
                                            persist_examine_step, persist_examine_fail,
                                            persist_examine_drop, persist_examine_prove};
static const struct copy_row backup_row = {COPY_BACKUP,         persist_backup_begin,
                                           persist_backup_step, persist_backup_fail,
                                           persist_backup_drop, persist_backup_prove};

static const struct copy_row *row_of(const struct job *job)
{
    return job->question == &question_backup ? &backup_row : &examine_row;
}

static bool must_end(const struct persist_work *work)
{
    return work->must_end != NULL && atomic_load(work->must_end);
}

bool persist_copy_is_doubtful(const struct job *job)
{
    return job->question == &question_backup && job->stage == BACKUP_COMPARE &&
           job->result == ERR_OK;
}

static bool copy_begin(struct persist_work *work, struct job *job)
{
    const struct copy_row *row = row_of(job);
    struct store_status status;

    status_clear(&status);
    if (must_end(work)) {
        row->drop(job);
        return true;
    }
    if (persist_copy_is_doubtful(job)) {
        persist_backup_compare(work, job);
        return true;
    }
    job->begun_ns = uv_hrtime();
    if (work->copies[row->slot] != NULL) {
        row->drop(job);
        return true;
    }
    enum err error = row->begin(work, job, &status);
    if (error != ERR_OK) {
        row->fail(job, error, &status);
        return true;
    }
    work->copies[row->slot] = job;
    return false;
}

bool persist_work_is_copying(const struct persist_work *work)
{
    bool is_copying = persist_proof_is_going_on(work);

    for (int slot = 0; slot < COPY_COUNT; slot++)
        is_copying = is_copying || work->copies[slot] != NULL;
    return is_copying;
}

struct job *persist_work_copy(struct persist_work *work)
{
    struct store_status status;
    struct job *job = NULL;
    bool is_whole = false;

    persist_proof_step(work);
    for (int i = 0; job == NULL && i < COPY_COUNT; i++) {
        work->copy_turn = (work->copy_turn + 1) % COPY_COUNT;
        job = work->copies[work->copy_turn];
    }
    if (job == NULL)
        return NULL;
    status_clear(&status);
    if (job->result == ERR_OK) {
        enum err error = row_of(job)->step(work, job, &is_whole, &status);
        if (error == ERR_OK && !is_whole)
            return NULL;
        if (error != ERR_OK)
            row_of(job)->fail(job, error, &status);
    }
    work->copies[work->copy_turn] = NULL;
    return job;
}

bool persist_copy_yield(struct persist_work *work)
{
    struct job *job = work->copies[COPY_BACKUP];
    struct store_status status;

    if (job == NULL || job->result != ERR_OK)
        return false;
    status_clear(&status);
    status_set(&status, "the disk refuses saves, which go first");
    persist_backup_fail(job, ERR_NO_SPACE, &status);
    return true;
}

struct job *persist_work_stop_copying(struct persist_work *work)
{
    for (int slot = 0; slot < COPY_COUNT; slot++) {
        struct job *job = work->copies[slot];
        if (job == NULL)
            continue;
        work->copies[slot] = NULL;
        row_of(job)->drop(job);
        return job;
    }
    return NULL;
}

void persist_copy_prove(struct job *job, atomic_bool *interrupt)
{
    row_of(job)->prove(job, interrupt);
}

void persist_copy_drop(struct job *job)
{
    row_of(job)->drop(job);
}

const struct question question_backup = {.work = copy_begin};
const struct question question_examine = {.work = copy_begin};
