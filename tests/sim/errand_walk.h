/*
 * Delvers on errands, on one level of a world of its own: asks for the next action, plays it, shows
 * the events, and counts what happened on the way.
 */
#ifndef UNDERCROFT_TESTS_SIM_ERRAND_WALK_H
#define UNDERCROFT_TESTS_SIM_ERRAND_WALK_H

#include "travel/errand.h"

enum { ERRAND_WALKERS_MAX = 4 };

struct errand_walker {
    body_id id;
    struct errand errand;
    enum errand_result result;   /* of the last question */
    struct errand_answer answer; /* to the last question */
    int actions;
    uint16_t *visits;  /* times every cell was come to; owned */
    const char *fault; /* the first rule an action broke; NULL: none */
};

struct errand_walk {
    struct world *world;
    struct level *level; /* the world's */
    struct path_scratch *scratch;
    struct errand_walker walkers[ERRAND_WALKERS_MAX];
    int count;
    int64_t (*clock_ns)(void); /* times the questions if not NULL */
    int64_t asked_ns;          /* what the last question took */
};

/* Takes over the level. */
void errand_walk_init(struct errand_walk *walk, struct level *level);
void errand_walk_release(struct errand_walk *walk);

/* A delver at `at`, without an errand. The walk owns what is returned. */
struct errand_walker *errand_walk_join(struct errand_walk *walk, struct pos at);

const struct delver *errand_walk_delver(const struct errand_walk *walk,
                                        const struct errand_walker *walker);

/* Asks everybody who is ready and has an errand, and plays one tick. */
void errand_walk_tick(struct errand_walk *walk);

/* Plays until that walker's errand is over, or for `actions_max` actions. False: it is not over. */
bool errand_walk_finish(struct errand_walk *walk, struct errand_walker *walker, int actions_max);

/* Explores until it is done, begun anew after each stop. False: actions or stops were too many. */
bool errand_walk_explore(struct errand_walk *walk, struct errand_walker *walker, int actions_max);

#endif
