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

/* Each gives the result of the use: a number that is told, or 0. Draughts, and what a bandage and
 * charms do to the body. */
int use_mending(const struct use *use);
int use_heart(const struct use *use);
int use_clear_head(const struct use *use);
int use_swiftness(const struct use *use);
int use_far_sight(const struct use *use);
int use_shadow(const struct use *use);
int use_stone_skin(const struct use *use);
int use_floating(const struct use *use);
int use_fire_throat(const struct use *use);
int use_murk(const struct use *use);
int use_fumes(const struct use *use);
int use_slumber(const struct use *use);
int use_bandage(const struct use *use);
int use_charm_mending(const struct use *use);
int use_charm_swiftness(const struct use *use);
int use_kin(const struct use *use);
int use_fellows(const struct use *use);

/* Scrolls, and the charm of the way. */
int use_tempering(const struct use *use);
int use_elsewhere(const struct use *use);
int use_return(const struct use *use);
int use_mapping(const struct use *use);
int use_banishing(const struct use *use);
int use_waking(const struct use *use);
int use_way(const struct use *use);
int use_glow(const struct use *use);
int use_warding(const struct use *use);
int use_fellowship(const struct use *use);

/* Wands. */
int use_sparks(const struct use *use);
int use_pushing(const struct use *use);
int use_drawing(const struct use *use);
int use_frost(const struct use *use);
int use_wand_slumber(const struct use *use);
int use_locking(const struct use *use);

/* The door that a wand of locking is pointed at; false: there is none. */
bool use_find_door(const struct delver *delver, const struct action *action, struct pos *out);

#endif
