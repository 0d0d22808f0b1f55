/*
 * A cell of the level in words: what a delver sees or remembers there, and where it is from where
 * they stand. The look cursor shows these words, and `examine` says them: there is no other
 * description of a cell.
 */
#ifndef UNDERCROFT_NARRATE_CELL_WORDS_H
#define UNDERCROFT_NARRATE_CELL_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "world/world.h"

enum { CELL_WORDS_MAX = 1024 }; /* bytes that hold any cell_describe() */

/*
 * "A closed door, 3 east 2 north." First what stands on top, with its offset, then in a sentence
 * each what lies below it, a bare floor left out, and what the thing on top and the terrain are
 * for: "Brom, 2 east. A dart. Stairs down. They lead to the next depth: descend goes down." A
 * cell that is not in view is told as remembered; one never seen, on the level or outside, is
 * "Unknown". Of the viewer nothing is said but "here". Empty for a viewer between levels.
 */
void cell_describe(const struct world *world, const struct delver *viewer, struct pos at, char *out,
                   size_t out_size);

/*
 * The reverse of pos_offset(): the cell at "3 east 2 north" from `from`, or "here". Any direction
 * can be said, short or long, and more than one. False: the text is no offset. Nothing bounds the
 * result but the number of words and COMMAND_REPEAT_MAX.
 */
bool cell_at_offset(struct pos from, const char *text, struct pos *out);

#endif
