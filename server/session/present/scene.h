/*
 * The view of screen mode: the map, rows of text below it, and the menus and texts over them,
 * composed on a canvas. A scene names its sources; it is filled in before each frame, and all that
 * it points to stays valid until the frame is drawn. Composing reads the world and changes only the
 * camera and the canvas, so many scenes can be composed in parallel.
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

/* The map of a level over the whole window. All zero: closed. */
struct map_overlay {
    bool is_open;
    struct pos focus;     /* cell of the level under the cursor */
    struct camera camera; /* keeps the focus in view */
    /* static text for the last row; NULL: the cell's description, or on the viewer's own cell the
       keys */
    const char *note;
};

/* The sources of a frame. The pointers are borrowed. */
struct scene {
    const struct world *world;
    const struct delver *viewer; /* the viewer, who is on a level */
    int width;                   /* size of the client's window */
    int height;
    enum camera_mode camera_mode;
    bool draws_lines; /* the map is drawn with lines and dots of UTF-8 */
    bool is_ascii;    /* only ASCII is sent */
    struct map_overlay map;
    struct look_cursor look;
    struct hud_status status;
    struct target_line target;
    struct companions companions;
    const struct message_log *messages;
    struct menu menu;                       /* menu over the map */
    const char *overlay;                    /* text over the map; NULL: none */
    int overlay_first;                      /* first row of the overlay that is shown */
    const struct text_tints *overlay_tints; /* colours of the overlay; NULL: none */
    const char *prompt;                     /* question or line; NULL: nothing is being typed */
    const char *typed;
    size_t typed_at; /* offset of the cursor in it */
};

/* True if the newest message needs more rows than the log of a window of that size has; with a
   target, the log has one row fewer. */
bool scene_cuts_log(const struct message_log *messages, int width, int height, bool has_target);

/* Returns the number of other delvers in the viewer's sight, for scene->status. */
int scene_count_near(const struct delver *viewer);

/* True while only the map, the status row and the log are shown. */
bool scene_is_plain(const struct scene *scene);

/* Draws everything on `canvas`, which has room for the largest screen and takes the window's size.
   Returns the rows of the overlay below those shown. */
int scene_compose(const struct scene *scene, struct camera *camera, struct screen *canvas);

/* Draws a plain scene, only in those rows of the screen; the camera does not move. */
void scene_compose_rows(const struct scene *scene, const struct camera *camera,
                        const struct row_set *rows, struct screen *canvas);

#endif
