/*
 * Admission to the game besides the password: bans, new players that wait for approval, limits on
 * wrong guesses and on new players, and codes in place of a forgotten password. A client that
 * cannot log in as a player learns nothing about that player.
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

/* Codes with which a player can set a new password once: twelve letters and digits that cannot be
   confused. The server stores a hash of the code and the name, not the code. */
enum {
    CODE_SIZE = 15,      /* "7QK2-M9XF-3CVT", with its NUL */
    CODE_HASH_SIZE = 65, /* hexadecimal digits, with their NUL */
};

void code_make(char out[CODE_SIZE]);

void code_hash(const char *name, const char *code, char out[CODE_HASH_SIZE]);

enum {
    THROTTLE_SLOTS = 1024,
    THROTTLE_PROBES_MAX = 16,
    THROTTLE_FORGET_MS = 60 * 1000, /* time until a wrong guess is forgotten */
    THROTTLE_DOUBLINGS_MAX = 16,
    THROTTLE_KEY_SIZE = 16,
};

struct throttle_slot {
    uint64_t key;   /* 0: free entry */
    uint64_t at_ms; /* time of the last wrong guess */
    uint32_t wrong; /* wrong guesses that were not forgotten then */
    uint32_t open;  /* guesses that are being checked */
};

/*
 * Slows down the guessing of passwords. After some wrong guesses from an address, and sooner after
 * some for one name from that address, the next guess is checked only after a pause, which doubles
 * with each further one. Other addresses are not affected, so guesses cannot lock an account; wrong
 * guesses are forgotten, one a minute. The table has a fixed size and is empty when all zero. A
 * guess without a free slot takes the slot that would be forgotten first.
 */
struct throttle {
    struct throttle_slot slots[THROTTLE_SLOTS];
    uint8_t key[THROTTLE_KEY_SIZE]; /* key of the hash; random at each start */
};

struct throttle_limits {
    uint32_t per_address; /* wrong guesses allowed without a pause; 0: no limit */
    uint32_t per_name;    /* the same for one name from one address */
    uint64_t wait_max_ms;
};

/* Draws the key of the hash, so that nobody can choose names that share a slot. */
void throttle_init(struct throttle *throttle);

/* Returns the milliseconds that a guess must still wait because of wrong ones; 0: none. */
uint64_t throttle_wait(struct throttle *throttle, struct network_key address, const char *name,
                       struct throttle_limits limits, uint64_t now_ms);

/* True if as many guesses are being checked as may still be wrong. The next guess then waits for
   the result of one of them; otherwise many guesses at once would cost no more than one. */
bool throttle_is_busy(struct throttle *throttle, struct network_key address, const char *name,
                      struct throttle_limits limits, uint64_t now_ms);

/* Begin and end the check of a guess. */
void throttle_begin(struct throttle *throttle, struct network_key address, const char *name,
                    uint64_t now_ms);
void throttle_end(struct throttle *throttle, struct network_key address, const char *name);

/* Counts a wrong guess. */
void throttle_note(struct throttle *throttle, struct network_key address, const char *name,
                   uint64_t now_ms);

/* True if no new player of that name can be made now: because of the name, the disk, an operator,
   or the number of players that the network made recently. The client was told why, and is asked
   for a name. A disk without room refuses before anybody chooses a password. */
bool login_policy_refuses_new(struct session *session);

/* Counts a new player, or a guest, for its network. False: login_policy_refuses_new() would
   refuse. */
bool login_policy_count_new(struct session *session);

/* Adds the ruling "waits for approval" to the job that makes a new delver, if the server requires
   approval. */
void login_policy_hold_new(const struct sessions *sessions, struct job *job);

/* Tells the admins in play of a new delver that waits for approval. */
void login_policy_on_new(struct sessions *sessions, const struct job *job);

/* Does the last step of a login. True: the player may not come in, the client was told why, and the
   connection ends. */
bool login_policy_turns_away(struct session *session);

/* True if so many guesses from this address, or for this name from it, are being checked that the
   next one must wait for the result of one. */
bool login_policy_is_busy(const struct session *session);

/*
 * True if guesses from this address, or for this name from it, came too fast: the password is not
 * compared, and the client is told how long to wait and asked again. False: the guess counts as
 * being checked until login_policy_end_guess().
 */
bool login_policy_must_wait(struct session *session);

/* Begins a guess without telling the client anything. False: the guess must wait *out_wait_ms, and
   has not begun. */
bool login_policy_begin_guess(struct session *session, uint64_t *out_wait_ms);
void login_policy_end_guess(struct session *session); /* Ends the guess. Idempotent. */
void login_policy_note_wrong(struct session *session);

/* Sets whether the guess waits for others of its network. */
void login_policy_hold_back(struct logins *logins, struct auth_state *auth, bool is_held_back);

/* Ends the guess of a connection that closes. Without a result it counts as wrong, so that closing
   early gains nothing; a password that still waits for a worker is not hashed. */
void login_policy_abandon_guess(struct session *session);

/* Ends the connection after its last wrong password. */
void login_policy_end_call(struct session *session);

/* Notes whether the typed password is the account's code. It is also compared as a password, so
   that both take the same time. */
void login_policy_note_code(struct session *session, const char *typed);

/* True if a wrong password was a code: the client is asked for a new password. Call it after a
   wrong password. */
bool login_policy_takes_code(struct session *session);

/* Stores `hash` in place of the hash of a right password, which was made with less work than is set
   now, unless another password was chosen meanwhile. Nobody waits for the result. */
void login_policy_renew_password(struct session *session, const char *hash);

/* Saves the hash of a new password of a player who gave a code, if the code is still valid. */
void login_policy_use_code(struct session *session, const char *hash);

#endif
