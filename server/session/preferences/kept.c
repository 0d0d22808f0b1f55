/*
 * Keeping what was chosen.
 */
#include "server/session/preferences/kept.h"

#include <string.h>

#include "server/net/conn.h"
#include "server/save/persist.h"
#include "server/session/sessions.h"
#include "server/session/session.h"

_Static_assert((int)CHOICES_SIZE == (int)JOB_SETTINGS_SIZE, "as it is handed over");

void kept_take(struct session *session, const struct job *job)
{
    session->kept = (struct kept){.is_lost = job->is_settings_lost};
    memcpy(session->kept.text, job->settings, sizeof session->kept.text);
    if (job->is_settings_lost)
        LOG(&session->sessions->base->log, LOG_ERROR, "settings.damaged",
            log_text("name", job->account.name));
}

void kept_save(struct session *session)
{
    struct sessions *sessions = session->sessions;
    struct kept *kept = &session->kept;

    if (!kept->is_dirty || kept->is_saving)
        return;
    struct job *job = job_new(JOB_SAVE_SETTINGS);
    if (job == NULL)
        return;
    job->ticket = session->conn->serial;
    job->account.id = session->account.id;
    memcpy(job->settings, kept->text, sizeof kept->text);
    if (persist_submit(sessions->persist, job, &sessions->answers) != ERR_OK)
        return;
    kept->is_dirty = false;
    kept->is_saving = true;
}

void kept_changed(struct session *session)
{
    session->kept.is_dirty = true;
    kept_save(session);
}

bool kept_is_on_disk(const struct session *session)
{
    return !session->kept.is_dirty && !session->kept.is_saving;
}

void kept_pass(struct session *session, const struct session *older)
{
    session->kept = older->kept;
    /* The answer to what is under way goes to the older session. */
    session->kept.is_dirty = older->kept.is_dirty || older->kept.is_saving;
    session->kept.is_saving = false;
}

void kept_on_saved(struct sessions *sessions, struct job *job)
{
    if (job->result != ERR_OK)
        LOG(&sessions->base->log, LOG_ERROR, "settings.save-failed",
            log_text("error", err_name(job->result)), log_number("id", job->account.id));
    for (struct conn *conn = sessions->net->connections; conn != NULL; conn = conn->next) {
        struct kept *kept = &conn->session.kept;
        if (conn->serial != job->ticket)
            continue;
        kept->is_saving = false;
        kept->is_dirty = kept->is_dirty || job->result != ERR_OK;
        if (job->result == ERR_OK)
            kept_save(&conn->session);
        session_want_attention(&conn->session);
        return;
    }
}
