/*
 * Frames of screens, drawn by several threads.
 *
 * A drawing is one viewer's own state: the cells that the client's terminal shows, the part of the
 * level in view, and the rows of the level that may look otherwise by now. A frame composes and
 * compares those rows alone, and the rows of text if what they are made of has changed. A row that
 * is not marked looks as it is shown: a tile or body that changes is told as an event with its
 * cells, to all who see one of them, and what changes by looking about the delver knows. All rows
 * are drawn where anything but the map and the text below it is shown, or was.
 *
 * A frame is a function of the scene and this state, and nothing else is written but a canvas and
 * bytes. So each thread has a canvas, and frames of different viewers are drawn at the same time,
 * between two ticks, while the loop waits and the world stands still.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PRESENT_DRAWING_H
#define UNDERCROFT_SERVER_SESSION_PRESENT_DRAWING_H

#include "server/base/threads.h"
#include "server/session/present/scene.h"
#include "term/ansi.h"

/* The content of the status row, to notice a change. */
struct status_key {
    uint64_t texts; /* as a hash */
    int32_t near_count;
    int32_t queue_length;
    struct action queued;
    enum company_state time;
    int16_t health;
    int16_t health_max;
    uint64_t rest; /* level, gold and statuses, as a hash */
};

enum {
    DRAWN_NOWHERE = -1,
    DRAWERS_CHOSEN_MAX = 4,         /* threads, where the operator says nothing */
    DRAWING_FRAME_BYTES = 32 * 1024 /* of one frame; the rest follows in the next */
};

/* The content of a frame, to notice a change. */
struct drawn {
    bool is_plain; /* it was finished, and nothing lay over the map: rows of it may stay */
    bool draws_lines;
    bool is_ascii;
    body_id viewer;
    struct level_key level;
    struct pos origin; /* the camera's */
    uint32_t looks;    /* the delver's */
    struct pos at;     /* where it stood, */
    int light;         /* and how far its light reached */
    uint64_t known;    /* the kinds of things that it knew */
    uint32_t messages; /* changes of the log */
    uint64_t target;   /* the target line, as a hash; 0: there was none */
    int16_t
        companion_rows[COMPANIONS_MAX]; /* rows of the level with companions; DRAWN_NOWHERE: none */
    uint64_t companions;                /* hash of the companions and their cells */
    struct row_set sensed_rows;         /* rows of the level on which foes are sensed */
    uint64_t sensed;                    /* hash of the sensed foes and their cells */
    struct status_key status;
};

struct drawing {
    struct ansi ansi; /* the cells that the terminal shows */
    struct camera camera;
    struct row_set dirty; /* rows of the level that may look different from the terminal */
    struct drawn drawn;   /* the last frame */
    int overlay_left;     /* rows that follow the page of text over the map, as last drawn */
};

/* A screen to draw on, and the bytes of its frame. Used by one thread. */
struct canvas {
    struct screen screen; /* of the largest size */
    struct bytes bytes;   /* of the last frame */
};

/* An empty terminal, about which nothing is known. ERR_MEMORY. */
MUST_USE enum err drawing_open(struct drawing *drawing, int width, int height);
void drawing_close(struct drawing *drawing);

/* The window has another size. On ERR_MEMORY nothing changed. */
MUST_USE enum err drawing_resize(struct drawing *drawing, int width, int height);

/* The terminal shows something unknown, or in other colours: everything is drawn again. */
void drawing_forget(struct drawing *drawing);

/* The camera centres: the viewer has come to another place. */
void drawing_centre(struct drawing *drawing);

/*
 * Something happened that the viewer took part in or saw. False: what is shown of the world is
 * still right, as where others do something outside the window.
 */
bool drawing_on_event(struct drawing *drawing, const struct delver *viewer,
                      const struct event *event);

/*
 * Replaces canvas->bytes by the bytes that turn the terminal into the scene, `budget` of them at
 * most: if that is not enough, *out_complete is false and the rest comes with the next frame.
 * ERR_MEMORY, ERR_TOO_BIG as ansi_diff().
 */
MUST_USE enum err drawing_frame(struct drawing *drawing, const struct scene *scene,
                                const struct ansi_looks *looks, size_t budget,
                                struct canvas *canvas, bool *out_complete);

/* The threads that draw, and a canvas for each. Valid when all zero: none. */
struct drawers {
    struct team *team;
    struct canvas canvases[TEAM_THREADS_MAX]; /* the first is the loop's own */
};

/* `threads` with the loop's own, up to TEAM_THREADS_MAX; 0: one less than the machine has cores, so
   that the others have one too. ERR_MEMORY, ERR_NO_RESOURCE; then drawers_stop() as well. */
MUST_USE enum err drawers_start(struct drawers *drawers, int threads);

/* Also of none. */
void drawers_stop(struct drawers *drawers);

#endif
