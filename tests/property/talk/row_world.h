/*
 * A world with a row of each record for each of many players, who have a level of their own each:
 * things underfoot and in the pack, a bundle, two graves beside them and a foe asleep.
 */
#ifndef UNDERCROFT_TESTS_PROPERTY_TALK_ROW_WORLD_H
#define UNDERCROFT_TESTS_PROPERTY_TALK_ROW_WORLD_H

#include "db/store.h"
#include "hall.h"
#include "world/name.h"

enum { ROW_WORLD_PLACES = 60 /* players */, ROW_WORLD_PATH_SIZE = 128 };

/* Makes it and keeps its bytes; the hall is stopped then, with its folder. */
void row_world_make(struct hall *hall);

/* Puts the database of the stopped hall back to what it was. */
void row_world_restore(const struct hall *hall);

/* Frees the bytes. */
void row_world_release(void);

/* The store of the stopped hall. */
struct store *row_world_open(const struct hall *hall);

void row_world_path(const struct hall *hall, char out[ROW_WORLD_PATH_SIZE]);

/* The name of the player of a place. */
void row_world_name(int place, char out[NAME_LENGTH_MAX + 1]);

/* Any error fails the test. */
void row_world_require(enum err error);

#endif
