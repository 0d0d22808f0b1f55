/*
 * Store and power cut, again and again: a store on a crash disk is worked with until the power goes
 * off, opened with the bytes that survived, compared with the commits that it had acknowledged, and
 * worked with further. Everything follows from one seed.
 */
#ifndef UNDERCROFT_TESTS_POWER_POWER_RUN_H
#define UNDERCROFT_TESTS_POWER_POWER_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "crash_file.h"

struct power_options {
    uint64_t seed; /* of the first world; each next world's seed follows from the one before */
    int cuts;
    bool has_faults;       /* I/O errors between the cuts too */
    bool ignores_syncs;    /* the control: this must go wrong */
    bool goes_on_anywhere; /* count failures and begin a new world after each; else stop */
};

struct power_result {
    int worlds;
    int cuts;
    int cuts_in_opening; /* with the power off before the store was open again */
    uint64_t commits;    /* acknowledged */
    uint64_t in_flight;  /* found complete after a cut although nobody was told */
    uint64_t faults;
    uint64_t retries; /* of commits that had failed */
    uint64_t proofs;  /* of all rows that came to their end, with nothing broken */
    uint64_t operations;
    uint64_t names_dropped;
    struct crash_sectors sectors;
    int lost;          /* worlds that were found at an older commit than the last acknowledged */
    int halved;        /* … in a state that no commit ever left */
    int refused;       /* … that could not be opened any more */
    int wrong;         /* … that failed in another way, the power being on */
    char failure[512]; /* the last one, with how to repeat it alone; "" if there was none */
};

/* Runs until `cuts` have been made. */
void power_run(const struct power_options *options, struct power_result *out);

static inline int power_failures(const struct power_result *result)
{
    return result->lost + result->halved + result->refused + result->wrong;
}

#endif
