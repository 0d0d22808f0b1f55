/*
 * Travel along a way: explore, and travel to a place. Following walks ways too.
 */
#ifndef UNDERCROFT_TRAVEL_TRAVEL_WAY_H
#define UNDERCROFT_TRAVEL_TRAVEL_WAY_H

#include "travel/travel_turn.h"

/* Functions of the kinds that walk a way: to bring it up to date with the last action; to search
   for one round the foes in view or, where there is none, past them, false where none leads there;
   to take its next step, after a look at a body that stands there; and whether a step can be taken
   without a search. */
void travel_way_progress(struct travel_turn *turn);
bool travel_way_plan(struct travel_turn *turn, const struct path_goal *goal);
enum travel_result travel_way_step(struct travel_turn *turn);
bool travel_way_is_open(const struct travel_turn *turn);
void travel_way_drop(struct travel *travel);

/* Too many actions have come to nothing; and the end of travel that says so. */
bool travel_way_is_blocked(const struct travel *travel);
enum travel_result travel_way_give_up(struct travel_turn *turn);

/* The next action of these kinds, or the end with its reason. */
enum travel_result travel_explore_next(struct travel_turn *turn);
enum travel_result travel_way_next(struct travel_turn *turn);

#endif
