/*
 * The parts of the screen, from the map to what lies over it.
 */
#include "server/session/present/scene.h"

#include "term/layout.h"
#include "term/overlay.h"
#include "term/sidebar.h"
#include "term/view.h"
#include "term/wrap.h"

static int count_in_view(const struct world *world, const struct delver *viewer)
{
    int count = 0;

    for (body_id id = viewer->body.level->first_delver; id != 0;) {
        const struct delver *other = world_delver(world, id);
        count += other != viewer && delver_sees(viewer, other->body.at);
        id = other->body.next;
    }
    return count;
}

static void draw_status(const struct scene *scene, const struct layout *layout,
                        struct screen *canvas)
{
    struct hud_status status = scene->status;

    status.near_count = count_in_view(scene->world, scene->viewer);
    hud_draw_status(canvas, layout, scene->viewer, &status);
}

/* The newest message at the bottom, above what is typed. One that needs more rows than the log
   has is shown from its beginning, and to be read whole among the last messages. */
static void draw_log(const struct scene *scene, const struct layout *layout, struct screen *canvas)
{
    static const char more[] = " ... (P: all)";
    struct rect area = layout->log;
    int count = message_log_length(scene->messages);
    char text[MESSAGE_SHOWN_SIZE];

    if (scene->prompt != NULL && area.y + area.height > layout->input_y)
        area.height = (int16_t)(layout->input_y - area.y);
    for (int age = 0; age < count && area.height > 0; age++) {
        const struct message *message = message_log_at(scene->messages, age);
        message_show(message, text);
        area.height = (int16_t)(area.height - wrap_write_up(canvas, area, text,
                                                            age == 0 ? more : NULL, message->role));
    }
}

static void draw_map_overlay(const struct scene *scene, struct screen *canvas)
{
    const struct map_overlay *map = &scene->map;
    struct rect area = {0, 0, (int16_t)canvas->width, (int16_t)(canvas->height - 1)};
    struct camera camera;
    const char *note = map->note;

    if (note == NULL)
        note = canvas->width >= 80
                   ? "Map: the walking keys scroll, < and > find stairs, Esc closes."
                   : "Walking keys scroll; < > Esc";
    camera_reset(&camera);
    camera_follow(&camera, CAMERA_CENTRE, map->focus, area, scene->viewer->body.level);
    view_compose(scene->world, scene->viewer, &camera, area, scene->draws_lines, canvas);
    canvas->cursor = pos_of(map->focus.x - camera.origin.x, map->focus.y - camera.origin.y);
    screen_fill(canvas, 0, area.height, canvas->width, ' ', ROLE_STATUS);
    screen_write(canvas, 0, area.height, canvas->width, note, ROLE_STATUS);
}

static int draw_game(const struct scene *scene, struct camera *camera, struct screen *canvas)
{
    struct layout layout = layout_of(scene->width, scene->height);
    int overlay_left = 0;

    camera_follow(camera, scene->camera_mode, scene->viewer->body.at, layout.map,
                  scene->viewer->body.level);
    canvas->cursor =
        view_compose(scene->world, scene->viewer, camera, layout.map, scene->draws_lines, canvas);
    draw_status(scene, &layout, canvas);
    draw_log(scene, &layout, canvas);
    if (layout.sidebar.width > 0)
        sidebar_draw(scene->world, scene->viewer, &layout, scene->draws_lines, canvas);
    if (scene->overlay != NULL)
        overlay_left = overlay_draw(canvas, &layout, scene->overlay, scene->overlay_first);
    if (scene->prompt != NULL)
        hud_draw_input(canvas, &layout, scene->prompt, scene->typed);
    return overlay_left;
}

int scene_compose(const struct scene *scene, struct camera *camera, struct screen *canvas)
{
    int overlay_left = 0;

    canvas->width = scene->width;
    canvas->height = scene->height;
    canvas->cursor_shown = true;
    canvas->is_ascii = scene->is_ascii;
    screen_clear(canvas);
    if (layout_is_too_small(scene->width, scene->height))
        hud_draw_too_small(canvas);
    else if (scene->map.is_open)
        draw_map_overlay(scene, canvas);
    else
        overlay_left = draw_game(scene, camera, canvas);
    return overlay_left;
}
