/*
 * The end of the game: an ember of the last lamp, which the Wick-Warden leaves to each who took
 * part in its fall, is carried up on foot and out of the stairs of depth 1. It shines far, forbids
 * every way but the stairs, lies where its bearer dies, and wakes each level that it comes to.
 */
#ifndef UNDERCROFT_WORLD_EMBER_H
#define UNDERCROFT_WORLD_EMBER_H

#include <stdbool.h>

struct action;
struct body;
struct delver;
struct foe;
struct level;
struct world;

enum { EMBER_DEPTH = 26 };

/* A foe died, and this delver took part in it. */
void ember_leave(const struct world *world, struct delver *delver, const struct foe *foe);

/* The bearer dies: its embers come to lie on its cell, for anybody. */
void ember_drop(const struct world *world, struct delver *delver);

/* The verb of the stairs up. With an ember those of depth 1 are the kindling. */
bool ember_ascend(const struct world *world, struct body *body, const struct action *action);

/* The verb `again`: a new life of one who has kindled, which keeps the thing worn at the object
   (0: none) without its tempers. */
bool ember_begin_again(const struct world *world, struct body *body, const struct action *action);

#endif
