/*
 * Records of a browser page. A record is written in one piece: its size is known before it is
 * appended, so the bytes are reserved first and no record is half written. Kept lines are records
 * too, which are removed from the front.
 */
#include "server/session/page/page_record.h"

#include <stdbool.h>
#include <string.h>

#include "base/check.h"

enum {
    VARINT_MAX = 5,
    HEAD_MAX = 1 + VARINT_MAX,
    GAP_MAX = 2,  /* unchanged cells that a run may include, because a new run would cost as much */
    SAME_MIN = 4, /* fewest equal cells in a row that are sent as a run of their own */
};

static size_t put_varint(uint8_t out[VARINT_MAX], uint32_t value)
{
    size_t length = 0;

    for (; value >= 0x80; value >>= 7)
        out[length++] = (uint8_t)(value | 0x80);
    out[length++] = (uint8_t)value;
    return length;
}

static void put_u16(uint8_t *out, uint16_t value)
{
    out[0] = (uint8_t)(value >> 8);
    out[1] = (uint8_t)value;
}

static void put_u32(uint8_t *out, uint32_t value)
{
    put_u16(out, (uint16_t)(value >> 16));
    put_u16(out + 2, (uint16_t)value);
}

/* Reserves room for a record of that many bytes and appends its head, so that its body fits. */
static enum err begin(struct bytes *out, enum page_record_kind kind, size_t length)
{
    uint8_t head[HEAD_MAX] = {(uint8_t)kind};
    size_t head_length = 1 + put_varint(head + 1, (uint32_t)length);
    enum err error = bytes_reserve(out, head_length + length);

    return error == ERR_OK ? bytes_append(out, head, head_length) : error;
}

/* Writes a record whose body is in two pieces. */
static enum err put(struct bytes *out, enum page_record_kind kind, const void *first,
                    size_t first_length, const void *second, size_t second_length)
{
    enum err error = begin(out, kind, first_length + second_length);

    if (error == ERR_OK)
        error = bytes_append(out, first, first_length);
    if (error == ERR_OK && second_length > 0)
        error = bytes_append(out, second, second_length);
    return error;
}

/* Writes two numbers of a byte each, or of two. Returns the length of both. */
static size_t put_place(uint8_t *at, bool is_wide, int x, int y)
{
    if (is_wide) {
        put_u16(at, (uint16_t)x);
        put_u16(at + 2, (uint16_t)y);
        return 4;
    }
    at[0] = (uint8_t)x;
    at[1] = (uint8_t)y;
    return 2;
}

enum err page_put_level(struct bytes *out, const struct page_level *level)
{
    uint8_t body[7];
    bool is_wide = level->width > 256 || level->height > 256;

    CHECK(level->width > 0 && level->width <= UINT16_MAX);
    CHECK(level->height > 0 && level->height <= UINT16_MAX);
    put_u16(body, level->view);
    size_t length = 2 + put_place(body + 2, is_wide, level->width, level->height);
    body[length++] = level->tint;
    return put(out, is_wide ? PAGE_RECORD_WIDE_LEVEL : PAGE_RECORD_LEVEL, body, length, NULL, 0);
}

/* Cells that are sent together. */
struct run {
    size_t from;
    size_t to;
    bool is_same;
};

/* Returns the number of cells in a row that equal the first, up to `end`. */
static size_t count_same(const uint8_t *cells, size_t from, size_t end)
{
    size_t at = from;

    while (at < end && cells[at] == cells[from])
        at++;
    return at - from;
}

/* Returns the end of the cells that differ from `from` on, short gaps included. */
static size_t find_end(const uint8_t *was, const uint8_t *is, size_t from, size_t count)
{
    size_t end = from;

    for (size_t at = from; at < count && at - end <= GAP_MAX; at++) {
        if (was[at] != is[at])
            end = at + 1;
    }
    return end;
}

/* Finds the next run from `from` on. False: no cell differs. */
static bool find_run(const uint8_t *was, const uint8_t *is, size_t from, size_t count,
                     struct run *out)
{
    /* Most of a level is unchanged, so eight cells at a time are skipped. */
    while (from + sizeof(uint64_t) <= count && memcmp(was + from, is + from, sizeof(uint64_t)) == 0)
        from += sizeof(uint64_t);
    while (from < count && was[from] == is[from])
        from++;
    if (from == count)
        return false;
    size_t end = find_end(was, is, from, count);
    size_t same = count_same(is, from, end);
    *out = (struct run){.from = from, .to = from + same, .is_same = same >= SAME_MIN};
    if (out->is_same)
        return true;
    while (out->to < end && (same = count_same(is, out->to, end)) < SAME_MIN)
        out->to += same;
    return true;
}

static enum err put_run(struct bytes *body, const struct run *run, size_t skip, const uint8_t *is)
{
    size_t count = run->to - run->from;
    uint8_t head[2 * VARINT_MAX];
    size_t length = put_varint(head, (uint32_t)skip);

    length += put_varint(head + length, (uint32_t)count * 2 + run->is_same);
    enum err error = bytes_append(body, head, length);
    return error == ERR_OK ? bytes_append(body, is + run->from, run->is_same ? 1 : count) : error;
}

/* Writes the runs that fit into `budget`, and copies their cells to `was`. */
static enum err put_runs(struct bytes *body, uint8_t *was, const uint8_t *is, size_t count,
                         size_t budget, bool *out_complete)
{
    size_t end = 0; /* where the run before ends */
    struct run run;

    *out_complete = false;
    while (find_run(was, is, end, count, &run)) {
        size_t room = budget > body->length ? budget - body->length : 0;
        if (room <= 2 * VARINT_MAX)
            return ERR_OK;
        if (!run.is_same && run.to - run.from > room - 2 * VARINT_MAX)
            run.to = run.from + room - 2 * VARINT_MAX;
        enum err error = put_run(body, &run, run.from - end, is);
        if (error != ERR_OK)
            return error;
        memcpy(was + run.from, is + run.from, run.to - run.from);
        end = run.to;
    }
    *out_complete = true;
    return ERR_OK;
}

enum err page_put_cells(struct bytes *out, uint16_t view, uint8_t *was, const uint8_t *is,
                        size_t count, size_t budget, bool *out_complete)
{
    struct bytes runs;
    uint8_t head[2];

    put_u16(head, view);
    bytes_init(&runs, budget + VARINT_MAX);
    enum err error = put_runs(&runs, was, is, count, budget, out_complete);
    if (error == ERR_OK && runs.length > 0)
        error = put(out, PAGE_RECORD_CELLS, head, sizeof head, runs.data, runs.length);
    bytes_release(&runs);
    return error;
}

enum err page_put_bodies(struct bytes *out, uint16_t view, const struct page_body *list, int count)
{
    enum { BODY_SIZE = 8 };
    uint8_t body[3 + PAGE_BODIES_MAX * BODY_SIZE];
    unsigned widest = 0;
    size_t length = 3;

    CHECK(count >= 0 && count <= PAGE_BODIES_MAX);
    for (int i = 0; i < count; i++)
        widest |= list[i].x | list[i].y;
    put_u16(body, view);
    body[2] = (uint8_t)count;
    for (int i = 0; i < count; i++) {
        put_u16(body + length, list[i].id);
        length += 2;
        length += put_place(body + length, widest > UINT8_MAX, list[i].x, list[i].y);
        body[length++] = list[i].look;
        body[length++] = list[i].flags;
    }
    return put(out, widest > UINT8_MAX ? PAGE_RECORD_WIDE_BODIES : PAGE_RECORD_BODIES, body, length,
               NULL, 0);
}

enum err page_put_things(struct bytes *out, uint16_t view, const struct page_thing *list, int count)
{
    enum { THING_SIZE = 6 };
    uint8_t body[3 + PAGE_THINGS_MAX * THING_SIZE];
    unsigned widest = 0;
    size_t length = 3;

    CHECK(count >= 0 && count <= PAGE_THINGS_MAX);
    for (int i = 0; i < count; i++)
        widest |= list[i].x | list[i].y;
    put_u16(body, view);
    body[2] = (uint8_t)count;
    for (int i = 0; i < count; i++) {
        length += put_place(body + length, widest > UINT8_MAX, list[i].x, list[i].y);
        body[length++] = list[i].look;
    }
    for (int i = 0; i < count; i++)
        body[length++] = list[i].role;
    return put(out, widest > UINT8_MAX ? PAGE_RECORD_WIDE_THINGS : PAGE_RECORD_THINGS, body, length,
               NULL, 0);
}

enum err page_put_line(struct bytes *out, uint8_t role, enum page_line_kind kind, const char *text,
                       size_t length)
{
    uint8_t head[2 + VARINT_MAX] = {role, (uint8_t)kind};
    size_t head_length = 2 + put_varint(head + 2, (uint32_t)length);
    enum err error = bytes_reserve(out, head_length + length);

    if (error == ERR_OK)
        error = bytes_append(out, head, head_length);
    if (error == ERR_OK && length > 0)
        error = bytes_append(out, text, length);
    return error;
}

enum err page_put_lines(struct bytes *out, uint32_t first, const struct bytes *lines)
{
    uint8_t head[4];

    put_u32(head, first);
    return put(out, PAGE_RECORD_LINES, head, sizeof head, lines->data, lines->length);
}

enum err page_put_mark(struct bytes *out, uint32_t tick, uint32_t last_input)
{
    uint8_t body[8];

    put_u32(body, tick);
    put_u32(body + 4, last_input);
    return put(out, PAGE_RECORD_MARK, body, sizeof body, NULL, 0);
}

enum { KEPT_STEP = 128 /* bytes by which the memory of kept lines grows */ };

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

/* Returns the bytes of the first line: role, kind, length of the text as LEB128, text. */
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
    /* The memory is for these lines and a few bytes more, not twice as much. */
    size_t room = (kept->lines.length + length + KEPT_STEP - 1) / KEPT_STEP * KEPT_STEP;
    kept->lines.length_max = room < PAGE_KEPT_BYTES_MAX ? room : PAGE_KEPT_BYTES_MAX;
    if (bytes_append(&kept->lines, line, length) == ERR_OK)
        kept->count++;
}

void page_kept_skip(struct page_kept *kept, uint32_t line)
{
    while (kept->count > 0 && kept->first <= line)
        drop_first(kept);
}
