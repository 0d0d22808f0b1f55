/*
 * Keys in screen mode: commands, lines of input, answers to a question.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PRESENT_SCREEN_KEYS_H
#define UNDERCROFT_SERVER_SESSION_PRESENT_SCREEN_KEYS_H

#include <stdint.h>

struct session;

/* A paste without an end mark ends after one of these. */
enum {
    /* Silence. Long enough for a packet that was lost three times, or an end mark cut on a slow
       line. */
    PASTE_SILENCE_MS = 5000,
    PASTE_MS = 60 * 1000, /* in all */
    PASTE_BYTES_MAX = 256 * 1024,
};

void screen_keys_on_byte(struct session *session, uint8_t byte);

/* Call it each tick: ends a lone Esc and other keys whose rest did not come in time, and runs the
   keys that waited for the session's share of work. */
void screen_keys_update(struct session *session);

#endif
