/*
 * The words of the game that are nobody's name: all that its tables have for foes, things, tiles,
 * ills, themes, levels and rooms, the words of commands and directions, and the words of counting
 * and of places that commands understand.
 */
#ifndef UNDERCROFT_NARRATE_RESERVED_WORDS_H
#define UNDERCROFT_NARRATE_RESERVED_WORDS_H

#include "base/err.h"

struct reserved_names;
struct setpieces;

/* Adds them; the list is still to be sealed. Errors of reserved_names_add(). */
MUST_USE enum err reserved_words_add(struct reserved_names *names,
                                     const struct setpieces *setpieces);

#endif
