/*
 * How long the loop sleeps between two ticks.
 */
#include "server/turn_nap.h"

enum { NS_PER_MS = 1000000 };

static const uint64_t ns_per_second = 1000000000;

void turn_nap_note(struct turn_nap *nap, uint32_t reads)
{
    nap->sum = nap->sum - nap->reads[nap->oldest] + reads;
    nap->reads[nap->oldest] = reads;
    nap->oldest = (uint8_t)((nap->oldest + 1) % TURN_NAP_TICKS);
}

static bool are_reads_many(const struct turn_nap *nap, uint64_t interval_ns)
{
    return nap->sum * ns_per_second >
           (uint64_t)TURN_NAP_READS_PER_SECOND * TURN_NAP_TICKS * interval_ns;
}

uint64_t turn_nap_ns(const struct turn_nap *nap, const struct turn_nap_now *now)
{
    uint64_t early_ns =
        now->has_logins ? now->interval_ns / 2 : (uint64_t)TURN_NAP_READ_MS * NS_PER_MS;
    uint64_t longest_ns = (uint64_t)TURN_NAP_MAX_MS * NS_PER_MS;

    if (now->is_stopping || !are_reads_many(nap, now->interval_ns) ||
        now->now_ns + early_ns >= now->deadline_ns)
        return 0;
    uint64_t nap_ns = now->deadline_ns - early_ns - now->now_ns;
    return nap_ns < longest_ns ? nap_ns : longest_ns;
}
