/*
 * Running in one direction.
 */
#ifndef UNDERCROFT_TRAVEL_TRAVEL_RUN_H
#define UNDERCROFT_TRAVEL_TRAVEL_RUN_H

#include "travel/travel_turn.h"

/* Returns the next step of a run, or its end with the reason. */
enum travel_result travel_run_next(struct travel_turn *turn);

#endif
