/*
 * The threads that draw, and a canvas for each. They work between two ticks, while the loop waits
 * and the world stands still.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PRESENT_DRAWERS_H
#define UNDERCROFT_SERVER_SESSION_PRESENT_DRAWERS_H

#include "server/base/threads.h"
#include "server/session/present/drawing.h"

enum { DRAWERS_CHOSEN_MAX = 4 }; /* threads at most, where the operator says nothing */

/* Valid when all zero: none. */
struct drawers {
    struct team *team;
    struct canvas canvases[TEAM_THREADS_MAX]; /* the first is the loop's own */
};

/* `threads` with the loop's own, up to TEAM_THREADS_MAX; 0: one less than the machine has cores, so
   that the others have one too. ERR_MEMORY, ERR_NO_RESOURCE; then drawers_stop() as well. */
MUST_USE enum err drawers_start(struct drawers *drawers, int threads);

/* Also of none. */
void drawers_stop(struct drawers *drawers);

#endif
