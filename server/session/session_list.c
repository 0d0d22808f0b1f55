/*
 * Lists of sessions.
 */
#include "server/session/session_list.h"

#include <stddef.h>

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
