/*
 * Shared parts of the use files: the effects, and the struct that each is given.
 */
#ifndef UNDERCROFT_WORLD_USE_PRIVATE_H
#define UNDERCROFT_WORLD_USE_PRIVATE_H

#include "world/use.h"

struct use {
    const struct world *world;
    struct delver *delver;
    struct level *level; /* where the delver stands */
    const struct action *action;
    const struct item_row *row;
    struct stack stack; /* as it was before */
    struct pos at;      /* the end of the way to the target, or where the delver is */
    struct body *foe;   /* that the bolt meets; NULL: none */
};

#endif
