/*
 * Which key a frame answers: the cursor is followed through all that the server's own writer makes
 * of a screen, and its way tells the key.
 */
#include "server/tools/swarm/answers.h"

#include <string.h>

#include "base/bytes.h"
#include "base/rng.h"
#include "support/test.h"
#include "term/ansi.h"

enum { WEST = 0, SOUTH = 1, NORTH = 2, EAST = 3, FRAMES = 3000, CHANGES_MAX = 30, OUT_MAX = 65536 };

static struct cursor cursor;
static struct typed typed;

static void set_up(void)
{
    cursor = (struct cursor){0};
    typed = (struct typed){0};
}

static void take(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        cursor_take(&cursor, (uint8_t)text[i]);
}

static void type(int way, uint64_t due_us)
{
    ck_assert_uint_eq(typed_add(&typed, way, due_us), 0);
}

static void expect(struct typed_answer answer, uint64_t due_us, int silent, int unclear)
{
    ck_assert_uint_eq(answer.due_us, due_us);
    ck_assert_int_eq(answer.silent, silent);
    ck_assert_int_eq(answer.unclear, unclear);
}

TEST_FIXTURE(set_up, NULL);

TEST(the_cursor_is_where_the_writer_left_it_after_any_frame)
{
    struct ansi_book book = {0};
    const struct ansi_looks *looks = ansi_book_find(&book, palette_of(PALETTE_256));
    const struct row_set all = row_set_all();
    struct ansi ansi;
    struct screen screen;
    struct bytes out;
    struct rng rng;

    ck_assert_ptr_nonnull(looks);
    ck_assert_int_eq(ansi_init(&ansi, 80, 24), ERR_OK);
    ck_assert_int_eq(screen_init(&screen, 80, 24), ERR_OK);
    bytes_init(&out, OUT_MAX);
    rng_init(&rng, 5);
    screen.cursor_shown = true;
    for (int i = 0; i < FRAMES; i++) {
        bool is_complete;
        int changes = (int)rng_below(&rng, CHANGES_MAX);
        for (int j = 0; j < changes; j++)
            screen_put(&screen, (int)rng_below(&rng, 80), (int)rng_below(&rng, 24),
                       rng_below(&rng, 2) == 0 ? '#' : 0xB7,
                       (enum role)rng_below(&rng, ROLE_COUNT));
        screen.cursor = pos_of((int)rng_below(&rng, 80), (int)rng_below(&rng, 24));
        out.length = 0;
        ck_assert_int_eq(ansi_diff(&ansi, &screen, &all, looks, OUT_MAX, &out, &is_complete),
                         ERR_OK);
        take((const char *)out.data, out.length);
        ck_assert_int_eq(cursor.x, screen.cursor.x);
        ck_assert_int_eq(cursor.y, screen.cursor.y);
    }
    ansi_book_release(&book);
    ansi_release(&ansi);
    screen_release(&screen);
    bytes_release(&out);
}

TEST(only_text_below_the_map_is_of_the_log)
{
    static const char map[] = "\x1b[5;7H##\x1b[20;1Hhere\x1b[24;3H\x1b[5;9H";
    static const char log[] = "\x1b[21;1HA wall.\x1b[5;9H";

    take(map, sizeof map - 1);
    ck_assert(!cursor.has_reported);
    take(log, sizeof log - 1);
    ck_assert(cursor.has_reported);
    ck_assert_int_eq(cursor.x, 8);
    ck_assert_int_eq(cursor.y, 4);
}

TEST(a_key_that_waits_is_told_in_the_status_row)
{
    static const char others[] = "\x1b[20;1HAda  3 near\x1b[5;9Hnext: \x1b[5;9H";
    static const char waits[] = "\x1b[20;30H nnext: step\x1b[5;9H";

    take(others, sizeof others - 1);
    ck_assert(!cursor.has_reported);
    take(waits, sizeof waits - 1);
    ck_assert(cursor.has_reported);
}

TEST(a_late_frame_answers_the_key_that_it_shows)
{
    type(EAST, 10);
    type(SOUTH, 20);
    expect(typed_answer(&typed, 1, 0), 10, 0, 0);
    expect(typed_answer(&typed, 0, 1), 20, 0, 0);
    ck_assert_int_eq(typed.count, 0);
}

TEST(a_key_before_the_one_that_is_shown_was_silent)
{
    type(EAST, 10);
    type(WEST, 20);
    expect(typed_answer(&typed, -1, 0), 20, 1, 0);
    ck_assert_int_eq(typed.count, 0);
}

TEST(two_steps_in_one_frame_count_from_the_first)
{
    type(EAST, 10);
    type(SOUTH, 20);
    type(SOUTH, 30);
    expect(typed_answer(&typed, 1, 1), 10, 0, 0);
    ck_assert_int_eq(typed.count, 1);
}

TEST(what_nobody_can_tell_is_no_sample)
{
    type(EAST, 10);
    type(WEST, 20);
    expect(typed_answer(&typed, 0, 0), 0, 0, 2);
    type(EAST, 30);
    expect(typed_answer(&typed, 17, 0), 30, 0, 0);
    expect(typed_answer(&typed, 1, 0), 0, 0, 0);
}

TEST(the_oldest_key_goes_when_there_are_too_many)
{
    for (uint64_t i = 1; i <= TYPED_MAX; i++)
        type(NORTH, i);
    ck_assert_uint_eq(typed_add(&typed, NORTH, 100), 1);
    expect(typed_answer(&typed, 0, -1), 2, 0, 0);
}

TEST(every_way_leads_back)
{
    for (int way = 0; way < TYPED_WAYS; way++) {
        type(way, 1);
        type(typed_way_back(way), 2);
        ck_assert_int_eq(typed_way_back(typed_way_back(way)), way);
        expect(typed_answer(&typed, 0, 0), 0, 0, 2);
    }
    type(EAST, 1);
    type(typed_way_back(EAST), 2);
    type(NORTH, 3);
    expect(typed_answer(&typed, 0, -1), 3, 2, 0);
}

TEST(the_status_row_tells_of_health_and_danger)
{
    static const char first[] = "\x1b[20;1HAda L1 HP 18/20 Depth 1\x1b[K";
    static const char later[] = "\x1b[20;12H7\x1b[20;24H WAITING";
    static const char calm[] = "\x1b[20;24H\x1b[K";

    ck_assert_int_eq(cursor_read(&cursor).health_max, 0);
    take(first, sizeof first - 1);
    ck_assert_int_eq(cursor_read(&cursor).health, 18);
    ck_assert_int_eq(cursor_read(&cursor).health_max, 20);
    ck_assert(!cursor_read(&cursor).is_in_danger);
    take(later, sizeof later - 1);
    ck_assert_int_eq(cursor_read(&cursor).health, 17);
    ck_assert(cursor_read(&cursor).is_in_danger);
    take(calm, sizeof calm - 1);
    ck_assert(!cursor_read(&cursor).is_in_danger);
}
