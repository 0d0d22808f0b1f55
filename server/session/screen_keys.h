/*
 * Keys in screen mode: commands, the line being typed, answers to a question.
 */
#ifndef UNDERCROFT_SERVER_SESSION_SCREEN_KEYS_H
#define UNDERCROFT_SERVER_SESSION_SCREEN_KEYS_H

struct session;

/* Ends a key whose rest did not come in time: a lone Esc. */
void screen_keys_expire(struct session *session);

#endif
