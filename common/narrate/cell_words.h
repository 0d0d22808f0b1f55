/*
 * Cells of the map in words: the things that a delver sees or remembers on a cell, its offset from
 * the delver, and the meaning of its sign. The look cursor shows these words, and `examine` says
 * them: there is no other description of a cell.
 */
#ifndef UNDERCROFT_NARRATE_CELL_WORDS_H
#define UNDERCROFT_NARRATE_CELL_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "world/world.h"

enum { CELL_WORDS_MAX = 2048 }; /* bytes that hold any cell_describe() */

/*
 * "A closed door, 3 east 2 north." First the topmost layer, with its offset, then in a sentence
 * each the layers below it, a bare floor left out, and the use of the thing on top and of the
 * terrain: "Brom, 2 east. A dart. Stairs down. They lead to the next depth: descend goes down." A
 * cell that is not in view is told as remembered; one never seen, on the level or outside, is
 * "Unknown". The viewer is told of by "here" alone. Empty for a viewer between levels.
 */
void cell_describe(const struct world *world, const struct delver *viewer, struct pos at, char *out,
                   size_t out_size);

/*
 * The reverse of pos_offset(): the cell at "3 east 2 north" from `from`, or "here". Any direction
 * can be said, short or long, and more than one. False: the text is no offset. Nothing bounds the
 * result but the number of words and COMMAND_REPEAT_MAX.
 */
bool cell_at_offset(struct pos from, const char *text, struct pos *out);

/* The meaning of a sign on the map: "closed door", "weapon or missile", "grave". A sign that
   several kinds share has one name for all of them; of a letter that several species share it is
   the first of their table. NULL: the map never shows it. */
const char *glyph_name(char glyph);

#endif
