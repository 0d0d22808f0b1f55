/*
 * A world for tests of what operators' words do to levels that are in memory or not: many wings of
 * depth 3, each with the same graves, things, foe and kept version. It is made once by play and
 * laid into the database; each server of a test begins with a copy of it. Errors fail the running
 * test.
 */
#ifndef UNDERCROFT_TESTS_E2E_STORED_WORLD_H
#define UNDERCROFT_TESTS_E2E_STORED_WORLD_H

#include "support/live/process.h"
#include "support/live/staging.h"

enum {
    STORED_WINGS = 80, /* 1 to 80 of depth 3; depths 4 and 5 of wing 0 are the same level */
    STORED_GOLD = 797, /* in Ada's grave: what lay about, and hers from birth */
    STORED_DARTS = 5,
};

/* Delvers: Ada has died on depth 3, Cara is an administrator, and Dora is there. Gyda waits for
   approval. */
struct stored_world {
    struct process server;         /* not running */
    char thing[STAGING_CELL_SIZE]; /* the cell of the darts, */
    char foe[STAGING_CELL_SIZE];   /* of a grey mould, */
    char free[STAGING_CELL_SIZE];  /* one where nothing is, */
    char niche[STAGING_CELL_SIZE]; /* of a niche, */
    char grave[STAGING_CELL_SIZE]; /* and of Ada's grave */
    int things;                    /* in Ada's grave */
};

/* Makes it. `ctl`: the path of undercroftctl. */
void stored_world_init(struct stored_world *stored, const char *ctl);
void stored_world_release(struct stored_world *stored);

/* Starts a server on a copy of it; `server` has its folder, and has run nothing yet. */
void stored_world_start(const struct stored_world *stored, struct process *server);

#endif
