/*
 * Lists of delvers, linked through them.
 */
#include "world/delver_list.h"

#include <stddef.h>

#include "world/delver.h"

void delver_list_add(struct delver_list *list, struct delver *delver)
{
    if (delver->is_listed)
        return;
    delver->is_listed = true;
    delver->listed_next = NULL;
    delver->listed_previous = list->last;
    if (list->last != NULL)
        list->last->listed_next = delver;
    else
        list->first = delver;
    list->last = delver;
}

void delver_list_remove(struct delver_list *list, struct delver *delver)
{
    if (!delver->is_listed)
        return;
    delver->is_listed = false;
    if (delver->listed_previous != NULL)
        delver->listed_previous->listed_next = delver->listed_next;
    else
        list->first = delver->listed_next;
    if (delver->listed_next != NULL)
        delver->listed_next->listed_previous = delver->listed_previous;
    else
        list->last = delver->listed_previous;
}

void delver_list_join(struct delver_list *list, struct delver_list *from)
{
    if (from->first == NULL)
        return;
    from->first->listed_previous = list->last;
    if (list->last != NULL)
        list->last->listed_next = from->first;
    else
        list->first = from->first;
    list->last = from->last;
    *from = (struct delver_list){NULL, NULL};
}
