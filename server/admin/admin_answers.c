/*
 * Answers of the database thread to operators' requests. Each kind of job has a function for what
 * holds whether or not its request is still there, and one that goes on with the request.
 */
#include "server/admin/admin.h"
#include "server/admin/admin_request.h"
#include "server/admin/admin_submit.h"
#include "server/admin/backup.h"
#include "server/game/removal.h"
#include "server/save/job.h"
#include "server/session/commands/orders.h"

static void change_role(struct admin *admin, struct job *job)
{
    if (job->result == ERR_OK)
        orders_change_role(admin->sessions, job->account.id, (enum account_role)job->role);
}

static void note_removed(struct admin *admin, struct job *job)
{
    removal_on_removed(admin->game, job);
}

static void log_ruling(struct admin *admin, struct job *job)
{
    if (job->result != ERR_OK)
        LOG(&admin->base->log, LOG_ERROR, "decision.not-saved",
            log_text("subject", job->ruling.subject), log_text("error", err_name(job->result)));
}

struct answer_row {
    void (*note)(struct admin *admin, struct job *job); /* NULL: there is nothing to note */
    /* NULL: `note` goes on with the request */
    void (*answer)(struct admin *admin, struct admin_request *request, struct job *job);
};

static const struct answer_row answer_table[JOB_COUNT] = {
    [JOB_LOOK_LEVEL] = {NULL, admin_on_level_looked},
    [JOB_LIST_LEVELS] = {NULL, admin_on_levels_listed},
    [JOB_FIND_ACCOUNT] = {NULL, admin_on_account_found},
    [JOB_RENAME_ACCOUNT] = {admin_note_renamed, admin_on_renamed},
    [JOB_SAVE_ROLE] = {change_role, admin_on_role_saved},
    [JOB_REMOVE_PLAYERS] = {note_removed, admin_on_removed},
    [JOB_SAVE_RULING] = {log_ruling, admin_on_ruling_saved},
    [JOB_DROP_RULING] = {log_ruling, admin_on_ruling_saved},
    [JOB_SAVE_AUDIT] = {admin_on_audit_saved, NULL},
    [JOB_LOAD_AUDIT] = {NULL, admin_on_audit_loaded},
    [JOB_LOAD_SCORES] = {NULL, admin_on_scores_loaded},
    [JOB_BACKUP] = {backup_on_done, NULL},
    [JOB_EXAMINE] = {NULL, admin_on_examined},
};

static void go_on(struct admin *admin, struct job *job)
{
    const struct answer_row *row = &answer_table[job->kind];

    if (row->note != NULL)
        row->note(admin, job);
    struct admin_request *request = row->answer == NULL ? NULL : admin_find(admin, job->ticket);
    if (request == NULL || request->wait != ADMIN_WAIT_JOB)
        return;
    request->wait = ADMIN_WAIT_NONE;
    row->answer(admin, request, job);
    if (request->wait == ADMIN_WAIT_NONE)
        admin_settle(admin, request);
}

void admin_take_answers(struct admin *admin)
{
    struct job *job;

    while ((job = job_queue_take(&admin->answers)) != NULL) {
        go_on(admin, job);
        job_free(job);
    }
}
