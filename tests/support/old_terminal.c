/*
 * An SGR is a table: which parameters, on which kinds of terminal, do what. The kinds are those of
 * the kernel's console (console_codes(4)), of xterm (ctlseqs) and of the VT100's user guide.
 */
#include "support/old_terminal.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { BRIGHT_FIRST = 90, COLOUR_FIRST = 30, PARAMETER_MAX = 9999 };

enum scan { SCAN_TEXT, SCAN_ESCAPE, SCAN_SEQUENCE, SCAN_TITLE };

const char *const old_terminal_names[OLD_TERMINAL_KIND_COUNT] = {
    [OLD_LINUX_CONSOLE] = "the Linux console",
    [OLD_XTERM] = "xterm",
    [OLD_VT100] = "a VT100",
};

static void end_all(struct old_pen *pen, int number)
{
    (void)number;
    *pen = (struct old_pen){0};
}

static void add_bold(struct old_pen *pen, int number)
{
    (void)number;
    pen->is_bold = true;
}

static void add_dim(struct old_pen *pen, int number)
{
    (void)number;
    pen->is_dim = true;
}

/* The one weight of the Linux console. */
static void become_bold(struct old_pen *pen, int number)
{
    (void)number;
    pen->is_bold = true;
    pen->is_dim = false;
}

static void become_dim(struct old_pen *pen, int number)
{
    (void)number;
    pen->is_dim = true;
    pen->is_bold = false;
}

static void end_weight(struct old_pen *pen, int number)
{
    (void)number;
    pen->is_bold = pen->is_dim = false;
}

static void set_underline(struct old_pen *pen, int number)
{
    pen->is_underlined = number == 4;
}

static void set_blink(struct old_pen *pen, int number)
{
    pen->is_blinking = number == 5;
}

static void set_reverse(struct old_pen *pen, int number)
{
    pen->is_reverse = number == 7;
}

static void set_colour(struct old_pen *pen, int number)
{
    pen->colour = (uint32_t)number;
}

static void end_colour(struct old_pen *pen, int number)
{
    (void)number;
    pen->colour = 0;
}

static void set_bold_colour(struct old_pen *pen, int number)
{
    become_bold(pen, number);
    pen->colour = (uint32_t)(number - BRIGHT_FIRST + COLOUR_FIRST);
}

enum {
    LINUX_CONSOLE = 1 << OLD_LINUX_CONSOLE,
    XTERM = 1 << OLD_XTERM,
    VT100 = 1 << OLD_VT100,
    ALL = LINUX_CONSOLE | XTERM | VT100,
};

struct sgr_row {
    int first;
    int last;
    int kinds; /* that know it */
    void (*apply)(struct old_pen *pen, int number);
};

static const struct sgr_row sgr_table[] = {
    {0, 0, ALL, end_all},
    {1, 1, XTERM | VT100, add_bold},
    {1, 1, LINUX_CONSOLE, become_bold},
    {2, 2, XTERM, add_dim},
    {2, 2, LINUX_CONSOLE, become_dim},
    {4, 4, ALL, set_underline},
    {5, 5, ALL, set_blink},
    {7, 7, ALL, set_reverse},
    {22, 22, XTERM | LINUX_CONSOLE, end_weight},
    {24, 24, XTERM | LINUX_CONSOLE, set_underline},
    {25, 25, XTERM | LINUX_CONSOLE, set_blink},
    {27, 27, XTERM | LINUX_CONSOLE, set_reverse},
    {30, 37, XTERM | LINUX_CONSOLE, set_colour},
    {39, 39, XTERM | LINUX_CONSOLE, end_colour},
    {90, 97, XTERM, set_colour},
    {90, 97, LINUX_CONSOLE, set_bold_colour},
};

void old_pen_apply(struct old_pen *pen, enum old_terminal_kind kind, const int *parameters,
                   int count)
{
    for (int i = 0; i < count; i++) {
        for (size_t row = 0; row < sizeof sgr_table / sizeof sgr_table[0]; row++) {
            const struct sgr_row *known = &sgr_table[row];
            if ((known->kinds >> kind & 1) != 0 && parameters[i] >= known->first &&
                parameters[i] <= known->last)
                known->apply(pen, parameters[i]);
        }
    }
}

bool old_pen_equal(struct old_pen a, struct old_pen b)
{
    return a.colour == b.colour && a.is_bold == b.is_bold && a.is_dim == b.is_dim &&
           a.is_underlined == b.is_underlined && a.is_blinking == b.is_blinking &&
           a.is_reverse == b.is_reverse;
}

static void erase(struct old_terminal *terminal, int from, int to)
{
    for (int i = from; i < to; i++)
        terminal->cells[i] = (struct old_cell){.code_point = ' '};
}

void old_terminal_init(struct old_terminal *terminal, enum old_terminal_kind kind, int width,
                       int height)
{
    *terminal =
        (struct old_terminal){.kind = kind, .width = width, .height = height, .bottom = height};
    terminal->cells = calloc((size_t)width * (size_t)height, sizeof *terminal->cells);
    ck_assert_ptr_nonnull(terminal->cells);
    erase(terminal, 0, width * height);
}

void old_terminal_release(struct old_terminal *terminal)
{
    free(terminal->cells);
    terminal->cells = NULL;
}

static int clamp(int value, int count)
{
    return value < 0 ? 0 : value < count ? value : count - 1;
}

static void move_to(struct old_terminal *terminal, int x, int y)
{
    terminal->x = clamp(x, terminal->width);
    terminal->y = clamp(y, terminal->height);
}

/* A parameter whose default is 1. */
static int distance(const struct old_terminal *terminal, int number)
{
    int value = number < terminal->parameter_count ? terminal->parameters[number] : 0;

    return value == 0 ? 1 : value;
}

/* The cursor goes home, as all three do. */
static void set_region(struct old_terminal *terminal)
{
    bool has_both = terminal->parameter_count == 2;

    terminal->top = distance(terminal, 0) - 1;
    terminal->bottom = has_both ? terminal->parameters[1] : terminal->height;
    ck_assert_int_lt(terminal->top + 1, terminal->bottom);
    ck_assert_int_le(terminal->bottom, terminal->height);
    move_to(terminal, 0, 0);
}

/* The row at the top of the region is gone, and the one that comes has no attributes. */
static void feed_line(struct old_terminal *terminal)
{
    int width = terminal->width;

    if (terminal->y + 1 != terminal->bottom) {
        move_to(terminal, terminal->x, terminal->y + 1);
        return;
    }
    ck_assert_msg(!terminal->pen.is_reverse, "some terminals would fill the row");
    memmove(terminal->cells + terminal->top * width, terminal->cells + (terminal->top + 1) * width,
            (size_t)((terminal->bottom - terminal->top - 1) * width) * sizeof *terminal->cells);
    erase(terminal, (terminal->bottom - 1) * width, terminal->bottom * width);
}

static void end_sequence(struct old_terminal *terminal, char final)
{
    int first = distance(terminal, 0);
    int start = terminal->y * terminal->width;

    terminal->scan = SCAN_TEXT;
    if (terminal->is_private || final == 'n')
        return; /* modes and questions: nothing of them is seen here */
    switch (final) {
    case 'A':
        move_to(terminal, terminal->x, terminal->y - first);
        break;
    case 'B':
        move_to(terminal, terminal->x, terminal->y + first);
        break;
    case 'C':
        move_to(terminal, terminal->x + first, terminal->y);
        break;
    case 'D':
        move_to(terminal, terminal->x - first, terminal->y);
        break;
    case 'G':
        move_to(terminal, first - 1, terminal->y);
        break;
    case 'H':
        move_to(terminal, distance(terminal, 1) - 1, first - 1);
        break;
    case 'J':
        ck_assert_int_eq(terminal->parameters[0], 2);
        erase(terminal, 0, terminal->width * terminal->height);
        break;
    case 'K':
        ck_assert_int_eq(terminal->parameters[0], 0);
        erase(terminal, start + terminal->x, start + terminal->width);
        break;
    case 'm':
        old_pen_apply(&terminal->pen, terminal->kind, terminal->parameters,
                      terminal->parameter_count);
        break;
    case 'r':
        set_region(terminal);
        break;
    case 't': /* the window's title, of which nothing is seen */
        break;
    default:
        ck_abort_msg("a sequence that ends with %c", final);
    }
}

static void take_sequence(struct old_terminal *terminal, char byte)
{
    int *parameter = &terminal->parameters[terminal->parameter_count - 1];

    if (byte == '?') {
        terminal->is_private = true;
    } else if (byte >= '0' && byte <= '9') {
        *parameter = *parameter * 10 + (byte - '0');
        ck_assert_int_le(*parameter, PARAMETER_MAX);
    } else if (byte == ';') {
        ck_assert_int_lt(terminal->parameter_count, OLD_PARAMETERS_MAX);
        terminal->parameters[terminal->parameter_count++] = 0;
    } else {
        end_sequence(terminal, byte);
    }
}

static void print(struct old_terminal *terminal, uint32_t code_point)
{
    terminal->cells[terminal->y * terminal->width + terminal->x] =
        (struct old_cell){code_point, terminal->pen};
    if (terminal->x + 1 < terminal->width)
        terminal->x++;
}

static void take_text(struct old_terminal *terminal, uint8_t byte)
{
    if (byte == '\x1b') {
        terminal->scan = SCAN_ESCAPE;
    } else if (byte == '\b') {
        move_to(terminal, terminal->x - 1, terminal->y);
    } else if (byte == '\r') {
        terminal->x = 0;
    } else if (byte == '\n') {
        feed_line(terminal);
    } else if (byte >= 0x80 && byte < 0xC0) {
        terminal->letter = terminal->letter << 6 | (byte & 0x3F);
        if (--terminal->letter_left == 0)
            print(terminal, terminal->letter);
    } else if (byte >= 0xC0) {
        terminal->letter_left = byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3;
        terminal->letter = byte & (0x3FU >> terminal->letter_left);
    } else if (byte >= ' ') {
        print(terminal, byte);
    }
}

void old_terminal_feed(struct old_terminal *terminal, const void *bytes, size_t length)
{
    const uint8_t *at = bytes;

    for (size_t i = 0; i < length; i++) {
        if (terminal->scan == SCAN_SEQUENCE) {
            take_sequence(terminal, (char)at[i]);
        } else if (terminal->scan == SCAN_TITLE) {
            terminal->scan = at[i] == '\a' ? SCAN_TEXT : SCAN_TITLE;
        } else if (terminal->scan == SCAN_ESCAPE && at[i] == ']') {
            terminal->scan = SCAN_TITLE;
        } else if (terminal->scan == SCAN_ESCAPE) {
            ck_assert_int_eq(at[i], '[');
            terminal->scan = SCAN_SEQUENCE;
            terminal->is_private = false;
            terminal->parameters[0] = 0;
            terminal->parameter_count = 1;
        } else {
            take_text(terminal, at[i]);
        }
    }
}

/* True if the cell is a blank that looks like any other blank. */
static bool is_unseen(const struct old_cell *cell)
{
    return cell->code_point == ' ' && !cell->pen.is_reverse && !cell->pen.is_underlined &&
           !cell->pen.is_blinking;
}

static bool looks_same(const struct old_cell *a, const struct old_cell *b)
{
    return a->code_point == b->code_point &&
           (old_pen_equal(a->pen, b->pen) || (is_unseen(a) && is_unseen(b)));
}

void expect_same_old_screen(const struct old_terminal *a, const struct old_terminal *b,
                            const char *what)
{
    for (int i = 0; i < a->width * a->height; i++) {
        const struct old_cell *cell = &a->cells[i];
        const struct old_cell *other = &b->cells[i];
        if (!looks_same(cell, other))
            ck_abort_msg("%s, %s, (%d, %d): U+%04X colour %u%s%s%s, and U+%04X colour %u%s%s%s",
                         old_terminal_names[a->kind], what, i % a->width, i / a->width,
                         cell->code_point, cell->pen.colour, cell->pen.is_bold ? " bold" : "",
                         cell->pen.is_dim ? " dim" : "", cell->pen.is_reverse ? " reverse" : "",
                         other->code_point, other->pen.colour, other->pen.is_bold ? " bold" : "",
                         other->pen.is_dim ? " dim" : "", other->pen.is_reverse ? " reverse" : "");
    }
}
