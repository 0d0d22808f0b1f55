/*
 * Foes that a delver feels without seeing them: near by through the rock, with an amulet of the
 * mole, and farther off while a draught of far sight lasts. The delver keeps where each of them
 * was felt last (struct peril); a change is an event that only this delver is told.
 */
#ifndef UNDERCROFT_WORLD_FEEL_H
#define UNDERCROFT_WORLD_FEEL_H

#include "world/delver.h"

enum { FEEL_MOLE_CELLS = 8, FEEL_FAR_CELLS = 25 };

/* Feels afresh. EVENT_FELT if a foe was felt elsewhere, or not at all, before. The delver stands
   on a level. */
void feel_update(const struct world *world, struct delver *delver);

#endif
