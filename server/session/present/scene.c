/*
 * The parts of the screen, each drawn on the canvas over the earlier ones: the map and the text
 * below it, the look cursor, the list at the side, menu, text and question. The map of the level
 * covers all of them.
 */
#include "server/session/present/scene.h"

#include <stdio.h>

#include "narrate/cell_words.h"
#include "term/layout.h"
#include "term/overlay.h"
#include "term/sidebar.h"
#include "term/view.h"
#include "term/wrap.h"

bool scene_cuts_log(const struct message_log *messages, int width, int height, bool has_target)
{
    struct rect area = layout_of(width, height).log;
    char text[MESSAGE_SHOWN_SIZE];

    if (message_log_length(messages) == 0)
        return false;
    struct message newest = message_log_at(messages, 0);
    message_show(&newest, text);
    return wrap_count_rows(text, area.width) > area.height - has_target;
}

int scene_count_near(const struct delver *viewer)
{
    const struct level *level = viewer->body.level;
    int count = 0;

    for (int y = viewer->sight.top; y < viewer->sight.bottom; y++) {
        for (int word = 0; word < level->row_words; word++) {
            uint64_t bits = sight_row_word(&viewer->sight, y, word);
            bits &= level->delvers[y * level->row_words + word];
            if (bits != 0)
                count += __builtin_popcountll(bits);
        }
    }
    return count - 1; /* the viewer */
}

bool scene_is_plain(const struct scene *scene)
{
    return !layout_is_too_small(scene->width, scene->height) && !scene->map.is_open &&
           scene->overlay == NULL && scene->menu.rows == NULL && scene->prompt == NULL &&
           !scene->look.is_open && layout_of(scene->width, scene->height).sidebar.width == 0;
}

/* Draws the target line, then messages, newest at the bottom above the input line. A message that
   needs more rows than the log has is shown from its beginning; the list of messages shows all of
   it. */
static void draw_log(const struct scene *scene, const struct layout *layout, struct screen *canvas)
{
    static const char more[] = "...";
    struct rect area = layout->log;
    int count = message_log_length(scene->messages);
    char text[MESSAGE_SHOWN_SIZE];

    if ((scene->prompt != NULL || scene->look.is_open) && area.y + area.height > layout->input_y)
        area.height = (int16_t)(layout->input_y - area.y);
    if (scene->target.text[0] != '\0') {
        hud_draw_target(canvas, layout, scene->target.text, scene->target.role);
        area.y++;
        area.height--;
    }
    for (int age = 0; age < count && area.height > 0; age++) {
        struct message message = message_log_at(scene->messages, age);
        message_show(&message, text);
        area.height = (int16_t)(area.height - wrap_write_up(canvas, area, text,
                                                            age == 0 ? more : NULL, message.role));
    }
}

static void draw_map_overlay(const struct scene *scene, struct screen *canvas)
{
    const struct map_overlay *map = &scene->map;
    struct rect area = {0, 0, (int16_t)canvas->width, (int16_t)(canvas->height - 1)};
    struct row_set all = row_set_all();
    struct camera camera = map->camera;
    struct pos at = level_clamp(scene->viewer->body.level, map->focus);
    char text[CELL_WORDS_MAX];

    if (map->note != NULL)
        snprintf(text, sizeof text, "%s", map->note);
    else if (pos_equal(at, scene->viewer->body.at))
        snprintf(text, sizeof text, "%s",
                 canvas->width >= 80
                     ? "Map: the walking keys move, Enter walks there, < > find stairs, Esc closes."
                     : "Keys move, Enter walks, < > Esc");
    else
        cell_describe(scene->world, scene->viewer, at, text, sizeof text);
    camera_follow(&camera, CAMERA_MARGIN, at, area, scene->viewer->body.level);
    view_compose(scene->world, scene->viewer, &camera, area, scene->draws_lines, &all, canvas);
    sensed_foes_draw(scene->world, scene->viewer, &camera, area, &all, canvas);
    companions_draw(scene->world, scene->viewer, &scene->companions, &camera, area, &all, canvas);
    canvas->cursor = pos_of(at.x - camera.origin.x, at.y - camera.origin.y);
    screen_fill(canvas, 0, area.height, canvas->width, ' ', ROLE_STATUS);
    screen_write(canvas, 0, area.height, canvas->width, text, ROLE_STATUS);
}

static bool has_any(const struct row_set *rows, int from, int count)
{
    for (int y = from; y < from + count; y++) {
        if (row_set_has(rows, y))
            return true;
    }
    return false;
}

/* Draws the map and the text below it. */
static void draw_game(const struct scene *scene, const struct layout *layout,
                      const struct camera *camera, const struct row_set *rows,
                      struct screen *canvas)
{
    canvas->cursor = view_compose(scene->world, scene->viewer, camera, layout->map,
                                  scene->draws_lines, rows, canvas);
    sensed_foes_draw(scene->world, scene->viewer, camera, layout->map, rows, canvas);
    companions_draw(scene->world, scene->viewer, &scene->companions, camera, layout->map, rows,
                    canvas);
    if (row_set_has(rows, layout->status_y))
        hud_draw_status(canvas, layout, scene->viewer, &scene->status);
    if (has_any(rows, layout->log.y, layout->log.height))
        draw_log(scene, layout, canvas);
}

/* Draws the cursor on the map, and describes its cell in the last row. */
static void draw_look(const struct scene *scene, const struct layout *layout,
                      const struct camera *camera, struct screen *canvas)
{
    struct pos at = level_clamp(scene->viewer->body.level, scene->look.at);
    char text[CELL_WORDS_MAX];

    if (scene->look.aim.foe != 0)
        aim_words(scene->world, scene->viewer, &scene->look.aim, text, sizeof text);
    else
        cell_describe(scene->world, scene->viewer, at, text, sizeof text);
    hud_draw_look(canvas, layout, text, scene->look.aim.foe == 0);
    canvas->cursor =
        pos_of(layout->map.x + at.x - camera->origin.x, layout->map.y + at.y - camera->origin.y);
}

/* Draws the parts beside and over the map. Returns the rows of the overlay below those shown. */
static int draw_over(const struct scene *scene, const struct layout *layout, struct screen *canvas)
{
    int overlay_left = 0;

    if (layout->sidebar.width > 0)
        sidebar_draw(scene->world, scene->viewer, &scene->companions, layout, scene->draws_lines,
                     canvas);
    if (scene->menu.rows != NULL)
        menu_draw(canvas, layout, &scene->menu);
    if (scene->overlay != NULL)
        overlay_left = overlay_draw(canvas, layout, scene->overlay, scene->overlay_first,
                                    scene->overlay_tints);
    if (scene->prompt != NULL)
        hud_draw_input(canvas, layout, scene->prompt, scene->typed, scene->typed_at);
    return overlay_left;
}

/* Prepares the canvas and clears `rows`. */
static void begin(const struct scene *scene, const struct row_set *rows, struct screen *canvas)
{
    canvas->width = scene->width;
    canvas->height = scene->height;
    canvas->cursor_shown = true;
    canvas->is_ascii = scene->is_ascii;
    screen_clear_rows(canvas, rows);
}

int scene_compose(const struct scene *scene, struct camera *camera, struct screen *canvas)
{
    struct layout layout = layout_of(scene->width, scene->height);
    struct row_set all = row_set_all();

    begin(scene, &all, canvas);
    if (layout_is_too_small(scene->width, scene->height)) {
        hud_draw_too_small(canvas);
        return 0;
    }
    if (scene->map.is_open) {
        draw_map_overlay(scene, canvas);
        return 0;
    }
    camera_follow(camera, scene->camera_mode, scene->viewer->body.at, layout.map,
                  scene->viewer->body.level);
    /* The view follows the look cursor, and returns to its place without it. */
    struct camera view = *camera;
    if (scene->look.is_open)
        camera_reach(&view, level_clamp(scene->viewer->body.level, scene->look.at), layout.map,
                     scene->viewer->body.level);
    draw_game(scene, &layout, &view, &all, canvas);
    if (scene->look.is_open)
        draw_look(scene, &layout, &view, canvas);
    return draw_over(scene, &layout, canvas);
}

void scene_compose_rows(const struct scene *scene, const struct camera *camera,
                        const struct row_set *rows, struct screen *canvas)
{
    struct layout layout = layout_of(scene->width, scene->height);
    struct row_set below = *rows; /* the map, which is as wide as the screen, covers its rows */

    for (int y = layout.map.y; y < layout.map.y + layout.map.height; y++)
        row_set_remove(&below, y);
    begin(scene, &below, canvas);
    draw_game(scene, &layout, camera, rows, canvas);
}
