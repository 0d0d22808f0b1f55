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

/* Returns the session of a connection, if it waits for an answer; NULL: it is gone. */
struct session *login_find_session(struct sessions *sessions, uint64_t conn_serial);

/* Checks a password that was held back for others of its network, if its turn has come. */
void login_take_turn(struct session *session);

/* Lets the session enter, after its account was made, its password was set, or its token was
   valid. */
void login_enter(struct session *session);

/* Has a new player's password hashed, and then makes the player; for guest.h. */
void login_hash_password(struct session *session, const char *password);
void login_create_account(struct session *session, const char *password_hash);

/* Refuses a login whose account has changed its password since the login proved it; for
   session_entry.h. It counts as a wrong password, and the login asks for a name. */
void login_refuse_proof(struct session *session);

/* Confirms the login to the client's program, if that logged in for its player. Call it once the
   session has entered. */
void login_confirm_credentials(struct auth_state *auth, struct client *client);

/* Tells a session in line its number, if that has changed. */
void login_tell_number(struct session *session, uint32_t number);

/* Takes a line that was typed in a state of the login. */
void login_on_line(struct session *session);

/*
 * Logs in for a client's program, as if a known delver's name and the password had been typed at
 * the name prompt. The program gets the result in the same words and after the same work, whether
 * the delver exists or not.
 */
void login_on_credentials(struct session *session, const char *name, const char *password);

/* Takes the answer to watch_offer(): a letter, a name, or a word to go back. */
void login_on_pick(struct session *session, const char *line);

/* Takes a page's token and the number of its last line, at the name prompt. */
void login_resume(struct session *session, const char *token, uint32_t line);

/* Take answers of the database thread. */
void login_on_account_found(void *asker, struct job *job);
void login_on_account_created(void *asker, struct job *job);

/*
 * Takes the result of a hashing worker. After a comparison ERR_OK: the password is right, and
 * `hash` (NULL: none) replaces the stored hash; ERR_NOT_FOUND: it is wrong. Without a comparison
 * `hash` is the new hash. Other errors say nothing about the password.
 */
void login_on_password(struct sessions *sessions, uint64_t conn_serial, enum err result,
                       bool was_comparison, const char *hash);

/* Reserves the words of the name prompt and the topics of help as names. Errors of
   reserved_names_add(). */
MUST_USE enum err login_words_reserve(struct reserved_names *names);

#endif
