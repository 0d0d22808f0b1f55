/*
 * The state of a delver in words: in one line, and as the sheet with the numbers of a fight, the
 * worn things, and its progress.
 */
#ifndef UNDERCROFT_NARRATE_SHEET_H
#define UNDERCROFT_NARRATE_SHEET_H

#include <stddef.h>

#include "narrate/text_form.h"
#include "world/delver.h"
#include "world/world.h"

enum { SHEET_TEXT_MAX = 1536 };

/* Writes the sheet in lines, each ended by LF; scripts rely on the first, the answer to `score`.
   Each line is a sentence or two, the same on the screen, in lines and for players who listen. At
   most SHEET_TEXT_MAX bytes. */
void sheet_tell(const struct world *world, const struct delver *delver, char *out, size_t out_size);

enum { STATUS_WORDS_MAX = 320, CONDITIONS_MAX = 128 };

/* Writes the state in one line: "Level 7, 31 of 50 health, depth 5. Held 2, poisoned 3. Time waits
   for you." */
void status_words(const struct delver *delver, char *out, size_t size);

/* Writes the conditions: "held 2 poisoned 5"; with `is_short`, or if they do not all fit into
   `size`, "held 2 +1"; "" without any. */
void status_conditions(const struct body *body, bool is_short, char *out, size_t size);

#endif
