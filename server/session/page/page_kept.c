/*
 * The last lines of a page: bytes of which the front is cut off.
 */
#include "server/session/page/page_kept.h"

#include <stdbool.h>
#include <string.h>

void page_kept_init(struct page_kept *kept)
{
    *kept = (struct page_kept){.count = 0};
    bytes_init(&kept->lines, PAGE_KEPT_BYTES_MAX);
}

void page_kept_release(struct page_kept *kept)
{
    bytes_release(&kept->lines);
    kept->count = 0;
}

/* Bytes of the first line: role, kind, length of the text as LEB128, text. */
static size_t first_length(const struct page_kept *kept)
{
    const uint8_t *data = kept->lines.data;
    size_t text = 0;
    size_t at = 2;
    int shift = 0;
    bool goes_on = true;

    while (goes_on && at < kept->lines.length) {
        text |= (size_t)(data[at] & 0x7f) << shift;
        shift += 7;
        goes_on = (data[at++] & 0x80) != 0;
    }
    return at + text < kept->lines.length ? at + text : kept->lines.length;
}

static void drop_first(struct page_kept *kept)
{
    size_t length = first_length(kept);

    memmove(kept->lines.data, kept->lines.data + length, kept->lines.length - length);
    kept->lines.length -= length;
    kept->first++;
    kept->count--;
}

void page_kept_add(struct page_kept *kept, uint32_t number, const uint8_t *line, size_t length)
{
    if (kept->count > 0 && number != kept->first + kept->count)
        page_kept_skip(kept, UINT32_MAX);
    while (kept->count > 0 &&
           (kept->count == PAGE_KEPT_LINES || kept->lines.length + length > PAGE_KEPT_BYTES_MAX))
        drop_first(kept);
    if (kept->count == 0)
        kept->first = number;
    if (bytes_append(&kept->lines, line, length) == ERR_OK)
        kept->count++;
}

void page_kept_skip(struct page_kept *kept, uint32_t line)
{
    while (kept->count > 0 && kept->first <= line)
        drop_first(kept);
}
