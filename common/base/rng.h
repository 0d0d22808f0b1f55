/*
 * Random streams: xoshiro256** seeded through SplitMix64 (D. Blackman and S. Vigna), bounded
 * integers by D. Lemire's multiply-and-reject. A stream belongs to one purpose, so that drawing
 * more for one thing never moves another. Golden vectors: tests/unit/base/test_rng.c.
 */
#ifndef UNDERCROFT_BASE_RNG_H
#define UNDERCROFT_BASE_RNG_H

#include <stdbool.h>
#include <stdint.h>

enum rng_purpose {
    RNG_LAYOUT = 0,
    RNG_MONSTERS = 1,
    RNG_ITEMS = 2,
    RNG_COSMETIC = 3,
    RNG_TURNS = 4,
    RNG_PLAY = 5,
    RNG_NICHE = 6,
    RNG_KNACK = 8,
    RNG_SHOP = 9, /* 7 is reserved for shuffled names */
    RNG_TRAPS = 10,
    RNG_CACHE = 11,
    RNG_TWINS = 12,
};

struct rng {
    uint64_t state[4];
};

/* Mixes all bits of a number: the last step of SplitMix64, a bijection of 64 bits. */
uint64_t rng_mix(uint64_t value);

/*
 * Returns the seed of a random stream of a level. `purpose` is an enum rng_purpose with the number
 * of the attempt (0 for the first) shifted left by 8. For a wing other than the first, `place` is
 * depth | wing << 32.
 */
uint64_t rng_level_seed(uint64_t world_seed, uint64_t place, uint64_t generation, uint64_t purpose);

void rng_init(struct rng *rng, uint64_t seed);
uint64_t rng_next(struct rng *rng);

/* Returns a random number in 0 … bound-1, each equally likely. `bound` is at least 1. */
uint32_t rng_below(struct rng *rng, uint32_t bound);

/* Returns a random number in low … high, both included, each equally likely; low <= high. */
int rng_range(struct rng *rng, int low, int high);

/* Returns true with a chance of `percent` in 100: never at 0, always at 100. */
bool rng_percent(struct rng *rng, int percent);

/* Shuffles `count` numbers: Fisher-Yates, from the end. */
void rng_shuffle(struct rng *rng, uint32_t *items, uint32_t count);

#endif
