/*
 * Pedlars, in havens and wandering. Each stall sells the same to everybody: six kinds that are
 * always there, and eight finds, the oldest of which gives way to a new one every two hours. No two
 * wares of a stall are of one kind. A delver has one of each find, so nobody buys anything away
 * from another. The wares of a stall depend on the seed of the world, the depth and the time alone,
 * and are kept nowhere; a delver's dealings with pedlars are kept with its life.
 *
 * A deal is done within the tick of the level: the gold ends and the thing is made, or the other
 * way round, in the same page of the ledger.
 *
 * In each half hour of its clock one level in ten, but for those with havens, has a wandering
 * pedlar's stall on open ground, where one deals as in a haven. Whether it has one follows from the
 * seed of the world, the level and the half hour; the stall itself is a tile, and so saved with the
 * level. It comes and goes where no delver sees it.
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
    PEDLAR_ALWAYS = 6, /* kinds that are always there */
    PEDLAR_FINDS = 8,  /* finds, which come and go */
    PEDLAR_WARES = PEDLAR_ALWAYS + PEDLAR_FINDS,
    PEDLAR_DAY_GOLD = 300, /* paid to a delver in a day, at most */
};

struct ware {
    uint32_t number; /* does not change while the pedlar has it, and no other ware ever has it */
    struct stack thing;
    int price;
};

/* True if the delver stands near a stall that it sees. */
bool pedlar_is_near(const struct delver *delver);

/* Wares that the pedlar of the delver's depth sells to it now, in the order of the list, without
   the finds that it has bought. Returns how many. */
int pedlar_wares(const struct world *world, const struct delver *delver,
                 struct ware out[PEDLAR_WARES]);

/* Price that a pedlar would pay the delver for all of the thing. REFUSAL_NONE, and *out_gold is 1
   or more; else the reason why it would not. */
enum refusal pedlar_offer(const struct world *world, const struct delver *delver,
                          const struct stack *thing, int *out_gold);

/* Price of having a thing named. */
int pedlar_naming_price(const struct world *world);

/* The verbs of the action table: true if it happened and costs time. */
bool pedlar_buy(const struct world *world, struct body *body, const struct action *action);
bool pedlar_sell(const struct world *world, struct body *body, const struct action *action);
bool pedlar_name(const struct world *world, struct body *body, const struct action *action);

/* True if a pedlar visits the level in that half hour of its clock, counted from 0. */
bool pedlar_visits(const struct world *world, const struct level *level, uint64_t half_hour);

/* After a level's tick: a wandering pedlar that is due sets up its stall, and a pedlar whose
   time is over goes. Between the ticks of levels only. */
void pedlar_visit_run(struct world *world, struct level *level);

#endif
