/*
 * Adds events to a list, with the place of their body, or a place on the level for events without
 * one.
 */
#include "world/event.h"

#include "base/check.h"
#include "world/world.h"

enum { ROOM_KEPT = EVENTS_SPARE / 4 }; /* entries kept free for the rest of an action */

static struct event *push(struct event_list *list, struct event event)
{
    CHECK(list->count < list->max);
    list->items[list->count] = event;
    return &list->items[list->count++];
}

bool event_has_room(const struct event_list *list)
{
    return list->max - list->count > ROOM_KEPT;
}

struct event *event_push(struct event_list *list, enum event_kind kind, const struct body *body)
{
    struct event event = {.kind = kind, .actor = body->id, .at = body->at, .from = body->at};

    if (body->level != NULL)
        event.level = body->level->key;
    return push(list, event);
}

struct event *event_of_place(struct event_list *list, enum event_kind kind,
                             const struct level *level, struct pos at)
{
    return push(list, (struct event){.kind = kind, .level = level->key, .at = at, .from = at});
}

void event_of_level(struct level *level, enum event_kind kind, struct pos at)
{
    (void)event_of_place(&level->events, kind, level, at);
}

void event_refuse(struct event_list *list, const struct body *body, enum refusal refusal,
                  enum dir dir)
{
    struct event *event = event_push(list, EVENT_REFUSED, body);

    event->refusal = refusal;
    event->dir = dir;
}

struct event *event_of_stack(struct event_list *list, enum event_kind kind, const struct body *body,
                             struct stack thing)
{
    struct event *event = event_push(list, kind, body);

    event->stack = thing;
    return event;
}
