/*
 * Cells of the map in words: the things that a delver sees or remembers on a cell, its offset from
 * the delver, and the meaning of its sign. The look cursor and `examine` both use these words.
 */
#ifndef UNDERCROFT_NARRATE_CELL_WORDS_H
#define UNDERCROFT_NARRATE_CELL_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "world/world.h"

enum { CELL_WORDS_MAX = 2048 }; /* bytes enough for cell_describe() */

/*
 * Describes a cell: "A closed door, 3 east 2 north." First comes the topmost layer with its offset,
 * then a sentence for each layer below it, except a bare floor, and for the use of the thing on top
 * and of the terrain: "Brom, 2 east. A dart. Stairs down. They lead to the next depth: descend goes
 * down." A cell out of view is told as remembered; one never seen, on the level or outside, is
 * "Unknown". The viewer's own cell is "here". Empty for a viewer between levels.
 */
void cell_describe(const struct world *world, const struct delver *viewer, struct pos at, char *out,
                   size_t out_size);

/*
 * Reads an offset as pos_offset() writes it: *out is the cell at "3 east 2 north" from `from`;
 * "here" is `from`. Directions may be short or long, and several. False: the text is not an offset.
 * The result is bounded only by the number of words and COMMAND_REPEAT_MAX.
 */
bool cell_at_offset(struct pos from, const char *text, struct pos *out);

/* Returns the meaning of a sign on the map: "closed door", "weapon or missile", "grave". Kinds that
   share a sign have one name for it; for a letter of several species it is the first of their
   table. NULL: the map never shows it. */
const char *glyph_name(char glyph);

#endif
