/*
 * The worth of things to the delver that a tactic plays: which are better than the worn ones, and
 * which are spare.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_TACTICS_GEAR_H
#define UNDERCROFT_TESTS_SUPPORT_TACTICS_GEAR_H

#include "support/tactics/tactic.h"

/* The worn thing of that slot; NULL: none. */
const struct pack_thing *gear_worn_in(const struct knowledge *known, enum item_slot slot);

/* How much better the delver would be with a thing of that kind, made better `temper` times, in
   place of all worn things that exclude it; 0 and less: no better. Kinds that are never worn: 0. */
int gear_gain(const struct knowledge *known, enum item_kind kind, int temper);

/* True for arms and armour in the pack that are no better than what is worn. */
bool gear_is_spare(const struct knowledge *known, const struct pack_thing *thing);

#endif
