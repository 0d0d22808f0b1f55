/*
 * The actions of a fight: to strike a foe in reach, to shoot at one that the launcher reaches, or
 * to come a step nearer; and a whole fight of such actions.
 */
#ifndef UNDERCROFT_TRAVEL_TRAVEL_FIGHT_H
#define UNDERCROFT_TRAVEL_TRAVEL_FIGHT_H

#include "travel/travel_turn.h"

/* Chooses the blow at a foe in view that is in reach, or the shot at a foe in a clear line with
   the worn launcher. False: neither is possible. */
bool approach_strike(const struct world *world, const struct delver *delver, const struct body *foe,
                     struct action *out);

/* Finds the next step towards the foe. The step goes round other delvers where there is room,
   else onto one. False: the delver knows no way to the foe. `scratch` is the caller's, for this
   call alone. */
bool approach_next(const struct world *world, const struct delver *delver, const struct body *foe,
                   struct path_scratch *scratch, struct action *out);

/* The next action of the fight, or its end with the reason. */
enum travel_result travel_fight_next(struct travel_turn *turn);

#endif
