/*
 * Frames that are due at a later tick.
 */
#include "server/session/frame_ring.h"

#include <stddef.h>

void frame_ring_put(struct frame_ring *ring, struct session_place *place, uint64_t tick)
{
    uint64_t last = ring->tick + FRAME_RING_TICKS - 1;

    if (tick < ring->tick)
        tick = ring->tick;
    if (tick > last)
        tick = last;
    session_list_append(&ring->lists[tick % FRAME_RING_TICKS], place);
}

struct session *frame_ring_take(struct frame_ring *ring, uint64_t tick)
{
    while (ring->tick <= tick) {
        struct session *session = session_list_take(&ring->lists[ring->tick % FRAME_RING_TICKS]);
        if (session != NULL)
            return session;
        ring->tick++;
    }
    return NULL;
}
