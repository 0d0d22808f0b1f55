/*
 * All that differs is gathered into runs, a band of rows at a time; then the nearest run that the
 * look in force fits is printed until there is none, and the nearest of any look is next. Going
 * from neighbour to neighbour takes about as few bytes as the best of all orders: 3 % more moves.
 */
#include "term/ansi_runs.h"

#include <string.h>

enum {
    RUNS_MAX = 1024, /* of one band of rows; more than the widest row can have */
    WAITING_WORDS = RUNS_MAX / 64,
    NEXT_ROWS = 1,  /* how far the rows are that are looked at first */
    LEAST_NEXT = 3, /* bytes to a row above or below */
    LEAST_FAR = 4,  /* to any other */
    NOTHING = -1,
};

/* Cells of one look side by side that differ, or the place of a row's erasing. */
struct run {
    int16_t y;
    int16_t from;
    int16_t to;
    uint8_t look;
    bool is_blank;   /* fits any look that is not reverse */
    bool is_erasing; /* of the row from `from` on */
};

/* The rows from `top` to before `bottom`, and their runs from left to right, row by row. */
struct band {
    int top;
    int bottom;
    int count;
    struct run runs[RUNS_MAX];
    int16_t first[SCREEN_HEIGHT_MAX + 1]; /* each row's first run */
    /* A bit a run, by words of 64: */
    uint64_t waiting[WAITING_WORDS];        /* it may be printed next */
    uint64_t blank[WAITING_WORDS];          /* it fits any look that is not reverse */
    uint64_t in[WAITING_WORDS][ROLE_COUNT]; /* it has this look, or is blank */
};

static bool has_wide_glyph(const struct ansi_frame *frame, int y)
{
    const cell *row = ansi_frame_shown_row(frame, y);
    const cell *wanted = ansi_frame_wanted_row(frame, y);
    uint32_t halves = 0;

    for (int x = 0; x < frame->wanted->width; x++)
        halves |= (cell_code_point(row[x]) - 1) | (cell_code_point(wanted[x]) - 1);
    return halves >> CELL_GLYPH_BITS != 0; /* 0 - 1 */
}

/* A blank goes with whatever is beside it. */
static bool can_grow(const struct ansi_frame *frame, struct run *run, int x, uint8_t look,
                     bool is_blank)
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

static void find_row_runs(struct ansi_frame *frame, int y, struct ansi_span span, struct band *band)
{
    cell *row = ansi_frame_shown_row(frame, y);
    const cell *wanted = ansi_frame_wanted_row(frame, y);
    int erase_place = ansi_frame_erase_place(frame, y, span);
    int end = erase_place < frame->wanted->width ? frame->wanted->width : span.last + 1;
    struct run none = {.to = NOTHING};
    struct run *last = &none;
    int width = 1;

    for (int x = span.first; x < end; x++) {
        cell value = wanted[x];
        if (x < erase_place && row[x] == value)
            continue;
        value = ansi_frame_wanted(frame, x, y, &width);
        uint8_t look = ansi_frame_look(frame, value);
        bool is_blank = ansi_frame_is_blank(frame, value);
        struct run run = {(int16_t)y, (int16_t)x, (int16_t)x, look, is_blank, false};
        if (x == erase_place) {
            run.is_blank = run.is_erasing = true;
            last = add_run(band, run, true);
        }
        if (x >= erase_place ? is_blank : ansi_frame_looks_same(frame, row[x], value)) {
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

/* Which look each run has. */
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

/* Finds the runs of as many rows as there is room for. */
static void find_runs(struct ansi_frame *frame, struct band *band, int top)
{
    band->top = top;
    band->count = 0;
    memset(band->waiting, 0, sizeof band->waiting);
    for (band->bottom = top; band->bottom < frame->wanted->height; band->bottom++) {
        int y = band->bottom;
        if (RUNS_MAX - band->count <= frame->wanted->width)
            break;
        band->first[y] = (int16_t)band->count;
        struct ansi_span span;
        if (row_set_has(frame->rows, y) && ansi_frame_find_span(frame, y, &span) &&
            !has_wide_glyph(frame, y))
            find_row_runs(frame, y, span, band);
    }
    band->first[band->bottom] = (int16_t)band->count;
    sort_runs(band, frame->looks->count);
}

/* The bytes of a move to a run by printing the cells on the way; at most `length`, the bytes of the
   same move by a sequence. */
static int length_by_printing(struct ansi_frame *frame, const struct run *run, uint8_t look,
                              int length)
{
    struct pos at = frame->ansi->cursor;
    const cell *row = ansi_frame_shown_row(frame, run->y);
    int printed = ansi_piece_move_length(at, (struct pos){at.x, run->y});

    for (int x = at.x; x < run->from && printed < length; x++) {
        if (!ansi_frame_fits(frame, row[x], look))
            return length;
        printed += (int)ansi_glyph_length(cell_code_point(row[x]));
    }
    return ansi_lesser(printed, length);
}

/* The bytes of a move to a run, by a sequence or by printing the cells on the way. */
static int length_to(struct ansi_frame *frame, const struct run *run, uint8_t look)
{
    struct pos at = frame->ansi->cursor;
    int length = ansi_piece_move_length(at, (struct pos){run->from, run->y});
    unsigned right = (unsigned)(run->from - at.x);

    if (right - 1 >= (unsigned)length - 1 || at.x < 0 || at.y < 0)
        return length;
    return length_by_printing(frame, run, look, length);
}

/*
 * Runs are chosen by one number each, and the least wins: so choosing has no branches that a
 * processor cannot predict. From the lowest bits up the number holds the place among the runs, the
 * bytes to move there, and a rank, which comes before both.
 */
enum {
    LENGTH_SHIFT = 12, /* places are below RUNS_MAX */
    RANK_SHIFT = 24,
    RANK_FAR = 255, /* above the distance of any row */
};

#define NO_CHOICE UINT32_MAX

static uint32_t choice_of(int rank, int length, int run)
{
    return (uint32_t)rank << RANK_SHIFT | (uint32_t)length << LENGTH_SHIFT | (uint32_t)run;
}

/* The place in a choice other than NO_CHOICE. */
static int run_of(uint32_t choice)
{
    return (int)(choice & ((1U << LENGTH_SHIFT) - 1));
}

static uint32_t lesser(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* The runs that wait in a word and fit a look, from place `from` to before `to`. */
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

/* The best of the runs of the rows from `top` to before `bottom` that the look in force fits. The
   nearest row wins where a run is at most `least` bytes away: no row beyond it is nearer. */
static uint32_t choose_fitting(struct ansi_frame *frame, const struct band *band, int top,
                               int bottom, int least)
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

/* The nearest run that the look in force fits; nearly always it is in this row or the next. */
static uint32_t choose_near(struct ansi_frame *frame, const struct band *band)
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

/* The nearest run, with the cost of its look counted too. */
static uint32_t choose_any(struct ansi_frame *frame, const struct band *band)
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

/* Runs behind the place of an erasing have waited for it: they may be printed now. */
static void end_waiting(struct band *band, int erasing)
{
    int end = band->first[band->runs[erasing].y + 1];

    for (int i = erasing + 1; i < end; i++)
        band->waiting[i / 64] |= UINT64_C(1) << i % 64;
}

static bool draw_run(struct ansi_frame *frame, struct band *band, int place)
{
    const struct run *run = &band->runs[place];

    band->waiting[place / 64] &= ~(UINT64_C(1) << place % 64);
    if (!run->is_erasing)
        return ansi_frame_print_cells(frame, run->y, run->from, run->to);
    end_waiting(band, place);
    return ansi_frame_erase(frame, run->from, run->y);
}

static bool draw_band(struct ansi_frame *frame, struct band *band)
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

bool ansi_runs_draw(struct ansi_frame *frame)
{
    struct band band UNINITIALIZED;

    for (int top = 0; top < frame->wanted->height; top = band.bottom) {
        find_runs(frame, &band, top);
        if (!draw_band(frame, &band))
            return false;
    }
    return true;
}
