/*
 * The way from the proof of a login into play. A proven login reads its account again at the moment
 * of entering, because data read while a stranger was at a prompt may be old. Then the session
 * takes its slot, an older session of the same player ends, and play begins: at once in a body that
 * is in the world, else when the delver has come into it.
 */
#include "server/session/session_entry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "content/goal.h"
#include "narrate/threats.h"
#include "server/game/level_fetch.h"
#include "server/game/removal.h"
#include "server/game/roster.h"
#include "server/game/save_watch.h"
#include "server/game/shutdown.h"
#include "server/net/conn.h"
#include "server/save/persist.h"
#include "server/session/auth/account_changes.h"
#include "server/save/persist_accounts.h"
#include "server/session/auth/guest.h"
#include "server/session/auth/login.h"
#include "server/session/auth/login_policy.h"
#include "server/session/auth/own_password.h"
#include "server/session/auth/resume.h"
#include "server/session/commands/graves.h"
#include "server/session/commands/players.h"
#include "server/session/commands/ration.h"
#include "server/session/commands/saved.h"
#include "server/session/page/page.h"
#include "server/session/preferences/hints.h"
#include "server/session/preferences/preferences.h"
#include "server/session/preferences/settings.h"
#include "server/session/present/gmcp_feed.h"
#include "server/session/present/presentation.h"
#include "server/session/present/scrollback.h"
#include "server/session/session.h"
#include "server/session/session_life.h"
#include "server/session/sessions.h"
#include "server/session/watch/viewers.h"
#include "server/session/watch/watch.h"

enum { WELCOME_SIZE = 160, COLUMNS = 80 };

static const char was_remade[] = "The level you left was rebuilt: you are at its up stairs.";
static const char was_put_back[] = "The level you left was restored: you are at its up stairs.";

/* Returns how the level of this delver was changed, as a sentence (static text); NULL: it was
   not. */
static const char *find_change(const struct session *session, bool is_takeover)
{
    const struct sessions *sessions = session->sessions;
    const struct delver *delver = world_delver(sessions->game->world, session->actor);
    const struct player_slot *slot = roster_slot_of_body(sessions->game->roster, session->actor);
    struct level_key left = session->left;

    if (is_takeover)
        return slot != NULL && slot->was_moved ? "The level was rebuilt: you are at its up stairs."
                                               : NULL;
    if (session->is_new || delver == NULL || level_key_equal(delver->body.key, left) ||
        pos_equal(session->left_at, pos_of(0, 0)))
        return NULL;
    if (delver->body.key.depth != left.depth)
        return "The level you left is closed: you are on the level above.";
    return delver->body.key.generation < left.generation ? was_put_back : was_remade;
}

/* Tells the player where the delver is, in one or two lines of at most 80 columns. */
static void welcome(struct session *session, bool is_takeover)
{
    const char *place = find_change(session, is_takeover);
    char text[WELCOME_SIZE];

    if (place == NULL && is_takeover)
        place = "You were still connected elsewhere; that session was closed.";
    else if (place == NULL)
        place =
            session->is_new ? "You stand at the top of the dungeon." : "You are where you left.";
    size_t length = (size_t)snprintf(text, sizeof text, "Welcome%s, %s.",
                                     session->is_new ? "" : " back", session->account.name);
    snprintf(text + length, sizeof text - length, "%s%s\n",
             length + 1 + strlen(place) > COLUMNS ? "\n" : " ", place);
    session_write(session, text);
    if (session->is_new && !is_takeover)
        session_write(session, GOAL_SENTENCE "\n" GOAL_FIRST "\n");
}

/* Repeats the part of the welcome that a screen has covered. */
static void repeat_welcome(struct session *session, bool is_takeover)
{
    const char *place = find_change(session, is_takeover);

    if (place != NULL && presentation_table[session->mode]->is_drawn)
        session_tell(session, place, ROLE_GOOD);
    /* The lines of the login disappear as soon as a screen is drawn. */
    if (session->is_new && !is_takeover && session->present.screen.is_open)
        session_tell(session, GOAL_SENTENCE, ROLE_GOOD);
}

static void read_account(struct session *session)
{
    struct sessions *sessions = session->sessions;
    struct job *job = job_new(&question_find_account);

    if (job == NULL)
        return;
    struct account_question *found = job->content;

    job->ticket = session->conn->serial;
    found->account.id = session->account.id;
    job->answer = entry_on_read;
    session->auth.read_at_ms = sessions->base->now_ms;
    session->auth.is_reading = persist_submit(sessions->persist, job, &sessions->answers) == ERR_OK;
}

void entry_update(struct session *session)
{
    struct sessions *sessions = session->sessions;

    /* A session that entered twice would take over itself. */
    if (session->present.is_waiting_for_answers || session->has_entered || session->auth.is_reading)
        return;
    if (sessions->base->now_ms - session->auth.done_at_ms > SESSION_ENTER_MS)
        session_end(session, WIRE_END_FULL, "The dungeon is full. Please try again later.");
    else if (roster_takes(sessions->game->roster, session->account.id))
        read_account(session);
}

/* Gives the session the data of its delver's last visit, once the delver has come into the
   world. */
static void take_arrival(struct session *session)
{
    struct arrival *arrival = roster_take_arrival(session->sessions->game, session->conn->serial);

    if (arrival == NULL)
        return;
    session->account.mode = arrival->mode;
    session->account.last_seen_at = arrival->last_seen_at;
    session->left = arrival->level;
    session->left_at = arrival->at;
    preferences_take(&session->preferences.saved, &session->sessions->base->log, &session->account,
                     arrival->settings, arrival->is_settings_lost);
    free(arrival);
}

/* Notes the delver's place. A body that is taken over is where it was left. */
static void note_place(struct session *session)
{
    const struct delver *delver = world_delver(session->sessions->game->world, session->actor);

    session->left = delver->body.key;
    session->left_at = delver->body.at;
}

/* Tells an administrator of problems with the database. */
static void tell_operator(struct session *session)
{
    const struct game *game = session->sessions->game;
    char damage[SAVE_WATCH_OPERATORS_SIZE];
    char lost[MODERATION_TEXT_SIZE];

    if (save_watch_describe_damage(game, damage))
        session_tell(session, damage, ROLE_BAD);
    if (moderation_describe_lost(&game->moderation, lost))
        session_tell(session, lost, ROLE_BAD);
}

/* Tells a player whose body stayed in the game if it is in a fight. */
static void tell_fight(struct session *session)
{
    const struct world *world = session->sessions->game->world;
    const struct delver *delver = world_delver(world, session->actor);
    char foes[THREATS_TEXT_MAX];
    char text[THREATS_TEXT_MAX + 64];

    if (delver == NULL || delver->body.state != BODY_PRESENT || !delver->danger.is_present)
        return;
    threats_describe(world, delver, foes, sizeof foes);
    snprintf(text, sizeof text, "You are in a fight, with %d of %d health. %s",
             delver_health(delver), delver->body.health_max, foes);
    session_tell(session, text, ROLE_BAD);
}

/* Promises in lines that the place is saved, in a line of its own: a screen's log has four rows,
   and a player who listens should hear no more than necessary. */
void entry_promise_in_lines(struct session *session)
{
    const struct presentation *presentation = presentation_table[session->mode];

    if (!presentation->is_drawn && !presentation->is_spoken)
        saved_promise(&session->commands.saved, session->sessions->game->tick);
}

void session_start_playing(struct session *session, body_id delver, bool is_takeover)
{
    struct sessions *sessions = session->sessions;
    bool is_new = session->is_new;
    char stop[SHUTDOWN_TEXT_SIZE];
    char unsaved[SAVE_WATCH_TEXT_SIZE];

    session->actor = delver;
    session->viewer = delver;
    session_change_state(session, SESSION_PLAYING);
    note_place(session);
    take_arrival(session);
    rename_catch_up(&session->account, sessions->game, world_delver(sessions->game->world, delver));
    login_forget(&session->auth);
    viewers_begin(session, delver);
    allowance_take(session);
    if (session->auth.wants_reader)
        session->account.mode = MODE_READER;
    /* The welcome is the first text in the form that the player has chosen. */
    settings_apply_kept(session);
    session_change_mode(session, display_choose_mode(session, session->account.mode));
    bool is_resumed = is_takeover && session->auth.resume.is_wanted;
    if (session->present.page != NULL)
        page_begin(session, is_takeover, is_resumed);
    if (is_resumed)
        resume_end(session);
    else
        welcome(session, is_takeover);
    session->auth.resume.is_wanted = false;
    resume_forget(sessions, session->account.id);
    resume_issue(session);
    session->is_noted = true;
    LOG(&sessions->base->log, LOG_INFO, "play.begin", log_text("name", session->account.name),
        log_number("serial", (int64_t)session->conn->serial),
        log_text("address", session->conn->address),
        log_text("terminal", session->conn->client.caps.terminal_type));
    gmcp_feed_forget(&session->present.feed);
    bool was_rebuilt = level_fetch_was_rebuilt(sessions->game->transfers, session->left,
                                               session->account.last_seen_at);
    session_save_account(session);
    hints_recall(&session->preferences.saved, &session->preferences.hints);
    presentation_table[session->mode]->open(session);
    repeat_welcome(session, is_takeover);
    graves_tell_unreported(session);
    grave_tell(session);
    tell_fight(session);
    if (session->preferences.saved.is_lost)
        session_tell(session,
                     "Your settings were damaged on disk; they are back to their defaults.",
                     ROLE_BAD);
    if (was_rebuilt && !is_new)
        session_tell(session,
                     "This level was damaged on disk and has been rebuilt: its doors are "
                     "as they were at first.",
                     ROLE_BAD);
    if (is_new)
        entry_promise_in_lines(session);
    if (save_watch_describe(sessions->game, unsaved))
        session_tell(session, unsaved, ROLE_BAD);
    if (session->role == ACCOUNT_ROLE_ADMIN)
        tell_operator(session);
    shutdown_describe(sessions->game, stop);
    if (stop[0] != '\0')
        session_tell(session, stop, ROLE_BAD);
    watch_greet(session);
    if (!is_resumed)
        guest_greet(session);
    session_make_runnable(session);
}

/* Ends the older session of the same delver. */
static void take_over(struct session *session, const struct roster_entry *entry)
{
    struct sessions *sessions = session->sessions;
    struct session *older =
        entry->older_session_id == 0 ? NULL : sessions_find(sessions, entry->older_session_id);

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
    if (entry->body != 0)
        session_start_playing(session, entry->body, true);
}

static enum err take_slot(struct session *session)
{
    struct roster_entry entry;

    if (scrollback_open(session) != ERR_OK)
        return ERR_MEMORY;
    const struct newcomer newcomer = {.session_id = session->conn->serial,
                                      .delver_id = session->account.id,
                                      .is_guest = session->account.is_guest,
                                      .is_page = session->present.page != NULL};
    enum err error = roster_enter(session->sessions->game, &newcomer, &entry);
    if (error == ERR_OK && entry.is_takeover)
        take_over(session, &entry);
    else if (error == ERR_OK && session->auth.resume.is_wanted)
        resume_forget(session->sessions, session->account.id);
    return error;
}

/* True if the account still has the proven password, or its hash at the present cost. */
static bool is_still_proven(const struct login_secrets *secrets,
                            const struct account_record *account)
{
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

/* True if the session may not come in after all; it was told so. */
static bool is_refused(struct session *session, const struct job *job)
{
    const struct account_question *found = job->content;

    if (job->result == ERR_NOT_FOUND ||
        (job->result == ERR_OK && removal_is_going_on(session->sessions->game, found->account.id)))
        session_end(session, WIRE_END_SENT_AWAY,
                    "This player is removed by an administrator. Goodbye.");
    else if (job->result != ERR_OK)
        refuse_unreadable(session, job);
    else if (session->auth.resume.is_wanted && !resume_is_good(session))
        session_say_goodbye(session, "Please log in again.");
    else if (!is_still_proven(session->auth.secrets, &found->account))
        login_refuse_proof(session);
    else
        return false;
    return true;
}

void entry_on_read(void *asker, struct job *job)
{
    const struct account_question *found = job->content;
    struct sessions *sessions = asker;
    struct session *session = sessions_find(sessions, job->ticket);

    if (session == NULL || session->state != SESSION_ENTERING)
        return;
    session_make_runnable(session);
    session->auth.is_reading = false;
    if (is_refused(session, job))
        return;
    session->account = found->account;
    session->role = (enum account_role)found->role;
    if (login_policy_turns_away(session))
        return;
    /* A connection that was lost meanwhile may have saved other settings: read them again. */
    if (roster_was_lost_since(sessions->game, found->account.id, session->auth.read_at_ms)) {
        read_account(session);
        return;
    }
    preferences_take(&session->preferences.saved, &session->sessions->base->log, &session->account,
                     found->settings, found->is_settings_lost);
    if (take_slot(session) != ERR_OK)
        return;
    session->has_entered = true;
    login_confirm_credentials(&session->auth, &session->conn->client);
    /* A session that takes over plays from here on, and events that update the feed may be a long
       time off. */
    if (session->state == SESSION_PLAYING)
        gmcp_feed_update(session);
}
