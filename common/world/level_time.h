/*
 * The time of a level's companies: which delvers belong together, which are in danger, which delver
 * gives each foe its time, and which companies' time goes on in a tick.
 */
#ifndef UNDERCROFT_WORLD_LEVEL_TIME_H
#define UNDERCROFT_WORLD_LEVEL_TIME_H

#include <stdbool.h>

struct level_work;
struct body;
struct delver;
struct level;
struct world;

/* Looks for companies and dangers, if something has stirred on the level. Delvers are told what
   has come into view, and how time goes on from now on. */
void level_time_update(const struct world *world, struct level *level, struct level_work *work);

/* True if time goes on in this tick for the body's company by itself. */
bool level_time_runs(const struct world *world, const struct body *body);

#endif
