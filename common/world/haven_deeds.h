/*
 * Actions of delvers in havens, beside dealing with pedlars.
 */
#ifndef UNDERCROFT_WORLD_HAVEN_DEEDS_H
#define UNDERCROFT_WORLD_HAVEN_DEEDS_H

#include "world/world_private.h"

/* The delver has come to another cell: it touches a lantern there, or the pedlar greets it. */
void haven_step(const struct world *world, struct delver *delver);

/* The verbs of the action table: true if it happened and costs time. To drink from the fountain
   that the delver stands on or beside; to go by the road to the haven of the depth `object`. */
bool haven_drink(const struct world *world, struct body *body, const struct action *action);
bool haven_take_road(const struct world *world, struct body *body, const struct action *action);

#endif
