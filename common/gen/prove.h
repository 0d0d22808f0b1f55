/*
 * The proof of the hard invariants for bare tiles, with working memory from the caller. Private to
 * gen; gen_prove() and gen_prove_furnished() in measure.h do the same for a level.
 */
#ifndef UNDERCROFT_GEN_PROVE_H
#define UNDERCROFT_GEN_PROVE_H

#include "base/pos.h"
#include "gen/survey.h"
#include "world/level.h"

enum { GEN_ARRIVAL_STEPS = 6 /* within so many steps of either stairs nothing is shut or deep */ };

/* Checks tiles with every gate open. Returns a set of enum gen_fault bits. `up` and `down` may be
   anywhere, even outside. */
unsigned prove_tiles(struct survey *survey, const uint8_t *tiles, struct pos up, struct pos down,
                     const struct gate *gates, int gate_count);

/* Checks tiles with every gate shut. Call it after prove_tiles() found no fault on this survey: a
   level without gates is not searched again. */
unsigned prove_gates(struct survey *survey, const uint8_t *tiles, struct pos up, struct pos down,
                     const struct gate *gates, int gate_count);

#endif
