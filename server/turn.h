/*
 * Time: every tick_ms the world takes one step, and each room has its turn with what came of it.
 */
#ifndef UNDERCROFT_SERVER_TURN_H
#define UNDERCROFT_SERVER_TURN_H

#include <stdint.h>
#include <uv.h>

#include "base/err.h"
#include "server/turn_nap.h"

struct admin;
struct stop;

enum { TURN_CATCH_UP_MAX = 5 }; /* ticks run at once after a stall; the rest is skipped */

struct turn {
    struct admin *admin; /* knows the other rooms */
    struct stop *stop;
    uv_timer_t timer;
    uint64_t interval_ns;
    uint64_t deadline_ns;
    uint64_t sweep_at_ms;
    uint64_t sweeps;
    struct turn_nap nap;
};

MUST_USE enum err turn_start(struct turn *turn);
void turn_stop(struct turn *turn);

/* One tick and all that comes of it, whatever the time: for tests that cannot wait for it. */
void turn_now(struct turn *turn);

#endif
