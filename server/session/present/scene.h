/*
 * The view of screen mode: the map, rows of text below it, and the menus and texts over them, put
 * together on a canvas. A scene names the sources; it is filled in before each frame, and
 * everything that it points to lives until the frame is drawn. Composing reads the world and
 * changes nothing but the camera and the canvas, so that many scenes may be composed at the same
 * time.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PRESENT_SCENE_H
#define UNDERCROFT_SERVER_SESSION_PRESENT_SCENE_H

#include <stdbool.h>

#include "narrate/aim.h"
#include "narrate/threats.h"
#include "server/session/present/scrollback.h"
#include "term/hud.h"
#include "term/overlay.h"
#include "term/screen.h"
#include "term/view.h"
#include "world/world.h"

/* The map of a session as large as its window. Valid when all zero. */
struct map_overlay {
    bool is_open;
    struct pos focus;     /* the cell of the level under the cursor */
    struct camera camera; /* keeps the focus in view */
    const char *note;     /* static text for the last row; NULL: what the cell is, or on the
                             viewer's own which keys there are */
};

/* The sources of a frame. Pointers are borrowed. */
struct scene {
    const struct world *world;
    const struct delver *viewer; /* stands on a level */
    int width;                   /* of the client's window */
    int height;
    enum camera_mode camera_mode;
    bool draws_lines; /* the map is drawn with lines and dots of UTF-8 */
    bool is_ascii;    /* nothing but ASCII goes out */
    struct map_overlay map;
    struct look_cursor look;
    struct hud_status status;
    struct target_line target;
    struct companions companions;
    const struct message_log *messages;
    struct menu menu;                       /* over the map */
    const char *overlay;                    /* lines over the map; NULL: none */
    int overlay_first;                      /* the row of them that is shown first */
    const struct text_tints *overlay_tints; /* of those lines; NULL: none */
    const char *prompt;                     /* NULL: nothing is being typed */
    const char *typed;
    size_t typed_at; /* the byte of it before which the cursor stands */
};

/* True if the newest message has more rows than the log of a window of that size, in which the
   first may be the target line's. */
bool scene_cuts_log(const struct message_log *messages, int width, int height, bool has_target);

/* How many other delvers the viewer sees: for scene->status. */
int scene_count_near(const struct delver *viewer);

/* True while nothing but the map, the status row and the log is shown. */
bool scene_is_plain(const struct scene *scene);

/* Draws all of it on `canvas`, which has room for the largest screen and takes the window's size.
   Returns how many rows of the lines over the map follow below those that are shown. */
int scene_compose(const struct scene *scene, struct camera *camera, struct screen *canvas);

/* The same of a plain scene, but only in those rows of the screen; the camera is in its place. */
void scene_compose_rows(const struct scene *scene, const struct camera *camera,
                        const struct row_set *rows, struct screen *canvas);

#endif
