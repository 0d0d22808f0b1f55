/*
 * All that differs is gathered into runs, a band of rows at a time; then the nearest run that the
 * look in force fits is printed until there is none, and the nearest of any look is next. Going
 * from neighbour to neighbour takes about as few bytes as the best of all orders: 3 % more moves.
 */
#include "term/ansi_runs.h"

#include <limits.h>

enum {
    RUNS_MAX = 1000, /* of one band of rows; more than the widest row can have */
    LEAST_NEXT = 3,  /* bytes to a row above or below */
    LEAST_FAR = 4,   /* to any other */
    NOTHING = -1,
};

/* Cells of one look side by side that differ, or the place of a row's erasing. */
struct run {
    int16_t y; /* NOTHING: done */
    int16_t from;
    int16_t to;
    uint8_t look;
    bool is_blank;   /* fits any look that is not reverse */
    bool is_erasing; /* of the row from `from` on */
};

/* The rows from `top` to before `bottom`. */
struct band {
    int top;
    int bottom;
    int count;
    struct run runs[RUNS_MAX];
    int16_t first[SCREEN_HEIGHT_MAX + 1];    /* each row's first run */
    int16_t blocked_from[SCREEN_HEIGHT_MAX]; /* what waits for the row's erasing begins here */
};

struct choice {
    int run; /* NOTHING: none is left */
    int length;
};

static bool has_wide_glyph(const struct ansi_frame *frame, int y)
{
    const cell *row = ansi_frame_shown_row(frame, y);
    const cell *wanted = ansi_frame_wanted_row(frame, y);
    bool has_half = false;

    for (int x = 0; x < frame->wanted->width; x++)
        has_half |= cell_code_point(row[x]) == 0 || cell_code_point(wanted[x]) == 0;
    return has_half;
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

static void find_row_runs(struct ansi_frame *frame, int y, struct ansi_span span, struct band *band)
{
    cell *row = ansi_frame_shown_row(frame, y);
    const cell *wanted = ansi_frame_wanted_row(frame, y);
    int erase_place = ansi_frame_erase_place(frame, y, span);
    int end = erase_place < frame->wanted->width ? frame->wanted->width : span.last + 1;
    struct run none = {.y = NOTHING, .to = NOTHING};
    struct run *last = &none;
    int width = 1;

    band->blocked_from[y] =
        (int16_t)(erase_place < frame->wanted->width ? erase_place : SCREEN_WIDTH_MAX);
    for (int x = span.first; x < end; x++) {
        cell value = wanted[x];
        if (x < erase_place && row[x] == value)
            continue;
        value = ansi_frame_wanted(frame, x, y, &width);
        uint8_t look = ansi_frame_look(frame, value);
        bool is_blank = ansi_frame_is_blank(frame, value);
        if (x == erase_place) {
            last = &band->runs[band->count++];
            *last = (struct run){(int16_t)y, (int16_t)x, (int16_t)x, look, true, true};
        }
        if (x >= erase_place ? is_blank : ansi_frame_looks_same(frame, row[x], value)) {
            if (x < erase_place)
                row[x] = value;
            continue;
        }
        if (can_grow(frame, last, x, look, is_blank)) {
            last->to++;
            continue;
        }
        last = &band->runs[band->count++];
        *last = (struct run){(int16_t)y, (int16_t)x, (int16_t)(x + 1), look, is_blank, false};
    }
}

/* As many rows as there is room for. */
static void find_runs(struct ansi_frame *frame, struct band *band, int top)
{
    band->top = top;
    band->count = 0;
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
}

/* What moving to a run costs, by a sequence or by printing what stands on the way. */
static int length_to(struct ansi_frame *frame, const struct run *run, uint8_t look)
{
    struct pos at = frame->ansi->cursor;
    int length = (int)ansi_piece_move_length(at, pos_of(run->from, run->y));

    if (at.x < 0 || at.y < 0 || run->from <= at.x || run->from - at.x >= length)
        return length;
    const cell *row = ansi_frame_shown_row(frame, run->y);
    int printed = (int)ansi_piece_move_length(at, pos_of(at.x, run->y));
    for (int x = at.x; x < run->from && printed < length; x++) {
        if (!ansi_frame_fits(frame, row[x], look))
            return length;
        printed += (int)ansi_glyph_length(cell_code_point(row[x]));
    }
    return printed < length ? printed : length;
}

static bool is_open(const struct band *band, const struct run *run)
{
    return run->y != NOTHING && (run->is_erasing || run->to <= band->blocked_from[run->y]);
}

static void choose_in_row(struct ansi_frame *frame, const struct band *band, int y,
                          struct choice *best)
{
    uint8_t look = frame->ansi->look;

    for (int i = band->first[y]; i < band->first[y + 1]; i++) {
        const struct run *run = &band->runs[i];
        bool is_fit = run->is_blank ? !frame->looks->is_reverse[look] : run->look == look;
        if (!is_fit || !is_open(band, run))
            continue;
        int length = length_to(frame, run, look);
        if (length < best->length || (length == best->length && i < best->run))
            *best = (struct choice){i, length};
    }
}

static bool has_runs(const struct band *band, int y)
{
    return y >= band->top && y < band->bottom && band->first[y] < band->first[y + 1];
}

/* The nearest run that the look in force fits. A row one away costs 3 bytes at least, any other
   4: looking further is vain once something as near is found. */
static struct choice choose_near(struct ansi_frame *frame, const struct band *band)
{
    struct choice best = {NOTHING, INT_MAX};
    int at = frame->ansi->cursor.y < band->top ? band->top : frame->ansi->cursor.y;

    if (frame->ansi->look == ANSI_LOOK_UNKNOWN)
        return best;
    for (int distance = 0; distance < frame->wanted->height; distance++) {
        int least = distance < 2 ? LEAST_NEXT * distance : LEAST_FAR;
        if (best.length <= least)
            break;
        if (has_runs(band, at + distance))
            choose_in_row(frame, band, at + distance, &best);
        if (distance > 0 && has_runs(band, at - distance))
            choose_in_row(frame, band, at - distance, &best);
    }
    return best;
}

/* The run that is nearest if what its look costs is counted too. */
static struct choice choose_any(struct ansi_frame *frame, const struct band *band)
{
    struct choice best = {NOTHING, INT_MAX};

    for (int i = 0; i < band->count; i++) {
        const struct run *run = &band->runs[i];
        if (!is_open(band, run))
            continue;
        int length = length_to(frame, run, run->look) +
                     ansi_looks_change(frame->looks, frame->ansi->look, run->look)->length;
        if (length < best.length)
            best = (struct choice){i, length};
    }
    return best;
}

static bool draw_run(struct ansi_frame *frame, struct band *band, struct run *run)
{
    int y = run->y;
    int width = 1;

    run->y = NOTHING;
    if (run->is_erasing) {
        band->blocked_from[y] = SCREEN_WIDTH_MAX;
        return ansi_frame_erase(frame, run->from, y);
    }
    for (int x = run->from; x < run->to; x++) {
        cell value = ansi_frame_wanted(frame, x, y, &width);
        if (!ansi_frame_print(frame, x, y, value, width))
            return false;
    }
    return true;
}

static bool draw_band(struct ansi_frame *frame, struct band *band)
{
    for (;;) {
        struct choice choice = choose_near(frame, band);
        if (choice.run == NOTHING)
            choice = choose_any(frame, band);
        if (choice.run == NOTHING)
            return true;
        if (!draw_run(frame, band, &band->runs[choice.run]))
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
