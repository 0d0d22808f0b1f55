/*
 * Random streams: four words of state. SplitMix64 fills them from a seed, xoshiro256** moves on.
 */
#include "base/rng.h"

#include <stddef.h>

#include "base/check.h"

static const uint64_t golden_gamma = UINT64_C(0x9E3779B97F4A7C15);

static uint64_t rotate_left(uint64_t value, int bits)
{
    return (value << bits) | (value >> (64 - bits));
}

uint64_t rng_mix(uint64_t value)
{
    value ^= value >> 30;
    value *= UINT64_C(0xBF58476D1CE4E5B9);
    value ^= value >> 27;
    value *= UINT64_C(0x94D049BB133111EB);
    value ^= value >> 31;
    return value;
}

uint64_t rng_level_seed(uint64_t world_seed, uint64_t place, uint64_t generation, uint64_t purpose)
{
    uint64_t hash = rng_mix(world_seed + golden_gamma);

    hash = rng_mix(hash ^ (place * UINT64_C(0xD6E8FEB86659FD93)));
    hash = rng_mix(hash ^ (generation * UINT64_C(0xA0761D6478BD642F)));
    return rng_mix(hash ^ (purpose * UINT64_C(0xE7037ED1A0B428DB)));
}

void rng_init(struct rng *rng, uint64_t seed)
{
    for (size_t i = 0; i < 4; i++) {
        seed += golden_gamma;
        rng->state[i] = rng_mix(seed);
    }
}

uint64_t rng_next(struct rng *rng)
{
    uint64_t *s = rng->state;
    uint64_t result = rotate_left(s[1] * 5, 7) * 9;
    uint64_t shifted = s[1] << 17;

    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = rotate_left(s[3], 45);
    return result;
}

uint32_t rng_below(struct rng *rng, uint32_t bound)
{
    CHECK(bound >= 1);
    uint32_t threshold = (uint32_t)(-bound) % bound;

    for (;;) {
        uint64_t product = (rng_next(rng) >> 32) * bound;
        if ((uint32_t)product >= threshold)
            return (uint32_t)(product >> 32);
    }
}

int rng_range(struct rng *rng, int low, int high)
{
    CHECK(low <= high);
    uint32_t span = (uint32_t)high - (uint32_t)low + 1;

    CHECK(span != 0);
    return (int)((int64_t)low + rng_below(rng, span));
}

bool rng_percent(struct rng *rng, int percent)
{
    return (int)rng_below(rng, 100) < percent;
}

void rng_shuffle(struct rng *rng, uint32_t *items, uint32_t count)
{
    for (uint32_t i = count; i > 1; i--) {
        uint32_t j = rng_below(rng, i);
        uint32_t kept = items[i - 1];
        items[i - 1] = items[j];
        items[j] = kept;
    }
}
