/*
 * Change of one's own password: three questions, a comparison, a hash and a row on disk.
 */
#include "server/session/auth/own_password.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "base/text.h"
#include "server/game/moderation.h"
#include "server/net/conn.h"
#include "server/save/persist.h"
#include "server/save/persist_accounts.h"
#include "server/session/auth/guest.h"
#include "server/session/auth/login_policy.h"
#include "server/session/auth/password.h"
#include "server/session/auth/resume.h"
#include "server/session/present/presentation.h"
#include "server/session/session.h"
#include "server/session/sessions.h"

static const char stays[] = "Your password stays as it is.";
static const char too_busy[] = "The server is busy. Please try again in a moment.";

/* The questions in modes of lines; screen mode asks in its last row. */
static const char *const questions[OWN_PASSWORD_STEPS] = {
    [OWN_PASSWORD_OLD] = "Your password now: ",
    [OWN_PASSWORD_NEW] = "The new one (8 or more characters, used nowhere else): ",
    [OWN_PASSWORD_AGAIN] = "The new one once more: ",
};
static const char *const claim_questions[OWN_PASSWORD_STEPS] = {
    [OWN_PASSWORD_NEW] = "Choose a password (8 or more characters, used nowhere else): ",
    [OWN_PASSWORD_AGAIN] = "Once more: ",
};

static const char *question_at(const struct own_password *own)
{
    return own->claims[0] == '\0' ? questions[own->step] : claim_questions[own->step];
}

bool own_password_is_asking(const struct own_password *own)
{
    return own != NULL && !own->is_working;
}

const char *own_password_question(const struct own_password *own)
{
    return own_password_is_asking(own) ? question_at(own) : NULL;
}

bool own_password_is_working(const struct own_password *own)
{
    return own != NULL && own->is_working;
}

/* True while a worker or the disk has the answer. */
static bool has_submitted(const struct own_password *own)
{
    return own_password_is_working(own) && !own->is_waiting;
}

static void ask(struct session *session, enum own_password_step step)
{
    session->auth.own_password->step = step;
    session->auth.own_password->is_working = false;
    session_make_runnable(session);
    if (!presentation_table[session->mode]->is_drawn)
        session_write_prompt(session, question_at(session->auth.own_password));
}

void own_password_release(struct auth_state *auth)
{
    if (auth->own_password == NULL)
        return;
    sodium_memzero(auth->own_password, sizeof *auth->own_password);
    free(auth->own_password);
    auth->own_password = NULL;
}

/* Ends the questions: the next line is echoed again. */
static void forget(struct session *session)
{
    own_password_release(&session->auth);
    session_update_typing(session);
    session->present.wants_prompt = true;
    session_make_runnable(session);
}

static void end(struct session *session, const char *text, enum role role)
{
    forget(session);
    session_tell(session, text, role);
}

void own_password_cancel(struct session *session, bool says_so)
{
    if (session->auth.own_password == NULL)
        return;
    const char *text =
        own_password_claims(session->auth.own_password) == NULL ? stays : "You are still a guest.";
    password_cancel(session->sessions, session->conn->serial);
    login_policy_end_guess(session);
    forget(session);
    if (says_so)
        session_tell(session, text, ROLE_DIM_TEXT);
}

static bool begin(struct session *session)
{
    if (session->state != SESSION_PLAYING || session->auth.own_password != NULL)
        return false;
    session->auth.own_password = calloc(1, sizeof *session->auth.own_password);
    if (session->auth.own_password == NULL)
        session_tell(session, too_busy, ROLE_BAD);
    return session->auth.own_password != NULL;
}

/* Returns the milliseconds until the client may be told again to hide typed text (own_password.h);
   0: now. */
static uint64_t wait_ms(const struct session *session)
{
    uint64_t passed_ms = session->sessions->base->now_ms - session->present.typing_sent_ms;
    bool is_reported = !session->present.types_keys && !session->present.is_typing_hidden &&
                       session->present.page == NULL;

    return is_reported && passed_ms < OWN_PASSWORD_APART_MS ? OWN_PASSWORD_APART_MS - passed_ms : 0;
}

/* Asks the first question, now or later; input that comes before it waits. */
static void ask_first(struct session *session, enum own_password_step step)
{
    struct own_password *own = session->auth.own_password;
    uint64_t left_ms = wait_ms(session);
    unsigned seconds = (unsigned)(left_ms + 999) / 1000;
    char text[80];

    if (left_ms == 0) {
        ask(session, step);
        return;
    }
    own->step = step;
    own->is_working = own->is_waiting = true;
    snprintf(text, sizeof text, "The question comes in %u second%s, so that nothing of it shows.",
             seconds, plural_end(seconds));
    session_tell(session, text, ROLE_DIM_TEXT);
}

void own_password_sweep(struct session *session)
{
    struct own_password *own = session->auth.own_password;

    if (own == NULL || !own->is_waiting || wait_ms(session) > 0)
        return;
    own->is_waiting = false;
    ask(session, own->step);
}

void own_password_begin(struct session *session, const struct command *command)
{
    (void)command;
    if (begin(session))
        ask_first(session, OWN_PASSWORD_OLD);
}

bool own_password_begin_claim(struct session *session, const char *name)
{
    if (!begin(session))
        return false;
    struct own_password *own = session->auth.own_password;
    snprintf(own->claims, sizeof own->claims, "%s", name);
    own->step = OWN_PASSWORD_NEW;
    own->is_working = true;
    return true;
}

void own_password_ask_for_claim(struct session *session)
{
    char text[64 + NAME_LENGTH_MAX];

    snprintf(text, sizeof text, "%s can be yours: choose a password.",
             own_password_claims(session->auth.own_password));
    session_tell(session, text, ROLE_GOOD);
    ask_first(session, OWN_PASSWORD_NEW);
}

const char *own_password_claims(const struct own_password *own)
{
    return own == NULL || own->claims[0] == '\0' ? NULL : own->claims;
}

void own_password_succeed(struct session *session, const char *text)
{
    end(session, text, ROLE_GOOD);
}

void own_password_fail(struct session *session, const char *text)
{
    end(session, text, ROLE_BAD);
}

static void submit(struct session *session, const char *password, const char *stored)
{
    session->auth.own_password->is_working = true;
    if (password_submit(session->sessions, session->conn->serial, session->conn->key, password,
                        stored) == ERR_OK)
        return;
    login_policy_end_guess(session);
    end(session, too_busy, ROLE_BAD);
}

static void on_old(struct session *session, const char *line)
{
    char text[80];
    uint64_t wait_ms = 0;

    if (login_policy_is_busy(session)) {
        end(session, too_busy, ROLE_BAD);
    } else if (!login_policy_begin_guess(session, &wait_ms)) {
        snprintf(text, sizeof text, "Too many wrong passwords from you: please wait %llu s.",
                 (unsigned long long)(wait_ms + 999) / 1000);
        end(session, text, ROLE_BAD);
    } else {
        submit(session, line, session->account.password_hash);
    }
}

static void on_new(struct session *session, const char *line)
{
    struct own_password *own = session->auth.own_password;
    const char *refusal = password_refusal(line);

    if (refusal != NULL) {
        session_tell(session, refusal, ROLE_BAD);
        ask(session, OWN_PASSWORD_NEW);
        return;
    }
    snprintf(own->typed, sizeof own->typed, "%s", line);
    ask(session, OWN_PASSWORD_AGAIN);
}

static void on_again(struct session *session, const char *line)
{
    struct own_password *own = session->auth.own_password;
    bool is_same = strcmp(line, own->typed) == 0;

    sodium_memzero(own->typed, sizeof own->typed);
    if (is_same) {
        submit(session, line, NULL);
        return;
    }
    session_tell(session, "The passwords don't match. Try again.", ROLE_BAD);
    ask(session, OWN_PASSWORD_NEW);
}

static void (*const take_table[OWN_PASSWORD_STEPS])(struct session *session, const char *line) = {
    [OWN_PASSWORD_OLD] = on_old,
    [OWN_PASSWORD_NEW] = on_new,
    [OWN_PASSWORD_AGAIN] = on_again,
};

void own_password_on_line(struct session *session, const char *line)
{
    session_pay(session, WORK_LOGIN_LINE);
    if (line[0] == '\0')
        own_password_cancel(session, true);
    else
        take_table[session->auth.own_password->step](session, line);
}

void own_password_update(struct session *session)
{
    if (own_password_is_asking(session->auth.own_password) && session->present.wants_prompt &&
        !presentation_table[session->mode]->is_drawn)
        session_write_prompt(session, question_at(session->auth.own_password));
}

static void on_wrong(struct session *session)
{
    metrics_add(&session->sessions->base->metrics, METRIC_LOGINS, METRIC_LOGIN_WRONG_PASSWORD, 1);
    login_policy_note_wrong(session);
    if (session->auth.wrong_passwords >= session->sessions->base->options.wrong_passwords)
        login_policy_end_call(session);
    else
        end(session, "Wrong password. It stays as it is.", ROLE_BAD);
}

/* Ends the logins of the player that wait at a prompt. They are refused when they enter
   (session_entry.h). */
static void end_other_ways_in(struct sessions *sessions, const struct account_record *account)
{
    resume_forget(sessions, account->id);
    (void)moderation_drop(&sessions->game->moderation, RULING_CODE, account->name);
}

static void on_saved(void *asker, struct job *job)
{
    const struct new_password *change = job->content;
    struct sessions *sessions = asker;
    struct session *session = sessions_find(sessions, job->ticket);

    if (job->result == ERR_OK)
        end_other_ways_in(sessions, &change->account);
    if (job->result == ERR_OK)
        LOG(&sessions->base->log, LOG_INFO, "password.changed",
            log_text("name", change->account.name), log_number("serial", (int64_t)job->ticket));
    if (session == NULL || session->state != SESSION_PLAYING ||
        !has_submitted(session->auth.own_password))
        return;
    if (job->result != ERR_OK) {
        end(session, "The new password could not be saved; the old one still counts.", ROLE_BAD);
        return;
    }
    memcpy(session->account.password_hash, change->account.password_hash,
           sizeof session->account.password_hash);
    resume_issue(session);
    end(session, "Your password is changed.", ROLE_GOOD);
}

/* Saves the password in a transaction of its own, which replaces only the one that was compared.
   False: the database is busy, or out of memory. */
static bool save(struct session *session, const char *hash)
{
    struct job *job = job_new(&question_change_password);

    if (job == NULL)
        return false;
    struct new_password *change = job->content;

    job->ticket = session->conn->serial;
    change->account = session->account;
    memcpy(change->before, session->account.password_hash, sizeof change->before);
    snprintf(change->account.password_hash, sizeof change->account.password_hash, "%s", hash);
    job->answer = on_saved;
    return persist_submit(session->sessions->persist, job, &session->sessions->answers) == ERR_OK;
}

static void settle(struct session *session, const char *hash)
{
    bool is_claim = own_password_claims(session->auth.own_password) != NULL;

    if (!(is_claim ? guest_save_claim(session, hash) : save(session, hash)))
        end(session, too_busy, ROLE_BAD);
}

void own_password_on_hashed(struct session *session, enum err result, bool was_comparison,
                            const char *hash)
{
    if (session->state != SESSION_PLAYING || !has_submitted(session->auth.own_password))
        return;
    session_make_runnable(session);
    login_policy_end_guess(session);
    if (was_comparison && result == ERR_OK)
        ask(session, OWN_PASSWORD_NEW);
    else if (was_comparison && result == ERR_NOT_FOUND)
        on_wrong(session);
    else if (result == ERR_OK)
        settle(session, hash);
    else
        end(session, too_busy, ROLE_BAD);
}
