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

enum { TURN_CATCH_UP_MAX = 5 }; /* most ticks run at once after a stall; the rest are skipped */

/*
 * The time for which the loop sleeps between two ticks. The world acts only on ticks, so where many
 * keys come nothing is gained by waking for each: they wait in the kernel until shortly before the
 * tick, and are read together. Where few come, each is read as it comes. During logins the loop
 * wakes in the middle of the tick: a login asks several questions, and each answer would wait for a
 * tick.
 */
enum {
    TURN_NAP_TICKS = 16,             /* ticks over which reads are counted */
    TURN_NAP_READS_PER_SECOND = 300, /* with fewer reads, each is read as it comes */
    TURN_NAP_READ_MS = 1,            /* time before a tick at which all input is read */
    TURN_NAP_MAX_MS = 50, /* longest sleep, for signals and operators, however long a tick is */
};

/* The reads of the last ticks. All zero: none. */
struct turn_nap {
    uint32_t reads[TURN_NAP_TICKS]; /* a ring buffer */
    uint32_t sum;
    uint8_t oldest;
};

/* Stores the number of reads since the last tick. */
void turn_nap_note(struct turn_nap *nap, uint32_t reads);

struct turn_nap_now {
    uint64_t now_ns;
    uint64_t deadline_ns; /* time of the next tick */
    uint64_t interval_ns; /* time from tick to tick */
    bool has_logins;      /* there are sessions at the login */
    bool is_stopping;     /* the server is stopping, so nothing may wait */
};

/* Returns how long the loop may sleep; 0: it must wait for input instead. */
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

/* Runs a tick at once, with all that follows from it; for tests, which do not wait for the
   timer. */
void turn_now(struct turn *turn);

#endif
