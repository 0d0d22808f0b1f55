/*
 * Lines of chalk in words: three lists, an opening, a thing and a place, from which a player
 * chooses one word each. Nothing else can be written on a floor, so no line can offend or give an
 * address.
 */
#ifndef UNDERCROFT_NARRATE_CHALK_WORDS_H
#define UNDERCROFT_NARRATE_CHALK_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    CHALK_TEXT_MAX = 80,
    CHALK_WHY_MAX = 120,
    CHALK_LISTS_MAX = 1600,
};

/* Reads "beware ambush east", or unique beginnings of such words; without a place it is "here".
   False: `why` (CHALK_WHY_MAX bytes, clean) says what a line is. */
bool chalk_choose(const char *words, uint16_t *out_code, char why[CHALK_WHY_MAX]);

/* Writes the line of a code without quotation marks: "Beware: ambush, east of here". */
void chalk_words(uint16_t code, char *out, size_t out_size);

/* Writes all words of the three lists, as lines of 78 columns at most, each ended by LF. */
void chalk_lists(char out[CHALK_LISTS_MAX]);

#endif
