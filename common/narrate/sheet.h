/*
 * The sheet of a player: what the numbers of a fight are, what is worn, and how far it has come.
 */
#ifndef UNDERCROFT_NARRATE_SHEET_H
#define UNDERCROFT_NARRATE_SHEET_H

#include <stddef.h>

#include "narrate/text_form.h"
#include "world/world.h"

enum { SHEET_TEXT_MAX = 1536 };

/* Lines, each ended by LF, the first of which is the promised answer to `score`; each is a sentence
   or two, of which the screen, lines and those who hear it are told the same. In at most
   SHEET_TEXT_MAX bytes. */
void sheet_tell(const struct world *world, const struct delver *delver, char *out, size_t out_size);

#endif
