/*
 * Answers of the database thread to sessions: each kind of job has one function that takes it.
 */
#include "server/session/answers.h"

#include "server/save/job.h"
#include "server/session/session.h"
#include "server/session/sessions.h"
#include "server/session/auth/entry.h"
#include "server/session/auth/guest.h"
#include "server/session/auth/login_policy.h"
#include "server/session/auth/login.h"
#include "server/session/auth/own_password.h"
#include "server/session/commands/commands.h"
#include "server/session/commands/public_lists.h"
#include "server/session/commands/scores.h"

typedef void answer_function(struct sessions *sessions, struct job *job);

/* Asked for by a login, at its beginning or its end, or by a guest who wants a name. */
static void take_account(struct sessions *sessions, struct job *job)
{
    struct session *session = sessions_find(sessions, job->ticket);

    if (session != NULL && session->state == SESSION_ENTERING)
        entry_on_read(session, job);
    else
        login_on_account_found(sessions, job);
}

/* Players and browsers wait for the same rows. */
static void take_scores(struct sessions *sessions, struct job *job)
{
    scores_on_loaded(sessions, job);
    public_lists_on_scores(sessions);
}

static answer_function *const answer_table[JOB_COUNT] = {
    [JOB_FIND_ACCOUNT] = take_account,
    [JOB_FIND_NAME] = commands_on_name_found,
    [JOB_CREATE_ACCOUNT] = login_on_account_created,
    [JOB_RENEW_PASSWORD] = login_policy_on_password_renewed,
    [JOB_CHANGE_PASSWORD] = own_password_on_saved,
    [JOB_CLAIM_ACCOUNT] = guest_on_claimed,
    [JOB_LOAD_SCORES] = take_scores,
    [JOB_USE_CODE] = login_policy_on_code_used,
};

void session_take_answers(struct sessions *sessions)
{
    struct job *job;

    while ((job = job_queue_take(&sessions->answers)) != NULL) {
        answer_table[job->kind](sessions, job);
        job_free(job);
    }
}
