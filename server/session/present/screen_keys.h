/*
 * Keys in screen mode: commands, lines of input, answers to a question.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PRESENT_SCREEN_KEYS_H
#define UNDERCROFT_SERVER_SESSION_PRESENT_SCREEN_KEYS_H

#include <stdint.h>

struct session;

/* Limits of a paste without an end mark. */
enum {
    /* time without a byte: long enough for a packet that was lost three times, or an end mark cut
       on a slow line */
    PASTE_SILENCE_MS = 5000,
    PASTE_MS = 60 * 1000, /* time of the whole paste */
    PASTE_BYTES_MAX = 256 * 1024,
};

void screen_keys_on_byte(struct session *session, uint8_t byte);

/* Ends a lone Esc and other keys whose rest did not come in time, and runs the keys that waited for
   the session's share of work. Call it each tick. */
void screen_keys_update(struct session *session);

#endif
