/*
 * Things in words, as a delver knows them: by name, or by look until the delver has learned the
 * kind; and their descriptions, made from their rows.
 */
#ifndef UNDERCROFT_NARRATE_ITEM_WORDS_H
#define UNDERCROFT_NARRATE_ITEM_WORDS_H

#include <stddef.h>

#include "narrate/text_form.h"
#include "world/delver.h"
#include "world/item.h"

enum { ITEM_NAME_MAX = 64 }; /* bytes that hold any name */

/* "knife +1", "dart", "amber draught", "wand of sparks (4)": without an article or a count. */
void item_name(const struct delver *viewer, const struct stack *stack, char *out, size_t out_size);

/* "a knife +1", "3 darts", "12 gold". */
void item_words(const struct delver *viewer, const struct stack *stack, char *out, size_t out_size);

/* "a scroll marked KEVO": item_words() as if the viewer did not know the kind. */
void item_look_words(const struct delver *viewer, const struct stack *stack, char *out,
                     size_t out_size);

/* item_words() by the true name, whether the viewer knows it or not. */
void item_true_words(const struct stack *stack, char *out, size_t out_size);

/* The look or name of a kind, in the plural for a count other than 1. */
void item_kind_name(const struct delver *viewer, enum item_kind kind, uint32_t count, char *out,
                    size_t out_size);

/* "grave of Ada". */
void grave_words(const struct grave *grave, char *out, size_t out_size);

/* Result of using a thing of that kind, as a sentence after a space; `count` from the event of the
   use. "" for a result that is told in another way. */
void item_result(enum item_kind kind, int count, char *out, size_t out_size);

enum { ITEM_DETAIL_MAX = 560, ITEM_GAIN_MAX = 96 };

/*
 * Two lines without a last LF: the numbers, with those of the thing worn in its place, and its use:
 * "Mace: 2 to 10, average 6, attack -1, slow, dazes. Yours: 1 to 5, average 3, attack +1." and
 * "Slow and heavy, for foes in armour that must be kept dazed." For players who listen, sentences
 * without a LF. A kind that the viewer has not learned is only told as unknown. `stack` may be one
 * of the viewer's own. In at most ITEM_DETAIL_MAX bytes.
 */
void item_detail(const struct delver *viewer, const struct stack *stack, enum text_form form,
                 char *out, size_t out_size);

/* item_detail() of a pedlar's ware, by its true name. */
void item_detail_of_ware(const struct delver *viewer, const struct stack *stack,
                         enum text_form form, char *out, size_t out_size);

/* The sentences without the name, for a thing that was just named. */
void item_about(const struct delver *viewer, const struct stack *stack, char *out, size_t out_size);

/* Writes "armour 4, yours 2", "2 to 10, yours 1 to 5" for a wearable thing; "" for other things. In
   at most ITEM_GAIN_MAX bytes. */
void item_gain(const struct delver *viewer, const struct stack *stack, char *out, size_t out_size);

#endif
