/*
 * Generator maps drawn as text: '#' and ' ' are rock, the other symbols those of the tile table.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_GEN_TEXT_H
#define UNDERCROFT_TESTS_SUPPORT_GEN_TEXT_H

#include "gen/map.h"

/*
 * A map of the smallest size that holds the rows of `text` (ended by newlines, the top left is the
 * outer ring), with its stairs where the text has them and a fixed random stream. The test
 * releases it with gen_map_release().
 */
void gen_text_draw(struct gen_map *map, const char *text);

/* Fails the test if the tiles are not those of `text`. */
void gen_text_expect(const struct gen_map *map, const char *text);

#endif
