/*
 * Keys in screen mode: commands, the line being typed, answers to a question.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PRESENT_SCREEN_KEYS_H
#define UNDERCROFT_SERVER_SESSION_PRESENT_SCREEN_KEYS_H

#include <stdint.h>

struct session;

void screen_keys_on_byte(struct session *session, uint8_t byte);

/* Each tick: ends a key whose rest did not come in time, a lone Esc, and does what the keys ask for
   that waited for the session's share of work. */
void screen_keys_update(struct session *session);

#endif
