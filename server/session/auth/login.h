/*
 * The login: plain lines for every client, one row a state.
 */
#ifndef UNDERCROFT_SERVER_SESSION_AUTH_LOGIN_H
#define UNDERCROFT_SERVER_SESSION_AUTH_LOGIN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

struct auth_state;
struct client;
struct job;
struct reserved_names;
struct session;
struct sessions;

/* Play has begun, or the session ends: erases passwords and codes that were typed. */
void login_forget(struct auth_state *auth);

/* The greeting and the first prompt. */
void login_begin(struct session *session);

/* Repeats the last question, if the login waits for a line. */
void login_prompt_again(struct session *session);

/* The session of a connection that waits for an answer; NULL: it is gone. */
struct session *login_find_session(struct sessions *sessions, uint64_t conn_serial);

/* Checks the password that was held back for others of its network, if its turn has come. */
void login_take_turn(struct session *session);

/* The session enters: its account was made, its password was set, or its token is valid. */
void login_enter(struct session *session);

/* For guest.h: sends a new player's password to be hashed, and then makes the player. */
void login_hash_password(struct session *session, const char *password);
void login_create_account(struct session *session, const char *password_hash);

/* For session_entry.h. The account's password changed after this login proved it: that counts as a
   wrong password, and the login asks for a name. */
void login_refuse_proof(struct session *session);

/* The session has its place: tells the client's program, if it has logged in for its player. */
void login_confirm_credentials(struct auth_state *auth, struct client *client);

/* Tells a session that waits in line its number there, if that has changed. */
void login_tell_number(struct session *session, uint32_t number);

/* A line was typed in one of the login's states. */
void login_on_line(struct session *session);

/*
 * A client's program logs in for its player: as if a known delver's name and then the password had
 * been typed at the name prompt. The program hears how it went, in the same words and after the
 * same work whether or not there is such a delver.
 */
void login_on_credentials(struct session *session, const char *name, const char *password);

/* The answer to watch_offer(): a letter, a name, or something that goes back. */
void login_on_pick(struct session *session, const char *line);

/* A page at the name prompt sends its token, and the number of the last line that it has. */
void login_resume(struct session *session, const char *token, uint32_t line);

/* Answers of the database thread. */
void login_on_account_found(void *asker, struct job *job);
void login_on_account_created(void *asker, struct job *job);

/*
 * The hashing worker is done. If it compared, ERR_OK means that they match (then `hash` is what is
 * to be stored instead, or NULL) and ERR_NOT_FOUND that they do not. Else it made `hash`. Any other
 * error says nothing of the password.
 */
void login_on_password(struct sessions *sessions, uint64_t conn_serial, enum err result,
                       bool was_comparison, const char *hash);

/* Reserves the words of the name prompt and the subjects of help, so that no player is called so.
   Errors of reserved_names_add(). */
MUST_USE enum err login_words_reserve(struct reserved_names *names);

#endif
