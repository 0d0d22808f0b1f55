/*
 * The login.
 */
#include "server/session/auth/login.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include <sodium.h>

#include "server/game/removal.h"
#include "server/game/roster.h"
#include "server/game/save_watch.h"
#include "server/game/shutdown.h"
#include "server/net/conn.h"
#include "server/save/persist.h"
#include "server/session/auth/guest.h"
#include "server/session/auth/login_policy.h"
#include "server/session/auth/login_words.h"
#include "server/session/auth/logins.h"
#include "server/session/auth/own_password.h"
#include "server/session/auth/password.h"
#include "server/session/auth/resume.h"
#include "server/session/commands/house.h"
#include "server/session/preferences/preferences.h"
#include "server/session/session.h"
#include "server/session/sessions.h"
#include "server/session/watch/watch.h"
#include "world/life.h"
#include "world/name.h"

static const char too_many[] = "Too many are logging in just now. Please try again in a moment.";
static const char no_memory[] = "The server is short of memory. Please try again in a moment.";

struct login_row {
    const char *prompt; /* NULL: made up for the occasion, or none */
    void (*on_line)(struct session *session, char *line);
};

static void on_name(struct session *session, char *line);
static void on_pick(struct session *session, char *line);
static void on_confirm(struct session *session, char *line);
static void on_password(struct session *session, char *line);
static void on_new_password(struct session *session, char *line);
static void on_repeat_password(struct session *session, char *line);
static void look_up_credentials(struct session *session);

static const struct login_row login_table[SESSION_STATE_COUNT] = {
    [SESSION_NAME] = {"Name: ", on_name},
    [SESSION_PICK] = {"Watch which player? (a letter or a name, q goes back) ", on_pick},
    [SESSION_CONFIRM] = {NULL, on_confirm},
    [SESSION_PASSWORD] = {"Password: ", on_password},
    [SESSION_NEW_PASSWORD] = {"Choose a password (8 or more characters, used nowhere else):\n",
                              on_new_password},
    [SESSION_REPEAT_PASSWORD] = {"Once more: ", on_repeat_password},
};

/* A client that is asked for a name has none yet, even after earlier tries. */
static void forget_delver(struct session *session)
{
    session->auth.name[0] = '\0';
    session->account = (struct account_record){0};
    session->role = ACCOUNT_ROLE_NONE;
    session->auth.makes_guest = false;
    session->auth.resume = (struct resume_wish){.is_wanted = false};
    preferences_release(session);
}

static void go_to(struct session *session, enum session_state state)
{
    char prompt[96 + NAME_LENGTH_MAX];
    const char *text = login_table[state].prompt;

    session_change_state(session, state);
    if (state == SESSION_NAME)
        forget_delver(session);
    if (state == SESSION_CONFIRM) {
        snprintf(prompt, sizeof prompt, "No player is called %s. Make a new one? (yes/no) ",
                 session->auth.name);
        text = prompt;
    }
    if (text != NULL)
        session_write_prompt(session, text);
}

void login_prompt_again(struct session *session)
{
    go_to(session, session->state);
}

static void tell_announced_stop(struct session *session)
{
    char text[SHUTDOWN_TEXT_SIZE];

    shutdown_describe(session->sessions->game, text);
    if (text[0] == '\0')
        return;
    session_write(session, text);
    session_write(session, "\n");
}

/* A page says all that in its own way. */
static void greet(struct session *session)
{
    const struct sessions *sessions = session->sessions;
    char greeting[HOUSE_TEXT_MAX];

    if (session->present.page != NULL)
        return;
    house_write_greeting(sessions->base, sessions->game->roster->playing, greeting);
    session_write(session, greeting);
}

void login_begin(struct session *session)
{
    session_change_state(session, SESSION_NAME);
    greet(session);
    tell_announced_stop(session);
    if (session->auth.has_credentials)
        look_up_credentials(session);
    else if (session->auth.wants_guest)
        guest_enter(session);
    else
        go_to(session, SESSION_NAME);
}

void login_on_line(struct session *session)
{
    const struct login_row *row = &login_table[session->state];

    if (row->on_line != NULL)
        row->on_line(session, session->present.line.text);
}

/* Cuts off the blanks at both ends, in place. */
static char *trim(char *line)
{
    line += strspn(line, " \t");
    for (size_t length = strlen(line); length > 0 && line[length - 1] == ' '; length--)
        line[length - 1] = '\0';
    return line;
}

static void on_pick(struct session *session, char *line)
{
    watch_on_pick(session, trim(line));
}

static void count(struct session *session, enum metric_login result)
{
    metrics_add(&session->sessions->base->metrics, METRIC_LOGINS, result, 1);
}

/* Hands a job over in this session's name; what comes back finds it by the connection's serial. */
static void submit(struct session *session, struct job *job)
{
    struct sessions *sessions = session->sessions;

    if (job != NULL) {
        job->ticket = session->conn->serial;
        session_change_state(session, SESSION_WAITING);
        if (persist_submit(sessions->persist, job, &sessions->answers) == ERR_OK)
            return;
    }
    count(session, METRIC_LOGIN_BUSY);
    session_refuse(session, "The server is too busy. Please try again in a moment.");
    go_to(session, SESSION_NAME);
}

/* Asks the database for the account of session->auth.name. */
void login_look_up(struct session *session)
{
    const char *closure = save_watch_closure(session->sessions->game);

    if (closure != NULL) {
        count(session, METRIC_LOGIN_CLOSED);
        session_end(session, WIRE_END_FULL, closure);
        return;
    }
    struct job *job = job_new(&question_find_account);
    if (job != NULL) {
        memcpy(job->account.name, session->auth.name, sizeof session->auth.name);
        name_skeleton(session->auth.name, job->account.skeleton);
        job->answer = login_on_account_found;
    }
    submit(session, job);
}

static void on_name(struct session *session, char *line)
{
    line = trim(line);
    if (line[0] == '\0') {
        go_to(session, SESSION_NAME);
        return;
    }
    if (login_words_apply(session, line))
        return;
    if (name_normalise(line, session->auth.name) != ERR_OK) {
        session_refuse(session, "A name is 3 to 16 letters from A to Z, nothing else.");
        go_to(session, SESSION_NAME);
        return;
    }
    login_look_up(session);
}

/* Notes the hash that the password is compared with, or that was just set, as the proof. */
static void note_proof(struct session *session, const char *hash)
{
    struct login_secrets *secrets = session->auth.secrets;

    snprintf(secrets->proven_hash, sizeof secrets->proven_hash, "%s", hash);
    secrets->renewed_hash[0] = '\0';
}

void login_enter(struct session *session)
{
    note_proof(session, session->account.password_hash);
    session_enter(session);
}

/* Sends a password to the worker; with nothing to compare it with, it is hashed. */
static void submit_password(struct session *session, const char *password, const char *stored)
{
    enum session_state before = session->state;

    session_change_state(session, SESSION_WAITING);
    logins_wait(session);
    note_proof(session, stored == NULL ? "" : stored);
    if (password_submit(session->sessions, session->conn->serial, session->conn->key, password,
                        stored) == ERR_OK)
        return;
    logins_end_wait(session);
    login_policy_end_guess(session);
    count(session, METRIC_LOGIN_BUSY);
    session_refuse(session, too_many);
    go_to(session, before == SESSION_REPEAT_PASSWORD ? SESSION_NEW_PASSWORD : before);
}

void login_hash_password(struct session *session, const char *password)
{
    submit_password(session, password, NULL);
}

void login_forget(struct session *session)
{
    if (session->auth.secrets == NULL)
        return;
    sodium_memzero(session->auth.secrets, sizeof *session->auth.secrets);
    free(session->auth.secrets);
    session->auth.secrets = NULL;
}

static void forget_credentials(struct session *session)
{
    session->auth.has_credentials = false;
    sodium_memzero(session->auth.secrets->password, sizeof session->auth.secrets->password);
}

/* The program is told in the words its player has just been shown. */
static void refuse_if_idle(struct session *session, const char *text)
{
    if (session->state == SESSION_WAITING)
        return;
    forget_credentials(session);
    gmcp_answer_login(&session->conn->client, false, text);
}

/* A name that is not known costs the same work: the password is hashed for nothing. */
static void check_credentials(struct session *session)
{
    session_change_state(session, SESSION_NAME);
    if (login_policy_must_wait(session)) {
        refuse_if_idle(session, "Too many wrong passwords from you.");
        return;
    }
    submit_password(session, session->auth.secrets->password,
                    session->auth.is_known ? session->account.password_hash : NULL);
    refuse_if_idle(session, "Too many are logging in just now.");
}

static void check_typed(struct session *session)
{
    session_change_state(session, SESSION_PASSWORD);
    if (!login_policy_must_wait(session)) {
        login_policy_note_code(session, session->auth.secrets->password);
        submit_password(session, session->auth.secrets->password, session->account.password_hash);
    }
    sodium_memzero(session->auth.secrets->password, sizeof session->auth.secrets->password);
}

/* Looks at session->auth.secrets->password, now or when it is its turn. */
static void check_password(struct session *session)
{
    login_policy_hold_back(session, login_policy_is_busy(session));
    if (session->auth.is_held_back)
        session_change_state(session, SESSION_WAITING);
    else if (session->auth.has_credentials)
        check_credentials(session);
    else
        check_typed(session);
}

void login_take_turn(struct session *session)
{
    if (!session->auth.is_held_back || session->state != SESSION_WAITING)
        return;
    session_make_runnable(session);
    check_password(session);
}

static void look_up_credentials(struct session *session)
{
    login_look_up(session);
    refuse_if_idle(session, "The server is too busy.");
}

void login_on_credentials(struct session *session, const char *name, const char *password)
{
    _Static_assert(GMCP_PASSWORD_MAX < sizeof session->auth.secrets->password, "a password fits");

    if (session->state != SESSION_NAME && session->state != SESSION_IN_LINE) {
        gmcp_answer_login(&session->conn->client, false, "Only at the name prompt.");
        return;
    }
    session_make_runnable(session);
    if (name_normalise(name, session->auth.name) != ERR_OK) {
        gmcp_answer_login(&session->conn->client, false, "Wrong password.");
        return;
    }
    session->auth.has_credentials = true;
    memcpy(session->auth.secrets->password, password, strlen(password) + 1);
    if (session->state == SESSION_NAME)
        look_up_credentials(session);
}

void login_on_account_found(void *asker, struct job *job)
{
    struct sessions *sessions = asker;
    struct session *session = login_find_session(sessions, job->ticket);

    if (session == NULL)
        return;
    session_make_runnable(session);
    /* A player who is being removed cannot log in, and the name is not free yet. */
    if (job->result == ERR_OK && removal_is_going_on(sessions->game, job->account.id)) {
        job->result = ERR_NOT_FOUND;
        job->is_lookalike = true;
    }
    if (job->result == ERR_OK && !password_is_bearable(job->account.password_hash))
        job->result = ERR_FORMAT;
    if (job->result == ERR_OK) {
        session->account = job->account;
        memcpy(session->auth.name, job->account.name, sizeof session->auth.name);
    }
    if (session->auth.resume.is_wanted) {
        resume_on_found(session, job);
        return;
    }
    if (session->auth.has_credentials) {
        session->auth.is_known = job->result == ERR_OK;
        check_password(session);
        return;
    }
    if (job->result == ERR_OK) {
        go_to(session, SESSION_PASSWORD);
        return;
    }
    if (job->result == ERR_NOT_FOUND && login_words_answer_name(session, session->auth.name)) {
        if (session->state == SESSION_WAITING && !session->auth.makes_guest)
            go_to(session, SESSION_NAME);
        return;
    }
    if (job->result == ERR_NOT_FOUND && !job->is_lookalike) {
        if (!login_policy_refuses_new(session))
            go_to(session, SESSION_CONFIRM);
        return;
    }
    if (job->is_lookalike) {
        session_refuse(session, "That name is taken, or looks too much like one that is. "
                                "Please choose another.");
    } else {
        LOG(&sessions->base->log, LOG_ERROR, "login.unreadable",
            log_text("name", session->auth.name), log_text("error", err_name(job->result)));
        session_refuse(session, "That player's record cannot be read. Please tell the operator.");
    }
    go_to(session, SESSION_NAME);
}

static void on_confirm(struct session *session, char *line)
{
    line = trim(line);
    if (strcasecmp(line, "yes") == 0 || strcasecmp(line, "y") == 0) {
        go_to(session, SESSION_NEW_PASSWORD);
    } else if (strcasecmp(line, "no") == 0 || strcasecmp(line, "n") == 0) {
        go_to(session, SESSION_NAME);
    } else if (strcasecmp(line, "quit") == 0) {
        session_say_goodbye(session, "Goodbye.");
    } else {
        session_refuse(session, "Please answer yes or no.");
        go_to(session, SESSION_CONFIRM);
    }
}

static void on_password(struct session *session, char *line)
{
    snprintf(session->auth.secrets->password, sizeof session->auth.secrets->password, "%s", line);
    check_password(session);
}

static void on_new_password(struct session *session, char *line)
{
    const char *refusal = password_refusal(line);

    if (refusal != NULL) {
        session_refuse(session, refusal);
        go_to(session, SESSION_NEW_PASSWORD);
        return;
    }
    memcpy(session->auth.secrets->password, line, strlen(line) + 1);
    go_to(session, SESSION_REPEAT_PASSWORD);
}

static void on_repeat_password(struct session *session, char *line)
{
    bool is_same = strcmp(line, session->auth.secrets->password) == 0;

    sodium_memzero(session->auth.secrets->password, sizeof session->auth.secrets->password);
    if (!is_same) {
        session_refuse(session, "The passwords don't match. Try again.");
        go_to(session, SESSION_NEW_PASSWORD);
        return;
    }
    submit_password(session, line, NULL);
}

static void refuse_secret(struct session *session, const char *text, enum session_state next)
{
    count(session, METRIC_LOGIN_WRONG_PASSWORD);
    login_policy_note_wrong(session);
    if (session->auth.wrong_passwords >= session->sessions->base->options.wrong_passwords) {
        login_policy_end_call(session);
        return;
    }
    session_refuse(session, text);
    go_to(session, next);
}

static void on_wrong_password(struct session *session, enum session_state next)
{
    refuse_secret(session, "Wrong password.", next);
}

void login_refuse_secret(struct session *session, const char *text)
{
    refuse_secret(session, text, SESSION_NAME);
}

/* The program is told, if one logs in. */
static void refuse_credentials(struct session *session, const char *text)
{
    if (session->auth.has_credentials)
        gmcp_answer_login(&session->conn->client, false, text);
    forget_credentials(session);
}

static void settle_credentials(struct session *session, bool is_right)
{
    sodium_memzero(session->auth.secrets->password, sizeof session->auth.secrets->password);
    if (!is_right) {
        refuse_credentials(session, "Wrong password.");
        on_wrong_password(session, SESSION_NAME);
    } else if (login_policy_turns_away(session)) {
        refuse_credentials(session, "You may not come in.");
    } else {
        session_enter(session);
    }
}

void login_refuse_proof(struct session *session)
{
    logins_begin(session);
    refuse_credentials(session, "Wrong password.");
    on_wrong_password(session, SESSION_NAME);
}

void login_confirm_credentials(struct session *session)
{
    if (session->auth.has_credentials)
        gmcp_answer_login(&session->conn->client, true, "");
    session->auth.has_credentials = false;
}

void login_create_account(struct session *session, const char *hash)
{
    if (!login_policy_count_new(session))
        return;
    struct job *job = job_new(&question_create_account);
    if (job != NULL) {
        memcpy(job->account.name, session->auth.name, sizeof session->auth.name);
        name_skeleton(session->auth.name, job->account.skeleton);
        memcpy(job->account.password_hash, hash, strlen(hash) + 1);
        job->account.is_guest = session->auth.makes_guest;
        job->account.created_at = (int64_t)time(NULL);
        job->account.last_seen_at = job->account.created_at;
        struct life life = life_new();
        int16_t health = (int16_t)lesson_health(life_level(&life));
        job->delver = (struct delver_record){
            .level = {.wing = 0, .depth = 1, .generation = 0},
            .health = health,
            .health_max = health,
            .life = life,
        };
        job->answer = login_on_account_created;
        login_policy_hold_new(session->sessions, job);
    }
    submit(session, job);
}

/* The check failed for another reason: that does not count as a wrong guess. */
static void ask_again(struct session *session, enum err error, enum session_state next)
{
    const char *text = error == ERR_BUSY ? too_many : no_memory;

    count(session, METRIC_LOGIN_BUSY);
    if (session->auth.has_credentials)
        gmcp_answer_login(&session->conn->client, false, text);
    forget_credentials(session);
    session_write(session, text);
    session_write(session, "\n");
    go_to(session, next);
}

static void settle_password(struct session *session, enum err result, bool was_comparison,
                            const char *hash)
{
    session_make_runnable(session);
    logins_end_wait(session);
    login_policy_end_guess(session);
    if (result != ERR_OK && !(was_comparison && result == ERR_NOT_FOUND)) {
        ask_again(session, result,
                  session->auth.has_credentials || session->auth.makes_guest ? SESSION_NAME
                  : was_comparison                                           ? SESSION_PASSWORD
                                   : SESSION_NEW_PASSWORD);
        return;
    }
    if (was_comparison && result == ERR_OK && hash != NULL)
        login_policy_renew_password(session, hash);
    if (session->auth.has_credentials) {
        settle_credentials(session, was_comparison && result == ERR_OK);
    } else if (was_comparison && result == ERR_OK) {
        if (!login_policy_turns_away(session))
            session_enter(session);
    } else if (was_comparison) {
        if (!login_policy_takes_code(session))
            on_wrong_password(session, SESSION_PASSWORD);
    } else if (session->auth.sets_password) {
        login_policy_use_code(session, hash);
    } else {
        login_create_account(session, hash);
    }
}

void login_on_password(struct sessions *sessions, uint64_t conn_serial, enum err result,
                       bool was_comparison, const char *hash)
{
    struct session *session = sessions_find(sessions, conn_serial);

    if (session == NULL)
        return;
    if (session->state == SESSION_WAITING)
        settle_password(session, result, was_comparison, hash);
    else
        own_password_on_hashed(session, result, was_comparison, hash);
}

void login_on_account_created(void *asker, struct job *job)
{
    struct sessions *sessions = asker;
    struct session *session = login_find_session(sessions, job->ticket);

    /* Whether they wait for it or have hung up: the delver is there. */
    if (job->result == ERR_OK)
        login_policy_on_new(sessions, job);
    if (session == NULL)
        return;
    session_make_runnable(session);
    if (job->result == ERR_OK) {
        LOG(&sessions->base->log, LOG_INFO, "account.created", log_text("name", job->account.name),
            log_text("address", session->conn->address));
        session->account = job->account;
        session->is_new = true;
        if (session->auth.makes_guest)
            guest_on_made(session);
        if (!login_policy_turns_away(session))
            login_enter(session);
        return;
    }
    if (job->result == ERR_EXISTS && session->auth.makes_guest) {
        guest_try_again(session, job->account.password_hash);
        return;
    }
    session_write(session, job->result == ERR_EXISTS
                               ? "That name was taken a moment ago. Please choose another.\n"
                               : "The new player could not be saved. Please try again later.\n");
    go_to(session, SESSION_NAME);
}
