/*
 * The examination of the database: pages, rows, the disk and its file system. The long part is done
 * on a copy (persist_copy.c).
 */
#include <stdio.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include "db/backup.h"
#include "db/examine.h"
#include "db/file_system.h"
#include "db/records.h"
#include "server/base/program.h"
#include "server/save/persist_copy.h"
#include "server/save/persist_work.h"
#include "world/name.h"

enum { MODE_BITS = 07777, MORE_SIZE = sizeof ", and 2147483647 more" };

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
    struct stat folder;

    status_clear(&status);
    if (file_system_check(work->ballast.path, &status) == ERR_OK)
        snprintf(report->file_system, sizeof report->file_system, "%s", status.warning);
    if (stat(work->folder, &folder) == 0)
        report->data_mode = folder.st_mode & MODE_BITS;
    if (statvfs(work->folder, &space) == 0) {
        report->free_bytes = (uint64_t)space.f_bavail * space.f_frsize;
        report->total_bytes = (uint64_t)space.f_blocks * space.f_frsize;
    }
    if (report->hook[0] != '\0')
        (void)program_can_run(report->hook, report->hook_failure);
}

/* The players whose names are words of the game: "Rat, Cooper and 3 more". Names made before the
   word was one stay good, so there may be any number. */
static void look_for_reserved(struct persist_work *work, const struct reserved_names *reserved,
                              char out[RESERVED_TEXT_SIZE])
{
    char name[NAME_LENGTH_MAX + 1];
    size_t length = 0;
    int more = 0;

    for (size_t i = 0; i < reserved->count; i++) {
        if (store_name_of_skeleton(work->store, reserved->skeletons[i], name) != ERR_OK)
            continue;
        if (length + sizeof name + MORE_SIZE >= RESERVED_TEXT_SIZE)
            more++;
        else
            length += (size_t)snprintf(out + length, RESERVED_TEXT_SIZE - length, "%s%s",
                                       length > 0 ? ", " : "", name);
    }
    if (more > 0)
        snprintf(out + length, RESERVED_TEXT_SIZE - length, " and %d more", more);
}

enum err persist_examine_begin(struct persist_work *work, struct job *job,
                               struct store_status *status)
{
    look_at_disk(work, job->disk);
    if (job->reserved != NULL)
        look_for_reserved(work, job->reserved, job->disk->reserved);
    return snapshot_begin(work->store, &job->snapshot, status);
}

enum err persist_examine_step(struct persist_work *work, struct job *job, bool *out_is_whole,
                              struct store_status *status)
{
    (void)work;
    return snapshot_step(job->snapshot, out_is_whole, status);
}

/* Keeps the facts that were found before the failure: they are reported all the same. */
void persist_examine_fail(struct job *job, enum err error, const struct store_status *status)
{
    snapshot_free(job->snapshot);
    job->snapshot = NULL;
    note_failure(job->disk, error, status);
}

void persist_examine_drop(struct job *job)
{
    snapshot_free(job->snapshot);
    job->snapshot = NULL;
    job->result = ERR_BUSY;
}

void persist_examine_prove(struct job *job, atomic_bool *interrupt)
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
    if (examination.ledger.is_known)
        ledger_report_text(examination.ledger.more, report->ledger, sizeof report->ledger);
    if (examination.finding_count > 0)
        snprintf(report->damage, sizeof report->damage, "%s", examination.findings[0]);
}
