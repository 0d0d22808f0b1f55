/*
 * Functions that the files of level_regen share among themselves.
 */
#ifndef UNDERCROFT_SERVER_GAME_LEVEL_REGEN_PRIVATE_H
#define UNDERCROFT_SERVER_GAME_LEVEL_REGEN_PRIVATE_H

#include "server/game/level_regen.h"

/* Frees what it holds; the slot is free then. */
void level_regen_clear(struct regen *regen);

/* Queues what the order's command is told; nobody waits with ticket 0. */
void level_regen_add_outcome(struct game *game, const struct level_outcome *outcome);

/* The regeneration fails: the operators who wait for it and the delvers who were warned are told
   why. */
void level_regen_call_off(struct game *game, struct regen *regen, const char *why);

/*
 * The delvers who are there, or on the way there or from there: at most `max`, which
 * level_count_people() bounds. Returns how many.
 */
size_t level_regen_list_people(const struct game *game, const struct regen *regen, int64_t *out,
                               size_t max);

/* Reads the kept level, and what all of them remember of it. ERR_MEMORY, ERR_BUSY. */
MUST_USE enum err level_regen_read(struct game *game, struct regen *regen);

/* A regeneration that is due becomes an input of the next tick; if anything is not ready, after a
   later one. The level that goes is loaded first. Returns why it cannot happen, or NULL. */
MUST_USE const char *level_regen_hand_over(struct game *game, struct regen *regen);

#endif
