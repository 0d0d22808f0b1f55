/*
 * Lists of sessions by the time of their turn, in order: sessions that are attended at the next
 * tick, and sessions with a frame due at a later one. A session is in at most one of them, and
 * leaves it without a search.
 */
#ifndef UNDERCROFT_SERVER_SESSION_SESSION_QUEUE_H
#define UNDERCROFT_SERVER_SESSION_SESSION_QUEUE_H

#include <stdint.h>

#include "server/session/present/presentation.h"

struct session;
struct session_list;
struct sessions;

/* A session's entry in a list. */
struct session_place {
    struct session *session;
    struct session_list *list; /* NULL: it is in none */
    struct session_place *next;
    struct session_place *previous;
};

/* A list of sessions. All zero: empty. */
struct session_list {
    struct session_place *first;
    struct session_place *last;
};

/* Moves the entry to the end of the list, out of the list that it is in. */
void session_list_append(struct session_list *list, struct session_place *place);

/* Removes the entry from its list, if it is in one. */
void session_list_leave(struct session_place *place);

/* Removes the first session from the list and returns it. NULL: there is none. */
struct session *session_list_take(struct session_list *list);

enum { FRAME_RING_TICKS = 64 };

/* A ring of lists, one for each tick; all zero: empty. A frame that is not taken in its tick comes
   first in the next. */
struct frame_ring {
    struct session_list lists[FRAME_RING_TICKS];
    uint64_t tick; /* tick whose list is taken next; earlier lists are empty */
};

/* Schedules a frame for `tick`, clamped to the ring and never in the past. */
void frame_ring_put(struct frame_ring *ring, struct session_place *place, uint64_t tick);

/* Removes the first session that is due at `tick` or earlier, and returns it. NULL: there is
   none. */
struct session *frame_ring_take(struct frame_ring *ring, uint64_t tick);

enum {
    FRAME_PACE_TICKS = 16,  /* ticks over which the load is averaged */
    FRAME_PACE_FULL = 1000, /* load of a tick that used all of its time, or more */
    FRAME_PACE_CALM_US = 1000 * 1000,
};

/*
 * The interval at which a screen shows acts of others, by the load: the average work of the last
 * ticks as a share of their length. The interval grows at once and shrinks by a step a second, so
 * that it does not oscillate. A player's own acts do not wait for it. All zero: no work, and the
 * shortest interval.
 */
struct frame_pace {
    uint16_t loads[FRAME_PACE_TICKS]; /* 0 … FRAME_PACE_FULL; a ring buffer */
    uint32_t sum;
    uint8_t oldest;
    uint8_t step;     /* row in the table of intervals */
    uint32_t calm_us; /* microseconds for which a lower row has been enough */
};

/* Notes that a tick, or several at once, took `work_us` of its `length_us`, which is more than
   0. */
void frame_pace_note(struct frame_pace *pace, uint64_t work_us, uint64_t length_us);

/* Returns the load, 0 … FRAME_PACE_FULL. */
unsigned frame_pace_load(const struct frame_pace *pace);

/* Returns the number of ticks of `tick_ms` between a viewer's last frame and one that only shows
   acts of others; at least 1. */
unsigned frame_pace_interval(const struct frame_pace *pace, unsigned tick_ms);

/* Returns the microseconds of a tick of `length_us` for frames of others' acts, and again for
   frames of viewers' own acts. Frames that are left come first in the next tick. */
uint64_t frame_pace_budget_us(uint64_t length_us);

/* Has the session attended at the next tick. */
void session_make_runnable(struct session *session);

/* Removes the session from all lists: it is not attended, and no frame is due. */
void session_stop_running(struct session *session);

/* Has the session show an act of others or a text: it is attended at the next tick, or drawn when
   its frame for acts of others is due. */
void session_wake(struct session *session);

/* Returns the frame that the session wants now; FRAME_NONE if nothing is drawn. */
enum frame_want session_wants_frame(const struct session *session);

/* Returns the tick at which a frame may show acts of others. */
uint64_t session_frame_tick(const struct sessions *sessions, uint64_t frame_tick);

/* Queues the session for the frame that it wants; a frame for acts of others is queued only
   once. */
void session_wait_for_frame(struct session *session);

#endif
