/*
 * Figures that are printed.
 */
#include "support/live/figure.h"

#include <stdio.h>

#include "support/live/stopwatch.h"

void figure_print(const char *test, const char *what, double value, const char *unit)
{
    printf("%s: %s, %.10g %s\n", test, what, value, unit);
    fflush(stdout); /* a test that fails later has told it */
}

void figure_print_time(const char *test, const char *what, int64_t began_us)
{
    figure_print(test, what, (double)((stopwatch_now_us() - began_us) / 1000), "ms");
}

void figure_print_growth(const char *test, const char *what, const struct process *server,
                         long before_kib)
{
    figure_print(test, what, (double)(process_resident_kib(server) - before_kib), "KiB more");
}
