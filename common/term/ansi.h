/*
 * The only place that emits ESC. It knows what the client's screen shows and what it should show,
 * and writes the difference with few cursor moves and few colour changes. Nothing is ever left to
 * auto-wrap, background colour erase or scrolling.
 */
#ifndef UNDERCROFT_TERM_ANSI_H
#define UNDERCROFT_TERM_ANSI_H

#include <stdbool.h>

#include "base/bytes.h"
#include "base/row_set.h"
#include "term/ansi_piece.h"
#include "term/ansi_shown.h"
#include "term/screen.h"

/* The control sequence introducer: every sequence but the few whole ones below begins with it. */
#define ANSI_CSI "\x1b["

enum { ANSI_BUDGET_MIN = 64 }; /* any one step of a diff fits into it, so every diff gets on */

/* Sent on every way out of screen mode: attributes off, pastes unmarked, wrap on, cursor shown,
   main screen. */
extern const char ansi_restore[];

/* Sent on entering screen mode: alternate screen, wrap off, pastes marked by their two ends. The
   screen is not cleared by it. */
extern const char ansi_enter[];

/* Ends the look that ansi_role_start() began. */
extern const char ansi_role_end[];

/* Asks a terminal how wide it thinks U+2592 is; the answer is a cursor report (key.h). */
extern const char ansi_probe_utf8[];

/* Asks for the width of U+00B7, whose bytes no terminal of 8 bits takes for controls. */
extern const char ansi_probe_8_bits[];

/* Save the present title of the window, and restore it. */
extern const char ansi_title_keep[];
extern const char ansi_title_give_back[];

enum { ANSI_TITLE_MAX = 128, ANSI_TITLE_SIZE = ANSI_TITLE_MAX + 8 };

/* The sequence that makes `text`, of less than ANSI_TITLE_MAX bytes, the title; characters that are
   not printable ASCII become question marks. */
void ansi_title(const char *text, char out[ANSI_TITLE_SIZE]);

/* The known state of the client's terminal. */
struct ansi {
    struct ansi_shown shown;
    bool is_unknown;   /* the next diff clears and repaints everything */
    struct pos cursor; /* the terminal's; x = -1: column not known, y = -1: row not known */
    bool cursor_shown;
    uint8_t look;                   /* in force; ANSI_LOOK_UNKNOWN */
    const struct ansi_looks *looks; /* the looks among which `look` is one */
};

MUST_USE enum err ansi_init(struct ansi *ansi, int width, int height);
void ansi_release(struct ansi *ansi);

/* Another window: everything is unknown again. On ERR_MEMORY nothing changed. */
MUST_USE enum err ansi_resize(struct ansi *ansi, int width, int height);

/* Forgets the screen of the terminal (Ctrl-L, another palette): the next diff repaints. Without
   it, cells keep the looks of the palette in which they were drawn. */
void ansi_forget(struct ansi *ansi);

/*
 * Appends to `out` the bytes that turn the shown screen into `wanted` (of the same size), which is
 * remembered as shown. `rows` has the rows of `wanted` that may differ; it must have all rows if
 * nothing is known about the terminal. Appends nothing if nothing differs. Stops early, with
 * *out_complete false, before more than `budget` bytes are appended (at least ANSI_BUDGET_MIN are
 * allowed): the written part is remembered, the rest comes with the next call. A hidden cursor is
 * left where it is. Code points without width and halves of wide glyphs come out as spaces.
 * ERR_MEMORY, ERR_TOO_BIG (from `out`): the terminal's state is then unknown.
 */
MUST_USE enum err ansi_diff(struct ansi *ansi, const struct screen *wanted,
                            const struct row_set *rows, const struct ansi_looks *looks,
                            size_t budget, struct bytes *out, bool *out_complete);

/* The sequence that puts a role into colour, for lines outside screen mode: "" in mono and where
   the role looks plain. */
const char *ansi_role_start(enum role role, struct palette palette);

/* The bytes of such a sequence, or of its beginning, at the start of `text` of `length` bytes; 0:
   the text begins otherwise. */
size_t ansi_sequence_length(const char *text, size_t length);

#endif
