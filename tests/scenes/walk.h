/*
 * Travel in a scene: one delver's at a time.
 */
#ifndef UNDERCROFT_TESTS_SCENES_WALK_H
#define UNDERCROFT_TESTS_SCENES_WALK_H

#include "scenes/scene.h"

/* Begins a travel: steps DIR N, run DIR, explore, wait N, rest, fight PERCENT, to PLACE, tile TILE,
   beside NAME [known], follow NAME [known]; NULL ends the words. Tells "begins" or why not. */
void walk_begin(const struct scene *scene, const struct delver *delver, char **words,
                struct text *got);

/* Plays its actions, so many at most. Tells how many, the place, and the result. */
void walk_go(struct scene *scene, const struct delver *delver, int most, struct text *got);

/* Tells the next action, which is not played. */
void walk_ask(const struct scene *scene, const struct delver *delver, struct text *got);

void walk_release(void);

#endif
