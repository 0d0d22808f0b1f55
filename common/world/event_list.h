/*
 * A list of events with a fixed room. The world has one for what its inputs brought about, and each
 * level one for its own tick; world_next_event() leads through all of them.
 */
#ifndef UNDERCROFT_WORLD_EVENT_LIST_H
#define UNDERCROFT_WORLD_EVENT_LIST_H

#include <stdint.h>

struct event; /* world/event.h */

struct event_list {
    struct event *items; /* room for `max`, the owner's */
    uint32_t count;
    uint32_t max;
};

/* Beside one for each body that a level has room for, its list has room for so many events. While
   half of them are left, one more body can have its turn. */
enum { EVENTS_SPARE = 128 };

#endif
