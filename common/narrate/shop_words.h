/*
 * The wares and offers of pedlars in words: lists, and the ware that a number or a name means.
 */
#ifndef UNDERCROFT_NARRATE_SHOP_WORDS_H
#define UNDERCROFT_NARRATE_SHOP_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "narrate/pack_words.h"
#include "narrate/text_form.h"
#include "world/pedlar.h"

enum { SHOP_TEXT_MAX = 2048 };

/* The pedlar's wares, with numbers and prices; the things of the pack that a pedlar pays for, by
   letters; and those of them that the player does not know. An item a line, or all in one sentence
   for players who hear it; one sentence without LF where there is nothing to list. The colours of
   the lines come into `tints`, which may be NULL; prices above the player's gold are dimmed and in
   brackets. */
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
