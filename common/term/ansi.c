/*
 * The difference between two screens as few bytes: ansi_runs.c says in which order, ansi_frame.c
 * does the single steps, ansi_piece.c writes them out.
 */
#include "term/ansi.h"

#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "term/ansi_frame.h"
#include "term/ansi_runs.h"

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
    /* A frame that travels in one small packet is drawn at once: nobody sees the cursor run. */
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

static bool clear_screen(struct ansi_frame *frame)
{
    struct ansi *ansi = frame->ansi;
    struct ansi_piece piece UNINITIALIZED;

    piece.length = 0;
    ansi_piece_text(&piece, clear_all);
    if (!ansi_frame_send(frame, &piece))
        return false;
    ansi_shown_clear(&ansi->shown);
    ansi->is_unknown = false;
    ansi->cursor = pos_of(0, 0);
    ansi->cursor_shown = false;
    ansi->look = frame->looks->plain;
    return true;
}

static bool draw_cells(struct ansi_frame *frame)
{
    if (frame->ansi->is_unknown && !clear_screen(frame))
        return false;
    if (!ansi_runs_draw(frame))
        return false;
    for (int y = 0; y < frame->wanted->height; y++) {
        if (row_set_has(&frame->open, y) && !ansi_frame_draw_row(frame, y))
            return false;
    }
    return true;
}

/* Puts the hiding before everything else in the frame; the budget has room for it. */
static bool hide_from_start(struct ansi_frame *frame)
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

static bool park_cursor(struct ansi_frame *frame)
{
    struct ansi *ansi = frame->ansi;
    const struct screen *wanted = frame->wanted;
    struct pos place =
        pos_of(clamp(wanted->cursor.x, wanted->width), clamp(wanted->cursor.y, wanted->height));
    struct ansi_piece piece UNINITIALIZED;

    piece.length = 0;
    ansi_piece_move(&piece, ansi->cursor, place);
    if (!ansi->cursor_shown)
        ansi_piece_text(&piece, show_cursor);
    if (!ansi_frame_send(frame, &piece))
        return false;
    ansi->cursor = place;
    ansi->cursor_shown = true;
    return true;
}

/* Brings everything up to date, or as much of it as fits. */
static bool draw_frame(struct ansi_frame *frame)
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
    struct ansi_frame frame = {
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
    *out_complete = ansi_frame_close_rows(&frame) && is_complete;
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
