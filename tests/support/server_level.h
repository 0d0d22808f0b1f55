/*
 * Levels as a server makes them: with the set pieces that are built in, landmarks and surfaces.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_SERVER_LEVEL_H
#define UNDERCROFT_TESTS_SUPPORT_SERVER_LEVEL_H

#include <stdint.h>

#include "world/level.h"

/* The level of that key in a world of that seed; the caller frees it. */
struct level *server_level(uint64_t seed, struct level_key key);

#endif
