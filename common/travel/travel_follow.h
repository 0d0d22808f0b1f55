/*
 * Following another delver.
 */
#ifndef UNDERCROFT_TRAVEL_TRAVEL_FOLLOW_H
#define UNDERCROFT_TRAVEL_TRAVEL_FOLLOW_H

#include "travel/travel_turn.h"

/* The first goal of the walk after the companion. False: there is nothing to go by. */
bool travel_follow_goal(const struct world *world, const struct delver *delver,
                        struct travel_companion companion, struct path_goal *out);

/* The next action of the pursuit, or its end with the reason. */
enum travel_result travel_follow_next(struct travel_turn *turn);

#endif
