/*
 * The screen in front of a player: libvterm behind a few questions. The answers say what a person
 * would see, not which bytes came.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_LIVE_TERMINAL_H
#define UNDERCROFT_TESTS_SUPPORT_LIVE_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <vterm.h>

enum { TERMINAL_ROW_SIZE = 250 * 4 + 1, TERMINAL_ANSWERS_MAX = 256, TERMINAL_PIECE_MAX = 4 };

struct terminal {
    VTerm *vterm;        /* owned */
    VTermScreen *screen; /* part of it */
    int width;
    int height;
    bool is_cursor_shown;
    bool is_alternate; /* the alternate screen shows */
    bool shows_utf8;
    char piece[TERMINAL_PIECE_MAX]; /* of a character whose rest has not come */
    size_t piece_length;
    char answers[TERMINAL_ANSWERS_MAX]; /* what the terminal wants to send by itself */
    size_t answer_length;
};

/* The look of a cell. */
struct terminal_look {
    uint32_t code_point; /* a blank is a space; 0: the second half of a wide glyph */
    bool is_bold;
    bool is_reverse;
    bool has_default_colour;
    int background; /* one of the 256 colours; -1: the terminal's own; -2: another */
    VTermColor colour;
};

/* The terminal must stay where it is in memory. Fails the running test without memory. */
void terminal_init(struct terminal *terminal, int width, int height, bool shows_utf8);
void terminal_release(struct terminal *terminal);
void terminal_resize(struct terminal *terminal, int width, int height);
void terminal_feed(struct terminal *terminal, const void *bytes, size_t length);

/* (x, y) is on the screen, counted from 0 at the top left. */
struct terminal_look terminal_look_at(const struct terminal *terminal, int x, int y);
int terminal_cursor_x(const struct terminal *terminal);
int terminal_cursor_y(const struct terminal *terminal);

/* A row as UTF-8 with its trailing blanks, into `out` of TERMINAL_ROW_SIZE bytes. */
void terminal_row(const struct terminal *terminal, int y, char *out);

/* The row on which the text stands, -1 if on none. */
int terminal_find(const struct terminal *terminal, const char *text);

/* Rows `from_y` up to before `to_y`, each ended by LF, into `out`. For messages and comparisons. */
void terminal_text(const struct terminal *terminal, int from_y, int to_y, char *out, size_t size);

/* True if text written now would look plain: no attribute is left in force. Writes nothing. */
bool terminal_pen_is_plain(const struct terminal *terminal);

#endif
