/*
 * What the files of errands share among themselves.
 */
#ifndef UNDERCROFT_WORLD_ERRAND_PRIVATE_H
#define UNDERCROFT_WORLD_ERRAND_PRIVATE_H

#include "travel/errand.h"

/* What became of the action asked for last. */
enum errand_progress {
    PROGRESS_FIRST,  /* none was asked for yet */
    PROGRESS_MADE,   /* it did what was wanted */
    PROGRESS_OPENED, /* the door walked into is open */
    PROGRESS_WAITED, /* it was a wait */
    PROGRESS_HELD,   /* nothing happened, or it was undone by another's swap */
    PROGRESS_MOVED,  /* somewhere else than wanted: a swap came between */
};

/* One call of errand_next(). */
struct errand_turn {
    struct errand *errand;
    const struct world *world;
    const struct delver *delver;
    struct path_scratch *scratch;
    struct path_map map; /* the delver's memory */
    struct pos at;
    enum errand_progress progress;
    struct errand_answer *out;
};

/* Results, with what belongs to them. */
enum errand_result errand_go(struct errand_turn *turn, enum dir dir);
enum errand_result errand_stay(struct errand_turn *turn);
__attribute__((format(__printf__, 3, 4))) enum errand_result
errand_end(struct errand_turn *turn, enum errand_result result, const char *format, ...);

/* Ends it with the thing in the way of a step, which cannot be taken. */
enum errand_result errand_end_before(struct errand_turn *turn, enum errand_result result,
                                     enum dir dir);

/* Who stands there, if the delver sees them; NULL if nobody, or only the delver. */
const struct body *errand_body_at(const struct errand_turn *turn, struct pos at);

/* Which things count as new when they come into view. */
enum errand_interest { INTEREST_NONE, INTEREST_RARE /* no doors */, INTEREST_ALL };

/* Everything remembered and everybody in view is old. */
void errand_notice_begin(struct errand *errand, const struct world *world,
                         const struct delver *delver, enum errand_interest interest);

/* True if a delver is in view who was not before; ERRAND_STOPPED is then said. */
bool errand_notice_body(struct errand_turn *turn);

/* The same for things. */
bool errand_notice_thing(struct errand_turn *turn, enum errand_interest interest);

/* The kinds. */
enum errand_result errand_run_next(struct errand_turn *turn);
enum errand_result errand_explore_next(struct errand_turn *turn);
enum errand_result errand_travel_next(struct errand_turn *turn);

/* "a closed door", "stairs down" */
const char *errand_article(enum tile_id tile);

#endif
