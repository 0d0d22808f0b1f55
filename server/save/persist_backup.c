/*
 * The steps of a backup: the copy, which leaves the room on the disk to saves; its proof; and, if
 * it has bad rows, a look at whether the world has them as well, for which saves do wait.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "db/backup.h"
#include "server/save/backup_names.h"
#include "server/base/log.h"
#include "server/save/persist_copy.h"
#include "server/save/persist_work.h"

enum { NAME_TRIES = 60 };

/* Saves want the room that it takes. */
static bool is_on_data_disk(const struct persist_work *work, const char *path)
{
    char folder[JOB_PATH_SIZE];
    const char *slash = strrchr(path, '/');
    struct stat data;
    struct stat target;

    snprintf(folder, sizeof folder, "%.*s", slash == NULL ? 1 : (int)(slash - path) + 1,
             slash == NULL ? "." : path);
    return work->folder != NULL && stat(work->folder, &data) == 0 && stat(folder, &target) == 0 &&
           data.st_dev == target.st_dev;
}

static enum err check_room(struct persist_work *work, const struct job *job,
                           struct store_status *status)
{
    if (!job->is_on_data_disk || !ballast_disk_is_nearly_tight(&work->ballast))
        return ERR_OK;
    status_set(status, "the disk is nearly full, and what is left is for saves");
    return ERR_NO_SPACE;
}

/* If it cannot be made, the copy will say so. */
static void make_folder(const struct persist_work *work, const char *folder)
{
    if (mkdir(folder, 0700) != 0 && errno != EEXIST)
        LOG(work->log, LOG_WARNING, "backup.no-folder", log_text("folder", folder),
            log_text("cause", strerror(errno)));
}

/* A path of the schedule's form for this second, or the next one that is free. */
static enum err choose_path(const char *folder, char out[JOB_PATH_SIZE])
{
    char name[BACKUP_NAME_SIZE];
    int64_t now = (int64_t)time(NULL);
    struct stat info;

    for (int i = 0; i < NAME_TRIES; i++) {
        uint64_t stamp;
        enum err error = backup_stamp_of_time(now + i, &stamp);
        if (error != ERR_OK)
            return error;
        backup_name_write(stamp, name);
        snprintf(out, JOB_PATH_SIZE, "%.*s/%s", JOB_PATH_SIZE - BACKUP_NAME_SIZE - 2, folder, name);
        if (lstat(out, &info) != 0)
            return ERR_OK;
    }
    return ERR_EXISTS;
}

static enum err prepare_path(const struct persist_work *work, struct job *job)
{
    char folder[JOB_PATH_SIZE];

    if (work->folder == NULL)
        return ERR_OK;
    snprintf(folder, sizeof folder, "%s/backups", work->folder);
    if (job->is_scheduled || strncmp(job->path, folder, strlen(folder)) == 0)
        make_folder(work, folder);
    return job->is_scheduled ? choose_path(folder, job->path) : ERR_OK;
}

enum err persist_backup_begin(struct persist_work *work, struct job *job,
                              struct store_status *status)
{
    enum err error = prepare_path(work, job);
    if (error != ERR_OK)
        return error;
    job->is_on_data_disk = is_on_data_disk(work, job->path);
    error = check_room(work, job, status);
    return error == ERR_OK ? backup_begin_of_store(work->store, job->path, &job->backup, status)
                           : error;
}

enum err persist_backup_step(struct persist_work *work, struct job *job, bool *out_is_whole,
                             struct store_status *status)
{
    enum err error = check_room(work, job, status);

    return error == ERR_OK ? backup_step(job->backup, out_is_whole, status) : error;
}

void persist_backup_fail(struct job *job, enum err error, const struct store_status *status)
{
    backup_free(job->backup);
    job->backup = NULL;
    job->result = error;
    snprintf(job->reason, sizeof job->reason, "%s",
             status->reason[0] != '\0' ? status->reason : err_text(error));
}

void persist_backup_drop(struct job *job)
{
    struct store_status status;

    status_clear(&status);
    persist_backup_fail(job, ERR_BUSY, &status);
}

void persist_backup_compare(struct persist_work *work, struct job *job)
{
    struct store_status status;
    enum err error = backup_compare(job->backup, work->must_end, &status);

    if (status.warning[0] != '\0')
        LOG(work->log, LOG_WARNING, "backup.warning", log_text("path", job->path),
            log_text("warning", status.warning));
    snprintf(job->reason, sizeof job->reason, "%s", status.warning);
    job->stage = BACKUP_PUBLISH;
    if (error != ERR_OK)
        persist_backup_fail(job, error, &status);
}

void persist_backup_prove(struct job *job, atomic_bool *interrupt)
{
    struct store_status status;
    struct stat info;
    bool is_doubtful = false;
    enum err error = ERR_OK;

    status_clear(&status);
    if (job->stage == BACKUP_COPY)
        error = backup_prove(job->backup, interrupt, &is_doubtful, &status);
    if (error == ERR_OK && is_doubtful) {
        job->stage = BACKUP_COMPARE;
        return;
    }
    if (error == ERR_OK)
        error = backup_publish(job->backup, &status);
    if (error != ERR_OK) {
        persist_backup_fail(job, error, &status);
        return;
    }
    backup_free(job->backup);
    job->backup = NULL;
    if (stat(job->path, &info) == 0)
        job->size_bytes = (uint64_t)info.st_size;
}
