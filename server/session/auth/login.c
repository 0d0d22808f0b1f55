/*
 * The login: plain lines for every client, one row for each state. Some words at the name prompt
 * have an answer of their own, one row each. Passwords go to a worker, names to the database, and
 * the state is SESSION_WAITING until the answer. A client's program may log in by GMCP, and a page
 * by a token: both take the same way past the prompts.
 */
#include "server/session/auth/login.h"

#include <sodium.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "content/goal.h"
#include "narrate/command.h"
#include "server/game/moderation.h"
#include "server/game/removal.h"
#include "server/game/roster.h"
#include "server/game/save_watch.h"
#include "server/game/shutdown.h"
#include "server/net/conn.h"
#include "server/save/persist.h"
#include "server/save/persist_accounts.h"
#include "server/session/auth/guest.h"
#include "server/session/auth/login_policy.h"
#include "server/session/auth/logins.h"
#include "server/session/auth/own_password.h"
#include "server/session/auth/password.h"
#include "server/session/auth/resume.h"
#include "server/session/commands/help.h"
#include "server/session/commands/house.h"
#include "server/session/commands/who.h"
#include "server/session/preferences/preferences.h"
#include "server/session/present/presentation.h"
#include "server/session/session.h"
#include "server/session/session_life.h"
#include "server/session/sessions.h"
#include "server/session/watch/watch.h"
#include "world/life.h"
#include "world/name.h"

static const char too_many[] = "Too many are logging in just now. Please try again in a moment.";
static const char no_memory[] = "The server is short of memory. Please try again in a moment.";

struct login_row {
    const char *prompt; /* text of the prompt; NULL: computed, or none */
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

/* Clears the delver: a client that is asked for a name has none, even after earlier tries. */
static void forget_delver(struct session *session)
{
    session->auth.name[0] = '\0';
    session->account = (struct account_record){0};
    session->role = ACCOUNT_ROLE_NONE;
    session->auth.makes_guest = false;
    session->auth.resume = (struct resume_wish){.is_wanted = false};
    preferences_release(&session->preferences.saved);
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

/* Greets a client; a page shows its own greeting. */
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

void login_tell_number(struct session *session, uint32_t number)
{
    uint64_t now_ms = session->sessions->base->now_ms;
    struct logins_wait *wait = &session->auth.wait;
    char text[80];

    if (wait->since_ms == 0 || now_ms - wait->since_ms < LOGINS_NOTICE_MS ||
        wait->reported == number ||
        (wait->reported != 0 && now_ms - wait->reported_at_ms < LOGINS_TELL_MS))
        return;
    wait->reported = number;
    wait->reported_at_ms = now_ms;
    snprintf(text, sizeof text, "Many players are logging in. You are number %u in line.\n",
             number);
    session_write(session, text);
    session_make_runnable(session);
}

void login_on_line(struct session *session)
{
    const struct login_row *row = &login_table[session->state];

    if (row->on_line != NULL)
        row->on_line(session, session->present.line.text);
}

/* Removes the blanks at both ends, in place. */
static char *trim(char *line)
{
    line += strspn(line, " \t");
    for (size_t length = strlen(line); length > 0 && line[length - 1] == ' '; length--)
        line[length - 1] = '\0';
    return line;
}

void login_on_pick(struct session *session, const char *line)
{
    static const char *const ways_back[] = {"", "q", "quit", "back"};
    body_id picked = watch_find_picked(&session->watch, session->sessions->game, line);

    for (size_t i = 0; i < sizeof ways_back / sizeof ways_back[0]; i++) {
        /* In a list that is long enough to have a row q, the letter means that row. */
        if (strcasecmp(line, ways_back[i]) != 0 || (i == 1 && picked != 0))
            continue;
        go_to(session, SESSION_NAME);
        return;
    }
    const char *refusal = watch_begin(session, picked, false);
    if (refusal == NULL)
        return;
    session_refuse(session, refusal);
    login_prompt_again(session);
}

static void on_pick(struct session *session, char *line)
{
    login_on_pick(session, trim(line));
}

static void count(struct session *session, enum metric_login result)
{
    metrics_add(&session->sessions->base->metrics, METRIC_LOGINS, result, 1);
}

/* Submits a job for this session; its answer finds the session by the connection's serial. */
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
static void look_up(struct session *session)
{
    const char *closure = save_watch_closure(session->sessions->game);

    if (closure != NULL) {
        count(session, METRIC_LOGIN_CLOSED);
        session_end(session, WIRE_END_FULL, closure);
        return;
    }
    struct job *job = job_new(&question_find_account);
    if (job != NULL) {
        struct account_question *found = job->content;
        memcpy(found->account.name, session->auth.name, sizeof session->auth.name);
        name_skeleton(session->auth.name, found->account.skeleton);
        job->answer = login_on_account_found;
    }
    submit(session, job);
}

struct word_row {
    const char *word;
    void (*apply)(struct session *session);
};

static void say_help(struct session *session)
{
    static const struct {
        const char *word;
        const char *does;
        /* True if the word may be used now; NULL: always */
        bool (*is_offered)(const struct session *session);
    } words[] = {
        {"who", "lists the players online", NULL},
        {"watch", "shows what one of them does", NULL},
        {"reader", "words only, for screen readers, from the next name on", NULL},
        {"guest", "lets you in under a name of ours", guest_is_welcome},
        {"rules", "shows the rules of the host", house_has_rules},
        {"quit", "leaves", NULL},
    };
    bool is_table = display_text_form(session) == TEXT_TABLE;
    char line[96];

    session_write(session,
                  "Undercroft is one dungeon that everybody shares.\n" GOAL_SENTENCE "\n"
                  "Type the name of your player, 3 to 16 letters; a new name makes a new player.\n"
                  "Then walk: arrows or n s e w.\n");
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        snprintf(line, sizeof line, is_table ? "%-7s %s\n" : "%s: %s.\n", words[i].word,
                 words[i].does);
        if (words[i].is_offered == NULL || words[i].is_offered(session))
            session_write(session, line);
    }
}

static void say_who(struct session *session)
{
    char list[WHO_TEXT_MAX];

    who_list(session->sessions, display_text_form(session), list, sizeof list);
    session_write(session, list);
}

static void say_rules(struct session *session)
{
    char text[HOUSE_TEXT_MAX];

    house_write_rules(session->sessions->base, text);
    session_write(session, text);
}

static void say_watch(struct session *session)
{
    if (!watch_offer(session))
        return;
    session_change_state(session, SESSION_PICK);
    login_prompt_again(session);
}

static void want_reader(struct session *session)
{
    session->auth.wants_reader = true;
    session_write(session, "Reader mode: words only, nothing drawn.\n");
}

static void leave(struct session *session)
{
    session_say_goodbye(session, "Goodbye.");
}

static void say_new(struct session *session)
{
    session_write(session, "Type a name for your new character.\n");
}

static void say_known(struct session *session)
{
    session_write(session, "Type the name of your player; the password is asked for next.\n");
}

static void say_claim(struct session *session)
{
    session_write(session,
                  "Guests claim a name in play; here a name is yours once you chose its password.\n"
                  "An administrator helps with a password that is lost.\n");
}

/* The words at the name prompt that have an answer if no player has that name. */
static const struct word_row reserved_table[] = {
    {"new", say_new},       {"create", say_new},  {"register", say_new},   {"signup", say_new},
    {"connect", say_known}, {"login", say_known}, {"password", say_known}, {"guest", guest_enter},
    {"claim", say_claim},   {"exit", leave},      {"logout", leave},       {"bye", leave},
};

static bool is_command(const char *name)
{
    struct command_words words = {0};
    char word[COMMAND_WORD_SIZE];

    while (command_next_word(&words, word)) {
        if (strcasecmp(word, name) == 0)
            return true;
    }
    return false;
}

/* Answers a name that no player has, if it is one of these words. True: it was answered and makes
   no new player; the session may have ended, or a guest is being made. */
static bool login_words_answer_name(struct session *session, const char *name)
{
    char text[96];

    for (size_t i = 0; i < sizeof reserved_table / sizeof reserved_table[0]; i++) {
        if (strcasecmp(name, reserved_table[i].word) != 0)
            continue;
        reserved_table[i].apply(session);
        return true;
    }
    if (!is_command(name))
        return false;
    snprintf(text, sizeof text, "%s is a command, and no name: it works once you are logged in.\n",
             name);
    session_write(session, text);
    return true;
}

static const struct word_row word_table[] = {
    {"help", say_help},      {"?", say_help}, {"who", say_who},     {"watch", say_watch},
    {"reader", want_reader}, {"quit", leave}, {"rules", say_rules},
};

/* Answers a line, without blanks around it, that is one of these words, and asks the next question.
   False: it is none. */
static bool login_words_apply(struct session *session, const char *line)
{
    for (size_t i = 0; i < sizeof word_table / sizeof word_table[0]; i++) {
        if (strcasecmp(line, word_table[i].word) != 0)
            continue;
        word_table[i].apply(session);
        if (session->state == SESSION_NAME)
            login_prompt_again(session);
        return true;
    }
    return false;
}

static enum err add_rows(struct reserved_names *names, const struct word_row *rows, size_t count)
{
    enum err error = ERR_OK;

    for (size_t i = 0; error == ERR_OK && i < count; i++)
        error = reserved_names_add(names, rows[i].word);
    return error;
}

enum err login_words_reserve(struct reserved_names *names)
{
    const struct help_topic *topic;
    enum err error =
        add_rows(names, reserved_table, sizeof reserved_table / sizeof reserved_table[0]);

    if (error == ERR_OK)
        error = add_rows(names, word_table, sizeof word_table / sizeof word_table[0]);
    for (size_t i = 0; error == ERR_OK && (topic = help_topic_at(i)) != NULL; i++)
        error = reserved_names_add(names, topic->name);
    return error;
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
    look_up(session);
}

/* Stores as proof the hash with which the password is compared, or that was just set. */
static void note_proof(struct login_secrets *secrets, const char *hash)
{
    snprintf(secrets->proven_hash, sizeof secrets->proven_hash, "%s", hash);
    secrets->renewed_hash[0] = '\0';
}

void login_enter(struct session *session)
{
    note_proof(session->auth.secrets, session->account.password_hash);
    session_enter(session);
}

/* Gives a password to a worker, to compare it with `stored`, or for NULL to hash it. */
static void submit_password(struct session *session, const char *password, const char *stored)
{
    enum session_state before = session->state;

    session_change_state(session, SESSION_WAITING);
    logins_wait(session);
    note_proof(session->auth.secrets, stored == NULL ? "" : stored);
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

void login_forget(struct auth_state *auth)
{
    if (auth->secrets == NULL)
        return;
    sodium_memzero(auth->secrets, sizeof *auth->secrets);
    free(auth->secrets);
    auth->secrets = NULL;
}

static void forget_credentials(struct auth_state *auth)
{
    auth->has_credentials = false;
    sodium_memzero(auth->secrets->password, sizeof auth->secrets->password);
}

/* Refuses a client's program in the words that its player was just shown. */
static void refuse_if_idle(struct session *session, const char *text)
{
    if (session->state == SESSION_WAITING)
        return;
    forget_credentials(&session->auth);
    gmcp_answer_login(&session->conn->client, false, text);
}

/* Checks a name and password. For an unknown name the password is hashed all the same, so that it
   takes as long. */
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

/* Checks session->auth.secrets->password, now or when its turn comes. */
static void check_password(struct session *session)
{
    login_policy_hold_back(session->sessions->logins, &session->auth,
                           login_policy_is_busy(session));
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
    look_up(session);
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

/* Refuses a token; the words are the same for every reason. */
static void refuse_token(struct session *session)
{
    session->auth.resume.is_wanted = false;
    refuse_secret(session, "Please log in again.", SESSION_NAME);
}

void login_resume(struct session *session, const char *token, uint32_t line)
{
    if (login_policy_must_wait(session))
        return;
    login_policy_end_guess(session);
    if (resume_look_up(&session->auth, session->sessions, token, line))
        look_up(session);
    else
        refuse_token(session);
}

/* Takes the account that was looked up for a token. */
static void settle_token(struct session *session, const struct job *job)
{
    const struct moderation *moderation = &session->sessions->game->moderation;
    const char *name = session->account.name;

    if (job->result != ERR_OK || !resume_is_good(session) ||
        moderation_find(moderation, RULING_BAN_NAME, name) != NULL ||
        moderation_find(moderation, RULING_HOLD, name) != NULL)
        refuse_token(session);
    else
        login_enter(session);
}

void login_on_account_found(void *asker, struct job *job)
{
    struct account_question *found = job->content;
    struct sessions *sessions = asker;
    struct session *session = login_find_session(sessions, job->ticket);

    if (session == NULL)
        return;
    session_make_runnable(session);
    /* A player who is being removed cannot log in, and the name is not free yet. */
    if (job->result == ERR_OK && removal_is_going_on(sessions->game, found->account.id)) {
        job->result = ERR_NOT_FOUND;
        found->is_lookalike = true;
    }
    if (job->result == ERR_OK && !password_is_bearable(found->account.password_hash))
        job->result = ERR_FORMAT;
    if (job->result == ERR_OK) {
        session->account = found->account;
        memcpy(session->auth.name, found->account.name, sizeof session->auth.name);
    }
    if (session->auth.resume.is_wanted) {
        settle_token(session, job);
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
    if (job->result == ERR_NOT_FOUND && !found->is_lookalike) {
        if (!login_policy_refuses_new(session))
            go_to(session, SESSION_CONFIRM);
        return;
    }
    if (found->is_lookalike) {
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

static void on_wrong_password(struct session *session, enum session_state next)
{
    refuse_secret(session, "Wrong password.", next);
}

/* Tells a client's program of a refusal, if it is logging in. */
static void refuse_credentials(struct auth_state *auth, struct client *client, const char *text)
{
    if (auth->has_credentials)
        gmcp_answer_login(client, false, text);
    forget_credentials(auth);
}

static void settle_credentials(struct session *session, bool is_right)
{
    sodium_memzero(session->auth.secrets->password, sizeof session->auth.secrets->password);
    if (!is_right) {
        refuse_credentials(&session->auth, &session->conn->client, "Wrong password.");
        on_wrong_password(session, SESSION_NAME);
    } else if (login_policy_turns_away(session)) {
        refuse_credentials(&session->auth, &session->conn->client, "You may not come in.");
    } else {
        session_enter(session);
    }
}

void login_refuse_proof(struct session *session)
{
    logins_begin(session);
    refuse_credentials(&session->auth, &session->conn->client, "Wrong password.");
    on_wrong_password(session, SESSION_NAME);
}

void login_confirm_credentials(struct auth_state *auth, struct client *client)
{
    if (auth->has_credentials)
        gmcp_answer_login(client, true, "");
    auth->has_credentials = false;
}

void login_create_account(struct session *session, const char *hash)
{
    if (!login_policy_count_new(session))
        return;
    struct job *job = job_new(&question_create_account);
    if (job != NULL) {
        struct new_account *made = job->content;
        memcpy(made->account.name, session->auth.name, sizeof session->auth.name);
        name_skeleton(session->auth.name, made->account.skeleton);
        memcpy(made->account.password_hash, hash, strlen(hash) + 1);
        made->account.is_guest = session->auth.makes_guest;
        made->account.created_at = (int64_t)time(NULL);
        made->account.last_seen_at = made->account.created_at;
        struct life life = life_new();
        int16_t health = (int16_t)lesson_health(life_level(&life));
        made->delver = (struct delver_record){
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

/* Asks again after a check that failed for another reason, which does not count as a wrong
   guess. */
static void ask_again(struct session *session, enum err error, enum session_state next)
{
    const char *text = error == ERR_BUSY ? too_many : no_memory;

    count(session, METRIC_LOGIN_BUSY);
    if (session->auth.has_credentials)
        gmcp_answer_login(&session->conn->client, false, text);
    forget_credentials(&session->auth);
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
    const struct new_account *made = job->content;
    struct sessions *sessions = asker;
    struct session *session = login_find_session(sessions, job->ticket);

    /* The delver exists now, whether its player still waits or has hung up. */
    if (job->result == ERR_OK)
        login_policy_on_new(sessions, job);
    if (session == NULL)
        return;
    session_make_runnable(session);
    if (job->result == ERR_OK) {
        LOG(&sessions->base->log, LOG_INFO, "account.created", log_text("name", made->account.name),
            log_text("address", session->conn->address));
        session->account = made->account;
        session->is_new = true;
        if (session->auth.makes_guest)
            guest_on_made(session);
        if (!login_policy_turns_away(session))
            login_enter(session);
        return;
    }
    if (job->result == ERR_EXISTS && session->auth.makes_guest) {
        guest_try_again(session, made->account.password_hash);
        return;
    }
    session_write(session, job->result == ERR_EXISTS
                               ? "That name was taken a moment ago. Please choose another.\n"
                               : "The new player could not be saved. Please try again later.\n");
    go_to(session, SESSION_NAME);
}
