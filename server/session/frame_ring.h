/*
 * Frames that are due at a later tick: a ring of lists, one a tick. A frame that is not taken in
 * its tick comes first in the next one. Sessions cost nothing before their tick.
 */
#ifndef UNDERCROFT_SERVER_SESSION_FRAME_RING_H
#define UNDERCROFT_SERVER_SESSION_FRAME_RING_H

#include <stdint.h>

#include "server/session/session_list.h"

enum { FRAME_RING_TICKS = 64 };

/* Valid when all zero. */
struct frame_ring {
    struct session_list lists[FRAME_RING_TICKS];
    uint64_t tick; /* whose list is taken from next: no earlier one holds anybody */
};

/* It waits for `tick`, or for the last one that the ring reaches; not before those taken already.
 */
void frame_ring_put(struct frame_ring *ring, struct session_place *place, uint64_t tick);

/* Takes out the first that is due at `tick` or was before. NULL: there is none. */
struct session *frame_ring_take(struct frame_ring *ring, uint64_t tick);

#endif
