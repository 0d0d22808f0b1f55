/*
 * Figures: seconds, processor time and memory are measured and printed, never judged, because they
 * depend on the machine and on what else it does. The benchmarks show how fast the server is.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_LIVE_FIGURE_H
#define UNDERCROFT_TESTS_SUPPORT_LIVE_FIGURE_H

#include <stdint.h>

#include "support/live/process.h"

/* Prints "TEST: WHAT, VALUE UNIT" as a line of standard output. */
void figure_print(const char *test, const char *what, double value, const char *unit);

/* The time since `began_us` of stopwatch_now_us(), in milliseconds. */
void figure_print_time(const char *test, const char *what, int64_t began_us);

/* The growth of the server's memory in use over `before_kib`, in KiB. */
void figure_print_growth(const char *test, const char *what, const struct process *server,
                         long before_kib);

#endif
