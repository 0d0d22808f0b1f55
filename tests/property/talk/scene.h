/*
 * Scenes of a hall: where a guest's body is put, which cells about it are free, and a foe beside
 * it. It is all done by an operator's words, as in play. Errors fail the running test.
 */
#ifndef UNDERCROFT_TESTS_PROPERTY_TALK_SCENE_H
#define UNDERCROFT_TESTS_PROPERTY_TALK_SCENE_H

#include <stdint.h>

#include "base/pos.h"
#include "hall.h"

/* The player is put there, on the level of depth 1, and some ticks pass. */
void scene_send(struct hall *hall, const char *name, struct pos at);

/* A free cell so far from the guest, in a straight line that it can see along. */
struct pos scene_near(const struct guest *guest, int distance);

/* A cell of the guest's level with ground all around it, where no foe is kept away by stairs. */
struct pos scene_open(const struct guest *guest);

/* The guest, on depth 1, stands in the open beside a foe of that kind, as `spawn` names it. */
void scene_meet(struct guest *guest, const char *kind);

/* Number of darts that the guest carries. */
uint32_t scene_darts(const struct guest *guest);

#endif
