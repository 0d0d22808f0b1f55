/*
 * Admission to the game: bans, approval, codes, and limits on guesses and new players.
 */
#include "server/session/auth/login_policy.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/plural.h"
#include "server/game/moderation.h"
#include "server/game/save_watch.h"
#include "server/net/conn.h"
#include "server/save/persist.h"
#include "server/session/auth/login.h"
#include "server/session/auth/logins.h"
#include "server/session/auth/password.h"
#include "server/session/auth/resume.h"
#include "server/session/audience.h"
#include "server/session/session.h"
#include "server/session/session_life.h"
#include "server/session/sessions.h"
#include "world/name.h"

enum { MINUTE_MS = 60 * 1000 };

/* The reason why this player cannot be made (static text); NULL: there is none. */
static const char *refusal_of_new(const struct session *session)
{
    const struct sessions *sessions = session->sessions;
    const char *refusal = save_watch_refusal(sessions->game);

    if (reserved_names_has(&sessions->game->reserved, session->auth.name))
        return "That name is reserved. Please choose another.";
    if (refusal != NULL)
        return refusal;
    if (sessions->base->options.new_accounts == NEW_ACCOUNTS_CLOSED)
        return "New players are not taken in at present.";
    if (sessions->base->options.new_accounts == NEW_ACCOUNTS_HOLD &&
        !moderation_takes_holds(&sessions->game->moderation))
        return "Too many new players wait for approval. Please try again later.";
    return NULL;
}

static void ask_for_name(struct session *session, const char *why)
{
    session_refuse(session, why);
    session_change_state(session, SESSION_NAME);
    login_prompt_again(session);
}

/* The table that counts the players, or guests, that each network made of late. *out_max: the limit
   of a network; 0: none, as when new connections have no limit. */
static struct network_table *budget(const struct session *session, uint32_t *out_max)
{
    struct sessions *sessions = session->sessions;
    const struct options *options = &sessions->base->options;
    bool is_guest = session->auth.makes_guest;

    *out_max =
        (uint32_t)(is_guest ? options->guests_per_address : options->new_players_per_address);
    if (options->new_per_address == 0)
        *out_max = 0;
    return is_guest ? &sessions->guests : &sessions->new_players;
}

static bool is_over_budget(struct session *session)
{
    struct sessions *sessions = session->sessions;
    uint32_t max;
    struct network_table *table = budget(session, &max);
    uint64_t wait_ms = network_table_wait(table, session->conn->key, max, sessions->base->now_ms);
    unsigned minutes = (unsigned)((wait_ms + MINUTE_MS - 1) / MINUTE_MS);
    char text[80];

    if (wait_ms == 0)
        return false;
    metrics_add(&sessions->base->metrics, METRIC_LOGINS, METRIC_LOGIN_TOO_MANY_NEW, 1);
    snprintf(text, sizeof text,
             "Too many new %s from your network. Please try again in %u minute%s.",
             session->auth.makes_guest ? "guests" : "players", minutes, plural_end(minutes));
    ask_for_name(session, text);
    return true;
}

bool login_policy_refuses_new(struct session *session)
{
    const char *refusal = refusal_of_new(session);

    if (refusal != NULL)
        ask_for_name(session, refusal);
    return refusal != NULL || is_over_budget(session);
}

static void count_one(const struct session *session, struct network_table *table)
{
    uint64_t now_ms = session->sessions->base->now_ms;
    struct network_place place = network_table_hold(table, session->conn->key, now_ms);

    network_table_note(table, &place, now_ms);
    network_table_leave(table, &place);
}

/* A guest counts as a new player, against the same limit. */
bool login_policy_count_new(struct session *session)
{
    struct sessions *sessions = session->sessions;

    if (is_over_budget(session))
        return false;
    count_one(session, &sessions->new_players);
    if (session->auth.makes_guest)
        count_one(session, &sessions->guests);
    return true;
}

void login_policy_hold_new(const struct sessions *sessions, struct job *job)
{
    if (sessions->base->options.new_accounts != NEW_ACCOUNTS_HOLD)
        return;
    job->ruling = (struct ruling){.kind = RULING_HOLD,
                                  .at = (int64_t)time(NULL),
                                  .who = "server",
                                  .detail = RULING_NO_DETAIL};
    snprintf(job->ruling.subject, sizeof job->ruling.subject, "%s", job->account.name);
}

void login_policy_on_new(struct sessions *sessions, const struct job *job)
{
    char text[128];

    if (job->ruling.kind != RULING_HOLD)
        return;
    if (moderation_put(&sessions->game->moderation, &job->ruling) != ERR_OK)
        LOG(&sessions->base->log, LOG_ERROR, "decision.no-room",
            log_text("name", job->account.name));
    snprintf(text, sizeof text, "A new player waits: @approve %s, or @ban %s.", job->account.name,
             job->account.name);
    (void)audience_tell(sessions, (struct audience){.kind = AUDIENCE_OPERATORS}, ROLE_GOOD, text);
}

bool login_policy_turns_away(struct session *session)
{
    struct sessions *sessions = session->sessions;
    const char *name = session->account.name;
    const struct ruling *ban = moderation_find(&sessions->game->moderation, RULING_BAN_NAME, name);
    char text[MODERATION_TEXT_SIZE];

    if (ban != NULL)
        moderation_text(ban, text);
    else if (moderation_find(&sessions->game->moderation, RULING_HOLD, name) != NULL)
        snprintf(text, sizeof text,
                 "%s is kept, and waits for an operator's approval. "
                 "Please come back later.",
                 name);
    else
        return false;
    LOG(&sessions->base->log, LOG_INFO, "login.turned-away", log_text("name", name),
        log_text("address", session->conn->address));
    session_end(session, WIRE_END_SENT_AWAY, text);
    return true;
}

void login_policy_note_code(struct session *session, const char *typed)
{
    const struct ruling *code =
        moderation_find(&session->sessions->game->moderation, RULING_CODE, session->account.name);

    session->auth.secrets->code_hash[0] = '\0';
    if (code != NULL && code_matches(session->account.name, typed, code->detail))
        memcpy(session->auth.secrets->code_hash, code->detail,
               sizeof session->auth.secrets->code_hash);
}

bool login_policy_takes_code(struct session *session)
{
    if (session->auth.secrets->code_hash[0] == '\0')
        return false;
    session->auth.sets_password = true;
    session_change_state(session, SESSION_NEW_PASSWORD);
    session_write(session, "Code accepted. Choose a new password.\n");
    login_prompt_again(session);
    return true;
}

/* The code is not valid any more: the login starts again. */
static void go_back(struct session *session, const char *why)
{
    session->auth.sets_password = false;
    session->auth.secrets->code_hash[0] = '\0';
    session_change_state(session, SESSION_NAME);
    session_write(session, why);
    login_prompt_again(session);
}

void login_policy_use_code(struct session *session, const char *hash)
{
    struct sessions *sessions = session->sessions;
    const struct ruling *code =
        moderation_find(&sessions->game->moderation, RULING_CODE, session->account.name);
    struct job *job = job_new(&question_use_code);

    if (code == NULL || strcmp(code->detail, session->auth.secrets->code_hash) != 0 ||
        job == NULL) {
        go_back(session, code == NULL ? "That code is no longer good.\n" : "Please try again.\n");
        job_free(job);
        return;
    }
    job->ticket = session->conn->serial;
    job->account = session->account;
    memcpy(job->account.password_hash, hash, strlen(hash) + 1);
    job->ruling = *code;
    job->answer = login_policy_on_code_used;
    session_change_state(session, SESSION_WAITING);
    if (persist_submit(sessions->persist, job, &sessions->answers) != ERR_OK)
        go_back(session, "The server is too busy. Please try again in a moment.\n");
}

void login_policy_on_code_used(void *asker, struct job *job)
{
    struct sessions *sessions = asker;
    struct session *session = login_find_session(sessions, job->ticket);
    const struct ruling *code =
        moderation_find(&sessions->game->moderation, RULING_CODE, job->ruling.subject);

    if (job->result == ERR_OK) {
        resume_forget(sessions, job->account.id);
        LOG(&sessions->base->log, LOG_INFO, "password.set-by-code",
            log_text("name", job->account.name));
        if (code != NULL && strcmp(code->detail, job->ruling.detail) == 0)
            (void)moderation_drop(&sessions->game->moderation, RULING_CODE, job->ruling.subject);
    }
    if (session == NULL)
        return;
    session_make_runnable(session);
    if (job->result != ERR_OK) {
        go_back(session, job->result == ERR_NOT_FOUND
                             ? "That code is no longer good.\n"
                             : "The password could not be saved. Please try again later.\n");
        return;
    }
    session->account = job->account;
    session_write(session, "Your new password is set.\n");
    if (!login_policy_turns_away(session))
        login_enter(session);
}

void login_policy_renew_password(struct session *session, const char *hash)
{
    struct sessions *sessions = session->sessions;
    struct job *job = job_new(&question_renew_password);

    if (job == NULL)
        return;
    job->answer = login_policy_on_password_renewed;
    job->account = session->account;
    memcpy(job->password_before, session->account.password_hash, sizeof job->password_before);
    snprintf(job->account.password_hash, sizeof job->account.password_hash, "%s", hash);
    snprintf(session->auth.secrets->renewed_hash, sizeof session->auth.secrets->renewed_hash, "%s",
             hash);
    /* With a full queue the old hash stays: the next login comes here again. */
    if (persist_submit(sessions->persist, job, &sessions->answers) != ERR_OK)
        LOG(&sessions->base->log, LOG_WARNING, "password.not-rehashed",
            log_text("name", session->account.name), log_text("error", err_name(ERR_BUSY)));
}

void login_policy_on_password_renewed(void *asker, struct job *job)
{
    struct sessions *sessions = asker;
    if (job->result == ERR_OK)
        LOG(&sessions->base->log, LOG_INFO, "password.rehashed",
            log_text("name", job->account.name), log_text("cause", "password-cost was raised"));
    else
        LOG(&sessions->base->log, LOG_WARNING, "password.not-rehashed",
            log_text("name", job->account.name), log_text("error", err_name(job->result)));
}

struct session *login_find_session(struct sessions *sessions, uint64_t conn_serial)
{
    struct session *session = sessions_find(sessions, conn_serial);

    return session != NULL && session->state == SESSION_WAITING ? session : NULL;
}

static struct throttle_limits guess_limits(const struct options *options)
{
    return (struct throttle_limits){(uint32_t)options->failures_per_address,
                                    (uint32_t)options->failures_per_name,
                                    (uint64_t)options->failure_wait_seconds * 1000};
}

bool login_policy_is_busy(const struct session *session)
{
    struct sessions *sessions = session->sessions;

    return throttle_is_busy(&sessions->throttle, session->conn->key, session->auth.name,
                            guess_limits(&sessions->base->options), sessions->base->now_ms);
}

bool login_policy_begin_guess(struct session *session, uint64_t *out_wait_ms)
{
    struct sessions *sessions = session->sessions;

    *out_wait_ms = throttle_wait(&sessions->throttle, session->conn->key, session->auth.name,
                                 guess_limits(&sessions->base->options), sessions->base->now_ms);
    if (*out_wait_ms > 0)
        return false;
    session->auth.is_guessing = true;
    throttle_begin(&sessions->throttle, session->conn->key, session->auth.name,
                   sessions->base->now_ms);
    return true;
}

bool login_policy_must_wait(struct session *session)
{
    char text[80];
    uint64_t wait_ms;

    if (login_policy_begin_guess(session, &wait_ms))
        return false;
    snprintf(text, sizeof text, "Too many wrong passwords from you: please wait %llu s.\n",
             (unsigned long long)(wait_ms + 999) / 1000);
    session_write(session, text);
    login_prompt_again(session);
    return true;
}

void login_policy_end_guess(struct session *session)
{
    struct sessions *sessions = session->sessions;

    if (!session->auth.is_guessing)
        return;
    throttle_end(&sessions->throttle, session->conn->key, session->auth.name);
    session->auth.is_guessing = false;
    sessions->logins->is_guess_over = true;
}

void login_policy_hold_back(struct session *session, bool is_held_back)
{
    uint32_t *held = &session->sessions->logins->guesses_held;

    *held += is_held_back;
    *held -= session->auth.is_held_back;
    session->auth.is_held_back = is_held_back;
}

void login_policy_abandon_guess(struct session *session)
{
    struct sessions *sessions = session->sessions;

    password_cancel(sessions, session->conn->serial);
    if ((session->auth.is_guessing || session->auth.is_held_back) && !sessions->base->is_stopping) {
        metrics_add(&sessions->base->metrics, METRIC_LOGINS, METRIC_LOGIN_WRONG_PASSWORD, 1);
        login_policy_note_wrong(session);
    }
    login_policy_hold_back(session, false);
    login_policy_end_guess(session);
}

void login_policy_note_wrong(struct session *session)
{
    struct sessions *sessions = session->sessions;

    session->auth.wrong_passwords++;
    throttle_note(&sessions->throttle, session->conn->key, session->auth.name,
                  sessions->base->now_ms);
    LOG(&sessions->base->log, LOG_WARNING, "login.wrong-password",
        log_text("name", session->auth.name), log_text("address", session->conn->address));
}

void login_policy_end_call(struct session *session)
{
    session->conn->finish_reason = "wrong-password";
    session_note_end(session, "wrong-password");
    session_end(session, WIRE_END_MISUSE, "Wrong password. Too many attempts; goodbye.");
}
