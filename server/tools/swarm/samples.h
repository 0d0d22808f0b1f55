/*
 * Durations, counted into a histogram of fixed size: buckets grow by an eighth of a power of two,
 * so a percentile is off by at most 13 %.
 */
#ifndef UNDERCROFT_SERVER_TOOLS_SWARM_SAMPLES_H
#define UNDERCROFT_SERVER_TOOLS_SWARM_SAMPLES_H

#include <stdint.h>

enum { SAMPLE_BUCKETS = 64 * 8 };

/* Valid when it is all zero. */
struct samples {
    uint64_t counts[SAMPLE_BUCKETS];
    uint64_t count;
    uint64_t highest_us;
};

void samples_add(struct samples *samples, uint64_t duration_us);

/* In milliseconds: the duration that `percent` (1 to 100) of all do not exceed; 0 without any. */
double samples_percentile_ms(const struct samples *samples, int percent);

#endif
