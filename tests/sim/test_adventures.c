/*
 * Adventurers on levels as the game populates them, with chasms, gates and the rest of the terrain
 * that has rules, many seeds: they connect, lose their lines,
 * walk, fight, shoot, throw, drink, read, pick up, drop, wear, take stairs, open niches and graves,
 * fall, are raised, die and wake, while levels are put away and brought back behind them. The
 * invariants of the world hold, the ledger of things and gold included, and some of the seeds are
 * run again in other ways with the same result: with their levels ticked backwards, and without the
 * fields that are kept from one tick to the next.
 *
 * ADVENTURE_SEEDS and ADVENTURE_TICKS run more of them, ADVENTURE_FIRST begins at another seed.
 */
#include <inttypes.h>
#include <stdio.h>

#include "sim/adventurers.h"
#include "sim/invariants.h"
#include "sim/sim_works.h"
#include "support/test.h"
#include "world/field.h"
#include "world/world_hash.h"
#include "world/world_tick.h"

enum {
    SEEDS_WHOLE = 200, /* enough for everything to happen */
    SEEDS = TEST_COUNT(SEEDS_WHOLE, 5),
    SEEDS_MAX = 1000000,
    TICKS_WHOLE = 10000,
    TICKS = TEST_COUNT(TICKS_WHOLE, 1500),
    TICKS_MAX = 10000000,
    WALKERS = 6,
    DEPTHS = 14,
    LOOK_EVERY = 16,  /* ticks between two looks at everything, */
    HASH_EVERY = 100, /* and between two states that are compared */
    AGAIN_EVERY = 25, /* seeds of which one is run again */
};

static uint64_t event_counts[EVENT_COUNT];
static uint64_t dropped_levels;

static void expect_sound(const struct walkers *walkers)
{
    const char *broken = invariants_find_broken(walkers->world);

    for (uint32_t i = 0; broken == NULL && i < walkers->world->level_count; i++)
        broken = sim_works_find_prison(walkers->world, walkers->world->levels[i]);
    if (broken == NULL && walkers->has_forgotten)
        broken = "somebody has forgotten what they knew";
    if (broken != NULL)
        ck_abort_msg("seed %" PRIu64 ", tick %" PRIu64 ": %s", walkers->setup.seed,
                     walkers->world->tick, broken);
}

static void tick_backwards(struct world *world, struct input *inputs, size_t input_count)
{
    world_tick_begin(world, inputs, input_count);
    for (uint32_t i = world->level_count; i > 0; i--)
        level_tick(world, world->levels[i - 1], world->work);
    world_tick_end(world);
}

/* Each tick computes its fields itself, where the world keeps them. */
static void tick_without_fields(struct world *world, struct input *inputs, size_t input_count)
{
    field_cache_clear(world->work->fields);
    world_tick(world, inputs, input_count);
}

/* Returns what the states on the way add up to. `tick`: NULL as world_tick(). */
static uint64_t run(uint64_t seed, uint64_t ticks,
                    void (*tick)(struct world *, struct input *, size_t))
{
    const struct walkers_setup setup = {.seed = seed,
                                        .walker_count = WALKERS,
                                        .depth_count = DEPTHS,
                                        .place = SIM_WORKED,
                                        .population_percent = 100,
                                        .decide_inside = adventurers_decide,
                                        .tick = tick};
    struct walkers walkers;
    uint64_t sum = 0;

    adventurers_begin();
    walkers_init(&walkers, &setup);
    for (uint64_t i = 1; i <= ticks; i++) {
        walkers_tick(&walkers);
        if (i % LOOK_EVERY == 0)
            expect_sound(&walkers);
        if (i % HASH_EVERY == 0)
            sum += world_hash(walkers.world) * i;
    }
    for (int kind = 0; kind < EVENT_COUNT; kind++)
        event_counts[kind] += walkers.event_counts[kind];
    dropped_levels += walkers.dropped_levels;
    walkers_release(&walkers);
    return sum;
}

/* Events that hardly happen by chance: a scroll of return read under blows, a shot at a quartzback,
   and deals and gifts, for which adventurers have no gold and no friends: so no sealed bundle comes
   to its owner either, or falls to dust. Packs do not fill in so short a life, and no thing that
   lies there reaches its end. Nobody claims a name, is at a shrine with 50 gold, comes to level 4
   or sees an ember; nobody asks another for a trade or a duel. Few levels have a hoard, and two
   players on twin plates at once are rarer. Nobody has chalk. */
static const enum event_kind rare_events[] = {
    EVENT_RETURN_BROKEN, EVENT_REFLECTED,     EVENT_ITEM_GIVEN, EVENT_BOUGHT,  EVENT_SOLD,
    EVENT_IDENTIFIED,    EVENT_FOUNTAIN,      EVENT_UNSEALED,   EVENT_RENAMED, EVENT_BUNDLE_GONE,
    EVENT_ITEM_STAYED,   EVENT_ITEM_GONE,     EVENT_PRAYED,     EVENT_KNACK,   EVENT_KINDLED,
    EVENT_BEGAN_AGAIN,   EVENT_TRADE,         EVENT_DUEL,       EVENT_OFFERED, EVENT_HOARD,
    EVENT_RENOWN,        EVENT_TWIN,          EVENT_TWIN_WAITS, EVENT_CHALK,   EVENT_CHALKED,
    EVENT_CHALK_AGREED,  EVENT_CHALK_DOUBTED, EVENT_CHALK_GONE};

static bool is_rare(enum event_kind kind)
{
    for (size_t i = 0; i < sizeof rare_events / sizeof rare_events[0]; i++) {
        if (rare_events[i] == kind)
            return true;
    }
    return false;
}

/* A run in which something never happened has proved nothing about it. */
static void expect_everything_happened(void)
{
    char missing[256] = "";
    size_t length = 0;

    for (enum event_kind kind = 0; kind < EVENT_COUNT; kind++) {
        if (event_counts[kind] == 0 && !is_rare(kind) && length < sizeof missing)
            length += (size_t)snprintf(missing + length, sizeof missing - length, " %d", (int)kind);
    }
    ck_assert_msg(missing[0] == '\0', "never happened:%s", missing);
    ck_assert_uint_gt(dropped_levels, 100);
}

TEST(whatever_delvers_do_the_world_stays_sound)
{
    uint64_t seeds = test_number("ADVENTURE_SEEDS", SEEDS, SEEDS_MAX);
    uint64_t first = test_number("ADVENTURE_FIRST", 1, SEEDS_MAX);
    uint64_t ticks = test_number("ADVENTURE_TICKS", TICKS, TICKS_MAX);

    for (uint64_t seed = first; seed < first + seeds; seed++) {
        uint64_t sum = run(seed, ticks, NULL);
        if (seed % AGAIN_EVERY != 1)
            continue;
        ck_assert_msg(run(seed, ticks, tick_backwards) == sum,
                      "seed %" PRIu64 ": another order of levels leads elsewhere", seed);
        ck_assert_msg(run(seed, ticks, tick_without_fields) == sum,
                      "seed %" PRIu64 ": a field that is kept is not what it would be", seed);
    }
    if (seeds >= SEEDS_WHOLE && ticks >= TICKS_WHOLE)
        expect_everything_happened();
}
