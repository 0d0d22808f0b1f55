/*
 * Pedlars, in havens and wandering. Each stall sells the same to everybody: six kinds that are
 * always there, and eight finds, of which a new one replaces the oldest every two hours. No two
 * wares of a stall are of one kind. Each delver can buy each find once, so no delver takes one from
 * another. The wares depend only on the seed of the world, the depth and the time, and are not
 * stored; a delver's dealings with pedlars are stored with its life.
 *
 * A deal is done within the tick of the level: gold is destroyed and the thing made, or the
 * reverse, in one page of the ledger.
 *
 * In each half hour of its clock one level in ten without a haven has the stall of a wandering
 * pedlar on open ground. Whether it does depends on the seed of the world, the level and the half
 * hour; the stall is a tile, and so saved with the level. It comes and goes where no delver sees
 * it.
 */
#ifndef UNDERCROFT_WORLD_PEDLAR_H
#define UNDERCROFT_WORLD_PEDLAR_H

#include <stdbool.h>
#include <stdint.h>

#include "world/action.h"
#include "world/pack.h"

struct body;
struct delver;
struct level;
struct world;

enum {
    PEDLAR_ALWAYS = 6, /* kinds always for sale */
    PEDLAR_FINDS = 8,  /* finds in a stock, which change with time */
    PEDLAR_WARES = PEDLAR_ALWAYS + PEDLAR_FINDS,
    PEDLAR_DAY_GOLD = 300, /* most gold paid to a delver in a day */
};

struct ware {
    uint32_t number; /* constant while the pedlar has the ware; never used again */
    struct stack thing;
    int price;
};

/* True if the delver is near a stall that it sees. */
bool pedlar_is_near(const struct delver *delver);

/* Lists the wares that the pedlar on the delver's depth sells to it now, without the finds that it
   has bought. Returns their number. */
int pedlar_wares(const struct world *world, const struct delver *delver,
                 struct ware out[PEDLAR_WARES]);

/* Computes the price that a pedlar pays the delver for all of the thing: REFUSAL_NONE with
 *out_gold at least 1, or else the reason why it does not buy. */
enum refusal pedlar_offer(const struct world *world, const struct delver *delver,
                          const struct stack *thing, int *out_gold);

/* Returns the price of identifying a thing. */
int pedlar_naming_price(const struct world *world);

/* Verbs of the action table. Each returns true if the action happened and costs time. */
bool pedlar_buy(const struct world *world, struct body *body, const struct action *action);
bool pedlar_sell(const struct world *world, struct body *body, const struct action *action);
bool pedlar_name(const struct world *world, struct body *body, const struct action *action);

/* True if a pedlar visits the level in that half hour of its clock, counted from 0. */
bool pedlar_visits(const struct world *world, const struct level *level, uint64_t half_hour);

/* Sets up the stall of a wandering pedlar that is due, and removes one whose time is over. Call it
   between the ticks of levels, after the level's tick. */
void pedlar_visit_run(struct world *world, struct level *level);

#endif
