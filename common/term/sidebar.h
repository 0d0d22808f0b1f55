/*
 * The column beside the map of a large window: the viewer and its place, the foes in view, other
 * things near, the party (without one, the delvers on the level), and the explored share of the
 * level. Each part keeps its rows, so that only changed rows are drawn; a list that is longer than
 * its rows gives the number of the others.
 */
#ifndef UNDERCROFT_TERM_SIDEBAR_H
#define UNDERCROFT_TERM_SIDEBAR_H

#include "term/layout.h"
#include "term/screen.h"
#include "term/view.h"
#include "world/world.h"

/*
 * Draws the dividing line and the sidebar of `layout`, which has one, for `viewer`, who is on a
 * level. With `draws_lines` the dividing line is a UTF-8 line, like the map's walls.
 */
void sidebar_draw(const struct world *world, const struct delver *viewer,
                  const struct companions *companions, const struct layout *layout,
                  bool draws_lines, struct screen *screen);

#endif
