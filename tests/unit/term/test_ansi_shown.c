/*
 * The cells that a terminal shows come back as they were put, and take two bytes each in play.
 */
#include "term/ansi_shown.h"

#include "content/tile.h"
#include "support/test.h"

enum {
    WIDTH = 80,
    HEIGHT = 24,
    CODE_POINTS = 0x30000, /* further ones are no different */
    HAN = 0x6F22,
};

static struct ansi_shown shown;

static void setup(void)
{
    ck_assert_int_eq(ansi_shown_init(&shown, WIDTH, HEIGHT), ERR_OK);
}

static void teardown(void)
{
    ansi_shown_release(&shown);
}

static void fill(cell *row, uint32_t code_point, enum role role)
{
    for (int x = 0; x < WIDTH; x++)
        row[x] = cell_of(code_point, role);
}

static void write_row(int y, const cell *row)
{
    cell read[WIDTH];

    ck_assert_int_eq(ansi_shown_write_row(&shown, y, row), ERR_OK);
    ansi_shown_read_row(&shown, y, read);
    for (int x = 0; x < WIDTH; x++)
        ck_assert_msg(read[x] == row[x], "%x, not %x", (unsigned int)read[x], (unsigned int)row[x]);
}

static bool is_whole(int y)
{
    return shown.whole != NULL && shown.whole[y] != NULL;
}

TEST_FIXTURE(setup, teardown);

TEST(every_glyph_is_read_as_it_was_written)
{
    cell row[WIDTH];

    for (uint32_t code_point = 0; code_point < CODE_POINTS; code_point++) {
        enum role role = code_point % ROLE_COUNT;
        fill(row, 'x', role);
        row[code_point % WIDTH] = cell_of(code_point, role);
        write_row(0, row);
    }
    for (uint32_t first = 0; first < CODE_POINTS; first += WIDTH) {
        for (uint32_t x = 0; x < WIDTH; x++)
            row[x] = cell_of(first + x, (first + x) % ROLE_COUNT);
        write_row(1, row);
    }
}

TEST(what_is_not_written_stays)
{
    cell blank[WIDTH];
    cell row[WIDTH];

    fill(blank, ' ', ROLE_BLANK);
    fill(row, HAN, ROLE_SPEECH);
    write_row(5, row);
    for (int y = 0; y < HEIGHT; y++) {
        ansi_shown_read_row(&shown, y, row);
        ck_assert_uint_eq(row[WIDTH - 1],
                          cell_of(y == 5 ? HAN : ' ', y == 5 ? ROLE_SPEECH : ROLE_BLANK));
    }
    ansi_shown_clear(&shown);
    ansi_shown_read_row(&shown, 5, row);
    ck_assert_mem_eq(row, blank, sizeof row);
}

TEST(a_row_is_kept_whole_while_it_has_a_glyph_without_a_number)
{
    cell row[WIDTH];

    fill(row, 'x', ROLE_TEXT);
    write_row(3, row);
    ck_assert_ptr_null(shown.whole);
    row[7] = cell_of(HAN, ROLE_TEXT);
    row[8] = cell_of(0, ROLE_TEXT);
    write_row(3, row);
    ck_assert(is_whole(3));
    ck_assert(!is_whole(2));
    row[7] = row[8] = cell_of('y', ROLE_TEXT);
    write_row(3, row);
    ck_assert(!is_whole(3));
}

TEST(what_the_map_draws_has_numbers)
{
    cell row[WIDTH];

    for (enum tile_id tile = 0; tile < TILE_COUNT; tile++) {
        fill(row, tile_row(tile)->glyph_utf8, tile_row(tile)->role);
        write_row(0, row);
        ck_assert_msg(!is_whole(0), "%s", tile_row(tile)->name);
    }
    ck_assert_uint_eq(sizeof *shown.cells, 2);
}

TEST(another_size_is_blank)
{
    cell row[SCREEN_WIDTH_MAX];

    fill(row, HAN, ROLE_TEXT);
    write_row(HEIGHT - 1, row);
    ck_assert_int_eq(ansi_shown_resize(&shown, 1000, 0), ERR_OK);
    ck_assert_int_eq(shown.width, SCREEN_WIDTH_MAX);
    ck_assert_int_eq(shown.height, 1);
    ansi_shown_read_row(&shown, 0, row);
    for (int x = 0; x < SCREEN_WIDTH_MAX; x++)
        ck_assert_uint_eq(row[x], cell_of(' ', ROLE_BLANK));
}
