/*
 * Lists of sessions by the time of their turn: sessions that are attended at the next tick, and
 * those with a frame due at a later one, in a ring of lists, one for each tick. The delay of a
 * frame that only shows acts of others depends on the load. A session is in at most one list, and
 * costs nothing before its tick.
 */
#include "server/session/session_queue.h"

#include <stddef.h>

#include "server/game/tick.h"
#include "server/session/present/presentation.h"
#include "server/session/session.h"
#include "server/session/sessions.h"

void session_list_append(struct session_list *list, struct session_place *place)
{
    session_list_leave(place);
    place->list = list;
    place->next = NULL;
    place->previous = list->last;
    if (list->last != NULL)
        list->last->next = place;
    else
        list->first = place;
    list->last = place;
}

void session_list_leave(struct session_place *place)
{
    struct session_list *list = place->list;

    if (list == NULL)
        return;
    if (place->previous != NULL)
        place->previous->next = place->next;
    else
        list->first = place->next;
    if (place->next != NULL)
        place->next->previous = place->previous;
    else
        list->last = place->previous;
    place->list = NULL;
}

struct session *session_list_take(struct session_list *list)
{
    struct session_place *place = list->first;

    if (place == NULL)
        return NULL;
    session_list_leave(place);
    return place->session;
}

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

struct pace_row {
    unsigned load_below; /* this row is for loads below, in parts of FRAME_PACE_FULL */
    unsigned interval_ms;
};

static const struct pace_row pace_table[] = {
    {100, 50},
    {350, 100},
    {600, 200},
    {FRAME_PACE_FULL + 1, 400},
};

static uint8_t step_of(unsigned load)
{
    uint8_t step = 0;

    while (load >= pace_table[step].load_below)
        step++;
    return step;
}

static void change_step(struct frame_pace *pace, uint64_t length_us)
{
    uint8_t wanted = step_of(frame_pace_load(pace));

    if (wanted >= pace->step) {
        pace->step = wanted;
        pace->calm_us = 0;
        return;
    }
    pace->calm_us += length_us < FRAME_PACE_CALM_US ? (uint32_t)length_us : FRAME_PACE_CALM_US;
    if (pace->calm_us < FRAME_PACE_CALM_US)
        return;
    pace->step--;
    pace->calm_us = 0;
}

void frame_pace_note(struct frame_pace *pace, uint64_t work_us, uint64_t length_us)
{
    uint64_t load =
        work_us < length_us ? work_us * FRAME_PACE_FULL / length_us : (uint64_t)FRAME_PACE_FULL;

    pace->sum = pace->sum - pace->loads[pace->oldest] + (uint32_t)load;
    pace->loads[pace->oldest] = (uint16_t)load;
    pace->oldest = (uint8_t)((pace->oldest + 1) % FRAME_PACE_TICKS);
    change_step(pace, length_us);
}

unsigned frame_pace_load(const struct frame_pace *pace)
{
    return pace->sum / FRAME_PACE_TICKS;
}

unsigned frame_pace_interval(const struct frame_pace *pace, unsigned tick_ms)
{
    return (pace_table[pace->step].interval_ms + tick_ms - 1) / tick_ms;
}

uint64_t frame_pace_budget_us(uint64_t length_us)
{
    return length_us / 2;
}

void session_make_runnable(struct session *session)
{
    struct sessions *sessions = session->sessions;

    if (session->state != SESSION_CLOSED && session->place.list != &sessions->runnable &&
        session->place.list != &sessions->attending)
        session_list_append(&sessions->runnable, &session->place);
}

void session_stop_running(struct session *session)
{
    session_list_leave(&session->place);
    session_list_leave(&session->feed_place);
}

enum frame_want session_wants_frame(const struct session *session)
{
    const struct presentation *presentation = presentation_table[session->mode];

    return presentation->is_drawn && session_is_in_game(session)
               ? presentation->wants_frame(session)
               : FRAME_NONE;
}

uint64_t session_frame_tick(const struct sessions *sessions, uint64_t frame_tick)
{
    return frame_tick +
           frame_pace_interval(&sessions->pace, (unsigned)sessions->base->options.tick_ms);
}

void session_wait_for_frame(struct session *session)
{
    enum frame_want want = session_wants_frame(session);

    if (want == FRAME_OWN)
        session_make_runnable(session);
    else if (want == FRAME_OF_OTHERS && session->place.list == NULL)
        frame_ring_put(&session->sessions->frames, &session->place,
                       session_frame_tick(session->sessions, session->frame_tick));
}

void session_wake(struct session *session)
{
    if (presentation_table[session->mode]->is_drawn)
        session_wait_for_frame(session);
    else
        session_make_runnable(session);
}
