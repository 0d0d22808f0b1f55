/*
 * What foes do beside blows, in words.
 */
#ifndef UNDERCROFT_NARRATE_DEED_WORDS_H
#define UNDERCROFT_NARRATE_DEED_WORDS_H

#include "content/part.h"

/* Behind the name of a foe: what is seen of it a beat before a deed, and what it does then. `part`
   is one that ends in a deed. */
const char *deed_sign(enum part_id part);
const char *deed_told(enum part_id part);

#endif
