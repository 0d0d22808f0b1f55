/*
 * What the files of travel share among themselves.
 */
#ifndef UNDERCROFT_WORLD_ERRAND_PRIVATE_H
#define UNDERCROFT_WORLD_ERRAND_PRIVATE_H

#include "travel/travel.h"

/* The result of the action asked for last. */
enum travel_progress {
    PROGRESS_FIRST,  /* none was asked for yet */
    PROGRESS_MADE,   /* it did what was wanted */
    PROGRESS_OPENED, /* the door walked into is open */
    PROGRESS_WAITED, /* it was a wait */
    PROGRESS_HELD,   /* nothing happened, or it was undone by another's swap */
    PROGRESS_MOVED,  /* somewhere else than wanted: a swap came between */
};

/* One call of travel_next(). */
struct travel_turn {
    struct travel *travel;
    const struct world *world;
    const struct delver *delver;
    struct path_scratch *scratch;
    struct path_map map; /* the delver's memory */
    struct pos at;
    enum travel_progress progress;
    struct travel_answer *out;
};

/* Results, with what belongs to them. */
enum travel_result travel_go(struct travel_turn *turn, enum dir dir);
enum travel_result travel_stay(struct travel_turn *turn);
__attribute__((format(__printf__, 3, 4))) enum travel_result
travel_end(struct travel_turn *turn, enum travel_result result, const char *format, ...);

/* Ends it with the thing in the way of a step, which cannot be taken. */
enum travel_result travel_end_before(struct travel_turn *turn, enum travel_result result,
                                     enum dir dir);

/* Who stands there, if the delver sees them; NULL if nobody, or only the delver. */
const struct body *travel_body_at(const struct travel_turn *turn, struct pos at);

/* Which things count as new when they come into view. */
enum travel_interest { INTEREST_NONE, INTEREST_RARE /* no doors */, INTEREST_ALL };

/* Everything remembered and everybody in view is old. */
void travel_notice_begin(struct travel *travel, const struct world *world,
                         const struct delver *delver, enum travel_interest interest);

/* True if a delver is in view who was not before; TRAVEL_STOPPED is then said. */
bool travel_notice_body(struct travel_turn *turn);

/* The same for things. */
bool travel_notice_thing(struct travel_turn *turn, enum travel_interest interest);

/* The kinds. */
enum travel_result travel_run_next(struct travel_turn *turn);
enum travel_result travel_explore_next(struct travel_turn *turn);
enum travel_result travel_way_next(struct travel_turn *turn);

#endif
