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

enum { ITEM_NAME_MAX = 64 }; /* bytes enough for any name */

/* Writes the name of a thing without article or count: "knife +1", "dart", "amber draught", "wand
   of sparks (4)". */
void item_name(const struct delver *viewer, const struct stack *stack, char *out, size_t out_size);

/* Writes a thing with its article or count: "a knife +1", "3 darts", "12 gold". */
void item_words(const struct delver *viewer, const struct stack *stack, char *out, size_t out_size);

/* Writes item_words() as if the viewer did not know the kind: "a scroll marked KEVO". */
void item_look_words(const struct delver *viewer, const struct stack *stack, char *out,
                     size_t out_size);

/* Writes item_words() with the true name, also if the viewer does not know it. */
void item_true_words(const struct stack *stack, char *out, size_t out_size);

/* Writes the look or name of a kind, in the plural for a count other than 1. */
void item_kind_name(const struct delver *viewer, enum item_kind kind, uint32_t count, char *out,
                    size_t out_size);

/* Writes "grave of Ada". */
void grave_words(const struct grave *grave, char *out, size_t out_size);

/* Writes the result of using a thing of that kind, as a sentence after a space; `count` is that of
   the event. "" for a result that is told in another way. */
void item_result(enum item_kind kind, int count, char *out, size_t out_size);

enum { ITEM_DETAIL_MAX = 560, ITEM_GAIN_MAX = 96 };

/*
 * Describes a thing in two lines without a last LF: its numbers, with those of the thing worn in
 * its place, and its use: "Mace: 2 to 10, average 6, attack -1, slow, dazes. Yours: 1 to 5, average
 * 3, attack +1." and "Slow and heavy, for foes in armour that must be kept dazed." For players who
 * listen, sentences without a LF. For a kind that the viewer has not learned, it says only that.
 * `stack` may be one of the viewer's own. At most ITEM_DETAIL_MAX bytes.
 */
void item_detail(const struct delver *viewer, const struct stack *stack, enum text_form form,
                 char *out, size_t out_size);

/* Writes item_detail() for a pedlar's ware, by its true name. */
void item_detail_of_ware(const struct delver *viewer, const struct stack *stack,
                         enum text_form form, char *out, size_t out_size);

/* Writes the sentences about a thing without its name, for a thing that was just named. */
void item_about(const struct delver *viewer, const struct stack *stack, char *out, size_t out_size);

/* Writes the gain by wearing a thing: "armour 4, yours 2", "2 to 10, yours 1 to 5"; "" for a thing
   that cannot be worn. At most ITEM_GAIN_MAX bytes. */
void item_gain(const struct delver *viewer, const struct stack *stack, char *out, size_t out_size);

#endif
