/*
 * From the proof into the world.
 */
#include "server/session/auth/entry.h"

#include <stdlib.h>
#include <string.h>

#include "server/game/removal.h"
#include "server/game/roster.h"
#include "server/net/conn.h"
#include "server/save/persist.h"
#include "server/session/auth/login.h"
#include "server/session/auth/login_policy.h"
#include "server/session/auth/resume.h"
#include "server/session/preferences/preferences.h"
#include "server/session/present/gmcp_feed.h"
#include "server/session/present/scrollback.h"
#include "server/session/session.h"
#include "server/session/sessions.h"

static void read_account(struct session *session)
{
    struct sessions *sessions = session->sessions;
    struct job *job = job_new(&question_find_account);

    if (job == NULL)
        return;
    job->ticket = session->conn->serial;
    job->account.id = session->account.id;
    job->answer = entry_on_read;
    session->auth.read_at_ms = sessions->base->now_ms;
    session->auth.is_reading = persist_submit(sessions->persist, job, &sessions->answers) == ERR_OK;
}

void entry_update(struct session *session)
{
    struct sessions *sessions = session->sessions;

    /* Entering twice would be taking over oneself. */
    if (session->present.is_waiting_for_answers || session->has_entered || session->auth.is_reading)
        return;
    if (sessions->base->now_ms - session->auth.done_at_ms > SESSION_ENTER_MS)
        session_end(session, WIRE_END_FULL, "The dungeon is full. Please try again later.");
    else if (roster_takes(sessions->game->roster, session->account.id))
        read_account(session);
}

/* The older session of the same delver ends. */
static void take_over(struct session *session, const struct seating *seating)
{
    struct sessions *sessions = session->sessions;
    struct session *older =
        seating->older_session_id == 0 ? NULL : sessions_find(sessions, seating->older_session_id);

    if (older != NULL) {
        resume_keep(older);
        older->actor = 0;
        session->account.mode = older->account.mode;
        preferences_take_over(session, older);
        session_note_end(older, "taken-over");
        session_end(older, WIRE_END_TAKEN_OVER,
                    "This player was taken over by a new login. Goodbye.");
    }
    LOG(&sessions->base->log, LOG_INFO, "play.taken-over", log_text("name", session->account.name));
    if (seating->body != 0)
        session_start_playing(session, seating->body, true);
}

static enum err take_seat(struct session *session)
{
    struct seating seating;

    if (scrollback_open(session) != ERR_OK)
        return ERR_MEMORY;
    const struct newcomer newcomer = {.session_id = session->conn->serial,
                                      .delver_id = session->account.id,
                                      .is_guest = session->account.is_guest,
                                      .is_page = session->present.page != NULL};
    enum err error = roster_enter(session->sessions->game, &newcomer, &seating);
    if (error == ERR_OK && seating.is_takeover)
        take_over(session, &seating);
    else if (error == ERR_OK && session->auth.resume.is_wanted)
        resume_forget(session->sessions, session->account.id);
    return error;
}

/* True if the account still has the password that was proven, or its hash at today's cost. */
static bool is_still_proven(const struct session *session, const struct account_record *account)
{
    const struct login_secrets *secrets = session->auth.secrets;

    return strcmp(account->password_hash, secrets->proven_hash) == 0 ||
           (secrets->renewed_hash[0] != '\0' &&
            strcmp(account->password_hash, secrets->renewed_hash) == 0);
}

static void refuse_unreadable(struct session *session, const struct job *job)
{
    LOG(&session->sessions->base->log, LOG_ERROR, "login.unreadable",
        log_text("name", session->account.name), log_text("error", err_name(job->result)));
    session_end(session, WIRE_END_FULL,
                "That player's record cannot be read. Please tell the operator.");
}

/* True if the session may not come in after all, and was told so. */
static bool is_refused(struct session *session, const struct job *job)
{
    if (job->result == ERR_NOT_FOUND ||
        (job->result == ERR_OK && removal_is_going_on(session->sessions->game, job->account.id)))
        session_end(session, WIRE_END_SENT_AWAY,
                    "This player is removed by an administrator. Goodbye.");
    else if (job->result != ERR_OK)
        refuse_unreadable(session, job);
    else if (session->auth.resume.is_wanted && !resume_is_good(session))
        session_say_goodbye(session, "Please log in again.");
    else if (!is_still_proven(session, &job->account))
        login_refuse_proof(session);
    else
        return false;
    return true;
}

void entry_on_read(void *asker, struct job *job)
{
    struct sessions *sessions = asker;
    struct session *session = sessions_find(sessions, job->ticket);

    if (session == NULL || session->state != SESSION_ENTERING)
        return;
    session_make_runnable(session);
    session->auth.is_reading = false;
    if (is_refused(session, job))
        return;
    session->account = job->account;
    session->role = (enum account_role)job->role;
    if (login_policy_turns_away(session))
        return;
    /* A connection lost meanwhile may have saved other settings: read them again. */
    if (roster_was_lost_since(sessions->game, job->account.id, session->auth.read_at_ms)) {
        read_account(session);
        return;
    }
    preferences_take(session, job->settings, job->is_settings_lost);
    if (take_seat(session) != ERR_OK)
        return;
    session->has_entered = true;
    login_confirm_credentials(session);
    /* A session that takes over plays from here on, and perhaps nothing happens for long that would
       be a reason to look at the feed. */
    if (session->state == SESSION_PLAYING)
        gmcp_feed_update(session);
}

void entry_take_arrival(struct session *session)
{
    struct arrival *arrival = roster_take_arrival(session->sessions->game, session->conn->serial);

    if (arrival == NULL)
        return;
    session->account.mode = arrival->mode;
    session->account.last_seen_at = arrival->last_seen_at;
    session->left = arrival->level;
    session->left_at = arrival->at;
    preferences_take(session, arrival->settings, arrival->is_settings_lost);
    free(arrival);
}
