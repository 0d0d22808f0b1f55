/*
 * Turns one screen into another with few bytes.
 *
 * First the lowest rows scroll, if that leaves less to print (ansi_scroll.h).
 *
 * All differing cells are gathered into runs, a band of rows at a time. The nearest run that fits
 * the current look is printed, until there is none; then the nearest of any look, because a change
 * of colour costs more than a move. Going from neighbour to neighbour takes about as few bytes as
 * the best order: 3 % more moves.
 *
 * A frame is a sequence of single steps. Each is composed as a whole and then sent and remembered,
 * or not sent at all, so that the record of the client's screen is right after any step. Looks are
 * numbers, so comparing them is cheap. Blanks without visible attributes are printed in the current
 * look. ansi_piece.c writes the bytes.
 */
#include "term/ansi.h"

#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/utf8.h"
#include "term/ansi_piece.h"
#include "term/ansi_scroll.h"

struct frame {
    struct ansi *ansi;
    /* wanted cells; in open rows ansi_diff() keeps the shown cells beside them */
    const struct screen *wanted;
    const struct row_set *rows; /* rows of `wanted` that may differ from the terminal */
    struct row_set open;        /* rows that differ, or did in this frame */
    const struct ansi_looks *looks;
    struct bytes *out;
    size_t start;  /* offset in `out` where the frame begins */
    size_t budget; /* most bytes of the frame, without those for hiding the cursor */
    bool is_full;
    enum err error;
};

/* Returns the number of the look of a cell. */
static inline uint8_t look_of_cell(const struct frame *frame, cell value)
{
    return frame->looks->of_role[cell_role(value)];
}

/* The cells of a row from the first to the last that differs. */
struct span {
    int first;
    int last;
};

static const cell *wanted_row(const struct frame *frame, int y)
{
    return frame->wanted->cells + (size_t)y * (size_t)frame->wanted->width;
}

/* Returns wanted_cell() for a cell beyond ASCII. */
static cell wanted_wide_cell(const struct frame *frame, int x, int y, int *out_width)
{
    const cell *row = wanted_row(frame, y);
    int width = utf8_width(cell_code_point(row[x]));

    *out_width = 1;
    if (width == 1)
        return row[x];
    if (width == 2 && x + 1 < frame->wanted->width && cell_code_point(row[x + 1]) == 0) {
        *out_width = 2;
        return row[x];
    }
    return cell_of(' ', cell_role(row[x]));
}

/* Returns the cell in a form that can be shown, and its width. */
static inline cell wanted_cell(const struct frame *frame, int x, int y, int *out_width)
{
    cell value = frame->wanted->cells[y * frame->wanted->width + x];

    *out_width = 1;
    return cell_is_ascii(value) ? value : wanted_wide_cell(frame, x, y, out_width);
}

/* True for a blank without visible attributes. */
static inline bool is_blank_cell(const struct frame *frame, cell value)
{
    return cell_code_point(value) == ' ' && !frame->looks->is_reverse[look_of_cell(frame, value)];
}

/* True if both cells look the same. The second half of a wide glyph, 0, equals no wanted cell: once
   its first half is overwritten, terminals draw it in different ways. */
static inline bool looks_same(const struct frame *frame, cell shown, cell wanted)
{
    if (shown == wanted)
        return true;
    if (cell_code_point(shown) != cell_code_point(wanted))
        return false;
    return look_of_cell(frame, shown) == look_of_cell(frame, wanted) ||
           (is_blank_cell(frame, shown) && is_blank_cell(frame, wanted));
}

/* True if a cell looks right when it is printed in a look, which may be ANSI_LOOK_UNKNOWN. */
static inline bool fits_look(const struct frame *frame, cell value, uint8_t look)
{
    if (look == ANSI_LOOK_UNKNOWN)
        return false;
    return look_of_cell(frame, value) == look ||
           (!frame->looks->is_reverse[look] && is_blank_cell(frame, value));
}

static const char erase_to_end[] = "\x1b[K";

enum { ERASE_LENGTH = sizeof erase_to_end - 1 };

/* Appends a piece. False: the budget is used up, or there was an error; the frame then ends. */
static bool send_piece(struct frame *frame, const struct ansi_piece *piece)
{
    size_t used = frame->out->length - frame->start;

    if (used + piece->length > frame->budget) {
        frame->is_full = true;
        return false;
    }
    frame->error = bytes_append(frame->out, piece->text, piece->length);
    return frame->error == ERR_OK;
}

/* Returns the cells of a row, which must be open. */
static cell *shown_row(const struct frame *frame, int y)
{
    return frame->wanted->shown + (size_t)y * (size_t)frame->wanted->width;
}

/* Finds the span of a row that differs, and opens the row. False: no cell differs. */
static bool find_span(struct frame *frame, int y, struct span *out)
{
    cell *shown = shown_row(frame, y);
    const cell *wanted = wanted_row(frame, y);
    int first = 0;
    int last = frame->wanted->width - 1;

    if (!row_set_has(&frame->open, y))
        ansi_shown_read_row(&frame->ansi->shown, y, shown);
    if (memcmp(shown, wanted, (size_t)frame->wanted->width * sizeof *shown) == 0)
        return false;
    while (shown[first] == wanted[first])
        first++;
    while (last > first && shown[last] == wanted[last])
        last--;
    *out = (struct span){first, last};
    row_set_add(&frame->open, y);
    return true;
}

/* Stores the open rows as shown. False, with an error set: there is no memory for that. */
static bool close_rows(struct frame *frame)
{
    for (int y = 0; y < frame->wanted->height && frame->error == ERR_OK; y++) {
        if (row_set_has(&frame->open, y))
            frame->error = ansi_shown_write_row(&frame->ansi->shown, y, shown_row(frame, y));
    }
    return frame->error == ERR_OK;
}

/* Composes a move that prints the cells between the cursor and (x, y) again. False: that would look
   wrong in `look`, or take `length_max` bytes or more. */
static bool move_by_printing(struct frame *frame, int x, int y, uint8_t look, size_t length_max,
                             struct ansi_piece *out)
{
    struct pos from = frame->ansi->cursor;
    const cell *row = shown_row(frame, y);

    out->length = 0;
    if (look == ANSI_LOOK_UNKNOWN || from.x < 0 || from.y < 0 || from.x >= x ||
        (size_t)(x - from.x) >= length_max)
        return false;
    ansi_piece_move_row(out, from.y, y);
    for (int i = from.x; i < x; i++) {
        uint32_t code_point = cell_code_point(row[i]);
        if (utf8_width(code_point) != 1 || !ansi_width_is_agreed(code_point) ||
            !fits_look(frame, row[i], look))
            return false;
        ansi_piece_glyph(out, code_point);
        if (out->length >= length_max)
            return false;
    }
    return true;
}

/* Appends a change of look. Copies the most bytes that a change has, because a fixed number is
   faster than the change's own length. */
static void add_change(struct ansi_piece *piece, const struct ansi_change *change)
{
    CHECK(piece->length <= ANSI_PIECE_MAX - ANSI_CHANGE_MAX);
    memcpy(piece->text + piece->length, change->text, ANSI_CHANGE_MAX);
    piece->length += change->length;
}

/* Composes the move to (x, y) and the change of attributes to `look`, in the shorter order. */
static void compose_step(struct frame *frame, int x, int y, uint8_t look, struct ansi_piece *out)
{
    const struct ansi *ansi = frame->ansi;
    size_t move_length = (size_t)ansi_piece_move_length(ansi->cursor, pos_of(x, y));
    const struct ansi_change *change = ansi_looks_change(frame->looks, ansi->look, look);
    struct ansi_piece printed UNINITIALIZED;

    if (move_length == 0 && look == ansi->look)
        return;
    if (move_by_printing(frame, x, y, ansi->look, move_length, &printed)) {
        ansi_piece_join(out, &printed);
        add_change(out, change);
    } else if (move_by_printing(frame, x, y, look, move_length, &printed)) {
        add_change(out, change);
        ansi_piece_join(out, &printed);
    } else {
        ansi_piece_move(out, ansi->cursor, pos_of(x, y));
        add_change(out, change);
    }
}

/* Returns the look in which to print a cell: the current one if the cell looks right in it. */
static uint8_t look_for(struct frame *frame, cell value)
{
    uint8_t look = frame->ansi->look;

    return fits_look(frame, value, look) ? look : look_of_cell(frame, value);
}

/* Moves to a cell, sets the look and prints the cell. False: the frame ends. */
static bool print_cell(struct frame *frame, int x, int y, cell value, int width)
{
    struct ansi *ansi = frame->ansi;
    cell *row = shown_row(frame, y);
    uint8_t look = look_for(frame, value);
    uint32_t code_point = cell_code_point(value);
    int after = x + width;
    struct ansi_piece piece UNINITIALIZED;

    piece.length = 0;
    compose_step(frame, x, y, look, &piece);
    ansi_piece_glyph(&piece, code_point);
    if (!send_piece(frame, &piece))
        return false;

    row[x] = value;
    if (width == 2)
        row[x + 1] = cell_of(0, cell_role(value));
    ansi->look = look;
    /* At the right edge terminals differ in the position of the cursor. */
    bool is_column_known = after < ansi->shown.width && ansi_width_is_agreed(code_point);
    ansi->cursor = pos_of(is_column_known ? after : -1, y);
    return true;
}

/* Prints ASCII in the current look from the cursor up to column `to` or where the look ends, and
   returns that column. */
static int print_on(struct frame *frame, int to)
{
    struct ansi *ansi = frame->ansi;
    struct bytes *out = frame->out;
    int x = ansi->cursor.x;
    int y = ansi->cursor.y;
    cell *row = shown_row(frame, y);
    const cell *wanted = wanted_row(frame, y);
    size_t room = frame->budget - (out->length - frame->start);

    if (room < (size_t)(to - x) || bytes_reserve(out, (size_t)(to - x)) != ERR_OK)
        return x;
    for (; x < to && cell_is_ascii(wanted[x]) && fits_look(frame, wanted[x], ansi->look); x++) {
        out->data[out->length++] = (uint8_t)cell_code_point(wanted[x]);
        row[x] = wanted[x];
    }
    ansi->cursor.x = (int16_t)(x < frame->wanted->width ? x : -1);
    return x;
}

/* Prints wanted narrow cells of a row from column `from` up to, not including, `to`, with the bytes
   of print_cell(). */
static bool print_cells(struct frame *frame, int y, int from, int to)
{
    int width = 1;

    for (int x = from; x < to;) {
        if (!print_cell(frame, x, y, wanted_cell(frame, x, y, &width), width))
            return false;
        x++;
        if (x < to && frame->ansi->cursor.x == x)
            x = print_on(frame, to);
    }
    return true;
}

/* Moves the cursor to (x, y) and erases the row from there on, in the look of the wanted blank. */
static bool erase_from(struct frame *frame, int x, int y)
{
    cell *row = shown_row(frame, y);
    const cell *wanted = wanted_row(frame, y);
    uint8_t look = look_for(frame, wanted[x]);
    struct ansi_piece piece UNINITIALIZED;

    piece.length = 0;
    compose_step(frame, x, y, look, &piece);
    ansi_piece_text(&piece, erase_to_end);
    if (!send_piece(frame, &piece))
        return false;

    for (int i = x; i < frame->wanted->width; i++) {
        cell value = wanted[i];
        row[i] = is_blank_cell(frame, value) ? value : cell_of(' ', ROLE_BLANK);
    }
    frame->ansi->look = look;
    frame->ansi->cursor = pos_of(x, y);
    return true;
}

/* Returns the most cells that may become blanks. A glyph that cannot be shown becomes a blank, and
   any glyph beyond ASCII except the lines of walls may be one. */
static int count_blanks(const struct frame *frame, int y, struct span span)
{
    const cell *shown = shown_row(frame, y);
    const cell *wanted = wanted_row(frame, y);
    int count = 0;

    for (int x = span.first; x <= span.last; x++) {
        uint32_t glyph = cell_code_point(wanted[x]);
        bool is_line = (glyph & ~UINT32_C(0xFF)) == 0x2500;
        bool is_visible = is_line || glyph - '!' <= '~' - '!';
        count += (shown[x] != wanted[x]) & !is_visible;
    }
    return count;
}

/* Returns the column from which erasing the row pays; -1: none does. Goes from right to left, and
   counts the blanks that erasing saves, less the cost of printing unchanged cells again. Fewer
   blanks than the bytes of erasing never pay. */
static int find_erase_place(const struct frame *frame, int y, struct span span)
{
    const cell *row = shown_row(frame, y);
    const cell *wanted = wanted_row(frame, y);
    int place = frame->wanted->width;
    int best = ERASE_LENGTH;
    int spared = 0;
    int width = 1;

    if (count_blanks(frame, y, span) < ERASE_LENGTH)
        return place;
    for (int x = frame->wanted->width - 1; x >= span.first; x--) {
        cell value = wanted[x];
        if (row[x] != value)
            value = wanted_cell(frame, x, y, &width);
        bool is_same = looks_same(frame, row[x], value);
        if (is_same && !is_blank_cell(frame, value))
            spared -= (int)ansi_glyph_length(cell_code_point(value));
        if (is_same || !is_blank_cell(frame, value) || ++spared < best)
            continue;
        best = spared;
        place = x;
    }
    return place;
}

/* Updates a row, left to right. */
static bool draw_row(struct frame *frame, int y)
{
    cell *row = shown_row(frame, y);
    struct span span;

    if (!find_span(frame, y, &span))
        return true;
    int erase_place = find_erase_place(frame, y, span);
    int width = 1;
    for (int x = 0; x < frame->wanted->width; x += width) {
        cell value = wanted_cell(frame, x, y, &width);
        if (x == erase_place && !erase_from(frame, x, y))
            return false;
        if (looks_same(frame, row[x], value))
            row[x] = value;
        else if (!print_cell(frame, x, y, value, width))
            return false;
    }
    return true;
}

enum {
    RUNS_MAX = 1024, /* most runs of a band; more than the widest row can have */
    WAITING_WORDS = RUNS_MAX / 64,
    NEXT_ROWS = 1,  /* rows so near are tried first */
    LEAST_NEXT = 3, /* least bytes of a move to a row above or below */
    LEAST_FAR = 4,  /* least bytes of a move to any other row */
    NOTHING = -1,
};

/* Differing cells of one look side by side, or the place where a row is erased. */
struct run {
    int16_t y;
    int16_t from;
    int16_t to;
    uint8_t look;
    bool is_blank;   /* fits any look without reverse */
    bool is_erasing; /* erases the row from `from` on */
};

/* The rows from `top` up to, not including, `bottom`, and their runs from left to right, row by
   row. */
struct band {
    int top;
    int bottom;
    int count;
    struct run runs[RUNS_MAX];
    int16_t first[SCREEN_HEIGHT_MAX + 1]; /* index of each row's first run */
    /* A bit for each run, by words of 64: */
    uint64_t waiting[WAITING_WORDS];        /* runs that may be printed next */
    uint64_t blank[WAITING_WORDS];          /* runs that fit any look without reverse */
    uint64_t in[WAITING_WORDS][ROLE_COUNT]; /* runs that have this look, or are blank */
};

static bool has_wide_glyph(const struct frame *frame, int y)
{
    const cell *row = shown_row(frame, y);
    const cell *wanted = wanted_row(frame, y);
    uint32_t halves = 0;

    for (int x = 0; x < frame->wanted->width; x++)
        halves |= (cell_code_point(row[x]) - 1) | (cell_code_point(wanted[x]) - 1);
    return halves >> CELL_GLYPH_BITS != 0; /* 0 - 1 */
}

/* True if the cell can extend the run; a blank joins any neighbour. */
static bool can_grow(const struct frame *frame, struct run *run, int x, uint8_t look, bool is_blank)
{
    if (run->to != x || run->is_erasing)
        return false;
    if (is_blank)
        return run->is_blank || !frame->looks->is_reverse[run->look];
    if (run->is_blank && !frame->looks->is_reverse[look]) {
        run->is_blank = false;
        run->look = look;
    }
    return !run->is_blank && run->look == look;
}

static struct run *add_run(struct band *band, struct run run, bool is_waiting)
{
    int i = band->count++;

    band->runs[i] = run;
    band->waiting[i / 64] |= (uint64_t)is_waiting << i % 64;
    return &band->runs[i];
}

static void find_row_runs(struct frame *frame, int y, struct span span, struct band *band)
{
    cell *row = shown_row(frame, y);
    const cell *wanted = wanted_row(frame, y);
    int erase_place = find_erase_place(frame, y, span);
    int end = erase_place < frame->wanted->width ? frame->wanted->width : span.last + 1;
    struct run none = {.to = NOTHING};
    struct run *last = &none;
    int width = 1;

    for (int x = span.first; x < end; x++) {
        cell value = wanted[x];
        if (x < erase_place && row[x] == value)
            continue;
        value = wanted_cell(frame, x, y, &width);
        uint8_t look = look_of_cell(frame, value);
        bool is_blank = is_blank_cell(frame, value);
        struct run run = {(int16_t)y, (int16_t)x, (int16_t)x, look, is_blank, false};
        if (x == erase_place) {
            run.is_blank = run.is_erasing = true;
            last = add_run(band, run, true);
        }
        if (x >= erase_place ? is_blank : looks_same(frame, row[x], value)) {
            if (x < erase_place)
                row[x] = value;
            continue;
        }
        if (!can_grow(frame, last, x, look, is_blank)) {
            run.is_blank = is_blank;
            run.is_erasing = false;
            last = add_run(band, run, x < erase_place);
        }
        last->to++;
    }
}

/* Sorts the runs by look. */
static void sort_runs(struct band *band, int look_count)
{
    for (int word = 0; word * 64 < band->count; word++) {
        band->blank[word] = 0;
        memset(band->in[word], 0, (size_t)look_count * sizeof band->in[word][0]);
    }
    for (int i = 0; i < band->count; i++) {
        const struct run *run = &band->runs[i];
        band->blank[i / 64] |= (uint64_t)run->is_blank << i % 64;
        band->in[i / 64][run->look] |= UINT64_C(1) << i % 64;
    }
}

/* Finds the runs of as many rows as fit. */
static void find_runs(struct frame *frame, struct band *band, int top)
{
    band->top = top;
    band->count = 0;
    memset(band->waiting, 0, sizeof band->waiting);
    for (band->bottom = top; band->bottom < frame->wanted->height; band->bottom++) {
        int y = band->bottom;
        if (RUNS_MAX - band->count <= frame->wanted->width)
            break;
        band->first[y] = (int16_t)band->count;
        struct span span;
        if (row_set_has(frame->rows, y) && find_span(frame, y, &span) && !has_wide_glyph(frame, y))
            find_row_runs(frame, y, span, band);
    }
    band->first[band->bottom] = (int16_t)band->count;
    sort_runs(band, frame->looks->count);
}

/* Returns the bytes of a move to a run that prints the cells on the way; at most `length`, the
   bytes of a move by a sequence. */
static int length_by_printing(struct frame *frame, const struct run *run, uint8_t look, int length)
{
    struct pos at = frame->ansi->cursor;
    const cell *row = shown_row(frame, run->y);
    int printed = ansi_piece_move_length(at, (struct pos){at.x, run->y});

    for (int x = at.x; x < run->from && printed < length; x++) {
        if (!fits_look(frame, row[x], look))
            return length;
        printed += (int)ansi_glyph_length(cell_code_point(row[x]));
    }
    return ansi_lesser(printed, length);
}

/* Returns the bytes of a move to a run, by a sequence or by printing the cells on the way. */
static int length_to(struct frame *frame, const struct run *run, uint8_t look)
{
    struct pos at = frame->ansi->cursor;
    int length = ansi_piece_move_length(at, (struct pos){run->from, run->y});
    unsigned right = (unsigned)(run->from - at.x);

    if (right - 1 >= (unsigned)length - 1 || at.x < 0 || at.y < 0)
        return length;
    return length_by_printing(frame, run, look, length);
}

/*
 * Runs are chosen by one number each, and the least wins, so choosing needs no unpredictable
 * branches. From the lowest bits up the number holds the index of the run, the bytes to move there,
 * and a rank, which outweighs both.
 */
enum {
    LENGTH_SHIFT = 12, /* bits of a run's index, which is below RUNS_MAX */
    RANK_SHIFT = 24,
    RANK_FAR = 255, /* larger than the distance of any row */
};

#define NO_CHOICE UINT32_MAX

static uint32_t choice_of(int rank, int length, int run)
{
    return (uint32_t)rank << RANK_SHIFT | (uint32_t)length << LENGTH_SHIFT | (uint32_t)run;
}

/* Returns the index of the run in a choice other than NO_CHOICE. */
static int run_of(uint32_t choice)
{
    return (int)(choice & ((1U << LENGTH_SHIFT) - 1));
}

static uint32_t lesser(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* Returns the waiting runs of a word that fit a look, from index `from` up to, not including,
   `to`. */
static uint64_t fitting_in(const struct band *band, int word, uint8_t look, bool is_reverse,
                           int from, int to)
{
    int low = from - word * 64;
    int high = to - word * 64;
    uint64_t bits = is_reverse ? band->in[word][look] & ~band->blank[word]
                               : band->in[word][look] | band->blank[word];

    bits &= band->waiting[word];
    if (low > 0)
        bits = low >= 64 ? 0 : bits & UINT64_MAX << low;
    if (high < 64)
        bits = high <= 0 ? 0 : bits & ((UINT64_C(1) << high) - 1);
    return bits;
}

static int clamp(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

/* Returns the best run that fits the current look in the rows from `top` up to, not including,
   `bottom`. A run at most `least` bytes away is taken at once: none in a farther row is nearer. */
static uint32_t choose_fitting(struct frame *frame, const struct band *band, int top, int bottom,
                               int least)
{
    uint8_t look = frame->ansi->look;
    bool is_reverse = frame->looks->is_reverse[look];
    int at = frame->ansi->cursor.y < band->top ? band->top : frame->ansi->cursor.y;
    int from = band->first[clamp(top, band->top, band->bottom)];
    int to = band->first[clamp(bottom, band->top, band->bottom)];
    uint32_t best = NO_CHOICE;

    for (int word = from / 64; word * 64 < to; word++) {
        uint64_t bits = fitting_in(band, word, look, is_reverse, from, to);
        for (; bits != 0; bits &= bits - 1) {
            int i = word * 64 + __builtin_ctzll(bits);
            const struct run *run = &band->runs[i];
            int length = length_to(frame, run, look);
            int distance = run->y < at ? at - run->y : run->y - at;
            int rank = length <= least ? distance : RANK_FAR;
            best = lesser(best, choice_of(rank, length, i));
        }
    }
    return best;
}

/* Chooses the nearest run that fits the current look; nearly always it is in this row or the
   next. */
static uint32_t choose_near(struct frame *frame, const struct band *band)
{
    int at = frame->ansi->cursor.y < band->top ? band->top : frame->ansi->cursor.y;
    uint32_t near;

    if (frame->ansi->look == ANSI_LOOK_UNKNOWN)
        return NO_CHOICE;
    near = choose_fitting(frame, band, at - NEXT_ROWS, at + NEXT_ROWS + 1, LEAST_NEXT);
    if (near < choice_of(RANK_FAR, LEAST_FAR + 1, 0))
        return near;
    near = lesser(near, choose_fitting(frame, band, band->top, at - NEXT_ROWS, LEAST_FAR));
    return lesser(near,
                  choose_fitting(frame, band, at + NEXT_ROWS + 1, SCREEN_HEIGHT_MAX, LEAST_FAR));
}

/* Chooses the nearest run, with the cost of its look included. */
static uint32_t choose_any(struct frame *frame, const struct band *band)
{
    uint32_t best = NO_CHOICE;

    for (int word = 0; word * 64 < band->count; word++) {
        for (uint64_t bits = band->waiting[word]; bits != 0; bits &= bits - 1) {
            int i = word * 64 + __builtin_ctzll(bits);
            const struct run *run = &band->runs[i];
            int length = length_to(frame, run, run->look) +
                         ansi_looks_change(frame->looks, frame->ansi->look, run->look)->length;
            best = lesser(best, choice_of(0, length, i));
        }
    }
    return best;
}

/* Releases the runs that had to wait for an erasing. */
static void end_waiting(struct band *band, int erasing)
{
    int end = band->first[band->runs[erasing].y + 1];

    for (int i = erasing + 1; i < end; i++)
        band->waiting[i / 64] |= UINT64_C(1) << i % 64;
}

static bool draw_run(struct frame *frame, struct band *band, int place)
{
    const struct run *run = &band->runs[place];

    band->waiting[place / 64] &= ~(UINT64_C(1) << place % 64);
    if (!run->is_erasing)
        return print_cells(frame, run->y, run->from, run->to);
    end_waiting(band, place);
    return erase_from(frame, run->from, run->y);
}

static bool draw_band(struct frame *frame, struct band *band)
{
    for (;;) {
        uint32_t choice = choose_near(frame, band);
        if (choice == NO_CHOICE)
            choice = choose_any(frame, band);
        if (choice == NO_CHOICE)
            return true;
        if (!draw_run(frame, band, run_of(choice)))
            return false;
    }
}

/* Updates the screen, except rows with wide glyphs: these must be printed from left to right,
   because an unfinished frame would cut their glyphs. False: the frame has ended. */
static bool draw_runs(struct frame *frame)
{
    struct band band UNINITIALIZED;

    for (int top = 0; top < frame->wanted->height; top = band.bottom) {
        find_runs(frame, &band, top);
        if (!draw_band(frame, &band))
            return false;
    }
    return true;
}

const char ansi_restore[] = "\x1b[m\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[?1049l";
const char ansi_enter[] = "\x1b[?1049h\x1b[?7l\x1b[?2004h";
const char ansi_title_keep[] = "\x1b[22;2t";
const char ansi_title_give_back[] = "\x1b[23;2t";
const char ansi_role_end[] = "\x1b[m";
const char ansi_probe_utf8[] = "\r\xE2\x96\x92\x1b[6n";
const char ansi_probe_8_bits[] = "\r\xC2\xB7\x1b[6n";

static const char hide_cursor[] = "\x1b[?25l";
static const char show_cursor[] = "\x1b[?25h";
static const char clear_all[] = "\x1b[?25l\x1b[m\x1b[H\x1b[2J";

enum {
    HIDE_CURSOR_LENGTH = sizeof hide_cursor - 1,
    /* most bytes of a frame that leaves the cursor visible: one small packet is drawn at once, so
       that nobody sees the cursor move */
    HIDE_CURSOR_ABOVE = 200,
};

enum err ansi_init(struct ansi *ansi, int width, int height)
{
    *ansi = (struct ansi){0};
    ansi_forget(ansi);
    return ansi_shown_init(&ansi->shown, width, height);
}

void ansi_release(struct ansi *ansi)
{
    ansi_shown_release(&ansi->shown);
}

enum err ansi_resize(struct ansi *ansi, int width, int height)
{
    enum err error = ansi_shown_resize(&ansi->shown, width, height);

    if (error == ERR_OK)
        ansi_forget(ansi);
    return error;
}

void ansi_forget(struct ansi *ansi)
{
    ansi->is_unknown = true;
    ansi->cursor = pos_of(-1, -1);
    ansi->cursor_shown = true;
    ansi->look = ANSI_LOOK_UNKNOWN;
}

const char *ansi_role_start(enum role role, struct palette palette)
{
    return palette.colours == PALETTE_MONO ? "" : palette_sequence(palette, role);
}

size_t ansi_sequence_length(const char *text, size_t length)
{
    size_t at = 2;

    if (length < at || text[0] != '\033')
        return 0;
    while (at < length && (text[at] < '@' || text[at] > '~'))
        at++;
    return at < length ? at + 1 : length;
}

static bool clear_screen(struct frame *frame)
{
    struct ansi *ansi = frame->ansi;
    struct ansi_piece piece UNINITIALIZED;

    piece.length = 0;
    ansi_piece_text(&piece, clear_all);
    if (!send_piece(frame, &piece))
        return false;
    ansi_shown_clear(&ansi->shown);
    ansi->is_unknown = false;
    ansi->cursor = pos_of(0, 0);
    ansi->cursor_shown = false;
    ansi->look = frame->looks->plain;
    return true;
}

/* The first of the lowest rows that may all differ and may scroll; the height: none may. */
static int first_scrolling_row(const struct frame *frame)
{
    int y = frame->wanted->height;

    while (y > 0 && frame->wanted->height - y < ANSI_SCROLL_ROWS_MAX &&
           row_set_has(frame->rows, y - 1))
        y--;
    return y;
}

/* Moves the lowest rows up if fewer bytes are left to print then. */
static bool scroll_rows(struct frame *frame)
{
    struct ansi *ansi = frame->ansi;
    int first = first_scrolling_row(frame);
    uint8_t look = ansi->look;
    struct ansi_piece piece UNINITIALIZED;

    for (int y = first; y < frame->wanted->height; y++)
        ansi_shown_read_row(&ansi->shown, y, shown_row(frame, y));
    struct ansi_scroll scroll = ansi_scroll_find(frame->wanted, first);
    if (scroll.count == 0)
        return true;
    if (look == ANSI_LOOK_UNKNOWN || frame->looks->is_reverse[look])
        look = frame->looks->plain;
    piece.length = 0;
    add_change(&piece, ansi_looks_change(frame->looks, ansi->look, look));
    ansi_scroll_piece(&piece, scroll, frame->wanted->height);
    if (!send_piece(frame, &piece))
        return false;
    ansi_scroll_cells(frame->wanted, scroll);
    for (int y = scroll.top; y < frame->wanted->height; y++)
        row_set_add(&frame->open, y);
    ansi->look = look;
    ansi->cursor = pos_of(-1, -1);
    return true;
}

static bool draw_cells(struct frame *frame)
{
    if (frame->ansi->is_unknown ? !clear_screen(frame) : !scroll_rows(frame))
        return false;
    if (!draw_runs(frame))
        return false;
    for (int y = 0; y < frame->wanted->height; y++) {
        if (row_set_has(&frame->open, y) && !draw_row(frame, y))
            return false;
    }
    return true;
}

/* Inserts the hiding of the cursor at the beginning of the frame; the budget has room for it.
   False: an error. */
static bool hide_from_start(struct frame *frame)
{
    struct bytes *out = frame->out;
    size_t length = out->length - frame->start;

    frame->error = bytes_append(out, hide_cursor, HIDE_CURSOR_LENGTH);
    if (frame->error != ERR_OK)
        return false;
    uint8_t *start = out->data + frame->start;
    memmove(start + HIDE_CURSOR_LENGTH, start, length);
    memcpy(start, hide_cursor, HIDE_CURSOR_LENGTH);
    frame->ansi->cursor_shown = false;
    frame->budget += HIDE_CURSOR_LENGTH;
    return true;
}

static bool park_cursor(struct frame *frame)
{
    struct ansi *ansi = frame->ansi;
    const struct screen *wanted = frame->wanted;
    struct pos place = pos_of(clamp(wanted->cursor.x, 0, wanted->width - 1),
                              clamp(wanted->cursor.y, 0, wanted->height - 1));
    struct ansi_piece piece UNINITIALIZED;

    piece.length = 0;
    ansi_piece_move(&piece, ansi->cursor, place);
    if (!ansi->cursor_shown)
        ansi_piece_text(&piece, show_cursor);
    if (!send_piece(frame, &piece))
        return false;
    ansi->cursor = place;
    ansi->cursor_shown = true;
    return true;
}

/* Updates all rows, or as many as fit. */
static bool draw_frame(struct frame *frame)
{
    const struct screen *wanted = frame->wanted;
    bool is_complete = draw_cells(frame);

    if (frame->error != ERR_OK)
        return false;
    bool is_long = frame->out->length - frame->start > HIDE_CURSOR_ABOVE;
    if (frame->ansi->cursor_shown && (!wanted->cursor_shown || !is_complete || is_long) &&
        !hide_from_start(frame))
        return false;
    return is_complete && (!wanted->cursor_shown || park_cursor(frame));
}

enum err ansi_diff(struct ansi *ansi, const struct screen *wanted, const struct row_set *rows,
                   const struct ansi_looks *looks, size_t budget, struct bytes *out,
                   bool *out_complete)
{
    CHECK(wanted->width == ansi->shown.width && wanted->height == ansi->shown.height);
    if (budget < ANSI_BUDGET_MIN)
        budget = ANSI_BUDGET_MIN;
    struct frame frame = {
        .ansi = ansi,
        .wanted = wanted,
        .rows = rows,
        .looks = looks,
        .out = out,
        .start = out->length,
        .budget = budget - (ansi->cursor_shown ? HIDE_CURSOR_LENGTH : 0),
    };

    if (ansi->looks != looks)
        ansi->look = ANSI_LOOK_UNKNOWN;
    ansi->looks = looks;
    bool is_complete = draw_frame(&frame);
    *out_complete = close_rows(&frame) && is_complete;
    CHECK(*out_complete || frame.is_full || frame.error != ERR_OK);
    if (frame.error != ERR_OK)
        ansi_forget(ansi);
    return frame.error;
}

void ansi_title(const char *text, char out[ANSI_TITLE_SIZE])
{
    size_t length = (size_t)snprintf(out, ANSI_TITLE_SIZE, "\x1b]2;");

    for (const char *at = text; *at != '\0' && at - text < ANSI_TITLE_MAX; at++)
        out[length++] = (char)(*at < ' ' || *at > '~' ? '?' : *at);
    out[length++] = '\a';
    out[length] = '\0';
}
