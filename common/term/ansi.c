/*
 * The difference between two screens as few bytes: a few scattered cells look by look, since a
 * change of colour costs more than a move, and everything else row by row, left to right.
 *
 * Each step (a move, a change of attributes, a glyph) is composed as a whole and then either sent
 * and remembered or not sent at all, so that stopping anywhere leaves `shown` true. Blanks that
 * nobody can see the attributes of are printed under whatever is in force.
 */
#include "term/ansi.h"

#include <string.h>

#include "base/check.h"
#include "base/utf8.h"
#include "term/ansi_piece.h"

const char ansi_restore[] = "\x1b[m\x1b[?7h\x1b[?25h\x1b[?1049l";
const char ansi_enter[] = "\x1b[?1049h\x1b[?7l";
const char ansi_role_end[] = "\x1b[m";
const char ansi_probe_utf8[] = "\r\xE2\x96\x92\x1b[6n";
const char ansi_probe_8_bits[] = "\r\xC2\xB7\x1b[6n";

static const char hide_cursor[] = "\x1b[?25l";
static const char show_cursor[] = "\x1b[?25h";
static const char clear_all[] = "\x1b[?25l\x1b[m\x1b[H\x1b[2J";
static const char erase_to_end[] = "\x1b[K";

enum {
    HIDE_CURSOR_LENGTH = sizeof hide_cursor - 1,
    ERASE_LENGTH = sizeof erase_to_end - 1,
    /* A frame that travels in one small packet is drawn at once: nobody sees the cursor run. */
    HIDE_CURSOR_ABOVE = 200,
    SCATTERED_MAX = 400, /* more cells than this are a new picture rather than a step */
};

struct frame {
    struct ansi *ansi;
    const struct screen *wanted;
    struct palette palette;
    struct bytes *out;
    size_t start;  /* where in `out` the frame begins */
    size_t budget; /* bytes, without what hiding the cursor may take */
    bool is_full;
    enum err error;
};

enum err ansi_init(struct ansi *ansi, int width, int height)
{
    *ansi = (struct ansi){0};
    ansi_forget(ansi);
    return screen_init(&ansi->shown, width, height);
}

void ansi_release(struct ansi *ansi)
{
    screen_release(&ansi->shown);
}

enum err ansi_resize(struct ansi *ansi, int width, int height)
{
    enum err error = screen_resize(&ansi->shown, width, height);

    if (error == ERR_OK)
        ansi_forget(ansi);
    return error;
}

void ansi_forget(struct ansi *ansi)
{
    ansi->is_unknown = true;
    ansi->cursor = pos_of(-1, -1);
    ansi->cursor_shown = true;
    ansi->attributes = NULL;
}

const char *ansi_role_start(enum role role, struct palette palette)
{
    return palette.colours == PALETTE_MONO ? "" : palette_sequence(palette, role);
}

static cell *shown_row(const struct frame *frame, int y)
{
    return frame->ansi->shown.cells + (size_t)y * (size_t)frame->ansi->shown.width;
}

static const char *sgr_of(const struct frame *frame, cell value)
{
    return palette_sgr(frame->palette, cell_role(value));
}

/* The cell as it can be shown, and the cells it takes. */
static cell wanted_cell(const struct frame *frame, int x, int y, int *out_width)
{
    const struct screen *wanted = frame->wanted;
    cell value = screen_at(wanted, x, y);
    int width = utf8_width(cell_code_point(value));

    *out_width = 1;
    if (width == 1)
        return value;
    if (width == 2 && x + 1 < wanted->width && cell_code_point(screen_at(wanted, x + 1, y)) == 0) {
        *out_width = 2;
        return value;
    }
    return cell_of(' ', cell_role(value));
}

/* A blank whose attributes nobody can see. */
static bool is_plain_blank(const struct frame *frame, cell value)
{
    return cell_code_point(value) == ' ' && !ansi_sgr_is_reverse(sgr_of(frame, value));
}

/* The second half of a wide glyph, 0, equals nothing wanted: once its first half is overwritten,
   what it looks like is the terminal's own choice. */
static bool looks_same(const struct frame *frame, cell shown, cell wanted)
{
    if (shown == wanted)
        return true;
    if (cell_code_point(shown) != cell_code_point(wanted))
        return false;
    return strcmp(sgr_of(frame, shown), sgr_of(frame, wanted)) == 0 ||
           (is_plain_blank(frame, shown) && is_plain_blank(frame, wanted));
}

/* Appends if the budget allows; otherwise, or on an error, the frame is over. */
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

static bool can_print_under(const struct frame *frame, cell value, const char *sgr)
{
    return strcmp(sgr_of(frame, value), sgr) == 0 ||
           (is_plain_blank(frame, value) && !ansi_sgr_is_reverse(sgr));
}

/* Moves by printing again what stands between the cursor and (x, y), if that looks right under
   `sgr` and takes less than `length_max` bytes. */
static bool move_by_printing(const struct frame *frame, int x, int y, const char *sgr,
                             size_t length_max, struct ansi_piece *out)
{
    struct pos from = frame->ansi->cursor;
    const cell *row = shown_row(frame, y);

    *out = (struct ansi_piece){0};
    if (sgr == NULL || from.x < 0 || from.y < 0 || from.x >= x)
        return false;
    ansi_piece_move_row(out, from.y, y);
    for (int i = from.x; i < x; i++) {
        uint32_t code_point = cell_code_point(row[i]);
        if (utf8_width(code_point) != 1 || !ansi_width_is_agreed(code_point) ||
            !can_print_under(frame, row[i], sgr))
            return false;
        ansi_piece_glyph(out, code_point);
        if (out->length >= length_max)
            return false;
    }
    return true;
}

/* The move to (x, y) and the change of attributes to `sgr`, in whichever order is shorter. */
static void compose_step(const struct frame *frame, int x, int y, const char *sgr,
                         struct ansi_piece *out)
{
    const struct ansi *ansi = frame->ansi;
    struct ansi_piece move = {0};
    struct ansi_piece printed;
    struct ansi_piece change = {0};

    ansi_piece_move(&move, ansi->cursor, pos_of(x, y));
    ansi_piece_sgr(&change, ansi->attributes, sgr);
    if (move_by_printing(frame, x, y, ansi->attributes, move.length, &printed)) {
        ansi_piece_join(out, &printed);
        ansi_piece_join(out, &change);
    } else if (move_by_printing(frame, x, y, sgr, move.length, &printed)) {
        ansi_piece_join(out, &change);
        ansi_piece_join(out, &printed);
    } else {
        ansi_piece_join(out, &move);
        ansi_piece_join(out, &change);
    }
}

/* The attributes to print a cell under: those in force where they do. */
static const char *attributes_for(const struct frame *frame, cell value)
{
    const char *in_force = frame->ansi->attributes;

    return in_force != NULL && can_print_under(frame, value, in_force) ? in_force
                                                                       : sgr_of(frame, value);
}

static bool print_cell(struct frame *frame, int x, int y, cell value, int width)
{
    struct ansi *ansi = frame->ansi;
    cell *row = shown_row(frame, y);
    const char *sgr = attributes_for(frame, value);
    uint32_t code_point = cell_code_point(value);
    int after = x + width;
    struct ansi_piece piece = {0};

    compose_step(frame, x, y, sgr, &piece);
    ansi_piece_glyph(&piece, code_point);
    if (!send_piece(frame, &piece))
        return false;

    row[x] = value;
    if (width == 2)
        row[x + 1] = cell_of(0, cell_role(value));
    ansi->attributes = sgr;
    /* At the right edge terminals differ in where the cursor stays. */
    bool is_column_known = after < ansi->shown.width && ansi_width_is_agreed(code_point);
    ansi->cursor = pos_of(is_column_known ? after : -1, y);
    return true;
}

/* Where the wanted row's plain blanks up to its end begin. */
static int blank_tail(const struct frame *frame, int y)
{
    int x = frame->wanted->width;

    while (x > 0 && is_plain_blank(frame, screen_at(frame->wanted, x - 1, y)))
        x--;
    return x;
}

/* Whether erasing from x, where the blank tail has begun, beats printing blanks. */
static bool is_worth_erasing(const struct frame *frame, int x, int y)
{
    const cell *row = shown_row(frame, y);
    int last = frame->wanted->width - 1;

    while (last > x && looks_same(frame, row[last], screen_at(frame->wanted, last, y)))
        last--;
    return last - x + 1 >= ERASE_LENGTH;
}

static bool erase_tail(struct frame *frame, int x, int y)
{
    struct ansi *ansi = frame->ansi;
    const char *sgr = attributes_for(frame, screen_at(frame->wanted, x, y));
    struct ansi_piece piece = {0};

    compose_step(frame, x, y, sgr, &piece);
    ansi_piece_text(&piece, erase_to_end);
    if (!send_piece(frame, &piece))
        return false;

    for (int i = x; i < frame->wanted->width; i++)
        shown_row(frame, y)[i] = screen_at(frame->wanted, i, y);
    ansi->attributes = sgr;
    ansi->cursor = pos_of(x, y);
    return true;
}

static bool is_row_shown(const struct frame *frame, int y)
{
    size_t width = (size_t)frame->wanted->width;
    const cell *wanted_row = frame->wanted->cells + (size_t)y * width;

    return memcmp(shown_row(frame, y), wanted_row, width * sizeof *wanted_row) == 0;
}

static bool draw_row(struct frame *frame, int y)
{
    cell *row = shown_row(frame, y);
    int row_width = frame->wanted->width;

    if (is_row_shown(frame, y))
        return true;
    int tail = blank_tail(frame, y);
    int width = 1;
    for (int x = 0; x < row_width; x += width) {
        cell value = wanted_cell(frame, x, y, &width);
        if (looks_same(frame, row[x], value))
            row[x] = value;
        else if (x >= tail && is_worth_erasing(frame, x, y))
            return erase_tail(frame, x, y);
        else if (!print_cell(frame, x, y, value, width))
            return false;
    }
    return true;
}

/* Cells that differ and can be printed in any order. */
struct scattered {
    size_t count;
    struct pos places[SCATTERED_MAX];
};

/* Whether printing a cell can neither break a wide glyph, of which an unfinished frame would leave
   half, nor be spared by erasing. */
static bool stands_alone(const struct frame *frame, int x, int y, cell value)
{
    const cell *row = shown_row(frame, y);

    return cell_code_point(row[x]) != 0 &&
           (x + 1 == frame->wanted->width || cell_code_point(row[x + 1]) != 0) &&
           !is_plain_blank(frame, value);
}

/* False if there are too many. */
static bool find_scattered(const struct frame *frame, struct scattered *out)
{
    const struct screen *wanted = frame->wanted;

    out->count = 0;
    for (int y = 0; y < wanted->height; y++) {
        int width = 1;
        if (is_row_shown(frame, y))
            continue;
        for (int x = 0; x < wanted->width; x += width) {
            cell value = wanted_cell(frame, x, y, &width);
            if (width != 1 || looks_same(frame, shown_row(frame, y)[x], value) ||
                !stands_alone(frame, x, y, value))
                continue;
            if (out->count == SCATTERED_MAX)
                return false;
            out->places[out->count++] = pos_of(x, y);
        }
    }
    return true;
}

/* Prints the cells of one look and keeps the others for the next round. */
static bool draw_look(struct frame *frame, struct scattered *scattered, const char *sgr)
{
    size_t kept = 0;

    for (size_t i = 0; i < scattered->count; i++) {
        struct pos at = scattered->places[i];
        int width = 1;
        cell value = wanted_cell(frame, at.x, at.y, &width);
        if (strcmp(sgr_of(frame, value), sgr) != 0)
            scattered->places[kept++] = at;
        else if (!print_cell(frame, at.x, at.y, value, width))
            return false;
    }
    scattered->count = kept;
    return true;
}

/* The look in force comes first, since it costs nothing. */
static bool draw_scattered(struct frame *frame)
{
    struct scattered scattered;
    const char *sgr = frame->ansi->attributes;

    if (!find_scattered(frame, &scattered))
        return true;
    if (sgr != NULL && !draw_look(frame, &scattered, sgr))
        return false;
    while (scattered.count > 0) {
        int width = 1;
        struct pos first = scattered.places[0];
        sgr = sgr_of(frame, wanted_cell(frame, first.x, first.y, &width));
        if (!draw_look(frame, &scattered, sgr))
            return false;
    }
    return true;
}

static bool clear_screen(struct frame *frame)
{
    struct ansi *ansi = frame->ansi;
    struct ansi_piece piece = {0};

    ansi_piece_text(&piece, clear_all);
    if (!send_piece(frame, &piece))
        return false;
    screen_clear(&ansi->shown);
    ansi->is_unknown = false;
    ansi->cursor = pos_of(0, 0);
    ansi->cursor_shown = false;
    ansi->attributes = "";
    return true;
}

static bool draw_cells(struct frame *frame)
{
    if (frame->ansi->is_unknown && !clear_screen(frame))
        return false;
    if (!draw_scattered(frame))
        return false;
    for (int y = 0; y < frame->wanted->height; y++) {
        if (!draw_row(frame, y))
            return false;
    }
    return true;
}

/* Puts the hiding before everything else in the frame; the budget has room for it. */
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

static int clamp(int value, int count)
{
    if (value < 0)
        return 0;
    return value < count ? value : count - 1;
}

static bool park_cursor(struct frame *frame)
{
    struct ansi *ansi = frame->ansi;
    const struct screen *wanted = frame->wanted;
    struct pos place =
        pos_of(clamp(wanted->cursor.x, wanted->width), clamp(wanted->cursor.y, wanted->height));
    struct ansi_piece piece = {0};

    ansi_piece_move(&piece, ansi->cursor, place);
    if (!ansi->cursor_shown)
        ansi_piece_text(&piece, show_cursor);
    if (!send_piece(frame, &piece))
        return false;
    ansi->cursor = place;
    ansi->cursor_shown = true;
    return true;
}

/* Brings everything up to date, or as much of it as fits. */
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

enum err ansi_diff(struct ansi *ansi, const struct screen *wanted, struct palette palette,
                   size_t budget, struct bytes *out, bool *out_complete)
{
    CHECK(wanted->width == ansi->shown.width && wanted->height == ansi->shown.height);
    if (budget < ANSI_BUDGET_MIN)
        budget = ANSI_BUDGET_MIN;
    struct frame frame = {
        .ansi = ansi,
        .wanted = wanted,
        .palette = palette,
        .out = out,
        .start = out->length,
        .budget = budget - (ansi->cursor_shown ? HIDE_CURSOR_LENGTH : 0),
    };

    *out_complete = draw_frame(&frame);
    CHECK(*out_complete || frame.is_full || frame.error != ERR_OK);
    if (frame.error != ERR_OK)
        ansi_forget(ansi);
    return frame.error;
}
