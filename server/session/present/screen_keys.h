/*
 * Keys in screen mode: commands, the line being typed, answers to a question.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PRESENT_SCREEN_KEYS_H
#define UNDERCROFT_SERVER_SESSION_PRESENT_SCREEN_KEYS_H

#include <stdint.h>

struct session;

/* A paste without an end is over after one of these. */
enum {
    /* Silence. A packet that was lost three times is there by then, and an end that was cut on a
       slow line. */
    PASTE_SILENCE_MS = 5000,
    PASTE_MS = 60 * 1000, /* in all */
    PASTE_BYTES_MAX = 256 * 1024,
};

void screen_keys_on_byte(struct session *session, uint8_t byte);

/* Each tick: ends a key whose rest did not come in time, a lone Esc, and does what the keys ask for
   that waited for the session's share of work. */
void screen_keys_update(struct session *session);

#endif
