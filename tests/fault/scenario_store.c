/*
 * Work on a whole database: opening one whose log was left behind, bringing one to the newest
 * schema, copying one.
 */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/check.h"
#include "db/examine.h"
#include "db/records.h"
#include "db/schema.h"
#include "db/store.h"
#include "fault_run.h"
#include "server/save/job.h"
#include "server/save/persist_copy.h"

#define COPY_PATH        CRASH_DISK_FOLDER "/copy.db"
#define COPY_BEFORE_PATH SCENE_PATH ".before-002"

/* The names of temporary files on a crash disk are numbered. */
enum { TEMPORARIES_LOOKED_AT = 20 };

static void prepare_store(struct scene *scene)
{
    enum step_result result = scene_open(scene);
    CHECK(result == STEP_DONE);
}

/* A disk that refuses may refuse to forget a name, too; memory is no excuse. */
static void expect_no_temporary(struct scene *scene, const char *path, enum fault_kind kind)
{
    char temporary[256];

    if (kind == FAULT_DISK)
        return;
    for (int i = 0; i < TEMPORARIES_LOOKED_AT; i++) {
        snprintf(temporary, sizeof temporary, "%s.new-%06d", path, i);
        if (access(temporary, F_OK) == 0)
            scene_fail(scene, "%s was left behind", temporary);
    }
}

static enum step_result save_tick(struct scene *scene)
{
    struct store *store = scene->work.store;
    struct delver_record delver = {0};
    enum err error = store_begin(store);

    if (error == ERR_OK)
        error = store_load_delver(store, SCENE_ADA, &delver);
    delver.steps += 1000;
    if (error == ERR_OK)
        error = store_save_delver(store, &delver);
    if (error == ERR_OK)
        error = store_save_meta(store, META_TICK, delver.steps);
    if (error == ERR_OK)
        error = store_commit(store);
    else
        store_rollback(store);
    return scene_is_fault(scene, error, "saving") ? STEP_FAILED : STEP_DONE;
}

static enum step_result checkpoint(struct scene *scene)
{
    enum err error = store_checkpoint(scene->work.store);

    return scene_is_fault(scene, error, "a checkpoint") ? STEP_FAILED : STEP_DONE;
}

/* The proof of all rows; a fault in the midst of it is no finding. */
static enum step_result prove(struct scene *scene)
{
    struct store *store = scene->work.store;
    bool is_over = false;
    enum err error = ERR_OK;

    while (error == ERR_OK && !is_over) {
        error = store_prove(store, 3);
        const struct examination *found = store_proof(store, &is_over);
        if (!found->state_is_whole)
            scene_fail(scene, "a whole world is told to be broken: %s",
                       found->findings[found->finding_count - 1]);
    }
    return scene_is_fault(scene, error, "the proof") ? STEP_FAILED : STEP_DONE;
}

const struct scenario scenario_reopen = {
    .name = "reopening",
    .files = SCENE_DATABASE_AND_LOG,
    .steps = {scene_open, save_tick, checkpoint, save_tick, scene_close, scene_open, prove,
              scene_close},
};

/* The first number of the first row; -1 if it cannot be had. */
static int64_t read_number(const char *path, const char *sql)
{
    sqlite3 *handle = NULL;
    sqlite3_stmt *statement = NULL;
    int64_t number = -1;

    if (sqlite3_open_v2(path, &handle, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK &&
        sqlite3_prepare_v2(handle, sql, -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        number = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(handle);
    return number;
}

/* The copy has its name only when it is all of the old world. */
static void look_at_migration(struct scene *scene, enum fault_kind kind)
{
    bool is_there = access(COPY_BEFORE_PATH, F_OK) == 0;

    expect_no_temporary(scene, COPY_BEFORE_PATH, kind);
    if (!is_there && scene->work.store != NULL)
        scene_fail(scene, "the schema was changed without a copy of what was before");
    if (!is_there)
        return;
    if (read_number(COPY_BEFORE_PATH, "PRAGMA user_version") != 1 ||
        read_number(COPY_BEFORE_PATH, "SELECT count(*) FROM pragma_integrity_check"
                                      " WHERE integrity_check = 'ok'") != 1 ||
        read_number(COPY_BEFORE_PATH, "SELECT count(*) FROM account") != 3 ||
        read_number(COPY_BEFORE_PATH, "SELECT count(*) FROM memory") != 3 ||
        read_number(COPY_BEFORE_PATH, "SELECT count(*) FROM level") != 2)
        scene_fail(scene, "the copy of what was before the change of schema is not whole");
}

const struct scenario scenario_migration = {
    .name = "migration",
    .files = SCENE_RELEASED,
    .steps = {scene_open, save_tick, scene_close},
    .look = look_at_migration,
};

/* Copies the database by the same steps as the database thread, a worker and the loop. */
static void copy_whole(struct persist_work *work, struct job *job)
{
    const struct backup_order *order = job->content;
    atomic_bool interrupt = false;
    bool is_whole = persist_work_do(work, job);

    while (!is_whole)
        is_whole = persist_work_copy(work) != NULL;
    while (job->result == ERR_OK && order->backup != NULL) {
        persist_copy_prove(job, &interrupt);
        if (persist_copy_is_doubtful(job))
            (void)persist_work_do(work, job);
    }
}

static enum step_result copy_world(struct scene *scene)
{
    struct job *job = job_new(&question_backup);

    if (job == NULL)
        return STEP_FAILED;
    struct backup_order *order = job->content;
    snprintf(order->path, sizeof order->path, "%s", COPY_PATH);
    copy_whole(&scene->work, job);
    enum err error = job->result;
    if (error != ERR_OK && order->reason[0] == '\0')
        scene_fail(scene, "copying failed and gave no reason");
    job_free(job);
    /* The copy was whole already when the folder could not be flushed. */
    if (error == ERR_EXISTS && scene->is_again)
        return STEP_DONE;
    return scene_is_fault(scene, error, "copying") ? STEP_FAILED : STEP_DONE;
}

static void look_at_copy(struct scene *scene, enum fault_kind kind)
{
    struct store *copy = NULL;
    struct store_status status;
    struct delver_record delver = {0};

    expect_no_temporary(scene, COPY_PATH, kind);
    if (access(COPY_PATH, F_OK) != 0)
        return;
    enum err error = store_open(COPY_PATH, &copy, &status);
    if (error != ERR_OK) {
        scene_fail(scene, "the copy cannot be opened: %s", status.reason);
        return;
    }
    scene_examine(scene, copy);
    error = store_load_delver(copy, SCENE_ADA, &delver);
    if (error != ERR_OK || delver.steps != 1100)
        scene_fail(scene, "the copy is not of the moment it was made at");
    error = store_close(copy);
    if (error != ERR_OK)
        scene_fail(scene, "the copy cannot be closed: %s", err_name(error));
}

const struct scenario scenario_backup = {
    .name = "backup",
    .files = SCENE_DATABASE,
    .prepare = prepare_store,
    .steps = {save_tick, copy_world, save_tick},
    .look = look_at_copy,
};
