/*
 * Private to the ANSI writer: one frame on its way and the single steps that it consists of. Each
 * step is composed as a whole and then either sent and remembered or not sent at all, so that
 * stopping anywhere leaves `shown` true.
 */
#ifndef UNDERCROFT_TERM_ANSI_FRAME_H
#define UNDERCROFT_TERM_ANSI_FRAME_H

#include "term/ansi.h"
#include "term/ansi_piece.h"

struct ansi_frame {
    struct ansi *ansi;
    const struct screen *wanted; /* and, of the open rows, the shown cells */
    const struct row_set *rows;  /* rows of `wanted` that may differ */
    struct row_set open;         /* rows that do differ, or did */
    const struct ansi_looks *looks;
    struct bytes *out;
    size_t start;  /* where in `out` the frame begins */
    size_t budget; /* bytes, without the bytes of hiding the cursor */
    bool is_full;
    enum err error;
};

/* The number of the look that a cell has. */
static inline uint8_t ansi_frame_look(const struct ansi_frame *frame, cell value)
{
    return frame->looks->of_role[cell_role(value)];
}

/* Appends if the budget allows; otherwise, or on an error, the frame is over: false. */
bool ansi_frame_send(struct ansi_frame *frame, const struct ansi_piece *piece);

/* The cells of a row, which must be open. */
cell *ansi_frame_shown_row(const struct ansi_frame *frame, int y);
const cell *ansi_frame_wanted_row(const struct ansi_frame *frame, int y);

/* The cells of a row from the first to the last that differs. */
struct ansi_span {
    int first;
    int last;
};

/* False: none differs; otherwise the row is open from then on. */
bool ansi_frame_find_span(struct ansi_frame *frame, int y, struct ansi_span *out);

/* Remembers what the open rows show now. False, and an error: there is no memory for that. */
bool ansi_frame_close_rows(struct ansi_frame *frame);

/* ansi_frame_wanted() of a cell that is no ASCII. */
cell ansi_frame_wanted_wide(const struct ansi_frame *frame, int x, int y, int *out_width);

/* The cell as it can be shown, and the cells it takes. */
static inline cell ansi_frame_wanted(const struct ansi_frame *frame, int x, int y, int *out_width)
{
    cell value = frame->wanted->cells[y * frame->wanted->width + x];

    *out_width = 1;
    return cell_is_ascii(value) ? value : ansi_frame_wanted_wide(frame, x, y, out_width);
}

/* Whether a cell is a blank whose attributes nobody can see. */
static inline bool ansi_frame_is_blank(const struct ansi_frame *frame, cell value)
{
    return cell_code_point(value) == ' ' &&
           !frame->looks->is_reverse[ansi_frame_look(frame, value)];
}

/* The second half of a wide glyph, 0, equals nothing wanted: once its first half is overwritten,
   each terminal draws it in its own way. */
static inline bool ansi_frame_looks_same(const struct ansi_frame *frame, cell shown, cell wanted)
{
    if (shown == wanted)
        return true;
    if (cell_code_point(shown) != cell_code_point(wanted))
        return false;
    return ansi_frame_look(frame, shown) == ansi_frame_look(frame, wanted) ||
           (ansi_frame_is_blank(frame, shown) && ansi_frame_is_blank(frame, wanted));
}

/* Whether a cell looks right if it is printed under a look, which may be ANSI_LOOK_UNKNOWN. */
static inline bool ansi_frame_fits(const struct ansi_frame *frame, cell value, uint8_t look)
{
    if (look == ANSI_LOOK_UNKNOWN)
        return false;
    return ansi_frame_look(frame, value) == look ||
           (!frame->looks->is_reverse[look] && ansi_frame_is_blank(frame, value));
}

/* Moves there, brings the look about and prints the cell. */
bool ansi_frame_print(struct ansi_frame *frame, int x, int y, cell value, int width);

/* The same for the wanted narrow cells of a row from column `from` to before `to`. */
bool ansi_frame_print_cells(struct ansi_frame *frame, int y, int from, int to);

/* Moves to the wanted blank at (x, y) and erases the rest of the row. */
bool ansi_frame_erase(struct ansi_frame *frame, int x, int y);

/* Where to erase the rest of a row before printing there; past the row's end if that does not
   pay. */
int ansi_frame_erase_place(const struct ansi_frame *frame, int y, struct ansi_span span);

/* Brings a row up to date, left to right. */
bool ansi_frame_draw_row(struct ansi_frame *frame, int y);

#endif
