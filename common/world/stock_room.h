/*
 * Room to place foes in; a world has one, and uses it between the ticks of its levels. Beside it
 * what lies about on a level for anybody: heaps of gold and small things, which come back one after
 * the other when they were taken (strew.c).
 */
#ifndef UNDERCROFT_WORLD_STOCK_ROOM_H
#define UNDERCROFT_WORLD_STOCK_ROOM_H

#include "world/company.h"
#include "world/population.h"

struct world;

struct stock_room {
    struct placement placements[POPULATION_MAX];
    struct population_search search;
    struct pos from[COMPANY_LEVEL_MAX];
    uint64_t seen[LEVEL_WIDTH_MAX / 64 * LEVEL_HEIGHT_MAX];
};

/* Puts a new foe where it was placed, as one of that group, if the pool has one left. */
void stock_put(struct world *world, struct level *level, const struct placement *placement,
               uint16_t group);

/* A free cell of floor by chance, out of sight of every delver. False: none was found. */
bool strew_find_cell(const struct world *world, struct level *level, struct pos *out);

/* Makes a thing that lies at `at`, as anybody's; nothing where there is no place for it. */
void strew_put(struct world *world, struct level *level, struct stack stack, struct pos at);

/* All that lies about on a new level. */
void strew_new(struct world *world, struct level *level);

/* Before a delver comes to a level without delvers: what is back by then of what was missing. */
void strew_arrival(struct world *world, struct level *level);

#endif
