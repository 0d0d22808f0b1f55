/*
 * Things as a delver calls them: by their names, or by their looks until the delver has learned the
 * kind.
 */
#ifndef UNDERCROFT_NARRATE_ITEM_WORDS_H
#define UNDERCROFT_NARRATE_ITEM_WORDS_H

#include <stddef.h>

#include "world/delver.h"
#include "world/item.h"

enum { ITEM_NAME_MAX = 64 }; /* bytes that hold any of these */

/* "knife +1", "dart", "amber draught", "wand of sparks (4)": without an article or a count. */
void item_name(const struct delver *viewer, const struct stack *stack, char *out, size_t out_size);

/* "a knife +1", "3 darts", "12 gold". */
void item_words(const struct delver *viewer, const struct stack *stack, char *out, size_t out_size);

/* "a scroll marked KEVO": the same for a kind that has looks, as if the viewer did not know it. */
void item_look_words(const struct delver *viewer, const struct stack *stack, char *out,
                     size_t out_size);

/* The same by the true name, whether the listener knows the kind or not. */
void item_true_words(const struct stack *stack, char *out, size_t out_size);

/* The look or name of a kind, in the plural for a count other than 1. */
void item_kind_name(const struct delver *viewer, enum item_kind kind, uint32_t count, char *out,
                    size_t out_size);

/* "grave of Ada". */
void grave_words(const struct grave *grave, char *out, size_t out_size);

/* The result of using a thing of that kind, as a sentence after a space; `count` as the event of
   the use says. "" for a result that is told otherwise. */
void item_result(enum item_kind kind, int count, char *out, size_t out_size);

#endif
