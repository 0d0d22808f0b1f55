/*
 * How a delver is, in one line.
 */
#ifndef UNDERCROFT_NARRATE_STATUS_WORDS_H
#define UNDERCROFT_NARRATE_STATUS_WORDS_H

#include <stddef.h>

#include "world/delver.h"

enum { STATUS_WORDS_MAX = 320, CONDITIONS_MAX = 128 };

/* "Level 7, 31 of 50 health, depth 5. Held 2, poisoned 3. Time waits for you." */
void status_words(const struct delver *delver, char *out, size_t size);

/* "held 2 poisoned 5", "held 2 +1" where room is short or more do not fit into `size`, "" without
   any. */
void status_conditions(const struct body *body, bool is_short, char *out, size_t size);

#endif
