/*
 * The schedule of backups and the end of each: its hook is started, old backups are removed, and an
 * operator who asked for it is answered.
 */
#include "server/admin/backup.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/check.h"
#include "server/admin/admin.h"
#include "server/admin/admin_request.h"
#include "server/admin/backup_hook.h"
#include "server/admin/backup_prune.h"
#include "server/save/backup_names.h"
#include "server/save/persist.h"
#include "server/save/persist_copy.h"

enum { MS_PER_MINUTE = 60 * 1000 };

static void write_folder(const struct admin *admin, char out[JOB_PATH_SIZE])
{
    snprintf(out, JOB_PATH_SIZE, "%s/backups", admin->base->options.data);
}

static uint64_t interval_ms(const struct admin *admin)
{
    return (uint64_t)admin->base->options.backup_minutes * MS_PER_MINUTE;
}

/* Returns the time of the newest backup that is not dated in the future; such a date says nothing
   about its age. */
static int64_t find_newest(const struct admin *admin, int64_t now)
{
    uint64_t *stamps = calloc(BACKUP_FILES_MAX, sizeof *stamps);
    char folder[JOB_PATH_SIZE];
    size_t count = 0;
    int64_t newest = 0;

    write_folder(admin, folder);
    if (stamps != NULL && backup_list(folder, stamps, &count) != ERR_OK)
        LOG(&admin->base->log, LOG_WARNING, "backup.folder-unreadable", log_text("folder", folder));
    for (size_t i = 0; i < count && newest == 0; i++) {
        if (backup_time_of_stamp(stamps[i]) <= now)
            newest = backup_time_of_stamp(stamps[i]);
    }
    free(stamps);
    return newest;
}

void backup_start(struct admin *admin)
{
    struct backups *backups = admin->backups;
    int64_t now = (int64_t)time(NULL);
    char folder[JOB_PATH_SIZE];

    write_folder(admin, folder);
    backup_remove_unfinished(folder);
    backups->newest_at = find_newest(admin, now);
    backups->has_new_world = admin->game->world->tick == 0;
    backup_reschedule(admin);
}

void backup_reschedule(struct admin *admin)
{
    struct backups *backups = admin->backups;
    int64_t now = (int64_t)time(NULL);

    backups->due_at_ms = 0;
    if (admin->base->options.backup_minutes == 0)
        return;
    uint64_t age_ms = backups->newest_at > now ? 0 : (uint64_t)(now - backups->newest_at) * 1000;
    /* A new world has nothing yet that would be missed. */
    if (backups->newest_at == 0 && backups->has_new_world)
        age_ms = admin->base->now_ms - admin->base->opened_at_ms;
    backups->due_at_ms =
        admin->base->now_ms + (age_ms < interval_ms(admin) ? interval_ms(admin) - age_ms : 1);
}

static void set_due(struct admin *admin, uint64_t wait_ms)
{
    if (admin->base->options.backup_minutes > 0)
        admin->backups->due_at_ms = admin->base->now_ms + wait_ms;
}

/* Submits the copy. `path` NULL: the name is the schedule's. */
static enum err begin(struct admin *admin, uint64_t ticket, const char *path)
{
    struct job *job = job_new(&question_backup);

    if (job == NULL)
        return ERR_MEMORY;
    struct backup_order *order = job->content;

    job->answer = backup_on_done;
    job->ticket = ticket;
    order->is_scheduled = path == NULL;
    if (path != NULL)
        snprintf(order->path, sizeof order->path, "%s", path);
    enum err error = persist_submit(admin->persist, job, &admin->answers);
    admin->backups->is_running = error == ERR_OK;
    return error;
}

void backup_sweep(struct admin *admin)
{
    struct backups *backups = admin->backups;

    if (backups->due_at_ms == 0 || admin->base->now_ms < backups->due_at_ms ||
        backups->is_running || admin->base->is_stopping)
        return;
    enum err error = begin(admin, 0, NULL);
    if (error == ERR_OK)
        return;
    snprintf(backups->failure, sizeof backups->failure, "%s", err_text(error));
    metrics_add(&admin->base->metrics, METRIC_BACKUPS, METRIC_BACKUP_FAILED, 1);
    LOG(&admin->base->log, LOG_ERROR, "backup.failed", log_text("cause", err_text(error)));
    set_due(admin, BACKUP_RETRY_MS);
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

/* Reads an operator's path. On an error `reason` is a sentence. */
static enum err read_file_name(const struct admin *admin, const char *file, char out[JOB_PATH_SIZE],
                               char *reason, size_t reason_size)
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
        snprintf(reason, reason_size, "\"%s\" is not in backups/; name the whole path, from / on.",
                 file);
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
        length = snprintf(out, JOB_PATH_SIZE, "%s/backups/%s", admin->base->options.data, file);
    if (length < 0 || length >= JOB_PATH_SIZE) {
        snprintf(reason, reason_size, "The path is too long.");
        return ERR_TOO_BIG;
    }
    return ERR_OK;
}

enum err backup_request(struct admin *admin, uint64_t ticket, const char *file, char *reason,
                        size_t reason_size)
{
    char path[JOB_PATH_SIZE];

    if (admin->backups->is_running) {
        snprintf(reason, reason_size, "A backup is being written already.");
        return ERR_BUSY;
    }
    enum err error = ERR_OK;
    if (file != NULL)
        error = read_file_name(admin, file, path, reason, reason_size);
    if (error != ERR_OK)
        return error;
    error = begin(admin, ticket, file == NULL ? NULL : path);
    if (error != ERR_OK)
        snprintf(reason, reason_size, "No backup could be begun: %s.", err_text(error));
    return error;
}

/* Ends a scheduled backup: removes older ones only now, with a good copy on disk, and only while
   all rows are known to be from one moment; otherwise an older one may be the last good one. */
static void settle_scheduled(struct admin *admin, const struct job *job)
{
    const struct backup_order *order = job->content;
    const struct options *options = &admin->base->options;
    const char *name = strrchr(order->path, '/') + 1;
    char folder[JOB_PATH_SIZE];
    uint64_t stamp;

    if (!backup_name_parse(name, &stamp))
        return;
    admin->backups->newest_at = backup_time_of_stamp(stamp);
    struct proof_health proof = persist_health(admin->persist).proof;
    if (!proof.is_over || proof.is_broken)
        return;
    write_folder(admin, folder);
    backup_prune(admin, folder, stamp,
                 (struct backup_keep){options->backups_hourly, options->backups_daily});
}

/* Writes the path as an absolute one, because the operator's current folder may not be the
   server's. */
static void write_absolute(const char *path, char *out, size_t size)
{
    char folder[PATH_MAX];

    if (path[0] == '/' || getcwd(folder, sizeof folder) == NULL)
        snprintf(out, size, "%s", path);
    else
        snprintf(out, size, "%s/%s", folder, strncmp(path, "./", 2) == 0 ? path + 2 : path);
}

static void answer(struct admin *admin, const struct backup_outcome *outcome)
{
    struct admin_request *request = admin_find(admin, outcome->ticket);

    if (request == NULL)
        return;
    if (outcome->failure[0] == '\0')
        admin_answer(
            request,
            json_pack("{s:s, s:o*, s:o, s:I, s:I}", "message", "Written and checked.", "warning",
                      outcome->warning[0] == '\0' ? NULL : admin_string(outcome->warning), "file",
                      admin_string(outcome->path), "size_bytes", (json_int_t)outcome->size_bytes,
                      "took_ms", (json_int_t)outcome->took_ms));
    else if (outcome->is_written)
        admin_refuse(request, "Written and checked as %s, but %s.", outcome->path,
                     outcome->failure);
    else
        admin_refuse(request, "No backup was written: %s.", outcome->failure);
    admin_settle(admin, request);
}

/* Ends the backup: its copy, its hook and its answer are done. */
static void finish(struct admin *admin)
{
    struct backups *backups = admin->backups;
    const struct backup_outcome *outcome = &backups->outcome;
    bool is_good = outcome->failure[0] == '\0';

    backups->is_running = false;
    metrics_add(&admin->base->metrics, METRIC_BACKUPS,
                is_good ? METRIC_BACKUP_WRITTEN : METRIC_BACKUP_FAILED, 1);
    if (!is_good)
        LOG(&admin->base->log, LOG_ERROR, "backup.failed", log_text("path", outcome->path),
            log_text("error", outcome->error), log_text("cause", outcome->failure));
    if (outcome->is_scheduled)
        snprintf(backups->failure, sizeof backups->failure, "%s", outcome->failure);
    answer(admin, outcome);
}

static void note_hook_failure(struct backup_outcome *outcome, const char *why)
{
    outcome->error = "hook";
    snprintf(outcome->failure, sizeof outcome->failure, "the backup hook failed: %s", why);
}

static void on_hook_ended(struct admin *admin, const char *failure)
{
    struct backup_outcome *outcome = &admin->backups->outcome;

    if (failure[0] != '\0')
        note_hook_failure(outcome, failure);
    finish(admin);
}

/* Starts the hook. True: it runs, and finish() is called at its end. */
static bool start_hook(struct admin *admin)
{
    struct backup_outcome *outcome = &admin->backups->outcome;
    const char *program = admin->base->options.backup_hook;
    char reason[BACKUP_HOOK_REASON_SIZE] = "the server stops";

    if (program[0] == '\0' || !outcome->is_written)
        return false;
    if (!admin->base->is_stopping &&
        backup_hook_start(admin, program, outcome->path, BACKUP_HOOK_MS, on_hook_ended, reason) ==
            ERR_OK)
        return true;
    note_hook_failure(outcome, reason);
    return false;
}

void backup_on_done(void *asker, struct job *job)
{
    const struct backup_order *order = job->content;
    struct admin *admin = asker;
    struct backup_outcome *outcome = &admin->backups->outcome;
    bool is_written = job->result == ERR_OK;

    *outcome = (struct backup_outcome){.ticket = job->ticket,
                                       .is_scheduled = order->is_scheduled,
                                       .is_written = is_written,
                                       .size_bytes = order->size_bytes,
                                       .took_ms = job->duration_us / 1000,
                                       .error = err_name(job->result)};
    write_absolute(order->path, outcome->path, sizeof outcome->path);
    snprintf(outcome->warning, sizeof outcome->warning, "%s", is_written ? order->reason : "");
    if (is_written)
        LOG(&admin->base->log, LOG_INFO, "backup.written", log_text("path", order->path),
            log_number("bytes", (int64_t)outcome->size_bytes),
            log_number("ms", (int64_t)outcome->took_ms));
    else
        snprintf(outcome->failure, sizeof outcome->failure, "%s", order->reason);
    if (outcome->is_scheduled)
        set_due(admin, is_written ? interval_ms(admin) : BACKUP_RETRY_MS);
    if (outcome->is_scheduled && is_written)
        settle_scheduled(admin, job);
    if (!start_hook(admin))
        finish(admin);
}
