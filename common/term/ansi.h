/*
 * The only place that emits ESC. It knows what the client's screen shows and should show, and
 * writes the difference with few cursor moves and few colour changes. Auto-wrap and background
 * colour erase are never relied on; only the log scrolls, within a region of its own rows, which
 * is the whole screen again after each move.
 */
#ifndef UNDERCROFT_TERM_ANSI_H
#define UNDERCROFT_TERM_ANSI_H

#include <stdbool.h>

#include "base/bytes.h"
#include "base/row_set.h"
#include "term/ansi_piece.h"
#include "term/ansi_shown.h"
#include "term/screen.h"

/* Control sequence introducer, with which all but a few sequences begin. */
#define ANSI_CSI "\x1b["

enum {
    ANSI_BUDGET_MIN = 64
}; /* least budget: any step of a diff fits, so every diff makes progress */

/* Sent on every way out of screen mode: attributes off, pastes unmarked, wrap on, cursor shown,
   main screen. */
extern const char ansi_restore[];

/* Sent when screen mode is entered: alternate screen, wrap off, pastes marked by their two ends.
   Does not clear the screen. */
extern const char ansi_enter[];

/* Ends the look that ansi_role_start() began. */
extern const char ansi_role_end[];

/* Asks a terminal how wide it draws U+2592; the answer is a cursor report (key.h). */
extern const char ansi_probe_utf8[];

/* Asks how wide the terminal draws U+00B7, whose bytes no 8-bit terminal takes for controls. */
extern const char ansi_probe_8_bits[];

/* Make the terminal keep the present title of its window, and restore it. */
extern const char ansi_title_keep[];
extern const char ansi_title_give_back[];

enum { ANSI_TITLE_MAX = 128, ANSI_TITLE_SIZE = ANSI_TITLE_MAX + 8 };

/* Writes the sequence that sets `text` (fewer than ANSI_TITLE_MAX bytes) as the title; characters
   other than printable ASCII become question marks. */
void ansi_title(const char *text, char out[ANSI_TITLE_SIZE]);

/* The known state of the client's terminal. */
struct ansi {
    struct ansi_shown shown;
    bool is_unknown; /* the next diff clears and repaints everything */
    /* where the terminal's cursor is; x = -1: column unknown, y = -1: row unknown */
    struct pos cursor;
    bool cursor_shown;
    uint8_t look;                   /* look that the terminal now prints in, or ANSI_LOOK_UNKNOWN */
    const struct ansi_looks *looks; /* the looks in which `look` is a number */
};

MUST_USE enum err ansi_init(struct ansi *ansi, int width, int height);
void ansi_release(struct ansi *ansi);

/* Adopts another size of the window: the next diff paints everything. On ERR_MEMORY nothing
   changes. */
MUST_USE enum err ansi_resize(struct ansi *ansi, int width, int height);

/* Makes the next diff repaint everything (Ctrl-L, another palette). Without this call cells keep
   the looks of the palette in which they were drawn. */
void ansi_forget(struct ansi *ansi);

/*
 * Appends to `out` the bytes that turn the shown screen into `wanted` (of the same size), which
 * then counts as shown. `rows`: the rows of `wanted` that may differ; ignored if nothing is known
 * of the terminal. Appends nothing if nothing differs. Stops before more than `budget` bytes (at
 * least ANSI_BUDGET_MIN are allowed), with *out_complete false: the written part counts as shown,
 * and the rest comes with the next call. A hidden cursor is not moved. Code points without width
 * and halves of wide glyphs become spaces. ERR_MEMORY, ERR_TOO_BIG (from `out`): the terminal's
 * state is then unknown.
 */
MUST_USE enum err ansi_diff(struct ansi *ansi, const struct screen *wanted,
                            const struct row_set *rows, const struct ansi_looks *looks,
                            size_t budget, struct bytes *out, bool *out_complete);

/* Returns the sequence that begins the colour of a role, for lines outside screen mode: "" in mono
   and for a plain role. */
const char *ansi_role_start(enum role role, struct palette palette);

/* Returns the length of such a sequence, or of its beginning, at the start of `text` of `length`
   bytes; 0: there is none. */
size_t ansi_sequence_length(const char *text, size_t length);

#endif
