/*
 * The column beside the map of a large window: the viewer and where it stands, the foes in view,
 * what else is near, the party (without one, the delvers on the level), and how much of the level
 * is explored. Each part keeps its rows, so that nothing moves but changed rows; a list that is
 * longer than its rows says how many more.
 */
#ifndef UNDERCROFT_TERM_SIDEBAR_H
#define UNDERCROFT_TERM_SIDEBAR_H

#include "term/layout.h"
#include "term/screen.h"
#include "term/view.h"
#include "world/world.h"

/*
 * Draws the dividing line and the sidebar of `layout`, which must have one, for `viewer`, who
 * stands on a level. With `draws_lines` the dividing line is a line of UTF-8, as the map's walls
 * are.
 */
void sidebar_draw(const struct world *world, const struct delver *viewer,
                  const struct companions *companions, const struct layout *layout,
                  bool draws_lines, struct screen *screen);

#endif
