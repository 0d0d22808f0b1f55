/*
 * Duels: blows between two delvers who have both asked for them. Nothing is lost by one: no blow
 * takes the last point of health, and at its end each has the health back with which it began. It
 * begins where neither is in danger, and ends where one of them is, or the two are apart.
 *
 * A duel is not kept on disk.
 */
#ifndef UNDERCROFT_WORLD_DUEL_H
#define UNDERCROFT_WORLD_DUEL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/hash.h"
#include "world/id.h"

struct body;
struct delver;
struct world;

enum {
    DUEL_ASK_MS = 60000, /* milliseconds in which a rival may accept */
    DUEL_CELLS = 12,     /* most cells between the two */
};

/* The outcomes of a duel, as the count of an EVENT_DUEL. */
enum duel_news {
    DUEL_ASKED,
    DUEL_BEGUN,
    DUEL_WON,    /* the actor has won */
    DUEL_ENDED,  /* the actor ended it */
    DUEL_BROKEN, /* danger or distance ended it */
};

/* A delver's side of a duel. All zero: no duel. */
struct duel {
    body_id rival; /* the other delver; 0: none */
    bool is_on;
    int16_t health; /* health at the beginning */
    uint64_t at;    /* tick of the world at which the delver asked */
};

/* Does an INPUT_DUEL: asks the rival for a duel, or accepts the one that the rival asks for;
   `is_end` ends or refuses it. Tells the delver if it cannot be done. */
void duel_apply(struct world *world, struct delver *delver, body_id rival, bool is_end);

/* True for two delvers who are in a duel with each other. */
bool duel_is_between(const struct body *body, const struct body *other);

/* Strikes the rival, which must be beside the delver. */
void duel_strike(const struct world *world, struct delver *delver, struct delver *rival);

/* Ends the duels of delvers that are in danger or apart. Call it between ticks. */
void duels_check(struct world *world);

void duel_hash(const struct duel *duel, struct hash *hash);

#endif
