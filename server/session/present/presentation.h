/*
 * Presentations: ways to show the dungeon to a client, a row of functions each. A session has one
 * at a time, by its mode; MODE_UNSET is that of the login. A new one needs a row in a file of its
 * own and an entry in presentation_table.
 *
 * The functions display_*() fit the dungeon to a client, by its answers and its player's wishes:
 * the mode, the charset, and the width and form of text.
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
    TRAVEL_TEXT_SIZE = 256, /* bytes of each text of a travel_end, with its NUL */
};

/* The frame that a session wants. */
enum frame_want {
    FRAME_NONE,
    FRAME_OF_OTHERS, /* a frame for acts of others, and text: at its interval */
    FRAME_OWN,       /* a frame for acts of the player's delver or against it: at once */
};

/* The result of drawing a frame. */
struct frame_outcome {
    enum err error;
    size_t length; /* bytes of the frame; 0: nothing differed */
    bool is_complete;
};

/* The end of a travel. */
struct travel_end {
    const char *walked; /* steps that were made: "You walk 4 steps east."; "": none */
    const char *why;    /* why it ended; "": that needs no words */
    bool has_moved;
    bool has_sighted; /* it ended because something came into view */
};

/* The functions of a presentation, called for a session in that mode. Functions that the login does
   not need are NULL in its row. */
struct presentation {
    const char *name; /* its name in `set mode` and for operators */
    bool is_drawn;    /* draws frames over the whole window; false: writes text at once, in lines */
    bool is_spoken;   /* the player listens to it */

    /* Take over the client's terminal, and give it back. Both are idempotent. */
    void (*open)(struct session *session);
    void (*close)(struct session *session);

    /* Take each byte of input; NULL: bytes are made into lines. Take a line, in
       session->present.line. */
    void (*on_byte)(struct session *session, uint8_t byte);
    void (*on_line)(struct session *session);

    /* Takes an event that the viewer took part in or saw. */
    void (*on_event)(struct session *session, const struct event *event);

    /* Sends what is due, except frames. True: something is left for the next tick. Called when the
       session is attended. */
    void (*update)(struct session *session);
    bool (*has_pending)(const struct session *session);

    /*
     * For drawn presentations. wants_frame() returns which frame is wanted; then, in this order,
     * one function prepares state that sessions share, one draws into the client's output, and one
     * handles the result. Drawing runs on any thread, in parallel with other sessions: it writes
     * only to the session's own state of drawing, its connection's output, `canvas` and `out`.
     */
    enum frame_want (*wants_frame)(const struct session *session);
    void (*prepare)(struct session *session);
    void (*draw)(struct session *session, struct canvas *canvas, struct frame_outcome *out);
    void (*finish)(struct session *session, const struct frame_outcome *outcome);

    /* Show a line of clean text without LF; text of several lines; and an answer: lines that each
       end with LF, shown in one of these two ways, and possibly cut in place. */
    void (*tell)(struct session *session, const char *text, enum role role);
    void (*show)(struct session *session, const char *text);
    void (*answer)(struct session *session, char *text);

    /* Opens a menu of all settings; NULL: they are listed as an answer. */
    void (*choose)(struct session *session);

    /* Tell where the viewer is, show the map of the level, list things to examine, and show the
       view again. */
    void (*look)(struct session *session);
    void (*map)(struct session *session);
    void (*examine)(struct session *session);
    void (*refresh)(struct session *session);

    /* Handles a change of the session's viewer; `text` names the new one. */
    void (*change_viewer)(struct session *session, const char *text);

    void (*end_travel)(struct session *session, const struct travel_end *end);

    /* touch() notes a change of the view or of the way it is drawn; stir() (NULL if nothing is
       drawn) notes a change by others, whose frame comes at its interval. */
    void (*touch)(struct session *session);
    void (*stir)(struct session *session);
    void (*repaint)(struct session *session);

    /* For a client that takes no plain text, in all its modes and before any; NULL for others.
       Write text in which LF ends a line, the present question, and the last message. */
    void (*write)(struct session *session, const char *text);
    void (*ask)(struct session *session, const char *prompt);
    void (*say_goodbye)(struct session *session, const char *text);

    /* Writes "80x24" or "lines", for the list of players who can be watched. */
    void (*describe)(const struct session *session, char *out, size_t out_size);
};

extern const struct presentation login_presentation;
extern const struct presentation screen_presentation;
extern const struct presentation line_presentation;
extern const struct presentation reader_presentation;
extern const struct presentation page_presentation;

extern const struct presentation *const presentation_table[PRESENTATION_COUNT];

/* Calls stir() of the session's presentation, if it is drawn. */
void presentation_stir(struct session *session);

/* Shows the surroundings of the viewer in words: `look` where the map is drawn. */
void presentation_look(struct session *session);

enum { DISPLAY_ROW_MIN = 20, DISPLAY_ROW_MAX = 200 };

/* Returns the mode for this client: the player's wish if the client can show it, else one by the
   client's answers. */
enum session_mode display_choose_mode(const struct session *session, enum session_mode wish);

/* True for a terminal named "dumb" or "unknown": it gets lines without colour. */
bool display_is_plain_terminal(const struct client_caps *caps);

/* True if characters beyond ASCII may be sent: the client shows them, or its player says so. */
bool display_sends_utf8(const struct present_state *present, const struct settings *settings);

/* True if the map is drawn with lines and dots of UTF-8. */
bool display_draws_lines(const struct settings *settings, const struct present_state *present);

/* Returns the width in cells at which lines are wrapped: the window's, if the client gave
   DISPLAY_ROW_MIN to DISPLAY_ROW_MAX and the player wants it; 0: lines are sent whole, as always to
   a player who listens: there each sentence is a line. */
int display_row_width(const struct session *session);

/* Returns the form of answers with several items; also at the name prompt. */
enum text_form display_text_form(const struct session *session);

/* Returns the delver whose sight the session shows; NULL: none, or the delver is between two
   levels. */
const struct delver *display_viewer(const struct world *world, body_id viewer);

/* Takes a client's answer about its charset, also during play; the result of a test of its terminal
   has priority. */
void display_on_answer(struct session *session);

#endif
