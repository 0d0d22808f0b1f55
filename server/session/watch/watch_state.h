/*
 * The state of a session that watches or is watched.
 */
#ifndef UNDERCROFT_SERVER_SESSION_WATCH_WATCH_STATE_H
#define UNDERCROFT_SERVER_SESSION_WATCH_WATCH_STATE_H

#include <stdbool.h>

#include "world/world.h"

struct session;

enum {
    WATCH_LISTED_MAX = 26, /* a letter for each */
};

/* Valid when all zero. */
struct watch_state {
    struct session *next;             /* in the list of the watched delver */
    body_id listed[WATCH_LISTED_MAX]; /* delvers by letter, in the order of the list */
    int listed_count;
    bool is_operator;
    bool was_reported; /* this delver's player was told of watchers */
};

#endif
