/*
 * Altars: 50 gold at a shrine, and the withered are whole again.
 */
#ifndef UNDERCROFT_WORLD_ALTAR_H
#define UNDERCROFT_WORLD_ALTAR_H

#include <stdbool.h>

struct action;
struct body;
struct world;

enum { ALTAR_PRICE = 50 };

/* The verb: true if it happened and costs time. */
bool altar_pray(const struct world *world, struct body *body, const struct action *action);

#endif
