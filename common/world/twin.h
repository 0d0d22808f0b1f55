/*
 * Twin niches: two plates in the floor that two players press together. When a delver comes to one
 * of them while another delver stands on the other, each of the two finds something, once on each
 * depth in a life. One level in three has a pair, and the depth of the Market Ruin has four.
 *
 * The finds are used up by using them, so a player who is always alone lacks nothing that lasts.
 * They depend only on the world, the delver, the life and the depth: another partner, a wait or a
 * replaced level gives nothing new, and a partner needs no find of its own.
 */
#ifndef UNDERCROFT_WORLD_TWIN_H
#define UNDERCROFT_WORLD_TWIN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/pos.h"
#include "world/pack.h"

struct delver;
struct level;
struct life;
struct population_search;
struct world;

enum {
    TWIN_STEPS_MIN = 6, /* on foot between the two plates of a pair */
    TWIN_STEPS_MAX = 12,
    TWIN_MARKET_DEPTH = 4, /* of the Market Ruin */
};

/* Lays the plates of a new level, drawn from a stream of their own, on open floor off the stairs.
   Overwrites `search`. */
void twins_place(struct level *level, uint64_t world_seed, struct population_search *search);

/* True for a plate that belongs to no gate. */
bool twin_is_at(const struct level *level, struct pos at);

/* True if the delver has had its find on that depth in this life. */
bool twin_is_opened(const struct life *life, int depth);

/* The find of a delver in one of its lives, on that depth (1 and deeper). */
struct stack twin_find(uint64_t world_seed, const struct delver *delver, int depth);

/* Call it when the delver has come to another cell: if it stands on such a plate and somebody on
   another, both finds go into the packs. A find without room stays, and its delver is told. */
void twin_step(const struct world *world, struct delver *delver);

#endif
