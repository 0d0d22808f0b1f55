/*
 * Chasms: a way down that nobody can block. A delver who walks into one comes down on the level
 * below, near the same place, unhurt. Foes do not walk into one, and no errand does by itself.
 */
#ifndef UNDERCROFT_WORLD_CHASM_H
#define UNDERCROFT_WORLD_CHASM_H

#include "world/world_private.h"

/* Why nobody can fall from that level now; REFUSAL_NONE: they can. */
enum refusal chasm_refusal(const struct world *world, const struct level *level);

/* True if the body would fall, were it on that cell of its level. */
bool chasm_takes(const struct body *body, struct pos at);

/* The delver has stepped where it is. It may be gone from the level afterwards. */
void chasm_step(const struct world *world, struct delver *delver);

#endif
