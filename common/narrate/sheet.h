/*
 * The sheet of a player: the numbers of a fight, the worn things, and how far it has come.
 */
#ifndef UNDERCROFT_NARRATE_SHEET_H
#define UNDERCROFT_NARRATE_SHEET_H

#include <stddef.h>

#include "narrate/text_form.h"
#include "world/world.h"

enum { SHEET_TEXT_MAX = 1536 };

/* Lines, each ended by LF; the first is the promised answer to `score`. Each is a sentence or two,
   the same on the screen, in lines and for players who hear it. In at most SHEET_TEXT_MAX bytes. */
void sheet_tell(const struct world *world, const struct delver *delver, char *out, size_t out_size);

#endif
