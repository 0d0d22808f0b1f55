/*
 * Descriptions of things, made from their rows.
 */
#ifndef UNDERCROFT_NARRATE_ITEM_DETAIL_H
#define UNDERCROFT_NARRATE_ITEM_DETAIL_H

#include <stddef.h>

#include "narrate/text_form.h"
#include "world/delver.h"

enum { ITEM_DETAIL_MAX = 560, ITEM_GAIN_MAX = 96 };

/*
 * Two lines without a last LF: the numbers, with those of the thing worn in its place, and its use:
 * "Mace: 2 to 10, average 6, attack -1, slow, dazes. Yours: 1 to 5, average 3, attack +1." and
 * "Slow and heavy, for foes in armour that must be kept dazed." For players who hear it, the same
 * in sentences without a LF. A kind that the viewer must still learn is only told to be unknown.
 * `stack` may be one of the viewer's own. In at most ITEM_DETAIL_MAX bytes.
 */
void item_detail(const struct delver *viewer, const struct stack *stack, enum text_form form,
                 char *out, size_t out_size);

/* The same of a thing that a pedlar sells, who names it. */
void item_detail_of_ware(const struct delver *viewer, const struct stack *stack,
                         enum text_form form, char *out, size_t out_size);

/* The sentences alone, without the name, for a thing that was just named. */
void item_about(const struct delver *viewer, const struct stack *stack, char *out, size_t out_size);

/* "armour 4, yours 2", "2 to 10, yours 1 to 5", of a thing that is worn, by its name; "" of all
   others. In at most ITEM_GAIN_MAX bytes. */
void item_gain(const struct delver *viewer, const struct stack *stack, char *out, size_t out_size);

#endif
