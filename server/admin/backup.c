/*
 * When a backup is made, and what comes of it.
 */
#include "server/admin/backup.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/check.h"
#include "server/admin/admin_request.h"
#include "server/admin/backup_names.h"
#include "server/admin/backup_prune.h"
#include "server/save/persist.h"
#include "server/server.h"

enum { MS_PER_MINUTE = 60 * 1000 };

static void write_folder(const struct server *server, char out[JOB_PATH_SIZE])
{
    snprintf(out, JOB_PATH_SIZE, "%s/backups", server->options.data);
}

static uint64_t interval_ms(const struct server *server)
{
    return (uint64_t)server->options.backup_minutes * MS_PER_MINUTE;
}

/* The newest backup that is not dated after now: such a date says nothing of its age. */
static int64_t find_newest(const struct server *server, int64_t now)
{
    uint64_t *stamps = calloc(BACKUP_FILES_MAX, sizeof *stamps);
    char folder[JOB_PATH_SIZE];
    size_t count = 0;
    int64_t newest = 0;

    write_folder(server, folder);
    if (stamps != NULL && backup_list(folder, stamps, &count) != ERR_OK)
        LOG(&server->log, LOG_WARNING, "backup.folder-unreadable", log_text("folder", folder));
    for (size_t i = 0; i < count && newest == 0; i++) {
        if (backup_time_of_stamp(stamps[i]) <= now)
            newest = backup_time_of_stamp(stamps[i]);
    }
    free(stamps);
    return newest;
}

void backup_start(struct server *server)
{
    struct backups *backups = &server->backups;
    int64_t now = (int64_t)time(NULL);
    char folder[JOB_PATH_SIZE];

    write_folder(server, folder);
    backup_remove_unfinished(folder);
    backups->newest_at = find_newest(server, now);
    backups->has_new_world = server->world->tick == 0;
    backup_reschedule(server);
}

void backup_reschedule(struct server *server)
{
    struct backups *backups = &server->backups;
    int64_t now = (int64_t)time(NULL);

    backups->due_at_ms = 0;
    if (server->options.backup_minutes == 0)
        return;
    uint64_t age_ms = backups->newest_at > now ? 0 : (uint64_t)(now - backups->newest_at) * 1000;
    /* There is nothing yet in a new world that would be missed. */
    if (backups->newest_at == 0 && backups->has_new_world)
        age_ms = server->now_ms - server->opened_at_ms;
    backups->due_at_ms =
        server->now_ms + (age_ms < interval_ms(server) ? interval_ms(server) - age_ms : 1);
}

static void set_due(struct server *server, uint64_t wait_ms)
{
    if (server->options.backup_minutes > 0)
        server->backups.due_at_ms = server->now_ms + wait_ms;
}

/* Hands the copying over. `path` NULL: to a name of the schedule's. */
static enum err begin(struct server *server, uint64_t ticket, const char *path)
{
    struct job *job = job_new(JOB_BACKUP);

    if (job == NULL)
        return ERR_MEMORY;
    job->ticket = ticket;
    job->is_scheduled = path == NULL;
    if (path != NULL)
        snprintf(job->path, sizeof job->path, "%s", path);
    enum err error = persist_submit(server->persist, job);
    server->backups.is_running = error == ERR_OK;
    return error;
}

void backup_sweep(struct server *server)
{
    struct backups *backups = &server->backups;

    if (backups->due_at_ms == 0 || server->now_ms < backups->due_at_ms || backups->is_running ||
        server->is_stopping)
        return;
    enum err error = begin(server, 0, NULL);
    if (error == ERR_OK)
        return;
    snprintf(backups->failure, sizeof backups->failure, "%s", err_text(error));
    metrics_add(&server->metrics, METRIC_BACKUPS, METRIC_BACKUP_FAILED, 1);
    LOG(&server->log, LOG_ERROR, "backup.failed", log_text("cause", err_text(error)));
    set_due(server, BACKUP_RETRY_MS);
}

/* True if a part of the path is "..". */
static bool leaves_folder(const char *file)
{
    for (const char *part = file; part != NULL; part = strchr(part, '/')) {
        part += part[0] == '/';
        if (strcspn(part, "/") == 2 && strncmp(part, "..", 2) == 0)
            return true;
    }
    return false;
}

/* A path of the operator's own. */
static enum err read_file_name(const struct server *server, const char *file,
                               char out[JOB_PATH_SIZE], char *reason, size_t reason_size)
{
    const char *name = strrchr(file, '/');
    uint64_t stamp;
    int length;

    name = name == NULL ? file : name + 1;
    if (name[0] == '\0' || strcmp(name, ".") == 0 || strcmp(name, "..") == 0) {
        snprintf(reason, reason_size, "\"%s\" names no file.", file);
        return ERR_FORMAT;
    }
    if (file[0] != '/' && leaves_folder(file)) {
        snprintf(reason, reason_size,
                 "\"%s\" is not below backups/; name the whole path, from / on.", file);
        return ERR_FORMAT;
    }
    if (backup_name_parse(name, &stamp)) {
        snprintf(reason, reason_size,
                 "Names of that form belong to the schedule, which would remove it one day.");
        return ERR_FORMAT;
    }
    if (file[0] == '/')
        length = snprintf(out, JOB_PATH_SIZE, "%s", file);
    else
        length = snprintf(out, JOB_PATH_SIZE, "%s/backups/%s", server->options.data, file);
    if (length < 0 || length >= JOB_PATH_SIZE) {
        snprintf(reason, reason_size, "The path is too long.");
        return ERR_TOO_BIG;
    }
    return ERR_OK;
}

enum err backup_request(struct server *server, uint64_t ticket, const char *file, char *reason,
                        size_t reason_size)
{
    char path[JOB_PATH_SIZE];

    if (server->backups.is_running) {
        snprintf(reason, reason_size, "A backup is being written already.");
        return ERR_BUSY;
    }
    enum err error = ERR_OK;
    if (file != NULL)
        error = read_file_name(server, file, path, reason, reason_size);
    if (error != ERR_OK)
        return error;
    error = begin(server, ticket, file == NULL ? NULL : path);
    if (error != ERR_OK)
        snprintf(reason, reason_size, "No backup could be begun: %s.", err_text(error));
    return error;
}

/* Only now, with a good copy on disk, may older ones go. */
static void settle_scheduled(struct server *server, const struct job *job)
{
    const struct options *options = &server->options;
    const char *name = strrchr(job->path, '/') + 1;
    char folder[JOB_PATH_SIZE];
    uint64_t stamp;

    if (!backup_name_parse(name, &stamp))
        return;
    server->backups.newest_at = backup_time_of_stamp(stamp);
    write_folder(server, folder);
    backup_prune(server, folder, stamp,
                 (struct backup_keep){options->backups_hourly, options->backups_daily});
}

/* The operator may stand in another folder than the server. */
static void write_absolute(const char *path, char *out, size_t size)
{
    char folder[PATH_MAX];

    if (path[0] == '/' || getcwd(folder, sizeof folder) == NULL)
        snprintf(out, size, "%s", path);
    else
        snprintf(out, size, "%s/%s", folder, strncmp(path, "./", 2) == 0 ? path + 2 : path);
}

static void answer(struct server *server, const struct job *job)
{
    struct admin_request *request = admin_find(server, job->ticket);
    char file[PATH_MAX + JOB_PATH_SIZE];

    if (request == NULL)
        return;
    write_absolute(job->path, file, sizeof file);
    if (job->result == ERR_OK)
        admin_answer(request, json_pack("{s:s, s:o, s:I, s:I}", "message", "Written and checked.",
                                        "file", admin_string(file), "size_bytes",
                                        (json_int_t)job->size_bytes, "took_ms",
                                        (json_int_t)(job->duration_us / 1000)));
    else
        admin_refuse(request, "No backup was written: %s.", job->reason);
    admin_settle(server, request);
}

void backup_on_done(struct server *server, struct job *job)
{
    struct backups *backups = &server->backups;

    backups->is_running = false;
    metrics_add(&server->metrics, METRIC_BACKUPS,
                job->result == ERR_OK ? METRIC_BACKUP_WRITTEN : METRIC_BACKUP_FAILED, 1);
    if (job->result == ERR_OK) {
        LOG(&server->log, LOG_INFO, "backup.written", log_text("path", job->path),
            log_number("bytes", (int64_t)job->size_bytes),
            log_number("ms", (int64_t)(job->duration_us / 1000)));
    } else {
        LOG(&server->log, LOG_ERROR, "backup.failed", log_text("path", job->path),
            log_text("error", err_name(job->result)), log_text("cause", job->reason));
    }
    if (job->is_scheduled) {
        snprintf(backups->failure, sizeof backups->failure, "%s",
                 job->result == ERR_OK ? "" : job->reason);
        set_due(server, job->result == ERR_OK ? interval_ms(server) : BACKUP_RETRY_MS);
        if (job->result == ERR_OK)
            settle_scheduled(server, job);
    }
    answer(server, job);
}
