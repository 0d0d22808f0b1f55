/*
 * libvterm behind a few questions.
 */
#include "support/live/terminal.h"

#include <check.h>
#include <string.h>

#include "base/utf8.h"

static int on_property(VTermProp property, VTermValue *value, void *user)
{
    struct terminal *terminal = user;

    if (property == VTERM_PROP_CURSORVISIBLE)
        terminal->is_cursor_shown = value->boolean != 0;
    if (property == VTERM_PROP_ALTSCREEN)
        terminal->is_alternate = value->boolean != 0;
    return 1;
}

static const VTermScreenCallbacks screen_callbacks = {.settermprop = on_property};

static void on_answer(const char *bytes, size_t length, void *user)
{
    struct terminal *terminal = user;

    if (length > sizeof terminal->answers - terminal->answer_length)
        return;
    memcpy(terminal->answers + terminal->answer_length, bytes, length);
    terminal->answer_length += length;
}

void terminal_init(struct terminal *terminal, int width, int height, bool shows_utf8)
{
    *terminal = (struct terminal){
        .width = width, .height = height, .is_cursor_shown = true, .shows_utf8 = shows_utf8};
    terminal->vterm = vterm_new(height, width);
    ck_assert_msg(terminal->vterm != NULL, "no memory for a terminal");
    vterm_set_utf8(terminal->vterm, shows_utf8);
    vterm_output_set_callback(terminal->vterm, on_answer, terminal);
    terminal->screen = vterm_obtain_screen(terminal->vterm);
    vterm_screen_set_callbacks(terminal->screen, &screen_callbacks, terminal);
    vterm_screen_enable_altscreen(terminal->screen, 1);
    vterm_screen_reset(terminal->screen, 1);
}

void terminal_release(struct terminal *terminal)
{
    if (terminal->vterm != NULL)
        vterm_free(terminal->vterm);
    *terminal = (struct terminal){0};
}

void terminal_resize(struct terminal *terminal, int width, int height)
{
    vterm_set_size(terminal->vterm, height, width);
    terminal->width = width;
    terminal->height = height;
}

/* How many bytes a character has that begins so; 0 for a byte that begins none. */
static size_t character_length(uint8_t first)
{
    if (first < 0x80)
        return 1;
    return first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 0;
}

/* The bytes at the end that begin a character and do not end it. */
static size_t unfinished_tail(const uint8_t *bytes, size_t length)
{
    for (size_t back = 1; back < TERMINAL_PIECE_MAX && back <= length; back++) {
        size_t whole = character_length(bytes[length - back]);
        if (whole != 0)
            return whole > back ? back : 0;
    }
    return 0;
}

/* libvterm 0.1 loses a character whose bytes come in two writes; so what is unfinished waits here
   until its next byte comes. */
void terminal_feed(struct terminal *terminal, const void *bytes, size_t length)
{
    const uint8_t *from = bytes;

    while (terminal->piece_length > 0 && length > 0) {
        bool continues = (*from & 0xC0) == 0x80;
        if (continues) {
            terminal->piece[terminal->piece_length++] = (char)*from++;
            length--;
        }
        if (continues && terminal->piece_length < character_length((uint8_t)terminal->piece[0]))
            continue;
        vterm_input_write(terminal->vterm, terminal->piece, terminal->piece_length);
        terminal->piece_length = 0;
    }
    size_t tail = terminal->shows_utf8 ? unfinished_tail(from, length) : 0;
    vterm_input_write(terminal->vterm, (const char *)from, length - tail);
    if (tail > 0)
        memcpy(terminal->piece + terminal->piece_length, from + length - tail, tail);
    terminal->piece_length += tail;
}

struct terminal_look terminal_look_at(const struct terminal *terminal, int x, int y)
{
    VTermScreenCell cell;
    VTermPos at = {.row = y, .col = x};

    memset(&cell, 0, sizeof cell);
    vterm_screen_get_cell(terminal->screen, at, &cell);
    uint32_t code_point = cell.chars[0];
    if (code_point == UINT32_MAX)
        code_point = 0;
    else if (code_point == 0)
        code_point = ' ';
    return (struct terminal_look){
        .code_point = code_point,
        .is_bold = cell.attrs.bold,
        .is_reverse = cell.attrs.reverse,
        .has_default_colour = VTERM_COLOR_IS_DEFAULT_FG(&cell.fg),
        .background = VTERM_COLOR_IS_DEFAULT_BG(&cell.bg) ? -1
                      : VTERM_COLOR_IS_INDEXED(&cell.bg)  ? cell.bg.indexed.idx
                                                          : -2,
        .colour = cell.fg,
    };
}

static VTermPos cursor_of(const struct terminal *terminal)
{
    VTermPos at;

    vterm_state_get_cursorpos(vterm_obtain_state(terminal->vterm), &at);
    return at;
}

int terminal_cursor_x(const struct terminal *terminal)
{
    return cursor_of(terminal).col;
}

int terminal_cursor_y(const struct terminal *terminal)
{
    return cursor_of(terminal).row;
}

void terminal_row(const struct terminal *terminal, int y, char *out)
{
    size_t length = 0;

    for (int x = 0; x < terminal->width; x++) {
        uint32_t code_point = terminal_look_at(terminal, x, y).code_point;
        if (code_point != 0 && length + 4 < TERMINAL_ROW_SIZE)
            length += utf8_encode(code_point, out + length);
    }
    out[length] = '\0';
}

int terminal_find(const struct terminal *terminal, const char *text)
{
    char row[TERMINAL_ROW_SIZE];

    for (int y = 0; y < terminal->height; y++) {
        terminal_row(terminal, y, row);
        if (strstr(row, text) != NULL)
            return y;
    }
    return -1;
}

void terminal_text(const struct terminal *terminal, int from_y, int to_y, char *out, size_t size)
{
    char row[TERMINAL_ROW_SIZE];
    size_t length = 0;

    out[0] = '\0';
    for (int y = from_y; y < to_y; y++) {
        terminal_row(terminal, y, row);
        size_t row_length = strlen(row);
        if (length + row_length + 2 > size)
            return;
        memcpy(out + length, row, row_length);
        length += row_length;
        out[length++] = '\n';
        out[length] = '\0';
    }
}

bool terminal_pen_is_plain(const struct terminal *terminal)
{
    static const VTermAttr flags[] = {VTERM_ATTR_BOLD, VTERM_ATTR_ITALIC, VTERM_ATTR_BLINK,
                                      VTERM_ATTR_REVERSE, VTERM_ATTR_STRIKE};
    VTermState *state = vterm_obtain_state(terminal->vterm);
    VTermValue value;

    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
        if (vterm_state_get_penattr(state, flags[i], &value) && value.boolean)
            return false;
    }
    if (vterm_state_get_penattr(state, VTERM_ATTR_UNDERLINE, &value) && value.number != 0)
        return false;
    if (vterm_state_get_penattr(state, VTERM_ATTR_FOREGROUND, &value) &&
        !VTERM_COLOR_IS_DEFAULT_FG(&value.color))
        return false;
    return !vterm_state_get_penattr(state, VTERM_ATTR_BACKGROUND, &value) ||
           VTERM_COLOR_IS_DEFAULT_BG(&value.color);
}
