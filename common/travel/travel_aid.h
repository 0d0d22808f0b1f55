/*
 * Travel that helps another delver in a fight: to strike what it strikes, and to stand between it
 * and its foes.
 */
#ifndef UNDERCROFT_TRAVEL_TRAVEL_AID_H
#define UNDERCROFT_TRAVEL_TRAVEL_AID_H

#include "travel/travel_turn.h"

/* Returns the foe that `other` fights, if `delver` sees it: the one with which it fought last, else
   the nearest one that aims at it. NULL: there is none. */
const struct body *travel_foe_of(const struct world *world, const struct delver *delver,
                                 const struct delver *other);

/* Returns the next action of an assist, or its end with the reason. */
enum travel_result travel_assist_next(struct travel_turn *turn);

/* Returns the next action of a guard, a pause if it is in its place, or its end with the reason. */
enum travel_result travel_guard_next(struct travel_turn *turn);

#endif
