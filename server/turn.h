/*
 * Time: every tick_ms the world takes one step, and each room has its turn with what came of it.
 */
#ifndef UNDERCROFT_SERVER_TURN_H
#define UNDERCROFT_SERVER_TURN_H

#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

#include "base/err.h"

struct admin;
struct stop;

enum { TURN_CATCH_UP_MAX = 5 }; /* ticks run at once after a stall; the rest is skipped */

/*
 * How long the loop sleeps between two ticks. The world acts on ticks only, so where many keys come
 * nothing is won by being woken for each: they wait in the kernel until a moment before the tick,
 * and are read at once. Where few come, each is read as it comes. While anybody logs in the loop
 * wakes in the middle of the tick: a login asks several times, and each answer would wait for a
 * tick.
 */
enum {
    TURN_NAP_TICKS = 16,             /* of which reads are counted */
    TURN_NAP_READS_PER_SECOND = 300, /* fewer are read one by one */
    TURN_NAP_READ_MS = 1,            /* before the tick all that has come is read */
    TURN_NAP_MAX_MS = 50, /* signals and operators wait no longer, however long a tick is */
};

/* Valid when all zero: nothing was read. */
struct turn_nap {
    uint32_t reads[TURN_NAP_TICKS]; /* a ring */
    uint32_t sum;
    uint8_t oldest;
};

/* Notes how many reads there were since the last tick. */
void turn_nap_note(struct turn_nap *nap, uint32_t reads);

struct turn_nap_now {
    uint64_t now_ns;
    uint64_t deadline_ns; /* of the next tick */
    uint64_t interval_ns; /* from tick to tick */
    bool has_logins;      /* somebody logs in */
    bool is_stopping;     /* the server is, so nothing may wait */
};

/* How long nothing need be done; 0: the loop is to wait for what comes. */
uint64_t turn_nap_ns(const struct turn_nap *nap, const struct turn_nap_now *now);

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

/* Takes a tick at once, with all that follows from it: for tests, which do not wait for the timer.
 */
void turn_now(struct turn *turn);

#endif
