/*
 * The database thread looks at what it works on: pages, rows, the disk and its file system.
 */
#include <stdio.h>
#include <sys/statvfs.h>

#include "db/examine.h"
#include "db/file_system.h"
#include "db/store.h"
#include "server/persist_work.h"

static void examine_rows(struct persist_work *work, struct disk_report *out)
{
    struct examination examination;

    out->error = store_examine(work->store, &examination);
    if (out->error != ERR_OK)
        return;
    out->is_whole = examination.state_is_whole;
    out->bad_rows = examination_bad_rows(&examination);
    if (examination.finding_count > 0)
        snprintf(out->damage, sizeof out->damage, "%s", examination.findings[0]);
}

bool persist_examine(struct persist_work *work, struct job *job)
{
    struct disk_report *report = job->disk;
    struct store_status status;
    struct statvfs space;

    report->error = store_check(work->store, &status);
    snprintf(report->damage, sizeof report->damage, "%s", status.reason);
    if (report->error == ERR_OK)
        examine_rows(work, report);
    status_clear(&status);
    if (file_system_check(work->ballast.path, &status) == ERR_OK)
        snprintf(report->file_system, sizeof report->file_system, "%s", status.warning);
    if (statvfs(work->folder, &space) == 0) {
        report->free_bytes = (uint64_t)space.f_bavail * space.f_frsize;
        report->total_bytes = (uint64_t)space.f_blocks * space.f_frsize;
    }
    return true;
}
