/*
 * Frames that are due at a later tick: when each is taken, and in which order.
 */
#include "server/session/session_queue.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "support/test.h"

enum { COUNT = 8 };

static struct frame_ring ring;
static struct session_place places[COUNT];

/* The ring looks into no session: a number stands for one. */
static struct session *session_of(int number)
{
    return (struct session *)(uintptr_t)(number + 1);
}

static int number_of(const struct session *session)
{
    return (int)(uintptr_t)session - 1;
}

static void set_up(void)
{
    memset(&ring, 0, sizeof ring);
    memset(places, 0, sizeof places);
    for (int i = 0; i < COUNT; i++)
        places[i].session = session_of(i);
}

static int take(uint64_t tick)
{
    return number_of(frame_ring_take(&ring, tick));
}

TEST_FIXTURE(set_up, NULL);

TEST(each_is_taken_in_its_tick_and_not_before)
{
    static const uint64_t ticks[] = {0, 1, 5, 63};

    for (int i = 0; i < 4; i++)
        frame_ring_put(&ring, &places[i], ticks[i]);
    for (uint64_t tick = 0, next = 0; tick < FRAME_RING_TICKS; tick++) {
        if (next < 4 && ticks[next] == tick)
            ck_assert_int_eq(take(tick), (int)next++);
        ck_assert_int_eq(take(tick), -1);
    }
}

TEST(those_of_a_tick_are_taken_in_the_order_they_came)
{
    for (int i = 0; i < COUNT; i++)
        frame_ring_put(&ring, &places[i], 3);
    for (int i = 0; i < COUNT; i++)
        ck_assert_int_eq(take(3), i);
}

TEST(what_was_left_comes_first_in_the_next_tick)
{
    frame_ring_put(&ring, &places[0], 2);
    frame_ring_put(&ring, &places[1], 1);
    frame_ring_put(&ring, &places[2], 1);
    ck_assert_int_eq(take(1), 1);
    frame_ring_put(&ring, &places[3], 2);
    ck_assert_int_eq(take(2), 2);
    ck_assert_int_eq(take(2), 0);
    ck_assert_int_eq(take(2), 3);
    ck_assert_int_eq(take(2), -1);
}

TEST(a_tick_that_is_over_is_as_good_as_the_next)
{
    ck_assert_int_eq(take(100), -1);
    frame_ring_put(&ring, &places[0], 7);
    ck_assert_int_eq(take(100), -1);
    ck_assert_int_eq(take(101), 0);
}

TEST(a_tick_beyond_the_ring_is_its_last)
{
    frame_ring_put(&ring, &places[0], 1000);
    ck_assert_int_eq(take(FRAME_RING_TICKS - 2), -1);
    ck_assert_int_eq(take(FRAME_RING_TICKS - 1), 0);
}

TEST(who_leaves_is_not_taken)
{
    for (int i = 0; i < 4; i++)
        frame_ring_put(&ring, &places[i], 1);
    session_list_leave(&places[0]);
    session_list_leave(&places[2]);
    session_list_leave(&places[3]);
    session_list_leave(&places[3]);
    ck_assert_int_eq(take(1), 1);
    ck_assert_int_eq(take(1), -1);
}

TEST(nobody_waits_in_two_ticks)
{
    frame_ring_put(&ring, &places[0], 1);
    frame_ring_put(&ring, &places[0], 2);
    ck_assert_int_eq(take(1), -1);
    ck_assert_int_eq(take(2), 0);
    ck_assert_int_eq(take(2), -1);
}
