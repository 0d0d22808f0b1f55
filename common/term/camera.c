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

static int reach_axis(int origin, int target, int view, int level)
{
    int margin = view / CAMERA_MARGIN_DIVISOR;

    if (level <= view)
        return -((view - level) / 2);
    if (target < origin + margin)
        origin = target - margin;
    if (target >= origin + view - margin)
        origin = target - view + margin + 1;
    if (origin > level - view)
        origin = level - view;
    return origin < 0 ? 0 : origin;
}

void camera_reach(struct camera *camera, struct pos target, struct rect view,
                  const struct level *level)
{
    CHECK(view.width >= 1 && view.height >= 1);
    camera->origin = pos_of(reach_axis(camera->origin.x, target.x, view.width, level->width),
                            reach_axis(camera->origin.y, target.y, view.height, level->height));
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
