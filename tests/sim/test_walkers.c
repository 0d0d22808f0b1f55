/*
 * Fifty delvers, or a few whose levels fall empty behind them, for ten thousand ticks: everything
 * that must be true of a world is true after every tick, the same seed goes the same way twice, and
 * a record of the run replays to the same state at every tick.
 */
#include "sim/invariants.h"
#include "sim/replay_log.h"
#include "sim/walkers.h"
#include "support/test.h"
#include "world/world_hash.h"

#include <inttypes.h>

enum {
    WALKERS = 50,
    FEW = 5,
    TICKS_WHOLE = 10000, /* enough for everything to happen */
    TICKS = TEST_COUNT(TICKS_WHOLE, 350),
    CROWD_TICKS = TEST_COUNT(1000, 300),
    DEPTHS = 4,
    MANY_DEPTHS = 8,
    LOG_MAX = 256 * 1024 * 1024,
};

static const struct walkers_setup setups[] = {
    {.seed = 1, .walker_count = WALKERS, .depth_count = DEPTHS, .place = SIM_GENERATED},
    {.seed = 2,
     .walker_count = WALKERS,
     .depth_count = DEPTHS,
     .place = SIM_GENERATED,
     .level_foes = 20,
     .level_items = 80},
    {.seed = 3, .walker_count = WALKERS, .depth_count = DEPTHS, .place = SIM_GENERATED},
    {.seed = 6,
     .walker_count = WALKERS,
     .depth_count = DEPTHS,
     .place = SIM_DRAWN,
     .level_foes = 8,
     .level_items = 12},
    {.seed = 5, .walker_count = FEW, .depth_count = MANY_DEPTHS, .place = SIM_GENERATED},
};
enum { SETUP_COUNT = sizeof setups / sizeof setups[0] };

static void expect_sound(const struct walkers *walkers, uint64_t seed)
{
    const char *broken = invariants_find_broken(walkers->world);

    if (broken != NULL)
        ck_abort_msg("seed %" PRIu64 ", tick %" PRIu64 ": %s", seed, walkers->world->tick, broken);
    if (walkers->has_forgotten)
        ck_abort_msg("seed %" PRIu64 ", tick %" PRIu64 ": somebody has forgotten what they knew",
                     seed, walkers->world->tick);
}

/* A run of walkers has to have these for an event to happen in it. */
enum need {
    NEED_NOTHING,
    NEED_ITEMS,
    NEED_FOES,
    NEED_CHANCE, /* no foe, or no rat, does it (the foes of a run are rats), or things do */
};

static const enum need needs[EVENT_COUNT] = {
    [EVENT_ITEM_TAKEN] = NEED_ITEMS,    [EVENT_ITEM_DROPPED] = NEED_ITEMS,
    [EVENT_ITEM_THROWN] = NEED_ITEMS,   [EVENT_ITEM_WORN] = NEED_ITEMS,
    [EVENT_ITEM_REMOVED] = NEED_ITEMS,  [EVENT_ITEM_USED] = NEED_ITEMS,
    [EVENT_NOTICED] = NEED_FOES,        [EVENT_BLOW] = NEED_FOES,
    [EVENT_DIED] = NEED_FOES,           [EVENT_LESSON] = NEED_FOES,
    [EVENT_LEVELLED] = NEED_FOES,       [EVENT_MENDED] = NEED_FOES,
    [EVENT_FLED] = NEED_FOES,           [EVENT_WOKE] = NEED_FOES,
    [EVENT_TIME] = NEED_FOES,           [EVENT_ITEM_STAYED] = NEED_CHANCE,
    [EVENT_ITEM_LANDED] = NEED_CHANCE,  [EVENT_ITEM_BROKE] = NEED_CHANCE,
    [EVENT_ITEM_GONE] = NEED_CHANCE,    [EVENT_GRAVE_GONE] = NEED_CHANCE,
    [EVENT_BUNDLE_GONE] = NEED_CHANCE,  [EVENT_ITEM_GIVEN] = NEED_CHANCE,
    [EVENT_ITEM_NAMED] = NEED_CHANCE,   [EVENT_ITEM_LEFT] = NEED_CHANCE,
    [EVENT_NICHE] = NEED_CHANCE,        [EVENT_CACHE] = NEED_CHANCE,
    [EVENT_HOARD] = NEED_CHANCE,        [EVENT_TWIN] = NEED_CHANCE,
    [EVENT_CHALK] = NEED_CHANCE,        [EVENT_CHALKED] = NEED_CHANCE,
    [EVENT_CHALK_AGREED] = NEED_CHANCE, [EVENT_CHALK_DOUBTED] = NEED_CHANCE,
    [EVENT_CHALK_GONE] = NEED_CHANCE,   [EVENT_TWIN_WAITS] = NEED_CHANCE,
    [EVENT_LEVER] = NEED_CHANCE,        [EVENT_GATE_OPENED] = NEED_CHANCE,
    [EVENT_GATE_SHUT] = NEED_CHANCE,    [EVENT_TRAP] = NEED_CHANCE,
    [EVENT_RENAMED] = NEED_CHANCE,      [EVENT_SNEAKING] = NEED_CHANCE,
    [EVENT_BASHED] = NEED_CHANCE,       [EVENT_SPOT] = NEED_CHANCE,
    [EVENT_GREETED] = NEED_CHANCE,      [EVENT_BOUGHT] = NEED_CHANCE,
    [EVENT_SOLD] = NEED_CHANCE,         [EVENT_IDENTIFIED] = NEED_CHANCE,
    [EVENT_LANTERN] = NEED_CHANCE,      [EVENT_FOUNTAIN] = NEED_CHANCE,
    [EVENT_CARRIED_OFF] = NEED_CHANCE,  [EVENT_RETURN_BROKEN] = NEED_CHANCE,
    [EVENT_TEMPERED] = NEED_CHANCE,     [EVENT_GRAVE_OPENED] = NEED_CHANCE,
    [EVENT_FETCHED] = NEED_CHANCE,      [EVENT_UNSEALED] = NEED_CHANCE,
    [EVENT_BLAST] = NEED_CHANCE,        [EVENT_SHOT] = NEED_CHANCE,
    [EVENT_STATUS] = NEED_CHANCE,       [EVENT_WITHERS] = NEED_CHANCE,
    [EVENT_SHOUTED] = NEED_CHANCE,      [EVENT_STIRRED] = NEED_CHANCE,
    [EVENT_WIND_UP] = NEED_CHANCE,      [EVENT_DEED] = NEED_CHANCE,
    [EVENT_STRUCK] = NEED_CHANCE,       [EVENT_REFLECTED] = NEED_CHANCE,
    [EVENT_STOLE] = NEED_CHANCE,        [EVENT_REGAINED] = NEED_CHANCE,
    [EVENT_SPLIT] = NEED_CHANCE,        [EVENT_PROVIDED] = NEED_CHANCE,
    [EVENT_FELL] = NEED_CHANCE,         [EVENT_RAISED] = NEED_CHANCE,
    [EVENT_SECOND_WIND] = NEED_CHANCE,  [EVENT_SENSED] = NEED_CHANCE,
    [EVENT_SURVEYED] = NEED_CHANCE,     [EVENT_KEY] = NEED_CHANCE,
    [EVENT_SECRET] = NEED_CHANCE,       [EVENT_PRAYED] = NEED_CHANCE,
    [EVENT_KNACK] = NEED_CHANCE,        [EVENT_KINDLED] = NEED_CHANCE,
    [EVENT_BEGAN_AGAIN] = NEED_CHANCE,  [EVENT_TRADE] = NEED_CHANCE,
    [EVENT_DUEL] = NEED_CHANCE,         [EVENT_SWORN] = NEED_CHANCE,
    [EVENT_OATH_ENDED] = NEED_CHANCE,   [EVENT_KEY_GONE] = NEED_CHANCE,
    [EVENT_OFFERED] = NEED_CHANCE,      [EVENT_RENOWN] = NEED_CHANCE,
};

static bool is_event_due(const struct walkers_setup *setup, enum event_kind kind)
{
    return needs[kind] == NEED_NOTHING || (needs[kind] == NEED_ITEMS && setup->level_items > 0) ||
           (needs[kind] == NEED_FOES && setup->level_foes > 0);
}

/*
 * A run in which something never happened has proved nothing about it. Nobody gets to the bottom
 * or to water, and generated levels need not have cells that touch by their corners only, nor
 * doors in pairs. Changes of levels by operators are tested in test_swaps.c.
 */
static void expect_everything_happened(const struct walkers *walkers)
{
    bool has_items = walkers->setup.level_items > 0;

    for (int kind = 0; kind < EVENT_COUNT; kind++) {
        ck_assert_msg(!is_event_due(&walkers->setup, (enum event_kind)kind) ||
                          walkers->event_counts[kind] > 0,
                      "event %d never happened", kind);
    }
    for (int refusal = 0; refusal < REFUSAL_COUNT; refusal++) {
        bool is_rare = refusal == REFUSAL_CORNER || refusal == REFUSAL_WHICH_DOOR;
        bool can_miss = is_rare && walkers->setup.place == SIM_GENERATED;
        bool is_elsewhere = refusal == REFUSAL_BOTTOM || refusal == REFUSAL_WATER ||
                            refusal == REFUSAL_SOLID || refusal == REFUSAL_CLOSED_DOWN ||
                            refusal == REFUSAL_CLOSED_UP || refusal == REFUSAL_PACK_FULL ||
                            refusal == REFUSAL_NO_FOE || refusal >= REFUSAL_HELD ||
                            (refusal >= REFUSAL_NOTHING_HERE && !has_items);
        if (!is_elsewhere && !can_miss)
            ck_assert_msg(walkers->refusal_counts[refusal] > 0, "refusal %d never happened",
                          refusal);
    }
}

TEST_EACH(every_tick_of_every_seed_leaves_a_sound_world, SETUP_COUNT)
{
    const struct walkers_setup setup = setups[_i];
    struct walkers walkers;

    walkers_init(&walkers, &setup);
    for (int i = 0; i < TICKS; i++) {
        walkers_tick(&walkers);
        expect_sound(&walkers, setup.seed);
    }
    if (TICKS == TICKS_WHOLE && setup.walker_count == FEW)
        ck_assert_uint_gt(walkers.dropped_levels, 10);
    else if (TICKS == TICKS_WHOLE)
        expect_everything_happened(&walkers);
    walkers_release(&walkers);
}

TEST_EACH(a_recorded_run_replays_to_the_same_states, SETUP_COUNT)
{
    struct walkers_setup setup = setups[_i];
    struct walkers walkers;
    struct replay_result result;
    struct bytes log;

    bytes_init(&log, LOG_MAX);
    setup.log = &log;
    walkers_init(&walkers, &setup);
    for (int i = 0; i < TICKS; i++)
        walkers_tick(&walkers);
    uint64_t hash = world_hash(walkers.world);
    walkers_release(&walkers);

    replay_log_run(log.data, log.length, NULL, NULL, &result);
    ck_assert_msg(result.verdict == REPLAY_EQUAL, "tick %" PRIu64 ": %s", result.tick,
                  result.error == ERR_OK ? "another state" : err_text(result.error));
    ck_assert_uint_eq(result.hash, hash);
    ck_assert_uint_eq(result.ticks, TICKS);
    ck_assert_uint_gt(result.inputs, TICKS);

    /* The same again, live, without a record: the harness itself is a pure function of its seed. */
    setup.log = NULL;
    walkers_init(&walkers, &setup);
    for (int i = 0; i < TICKS; i++)
        walkers_tick(&walkers);
    ck_assert_uint_eq(world_hash(walkers.world), hash);
    walkers_release(&walkers);
    bytes_release(&log);
}

TEST(a_crowd_on_one_small_level_keeps_its_cells)
{
    struct walkers_setup setup = {
        .seed = 9, .walker_count = 200, .depth_count = 1, .place = SIM_DRAWN};
    struct walkers walkers;

    walkers_init(&walkers, &setup);
    for (int i = 0; i < CROWD_TICKS; i++) {
        walkers_tick(&walkers);
        expect_sound(&walkers, setup.seed);
    }
    ck_assert_uint_gt(walkers.event_counts[EVENT_SWAPPED], CROWD_TICKS);
    walkers_release(&walkers);
}
