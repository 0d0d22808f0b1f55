/*
 * Levels drawn as text, with the ASCII symbols of the tile table: '#' and ' ' are rock. Letters are
 * floor cells that a test finds again by name.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_DRAW_LEVEL_H
#define UNDERCROFT_TESTS_SUPPORT_DRAW_LEVEL_H

#include "world/level.h"

/*
 * The level of `text` (rows ended by newlines, the first at y = 0), filled up with rock to the
 * smallest size a level may have. Stairs that the text lacks are put into rock below it, where
 * nobody comes. The caller frees it with level_free().
 */
struct level *draw_level(const char *text, struct level_key key);

/* The cell of the letter `mark` in `text`; fails the test if there is none. */
struct pos draw_level_find(const char *text, char mark);

/* Fails the test unless the cells that `text` covers are as drawn. */
void draw_level_expect(const struct level *level, const char *text);

#endif
