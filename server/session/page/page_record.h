/*
 * The binary records of a browser page (README.md beside this file): kind, length, body. Each
 * function appends one record to bytes and keeps nothing. Numbers are big-endian, lengths LEB128.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PAGE_PAGE_RECORD_H
#define UNDERCROFT_SERVER_SESSION_PAGE_PAGE_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/err.h"

enum page_record_kind {
    PAGE_RECORD_LEVEL = 1,
    PAGE_RECORD_CELLS = 2,
    PAGE_RECORD_BODIES = 3,
    PAGE_RECORD_LINES = 4,
    PAGE_RECORD_MARK = 5,
    PAGE_RECORD_THINGS = 6,
    /* The same as 1, 3 and 6, for numbers that do not fit into a byte: */
    PAGE_RECORD_WIDE_LEVEL = 7,
    PAGE_RECORD_WIDE_BODIES = 8,
    PAGE_RECORD_WIDE_THINGS = 9,
};

enum { PAGE_CELL_SEEN = 0x80, PAGE_CELL_TILE = 0x7f };

enum page_body_flag {
    PAGE_BODY_SELF = 1,
    PAGE_BODY_AWAY = 2,
    PAGE_BODY_HOSTILE = 4,
    PAGE_BODY_ASLEEP = 8,
    PAGE_BODY_COMPANION = 16,
    PAGE_BODY_SENSED = 32,
    PAGE_BODY_FALLEN = 64,
};

enum page_line_kind {
    PAGE_LINE_OWN,
    PAGE_LINE_WORLD,
    PAGE_LINE_TALK,
    PAGE_LINE_TELL,
    PAGE_LINE_OPERATOR,
    PAGE_LINE_HINT,
    PAGE_LINE_KIND_COUNT
};

struct page_level {
    uint16_t view;
    int width; /* 1 … 65535 */
    int height;
    uint8_t tint;
};

struct page_body {
    uint16_t id;
    uint16_t x;
    uint16_t y;
    uint8_t look;
    uint8_t flags; /* enum page_body_flag */
};

struct page_thing {
    uint16_t x;
    uint16_t y;
    uint8_t look;
    uint8_t role;
};

enum { PAGE_BODIES_MAX = 255, PAGE_THINGS_MAX = 255 };

/* Appends a record; nothing on ERR_MEMORY and ERR_TOO_BIG of bytes_append(). The same holds for the
   functions below. */

MUST_USE enum err page_put_level(struct bytes *out, const struct page_level *level);

/*
 * Appends the cells in which `is` differs from `was` (both of `count` bytes) as one record of at
 * most about `budget` bytes, and copies these cells to `was`. *out_complete: no difference is left.
 * Appends nothing if there was none.
 */
MUST_USE enum err page_put_cells(struct bytes *out, uint16_t view, uint8_t *was, const uint8_t *is,
                                 size_t count, size_t budget, bool *out_complete);

/* Append at most PAGE_BODIES_MAX bodies, or PAGE_THINGS_MAX things. */
MUST_USE enum err page_put_bodies(struct bytes *out, uint16_t view, const struct page_body *list,
                                  int count);
MUST_USE enum err page_put_things(struct bytes *out, uint16_t view, const struct page_thing *list,
                                  int count);

/* Appends a line of a LINES record, without the head of the record. */
MUST_USE enum err page_put_line(struct bytes *out, uint8_t role, enum page_line_kind kind,
                                const char *text, size_t length);

/* Appends a record of the lines that page_put_line() made; `first` is the number of the first
   one. */
MUST_USE enum err page_put_lines(struct bytes *out, uint32_t first, const struct bytes *lines);

MUST_USE enum err page_put_mark(struct bytes *out, uint32_t tick, uint32_t last_input);

enum { PAGE_KEPT_LINES = 20, PAGE_KEPT_BYTES_MAX = 4096 };

/* The last lines that a page was sent, for the case that its connection is lost: at most
   PAGE_KEPT_LINES, fewer if they are long. Valid after page_kept_init(). */
struct page_kept {
    struct bytes lines;
    uint32_t first; /* number of the first kept line */
    uint32_t count;
};

void page_kept_init(struct page_kept *kept);
void page_kept_release(struct page_kept *kept);

/* Stores a line that page_put_line() made, under its number. If that is not the last line's number
   plus 1, all earlier lines are dropped. */
void page_kept_add(struct page_kept *kept, uint32_t number, const uint8_t *line, size_t length);

/* Drops the lines up to that number. */
void page_kept_skip(struct page_kept *kept, uint32_t line);

#endif
