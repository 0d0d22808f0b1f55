/*
 * Text that a terminal pastes, marked by its two ends (bracketed paste): it was not typed, so it is
 * never taken for keys. In a line that is being typed it becomes a part of that line, with a blank
 * for each control; anywhere else it is ignored, and the player is told once. A paste
 * without an end is over after a silence of PASTE_SILENCE_MS, PASTE_MS in all or PASTE_BYTES_MAX.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PRESENT_PASTE_H
#define UNDERCROFT_SERVER_SESSION_PRESENT_PASTE_H

#include <stdbool.h>
#include <stdint.h>

#include "term/key.h"

struct session;

enum {
    /* A packet that was lost three times is there by then, and an end that was cut on a slow line.
     */
    PASTE_SILENCE_MS = 5000,
    PASTE_MS = 60 * 1000,
    PASTE_BYTES_MAX = 256 * 1024,
};

/* A byte came, of a key, a paste or a line. */
void paste_on_byte(struct session *session);

/* True if the key is one of the ends of a paste or part of one, and so no key that was pressed. */
bool paste_take(struct session *session, struct key key);

#endif
