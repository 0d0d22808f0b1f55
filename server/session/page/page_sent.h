/*
 * The cells that a page was sent, in blocks of 16x8: a block that was never sent takes no memory.
 * Most of a level is rock or not explored yet, so that a page costs the server little more than a
 * terminal, whose screen it remembers.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PAGE_PAGE_SENT_H
#define UNDERCROFT_SERVER_SESSION_PAGE_PAGE_SENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

enum { PAGE_SENT_BLOCK_WIDTH = 16, PAGE_SENT_BLOCK_HEIGHT = 8 };

/* The cells that a page was sent. All zero: no level has begun. */
struct page_sent {
    uint8_t *blocks; /* 16x8 bytes each; owned */
    /* for each part of the level, row by row, its block plus 1; 0: it has none. Owned */
    uint16_t *places;
    uint16_t width; /* width of the level in cells */
    uint16_t height;
    uint16_t block_count;
    uint16_t block_room; /* blocks that fit into the memory of `blocks` */
};

/* Begins a level of that size, of which nothing was sent. ERR_MEMORY: nothing has changed. */
MUST_USE enum err page_sent_begin(struct page_sent *sent, int width, int height);

/* Writes a byte for each cell of the level, row by row; TILE_UNKNOWN for those never sent. */
void page_sent_read(const struct page_sent *sent, uint8_t *out);

/* Stores a byte for each cell, in the same order. ERR_MEMORY: some cells were not changed. */
MUST_USE enum err page_sent_write(struct page_sent *sent, const uint8_t *cells);

/* Returns the bytes of memory in use, for tests. */
size_t page_sent_size(const struct page_sent *sent);

void page_sent_release(struct page_sent *sent);

#endif
