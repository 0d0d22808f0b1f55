/*
 * Keeping what was chosen.
 */
#include "server/session/preferences/preferences.h"

#include <stdlib.h>
#include <string.h>

#include "server/net/conn.h"
#include "server/save/persist.h"
#include "server/session/sessions.h"
#include "server/session/session.h"

_Static_assert((int)CHOICES_SIZE == (int)JOB_SETTINGS_SIZE, "as it is handed over");

const char *preferences_text(const struct session *session)
{
    const char *text = session->preferences.saved.text;

    return text == NULL ? "" : text;
}

void preferences_release(struct session *session)
{
    free(session->preferences.saved.text);
    session->preferences.saved = (struct saved_preferences){.text = NULL};
}

/* False: memory is out, and it is as before. */
static bool set_text(struct session *session, const char *text)
{
    char *copy = strdup(text);

    if (copy == NULL)
        return false;
    free(session->preferences.saved.text);
    session->preferences.saved.text = copy;
    return true;
}

void preferences_take(struct session *session, const char *settings, bool is_lost)
{
    preferences_release(session);
    session->preferences.saved.is_lost = is_lost || !set_text(session, settings);
    if (is_lost)
        LOG(&session->sessions->base->log, LOG_ERROR, "settings.damaged",
            log_text("name", session->account.name));
}

void preferences_take_over(struct session *session, struct session *older)
{
    preferences_release(session);
    session->preferences.saved = older->preferences.saved;
    older->preferences.saved = (struct saved_preferences){.text = NULL};
}

void preferences_keep(struct session *session, const char text[CHOICES_SIZE])
{
    struct sessions *sessions = session->sessions;

    if (!set_text(session, text) || change_set_put_settings(persist_changes(sessions->persist),
                                                            session->account.id, text) != ERR_OK)
        LOG(&sessions->base->log, LOG_ERROR, "settings.save-failed",
            log_text("error", err_name(ERR_MEMORY)), log_number("id", session->account.id));
}
