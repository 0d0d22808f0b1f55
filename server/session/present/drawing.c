/*
 * A frame: composed, then compared with what the terminal shows.
 */
#include "server/session/present/drawing.h"

enum err drawing_open(struct drawing *drawing, int width, int height)
{
    *drawing = (struct drawing){0};
    return ansi_init(&drawing->ansi, width, height);
}

void drawing_close(struct drawing *drawing)
{
    ansi_release(&drawing->ansi);
}

enum err drawing_resize(struct drawing *drawing, int width, int height)
{
    enum err error = ansi_resize(&drawing->ansi, width, height);

    if (error == ERR_OK)
        camera_reset(&drawing->camera);
    return error;
}

void drawing_forget(struct drawing *drawing)
{
    ansi_forget(&drawing->ansi);
}

void drawing_centre(struct drawing *drawing)
{
    camera_reset(&drawing->camera);
}

void drawing_on_event(struct drawing *drawing, const struct delver *viewer,
                      const struct event *event)
{
    if (event->kind == EVENT_ARRIVED && event->actor == viewer->body.id)
        camera_reset(&drawing->camera);
}

enum err drawing_frame(struct drawing *drawing, const struct scene *scene,
                       const struct ansi_looks *looks, size_t budget, struct canvas *canvas,
                       bool *out_complete)
{
    drawing->overlay_left = scene_compose(scene, &drawing->camera, &canvas->screen);
    canvas->bytes.length = 0;
    return ansi_diff(&drawing->ansi, &canvas->screen, looks, budget, &canvas->bytes, out_complete);
}
