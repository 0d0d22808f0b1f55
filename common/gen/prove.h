/*
 * The proof of the hard invariants over bare tiles, with a workspace the caller keeps. Private to
 * gen; gen_prove() and gen_prove_furnished() in measure.h are the same for a level.
 */
#ifndef UNDERCROFT_GEN_PROVE_H
#define UNDERCROFT_GEN_PROVE_H

#include "base/pos.h"
#include "gen/survey.h"
#include "world/level.h"

enum { GEN_ARRIVAL_STEPS = 6 /* from either staircase, within which nothing is shut or deep */ };

/* A set of enum gen_fault bits, with every gate open. `up` and `down` may be anywhere, even
   outside. */
unsigned prove_tiles(struct survey *survey, const uint8_t *tiles, struct pos up, struct pos down,
                     const struct gate *gates, int gate_count);

/* Proves the tiles as prove_tiles() does, but with every gate shut. Call it after prove_tiles()
   found no fault on this survey: a level without gates is not searched again. */
unsigned prove_gates(struct survey *survey, const uint8_t *tiles, struct pos up, struct pos down,
                     const struct gate *gates, int gate_count);

#endif
