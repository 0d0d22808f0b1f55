/*
 * Spoils: what a delver finds where a foe has died of a fight in which that delver took part. Each
 * finds their own, less often with each foe of a kind.
 */
#ifndef UNDERCROFT_WORLD_SPOILS_H
#define UNDERCROFT_WORLD_SPOILS_H

#include "world/world_private.h"

/* `kills` is how many of that kind the delver has beaten, this one included. They lie at `at`. */
void spoils_leave(const struct world *world, struct delver *delver, const struct species_row *row,
                  int kills, struct pos at);

/* A thing of that delver's is made and lies there. One that finds no place on the level is not left
   at all, and never made. */
void spoils_leave_thing(const struct world *world, struct delver *delver, struct stack thing,
                        struct pos at);

#endif
