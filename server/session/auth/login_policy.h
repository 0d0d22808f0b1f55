/*
 * Admission to the game beside the password: bans, new delvers that wait for approval, and codes
 * that stand for a forgotten password. A client that cannot log in as a delver learns nothing here
 * about that delver.
 */
#ifndef UNDERCROFT_SERVER_SESSION_AUTH_LOGIN_POLICY_H
#define UNDERCROFT_SERVER_SESSION_AUTH_LOGIN_POLICY_H

#include <stdbool.h>
#include <stdint.h>

struct job;
struct sessions;
struct session;

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

/* The login is done but for this. True: the delver may not come in, was told why, and the
   connection finishes. */
bool login_policy_turns_away(struct session *session);

/* So many guesses from this address, or of this name from it, are being looked at that the next one
   stands in line, right or wrong, until one of them is decided. */
bool login_policy_is_busy(const struct session *session);

/*
 * True if guesses from this address, or of this name from it, came too fast: nothing is compared
 * then, right or wrong; it is said how long to wait, and asked again. False: the guess counts as
 * being looked at until login_policy_end_guess(), whatever comes of it.
 */
bool login_policy_must_wait(struct session *session);

/* The same without a word. False: the guess has to wait, and is none yet. */
bool login_policy_begin_guess(struct session *session, uint64_t *out_wait_ms);
void login_policy_end_guess(struct session *session); /* idempotent */
void login_policy_note_wrong(struct session *session);

/* Whether the guess stands in line for others of its network. */
void login_policy_hold_back(struct session *session, bool is_held_back);

/* The connection goes. A guess that was not answered counts as wrong, or it would be free; one that
   was not begun is not looked at. */
void login_policy_abandon_guess(struct session *session);

/* The last wrong password of a connection. */
void login_policy_end_call(struct session *session);

/* Notes whether what is typed as the password is the account's code. It is still compared with the
   password as well, so that both take the same time. */
void login_policy_note_code(struct session *session, const char *typed);

/* The password was wrong. True if it was a code: a new password is asked for. */
bool login_policy_takes_code(struct session *session);

/* The password was right, but was stored when less work was asked for: `hash` takes its place, if
   no other was chosen meanwhile. Nobody waits for that. */
void login_policy_renew_password(struct session *session, const char *hash);
void login_policy_on_password_renewed(void *asker, struct job *job);

/* The new password of a player who gave a code, as its hash: saved if the code is still good. */
void login_policy_use_code(struct session *session, const char *hash);
void login_policy_on_code_used(void *asker, struct job *job);

#endif
