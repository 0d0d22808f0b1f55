/*
 * The state of a session that watches or is watched.
 */
#ifndef UNDERCROFT_SERVER_SESSION_WATCH_WATCH_STATE_H
#define UNDERCROFT_SERVER_SESSION_WATCH_WATCH_STATE_H

#include <stdbool.h>

#include "world/world.h"

struct session;

enum {
    WATCH_LISTED_MAX = 26, /* most listed delvers, a letter for each */
};

/* The state of watching. All zero: none. */
struct watch_state {
    struct session *next;             /* next in the list of the watched delver's watchers */
    body_id listed[WATCH_LISTED_MAX]; /* delvers by letter, in the order of the list */
    int listed_count;
    bool is_operator;
    bool was_reported; /* the player of this delver was told of watchers */
};

#endif
