/*
 * Foes that the viewer feels without seeing them (world/sense.h), on the map.
 */
#ifndef UNDERCROFT_TERM_FELT_FOES_H
#define UNDERCROFT_TERM_FELT_FOES_H

#include "base/row_set.h"
#include "term/camera.h"
#include "term/screen.h"
#include "world/world.h"

/* Draws them over the map that view_compose() drew, with the same camera, area and rows. */
void felt_foes_draw(const struct world *world, const struct delver *viewer,
                    const struct camera *camera, struct rect area, const struct row_set *rows,
                    struct screen *screen);

#endif
