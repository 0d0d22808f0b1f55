/*
 * Delvers on travel, on one level of a world of its own: asks for the next action, plays it, shows
 * the events, and counts what happened on the way.
 */
#ifndef UNDERCROFT_TESTS_SIM_TRAVEL_WALK_H
#define UNDERCROFT_TESTS_SIM_TRAVEL_WALK_H

#include "travel/travel.h"

enum { TRAVEL_WALKERS_MAX = 4, TRAVEL_ITEMS_MAX = 400 };

struct travel_walker {
    body_id id;
    struct travel travel;
    enum travel_result result;   /* of the last question */
    struct travel_answer answer; /* to the last question */
    int actions;
    uint16_t *visits;  /* times every cell was come to; owned */
    const char *fault; /* the first rule an action broke; NULL: none */
};

struct travel_walk {
    struct world *world;
    struct level *level; /* the world's */
    struct path_scratch *scratch;
    struct travel_walker walkers[TRAVEL_WALKERS_MAX];
    int count;
    int64_t (*clock_ns)(void); /* times the questions if not NULL */
    int64_t asked_ns;          /* what the last question took */
};

/* Takes over the level. */
void travel_walk_init(struct travel_walk *walk, struct level *level);
void travel_walk_release(struct travel_walk *walk);

/* A delver at `at`, without travel. The walk owns what is returned. */
struct travel_walker *travel_walk_join(struct travel_walk *walk, struct pos at);

const struct delver *travel_walk_delver(const struct travel_walk *walk,
                                        const struct travel_walker *walker);

/* Every second door of the level stands open from now on, for a thing lies in it. */
void travel_walk_hold_doors(struct travel_walk *walk);

/* Waits until every other door has fallen shut, and lets that walker know the level as it is then.
 */
void travel_walk_settle_doors(struct travel_walk *walk, const struct travel_walker *walker);

/* Asks everybody who is ready and has travel, and plays one tick. */
void travel_walk_tick(struct travel_walk *walk);

/* Plays until that walker's travel is over, or for `actions_max` actions. False: it is not over. */
bool travel_walk_finish(struct travel_walk *walk, struct travel_walker *walker, int actions_max);

/* Explores until it is done, begun again after each stop. False: actions or stops were too many. */
bool travel_walk_explore(struct travel_walk *walk, struct travel_walker *walker, int actions_max);

#endif
