/*
 * A model of the browser page, for tests, built from the records it is sent: the map with its
 * bodies and things, the lines, and which input was answered. A record that a page could not take
 * fails the running test.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_PAGE_MODEL_H
#define UNDERCROFT_TESTS_SUPPORT_PAGE_MODEL_H

#include "server/session/page/page_map.h"
#include "term/screen.h"

enum { PAGE_MODEL_LINES_MAX = 64, PAGE_MODEL_LINE_SIZE = 320 };

struct page_model_line {
    uint8_t role;
    uint8_t kind;
    char text[PAGE_MODEL_LINE_SIZE];
};

/* Valid when all zero. */
struct page_model {
    struct page_level level;
    uint8_t cells[PAGE_CELLS_MAX];
    struct page_body bodies[PAGE_BODIES_MAX];
    int body_count;
    struct page_thing things[PAGE_THINGS_MAX];
    int thing_count;
    uint32_t line_next; /* the number behind the newest line */
    struct page_model_line lines[PAGE_MODEL_LINES_MAX];
    int line_count;
    uint32_t mark; /* the last input that was answered */
    int marks;
    int levels; /* records of each kind */
    int records;
    size_t cells_sent; /* bytes of CELLS */
};

/* A message of records. */
void page_model_take(struct page_model *model, const uint8_t *data, size_t length);

/* The cell that the page draws there, as a terminal in ASCII would. */
cell page_model_cell(const struct page_model *model, int x, int y);

/* True if a line with this text is among those that came. */
bool page_model_has_line(const struct page_model *model, const char *text);

#endif
