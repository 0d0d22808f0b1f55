/*
 * The clock of the tests that talk to a running server.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_LIVE_STOPWATCH_H
#define UNDERCROFT_TESTS_SUPPORT_LIVE_STOPWATCH_H

#include <stdint.h>

/* Microseconds of a clock that only goes forward. */
int64_t stopwatch_now_us(void);

/* Sleeps that long at least. */
void stopwatch_pause_ms(int ms);

/*
 * How many times longer than on a quiet machine a wait may take. 1, or what
 * TEST_PATIENCE says (1 … 100): slow machines and slow builds get time, without any
 * promise being rewritten.
 */
int stopwatch_patience(void);

/*
 * The clock's time `ms` from now, times the patience, and then some: until when to wait for what
 * must come. Where it comes that costs nothing; a machine with much else to do may need it; and no
 * promise is measured by it.
 */
int64_t stopwatch_deadline_us(int ms);

#endif
