/*
 * A guest is made like a player, with other inputs: the name is two short friendly words, no two
 * pairs of which look alike, and a random password goes to a worker to be hashed. A claim looks the
 * name up, asks for a password as `password` does (own_password.h), and changes the account's row;
 * then the world gets the name.
 */
#include "server/session/auth/guest.h"

#include <sodium.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "server/game/roster.h"
#include "server/game/save_watch.h"
#include "server/net/conn.h"
#include "server/save/persist.h"
#include "server/save/persist_accounts.h"
#include "server/session/auth/login.h"
#include "server/session/auth/login_policy.h"
#include "server/session/auth/own_password.h"
#include "server/session/auth/account_changes.h"
#include "server/session/page/page.h"
#include "server/session/session.h"
#include "server/session/sessions.h"

static const char *const first_words[] = {
    "amber",  "ashen",  "azure",  "bold",   "brave",  "brief",  "bright", "brisk",  "brown",
    "calm",   "candid", "chalk",  "cheery", "civil",  "clay",   "clear",  "clever", "cobalt",
    "cold",   "copper", "coral",  "cosy",   "crisp",  "dapper", "deft",   "dim",    "dusky",
    "eager",  "early",  "even",   "fair",   "faint",  "fleet",  "fond",   "free",   "fresh",
    "frosty", "gentle", "gilded", "glad",   "golden", "good",   "grand",  "green",  "grey",
    "happy",  "hardy",  "hazel",  "hearty", "honest", "humble", "ivory",  "jade",   "jolly",
    "keen",   "kind",   "late",   "lively", "lofty",  "long",   "loyal",  "lucky",  "lunar",
    "mellow", "merry",  "mild",   "misty",  "modest", "moss",   "sunny",  "nimble", "noble",
    "ochre",  "olive",  "opal",   "pale",   "patch",  "pearly", "plain",  "plum",   "polite",
    "proud",  "quick",  "quiet",  "rapid",  "ready",  "rosy",   "ruby",   "russet", "sandy",
    "silent", "silver", "sleek",  "snowy",  "solid",  "spry",
};

static const char *const second_words[] = {
    "acorn",  "apple",  "aspen",  "badger", "beacon", "beetle", "birch",  "bison",  "brook",
    "candle", "canyon", "cedar",  "cherry", "clover", "comet",  "crow",   "daisy",  "dove",
    "ember",  "falcon", "fern",   "ferret", "finch",  "flint",  "fox",    "garnet", "gecko",
    "goose",  "gull",   "hornet", "hare",   "hawk",   "heath",  "heron",  "ibis",   "island",
    "jasper", "jay",    "kettle", "lark",   "linden", "linnet", "lotus",  "maple",  "marten",
    "martin", "meadow", "melon",  "mole",   "moth",   "mouse",  "newt",   "oriole", "osprey",
    "otter",  "owl",    "pebble", "pepper", "pine",   "plover", "poppy",  "puffin", "quail",
    "quartz", "rabbit", "raven",  "reed",   "ridge",  "robin",  "rook",   "sable",  "salmon",
    "sorrel", "spruce", "squid",  "stoat",  "stork",  "swan",   "swift",  "tern",   "thrush",
    "tulip",  "turtle", "vole",   "walnut", "weasel", "willow", "wombat", "wren",   "yarrow",
    "zebra",  "carp",   "cliff",  "conch",  "cove",   "crane",
};

_Static_assert(sizeof first_words / sizeof first_words[0] == (size_t)GUEST_NAME_WORDS &&
                   sizeof second_words / sizeof second_words[0] == (size_t)GUEST_NAME_WORDS,
               "as many as are drawn from");
_Static_assert(2 * GUEST_NAME_WORD_MAX + GUEST_NAME_LETTERS <= NAME_LENGTH_MAX, "a name holds all");

void guest_name_of(size_t first, size_t second, char out[NAME_LENGTH_MAX + 1])
{
    char typed[NAME_LENGTH_MAX + 1];

    CHECK(first < GUEST_NAME_WORDS && second < GUEST_NAME_WORDS);
    snprintf(typed, sizeof typed, "%.*s%.*s", (int)GUEST_NAME_WORD_MAX, first_words[first],
             (int)GUEST_NAME_WORD_MAX, second_words[second]);
    enum err error = name_normalise(typed, out);
    CHECK(error == ERR_OK);
}

void guest_name_draw(int attempt, char out[NAME_LENGTH_MAX + 1])
{
    guest_name_of(randombytes_uniform(GUEST_NAME_WORDS), randombytes_uniform(GUEST_NAME_WORDS),
                  out);
    if (attempt < GUEST_NAME_PLAIN_TRIES)
        return;
    size_t length = strlen(out);
    for (int i = 0; i < GUEST_NAME_LETTERS; i++)
        out[length++] = (char)('a' + randombytes_uniform(26));
    out[length] = '\0';
}

enum { PASSWORD_BYTES = 16, PASSWORD_SIZE = 2 * PASSWORD_BYTES + 1 };

static const char too_busy[] = "The server is busy. Please try again in a moment.";

bool guest_is_welcome(const struct session *session)
{
    const struct options *options = &session->sessions->base->options;

    return options->new_accounts == NEW_ACCOUNTS_OPEN &&
           (options->guests == GUESTS_ALL ||
            (options->guests == GUESTS_WEB && session->present.page != NULL));
}

static void ask_for_name(struct session *session)
{
    session_change_state(session, SESSION_NAME);
    login_prompt_again(session);
}

void guest_enter(struct session *session)
{
    uint8_t bytes[PASSWORD_BYTES];
    char password[PASSWORD_SIZE];

    if (!guest_is_welcome(session)) {
        session_refuse(session, "There are no guests here: any new name makes a player.");
        ask_for_name(session);
        return;
    }
    session->auth.makes_guest = true;
    session->auth.guest_tries = 0;
    guest_name_draw(0, session->auth.name);
    if (login_policy_refuses_new(session))
        return;
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(password, sizeof password, bytes, sizeof bytes);
    memcpy(session->auth.secrets->password, password, sizeof password);
    session_change_state(session, SESSION_NAME);
    login_hash_password(session, password);
    sodium_memzero(bytes, sizeof bytes);
    sodium_memzero(password, sizeof password);
}

void guest_try_again(struct session *session, const char *password_hash)
{
    int attempt = ++session->auth.guest_tries;

    if (attempt >= GUEST_NAME_TRIES_MAX) {
        session_refuse(session, too_busy);
        ask_for_name(session);
        return;
    }
    guest_name_draw(attempt, session->auth.name);
    login_create_account(session, password_hash);
}

void guest_on_made(struct session *session)
{
    char text[64 + NAME_LENGTH_MAX];

    session->auth.makes_guest = false;
    if (session->present.page != NULL)
        page_tell_guest(&session->conn->client, session->account.name,
                        session->auth.secrets->password);
    sodium_memzero(session->auth.secrets->password, sizeof session->auth.secrets->password);
    snprintf(text, sizeof text, "You are a guest, and called %s.\n", session->account.name);
    session_write(session, text);
}

void guest_greet(struct session *session)
{
    if (session->account.is_guest)
        session_tell(session, "To stay for good, choose a name and a password: claim NAME.",
                     ROLE_GOOD);
}

/* Returns why that name cannot be claimed (static text); NULL: it can, as far as is known without
   the database. */
static const char *refusal_of_claim(const struct sessions *sessions,
                                    const struct account_record *account, const char *name)
{
    const char *refusal = save_watch_refusal(sessions->game);

    if (refusal != NULL)
        return refusal;
    if (reserved_names_has(&sessions->game->reserved, name))
        return "That name is reserved. Please choose another.";
    if (sessions->base->options.new_accounts != NEW_ACCOUNTS_OPEN)
        return "No names are given away at present. Please try again later.";
    if (moderation_find(&sessions->game->moderation, RULING_MUTE, account->name) != NULL)
        return "You are muted: names are for later.";
    return NULL;
}

static void on_found(void *asker, struct job *job)
{
    const struct account_question *question = job->content;
    struct sessions *sessions = asker;
    struct session *session = sessions_find(sessions, job->ticket);

    if (session == NULL || own_password_claims(session->auth.own_password) == NULL ||
        !own_password_is_working(session->auth.own_password))
        return;
    bool is_own = job->result == ERR_OK && question->account.id == session->account.id;
    bool is_free = job->result == ERR_NOT_FOUND && !question->is_lookalike;
    if (is_own || is_free)
        own_password_ask_for_claim(session);
    else if (job->result == ERR_OK || question->is_lookalike)
        own_password_fail(session, "That name is taken, or looks too much like one that is. "
                                   "Please choose another.");
    else
        own_password_fail(session, too_busy);
}

/* Looks up whether a name is taken, without loading more. */
static bool look_up(const struct conn *conn, struct sessions *sessions, const char *name)
{
    struct job *job = job_new(&question_find_account);

    if (job == NULL)
        return false;
    struct account_question *question = job->content;

    job->ticket = conn->serial;
    snprintf(question->account.name, sizeof question->account.name, "%s", name);
    name_skeleton(name, question->account.skeleton);
    job->answer = on_found;
    return persist_submit(sessions->persist, job, &sessions->answers) == ERR_OK;
}

void guest_claim(struct session *session, const struct command *command)
{
    char typed[LINE_INPUT_MAX + 1];
    char name[NAME_LENGTH_MAX + 1];
    const char *words = command->rest + strspn(command->rest, " ");

    snprintf(typed, sizeof typed, "%.*s", (int)strcspn(words, " "), words);
    const char *refusal = NULL;
    if (!session->account.is_guest)
        refusal = "You have a name and a password already.";
    else if (typed[0] == '\0')
        refusal = "Claim which name? For example: claim Brom.";
    else if (words[strlen(typed) + strspn(words + strlen(typed), " ")] != '\0' ||
             name_normalise(typed, name) != ERR_OK)
        refusal = "A name is 3 to 16 letters from A to Z, nothing else.";
    else
        refusal = refusal_of_claim(session->sessions, &session->account, name);
    if (refusal != NULL)
        session_tell(session, refusal, ROLE_BAD);
    else if (own_password_begin_claim(session, name) &&
             !look_up(session->conn, session->sessions, name))
        own_password_fail(session, too_busy);
}

bool guest_save_claim(struct session *session, const char *password_hash)
{
    struct job *job = job_new(&question_claim_account);

    if (job == NULL)
        return false;
    struct new_name *change = job->content;

    job->ticket = session->conn->serial;
    change->account = session->account;
    snprintf(change->account.name, sizeof change->account.name, "%s",
             own_password_claims(session->auth.own_password));
    name_skeleton(change->account.name, change->account.skeleton);
    memcpy(change->password_before, session->account.password_hash, sizeof change->password_before);
    rename_fill_in(change, session->account.name);
    snprintf(change->account.password_hash, sizeof change->account.password_hash, "%s",
             password_hash);
    job->answer = guest_on_claimed;
    return persist_submit(session->sessions->persist, job, &session->sessions->answers) == ERR_OK;
}

/* Updates the session that plays the account, unless its login is still going on. */
static void update_session(struct session *session, const struct account_record *account)
{
    if (session->account.id != account->id || session->state < SESSION_ENTERING ||
        session->state == SESSION_CLOSED)
        return;
    memcpy(session->account.password_hash, account->password_hash, sizeof account->password_hash);
    session->account.is_guest = false;
    if (session->present.page != NULL)
        page_tell_claimed(&session->conn->client, account->name);
}

/* Takes a claimed name in all sessions, whether the player is still there or not. */
static void settle_claim(struct sessions *sessions, const struct account_record *account,
                         const char *before)
{
    struct player_slot *slot = roster_slot_of_delver(sessions->game->roster, account->id);

    LOG(&sessions->base->log, LOG_INFO, "guest.claimed", log_text("guest", before),
        log_text("name", account->name));
    metrics_add(&sessions->base->metrics, METRIC_GUESTS_CLAIMED, METRIC_ALONE, 1);
    if (slot != NULL)
        slot->is_guest = false;
    for (struct session *session = sessions->list; session != NULL; session = session->next)
        update_session(session, account);
    rename_settle(sessions, account, before);
}

static const char *failure_of(enum err error)
{
    return error == ERR_EXISTS ? "That name was taken a moment ago. You are still a guest."
                               : "The name could not be saved. You are still a guest.";
}

void guest_on_claimed(void *asker, struct job *job)
{
    const struct new_name *change = job->content;
    struct sessions *sessions = asker;
    struct session *session = sessions_find(sessions, job->ticket);
    bool is_asked = session != NULL && own_password_claims(session->auth.own_password) != NULL;
    char text[64 + NAME_LENGTH_MAX];

    if (job->result == ERR_OK)
        settle_claim(sessions, &change->account, change->name_before);
    if (!is_asked)
        return;
    snprintf(text, sizeof text, "You are %s for good. Saved.", change->account.name);
    if (job->result == ERR_OK)
        own_password_succeed(session, text);
    else
        own_password_fail(session, failure_of(job->result));
}
