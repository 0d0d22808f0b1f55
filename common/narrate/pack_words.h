/*
 * Choosing things by words: a delver's own, with the verbs for them, and a pedlar's wares; lists of
 * them, and the thing that a letter, a number or a name means. The letters a to p are objects of
 * the pack, q to z worn things, so each letter has one meaning.
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

/* An act on a thing of the pack. */
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
    PACK_TEMPER, /* improves a worn thing */
    PACK_SELL,
    PACK_NAME, /* has a pedlar identify it */
    PACK_VERB_COUNT
};

enum { PACK_TEXT_MAX = 2048, PACK_WHY_MAX = 288 };

/* Returns the verb's name, such as "drink". */
const char *pack_verb_name(enum pack_verb verb);

/* Convert an object of a pack (world/pack.h) to its letter 'a' to 'z', and back; OBJECT_NONE for
   other characters. */
char pack_letter(uint32_t object);
uint32_t pack_object(uint32_t letter);

/* True if the delver has a thing at that object which the verb takes. */
bool pack_fits(const struct delver *delver, enum pack_verb verb, uint32_t object);

/* Returns the default choice: to drink or use, a draught of mending if there is one; to throw, a
   thing of kind `last` (ITEM_KIND_COUNT: none was thrown) or else a missile; otherwise the
   first that fits. OBJECT_NONE: there is none. */
uint32_t pack_first(const struct delver *delver, enum pack_verb verb, enum item_kind last);

/*
 * Returns the thing that `words` mean: a letter, or a name by the rules of name_match.h, after a
 * count or an article. Without words, the draught of mending for drinking, or the only thing to
 * temper; other things would be missed if they were used up or put away without being named.
 * OBJECT_NONE: there is none or several, and `why` (PACK_WHY_MAX bytes, clean) says so.
 */
uint32_t pack_choose(const struct delver *delver, enum pack_verb verb, const char *words,
                     char *why);

/* Writes why the player cannot fire without a launcher, which things could be thrown instead and,
   with `names_key`, the key for that. */
void pack_tell_no_launcher(const struct delver *delver, bool names_key, char *out, size_t out_size);

/* Returns the rank of `words` for a thing, by its name for one or for several. */
enum name_rank pack_name_rank(const struct delver *viewer, const struct stack *stack,
                              const struct name_words *words);

enum {
    PACK_COUNT_ALL = INT32_MAX,
    PACK_COUNT_MOST = INT32_MAX - 1, /* larger than any number of things */
};

/*
 * Reads a count before words: returns "darts" of "2 darts", "all darts", "a dart". *out is the
 * count, PACK_COUNT_ALL for "all", PACK_COUNT_MOST for any larger number, or 1 for an article.
 * Words without a count are returned unchanged, and *out keeps its value.
 */
const char *pack_cut_count(const char *words, uint32_t *out);

/* True if the words are only a count. */
bool pack_is_count(const char *words);

/* True if the first word looks like a count and is not one: "-1", "1.5", "3x". */
bool pack_is_miscount(const char *words);

/* Returns how many things like the one at that object the delver has, carried or worn as that one
   is. */
uint32_t pack_count(const struct delver *delver, uint32_t object);

/* Lists the things that fit the verb, by their letters: "a 3 darts\n…"; "" if there are none.
   Stores the colours of the lines in `tints`, which may be NULL. */
void pack_menu(const struct delver *delver, enum pack_verb verb, struct text_tints *tints,
               char *out, size_t out_size);

/* Lists all carried and worn things, and the gold, in lines. */
void pack_list(const struct delver *delver, enum text_form form, struct text_tints *tints,
               char *out, size_t out_size);

/* Writes the carried and the worn things, a sentence each: "You carry a, 3 darts; b, a knife." */
void pack_tell_carried(const struct delver *delver, char *out, size_t out_size);
void pack_tell_worn(const struct delver *delver, char *out, size_t out_size);

enum { SHOP_TEXT_MAX = 2048 };

/*
 * List the pedlar's wares, with numbers and prices; the things of the pack that a pedlar buys, by
 * letters; and the wares and things that the player does not know. Each is a line, or for players
 * who listen all are one sentence; if there is nothing to list, one sentence without LF. The
 * colours of the lines go to `tints`, which may be NULL; prices above the player's gold are dimmed
 * and in brackets.
 */
void shop_tell_wares(const struct world *world, const struct delver *delver, enum text_form form,
                     struct text_tints *tints, char *out, size_t out_size);
void shop_tell_offers(const struct world *world, const struct delver *delver, enum text_form form,
                      struct text_tints *tints, char *out, size_t out_size);
void shop_tell_unknown(const struct world *world, const struct delver *delver, enum text_form form,
                       struct text_tints *tints, char *out, size_t out_size);

/* Finds the ware that `words` mean: its number in the list, or its name by the rules of
   pack_choose(). False: there is none, or more than one kind, and `why` (PACK_WHY_MAX bytes, clean)
   says so. */
bool shop_choose(const struct world *world, const struct delver *delver, const char *words,
                 struct ware *out, char *why);

#endif
