/*
 * A list of bodies of one level, by id, in the order in which they were added. Its room is the
 * owner's, from the beginning. A body that is removed leaves a gap, 0, so that a list may be walked
 * while bodies leave it; the gaps are closed when room is needed and when the owner asks for it.
 */
#ifndef UNDERCROFT_WORLD_BODY_LIST_H
#define UNDERCROFT_WORLD_BODY_LIST_H

#include <stdint.h>

struct body_list {
    uint32_t *ids;  /* body ids; 0: a gap; the owner's */
    uint32_t count; /* gaps included */
    uint32_t max;
};

/* The caller sees to it that nobody is added twice; CHECKs that there is room. */
void body_list_add(struct body_list *list, uint32_t id);

/* Looks at the whole list. */
void body_list_remove(struct body_list *list, uint32_t id);

void body_list_close_gaps(struct body_list *list);

#endif
