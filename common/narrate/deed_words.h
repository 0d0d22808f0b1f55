/*
 * Deeds of foes beside blows, in words.
 */
#ifndef UNDERCROFT_NARRATE_DEED_WORDS_H
#define UNDERCROFT_NARRATE_DEED_WORDS_H

#include "content/part.h"

/* Text behind the name of a foe: the sign a beat before a deed, and the deed itself. `part` must be
   one that ends in a deed. */
const char *deed_sign(enum part_id part);
const char *deed_told(enum part_id part);

#endif
