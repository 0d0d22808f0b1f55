/*
 * Words of the game that cannot be names: all names in its tables of foes, things, tiles, statuses,
 * themes, levels and rooms, the words of commands and directions, and words for counting and for
 * places that commands understand.
 */
#ifndef UNDERCROFT_NARRATE_RESERVED_WORDS_H
#define UNDERCROFT_NARRATE_RESERVED_WORDS_H

#include "base/err.h"

struct reserved_names;
struct setpieces;

/* Adds all words to the list, which must not be sealed yet. Errors of reserved_names_add(). */
MUST_USE enum err reserved_words_add(struct reserved_names *names,
                                     const struct setpieces *setpieces);

#endif
