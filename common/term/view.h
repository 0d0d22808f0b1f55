/*
 * The map on a screen: the camera, which chooses a part of the level, and the cells that one delver
 * sees there or remembers, in one dim grey except doors, stairs, water and features, which keep a
 * dimmed hue of their own; over them sensed foes and the party.
 */
#ifndef UNDERCROFT_TERM_VIEW_H
#define UNDERCROFT_TERM_VIEW_H

#include <stdbool.h>
#include <stddef.h>

#include "base/pos.h"
#include "base/row_set.h"
#include "term/palette.h"
#include "term/screen.h"
#include "world/level.h"
#include "world/world.h"

/* How a view chooses its part of the level. Either it stays until the delver comes within a fifth
   of its edge, and then recentres on that axis; or the delver is always in its middle. It is
   clamped to the level, and a level that fits does not scroll. */
enum camera_mode { CAMERA_MARGIN, CAMERA_CENTRE };

struct camera {
    struct pos origin; /* cell of the level at the view's top left corner; negative: padding */
    bool is_placed;    /* false: the next camera_follow() centres in every mode */
};

/* Makes the next camera_follow() centre, for another level or another window. */
void camera_reset(struct camera *camera);

/* Moves the view, with the size of `view`, so that `target` is well inside. A level smaller than
   the view is centred in it. */
void camera_follow(struct camera *camera, enum camera_mode mode, struct pos target,
                   struct rect view, const struct level *level);

/* Moves the view no farther than needed for `target`, a cell of the level, to be at least a fifth
   of the view inside its edges; clamped to the level. */
void camera_reach(struct camera *camera, struct pos target, struct rect view,
                  const struct level *level);

/*
 * Draws into `area` of `screen`, which contains it, the part of the viewer's level that the camera
 * shows, in the rows of the screen that are in `rows`. In sight: terrain, with walls and floors in
 * the tint of the depth's theme, paler beyond the viewer's light, and bodies on it. Out of sight:
 * terrain as last seen. Never seen: blank. With `shows_utf8` built walls are lines that join the
 * walls known to the viewer, which reveals nothing else, and rock is shading. Returns the screen's
 * cell of the viewer's own body.
 */
struct pos view_compose(const struct world *world, const struct delver *viewer,
                        const struct camera *camera, struct rect area, bool shows_utf8,
                        const struct row_set *rows, struct screen *screen);

/*
 * Writes the map as plain ASCII lines around the viewer, for line mode: at most `width` by `height`
 * cells, blank borders cut off, each line ended by LF, to `out` (always ended by NUL). With the
 * colours of `palette`, each begun and ended within its line, as far as they fit besides the whole
 * map; NULL: without.
 */
void view_describe(const struct world *world, const struct delver *viewer, int width, int height,
                   const struct palette *palette, char *out, size_t out_size);

/* True if the viewer knows of its own grave on its level but does not see it. */
bool view_recalls_grave(const struct delver *viewer, int light, const struct grave *grave);

/* Returns the cell of the top item, as on the viewer's map; `at` is a cell with items. */
cell view_lying(const struct world *world, const struct delver *viewer, struct pos at);

/* Draws the foes that the viewer senses without seeing them (world/sense.h) over the map that
   view_compose() drew, with the same camera, area and rows. */
void sensed_foes_draw(const struct world *world, const struct delver *viewer,
                      const struct camera *camera, struct rect area, const struct row_set *rows,
                      struct screen *screen);

enum { COMPANIONS_MAX = 5 };

/* The other members of the viewer's party. */
struct companions {
    int count;
    body_id bodies[COMPANIONS_MAX]; /* in the order of the party */
};

/*
 * Finds the cell of a companion on the map of the viewer's level. False: it is not on the map, for
 * example on another level, between two, or on an unknown cell.
 */
bool companions_place(const struct world *world, const struct delver *viewer, body_id companion,
                      struct pos *out);

/* Draws the companions over the map that view_compose() drew, with the same camera, area and
   rows as sensed_foes_draw(). */
void companions_draw(const struct world *world, const struct delver *viewer,
                     const struct companions *companions, const struct camera *camera,
                     struct rect area, const struct row_set *rows, struct screen *screen);

#endif
