/*
 * Questions in the last row of screen mode. A question that is answered by a line has an editor
 * with completion: of commands first, behind them of the words that a table names for each command
 * (names of players online, settings and their values, topics of help, directions). ":" has a
 * history as well. A key that does not fit a question is dropped: it never becomes a step.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PRESENT_PROMPT_KEYS_H
#define UNDERCROFT_SERVER_SESSION_PRESENT_PROMPT_KEYS_H

#include <stdbool.h>
#include <stdint.h>

#include "narrate/command.h"
#include "server/session/present/present_state.h"

struct session;

/* Asks; PROMPT_NONE: nothing is asked any more. */
void prompt_open(struct session *session, enum screen_prompt prompt);

/* The words of the session's question; NULL for PROMPT_NONE. */
const char *prompt_text(const struct session *session);

/* True while a question is open; and while a line is typed to answer it. */
bool prompt_is_open(const struct session *session);
bool prompt_is_line(const struct screen_mode *screen);

/* True while what is typed must not show. */
bool prompt_is_secret(const struct screen_mode *screen);

/* The question about a password opens, changes or closes as its answer is awaited (own_password.h).
   Before and after each key, and each tick. */
void prompt_follow_password(struct session *session);

/* The question that a command's key opens; PROMPT_NONE: none. */
enum screen_prompt prompt_for(enum command_id id);

/* A key while a question is open. */
void prompt_keys_take(struct session *session, struct key key);

/* Puts a character that was typed or pasted before the cursor. A line that is full takes no more,
   which is said once in a row. */
void prompt_add_letter(struct session *session, uint32_t code_point);

#endif
