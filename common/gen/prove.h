/*
 * The proof of the hard invariants over bare tiles, with a workspace the caller keeps. Private to
 * gen; gen_prove() in measure.h is the same for a level.
 */
#ifndef UNDERCROFT_GEN_PROVE_H
#define UNDERCROFT_GEN_PROVE_H

#include "base/pos.h"
#include "gen/survey.h"

/* A set of enum gen_fault bits. `up` and `down` may be anywhere, even outside. */
unsigned prove_tiles(struct survey *survey, const uint8_t *tiles, struct pos up, struct pos down);

#endif
