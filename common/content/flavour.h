/*
 * How draughts, scrolls and wands look to a delver that does not know what they do. The look of a
 * kind is drawn for each delver, so that nobody can tell another.
 */
#ifndef UNDERCROFT_CONTENT_FLAVOUR_H
#define UNDERCROFT_CONTENT_FLAVOUR_H

#include <stddef.h>
#include <stdint.h>

#include "content/item.h"

/* "amber draught", "scroll marked KEVO", "ashen wand"; `seed` is the delver's own. The plural of
   more than one: "amber draughts". For kinds of these classes only. */
void flavour_name(enum item_kind kind, uint64_t seed, uint32_t count, char *out, size_t out_size);

#endif
