/*
 * Admission to the game. Wrong guesses are counted in a table of fixed size by a keyed hash of
 * network and name, and make further guesses slower; a code has 60 random bits and needs no slow
 * hash; new players are counted by network; bans and approval are rulings (moderation.h). Each
 * refusal says why and asks again, or ends the session.
 */
#include "server/session/auth/login_policy.h"

#include <ctype.h>
#include <sodium.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/check.h"
#include "base/text.h"
#include "server/game/moderation.h"
#include "server/game/save_watch.h"
#include "server/net/conn.h"
#include "server/save/persist.h"
#include "server/save/persist_accounts.h"
#include "server/session/audience.h"
#include "server/session/auth/login.h"
#include "server/session/auth/logins.h"
#include "server/session/auth/password.h"
#include "server/session/auth/resume.h"
#include "server/session/session.h"
#include "server/session/session_life.h"
#include "server/session/sessions.h"
#include "world/name.h"
#include "world/record.h"

enum { WAIT_FIRST_MS = 1000 };

/* Returns the key of a name at an address; the name "" stands for the whole address. */
static uint64_t key_of(const struct throttle *throttle, struct network_key address,
                       const char *name)
{
    struct subject {
        uint64_t network;
        uint64_t is_ipv6;
        char name[NAME_LENGTH_MAX + 8];
    } subject;
    uint8_t hash[crypto_shorthash_BYTES];
    uint64_t value;

    memset(&subject, 0, sizeof subject);
    subject.network = address.network;
    subject.is_ipv6 = address.is_ipv6;
    memcpy(subject.name, name, strnlen(name, NAME_LENGTH_MAX));
    (void)crypto_shorthash(hash, (const uint8_t *)&subject, sizeof subject, throttle->key);
    memcpy(&value, hash, sizeof value);
    return value == 0 ? 1 : value;
}

void throttle_init(struct throttle *throttle)
{
    _Static_assert(THROTTLE_KEY_SIZE == crypto_shorthash_KEYBYTES, "the key of the hash fits");

    memset(throttle, 0, sizeof *throttle);
    crypto_shorthash_keygen(throttle->key);
}

/* Returns how many wrong guesses of the slot are not yet forgotten. */
static uint32_t left(const struct throttle_slot *slot, uint64_t now_ms)
{
    uint64_t forgotten = (now_ms - slot->at_ms) / THROTTLE_FORGET_MS;

    return slot->key == 0 || forgotten >= slot->wrong ? 0 : slot->wrong - (uint32_t)forgotten;
}

static struct throttle_slot *probe(struct throttle *throttle, uint64_t key, size_t i)
{
    return &throttle->slots[(key + i) % THROTTLE_SLOTS];
}

static struct throttle_slot *find(struct throttle *throttle, uint64_t key)
{
    for (size_t i = 0; i < THROTTLE_PROBES_MAX; i++) {
        if (probe(throttle, key, i)->key == key)
            return probe(throttle, key, i);
    }
    return NULL;
}

static uint32_t weight(const struct throttle_slot *slot, uint64_t now_ms)
{
    return left(slot, now_ms) + slot->open;
}

static struct throttle_slot *claim(struct throttle *throttle, uint64_t key, uint64_t now_ms)
{
    struct throttle_slot *best = probe(throttle, key, 0);

    for (size_t i = 1; i < THROTTLE_PROBES_MAX; i++) {
        struct throttle_slot *slot = probe(throttle, key, i);
        if (weight(slot, now_ms) < weight(best, now_ms))
            best = slot;
    }
    *best = (struct throttle_slot){.key = key, .at_ms = now_ms};
    return best;
}

static uint64_t wait_of(struct throttle *throttle, uint64_t key, uint32_t free_count,
                        uint64_t wait_max_ms, uint64_t now_ms)
{
    const struct throttle_slot *slot = find(throttle, key);

    uint32_t wrong = slot == NULL ? 0 : left(slot, now_ms);
    if (free_count == 0 || slot == NULL || wrong < free_count)
        return 0;
    uint32_t doublings = wrong - free_count;
    if (doublings > THROTTLE_DOUBLINGS_MAX)
        doublings = THROTTLE_DOUBLINGS_MAX;
    uint64_t wait_ms = (uint64_t)WAIT_FIRST_MS << doublings;
    if (wait_ms > wait_max_ms)
        wait_ms = wait_max_ms;
    uint64_t passed_ms = now_ms - slot->at_ms;
    return passed_ms >= wait_ms ? 0 : wait_ms - passed_ms;
}

static bool is_full(struct throttle *throttle, uint64_t key, uint32_t free_count, uint64_t now_ms)
{
    const struct throttle_slot *slot = find(throttle, key);

    return free_count != 0 && slot != NULL && slot->open > 0 && weight(slot, now_ms) >= free_count;
}

uint64_t throttle_wait(struct throttle *throttle, struct network_key address, const char *name,
                       struct throttle_limits limits, uint64_t now_ms)
{
    uint64_t of_name = wait_of(throttle, key_of(throttle, address, name), limits.per_name,
                               limits.wait_max_ms, now_ms);
    uint64_t of_address = wait_of(throttle, key_of(throttle, address, ""), limits.per_address,
                                  limits.wait_max_ms, now_ms);

    return of_name > of_address ? of_name : of_address;
}

bool throttle_is_busy(struct throttle *throttle, struct network_key address, const char *name,
                      struct throttle_limits limits, uint64_t now_ms)
{
    return is_full(throttle, key_of(throttle, address, name), limits.per_name, now_ms) ||
           is_full(throttle, key_of(throttle, address, ""), limits.per_address, now_ms);
}

static struct throttle_slot *find_or_claim(struct throttle *throttle, uint64_t key, uint64_t now_ms)
{
    struct throttle_slot *slot = find(throttle, key);

    return slot != NULL ? slot : claim(throttle, key, now_ms);
}

void throttle_begin(struct throttle *throttle, struct network_key address, const char *name,
                    uint64_t now_ms)
{
    find_or_claim(throttle, key_of(throttle, address, name), now_ms)->open++;
    find_or_claim(throttle, key_of(throttle, address, ""), now_ms)->open++;
}

/* Ends a guess, unless the slot is now used for another key. */
static void close_one(struct throttle_slot *slot)
{
    if (slot != NULL && slot->open > 0)
        slot->open--;
}

void throttle_end(struct throttle *throttle, struct network_key address, const char *name)
{
    close_one(find(throttle, key_of(throttle, address, name)));
    close_one(find(throttle, key_of(throttle, address, "")));
}

static void note(struct throttle *throttle, uint64_t key, uint64_t now_ms)
{
    struct throttle_slot *slot = find_or_claim(throttle, key, now_ms);

    slot->wrong = left(slot, now_ms) + 1;
    slot->at_ms = now_ms;
}

void throttle_note(struct throttle *throttle, struct network_key address, const char *name,
                   uint64_t now_ms)
{
    note(throttle, key_of(throttle, address, name), now_ms);
    note(throttle, key_of(throttle, address, ""), now_ms);
}

enum { GROUP = 4, DIGITS = 12, HASH_BYTES = (CODE_HASH_SIZE - 1) / 2 };

/* The letters of codes, without 0 and O, 1 and I: exactly 32, so that each is equally likely. */
static const char alphabet[] = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

_Static_assert(sizeof alphabet - 1 == 32, "five bits a digit");

void code_make(char out[CODE_SIZE])
{
    uint8_t random[DIGITS];
    size_t length = 0;

    randombytes_buf(random, sizeof random);
    for (size_t i = 0; i < DIGITS; i++) {
        if (i > 0 && i % GROUP == 0)
            out[length++] = '-';
        out[length++] = alphabet[random[i] % 32];
    }
    out[length] = '\0';
    sodium_memzero(random, sizeof random);
}

void code_hash(const char *name, const char *code, char out[CODE_HASH_SIZE])
{
    crypto_generichash_state state;
    uint8_t hash[HASH_BYTES];

    CHECK(crypto_generichash_init(&state, NULL, 0, sizeof hash) == 0);
    CHECK(crypto_generichash_update(&state, (const uint8_t *)name, strlen(name) + 1) == 0);
    for (; *code != '\0'; code++) {
        uint8_t letter = (uint8_t)toupper((unsigned char)*code);
        if (letter == '-' || letter == ' ')
            continue;
        CHECK(crypto_generichash_update(&state, &letter, 1) == 0);
    }
    CHECK(crypto_generichash_final(&state, hash, sizeof hash) == 0);
    CHECK(sodium_bin2hex(out, CODE_HASH_SIZE, hash, sizeof hash) == out);
}

/* True if `typed`, in either case and with or without dashes, has that hash. Takes the same time
   for every wrong code. */
static bool code_matches(const char *name, const char *typed, const char *hash)
{
    char found[CODE_HASH_SIZE];

    if (strlen(hash) != CODE_HASH_SIZE - 1)
        return false;
    code_hash(name, typed, found);
    return sodium_memcmp(found, hash, CODE_HASH_SIZE) == 0;
}

enum { MINUTE_MS = 60 * 1000 };

/* Returns why this player cannot be made (static text); NULL: it can. */
static const char *refusal_of_new(const struct sessions *sessions, const struct auth_state *auth)
{
    const char *refusal = save_watch_refusal(sessions->game);

    if (reserved_names_has(&sessions->game->reserved, auth->name))
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

/* Returns the table that counts the players, or guests, that each network made recently. *out_max:
   limit of a network; 0: none, for example if new connections have no limit. */
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
    const char *refusal = refusal_of_new(session->sessions, &session->auth);

    if (refusal != NULL)
        ask_for_name(session, refusal);
    return refusal != NULL || is_over_budget(session);
}

static void count_one(const struct base *base, const struct network_key *key,
                      struct network_table *table)
{
    uint64_t now_ms = base->now_ms;
    struct network_place place = network_table_hold(table, (*key), now_ms);

    network_table_note(table, &place, now_ms);
    network_table_leave(table, &place);
}

/* Counts a new player or a guest, who count against the same limit. */
bool login_policy_count_new(struct session *session)
{
    struct sessions *sessions = session->sessions;

    if (is_over_budget(session))
        return false;
    count_one(sessions->base, &session->conn->key, &sessions->new_players);
    if (session->auth.makes_guest)
        count_one(sessions->base, &session->conn->key, &sessions->guests);
    return true;
}

void login_policy_hold_new(const struct sessions *sessions, struct job *job)
{
    struct new_account *made = job->content;

    if (sessions->base->options.new_accounts != NEW_ACCOUNTS_HOLD)
        return;
    made->ruling = (struct ruling){.kind = RULING_HOLD,
                                   .at = (int64_t)time(NULL),
                                   .who = "server",
                                   .detail = RULING_NO_DETAIL};
    snprintf(made->ruling.subject, sizeof made->ruling.subject, "%s", made->account.name);
}

void login_policy_on_new(struct sessions *sessions, const struct job *job)
{
    const struct new_account *made = job->content;
    char text[128];

    if (made->ruling.kind != RULING_HOLD)
        return;
    if (moderation_put(&sessions->game->moderation, &made->ruling) != ERR_OK)
        LOG(&sessions->base->log, LOG_ERROR, "decision.no-room",
            log_text("name", made->account.name));
    snprintf(text, sizeof text, "A new player waits: @approve %s, or @ban %s.", made->account.name,
             made->account.name);
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

/* Starts the login again, because the code is no longer valid. */
static void go_back(struct session *session, const char *why)
{
    session->auth.sets_password = false;
    session->auth.secrets->code_hash[0] = '\0';
    session_change_state(session, SESSION_NAME);
    session_write(session, why);
    login_prompt_again(session);
}

static void on_code_used(void *asker, struct job *job)
{
    const struct code_use *use = job->content;
    struct sessions *sessions = asker;
    struct session *session = login_find_session(sessions, job->ticket);
    const struct ruling *code =
        moderation_find(&sessions->game->moderation, RULING_CODE, use->code.subject);

    if (job->result == ERR_OK) {
        resume_forget(sessions, use->account.id);
        LOG(&sessions->base->log, LOG_INFO, "password.set-by-code",
            log_text("name", use->account.name));
        if (code != NULL && strcmp(code->detail, use->code.detail) == 0)
            (void)moderation_drop(&sessions->game->moderation, RULING_CODE, use->code.subject);
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
    session->account = use->account;
    session_write(session, "Your new password is set.\n");
    if (!login_policy_turns_away(session))
        login_enter(session);
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
    struct code_use *use = job->content;

    job->ticket = session->conn->serial;
    use->account = session->account;
    memcpy(use->account.password_hash, hash, strlen(hash) + 1);
    use->code = *code;
    job->answer = on_code_used;
    session_change_state(session, SESSION_WAITING);
    if (persist_submit(sessions->persist, job, &sessions->answers) != ERR_OK)
        go_back(session, "The server is too busy. Please try again in a moment.\n");
}

static void on_password_renewed(void *asker, struct job *job)
{
    const struct new_password *change = job->content;
    struct sessions *sessions = asker;
    if (job->result == ERR_OK)
        LOG(&sessions->base->log, LOG_INFO, "password.rehashed",
            log_text("name", change->account.name), log_text("cause", "password-cost was raised"));
    else
        LOG(&sessions->base->log, LOG_WARNING, "password.not-rehashed",
            log_text("name", change->account.name), log_text("error", err_name(job->result)));
}

void login_policy_renew_password(struct session *session, const char *hash)
{
    struct sessions *sessions = session->sessions;
    struct job *job = job_new(&question_renew_password);

    if (job == NULL)
        return;
    struct new_password *change = job->content;

    job->answer = on_password_renewed;
    change->account = session->account;
    memcpy(change->before, session->account.password_hash, sizeof change->before);
    snprintf(change->account.password_hash, sizeof change->account.password_hash, "%s", hash);
    snprintf(session->auth.secrets->renewed_hash, sizeof session->auth.secrets->renewed_hash, "%s",
             hash);
    /* If the queue is full the old hash stays: the next login tries again. */
    if (persist_submit(sessions->persist, job, &sessions->answers) != ERR_OK)
        LOG(&sessions->base->log, LOG_WARNING, "password.not-rehashed",
            log_text("name", session->account.name), log_text("error", err_name(ERR_BUSY)));
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

void login_policy_hold_back(struct logins *logins, struct auth_state *auth, bool is_held_back)
{
    uint32_t *held = &logins->guesses_held;

    *held += is_held_back;
    *held -= auth->is_held_back;
    auth->is_held_back = is_held_back;
}

void login_policy_abandon_guess(struct session *session)
{
    struct sessions *sessions = session->sessions;

    password_cancel(sessions, session->conn->serial);
    if ((session->auth.is_guessing || session->auth.is_held_back) && !sessions->base->is_stopping) {
        metrics_add(&sessions->base->metrics, METRIC_LOGINS, METRIC_LOGIN_WRONG_PASSWORD, 1);
        login_policy_note_wrong(session);
    }
    login_policy_hold_back(sessions->logins, &session->auth, false);
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
