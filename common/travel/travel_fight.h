/*
 * The actions of a fight: striking a foe in reach, shooting at one that the launcher reaches, or
 * coming a step nearer; and a whole fight of such actions.
 */
#ifndef UNDERCROFT_TRAVEL_TRAVEL_FIGHT_H
#define UNDERCROFT_TRAVEL_TRAVEL_FIGHT_H

#include "travel/travel_turn.h"

/* Chooses a blow at a foe in view and in reach, or a shot with the worn launcher at a foe in a
   clear line. False: neither is possible. */
bool approach_strike(const struct world *world, const struct delver *delver, const struct body *foe,
                     struct action *out);

/* Finds the next step towards the foe, around other delvers if there is room, else onto one. False:
   the delver knows no way to the foe. `scratch` is working memory for this call. */
bool approach_next(const struct world *world, const struct delver *delver, const struct body *foe,
                   struct path_scratch *scratch, struct action *out);

/* Returns the next action of the fight, or its end with the reason. */
enum travel_result travel_fight_next(struct travel_turn *turn);

#endif
