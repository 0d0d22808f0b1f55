/*
 * Blows and shots between bodies: which may strike which, what is rolled, and what a hit does
 * beside its damage. No delver harms another.
 */
#ifndef UNDERCROFT_WORLD_BLOW_H
#define UNDERCROFT_WORLD_BLOW_H

#include <stdbool.h>

#include "world/world_private.h"

/* True if one of the two is a delver and the other a foe. */
bool blow_is_between(const struct body *body, const struct body *other);

/* True if nothing is between a foe and a target that it has in view. */
bool blow_has_line(const struct world *world, const struct body *from, const struct body *target);

/* The verbs of the action table: true if it happened and costs time. */
bool blow_attack(const struct world *world, struct body *body, const struct action *action);
bool blow_shoot(const struct world *world, struct body *body, const struct action *action);

/* What an attack or a shot of the body costs, in % of a beat. */
int blow_cost_percent(const struct body *body, enum action_verb verb);

/*
 * Takes health from a body, and ends it at 0. `by` is the one that did it, or the body itself for
 * what its statuses do. A foe is taken off its level; a delver departs.
 */
void blow_harm(const struct world *world, struct body *victim, int damage, struct body *by);

#endif
