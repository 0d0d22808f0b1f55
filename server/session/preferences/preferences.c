/*
 * Keeping what was chosen.
 */
#include "server/session/preferences/preferences.h"

#include <string.h>

#include "server/net/conn.h"
#include "server/save/persist.h"
#include "server/session/sessions.h"
#include "server/session/session.h"

_Static_assert((int)CHOICES_SIZE == (int)JOB_SETTINGS_SIZE, "as it is handed over");

void preferences_take(struct session *session, const struct job *job)
{
    session->preferences.saved = (struct saved_preferences){.is_lost = job->is_settings_lost};
    memcpy(session->preferences.saved.text, job->settings, sizeof session->preferences.saved.text);
    if (job->is_settings_lost)
        LOG(&session->sessions->base->log, LOG_ERROR, "settings.damaged",
            log_text("name", job->account.name));
}

void preferences_changed(struct session *session)
{
    struct sessions *sessions = session->sessions;

    if (change_set_put_settings(persist_changes(sessions->persist), session->account.id,
                                session->preferences.saved.text) != ERR_OK)
        LOG(&sessions->base->log, LOG_ERROR, "settings.save-failed",
            log_text("error", err_name(ERR_MEMORY)), log_number("id", session->account.id));
}
