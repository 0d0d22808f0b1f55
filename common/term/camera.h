/*
 * Which part of a level a view shows. The view stays where it is until the delver comes within a
 * fifth of its edge, then that axis recentres; or it is always centred. It is clamped to the level
 * and a level that fits does not scroll.
 */
#ifndef UNDERCROFT_TERM_CAMERA_H
#define UNDERCROFT_TERM_CAMERA_H

#include "base/pos.h"
#include "world/level.h"

enum camera_mode { CAMERA_MARGIN, CAMERA_CENTRE };

struct camera {
    struct pos origin; /* the level's cell shown at the view's top left; negative: padding */
    bool is_placed;    /* false: the next follow centres whatever the mode */
};

/* Forget the place: another level or another window. */
void camera_reset(struct camera *camera);

/* Moves the view, whose size `view` has, so that `target` is well inside. A level smaller than the
   view is centred in it. */
void camera_follow(struct camera *camera, enum camera_mode mode, struct pos target,
                   struct rect view, const struct level *level);

/* Moves the view no further than is needed to have `target`, a cell of the level, a fifth of the
   view inside its edges; clamped to the level. */
void camera_reach(struct camera *camera, struct pos target, struct rect view,
                  const struct level *level);

#endif
