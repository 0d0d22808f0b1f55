/*
 * How often a screen shows what others do, by the load.
 */
#include "server/session/session_queue.h"

#include "support/test.h"

enum { TICK_MS = 20, TICK_US = TICK_MS * 1000, SECOND = 1000 / TICK_MS };

static struct frame_pace pace;

static void set_up(void)
{
    pace = (struct frame_pace){.sum = 0};
}

/* So many ticks that each work for that share of their time, in hundredths. */
static void work(unsigned percent, int ticks)
{
    for (int i = 0; i < ticks; i++)
        frame_pace_note(&pace, (uint64_t)percent * TICK_US / 100, TICK_US);
}

static unsigned interval_ms(void)
{
    return frame_pace_interval(&pace, 1);
}

TEST_FIXTURE(set_up, NULL);

TEST(the_interval_follows_from_the_load)
{
    static const struct {
        unsigned percent;
        unsigned interval_ms;
    } rows[] = {{0, 50},   {9, 50},   {10, 100}, {34, 100}, {35, 200},
                {59, 200}, {60, 400}, {99, 400}, {300, 400}};

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        set_up();
        work(rows[i].percent, FRAME_PACE_TICKS);
        ck_assert_uint_eq(interval_ms(), rows[i].interval_ms);
    }
}

TEST(the_load_is_the_average_of_the_last_ticks)
{
    work(100, FRAME_PACE_TICKS);
    work(20, FRAME_PACE_TICKS / 2);
    ck_assert_uint_eq(frame_pace_load(&pace), 600);
    work(20, FRAME_PACE_TICKS / 2);
    ck_assert_uint_eq(frame_pace_load(&pace), 200);
}

TEST(one_long_tick_changes_nothing)
{
    work(1, FRAME_PACE_TICKS);
    work(5000, 1);
    ck_assert_uint_eq(interval_ms(), 50);
}

TEST(the_interval_shrinks_by_a_step_a_second)
{
    work(100, FRAME_PACE_TICKS);
    pace.sum = 0;
    for (int i = 0; i < FRAME_PACE_TICKS; i++)
        pace.loads[i] = 0;
    work(0, SECOND - 1);
    ck_assert_uint_eq(interval_ms(), 400);
    work(0, 1);
    ck_assert_uint_eq(interval_ms(), 200);
    work(0, SECOND);
    ck_assert_uint_eq(interval_ms(), 100);
    work(0, SECOND);
    ck_assert_uint_eq(interval_ms(), 50);
    work(0, SECOND);
    ck_assert_uint_eq(interval_ms(), 50);
}

TEST(a_load_that_comes_back_begins_the_second_again)
{
    work(20, FRAME_PACE_TICKS);
    for (int i = 0; i < 4; i++) {
        work(0, SECOND - 1);
        ck_assert_uint_eq(interval_ms(), 100);
        work(20, FRAME_PACE_TICKS);
    }
}

TEST(an_interval_is_never_cut_short_by_long_ticks)
{
    ck_assert_uint_eq(frame_pace_interval(&pace, 10), 5);
    ck_assert_uint_eq(frame_pace_interval(&pace, 20), 3);
    ck_assert_uint_eq(frame_pace_interval(&pace, 50), 1);
    ck_assert_uint_eq(frame_pace_interval(&pace, 1000), 1);
}

TEST(frames_have_half_a_tick)
{
    ck_assert_uint_eq(frame_pace_budget_us(TICK_US), TICK_US / 2);
}
