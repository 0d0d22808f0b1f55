/*
 * Admission to the game beside the password: bans, new players that wait for approval, limits on
 * wrong guesses and on new players, and codes that stand for a forgotten password. A client that
 * cannot log in as a player learns nothing here about that player.
 */
#ifndef UNDERCROFT_SERVER_SESSION_AUTH_LOGIN_POLICY_H
#define UNDERCROFT_SERVER_SESSION_AUTH_LOGIN_POLICY_H

#include <stdbool.h>
#include <stdint.h>

#include "server/net/network_table.h"

struct auth_state;
struct job;
struct logins;
struct session;
struct sessions;

/* Codes that let somebody set a new password once: twelve letters and digits that cannot be taken
   for each other. The server keeps a hash of the code and the name, never the code itself. */
enum {
    CODE_SIZE = 15,      /* "7QK2-M9XF-3CVT", with its NUL */
    CODE_HASH_SIZE = 65, /* hexadecimal digits, with their NUL */
};

void code_make(char out[CODE_SIZE]);

void code_hash(const char *name, const char *code, char out[CODE_HASH_SIZE]);

enum {
    THROTTLE_SLOTS = 1024,
    THROTTLE_PROBES_MAX = 16,
    THROTTLE_FORGET_MS = 60 * 1000, /* until a wrong guess is forgotten */
    THROTTLE_DOUBLINGS_MAX = 16,
    THROTTLE_KEY_SIZE = 16,
};

struct throttle_slot {
    uint64_t key;   /* 0: free */
    uint64_t at_ms; /* of the last wrong guess */
    uint32_t wrong; /* wrong guesses that were not forgotten at that time */
    uint32_t open;  /* guesses that are being looked at */
};

/*
 * Guessing passwords gets slower: after some wrong ones from an address, and sooner after some for
 * one name from that address, the next guess is not looked at before a while has passed, which
 * doubles with every further one. From anywhere else nothing changes, so guesses can lock
 * no account; wrong guesses are forgotten, one a minute.
 *
 * The table has a fixed size and is empty when it is all zero. A guess that finds no room in it
 * takes the place of the one that is most nearly forgotten.
 */
struct throttle {
    struct throttle_slot slots[THROTTLE_SLOTS];
    uint8_t key[THROTTLE_KEY_SIZE]; /* of the hash; drawn at the start */
};

struct throttle_limits {
    uint32_t per_address; /* wrong guesses that cost nothing; 0: no limit */
    uint32_t per_name;    /* the same of one name from one address */
    uint64_t wait_max_ms;
};

/* Gives the hash a key of its own, so that nobody chooses names that crowd a slot. */
void throttle_init(struct throttle *throttle);

/* How long a guess has to wait still, in milliseconds; 0: not because of wrong ones. */
uint64_t throttle_wait(struct throttle *throttle, struct network_key address, const char *name,
                       struct throttle_limits limits, uint64_t now_ms);

/* As many guesses are being looked at as may still be wrong: the next one stands in line until it
   result of one of them is known, for many guesses at once would cost no more than one. */
bool throttle_is_busy(struct throttle *throttle, struct network_key address, const char *name,
                      struct throttle_limits limits, uint64_t now_ms);

/* The comparison of a guess begins, and ends. */
void throttle_begin(struct throttle *throttle, struct network_key address, const char *name,
                    uint64_t now_ms);
void throttle_end(struct throttle *throttle, struct network_key address, const char *name);

/* A guess was wrong. */
void throttle_note(struct throttle *throttle, struct network_key address, const char *name,
                   uint64_t now_ms);

/* True if no new player of that name can be made now: by the name, by the disk, by an operator, or
   because the network made as many of late as it may. It was said why, and a name is asked for. A
   disk that cannot take one says so before anybody chooses a password. */
bool login_policy_refuses_new(struct session *session);

/* Counts a new player, or a guest, for its network. False: as login_policy_refuses_new() is true.
 */
bool login_policy_count_new(struct session *session);

/* Adds the ruling "waits for approval" to the job that makes a new delver, if the server asks for
   approval. */
void login_policy_hold_new(const struct sessions *sessions, struct job *job);

/* A delver that waits for approval was made: the admins in play are told. */
void login_policy_on_new(struct sessions *sessions, const struct job *job);

/* The last step of a login. True: the delver may not come in, was told why, and the connection
   finishes. */
bool login_policy_turns_away(struct session *session);

/* True if so many guesses from this address, or for this name from it, are being compared that the
   next guess, right or wrong, waits until one of them is decided. */
bool login_policy_is_busy(const struct session *session);

/*
 * True if guesses from this address, or for this name from it, came too fast: the password is not
 * compared, the client is told how long to wait, and asked again. False: the guess counts as under
 * way until login_policy_end_guess().
 */
bool login_policy_must_wait(struct session *session);

/* Begins a guess without telling the client anything. False: the guess has to wait *out_wait_ms,
   and has not begun. */
bool login_policy_begin_guess(struct session *session, uint64_t *out_wait_ms);
void login_policy_end_guess(struct session *session); /* idempotent */
void login_policy_note_wrong(struct session *session);

/* Whether the guess stands in line for others of its network. */
void login_policy_hold_back(struct logins *logins, struct auth_state *auth, bool is_held_back);

/* The connection closes. A guess without an answer counts as wrong, so that closing early gains
   nothing; if its password still waits for a worker, it is not hashed. */
void login_policy_abandon_guess(struct session *session);

/* The last wrong password of a connection. */
void login_policy_end_call(struct session *session);

/* Notes whether the typed password is the account's code. It is compared with the password as well,
   so that both take the same time. */
void login_policy_note_code(struct session *session, const char *typed);

/* The password was wrong. True if it was a code: a new password is asked for. */
bool login_policy_takes_code(struct session *session);

/* The password was right, but was stored when less work was asked for: `hash` takes its place, if
   no other was chosen meanwhile. Nobody waits for that. */
void login_policy_renew_password(struct session *session, const char *hash);

/* The new password of a player who gave a code, as its hash: saved if the code is still good. */
void login_policy_use_code(struct session *session, const char *hash);

#endif
