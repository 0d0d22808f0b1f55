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
    DUEL_ASK_MS = 60000, /* for so long a duel that was asked for can be taken up */
    DUEL_CELLS = 12,     /* between the two, and no farther */
};

/* The news of a duel: the count of an EVENT_DUEL. */
enum duel_news {
    DUEL_ASKED,
    DUEL_BEGUN,
    DUEL_WON,    /* by the actor */
    DUEL_ENDED,  /* by the actor's word */
    DUEL_BROKEN, /* by danger, or since the two are apart */
};

/* The side of one delver. Valid when all zero: none. */
struct duel {
    body_id rival; /* 0: none */
    bool is_on;
    int16_t health; /* when it began */
    uint64_t at;    /* tick of the world at which it was asked for */
};

/* Does an INPUT_DUEL: asks the rival, or takes up what that one asked for; `is_end` ends the duel,
   or says no. Tells the delver why it does nothing. */
void duel_apply(struct world *world, struct delver *delver, body_id rival, bool is_end);

/* True for two delvers who are in a duel with each other. */
bool duel_is_between(const struct body *body, const struct body *other);

/* Strikes the rival, who stands beside. */
void duel_strike(const struct world *world, struct delver *delver, struct delver *rival);

/* Between ticks: ends the duels of delvers in danger or apart. */
void duels_check(struct world *world);

void duel_hash(const struct duel *duel, struct hash *hash);

#endif
