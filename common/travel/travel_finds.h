/*
 * Things that explore walks onto and picks up.
 */
#ifndef UNDERCROFT_TRAVEL_TRAVEL_FINDS_H
#define UNDERCROFT_TRAVEL_TRAVEL_FINDS_H

#include "travel/travel_turn.h"

/* The nearest cell that explore walks onto though it is known, but the one it is on.
   False: there is none. */
bool travel_find_wanted(const struct travel_turn *turn, struct pos *out);

/* True, and the action is chosen: something lies here that explore picks up. */
bool travel_pick_up(struct travel_turn *turn);

/* True unless the delver sees that nothing is to be had there any more. */
bool travel_is_wanted(const struct travel_turn *turn, struct pos at);

/* Marks a thing that was reached, or that no way leads to: this explore leaves it alone. */
void travel_shun(struct travel *travel, struct pos at);

#endif
