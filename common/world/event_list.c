/*
 * Lists of events.
 */
#include "world/event_list.h"

#include <stdlib.h>

#include "world/event.h"

enum err event_list_init(struct event_list *list, uint32_t max)
{
    *list = (struct event_list){.items = malloc(max * sizeof *list->items), .max = max};
    return list->items == NULL ? ERR_MEMORY : ERR_OK;
}

void event_list_release(struct event_list *list)
{
    free(list->items);
    *list = (struct event_list){0};
}
