/*
 * The single steps of a frame. A look is known by a number, so that asking whether two cells look
 * alike costs nothing. Blanks that nobody can see the attributes of are printed under whatever is
 * in force.
 */
#include "term/ansi_frame.h"

#include <string.h>

#include "base/check.h"
#include "base/utf8.h"

static const char erase_to_end[] = "\x1b[K";

enum { ERASE_LENGTH = sizeof erase_to_end - 1 };

bool ansi_frame_send(struct ansi_frame *frame, const struct ansi_piece *piece)
{
    size_t used = frame->out->length - frame->start;

    if (used + piece->length > frame->budget) {
        frame->is_full = true;
        return false;
    }
    frame->error = bytes_append(frame->out, piece->text, piece->length);
    return frame->error == ERR_OK;
}

cell *ansi_frame_shown_row(const struct ansi_frame *frame, int y)
{
    return frame->wanted->shown + (size_t)y * (size_t)frame->wanted->width;
}

const cell *ansi_frame_wanted_row(const struct ansi_frame *frame, int y)
{
    return frame->wanted->cells + (size_t)y * (size_t)frame->wanted->width;
}

bool ansi_frame_find_span(struct ansi_frame *frame, int y, struct ansi_span *out)
{
    cell *shown = ansi_frame_shown_row(frame, y);
    const cell *wanted = ansi_frame_wanted_row(frame, y);
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
    *out = (struct ansi_span){first, last};
    row_set_add(&frame->open, y);
    return true;
}

bool ansi_frame_close_rows(struct ansi_frame *frame)
{
    for (int y = 0; y < frame->wanted->height && frame->error == ERR_OK; y++) {
        if (row_set_has(&frame->open, y))
            frame->error =
                ansi_shown_write_row(&frame->ansi->shown, y, ansi_frame_shown_row(frame, y));
    }
    return frame->error == ERR_OK;
}

cell ansi_frame_wanted_wide(const struct ansi_frame *frame, int x, int y, int *out_width)
{
    const cell *row = ansi_frame_wanted_row(frame, y);
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

/* Moves by printing again the cells between the cursor and (x, y), if that looks right under `look`
   and takes less than `length_max` bytes. */
static bool move_by_printing(struct ansi_frame *frame, int x, int y, uint8_t look,
                             size_t length_max, struct ansi_piece *out)
{
    struct pos from = frame->ansi->cursor;
    const cell *row = ansi_frame_shown_row(frame, y);

    out->length = 0;
    if (look == ANSI_LOOK_UNKNOWN || from.x < 0 || from.y < 0 || from.x >= x ||
        (size_t)(x - from.x) >= length_max)
        return false;
    ansi_piece_move_row(out, from.y, y);
    for (int i = from.x; i < x; i++) {
        uint32_t code_point = cell_code_point(row[i]);
        if (utf8_width(code_point) != 1 || !ansi_width_is_agreed(code_point) ||
            !ansi_frame_fits(frame, row[i], look))
            return false;
        ansi_piece_glyph(out, code_point);
        if (out->length >= length_max)
            return false;
    }
    return true;
}

/* Copies as many bytes as any change may have: a fixed number costs less than looking up its
   length. */
static void add_change(struct ansi_piece *piece, const struct ansi_change *change)
{
    CHECK(piece->length <= ANSI_PIECE_MAX - ANSI_CHANGE_MAX);
    memcpy(piece->text + piece->length, change->text, ANSI_CHANGE_MAX);
    piece->length += change->length;
}

/* The move to (x, y) and the change of attributes to `look`, in whichever order is shorter. */
static void compose_step(struct ansi_frame *frame, int x, int y, uint8_t look,
                         struct ansi_piece *out)
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

/* The look to print a cell under: the one in force where that does. */
static uint8_t look_for(struct ansi_frame *frame, cell value)
{
    uint8_t look = frame->ansi->look;

    return ansi_frame_fits(frame, value, look) ? look : ansi_frame_look(frame, value);
}

bool ansi_frame_print(struct ansi_frame *frame, int x, int y, cell value, int width)
{
    struct ansi *ansi = frame->ansi;
    cell *row = ansi_frame_shown_row(frame, y);
    uint8_t look = look_for(frame, value);
    uint32_t code_point = cell_code_point(value);
    int after = x + width;
    struct ansi_piece piece UNINITIALIZED;

    piece.length = 0;
    compose_step(frame, x, y, look, &piece);
    ansi_piece_glyph(&piece, code_point);
    if (!ansi_frame_send(frame, &piece))
        return false;

    row[x] = value;
    if (width == 2)
        row[x + 1] = cell_of(0, cell_role(value));
    ansi->look = look;
    /* At the right edge terminals differ in where the cursor stays. */
    bool is_column_known = after < ansi->shown.width && ansi_width_is_agreed(code_point);
    ansi->cursor = pos_of(is_column_known ? after : -1, y);
    return true;
}

/* Prints ASCII under the look in force from the cursor on, up to column `to` or where that ends,
   and returns where that is. */
static int print_on(struct ansi_frame *frame, int to)
{
    struct ansi *ansi = frame->ansi;
    struct bytes *out = frame->out;
    int x = ansi->cursor.x;
    int y = ansi->cursor.y;
    cell *row = ansi_frame_shown_row(frame, y);
    const cell *wanted = ansi_frame_wanted_row(frame, y);
    size_t room = frame->budget - (out->length - frame->start);

    if (room < (size_t)(to - x) || bytes_reserve(out, (size_t)(to - x)) != ERR_OK)
        return x;
    for (; x < to && cell_is_ascii(wanted[x]) && ansi_frame_fits(frame, wanted[x], ansi->look);
         x++) {
        out->data[out->length++] = (uint8_t)cell_code_point(wanted[x]);
        row[x] = wanted[x];
    }
    ansi->cursor.x = (int16_t)(x < frame->wanted->width ? x : -1);
    return x;
}

bool ansi_frame_print_cells(struct ansi_frame *frame, int y, int from, int to)
{
    int width = 1;

    for (int x = from; x < to;) {
        if (!ansi_frame_print(frame, x, y, ansi_frame_wanted(frame, x, y, &width), width))
            return false;
        x++;
        if (x < to && frame->ansi->cursor.x == x)
            x = print_on(frame, to);
    }
    return true;
}

bool ansi_frame_erase(struct ansi_frame *frame, int x, int y)
{
    cell *row = ansi_frame_shown_row(frame, y);
    const cell *wanted = ansi_frame_wanted_row(frame, y);
    uint8_t look = look_for(frame, wanted[x]);
    struct ansi_piece piece UNINITIALIZED;

    piece.length = 0;
    compose_step(frame, x, y, look, &piece);
    ansi_piece_text(&piece, erase_to_end);
    if (!ansi_frame_send(frame, &piece))
        return false;

    for (int i = x; i < frame->wanted->width; i++) {
        cell value = wanted[i];
        row[i] = ansi_frame_is_blank(frame, value) ? value : cell_of(' ', ROLE_BLANK);
    }
    frame->ansi->look = look;
    frame->ansi->cursor = pos_of(x, y);
    return true;
}

/* An upper bound of the number of cells that become blanks. A glyph that cannot be shown comes out
   as a blank, and any glyph beyond ASCII but the lines of walls may be one. */
static int count_blanks(const struct ansi_frame *frame, int y, struct ansi_span span)
{
    const cell *shown = ansi_frame_shown_row(frame, y);
    const cell *wanted = ansi_frame_wanted_row(frame, y);
    int count = 0;

    for (int x = span.first; x <= span.last; x++) {
        uint32_t glyph = cell_code_point(wanted[x]);
        bool is_line = (glyph & ~UINT32_C(0xFF)) == 0x2500;
        bool is_visible = is_line || glyph - '!' <= '~' - '!';
        count += (shown[x] != wanted[x]) & !is_visible;
    }
    return count;
}

/* From right to left: the blanks that erasing would spare, less the cost of printing again the
   cells that are right already. Fewer blanks than erasing has bytes never pay. */
int ansi_frame_erase_place(const struct ansi_frame *frame, int y, struct ansi_span span)
{
    const cell *row = ansi_frame_shown_row(frame, y);
    const cell *wanted = ansi_frame_wanted_row(frame, y);
    int place = frame->wanted->width;
    int best = ERASE_LENGTH;
    int spared = 0;
    int width = 1;

    if (count_blanks(frame, y, span) < ERASE_LENGTH)
        return place;
    for (int x = frame->wanted->width - 1; x >= span.first; x--) {
        cell value = wanted[x];
        if (row[x] != value)
            value = ansi_frame_wanted(frame, x, y, &width);
        bool is_same = ansi_frame_looks_same(frame, row[x], value);
        if (is_same && !ansi_frame_is_blank(frame, value))
            spared -= (int)ansi_glyph_length(cell_code_point(value));
        if (is_same || !ansi_frame_is_blank(frame, value) || ++spared < best)
            continue;
        best = spared;
        place = x;
    }
    return place;
}

bool ansi_frame_draw_row(struct ansi_frame *frame, int y)
{
    cell *row = ansi_frame_shown_row(frame, y);
    struct ansi_span span;

    if (!ansi_frame_find_span(frame, y, &span))
        return true;
    int erase_place = ansi_frame_erase_place(frame, y, span);
    int width = 1;
    for (int x = 0; x < frame->wanted->width; x += width) {
        cell value = ansi_frame_wanted(frame, x, y, &width);
        if (x == erase_place && !ansi_frame_erase(frame, x, y))
            return false;
        if (ansi_frame_looks_same(frame, row[x], value))
            row[x] = value;
        else if (!ansi_frame_print(frame, x, y, value, width))
            return false;
    }
    return true;
}
