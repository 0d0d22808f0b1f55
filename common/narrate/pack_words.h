/*
 * Things to choose from, by words: a delver's own, with the verbs that they can be done with, and a
 * pedlar's wares; lists of them, and the thing that a letter, a number or a name means. The letters
 * a to p are the places of the pack, q to z the worn things, so that a letter means one thing
 * alone.
 */
#ifndef UNDERCROFT_NARRATE_PACK_WORDS_H
#define UNDERCROFT_NARRATE_PACK_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "narrate/name_match.h"
#include "narrate/text_form.h"
#include "world/delver.h"
#include "world/pedlar.h"

/* An action to be done with a thing. */
enum pack_verb {
    PACK_DROP,
    PACK_USE,
    PACK_WEAR,
    PACK_REMOVE,
    PACK_DRINK,
    PACK_READ,
    PACK_ZAP,
    PACK_THROW,
    PACK_GIVE,
    PACK_TEMPER, /* improve a worn thing */
    PACK_SELL,
    PACK_NAME, /* by a pedlar */
    PACK_VERB_COUNT
};

enum { PACK_TEXT_MAX = 2048, PACK_WHY_MAX = 288 };

/* "drink". */
const char *pack_verb_name(enum pack_verb verb);

/* 'a' to 'z' for an object of a pack (world/pack.h), and back; OBJECT_NONE for other signs. */
char pack_letter(uint32_t object);
uint32_t pack_object(uint32_t letter);

/* True if the delver has something there that the verb is for. */
bool pack_fits(const struct delver *delver, enum pack_verb verb, uint32_t object);

/* The default choice: to drink or use, a draught of mending if there is one; to throw, a thing of
   the kind `last` (ITEM_KIND_COUNT: none was thrown) or else one made for it; otherwise the first
   that fits. OBJECT_NONE: there is none. */
uint32_t pack_first(const struct delver *delver, enum pack_verb verb, enum item_kind last);

/*
 * The thing that is meant by `words`: a letter, or a name as name_match() understands it, behind a
 * count or an article. No words mean the draught of mending to drink, or the only thing to temper:
 * a thing used up or put away unasked might be missed. OBJECT_NONE with `why` (PACK_WHY_MAX bytes,
 * clean) if there is none or it is not clear.
 */
uint32_t pack_choose(const struct delver *delver, enum pack_verb verb, const char *words,
                     char *why);

/* Why the player cannot fire without a launcher, with what could be thrown instead and, if wished,
   by which key. */
void pack_tell_no_launcher(const struct delver *delver, bool names_key, char *out, size_t out_size);

/* The rank of `words` for a thing, by the name of one or of several. */
enum name_rank pack_name_rank(const struct delver *viewer, const struct stack *stack,
                              const struct name_words *words);

enum {
    PACK_COUNT_ALL = INT32_MAX,
    PACK_COUNT_MOST = INT32_MAX - 1, /* more than there ever are of anything */
};

/*
 * Splits a count off: "darts" of "2 darts", "all darts", "a dart". *out is the count,
 * PACK_COUNT_ALL for "all", PACK_COUNT_MOST for any larger number, or 1 for an article. Words
 * without a count are returned as they are, and *out keeps its value.
 */
const char *pack_cut_count(const char *words, uint32_t *out);

/* True if the words are nothing but a count. */
bool pack_is_count(const char *words);

/* True if the first word looks like a count and is none: "-1", "1.5", "3x". */
bool pack_is_miscount(const char *words);

/* The number of things like the one at that object that the delver has, carried or worn as that
 * one. */
uint32_t pack_count(const struct delver *delver, uint32_t object);

/* "a  3 darts\n…" of the things that fit, by their letters; "" if there are none. The colours of
   the things come into `tints`, which may be NULL. */
void pack_menu(const struct delver *delver, enum pack_verb verb, struct text_tints *tints,
               char *out, size_t out_size);

/* Lists all carried and worn things, and the gold, in lines. */
void pack_list(const struct delver *delver, enum text_form form, struct text_tints *tints,
               char *out, size_t out_size);

/* The carried and the worn things in a sentence each: "You carry a, 3 darts; b, a knife." */
void pack_tell_carried(const struct delver *delver, char *out, size_t out_size);
void pack_tell_worn(const struct delver *delver, char *out, size_t out_size);

enum { SHOP_TEXT_MAX = 2048 };

/* Tells the pedlar's wares, with numbers and prices; the things of the pack that a pedlar pays
   for, by letters; and the wares and things that the player does not know. An item a line, or all
   in one sentence for players who hear it; one sentence without LF where there is nothing to list.
   The colours of the lines come into `tints`, which may be NULL; prices above the player's gold are
   dimmed and in brackets. */
void shop_tell_wares(const struct world *world, const struct delver *delver, enum text_form form,
                     struct text_tints *tints, char *out, size_t out_size);
void shop_tell_offers(const struct world *world, const struct delver *delver, enum text_form form,
                      struct text_tints *tints, char *out, size_t out_size);
void shop_tell_unknown(const struct world *world, const struct delver *delver, enum text_form form,
                       struct text_tints *tints, char *out, size_t out_size);

/* The ware that `words` mean: its number in the list, or its name as pack_choose() takes it. False
   with `why` (PACK_WHY_MAX bytes, clean) if there is none, or more than one kind. */
bool shop_choose(const struct world *world, const struct delver *delver, const char *words,
                 struct ware *out, char *why);

#endif
