/*
 * A hash over the rows of all content: kinds of foes and things, terrain, statuses, parts, knacks,
 * themes, havens. Two programs with the same hash have the same rows, so one plays the recordings
 * of the other. Set pieces are read at the start and have a hash of their own (setpiece.h).
 */
#ifndef UNDERCROFT_CONTENT_CONTENT_HASH_H
#define UNDERCROFT_CONTENT_CONTENT_HASH_H

#include <stdint.h>

uint64_t content_hash(void);

#endif
