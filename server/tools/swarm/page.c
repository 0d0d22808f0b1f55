/*
 * Records `kind u8, length V, body`. Two are read, and of them the head alone: BODIES (view u16,
 * n u8, then the own body: id u16, x u8, y u8) and MARK (tick u32, last input u32).
 */
#include "server/tools/swarm/page.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { KIND_BODIES = 3, KIND_MARK = 5, BODY_COUNT_AT = 2, SELF_X_AT = 5, SELF_Y_AT = 6 };

size_t page_line(struct page *page, const char *line, char *out, size_t out_size)
{
    return (size_t)snprintf(out, out_size, "Input.Line {\"n\":%" PRIu32 ",\"text\":\"%s\"}",
                            ++page->input, line);
}

/* Some of a body, or all of it. */
static size_t take_body(struct page *page, const uint8_t *data, size_t length)
{
    size_t taken = page->left < length ? (size_t)page->left : length;
    size_t room = PAGE_HEAD_BYTES - page->head_length;
    size_t kept = taken < room ? taken : room;

    page->left -= taken;
    memcpy(page->head + page->head_length, data, kept);
    page->head_length += kept;
    return taken;
}

/* Returns how many lines are answered that were not before. */
static uint32_t end_record(struct page *page)
{
    const uint8_t *head = page->head;
    uint32_t before = page->answered;

    page->at = PAGE_AT_KIND;
    if (page->kind == KIND_BODIES && page->head_length > SELF_Y_AT && head[BODY_COUNT_AT] > 0) {
        page->x = head[SELF_X_AT];
        page->y = head[SELF_Y_AT];
    }
    if (page->kind != KIND_MARK || page->head_length < PAGE_HEAD_BYTES)
        return 0;
    page->answered =
        (uint32_t)head[4] << 24 | (uint32_t)head[5] << 16 | (uint32_t)head[6] << 8 | head[7];
    return page->answered > before ? page->answered - before : 0;
}

uint32_t page_take(struct page *page, const uint8_t *data, size_t length)
{
    uint32_t answered = 0;

    for (size_t i = 0; i < length;) {
        if (page->at == PAGE_AT_KIND) {
            page->kind = data[i++];
            page->left = 0;
            page->shift = 0;
            page->head_length = 0;
            page->at = PAGE_AT_LENGTH;
            continue;
        }
        if (page->at == PAGE_AT_LENGTH) {
            page->left |= (uint64_t)(data[i] & 0x7f) << page->shift;
            page->shift += page->shift < 56 ? 7 : 0;
            page->at = (data[i++] & 0x80) != 0 ? PAGE_AT_LENGTH : PAGE_AT_BODY;
        } else {
            i += take_body(page, data + i, length - i);
        }
        if (page->at == PAGE_AT_BODY && page->left == 0)
            answered += end_record(page);
    }
    return answered;
}
