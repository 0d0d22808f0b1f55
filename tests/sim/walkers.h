/*
 * Many delvers who walk, open, close, talk, take stairs, lose their lines, leave and come back, all
 * by one random stream, with a simple stand-in for what a server does for those between two levels.
 * Among their inputs are some that make no sense any more, as happens when things cross.
 *
 * A tick has three parts: deciding, the world's tick (recorded if asked for), following its events.
 */
#ifndef UNDERCROFT_TESTS_SIM_WALKERS_H
#define UNDERCROFT_TESTS_SIM_WALKERS_H

#include "base/rng.h"
#include "sim/sim_levels.h"
#include "world/world.h"

enum walker_state {
    WALKER_OUTSIDE, /* not in the world; comes when due */
    WALKER_COMING,  /* asked to join with this tick */
    WALKER_INSIDE,  /* has a body */
    WALKER_BETWEEN, /* on the stairs; arrives when due */
};

struct walker {
    enum walker_state state;
    body_id actor;
    struct delver_record record;           /* while outside: as of leaving */
    uint8_t *memories[SIM_DEPTHS_MAX + 1]; /* of levels left; NULL: none. Owned */
    enum tile_id goal;                     /* the stairs being walked to */
    int bound_for;                         /* depth, while between */
    uint64_t due_tick;
    uint32_t explored[SIM_DEPTHS_MAX + 1]; /* cells known when last looked at */
};

struct walkers;

struct walkers_setup {
    uint64_t seed;
    int walker_count;
    int depth_count; /* at most SIM_DEPTHS_MAX; deeper stairs lead nowhere */
    enum sim_place place;
    uint32_t level_foes; /* on each level */
    uint32_t level_items;
    uint32_t population_percent; /* of what the game itself puts on each level */
    /* Replaces walkers_decide_inside(); may be NULL. */
    void (*decide_inside)(struct walkers *walkers, struct walker *walker);
    struct bytes *log; /* where to record; NULL: do not */
    /* Replaces world_tick(); may be NULL. */
    void (*tick)(struct world *world, struct input *inputs, size_t input_count);
};

struct walkers {
    struct walkers_setup setup;
    struct world *world;
    struct rng rng;
    struct sim_levels levels;
    struct walker *walkers; /* setup.walker_count */
    struct input *inputs;   /* WORLD_INPUTS_MAX */
    size_t input_count;
    uint64_t event_counts[EVENT_COUNT];
    uint64_t refusal_counts[REFUSAL_COUNT];
    uint64_t dropped_levels;
    bool has_forgotten; /* somebody knew less of a level than before */
};

void walkers_init(struct walkers *walkers, const struct walkers_setup *setup);
void walkers_release(struct walkers *walkers);

void walkers_decide(struct walkers *walkers);
void walkers_run(struct walkers *walkers);
void walkers_follow(struct walkers *walkers);

/* walkers_decide(), walkers_run() and walkers_follow(). */
void walkers_tick(struct walkers *walkers);

/* For deciding functions: an empty input at the end of this tick's, as if it came from a server. */
struct input *walkers_input(struct walkers *walkers, enum input_kind kind, body_id delver);

/* Keeps what the delver of that walker knows of its level, as the database would. */
void walkers_keep_memory(struct walker *walker, const struct delver *delver);

/* An action of that walker at the end of this tick's inputs. */
struct action *walkers_act(struct walkers *walkers, const struct walker *walker,
                           enum action_verb verb);

/* Decides for a walker that is on a level. */
void walkers_decide_inside(struct walkers *walkers, struct walker *walker);

/* Asks for what a walker outside or between needs to get in, the level included. */
void walkers_ask_in(struct walkers *walkers, struct walker *walker);

#endif
