/*
 * The last lines that a page was told, as records have them, for when its line is lost on the way:
 * at most PAGE_KEPT_LINES, and fewer where they are long. Pure.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PAGE_PAGE_KEPT_H
#define UNDERCROFT_SERVER_SESSION_PAGE_PAGE_KEPT_H

#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"

enum { PAGE_KEPT_LINES = 20, PAGE_KEPT_BYTES_MAX = 4096 };

/* Valid after page_kept_init(). */
struct page_kept {
    struct bytes lines;
    uint32_t first; /* the number of the first line in it */
    uint32_t count;
};

void page_kept_init(struct page_kept *kept);
void page_kept_release(struct page_kept *kept);

/* One more, as page_put_line() made it, with its number: one more than the last, or nothing before
   it is kept. */
void page_kept_add(struct page_kept *kept, uint32_t number, const uint8_t *line, size_t length);

/* Drops the lines up to that number. */
void page_kept_skip(struct page_kept *kept, uint32_t line);

#endif
