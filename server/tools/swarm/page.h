/*
 * The messages of a bot that plays as a browser page, in v1.undercroft
 * (server/session/page/README.md): it sends lines with a number, and reads the marks that answer
 * them and the place of its own delver.
 */
#ifndef UNDERCROFT_SERVER_TOOLS_SWARM_PAGE_H
#define UNDERCROFT_SERVER_TOOLS_SWARM_PAGE_H

#include <stddef.h>
#include <stdint.h>

enum { PAGE_HEAD_BYTES = 8 };

enum page_at { PAGE_AT_KIND, PAGE_AT_LENGTH, PAGE_AT_BODY };

/* Where a bot is in the records. Valid when it is all zero. */
struct page {
    uint32_t input;    /* the number of the last line that was sent */
    uint32_t answered; /* of the last one that was answered */
    enum page_at at;
    uint8_t kind;
    int shift; /* of the next byte of the length */
    uint64_t left;
    uint8_t head[PAGE_HEAD_BYTES]; /* the first bytes of the body */
    size_t head_length;
    int x; /* where the bot's own delver was seen last */
    int y;
};

/* The message that types a line; it has no quotes, backslashes or controls. Returns its length. */
size_t page_line(struct page *page, const char *line, char *out, size_t out_size);

/* A part of a BINARY message. Returns how many lines are answered that were not before. */
uint32_t page_take(struct page *page, const uint8_t *data, size_t length);

#endif
