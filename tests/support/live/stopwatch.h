/*
 * The clock of the tests that talk to a running server.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_LIVE_STOPWATCH_H
#define UNDERCROFT_TESTS_SUPPORT_LIVE_STOPWATCH_H

#include <stdbool.h>
#include <stdint.h>

/* Microseconds of a clock that only goes forward: for figures, never for what a test promises. */
int64_t stopwatch_now_us(void);

/* Sleeps that long at least, and for a tick or longer until the servers have lived as long too. */
void stopwatch_pause_ms(int ms);

/*
 * How many times longer than on a quiet machine a wait may take. 1, or what
 * TEST_PATIENCE says (1 … 100): slow machines and slow builds get time, without any
 * promise being rewritten.
 */
int stopwatch_patience(void);

/*
 * Until when to wait for what must come: `ms`, times the patience, and then some, in the time that
 * the servers live (see server_ticks.h). Where it comes that costs nothing, a machine that stands
 * still takes nothing from it, and no promise is measured by it.
 */
int64_t stopwatch_deadline_us(int ms);

/* True when that time is over. Takes in the servers' ticks, so a wait asks often. */
bool stopwatch_is_over(int64_t deadline_us);

#endif
