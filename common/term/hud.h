/*
 * Rows of text on the screen: the status row, the input line, and the notice of a small window.
 * Pages of text over the map: term/overlay.h.
 */
#ifndef UNDERCROFT_TERM_HUD_H
#define UNDERCROFT_TERM_HUD_H

#include "term/layout.h"
#include "term/screen.h"
#include "world/delver.h"

/* Parts of the status row that are not in the delver. Texts may be empty. */
struct hud_status {
    int near_count;      /* number of other delvers in view */
    const char *warning; /* the server's warning */
    /* running travel, such as "running east"; shown in place of the queue */
    const char *doing;
    const char *doing_short; /* its short form, such as "run e" */
    const char *keys;        /* hint at the end, if there is room; NULL: none */
    bool is_log_cut; /* the newest message is cut: the row names the key that shows all of it */
};

/*
 * Draws the status row, in reverse video over the whole width: "Ada L7 HP 31/50 [#####---] $84
 * Depth 5 WAITING held 2 next: fire", low health in red and followed by LOW; then the warning, and
 * other parts if there is room. The name (in a narrow window eight letters of it), HP, depth and
 * the state of time are always shown; parts that do not fit are left out in this order: bar, gold,
 * the queued action, conditions after the first, the level.
 */
void hud_draw_status(struct screen *screen, const struct layout *layout,
                     const struct delver *delver, const struct hud_status *status);

/* Draws the target line (narrate/threats.h) over the first row of the log; without the bar if the
   danger after it would not fit. */
void hud_draw_target(struct screen *screen, const struct layout *layout, const char *text,
                     enum role role);

/* Draws the input line over the last row, with the cursor before byte `at` of it; of a long text
   the part up to the cursor, or the beginning if the cursor fits there. */
void hud_draw_input(struct screen *screen, const struct layout *layout, const char *prompt,
                    const char *text, size_t at);

/* Writes the text about the cell under the look cursor over the last row, cut at a blank if
   necessary, and with `has_keys`, if there is room, its keys. Does not move the cursor. */
void hud_draw_look(struct screen *screen, const struct layout *layout, const char *text,
                   bool has_keys);

/* Draws a notice that asks for a larger window, over the whole screen. */
void hud_draw_too_small(struct screen *screen);

#endif
