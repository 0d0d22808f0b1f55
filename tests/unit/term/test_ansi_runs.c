/*
 * The order in which a frame is printed. That it draws right is tests/property/test_ansi.c.
 */
#include "term/ansi.h"

#include <string.h>

#include "support/shown.h"
#include "support/test.h"

enum { OUT_MAX = 1 << 20 };

static const struct row_set all = {{UINT64_MAX, UINT64_MAX}};

struct fixture {
    struct ansi ansi;
    struct screen wanted;
    struct ansi_book book;
    struct bytes out;
};

/* A blank screen that the terminal shows already. */
static void fixture_init(struct fixture *fixture, int width, int height)
{
    bool is_complete = false;

    fixture->book = (struct ansi_book){0};
    ck_assert_int_eq(ansi_init(&fixture->ansi, width, height), ERR_OK);
    ck_assert_int_eq(screen_init(&fixture->wanted, width, height), ERR_OK);
    bytes_init(&fixture->out, OUT_MAX);
    ck_assert_int_eq(ansi_diff(&fixture->ansi, &fixture->wanted, &all,
                               ansi_book_find(&fixture->book, palette_of(PALETTE_256)), SIZE_MAX,
                               &fixture->out, &is_complete),
                     ERR_OK);
}

static void fixture_release(struct fixture *fixture)
{
    ansi_release(&fixture->ansi);
    ansi_book_release(&fixture->book);
    screen_release(&fixture->wanted);
    bytes_release(&fixture->out);
}

/* Draws one whole frame. */
static void draw(struct fixture *fixture)
{
    const struct screen *wanted = &fixture->wanted;
    bool is_complete = false;

    bytes_clear(&fixture->out, OUT_MAX);
    ck_assert_int_eq(ansi_diff(&fixture->ansi, wanted, &all,
                               ansi_book_find(&fixture->book, palette_of(PALETTE_256)), SIZE_MAX,
                               &fixture->out, &is_complete),
                     ERR_OK);
    ck_assert(is_complete);
    expect_shown_cells(&fixture->ansi.shown, wanted);
}

static size_t count_of(const struct bytes *bytes, uint8_t sought)
{
    size_t count = 0;

    for (size_t i = 0; i < bytes->length; i++)
        count += bytes->data[i] == sought;
    return count;
}

/* A room comes into view: walls and floor by turns on every row. */
TEST(each_colour_is_asked_for_once)
{
    static const char *const room[] = {"#######", "#.....#", "#..<..#", "#.....#", "#######"};
    struct fixture fixture;

    fixture_init(&fixture, 80, 24);
    for (int y = 0; y < 5; y++) {
        for (int x = 0; x < 7; x++) {
            char tile = room[y][x];
            enum role role = tile == '#' ? ROLE_WALL : tile == '.' ? ROLE_FLOOR : ROLE_STAIRS;
            screen_put(&fixture.wanted, 5 + x, 5 + y, (uint32_t)tile, role);
        }
    }
    draw(&fixture);
    ck_assert_uint_eq(count_of(&fixture.out, 'm'), 3);
    /* Up one wall and down the other, not from side to side. */
    ck_assert_uint_lt(fixture.out.length, 130);
    fixture_release(&fixture);
}

/* More runs than are put in order at once: each band asks for its colours once. */
TEST(the_largest_screen_is_drawn_in_bands)
{
    enum { WIDTH = SCREEN_WIDTH_MAX, HEIGHT = SCREEN_HEIGHT_MAX };
    struct fixture fixture;

    fixture_init(&fixture, WIDTH, HEIGHT);
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        screen_put(&fixture.wanted, i % WIDTH, i / WIDTH, 'a', i % 2 == 0 ? ROLE_WALL : ROLE_FLOOR);
    draw(&fixture);
    ck_assert_uint_le(count_of(&fixture.out, 'm'), HEIGHT);
    fixture_release(&fixture);
}

/* Cells to the right of an erased stretch may have any look, even one that erasing does not fit. */
TEST(nothing_is_printed_where_will_be_erased)
{
    struct fixture fixture;

    fixture_init(&fixture, 80, 24);
    for (enum role role = ROLE_BLANK; role < ROLE_COUNT; role++) {
        screen_fill(&fixture.wanted, 10, 5, 40, '#', role);
        draw(&fixture);
        screen_fill(&fixture.wanted, 10, 5, 40, ' ', ROLE_BLANK);
        screen_put(&fixture.wanted, 48, 5, '@', ROLE_SELF);
        screen_put(&fixture.wanted, 49, 5, 'x', ROLE_STATUS);
        draw(&fixture);
        ck_assert_uint_eq(count_of(&fixture.out, 'K'), 1);
        const uint8_t *erasing = memchr(fixture.out.data, 'K', fixture.out.length);
        const uint8_t *printed = memchr(fixture.out.data, '@', fixture.out.length);
        ck_assert_msg(printed > erasing, "role %d", (int)role);
    }
    fixture_release(&fixture);
}
