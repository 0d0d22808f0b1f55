/*
 * Removing a large file takes long, so a worker of the loop does it.
 */
#include "server/admin/backup_prune.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <uv.h>

#include "server/admin/admin.h"
#include "server/admin/backup.h"
#include "server/save/persist_copy.h"

struct prune {
    uv_work_t work;
    struct admin *admin;
    char folder[JOB_PATH_SIZE];
    uint64_t made;
    struct backup_keep keep;
    uint64_t stamps[BACKUP_FILES_MAX];
    bool drops[BACKUP_FILES_MAX];
    int64_t removed;
    int64_t failed;
};

enum err backup_list(const char *folder, uint64_t *out, size_t *out_count)
{
    DIR *stream = opendir(folder);

    *out_count = 0;
    if (stream == NULL)
        return errno == ENOENT ? ERR_OK : ERR_DISK;
    for (struct dirent *entry; *out_count < BACKUP_FILES_MAX && (entry = readdir(stream)) != NULL;)
        *out_count += backup_name_parse(entry->d_name, &out[*out_count]);
    closedir(stream);
    *out_count = backup_sort_stamps(out, *out_count);
    return ERR_OK;
}

/* True for "undercroft-20261121-120000.db.new-a1B2c3": the name of a backup until it is complete.
   The database may have files of its own beside it ("…-journal"). */
static bool is_unfinished(const char *name)
{
    static const char mark[] = ".new-";
    const char *rest = strstr(name, mark);
    char finished[BACKUP_NAME_SIZE];
    uint64_t stamp;

    if (rest == NULL || (size_t)(rest - name) >= sizeof finished || strlen(rest) < strlen(mark) + 6)
        return false;
    char end = rest[strlen(mark) + 6];
    if (end != '\0' && end != '-')
        return false;
    snprintf(finished, sizeof finished, "%.*s", (int)(rest - name), name);
    return backup_name_parse(finished, &stamp);
}

void backup_remove_unfinished(const char *folder)
{
    DIR *stream = opendir(folder);

    if (stream == NULL)
        return;
    for (struct dirent *entry; (entry = readdir(stream)) != NULL;) {
        if (is_unfinished(entry->d_name))
            unlinkat(dirfd(stream), entry->d_name, 0);
    }
    closedir(stream);
}

static void remove_one(struct prune *prune, uint64_t stamp)
{
    char name[BACKUP_NAME_SIZE];
    char path[JOB_PATH_SIZE + BACKUP_NAME_SIZE];

    backup_name_write(stamp, name);
    snprintf(path, sizeof path, "%s/%s", prune->folder, name);
    if (unlink(path) == 0)
        prune->removed++;
    else
        prune->failed++;
}

static void work_prune(uv_work_t *work)
{
    struct prune *prune = work->data;
    size_t count = 0;

    if (backup_list(prune->folder, prune->stamps, &count) != ERR_OK) {
        prune->failed++;
        return;
    }
    (void)backup_choose_drops(prune->stamps, count, prune->made, prune->keep, prune->drops);
    for (size_t i = 0; i < count; i++) {
        if (prune->drops[i])
            remove_one(prune, prune->stamps[i]);
    }
}

static void on_pruned(uv_work_t *work, int status)
{
    struct prune *prune = work->data;

    if (status == 0 && (prune->removed > 0 || prune->failed > 0))
        LOG(&prune->admin->base->log, prune->failed > 0 ? LOG_WARNING : LOG_INFO, "backup.pruned",
            log_number("removed", prune->removed), log_number("failed", prune->failed));
    free(prune);
}

void backup_prune(struct admin *admin, const char *folder, uint64_t made, struct backup_keep keep)
{
    struct prune *prune = calloc(1, sizeof *prune);

    if (prune == NULL)
        return;
    prune->admin = admin;
    prune->made = made;
    prune->keep = keep;
    prune->work.data = prune;
    snprintf(prune->folder, sizeof prune->folder, "%s", folder);
    if (uv_queue_work(&admin->base->loop, &prune->work, work_prune, on_pruned) != 0)
        free(prune);
}
