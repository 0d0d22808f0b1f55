/*
 * A busy world, with foes and items on every level, passes through the same states, and tells the
 * same events in the same order, for every order of its levels and every number of threads that
 * tick them at the same time.
 */
#include "sim/level_pool.h"
#include "sim/walkers.h"
#include "support/test.h"
#include "world/world_hash.h"
#include "world/world_tick.h"

#include <inttypes.h>

enum {
    WALKERS = 120,
    DEPTHS = 8,
    LEVEL_FOES = 8,
    LEVEL_ITEMS = 12,
    TICKS = TEST_COUNT(3000, 800),
    LEFT_MIN = 16, /* most happen in the first 800 ticks: later the walkers are spread thin */
};

static const int thread_counts[] = {1, 2, 8};
enum { THREAD_COUNT_COUNT = sizeof thread_counts / sizeof thread_counts[0] };

/* Hashes of a run's states, tick by tick. */
static uint64_t wanted[TICKS];
static uint64_t found[TICKS];

/* The levels on which something happened by itself, and from which somebody left; what foes, items
   and doors did there. */
struct bustle {
    int active;
    int left;
    int foe_steps;
    int throws;
    int falls; /* of doors */
};

static struct bustle bustle_of(const struct world *world)
{
    struct bustle bustle = {0};

    for (uint32_t i = 0; i < world->level_count; i++) {
        const struct event_list *events = &world->levels[i]->events;
        bool has_left = false;
        for (uint32_t k = 0; k < events->count; k++) {
            const struct event *event = &events->items[k];
            bool is_foe = world_delver(world, event->actor) == NULL;
            has_left = has_left || event->kind == EVENT_DEPARTED;
            bustle.foe_steps += is_foe && event->kind == EVENT_MOVED;
            bustle.throws += event->kind == EVENT_ITEM_THROWN;
            bustle.falls += event->kind == EVENT_DOOR_FELL_SHUT;
        }
        bustle.active += events->count > 0;
        bustle.left += has_left;
    }
    return bustle;
}

static uint64_t hash_events(const struct world *world)
{
    struct event_cursor cursor = {0};
    const struct event *event;
    struct hash hash;

    hash_init(&hash);
    while ((event = world_next_event(world, &cursor)) != NULL) {
        hash_u64(&hash, (uint64_t)event->kind << 32 | event->actor);
        hash_u64(&hash, (uint64_t)event->at.x << 32 | (uint64_t)event->at.y);
        hash_u64(&hash, (uint64_t)event->other << 32 | event->stack.count);
    }
    return hash.value;
}

/* Returns in how many ticks several levels had events, and somebody left several; and how often
   foes walked, items flew and doors fell shut. */
static struct bustle run(void (*tick)(struct world *, struct input *, size_t), uint64_t *states)
{
    const struct walkers_setup setup = {.seed = 12,
                                        .walker_count = WALKERS,
                                        .depth_count = DEPTHS,
                                        .place = SIM_DRAWN,
                                        .level_foes = LEVEL_FOES,
                                        .level_items = LEVEL_ITEMS,
                                        .tick = tick};
    struct bustle ticks = {0};
    struct walkers walkers;

    walkers_init(&walkers, &setup);
    for (int i = 0; i < TICKS; i++) {
        walkers_tick(&walkers);
        struct bustle bustle = bustle_of(walkers.world);
        ticks.active += bustle.active > 1;
        ticks.left += bustle.left > 1;
        ticks.foe_steps += bustle.foe_steps;
        ticks.throws += bustle.throws;
        ticks.falls += bustle.falls;
        states[i] = world_hash(walkers.world) ^ hash_events(walkers.world);
    }
    walkers_release(&walkers);
    return ticks;
}

static void expect_same(void)
{
    for (int i = 0; i < TICKS; i++)
        ck_assert_msg(found[i] == wanted[i], "tick %d leads to another state", i + 1);
}

static void tick_backwards(struct world *world, struct input *inputs, size_t input_count)
{
    world_tick_begin(world, inputs, input_count);
    for (uint32_t i = world->level_count; i > 0; i--)
        level_tick(world, world->levels[i - 1], world->work);
    world_tick_end(world);
}

TEST(levels_may_be_ticked_backwards)
{
    (void)run(tick_backwards, found);
    expect_same();
}

TEST_EACH(levels_may_be_ticked_by_threads_in_any_order, THREAD_COUNT_COUNT)
{
    level_pool_start(thread_counts[_i]);
    (void)run(level_pool_tick, found);
    level_pool_stop();
    expect_same();
}

/* Without busy levels the test above would prove nothing. */
TEST(several_levels_are_busy_at_once)
{
    struct bustle ticks = run(NULL, found);

    ck_assert_int_gt(ticks.active, TICKS / 2);
    ck_assert_int_gt(ticks.left, LEFT_MIN);
    /* Foes without a target walk home and rest there. */
    ck_assert_int_gt(ticks.foe_steps, TICKS / 2);
    ck_assert_int_gt(ticks.throws, TICKS / 40);
    ck_assert_int_gt(ticks.falls, TICKS / 1000);
    expect_same();
}

static void set_up(void)
{
    (void)run(NULL, wanted);
}

TEST_FILE_FIXTURE(set_up, NULL);
