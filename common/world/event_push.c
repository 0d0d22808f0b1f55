/*
 * How an event enters a list: with the place of the body that it is about.
 */
#include "base/check.h"
#include "world/world_private.h"

struct event *event_push(struct event_list *list, enum event_kind kind, const struct body *body)
{
    CHECK(list->count < list->max);
    struct event *event = &list->items[list->count++];

    *event = (struct event){
        .kind = kind,
        .actor = body->id,
        .at = body->at,
        .from = body->at,
    };
    if (body->level != NULL)
        event->level = body->level->key;
    return event;
}

void event_refuse(struct event_list *list, const struct body *body, enum refusal refusal,
                  enum dir dir)
{
    struct event *event = event_push(list, EVENT_REFUSED, body);

    event->refusal = refusal;
    event->dir = dir;
}

struct event *event_of_item(struct event_list *list, enum event_kind kind, const struct body *body,
                            const struct item *item)
{
    struct event *event = event_push(list, kind, body);

    event->item = item->id;
    event->item_kind = item->kind;
    return event;
}
