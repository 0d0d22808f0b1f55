/*
 * Frames of screens, drawn by several threads.
 *
 * A drawing is the state of one viewer: the cells on the client's terminal, the part of the level
 * in view, and the rows of the level that may look different by now. A frame composes and compares
 * only those rows, and the rows of text if their sources have changed. Rows that are not marked are
 * unchanged: a changed tile or body is an event with its cells for all who see one of them, and a
 * look of the delver knows the rows that it changed. All rows are drawn if anything besides the map
 * and the text below it is shown, or was.
 *
 * A frame depends only on the scene and this state, and writes only to a canvas and bytes. So each
 * thread has a canvas, and frames of different viewers are drawn in parallel between two ticks,
 * while the loop waits and the world does not change.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PRESENT_DRAWING_H
#define UNDERCROFT_SERVER_SESSION_PRESENT_DRAWING_H

#include "server/base/threads.h"
#include "server/session/present/scene.h"
#include "term/ansi.h"

/* The content of the status row, by which a change is noticed. */
struct status_key {
    uint64_t texts; /* hash of its texts */
    int32_t near_count;
    int32_t queue_length;
    struct action queued;
    enum company_state time;
    int16_t health;
    int16_t health_max;
    uint64_t rest; /* hash of level, gold and statuses */
};

enum {
    DRAWN_NOWHERE = -1,
    DRAWERS_CHOSEN_MAX = 4,         /* most drawing threads, if the operator sets none */
    DRAWING_FRAME_BYTES = 32 * 1024 /* most bytes of a frame; the rest follows in the next */
};

/* The content of a frame, by which a change is noticed. */
struct drawn {
    bool is_plain; /* the frame was complete, with nothing over the map, so its rows may stay */
    bool draws_lines;
    bool is_ascii;
    body_id viewer;
    struct level_key level;
    struct pos origin; /* origin of the camera */
    uint32_t looks;    /* number of the delver's looks */
    struct pos at;     /* cell of the delver */
    int light;         /* radius of the delver's light */
    uint64_t known;    /* kinds of things that the viewer knew */
    uint32_t messages; /* number of changes of the log */
    uint64_t target;   /* hash of the target line; 0: none */
    int16_t
        companion_rows[COMPANIONS_MAX]; /* rows of the level with companions; DRAWN_NOWHERE: none */
    uint64_t companions;                /* hash of the companions and their cells */
    struct row_set sensed_rows;         /* rows of the level with sensed foes */
    uint64_t sensed;                    /* hash of the sensed foes and their cells */
    struct status_key status;
};

struct drawing {
    struct ansi ansi; /* the cells on the terminal */
    struct camera camera;
    struct row_set dirty; /* rows of the level that may look different from the terminal */
    struct drawn drawn;   /* content of the last frame */
    int overlay_left;     /* rows of the overlay below those drawn last */
};

/* A screen to draw on, and the bytes of its frame; used by one thread. */
struct canvas {
    struct screen screen; /* a screen of the largest size */
    struct bytes bytes;   /* bytes of the last frame */
};

/* Opens a drawing for an empty terminal of unknown state. ERR_MEMORY. */
MUST_USE enum err drawing_open(struct drawing *drawing, int width, int height);
void drawing_close(struct drawing *drawing);

/* Adopts a new size of the window. On ERR_MEMORY nothing changes. */
MUST_USE enum err drawing_resize(struct drawing *drawing, int width, int height);

/* Makes the next frame draw everything, because the terminal's content is unknown or its colours
   changed. */
void drawing_forget(struct drawing *drawing);

/* Centres the camera on the viewer, who has come to another place. */
void drawing_centre(struct drawing *drawing);

/*
 * Takes an event that the viewer took part in or saw. False: the drawn world is still right, for
 * example after an act of others outside the window.
 */
bool drawing_on_event(struct drawing *drawing, const struct delver *viewer,
                      const struct event *event);

/*
 * Replaces canvas->bytes by at most `budget` bytes that turn the terminal into the scene.
 * *out_complete false: that was not enough, and the rest comes with the next frame. ERR_MEMORY and
 * ERR_TOO_BIG as for ansi_diff().
 */
MUST_USE enum err drawing_frame(struct drawing *drawing, const struct scene *scene,
                                const struct ansi_looks *looks, size_t budget,
                                struct canvas *canvas, bool *out_complete);

/* The drawing threads, with a canvas each. All zero: none. */
struct drawers {
    struct team *team;
    struct canvas canvases[TEAM_THREADS_MAX]; /* the first one is the loop's */
};

/* Starts `threads` threads, the loop's included, up to TEAM_THREADS_MAX; 0: one fewer than the
   machine has cores, which leaves a core to others. ERR_MEMORY, ERR_NO_RESOURCE; call
   drawers_stop() in any case. */
MUST_USE enum err drawers_start(struct drawers *drawers, int threads);

/* Stops the threads, if there are any. */
void drawers_stop(struct drawers *drawers);

#endif
