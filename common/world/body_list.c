/*
 * Lists of bodies: an array with gaps.
 */
#include "world/body_list.h"

#include "base/check.h"

void body_list_add(struct body_list *list, uint32_t id)
{
    if (list->count == list->max)
        body_list_close_gaps(list);
    CHECK(list->count < list->max);
    list->ids[list->count++] = id;
}

void body_list_remove(struct body_list *list, uint32_t id)
{
    for (uint32_t i = 0; i < list->count; i++) {
        if (list->ids[i] == id)
            list->ids[i] = 0;
    }
}

void body_list_close_gaps(struct body_list *list)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < list->count; i++) {
        if (list->ids[i] != 0)
            list->ids[kept++] = list->ids[i];
    }
    list->count = kept;
}
