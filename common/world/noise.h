/*
 * Noise: what sleeps near it may wake, and what roams goes to look.
 */
#ifndef UNDERCROFT_WORLD_NOISE_H
#define UNDERCROFT_WORLD_NOISE_H

#include "world/world_private.h"

/* In cells. */
enum {
    NOISE_SNEAK = 2, /* a step of one that sneaks */
    NOISE_STEP = 4,
    NOISE_DOOR = 6,
    NOISE_FIGHT = 6,
    NOISE_BASH = 10,
    NOISE_SHOUT = 20,
};

/* A noise that a body makes where it stands, heard within `radius` cells. A delver that is new is
   heard at half the distance. A foe that wakes by a delver's noise goes after that delver. */
void noise_make(const struct world *world, struct body *body, int radius);

#endif
