/*
 * Rows of text on the screen: the status row, the line being typed, and the notice that the window
 * is too small. Pages of text over it: term/overlay.h.
 */
#ifndef UNDERCROFT_TERM_HUD_H
#define UNDERCROFT_TERM_HUD_H

#include "term/layout.h"
#include "term/screen.h"
#include "world/delver.h"

/* What the status row tells that the delver does not know. Texts may be empty. */
struct hud_status {
    int near_count;          /* other delvers in view */
    const char *warning;     /* of the server */
    const char *doing;       /* what goes on by itself: "running east"; instead of the queue */
    const char *doing_short; /* the same where room is short: "run e" */
    const char *keys;        /* what is told at the end, if there is room; NULL: the usual */
};

/* The status row, in reverse video from edge to edge: the name, HP, depth, turn state and queued
   action always, then the warning, the rest as there is room. */
void hud_draw_status(struct screen *screen, const struct layout *layout,
                     const struct delver *delver, const struct hud_status *status);

/* The line being typed over the last row, with the cursor behind it; of a long text its end. */
void hud_draw_input(struct screen *screen, const struct layout *layout, const char *prompt,
                    const char *text);

/* What the look cursor points at, over the last row, and as there is room the keys it takes. The
   cursor is left where it is. */
void hud_draw_look(struct screen *screen, const struct layout *layout, const char *text);

/* The whole screen: a notice that asks for a larger window. */
void hud_draw_too_small(struct screen *screen);

#endif
