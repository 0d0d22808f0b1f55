/*
 * A whole fight, blow after blow.
 */
#ifndef UNDERCROFT_TRAVEL_TRAVEL_FIGHT_H
#define UNDERCROFT_TRAVEL_TRAVEL_FIGHT_H

#include "travel/travel_turn.h"

/* The next action of the fight, or its end with the reason. */
enum travel_result travel_fight_next(struct travel_turn *turn);

#endif
