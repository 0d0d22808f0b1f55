/*
 * Rows of text on the screen: the status row, the line being typed, and the notice that the window
 * is too small. Pages of text over it: term/overlay.h.
 */
#ifndef UNDERCROFT_TERM_HUD_H
#define UNDERCROFT_TERM_HUD_H

#include "term/layout.h"
#include "term/screen.h"
#include "world/delver.h"

/* Content of the status row that is not in the delver. Texts may be empty. */
struct hud_status {
    int near_count;      /* other delvers in view */
    const char *warning; /* the server's warning */
    const char *doing;   /* travel that goes on by itself: "running east"; instead of the queue */
    const char *doing_short; /* short form of it: "run e" */
    const char *keys;        /* the hint at the end, if there is room; NULL: none */
    bool is_log_cut; /* the newest message has no room: it is said which key shows it whole */
};

/*
 * The status row, in reverse video from edge to edge: "Ada L7 HP 31/50 [#####---] $84 Depth 5
 * WAITING held 2 next: fire", low health in red with LOW behind it; then the warning, and the rest
 * as there is room. The name, cut to eight letters in a narrow window, HP, depth and turn state
 * always show; parts that do not fit go in this order: bar, gold, the queued action, conditions
 * after the first, the level.
 */
void hud_draw_status(struct screen *screen, const struct layout *layout,
                     const struct delver *delver, const struct hud_status *status);

/* The target line (narrate/threats.h) over the first row of the log; without its bar where the
   danger behind that would not fit. */
void hud_draw_target(struct screen *screen, const struct layout *layout, const char *text,
                     enum role role);

/* The line being typed over the last row, with the cursor before byte `at` of it; of a long text
   the part that ends with the cursor, or the beginning where that has room. */
void hud_draw_input(struct screen *screen, const struct layout *layout, const char *prompt,
                    const char *text, size_t at);

/* Writes the cell under the look cursor over the last row, as much as fits up to a blank, and with
   `has_keys`, as there is room, the keys it takes. The cursor is left where it is. */
void hud_draw_look(struct screen *screen, const struct layout *layout, const char *text,
                   bool has_keys);

/* The whole screen: a notice that asks for a larger window. */
void hud_draw_too_small(struct screen *screen);

#endif
