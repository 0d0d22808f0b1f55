/*
 * The view's place on a level, one axis at a time.
 */
#include "term/camera.h"

#include "base/check.h"

enum { CAMERA_MARGIN_DIVISOR = 5 };

void camera_reset(struct camera *camera)
{
    *camera = (struct camera){0};
}

static int follow_axis(int origin, bool may_stay, int target, int view, int level)
{
    if (level <= view)
        return -((view - level) / 2);

    int margin = view / CAMERA_MARGIN_DIVISOR;
    int inside = target - origin;
    if (!may_stay || inside < margin || inside >= view - margin)
        origin = target - view / 2;
    if (origin > level - view)
        origin = level - view;
    return origin < 0 ? 0 : origin;
}

void camera_follow(struct camera *camera, enum camera_mode mode, struct pos target,
                   struct rect view, const struct level *level)
{
    CHECK(view.width >= 1 && view.height >= 1);
    bool may_stay = camera->is_placed && mode == CAMERA_MARGIN;
    int x = follow_axis(camera->origin.x, may_stay, target.x, view.width, level->width);
    int y = follow_axis(camera->origin.y, may_stay, target.y, view.height, level->height);

    camera->origin = pos_of(x, y);
    camera->is_placed = true;
}
