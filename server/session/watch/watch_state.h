/*
 * The state of a session that watches or is watched.
 */
#ifndef UNDERCROFT_SERVER_SESSION_WATCH_WATCH_STATE_H
#define UNDERCROFT_SERVER_SESSION_WATCH_WATCH_STATE_H

#include <stdbool.h>

#include "world/world.h"

struct session;

enum {
    WATCH_LISTED_MAX = 26, /* one letter each */
};

/* Valid when all zero. */
struct watch_state {
    struct session *next;             /* in the list of the watched delver */
    body_id listed[WATCH_LISTED_MAX]; /* what the letters meant when they were shown */
    int listed_count;
    bool is_operator;
    bool was_told; /* that somebody watches this delver */
};

#endif
