/*
 * Durations in buckets.
 */
#include "server/tools/swarm/samples.h"

enum { STEPS = 8, STEP_BITS = 3 };

static int bucket_of(uint64_t value)
{
    int power = 0;

    if (value < STEPS)
        return (int)value;
    while (value >> power >= 2 * STEPS)
        power++;
    return (power + 1) * STEPS + (int)((value >> power) - STEPS);
}

/* The highest value that falls into the bucket. */
static uint64_t top_of(int bucket)
{
    int power = bucket / STEPS - 1;

    if (bucket < STEPS)
        return (uint64_t)bucket;
    return (((uint64_t)(bucket % STEPS) + STEPS + 1) << power) - 1;
}

void samples_add(struct samples *samples, uint64_t duration_us)
{
    samples->counts[bucket_of(duration_us)]++;
    samples->count++;
    if (duration_us > samples->highest_us)
        samples->highest_us = duration_us;
}

double samples_percentile_ms(const struct samples *samples, int percent)
{
    uint64_t wanted = (samples->count * (uint64_t)percent + 99) / 100;
    uint64_t seen = 0;

    if (samples->count == 0)
        return 0;
    for (int i = 0; i < SAMPLE_BUCKETS; i++) {
        seen += samples->counts[i];
        if (seen >= wanted) {
            uint64_t top = top_of(i);
            return (double)(top < samples->highest_us ? top : samples->highest_us) / 1000.0;
        }
    }
    return (double)samples->highest_us / 1000.0;
}
