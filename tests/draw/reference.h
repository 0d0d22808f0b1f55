/*
 * The screen of a scene, composed in the plainest way: every cell by itself and all of them each
 * time. The server's faster drawing is compared with this.
 */
#ifndef UNDERCROFT_TESTS_DRAW_REFERENCE_H
#define UNDERCROFT_TESTS_DRAW_REFERENCE_H

#include "server/session/present/scene.h"

/* Draws the scene on `canvas`, which has room for the largest screen and takes its size. */
void reference_compose(const struct scene *scene, struct camera *camera, struct screen *canvas);

#endif
