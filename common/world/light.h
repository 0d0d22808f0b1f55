/*
 * Light: a delver sees the ground as far as its sight reaches, and other delvers, who carry lamps,
 * as far; but a foe, and what lies on the ground, it makes out only within its own light, or in a
 * haven, where a lantern burns. A foe that glows is made out from farther off. Braziers and torches
 * light what is near them. A body in a thicket, delvers aside, is made out only from beside it.
 */
#ifndef UNDERCROFT_WORLD_LIGHT_H
#define UNDERCROFT_WORLD_LIGHT_H

#include "world/delver.h"

/* How many cells its light reaches: the lamp and all else that is worn, one less each 8 depths, and
   what its statuses add; LIGHT_MIN at least. */
int light_radius(const struct delver *delver);

enum {
    LIGHT_MIN = 2,
    LIGHT_BURNING = 5 /* cells that a brazier or a torch lights */,
    LIGHT_GLOW = 5 /* from so much farther off what glows is made out */
};

/* True if a delver with a light that reaches so far makes out what lies on that cell. */
bool light_shows_cell(const struct delver *delver, int radius, struct pos at);

/* The same of the cells of a word of a row, in sight or not, for a delver that stands at `from`. */
uint64_t light_row_word(const struct level *level, struct pos from, int radius, int y, int word);

/* True if it makes out the body: a delver in sight, or a foe that does not hide, in its light. */
bool light_shows_body(const struct delver *delver, int radius, const struct body *body);

#endif
