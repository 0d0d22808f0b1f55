/*
 * An announced stop: at a time, when nobody is online, or at the first of both. Players are told
 * again and again, new ones at once (by their sessions). Logins stay open: an idle player must not
 * keep the others out. SIGTERM and a plain `shutdown` do not wait.
 */
#ifndef UNDERCROFT_SERVER_GAME_SHUTDOWN_H
#define UNDERCROFT_SERVER_GAME_SHUTDOWN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct game;

enum {
    SHUTDOWN_SECONDS_MAX = 24 * 60 * 60,
    SHUTDOWN_REASON_SIZE = 256,
    SHUTDOWN_TEXT_SIZE = SHUTDOWN_REASON_SIZE + 96,
};

/* An announced stop. All zero: none. */
struct shutdown {
    bool is_announced;
    bool waits_for_empty; /* the server stops when the last player leaves */
    bool has_time;
    uint64_t at_ms;
    size_t reported;                   /* number of reminders whose time is over */
    char reason[SHUTDOWN_REASON_SIZE]; /* reason, cleaned; "": none */
};

/* Announces a stop; it replaces an earlier one. `seconds` 0: without a time. */
void shutdown_announce(struct game *game, uint32_t seconds, bool waits_for_empty,
                       const char *reason);

/* Cancels the stop, and tells players. False: none was announced. */
bool shutdown_cancel(struct game *game);

/* Reminds players, and stops the server when it is time. Call it once a second. */
void shutdown_sweep(struct game *game);

/* Writes "The server stops in 5 minutes: REASON", or "" if none is announced. */
void shutdown_describe(const struct game *game, char out[SHUTDOWN_TEXT_SIZE]);

#endif
