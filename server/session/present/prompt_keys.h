/*
 * Questions in the last row of screen mode. A question with a line as its answer has an editor with
 * completion: of commands first, then of the words that a table lists for each command (names of
 * players online, settings and their values, topics of help, directions). ":" has a history as
 * well. A key that does not fit a question is dropped, so it never becomes a step.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PRESENT_PROMPT_KEYS_H
#define UNDERCROFT_SERVER_SESSION_PRESENT_PROMPT_KEYS_H

#include <stdbool.h>
#include <stdint.h>

#include "narrate/command.h"
#include "server/session/present/present_state.h"

struct session;

/* Opens a question; PROMPT_NONE closes it. */
void prompt_open(struct session *session, enum screen_prompt prompt);

/* Returns the text of the session's question; NULL for PROMPT_NONE. */
const char *prompt_text(const struct session *session);

/* True while a question is open, and while a line is typed to answer it. */
bool prompt_is_open(const struct session *session);
bool prompt_is_line(const struct screen_mode *screen);

/* True while typed text must not be shown. */
bool prompt_is_secret(const struct screen_mode *screen);

/* Opens, changes or closes the question about a password, by the answer that own_password.h awaits.
   Call it before and after each key, and each tick. */
void prompt_follow_password(struct session *session);

/* Returns the question that a command's key opens; PROMPT_NONE: none. */
enum screen_prompt prompt_for(enum command_id id);

/* Takes a key while a question is open. */
void prompt_keys_take(struct session *session, struct key key);

/* Inserts a typed or pasted character before the cursor. A full line takes no more, and the player
   is told so once in a row. */
void prompt_add_letter(struct session *session, uint32_t code_point);

#endif
