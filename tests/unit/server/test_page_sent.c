/*
 * The cells that a page was sent: they are read as they were written, on levels of any size, and
 * parts of which nothing was sent take no memory.
 */
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "content/tile.h"
#include "server/session/page/page_map.h"
#include "server/session/page/page_sent.h"
#include "support/test.h"

enum {
    ROUNDS = 60,
    BLOCK = PAGE_SENT_BLOCK_WIDTH * PAGE_SENT_BLOCK_HEIGHT,
    GROWTH = 4 * BLOCK, /* bytes by which it grows at most */
};

static const struct {
    int width, height;
} sizes[] = {{100, 57}, {1, 1}, {16, 8}, {17, 9}, {15, 7}, {LEVEL_WIDTH_MAX, LEVEL_HEIGHT_MAX}};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

static struct page_sent sent;
static uint8_t *cells;
static uint8_t *read_back;

static void set_up(void)
{
    sent = (struct page_sent){0};
    cells = malloc(PAGE_CELLS_MAX);
    read_back = malloc(PAGE_CELLS_MAX);
    ck_assert(cells != NULL && read_back != NULL);
}

static void tear_down(void)
{
    page_sent_release(&sent);
    free(cells);
    free(read_back);
}

static void expect_same(size_t count)
{
    memset(read_back, 0xff, PAGE_CELLS_MAX);
    page_sent_read(&sent, read_back);
    ck_assert_int_eq(memcmp(read_back, cells, count), 0);
    for (size_t i = count; i < PAGE_CELLS_MAX; i++)
        ck_assert_uint_eq(read_back[i], 0xff);
}

TEST_FIXTURE(set_up, tear_down);

TEST_EACH(cells_are_read_as_they_were_written, SIZES)
{
    size_t count = (size_t)sizes[_i].width * (size_t)sizes[_i].height;
    struct rng rng;

    rng_init(&rng, 5);
    memset(cells, TILE_UNKNOWN, count);
    ck_assert_int_eq(page_sent_begin(&sent, sizes[_i].width, sizes[_i].height), ERR_OK);
    expect_same(count);
    for (int round = 0; round < ROUNDS; round++) {
        size_t from = rng_below(&rng, (uint32_t)count);
        size_t length = 1 + rng_below(&rng, (uint32_t)(count - from < 300 ? count - from : 300));
        memset(cells + from, (int)rng_below(&rng, 256), length);
        ck_assert_int_eq(page_sent_write(&sent, cells), ERR_OK);
        expect_same(count);
    }
    /* A new level of the same size is unknown again. */
    memset(cells, TILE_UNKNOWN, count);
    ck_assert_int_eq(page_sent_begin(&sent, sizes[_i].width, sizes[_i].height), ERR_OK);
    expect_same(count);
}

TEST(parts_of_which_nothing_was_sent_take_no_memory)
{
    size_t count = 100 * 57;

    memset(cells, TILE_UNKNOWN, count);
    ck_assert_uint_eq(page_sent_size(&sent), 0);
    ck_assert_int_eq(page_sent_begin(&sent, 100, 57), ERR_OK);
    size_t none = page_sent_size(&sent);
    ck_assert_uint_lt(none, 128);
    ck_assert_int_eq(page_sent_write(&sent, cells), ERR_OK);
    ck_assert_uint_eq(page_sent_size(&sent), none);
    /* A room of 20x10, and a cell in the last corner. */
    for (size_t y = 20; y < 30; y++)
        memset(cells + y * 100 + 40, TILE_FLOOR, 20);
    cells[count - 1] = TILE_FLOOR;
    ck_assert_int_eq(page_sent_write(&sent, cells), ERR_OK);
    ck_assert_uint_le(page_sent_size(&sent), none + 7 * BLOCK + GROWTH);
    expect_same(count);
    /* All of the level: a byte a cell, and what its edges leave of the blocks. */
    memset(cells, TILE_FLOOR, count);
    ck_assert_int_eq(page_sent_write(&sent, cells), ERR_OK);
    ck_assert_uint_le(page_sent_size(&sent), none + (size_t)7 * 8 * BLOCK + GROWTH);
    expect_same(count);
}
