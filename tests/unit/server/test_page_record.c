/*
 * Records of a browser page: their bytes, and that differences of a map make the new map of the old
 * one with any room for them.
 */
#include "server/session/page/page_record.h"

#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "support/test.h"

enum { OUT_MAX = 64 * 1024, HEX_MAX = 512 };

static struct bytes out;

static void setup(void)
{
    bytes_init(&out, OUT_MAX);
}

static void teardown(void)
{
    bytes_release(&out);
}

static void expect_bytes(const char *what, const char *expected)
{
    char hex[HEX_MAX] = "";

    for (size_t i = 0; i < out.length && i < HEX_MAX / 3; i++)
        snprintf(hex + strlen(hex), sizeof hex - strlen(hex), "%s%02x", i == 0 ? "" : " ",
                 out.data[i]);
    ck_assert_msg(strcmp(hex, expected) == 0, "%s: %s, not %s", what, hex, expected);
    bytes_clear(&out, OUT_MAX);
}

TEST_FIXTURE(setup, teardown);

TEST(each_record_has_its_bytes)
{
    const struct page_level level = {.view = 0x0102, .width = 256, .height = 70, .tint = 3};
    const struct page_body bodies[] = {{0x1234, 5, 6, 7, PAGE_BODY_SELF}, {9, 1, 2, 3, 12}};
    const struct page_thing things[] = {{1, 2, '!', 15}};

    ck_assert_int_eq(page_put_level(&out, &level), ERR_OK);
    expect_bytes("level", "01 05 01 02 00 46 03");
    ck_assert_int_eq(page_put_bodies(&out, 3, bodies, 2), ERR_OK);
    expect_bytes("bodies", "03 0f 00 03 02 12 34 05 06 07 01 00 09 01 02 03 0c");
    ck_assert_int_eq(page_put_bodies(&out, 3, bodies, 0), ERR_OK);
    expect_bytes("no bodies", "03 03 00 03 00");
    ck_assert_int_eq(page_put_things(&out, 3, things, 1), ERR_OK);
    expect_bytes("things", "06 07 00 03 01 01 02 21 0f");
    ck_assert_int_eq(page_put_mark(&out, 0x01020304, 5), ERR_OK);
    expect_bytes("mark", "05 08 01 02 03 04 00 00 00 05");
}

TEST(a_number_that_does_not_fit_a_byte_makes_a_wide_record)
{
    const struct page_level level = {.view = 1, .width = 1024, .height = 70, .tint = 3};
    const struct page_body bodies[] = {{0x1234, 5, 6, 7, PAGE_BODY_SELF}, {9, 1023, 511, 3, 12}};
    const struct page_thing things[] = {{256, 2, '!', 15}};

    ck_assert_int_eq(page_put_level(&out, &level), ERR_OK);
    expect_bytes("level", "07 07 00 01 04 00 00 46 03");
    ck_assert_int_eq(page_put_bodies(&out, 3, bodies, 2), ERR_OK);
    expect_bytes("bodies", "08 13 00 03 02 12 34 00 05 00 06 07 01 00 09 03 ff 01 ff 03 0c");
    ck_assert_int_eq(page_put_things(&out, 3, things, 1), ERR_OK);
    expect_bytes("things", "09 09 00 03 01 01 00 00 02 21 0f");
}

TEST(lines_are_one_record)
{
    struct bytes lines;

    bytes_init(&lines, OUT_MAX);
    ck_assert_int_eq(page_put_line(&lines, 1, PAGE_LINE_TALK, "Hm", 2), ERR_OK);
    ck_assert_int_eq(page_put_line(&lines, 20, PAGE_LINE_HINT, "", 0), ERR_OK);
    ck_assert_int_eq(page_put_lines(&out, 7, &lines), ERR_OK);
    expect_bytes("lines", "04 0c 00 00 00 07 01 02 02 48 6d 14 05 00");
    bytes_release(&lines);
}

/* A letter a cell. */
static const struct {
    const char *was;
    const char *is;
    const char *bytes;
} cells_table[] = {
    {"....", "....", ""},
    {"....", "#...", "02 05 00 01 00 02 23"},
    {"....", "...#", "02 05 00 01 03 02 23"},
    {"....", "#.#.", "02 07 00 01 00 06 23 2e 23"},
    {"......", "#....#", "02 08 00 01 00 02 23 04 02 23"},
    {"........", "..abcd..", "02 08 00 01 02 08 61 62 63 64"},
    {"........", "..####..", "02 05 00 01 02 09 23"},
    {"........", "ab####c.", "02 0c 00 01 00 04 61 62 00 09 23 00 02 63"},
};

TEST(cells_that_differ_are_sent_in_runs)
{
    for (size_t i = 0; i < sizeof cells_table / sizeof cells_table[0]; i++) {
        uint8_t was[16];
        size_t count = strlen(cells_table[i].was);
        bool is_complete;
        memcpy(was, cells_table[i].was, count);
        ck_assert_int_eq(page_put_cells(&out, 1, was, (const uint8_t *)cells_table[i].is, count,
                                        100, &is_complete),
                         ERR_OK);
        ck_assert(is_complete);
        ck_assert_mem_eq(was, cells_table[i].is, count);
        expect_bytes(cells_table[i].is, cells_table[i].bytes);
    }
}

static uint32_t read_varint(const uint8_t **at)
{
    uint32_t value = 0;

    for (int shift = 0;; shift += 7) {
        uint8_t byte = *(*at)++;
        value |= (uint32_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return value;
    }
}

/* Applies the one record in `out` to `cells`, as a page does. */
static void apply(uint8_t *cells)
{
    const uint8_t *at = out.data;
    uint8_t *cell = cells;

    if (out.length == 0)
        return;
    ck_assert_uint_eq(*at++, PAGE_RECORD_CELLS);
    uint32_t length = read_varint(&at);
    const uint8_t *end = at + length;
    ck_assert_ptr_eq(end, out.data + out.length);
    for (at += 2; at < end;) {
        cell += read_varint(&at);
        uint32_t count = read_varint(&at);
        bool is_same = (count & 1) != 0;
        for (count /= 2; count > 0; count--) {
            *cell++ = *at;
            at += !is_same;
        }
        at += is_same;
    }
    bytes_clear(&out, OUT_MAX);
}

TEST(any_map_is_made_of_any_other_within_any_room)
{
    enum { COUNT = 2000, TRIES = 200 };
    static uint8_t was[COUNT], is[COUNT], shown[COUNT];
    struct rng random;

    rng_init(&random, 7);
    memset(was, 0, sizeof was);
    memset(shown, 0, sizeof shown);
    for (int i = 0; i < TRIES; i++) {
        size_t budget = 30 + rng_below(&random, 500);
        for (int change = 0; change < 40; change++)
            memset(is + rng_below(&random, COUNT - 30), (int)rng_below(&random, 4),
                   rng_below(&random, 30));
        for (bool is_complete = false; !is_complete;) {
            ck_assert_int_eq(page_put_cells(&out, 1, was, is, COUNT, budget, &is_complete), ERR_OK);
            ck_assert_uint_le(out.length, budget + 16);
            apply(shown);
        }
        ck_assert_mem_eq(shown, is, COUNT);
        ck_assert_mem_eq(was, is, COUNT);
    }
}

TEST(a_record_that_does_not_fit_is_not_begun)
{
    const struct page_thing things[] = {{1, 2, '!', 7}, {2, 2, '?', 7}};
    struct bytes small;

    bytes_init(&small, 10);
    ck_assert_int_eq(page_put_things(&small, 1, things, 2), ERR_TOO_BIG);
    ck_assert_uint_eq(small.length, 0);
    bytes_release(&small);
}
