/*
 * The map part of a screen: the cells that one delver sees, and the ones they remember, in one dim
 * grey but for doors, stairs, water and features, which keep a dimmed hue of their own.
 */
#ifndef UNDERCROFT_TERM_VIEW_H
#define UNDERCROFT_TERM_VIEW_H

#include <stdbool.h>
#include <stddef.h>

#include "base/row_set.h"
#include "term/camera.h"
#include "term/palette.h"
#include "term/screen.h"
#include "world/world.h"

/*
 * Draws into `area` of `screen` (which holds it whole) the part of the viewer's level that the
 * camera shows, but only in those rows of the screen that `rows` has. In sight: terrain, with walls
 * and floors in the tint of the depth's theme, paler beyond the viewer's light, and bodies on it.
 * Out of sight: terrain as last seen. Never seen: blank. With `shows_utf8` built walls are drawn as
 * lines that join up with the walls the viewer knows of, which gives away nothing else, and rock as
 * shading. Returns where the viewer's own body is drawn.
 */
struct pos view_compose(const struct world *world, const struct delver *viewer,
                        const struct camera *camera, struct rect area, bool shows_utf8,
                        const struct row_set *rows, struct screen *screen);

/*
 * The same as plain ASCII lines around the viewer, for line mode: at most `width` by `height`
 * cells, blank borders cut off, each line ended by LF, into `out` (always ended by NUL). In the
 * colours of `palette`, each begun and ended within its line, as far as there is room for them
 * beside all of the map; NULL: without.
 */
void view_describe(const struct world *world, const struct delver *viewer, int width, int height,
                   const struct palette *palette, char *out, size_t out_size);

/* True of a grave of the viewer's, on its level, that it knows of and does not see. */
bool view_recalls_grave(const struct delver *viewer, int light, const struct grave *grave);

/* The top item on a cell of the viewer's level where something lies, as the viewer's map shows
   it. */
cell view_lying(const struct world *world, const struct delver *viewer, struct pos at);

#endif
