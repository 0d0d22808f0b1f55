/*
 * Time: every tick_ms the world takes one step. The timer is armed anew for an absolute deadline,
 * because a repeating one drifts by the length of its own work.
 */
#ifndef UNDERCROFT_SERVER_TICK_H
#define UNDERCROFT_SERVER_TICK_H

#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

#include "base/err.h"

struct game;

enum { TICK_CATCH_UP_MAX = 5 }; /* ticks run at once after a stall; the rest is skipped */

struct tick {
    uv_timer_t timer;
    uint64_t interval_ns;
    uint64_t deadline_ns;
    uint64_t sweep_at_ms;
    uint64_t save_at_ms;
    uint64_t sweeps;
    uint64_t newest_ticket; /* of the last collection; 0: all is on disk */
    bool owes_save;         /* memory was out when a save was due: until then nothing happens */
};

MUST_USE enum err tick_start(struct game *game);

/* One tick and all that comes of it, whatever the time: for tests that cannot wait for it. */
void tick_now(struct game *game);

void tick_stop(struct game *game);

#endif
