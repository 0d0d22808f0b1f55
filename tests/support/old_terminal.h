/*
 * Terminals that are older than 256 colours, as far as this server's bytes reach: where the cursor
 * goes, what is erased, what scrolls, and what an SGR makes of the attributes in force. Each kind
 * joins them in a way of its own, so what a screen looks like may depend on what was there before.
 * It shares no code with the ANSI writer.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_OLD_TERMINAL_H
#define UNDERCROFT_TESTS_SUPPORT_OLD_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum old_terminal_kind {
    /* One weight: plain, bold or dim, and the last one said counts. 90 to 97 are the colours of 30
       to 37 in bold; 30 to 39 leave the weight alone. */
    OLD_LINUX_CONSOLE,
    /* Bold and dim are two attributes, and 90 to 97 eight more colours. */
    OLD_XTERM,
    /* Knows 0, 1, 4, 5 and 7: no colours, and nothing ends but by a 0. */
    OLD_VT100,
    OLD_TERMINAL_KIND_COUNT
};

extern const char *const old_terminal_names[OLD_TERMINAL_KIND_COUNT];

struct old_pen {
    uint32_t colour; /* the parameter that chose it; 0: its own */
    bool is_bold;
    bool is_dim;
    bool is_underlined;
    bool is_blinking;
    bool is_reverse;
};

struct old_cell {
    uint32_t code_point;
    struct old_pen pen;
};

enum { OLD_PARAMETERS_MAX = 16 };

struct old_terminal {
    enum old_terminal_kind kind;
    int width;
    int height;
    int x;
    int y;
    int top; /* the rows that scroll: the first, and the one behind the last */
    int bottom;
    struct old_pen pen;
    struct old_cell *cells; /* owned; width * height */
    uint8_t scan;
    bool is_private; /* a ? came first */
    int parameters[OLD_PARAMETERS_MAX];
    int parameter_count;
    uint32_t letter; /* of UTF-8, so far */
    int letter_left;
};

/* Blank, plain, the cursor at the top left. Fails the running test without memory. */
void old_terminal_init(struct old_terminal *terminal, enum old_terminal_kind kind, int width,
                       int height);
void old_terminal_release(struct old_terminal *terminal);

/* Fails the running test at a sequence that it does not know. Glyphs are one cell wide. */
void old_terminal_feed(struct old_terminal *terminal, const void *bytes, size_t length);

/* The parameters between CSI and m, as one terminal understands them. */
void old_pen_apply(struct old_pen *pen, enum old_terminal_kind kind, const int *parameters,
                   int count);

bool old_pen_equal(struct old_pen a, struct old_pen b);

/* Both of one size. Fails the running test, with `what` in the message, where a cell of the two
   differs in what can be seen. */
void expect_same_old_screen(const struct old_terminal *a, const struct old_terminal *b,
                            const char *what);

#endif
