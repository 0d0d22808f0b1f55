/*
 * One action of a fight: to strike a foe that stands beside, or to come a step nearer.
 */
#ifndef UNDERCROFT_TRAVEL_APPROACH_H
#define UNDERCROFT_TRAVEL_APPROACH_H

#include "travel/path.h"
#include "world/world.h"

/* False: the delver knows no way to the foe. `scratch` is the caller's, for this call alone. */
bool approach_next(const struct delver *delver, const struct body *foe,
                   struct path_scratch *scratch, struct action *out);

#endif
