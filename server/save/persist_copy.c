/*
 * Long work of the database thread, done bit by bit between its other jobs: copies, each begun,
 * written and proven step by step, and the proof of all rows during play.
 *
 * A backup leaves the disk enough room for saves. It is proven; if it has bad rows the world is
 * checked for the same ones, for which saves wait. An examination checks the disk and its file
 * system at once, and pages and rows in the copy.
 */
#include "server/save/persist_copy.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <uv.h>

#include "db/backup.h"
#include "db/examine.h"
#include "db/file_system.h"
#include "db/records.h"
#include "db/status.h"
#include "server/base/log.h"
#include "server/base/program.h"
#include "server/save/backup_names.h"
#include "server/save/persist_work.h"
#include "world/name.h"

enum { ROWS_AT_A_TIME = 16, STEP_NS = 1500000 };

static uint64_t count_rows(const struct examination *found)
{
    uint64_t count = 0;

    for (int i = 0; i < RECORD_COUNT; i++)
        count += found->rows[i].all;
    return count;
}

static void log_findings(struct persist_work *work, const struct examination *found)
{
    for (; work->findings_reported < found->finding_count; work->findings_reported++)
        LOG(work->log, LOG_WARNING, "database.finding",
            log_text("finding", found->findings[work->findings_reported]));
}

/* Notes findings. The newest is the one that broke the state; it is reported as a whole, once. */
static void note(struct persist_work *work, const struct examination *found, bool is_over)
{
    struct proof_health *proof = &work->health.proof;

    log_findings(work, found);
    proof->rows = count_rows(found);
    proof->bad_rows = examination_bad_rows(found);
    if (!proof->is_broken && !found->state_is_whole) {
        proof->is_broken = true;
        snprintf(proof->finding, sizeof proof->finding, "%s",
                 found->findings[found->finding_count - 1]);
        LOG(work->log, LOG_ERROR, "database.broken", log_text("finding", proof->finding),
            log_text("consequence", "play and saves go on; the next start refuses this world"),
            log_text("cure", "stop the server and restore a backup, or start it with --repair"));
    }
    if (!is_over || proof->is_over)
        return;
    proof->is_over = true;
    LOG(work->log, LOG_INFO, "database.proven", log_number("rows", (int64_t)proof->rows),
        log_number("bad_rows", (int64_t)proof->bad_rows),
        log_number("ms", (int64_t)((uv_hrtime() - work->proof_begun_ns) / 1000000)));
}

/* False once all rows are proven, and while the disk cannot be read. */
static bool proof_is_going_on(const struct persist_work *work)
{
    return !work->health.proof.is_over && uv_hrtime() >= work->proof_at_ns;
}

/* Continues the proof for a millisecond or two. Findings go to the log, and to work->health. */
static void proof_step(struct persist_work *work)
{
    uint64_t begun_ns = uv_hrtime();
    enum err error = ERR_OK;
    bool is_over = false;
    const struct examination *found;

    if (!proof_is_going_on(work))
        return;
    if (work->proof_begun_ns == 0)
        work->proof_begun_ns = begun_ns;
    /* At least once, even if this thread got its turn late. */
    do {
        error = store_prove(work->store, ROWS_AT_A_TIME);
        found = store_proof(work->store, &is_over);
    } while (error == ERR_OK && !is_over && uv_hrtime() - begun_ns < STEP_NS);
    note(work, found, is_over);
    if (error == ERR_OK) {
        work->is_proof_failing = false;
        return;
    }
    work->proof_at_ns = begun_ns + (uint64_t)PERSIST_RETRY_MS * 1000000;
    if (!work->is_proof_failing)
        LOG(work->log, LOG_WARNING, "database.unreadable", log_text("error", err_name(error)));
    work->is_proof_failing = true;
}

enum { NAME_TRIES = 60 };

/* True if the copy takes room that saves need. */
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
    const struct backup_order *order = job->content;

    if (!order->is_on_data_disk || !ballast_disk_is_nearly_tight(&work->ballast))
        return ERR_OK;
    status_set(status, "the disk is nearly full, and what is left is for saves");
    return ERR_NO_SPACE;
}

/* Makes the folder. If that fails, the copy will report it. */
static void make_folder(const struct persist_work *work, const char *folder)
{
    if (mkdir(folder, 0700) != 0 && errno != EEXIST)
        LOG(work->log, LOG_WARNING, "backup.no-folder", log_text("folder", folder),
            log_text("cause", strerror(errno)));
}

/* Chooses a path in the schedule's form for this second, or for the next second without a file. */
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
    struct backup_order *order = job->content;
    char folder[JOB_PATH_SIZE];

    if (work->folder == NULL)
        return ERR_OK;
    snprintf(folder, sizeof folder, "%s/backups", work->folder);
    if (order->is_scheduled || strncmp(order->path, folder, strlen(folder)) == 0)
        make_folder(work, folder);
    return order->is_scheduled ? choose_path(folder, order->path) : ERR_OK;
}

static enum err order_begin(struct persist_work *work, struct job *job, struct store_status *status)
{
    struct backup_order *order = job->content;
    enum err error = prepare_path(work, job);
    if (error != ERR_OK)
        return error;
    order->is_on_data_disk = is_on_data_disk(work, order->path);
    error = check_room(work, job, status);
    return error == ERR_OK ? backup_begin_of_store(work->store, order->path, &order->backup, status)
                           : error;
}

static enum err order_step(struct persist_work *work, struct job *job, bool *out_is_whole,
                           struct store_status *status)
{
    const struct backup_order *order = job->content;
    enum err error = check_room(work, job, status);

    return error == ERR_OK ? backup_step(order->backup, out_is_whole, status) : error;
}

static void order_fail(struct job *job, enum err error, const struct store_status *status)
{
    struct backup_order *order = job->content;

    backup_free(order->backup);
    order->backup = NULL;
    job->result = error;
    snprintf(order->reason, sizeof order->reason, "%s",
             status->reason[0] != '\0' ? status->reason : err_text(error));
}

static void order_drop(struct job *job)
{
    struct store_status status;

    status_clear(&status);
    order_fail(job, ERR_BUSY, &status);
}

static void order_compare(struct persist_work *work, struct job *job)
{
    struct backup_order *order = job->content;
    struct store_status status;
    enum err error = backup_compare(order->backup, work->must_end, &status);

    if (status.warning[0] != '\0')
        LOG(work->log, LOG_WARNING, "backup.warning", log_text("path", order->path),
            log_text("warning", status.warning));
    snprintf(order->reason, sizeof order->reason, "%s", status.warning);
    order->stage = BACKUP_PUBLISH;
    if (error != ERR_OK)
        order_fail(job, error, &status);
}

static void order_prove(struct job *job, atomic_bool *interrupt)
{
    struct backup_order *order = job->content;
    struct store_status status;
    struct stat info;
    bool is_doubtful = false;
    enum err error = ERR_OK;

    status_clear(&status);
    if (order->stage == BACKUP_COPY)
        error = backup_prove(order->backup, interrupt, &is_doubtful, &status);
    if (error == ERR_OK && is_doubtful) {
        order->stage = BACKUP_COMPARE;
        return;
    }
    if (error == ERR_OK)
        error = backup_publish(order->backup, &status);
    if (error != ERR_OK) {
        order_fail(job, error, &status);
        return;
    }
    backup_free(order->backup);
    order->backup = NULL;
    if (stat(order->path, &info) == 0)
        order->size_bytes = (uint64_t)info.st_size;
}

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

/* Lists players whose names are words of the game: "Rat, Cooper and 3 more". Names made before a
   word was reserved stay valid, so there may be any number. */
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

static enum err examine_begin(struct persist_work *work, struct job *job,
                              struct store_status *status)
{
    struct disk_question *question = job->content;

    look_at_disk(work, &question->report);
    if (question->reserved != NULL)
        look_for_reserved(work, question->reserved, question->report.reserved);
    return snapshot_begin(work->store, &question->snapshot, status);
}

static enum err examine_step(struct persist_work *work, struct job *job, bool *out_is_whole,
                             struct store_status *status)
{
    const struct disk_question *question = job->content;

    (void)work;
    return snapshot_step(question->snapshot, out_is_whole, status);
}

/* Ends an examination that failed. Facts found before the failure are reported as well. */
static void examine_fail(struct job *job, enum err error, const struct store_status *status)
{
    struct disk_question *question = job->content;

    snapshot_free(question->snapshot);
    question->snapshot = NULL;
    note_failure(&question->report, error, status);
}

static void examine_drop(struct job *job)
{
    struct disk_question *question = job->content;

    snapshot_free(question->snapshot);
    question->snapshot = NULL;
    job->result = ERR_BUSY;
}

static void examine_prove(struct job *job, atomic_bool *interrupt)
{
    struct disk_question *question = job->content;
    struct disk_report *report = &question->report;
    struct examination examination;
    struct store_status status;
    enum err error = snapshot_prove(question->snapshot, interrupt, &examination, &status);

    snapshot_free(question->snapshot);
    question->snapshot = NULL;
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

/* Steps of a copy. Errors come with `status`; the function that fails or drops it frees it. */
struct copy_row {
    enum copy_slot slot;
    enum err (*begin)(struct persist_work *work, struct job *job, struct store_status *status);
    enum err (*step)(struct persist_work *work, struct job *job, bool *out_is_whole,
                     struct store_status *status);
    void (*fail)(struct job *job, enum err error, const struct store_status *status);
    void (*drop)(struct job *job);
    void (*prove)(struct job *job, atomic_bool *interrupt);
};

static const struct copy_row examine_row = {COPY_EXAMINE, examine_begin, examine_step,
                                            examine_fail, examine_drop,  examine_prove};
static const struct copy_row backup_row = {COPY_BACKUP, order_begin, order_step,
                                           order_fail,  order_drop,  order_prove};

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
    const struct backup_order *order = job->content;

    return job->question == &question_backup && order->stage == BACKUP_COMPARE &&
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
        order_compare(work, job);
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
    bool is_copying = proof_is_going_on(work);

    for (int slot = 0; slot < COPY_COUNT; slot++)
        is_copying = is_copying || work->copies[slot] != NULL;
    return is_copying;
}

struct job *persist_work_copy(struct persist_work *work)
{
    struct store_status status;
    struct job *job = NULL;
    bool is_whole = false;

    proof_step(work);
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
    status_set(&status, "the disk refuses saves, and saves go before backups");
    order_fail(job, ERR_NO_SPACE, &status);
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

bool persist_copy_is_whole(const struct job *job)
{
    const struct backup_order *order = job->question == &question_backup ? job->content : NULL;
    const struct disk_question *question = job->question == &question_examine ? job->content : NULL;

    return (order != NULL && order->backup != NULL) ||
           (question != NULL && question->snapshot != NULL);
}

void persist_copy_prove(struct job *job, atomic_bool *interrupt)
{
    row_of(job)->prove(job, interrupt);
}

void persist_copy_drop(struct job *job)
{
    row_of(job)->drop(job);
}

const struct question question_backup = {.size = sizeof(struct backup_order), .work = copy_begin};
const struct question question_examine = {.size = sizeof(struct disk_question), .work = copy_begin};
