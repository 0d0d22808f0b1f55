/*
 * A turn of travel, between travel.c, which begins and ends it, and the files of its kinds.
 */
#ifndef UNDERCROFT_TRAVEL_TRAVEL_TURN_H
#define UNDERCROFT_TRAVEL_TRAVEL_TURN_H

#include "travel/travel.h"
#include "world/estimate.h"

/* The result of the last requested action. */
enum travel_progress {
    PROGRESS_FIRST,  /* no action was requested yet */
    PROGRESS_MADE,   /* the action succeeded */
    PROGRESS_OPENED, /* the door that it walked into is open */
    PROGRESS_WAITED, /* the action was a wait */
    PROGRESS_HELD,   /* nothing has changed, or another delver's swap undid it */
    PROGRESS_MOVED,  /* the delver is on another cell than wanted, because of a swap */
};

/* The state of one call of travel_next(). */
struct travel_turn {
    struct travel *travel;
    const struct world *world;
    const struct delver *delver;
    struct path_scratch *scratch;
    struct path_map map; /* map in the delver's memory */
    struct pos at;
    enum travel_progress progress;
    struct travel_answer *out;
};

/* Return the result of a turn: the next action, or the end with its reason. */
enum travel_result travel_go(struct travel_turn *turn, enum dir dir);
enum travel_result travel_stay(struct travel_turn *turn);
__attribute__((format(__printf__, 3, 4))) enum travel_result
travel_end(struct travel_turn *turn, enum travel_result result, const char *format, ...);

/* Ends the travel and names the obstacle of a step that cannot be taken. */
enum travel_result travel_end_before(struct travel_turn *turn, enum travel_result result,
                                     enum dir dir);

/* Returns the body on a cell, if the delver sees it; NULL: none, or the delver's own. */
const struct body *travel_body_at(const struct travel_turn *turn, struct pos at);

/* Returns a foe that the delver makes out on the next cell of a walk; NULL: none. */
const struct body *travel_foe_in_way(const struct travel_turn *turn, enum dir dir);

/* Returns the danger of a foe to the delver as it is now. */
enum danger travel_danger_of(const struct travel_turn *turn, const struct body *foe);

#endif
