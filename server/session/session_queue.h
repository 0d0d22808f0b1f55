/*
 * Lists of sessions by when they have their turn, the first first: sessions that are attended at
 * the next tick, and sessions whose frame is due at a later one. A session stands in one of them at
 * most, and leaves it without a search.
 */
#ifndef UNDERCROFT_SERVER_SESSION_SESSION_QUEUE_H
#define UNDERCROFT_SERVER_SESSION_SESSION_QUEUE_H

#include <stdint.h>

#include "server/session/present/presentation.h"

struct session;
struct session_list;
struct sessions;

/* A session's place in a list. */
struct session_place {
    struct session *session;
    struct session_list *list; /* NULL: it stands in none */
    struct session_place *next;
    struct session_place *previous;
};

/* Valid when all zero. */
struct session_list {
    struct session_place *first;
    struct session_place *last;
};

/* Appends the place to the list, after taking it out of the list that it stood in. */
void session_list_append(struct session_list *list, struct session_place *place);

/* Leaves its list. Nothing if it stands in none. */
void session_list_leave(struct session_place *place);

/* Takes the first out. NULL: there is none. */
struct session *session_list_take(struct session_list *list);

enum { FRAME_RING_TICKS = 64 };

/* A ring of lists, one a tick, valid when all zero. A frame that is not taken in its tick comes
   first in the next one. */
struct frame_ring {
    struct session_list lists[FRAME_RING_TICKS];
    uint64_t tick; /* whose list is taken from next: no earlier one holds anybody */
};

/* Schedules a frame for `tick`, clamped to the ring and never in the past. */
void frame_ring_put(struct frame_ring *ring, struct session_place *place, uint64_t tick);

/* Takes out the first session that is due at `tick` or earlier. NULL: there is none. */
struct session *frame_ring_take(struct frame_ring *ring, uint64_t tick);

enum {
    FRAME_PACE_TICKS = 16,  /* of which the average is taken */
    FRAME_PACE_FULL = 1000, /* the load of a tick that worked all its time, or longer */
    FRAME_PACE_CALM_US = 1000 * 1000,
};

/*
 * How often a screen shows what others do: by the load, which is the average of the last ticks'
 * work as a share of their length. The interval grows at once and shrinks by a step a second, so
 * that it does not swing. One's own doing waits for no interval. Valid when all zero: there was no
 * work, and the interval is the shortest.
 */
struct frame_pace {
    uint16_t loads[FRAME_PACE_TICKS]; /* a ring: 0 … FRAME_PACE_FULL */
    uint32_t sum;
    uint8_t oldest;
    uint8_t step;     /* row of the table of intervals */
    uint32_t calm_us; /* for so long a lower row has been enough */
};

/* A tick, or several at once, took `work_us` of the `length_us` that it has; more than 0. */
void frame_pace_note(struct frame_pace *pace, uint64_t work_us, uint64_t length_us);

/* 0 … FRAME_PACE_FULL. */
unsigned frame_pace_load(const struct frame_pace *pace);

/* Ticks of `tick_ms` from a viewer's last frame to one that only shows what others do; 1 or more.
 */
unsigned frame_pace_interval(const struct frame_pace *pace, unsigned tick_ms);

/* Time for frames of others' deeds in a tick of `length_us`, and again for frames of the viewers'
   own deeds. Frames that are left come first in the next tick. */
uint64_t frame_pace_budget_us(uint64_t length_us);

/* Asks to be attended at the next tick. */
void session_make_runnable(struct session *session);

/* The session is attended no more, and no frame of it is due. */
void session_stop_running(struct session *session);

/* A deed of others, or a text, may be news to the client: the session is attended at the next tick,
   or drawn when its frame for the deeds of others is due. */
void session_wake(struct session *session);

/* The frame that the session wants now; FRAME_NONE where nothing is drawn. */
enum frame_want session_wants_frame(const struct session *session);

/* The tick at which a frame may show the deeds of others. */
uint64_t session_frame_tick(const struct sessions *sessions, uint64_t frame_tick);

/* Queues the session for the frame that it wants; a frame of the deeds of others is queued once
   only. */
void session_wait_for_frame(struct session *session);

#endif
