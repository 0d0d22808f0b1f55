/*
 * Travel along a way that is found by a search: explore, travel to a place, and following a delver.
 */
#ifndef UNDERCROFT_TRAVEL_TRAVEL_WAY_H
#define UNDERCROFT_TRAVEL_TRAVEL_WAY_H

#include "travel/travel_turn.h"

/* Drops the way, so that the next turn searches one. */
void travel_way_drop(struct travel *travel);

/* True if too many actions have failed. */
bool travel_way_is_blocked(const struct travel *travel);

/* Finds the goal of the first walk after the companion. False: no trace of it is known. */
bool travel_follow_goal(const struct world *world, const struct delver *delver,
                        struct travel_companion companion, struct path_goal *out);

/* Return the next action of each kind, or its end with the reason. */
enum travel_result travel_explore_next(struct travel_turn *turn);
enum travel_result travel_way_next(struct travel_turn *turn);
enum travel_result travel_follow_next(struct travel_turn *turn);

#endif
