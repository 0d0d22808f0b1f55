/*
 * A thing described by what its row says of it.
 */
#ifndef UNDERCROFT_NARRATE_ITEM_DETAIL_H
#define UNDERCROFT_NARRATE_ITEM_DETAIL_H

#include <stddef.h>

#include "world/delver.h"

enum { ITEM_DETAIL_MAX = 320 };

/* "A spear +1. It hits for 3 to 9. It takes both hands. It reaches two cells." Of a kind that the
   viewer must still learn, that they do not know it. In at most ITEM_DETAIL_MAX bytes. */
void item_detail(const struct delver *viewer, const struct stack *stack, char *out,
                 size_t out_size);

#endif
