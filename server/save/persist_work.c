/*
 * The work of the database thread.
 *
 * All that waits to be written goes into one transaction, which costs one flush. A row that cannot
 * be right fails alone. If the disk refuses the transaction, each job is tried by itself; a save
 * that is refused then is kept and tried again, and what comes after it is laid over it. Until it
 * is on disk, a job that reads is given the rows of it before those of the database.
 */
#include "server/save/persist_work.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

#include "base/check.h"
#include "db/records.h"
#include "db/store.h"
#include "db/store_ledger.h"
#include "server/base/log.h"
#include "server/save/persist_copy.h"
#include "server/save/persist_levels.h"
#include "server/save/persist_lists.h"
#include "server/save/persist_mark.h"
#include "server/save/persist_removal.h"

_Static_assert(sizeof((struct audit_row){0}.who) == AUDIT_WHO_SIZE, "as in the database");
_Static_assert(sizeof((struct audit_row){0}.what) == AUDIT_WHAT_SIZE, "as in the database");
_Static_assert((int)SETTINGS_ROW_SIZE == (int)SETTINGS_SIZE, "as in the database");
_Static_assert(STORE_ROLE_BUILDER == 1 && STORE_ROLE_ADMIN == 2, "as struct job tells");

/* The function for a kind of job: it returns false if the job goes on for longer (a copy that was
   begun). */
struct work_row {
    bool (*work)(struct persist_work *work, struct job *job);
    bool writes; /* inside a transaction */
};

static const struct work_row work_table[JOB_COUNT];

/* An act that the set carries is on disk with what it did. */
static enum err save_note(const struct persist_work *work, const struct audit_row *row)
{
    struct audit_record record = {.at = row->at};

    memcpy(record.who, row->who, sizeof record.who);
    memcpy(record.what, row->what, sizeof record.what);
    return store_audit(work->store, &record);
}

/* A report of a player is marked as one. */
static enum err save_report(const struct persist_work *work, const struct audit_row *row)
{
    struct audit_record record = {.at = row->at};

    memcpy(record.who, row->who, sizeof record.who);
    int length = snprintf(record.what, sizeof record.what, BUG_PREFIX "%s", row->what);
    return (size_t)length < sizeof record.what ? store_audit(work->store, &record) : ERR_RANGE;
}

/* Whether an error is about a row, and not about the disk. */
static bool is_of_row(enum err error)
{
    return error == ERR_RANGE || error == ERR_NOT_FOUND || error == ERR_EXISTS ||
           error == ERR_FORMAT || error == ERR_CHECKSUM || error == ERR_TOO_BIG;
}

enum err persist_pass_over(const struct persist_work *work, enum err error, const char *table,
                           int64_t id)
{
    if (!is_of_row(error))
        return error;
    LOG(work->log, LOG_ERROR, "save.row-left-out", log_text("table", table), log_number("id", id),
        log_text("error", err_name(error)));
    return ERR_OK;
}

/* The same of a row of a player's, who may be told that all is saved only if this is. */
static enum err pass_over_own(struct persist_work *work, enum err error, enum record_id record,
                              int64_t id)
{
    if (is_of_row(error))
        left_out_note(&work->left_out, record, id, true);
    return persist_pass_over(work, error, record_at(record)->table, id);
}

static enum err save_delvers(struct persist_work *work, const struct change_set *set)
{
    enum err error = ERR_OK;

    for (size_t i = 0; error == ERR_OK && i < set->delvers.count; i++) {
        const struct delver_record *row = &change_set_delvers(set)[i];
        left_out_note(&work->left_out, RECORD_DELVER, row->id, false);
        error = store_save_delver(work->store, row);
        error = pass_over_own(work, error, RECORD_DELVER, row->id);
    }
    for (size_t i = 0; i < set->memories.count; i++)
        left_out_note(&work->left_out, RECORD_MEMORY, change_set_memories(set)[i].delver_id, false);
    for (size_t i = 0; error == ERR_OK && i < set->memories.count; i++) {
        const struct memory_row *row = &change_set_memories(set)[i];
        error = store_save_memory(work->store, row->delver_id, row->key, row->image->tiles,
                                  row->image->count, row->bands);
        error = pass_over_own(work, error, RECORD_MEMORY, row->delver_id);
    }
    return error;
}

static enum err save_accounts(struct persist_work *work, const struct change_set *set)
{
    enum err error = ERR_OK;

    for (size_t i = 0; error == ERR_OK && i < set->visits.count; i++) {
        const struct account_record *row = &change_set_visits(set)[i];
        left_out_note(&work->left_out, RECORD_ACCOUNT, row->id, false);
        error = store_save_account(work->store, row);
        error = pass_over_own(work, error, RECORD_ACCOUNT, row->id);
    }
    for (size_t i = 0; error == ERR_OK && i < set->settings.count; i++) {
        const struct settings_row *row = &change_set_settings(set)[i];
        left_out_note(&work->left_out, RECORD_SETTING, row->account_id, false);
        error = store_save_settings(work->store, row->account_id, row->list);
        error = pass_over_own(work, error, RECORD_SETTING, row->account_id);
    }
    return error;
}

/* The row of a kind that is damaged stays so until a start with --repair, and is told once. */
static enum err pass_over_kind(struct persist_work *work, enum err error, enum item_kind kind)
{
    bool was_told = work->is_kind_told[kind];

    work->is_kind_told[kind] = was_told || is_of_row(error);
    return was_told && is_of_row(error)
               ? ERR_OK
               : persist_pass_over(work, error, "ledger", item_row(kind)->save_id);
}

static enum err save_ledger(struct persist_work *work, const struct change_ledger *ledger)
{
    enum err error = ERR_OK;

    for (enum item_kind kind = 0; error == ERR_OK && kind < ITEM_KIND_COUNT; kind++) {
        if (!ledger->has[kind])
            continue;
        error = store_save_ledger(work->store, kind, ledger->now.kinds[kind]);
        error = pass_over_kind(work, error, kind);
    }
    return error;
}

static enum err save_rows(struct persist_work *work, const struct change_set *set)
{
    enum err error = set->tick == 0 ? ERR_OK : store_save_meta(work->store, META_TICK, set->tick);

    if (error == ERR_OK)
        error = save_accounts(work, set);
    if (error == ERR_OK)
        error = persist_save_levels(work, set);
    if (error == ERR_OK)
        error = save_delvers(work, set);
    if (error == ERR_OK)
        error = save_ledger(work, &set->ledger);
    if (error == ERR_OK)
        error = persist_drop_levels(work, set);
    for (size_t i = 0; error == ERR_OK && i < set->audits.count; i++)
        error = save_note(work, &change_set_audits(set)[i].row);
    return error;
}

static void note_tight(struct persist_work *work, const char *event)
{
    if (!work->health.is_tight)
        LOG(work->log, LOG_WARNING, event,
            log_text("cure", "the disk is nearly full: free some space"));
    work->health.is_tight = true;
}

/* On a full disk: a backup that is being written gives its room to saves, then the reserve does.
   True: there is some now. */
static bool make_room(struct persist_work *work)
{
    if (persist_copy_yield(work))
        return true;
    if (!ballast_release(&work->ballast))
        return false;
    note_tight(work, "disk.reserve-used");
    return true;
}

/* Does one job of several. If its own row is at fault, its writes are undone, and the others go on:
   ERR_OK. */
static enum err write_part(struct persist_work *work, struct job *job)
{
    struct store_part part;
    enum err error = store_begin_part(work->store, &part);

    if (error != ERR_OK)
        return error;
    work_table[job->kind].work(work, job);
    error = store_end_part(work->store, &part, job->result);
    return job->result == ERR_OK || is_of_row(job->result) ? error : job->result;
}

static enum err write_jobs(struct persist_work *work, struct job *first)
{
    enum err error = ERR_OK;

    for (struct job *job = first; error == ERR_OK && job != NULL; job = job->next) {
        bool is_part = first->next != NULL && job->kind != JOB_SAVE;
        if (is_part) {
            error = write_part(work, job);
        } else {
            work_table[job->kind].work(work, job);
            error = job->result;
        }
    }
    return error;
}

/* `first` and all behind it, in one transaction, or nothing of it. */
static enum err write_once(struct persist_work *work, struct job *first)
{
    enum err error = store_begin(work->store);

    if (error == ERR_OK)
        error = write_jobs(work, first);
    if (error == ERR_OK)
        return store_commit(work->store);
    store_rollback(work->store);
    return error;
}

/* The same; when the disk refuses it, once more without the backup that is being written, and when
   it is full, as long as room can be made. */
static enum err write_with_reserve(struct persist_work *work, struct job *first)
{
    enum err error = write_once(work, first);

    /* A copy of files that have only lost their names may be the last one. */
    if (error != ERR_OK && error != ERR_REPLACED && !is_of_row(error) && persist_copy_yield(work))
        error = write_once(work, first);
    while (error == ERR_NO_SPACE && make_room(work))
        error = write_once(work, first);
    return error;
}

/* Notes the health of the disk from the result of a save of that tick, and logs a change. */
static void note_health(struct persist_work *work, enum err error, uint64_t tick)
{
    if (error != ERR_OK && work->health.error != error)
        LOG(work->log, LOG_ERROR, "save.failed", log_text("error", err_name(error)),
            log_number("tick", (int64_t)tick));
    if (error == ERR_OK && work->health.error != ERR_OK)
        LOG(work->log, LOG_WARNING, "save.recovered", log_number("tick", (int64_t)tick));
    work->health.error = error;
}

static enum err save_with_reserve(struct persist_work *work, struct job *job)
{
    job->result = write_with_reserve(work, job);
    note_health(work, job->result, job->set.tick);
    return job->result;
}

static void set_retry(struct persist_work *work)
{
    work->retry_at_ns = uv_hrtime() + (uint64_t)PERSIST_RETRY_MS * 1000000;
}

/* The newer set joins what waits for the disk, and the older job goes. */
static bool merge_unsaved(struct persist_work *work, struct job *job)
{
    if (change_set_merge(&work->unsaved->set, &job->set) != ERR_OK)
        return false;
    job->set = work->unsaved->set;
    change_set_init(&work->unsaved->set);
    job_free(work->unsaved);
    work->unsaved = job;
    return true;
}

/* A save alone. False: it waits for the disk. */
static bool save_alone(struct persist_work *work, struct job *job)
{
    if (work->unsaved != NULL) {
        /* Neither may be lost and the order must stay: without memory there is only waiting. */
        while (!merge_unsaved(work, job))
            uv_sleep(PERSIST_RETRY_MS);
        return false;
    }
    if (save_with_reserve(work, job) == ERR_OK)
        return true;
    work->unsaved = job;
    set_retry(work);
    return false;
}

static bool work_save(struct persist_work *work, struct job *job)
{
    job->result = save_rows(work, &job->set);
    return true;
}

/* A damaged row is the settings' loss alone. */
static enum err load_settings(struct persist_work *work, struct job *job)
{
    const struct settings_row *newer =
        work->unsaved == NULL ? NULL
                              : change_set_find_settings(&work->unsaved->set, job->account.id);

    if (newer != NULL) {
        memcpy(job->settings, newer->list, sizeof job->settings);
        return ERR_OK;
    }
    enum err error = store_load_settings(work->store, job->account.id, job->settings);

    job->is_settings_lost = error == ERR_FORMAT;
    return error == ERR_NOT_FOUND || error == ERR_FORMAT ? ERR_OK : error;
}

/* Rows that wait for the disk are newer than those of the database. */
static enum err load_delver(struct persist_work *work, struct job *job)
{
    struct change_set *set = work->unsaved == NULL ? NULL : &work->unsaved->set;
    int64_t id = job->account.id;
    const struct account_record *visit = set == NULL ? NULL : change_set_find_visit(set, id);
    const struct delver_record *delver = set == NULL ? NULL : change_set_find_delver(set, id);

    if (visit != NULL) {
        job->account.mode = visit->mode;
        job->account.last_seen_at = visit->last_seen_at;
    }
    if (delver == NULL)
        return store_load_delver(work->store, id, &job->delver);
    job->delver = *delver;
    return ERR_OK;
}

static enum err find_by_name(struct persist_work *work, struct job *job)
{
    char name[NAME_LENGTH_MAX + 1];

    memcpy(name, job->account.name, sizeof name);
    enum err error = store_find_account(work->store, name, &job->account);
    if (error != ERR_NOT_FOUND)
        return error;
    enum err looked = store_find_skeleton(work->store, job->account.skeleton);
    job->is_lookalike = looked == ERR_OK;
    return looked == ERR_OK ? ERR_NOT_FOUND : looked;
}

static enum err load_account(struct persist_work *work, struct job *job)
{
    enum store_role role = STORE_ROLE_NONE;
    enum err error = store_read_account(work->store, job->account.id, &job->account, &role);

    job->role = (int)role;
    return error;
}

static bool work_find_account(struct persist_work *work, struct job *job)
{
    job->result = job->account.id == 0 ? find_by_name(work, job) : ERR_OK;
    if (job->result == ERR_OK)
        job->result = load_account(work, job);
    if (job->result == ERR_OK)
        job->result = load_delver(work, job);
    if (job->result == ERR_OK)
        job->result = load_settings(work, job);
    return true;
}

static bool work_find_name(struct persist_work *work, struct job *job)
{
    struct account_record account;

    job->result = store_find_account(work->store, job->account.name, &account);
    return true;
}

static bool work_create_account(struct persist_work *work, struct job *job)
{
    int64_t id = 0;

    job->result = store_create_account(work->store, &job->account, &job->delver, &id);
    if (job->result == ERR_OK && job->ruling.kind != 0)
        job->result = store_save_ruling(work->store, &job->ruling);
    job->account.id = id;
    job->delver.id = id;
    return true;
}

static bool work_renew_password(struct persist_work *work, struct job *job)
{
    job->result = store_renew_password(work->store, job->account.id, job->password_before,
                                       job->account.password_hash);
    return true;
}

static bool work_change_password(struct persist_work *work, struct job *job)
{
    job->result = store_change_password(work->store, &job->account, job->password_before);
    return true;
}

/* None is there: fine. */
static enum err drop_ruling(struct persist_work *work, enum ruling_kind kind, const char *subject)
{
    enum err error = store_drop_ruling(work->store, kind, subject);

    return error == ERR_NOT_FOUND ? ERR_OK : error;
}

static struct renaming renaming_of(const struct job *job)
{
    return (struct renaming){.account = &job->account,
                             .before = job->name_before,
                             .key_before = job->ignore_before,
                             .key = job->ignore_key};
}

/* The account and all that speaks of the guest by name, or nothing. */
static enum err claim_account(struct persist_work *work, const struct job *job)
{
    const struct renaming renaming = renaming_of(job);
    struct store_part part;
    enum err error = store_begin_part(work->store, &part);

    if (error != ERR_OK)
        return error;
    error = store_claim_account(work->store, &job->account, job->password_before);
    if (error == ERR_OK)
        error = store_rename_traces(work->store, &renaming);
    enum err ended = store_end_part(work->store, &part, error);
    return error == ERR_OK ? ended : error;
}

static bool work_claim_account(struct persist_work *work, struct job *job)
{
    job->result = claim_account(work, job);
    return true;
}

static bool work_rename_account(struct persist_work *work, struct job *job)
{
    const struct renaming renaming = renaming_of(job);

    job->result = store_rename_account(work->store, &renaming);
    return true;
}

static bool work_save_role(struct persist_work *work, struct job *job)
{
    CHECK(job->role >= STORE_ROLE_NONE && job->role <= STORE_ROLE_ADMIN);
    job->result = store_save_role(work->store, job->account.id, (enum store_role)job->role);
    return true;
}

static bool work_save_ruling(struct persist_work *work, struct job *job)
{
    job->result = store_save_ruling(work->store, &job->ruling);
    return true;
}

static bool work_drop_ruling(struct persist_work *work, struct job *job)
{
    job->result = drop_ruling(work, job->ruling.kind, job->ruling.subject);
    return true;
}

static bool work_use_code(struct persist_work *work, struct job *job)
{
    job->result =
        store_use_code(work->store, job->account.id, job->account.password_hash, &job->ruling);
    return true;
}

static bool work_save_audit(struct persist_work *work, struct job *job)
{
    job->result = job->are_bugs ? save_report(work, job->audit) : save_note(work, job->audit);
    return true;
}

static const struct work_row work_table[JOB_COUNT] = {
    [JOB_SAVE] = {work_save, true},
    [JOB_FETCH_LEVEL] = {persist_fetch_level, false},
    [JOB_LOOK_LEVEL] = {persist_look_level, false},
    [JOB_FETCH_KEPT] = {persist_fetch_kept, false},
    [JOB_LIST_LEVELS] = {persist_list_levels, false},
    [JOB_FETCH_MEMORY] = {persist_fetch_memory, false},
    [JOB_FIND_ACCOUNT] = {work_find_account, false},
    [JOB_FIND_NAME] = {work_find_name, false},
    [JOB_CREATE_ACCOUNT] = {work_create_account, true},
    [JOB_RENEW_PASSWORD] = {work_renew_password, true},
    [JOB_CHANGE_PASSWORD] = {work_change_password, true},
    [JOB_CLAIM_ACCOUNT] = {work_claim_account, true},
    [JOB_RENAME_ACCOUNT] = {work_rename_account, true},
    [JOB_SAVE_ROLE] = {work_save_role, true},
    [JOB_LIST_UNUSED] = {persist_list_unused, false},
    [JOB_REMOVE_PLAYERS] = {persist_remove_players, true},
    [JOB_SAVE_RULING] = {work_save_ruling, true},
    [JOB_DROP_RULING] = {work_drop_ruling, true},
    [JOB_USE_CODE] = {work_use_code, true},
    [JOB_SAVE_AUDIT] = {work_save_audit, true},
    [JOB_LOAD_AUDIT] = {persist_load_audit, false},
    [JOB_LOAD_SCORES] = {persist_load_scores, false},
    [JOB_BACKUP] = {persist_copy_begin, false},
    [JOB_EXAMINE] = {persist_copy_begin, false},
};

/* The files are the right ones again. If a save waits for them, it is tried next; else all is
   saved. */
static void note_files_back(struct persist_work *work)
{
    if (work->health.error != ERR_REPLACED || work->unsaved != NULL)
        return;
    LOG(work->log, LOG_WARNING, "database.back", log_text("data", work->folder));
    work->health.error = ERR_OK;
}

/* A start in that folder must not take it for one where no world ever was. */
static void note_files_replaced(struct persist_work *work)
{
    if (!persist_mark_is_there(work->folder))
        (void)!persist_mark_leave(work->folder, work->world_seed);
    /* A log that lost its name can still be brought into the database. */
    (void)!store_checkpoint(work->store);
    work->health.error = ERR_REPLACED;
}

static void look_at_files(struct persist_work *work)
{
    struct store_status status;
    bool was_told = work->health.files[0] != '\0';
    enum err error = store_look(work->store, &status);

    store_sizes(work->store, &work->health.database_bytes, &work->health.log_bytes);
    snprintf(work->health.files, sizeof work->health.files, "%s", status.reason);
    if (status.warning[0] != '\0')
        LOG(work->log, LOG_WARNING, "database.read-again", log_text("cause", status.warning));
    if (error == ERR_OK) {
        note_files_back(work);
        return;
    }
    if (!was_told)
        LOG(work->log, LOG_ERROR, "database.replaced", log_text("data", work->folder),
            log_text("cause", status.reason),
            log_text("consequence", "nothing is saved until the same files are back"));
    note_files_replaced(work);
}

bool persist_work_look(struct persist_work *work)
{
    uint64_t now_ns = uv_hrtime();

    if (now_ns < work->look_at_ns)
        return false;
    work->look_at_ns = now_ns + (uint64_t)PERSIST_RETRY_MS * 1000000;
    /* Before it runs out. */
    if (ballast_disk_is_tight(&work->ballast))
        note_tight(work, "disk.tight");
    look_at_files(work);
    return true;
}

bool persist_work_writes(const struct job *job)
{
    return work_table[job->kind].writes;
}

/* Inside a transaction of its own. */
static bool write_alone(struct persist_work *work, struct job *job)
{
    if (job->kind == JOB_SAVE)
        return save_alone(work, job);
    job->result = write_with_reserve(work, job);
    return true;
}

bool persist_work_do(struct persist_work *work, struct job *job)
{
    (void)persist_work_look(work);
    if (persist_work_writes(job))
        return write_alone(work, job);
    return work_table[job->kind].work(work, job);
}

/* Tells of the newest save among jobs that are on disk. */
static void note_saves(struct persist_work *work, const struct job *first)
{
    for (const struct job *job = first; job != NULL; job = job->next) {
        if (job->kind == JOB_SAVE)
            note_health(work, ERR_OK, job->set.tick);
    }
}

/* A save that was refused goes first, so that nothing newer is on disk before it. For saves alone
   there is no hurry: they are laid over it. */
static void put_unsaved_first(struct persist_work *work, struct job_queue *jobs)
{
    bool has_other = false;

    for (const struct job *job = jobs->first; job != NULL; job = job->next)
        has_other = has_other || job->kind != JOB_SAVE;
    if (work->unsaved == NULL || !has_other)
        return;
    work->unsaved->next = jobs->first;
    jobs->first = work->unsaved;
    work->unsaved = NULL;
}

void persist_work_write(struct persist_work *work, struct job_queue *jobs, struct job_queue *done)
{
    struct job *job = NULL;
    enum err error = ERR_BUSY;

    (void)persist_work_look(work);
    put_unsaved_first(work, jobs);
    if (work->unsaved == NULL && jobs->first != jobs->last)
        error = write_with_reserve(work, jobs->first);
    if (error == ERR_OK)
        note_saves(work, jobs->first);
    while ((job = job_queue_take(jobs)) != NULL) {
        /* After ERR_REPLACED it may stand in files that have lost their names: not once more. */
        if (error == ERR_REPLACED && job->kind != JOB_SAVE)
            job->result = error;
        else if (error != ERR_OK && !write_alone(work, job))
            continue;
        job_queue_add(done, job);
    }
}

bool persist_work_has_backlog(const struct persist_work *work)
{
    return work->unsaved != NULL || work->health.is_tight;
}

struct job *persist_work_retry(struct persist_work *work, bool must)
{
    if (!persist_work_has_backlog(work) || (!must && uv_hrtime() < work->retry_at_ns))
        return NULL;
    set_retry(work);
    if (work->unsaved == NULL) {
        if (ballast_lay(&work->ballast) == ERR_OK && !ballast_disk_is_tight(&work->ballast))
            work->health.is_tight = false;
        return NULL;
    }
    if (save_with_reserve(work, work->unsaved) != ERR_OK && !must)
        return NULL;
    struct job *done = work->unsaved;
    work->unsaved = NULL;
    return done;
}

void persist_work_checkpoint(struct persist_work *work)
{
    enum err error = store_checkpoint(work->store);

    while (error == ERR_NO_SPACE && make_room(work))
        error = store_checkpoint(work->store);
    /* The log grows meanwhile, and nothing is lost: told once is enough. */
    if (error == ERR_REPLACED)
        return;
    if (error != ERR_OK && !work->is_checkpoint_failing)
        LOG(work->log, LOG_WARNING, "checkpoint.failed", log_text("error", err_name(error)));
    work->is_checkpoint_failing = error != ERR_OK;
}
