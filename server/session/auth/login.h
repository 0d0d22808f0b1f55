/*
 * The login: plain lines for every client, one row for each state.
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

/* Wipes typed passwords and codes. Call it when play begins or the session ends. */
void login_forget(struct auth_state *auth);

/* Sends the greeting and the first prompt. */
void login_begin(struct session *session);

/* Repeats the last question, if the login waits for a line. */
void login_prompt_again(struct session *session);

/* Session of a connection that waits for an answer; NULL: it is gone. */
struct session *login_find_session(struct sessions *sessions, uint64_t conn_serial);

/* Checks a password that was held back for others of its network, if its turn has come. */
void login_take_turn(struct session *session);

/* Lets the session enter: its account was made, its password was set, or its token is valid. */
void login_enter(struct session *session);

/* For guest.h: sends a new player's password to be hashed, and then makes the player. */
void login_hash_password(struct session *session, const char *password);
void login_create_account(struct session *session, const char *password_hash);

/* For session_entry.h: the account's password changed after this login proved it. That counts as a
   wrong password, and the login asks for a name. */
void login_refuse_proof(struct session *session);

/* Confirms the login to the client's program, if it logged in for its player. The session has
   entered. */
void login_confirm_credentials(struct auth_state *auth, struct client *client);

/* Tells a session in line its number, if that has changed. */
void login_tell_number(struct session *session, uint32_t number);

/* Takes a line that was typed in one of the login's states. */
void login_on_line(struct session *session);

/*
 * Logs in for a client's program, as if a known delver's name and the password had been typed at
 * the name prompt. The program gets the result in the same words and after the same work, whether
 * the delver exists or not.
 */
void login_on_credentials(struct session *session, const char *name, const char *password);

/* Takes the answer to watch_offer(): a letter, a name, or a word that goes back. */
void login_on_pick(struct session *session, const char *line);

/* Takes a page's token and the number of its last line, at the name prompt. */
void login_resume(struct session *session, const char *token, uint32_t line);

/* Take answers of the database thread. */
void login_on_account_found(void *asker, struct job *job);
void login_on_account_created(void *asker, struct job *job);

/*
 * Takes the result of a hashing worker. After a comparison ERR_OK means that the password matches
 * (and `hash` is to be stored instead, or is NULL) and ERR_NOT_FOUND that it does not; else the
 * worker made `hash`. Other errors say nothing about the password.
 */
void login_on_password(struct sessions *sessions, uint64_t conn_serial, enum err result,
                       bool was_comparison, const char *hash);

/* Reserves the words of the name prompt and the topics of help as names. Errors of
   reserved_names_add(). */
MUST_USE enum err login_words_reserve(struct reserved_names *names);

#endif
