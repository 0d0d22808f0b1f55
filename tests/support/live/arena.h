/*
 * A server with levels full of foes, an operator's console and one player, Ada, for tests of
 * fights: time is quick, and each level has three times its foes.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_LIVE_ARENA_H
#define UNDERCROFT_TESTS_SUPPORT_LIVE_ARENA_H

#include "support/live/client.h"
#include "support/live/console.h"
#include "support/live/players.h"
#include "support/live/process.h"

enum { ARENA_ANSWER_MS = 10000, ARENA_QUIET_MS = 60, ARENA_EXPLORE_MS = 400 };

struct arena {
    struct process server;
    struct console console;
    struct client ada;
    struct client *players[2]; /* Ada, NULL */
};

/* The flags of the server, for another start. */
extern const char *const arena_flags[];

/* Starts the server; arena_release() in any case. `ctl` is the path of undercroftctl. */
void arena_init(struct arena *arena, const char *ctl);
void arena_release(struct arena *arena);

/* Starts it again in the same folder, after a stop or a kill. */
void arena_restart(struct arena *arena);

/* The player hangs up, and the server is stopped, which must end well. */
void arena_stop(struct arena *arena);

/* In line mode: Ada explores, fights and rests in turns until `text` was told; after `turns_max`
   turns the test fails. Foes that hunt her from out of sight are waited for. */
void arena_play_until(struct arena *arena, const char *text, int turns_max);

#endif
