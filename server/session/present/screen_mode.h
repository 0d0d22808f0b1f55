/*
 * Screen mode: keys in, frames out. The row is screen_presentation.
 */
#ifndef UNDERCROFT_SERVER_SESSION_SCREEN_MODE_H
#define UNDERCROFT_SERVER_SESSION_SCREEN_MODE_H

#include <stdbool.h>
#include <stdint.h>

#include "server/session/present/map_overlay.h"
#include "term/ansi.h"
#include "term/camera.h"
#include "term/key.h"

struct session;

enum {
    SCREEN_MODE_WIDTH = 80, /* until the client says otherwise */
    SCREEN_MODE_HEIGHT = 24,
    SCREEN_MODE_FRAME_BYTES = 32 * 1024, /* of one frame; the rest follows in the next */
    OVERLAY_TEXT_MAX = 32 * 1024,
};

/* What the next key or line means. */
enum screen_prompt {
    PROMPT_NONE,
    PROMPT_COMMAND, /* ":" a line of words */
    PROMPT_SAY,     /* "'" a line to say */
    PROMPT_TELL,    /* a name and a line */
    PROMPT_REPLY,
    PROMPT_CLOSE, /* the direction of a door to close */
    PROMPT_OPEN,
    PROMPT_ATTACK,
    PROMPT_TRAVEL, /* one of < > _ */
    PROMPT_COUNT
};

/* Which question about UTF-8 the terminal has not answered yet. */
enum screen_probe { PROBE_NONE, PROBE_UTF8, PROBE_8_BITS };

struct screen_mode {
    bool is_open; /* the client's terminal shows our screen */
    int width;    /* the client's window, as far as we know; 1 or more */
    int height;
    int new_width; /* the size it has told since, adopted at a tick; 0: none */
    int new_height;
    struct ansi ansi; /* what the terminal shows */
    struct camera camera;
    enum camera_mode camera_mode;
    struct key_decoder decoder;
    uint64_t key_at_ms; /* when the last byte of the unfinished key came */
    bool is_key_late;   /* its rest was due before the bytes were read that have come by now */
    bool is_dirty;      /* something this viewer sees has changed */
    bool is_dirty_own;  /* and it was their own doing: draw at once */
    uint64_t frame_at_ms;
    enum screen_prompt prompt;
    char *overlay; /* owned; lines over the map, page by page, until a key closes it; NULL: none */
    int overlay_first; /* the row of it that is shown first */
    int overlay_left;  /* and how many follow the page, as last drawn */
    struct map_overlay map;
    enum screen_probe probe;
    uint64_t frames; /* completed, for the record */
};

/* Frees what it holds; nothing is sent. */
void screen_mode_release(struct screen_mode *screen);

/* The window has another size, 1 … SCREEN_WIDTH_MAX by 1 … SCREEN_HEIGHT_MAX. While the screen is
   shown, the newest size is adopted at the next tick at which the session has work left to ask
   for. */
void screen_mode_on_window(struct session *session, int width, int height);

/* True while the window is too small for the map: then nothing opens and nothing takes keys but
   quit and redraw. */
bool screen_mode_is_too_small(const struct session *session);

/* What the frame shows has changed by the delver's own doing. Does nothing outside screen mode. */
void screen_mode_touch(struct session *session);

/* Puts away what lies over the map, and what was begun to be typed. */
void screen_mode_clear(struct session *session);

/* Draws everything anew. Does nothing outside screen mode. */
void screen_mode_redraw(struct session *session);

/* Asks the terminal: its cursor report is the answer. What it shows is then to be painted anew. */
void screen_mode_probe(struct session *session, enum screen_probe probe);

/* The connection is about to close: its descriptor will be somebody else's. */
void screen_mode_forget_terminal(struct session *session);

/* The lag was measured: the status row may say another. */
void screen_mode_on_lag(struct session *session);

/* A key while a text lies over the map: turns its pages, or closes it. */
void screen_mode_turn_overlay(struct session *session, struct key key);

#endif
