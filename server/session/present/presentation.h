/*
 * Presentations: the ways to show the dungeon to a client, a row of functions each. A session has
 * one at a time, by its mode; MODE_UNSET is that of the login. A new one is a row in a file of its
 * own and its place in presentation_table.
 *
 * The functions display_*() fit the dungeon to a client, by what it answered and what its player
 * wants: the mode, the letters, and how wide and in which form text is.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PRESENT_PRESENTATION_H
#define UNDERCROFT_SERVER_SESSION_PRESENT_PRESENTATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "content/role.h"
#include "narrate/text_form.h"
#include "world/record.h"

struct canvas;
struct client_caps;
struct event;
struct present_state;
struct session;
struct settings;

enum {
    PRESENTATION_COUNT = MODE_PAGE + 1,
    TRAVEL_TEXT_SIZE = 256, /* of the two texts of a travel_end, with a NUL */
};

/* The frame that a session wants. */
enum frame_want {
    FRAME_NONE,
    FRAME_OF_OTHERS, /* deeds of others, and text: at its interval */
    FRAME_OWN,       /* deeds of the player's delver, or done to it: at once */
};

/* The result of drawing a frame. */
struct frame_outcome {
    enum err error;
    size_t length; /* bytes; 0: nothing differed */
    bool is_complete;
};

/* How something that went on by itself ended. */
struct travel_end {
    const char *walked; /* "You walk 4 steps east."; "": no step was made */
    const char *why;    /* it ended; "": that needs no words */
    bool has_moved;
    bool has_sighted; /* it ended because something came in view */
};

/* Functions are called with a session in that mode. Functions that the login does not need are NULL
   in its row. */
struct presentation {
    const char *name; /* in `set mode` and for operators */
    bool is_drawn;    /* in frames over the whole window; else text is written at once, in lines */
    bool is_spoken;   /* the player hears it */

    /* Takes over the client's terminal, or gives it back; twice is once. */
    void (*open)(struct session *session);
    void (*close)(struct session *session);

    /* Input: every byte, or (NULL) the lines that are made of them; a line is in
       session->present.line. */
    void (*on_byte)(struct session *session, uint8_t byte);
    void (*on_line)(struct session *session);

    /* Something happened that the viewer took part in or saw. */
    void (*on_event)(struct session *session, const struct event *event);

    /* When attended: what is due goes out, but for frames. True while something is left for the
       next tick. */
    void (*update)(struct session *session);
    bool (*has_pending)(const struct session *session);

    /*
     * For presentations that are drawn. Tells which frame is wanted; then, in this order: prepares
     * state that sessions share; draws into the client's output; and handles the result. Drawing
     * runs on any thread, at the same time as other sessions: it writes to the session's own state
     * of drawing, its connection's output, `canvas` and `out`, and to nothing else.
     */
    enum frame_want (*wants_frame)(const struct session *session);
    void (*prepare)(struct session *session);
    void (*draw)(struct session *session, struct canvas *canvas, struct frame_outcome *out);
    void (*finish)(struct session *session, const struct frame_outcome *outcome);

    /* A line of clean text without LF; text of several lines; and an answer, lines that each end
       with LF, which is one of the two and may be cut in place. */
    void (*tell)(struct session *session, const char *text, enum role role);
    void (*show)(struct session *session, const char *text);
    void (*answer)(struct session *session, char *text);

    /* All settings, to choose from; NULL: they are an answer. */
    void (*choose)(struct session *session);

    /* Where the viewer is, the map of the level, the things to examine, and the view once
       more. */
    void (*look)(struct session *session);
    void (*map)(struct session *session);
    void (*examine)(struct session *session);
    void (*refresh)(struct session *session);

    /* The session has another viewer from now on: `text` says whose. */
    void (*change_viewer)(struct session *session, const char *text);

    void (*end_travel)(struct session *session, const struct travel_end *end);

    /* The view has changed, or the way it is drawn; with `stir` (NULL: it is not drawn) by others,
       so that the frame comes at their interval. */
    void (*touch)(struct session *session);
    void (*stir)(struct session *session);
    void (*repaint)(struct session *session);

    /* For a client that takes no plain text, in all its modes and before any; NULL for others.
       Writes text in which LF ends a line, the question that is asked now, and the last words. */
    void (*write)(struct session *session, const char *text);
    void (*ask)(struct session *session, const char *prompt);
    void (*say_goodbye)(struct session *session, const char *text);

    /* "80x24", "lines": for the list of players to watch. */
    void (*describe)(const struct session *session, char *out, size_t out_size);
};

extern const struct presentation login_presentation;
extern const struct presentation screen_presentation;
extern const struct presentation line_presentation;
extern const struct presentation reader_presentation;
extern const struct presentation page_presentation;

extern const struct presentation *const presentation_table[PRESENTATION_COUNT];

/* Stirs the session, if it is drawn. */
void presentation_stir(struct session *session);

/* Shows the surroundings of the viewer in words: `look` where the map is drawn. */
void presentation_look(struct session *session);

enum { DISPLAY_ROW_MIN = 20, DISPLAY_ROW_MAX = 200 };

/* How this client is shown the dungeon: as wished where it can, else by what it answered. */
enum session_mode display_choose_mode(const struct session *session, enum session_mode wish);

/* True for a terminal that calls itself "dumb" or "unknown": it shows lines without colour. */
bool display_is_plain_terminal(const struct client_caps *caps);

/* Whether letters beyond ASCII go out: the client shows them, or its player says so. */
bool display_sends_utf8(const struct present_state *present, const struct settings *settings);

/* Whether the map is drawn with lines and dots of UTF-8. */
bool display_draws_lines(const struct settings *settings, const struct present_state *present);

/* Cells of a row of text that is written in lines: those of the window, if the client has said that
   they are DISPLAY_ROW_MIN to DISPLAY_ROW_MAX and the player wants rows; 0: lines go out whole, as
   always to a reader: a sentence is one line there. */
int display_row_width(const struct session *session);

/* How answers of several items are written, at the name prompt too. */
enum text_form display_text_form(const struct session *session);

/* The delver whose sight the session shows; NULL: none, or the delver is between two levels. */
const struct delver *display_viewer(const struct world *world, body_id viewer);

/* An answer of the client may tell of its letters, also while it plays; but what its terminal was
   found to show is known better. */
void display_on_answer(struct session *session);

#endif
