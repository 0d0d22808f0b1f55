/*
 * A disk that has refused every save for ten minutes closes the door: whoever comes then is told
 * so, is counted, and gets no further; a minute earlier they got in.
 */
#include <check.h>
#include <string.h>

#include "hall.h"
#include "support/suite.h"

static struct hall hall;
static struct guest guest;

static uint64_t closed(void)
{
    return metrics_value(&hall.server.metrics, METRIC_LOGINS, METRIC_LOGIN_CLOSED);
}

static void fail_since(uint64_t ms)
{
    hall.server.clock_ahead_ms += ms;
    server_touch_clock(&hall.server);
    hall.server.save_watch.is_failing = true;
    hall.server.save_watch.failing_since_ms = hall.server.now_ms - ms;
    hall.server.save_watch.told_at_ms = hall.server.now_ms;
}

START_TEST(nobody_gets_in_after_ten_minutes_and_that_is_counted)
{
    hall_open(&hall);
    guest_open(&guest, &hall, GUEST_MUTE, "ada");
    fail_since(SAVE_WATCH_CLOSE_MS - 60 * 1000);
    ck_assert_msg(guest_enter(&guest), "she is turned away early");
    guest_close(&guest);
    ck_assert_uint_eq(closed(), 0);

    guest_open(&guest, &hall, GUEST_MUTE, "brom");
    fail_since(SAVE_WATCH_CLOSE_MS);
    guest_type(&guest, "brom\r\n");
    ck_assert_uint_eq(closed(), 1);
    ck_assert_msg(!guest_enter(&guest), "he gets in");
    ck_assert_uint_eq(closed(), 1);
    guest_close(&guest);

    /* It is open again as soon as the disk is well. */
    hall.server.save_watch.is_failing = false;
    guest_open(&guest, &hall, GUEST_MUTE, "cyd");
    ck_assert(guest_enter(&guest));
    ck_assert_uint_eq(closed(), 1);
    guest_close(&guest);
    hall_close(&hall);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("closed");

    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, nobody_gets_in_after_ten_minutes_and_that_is_counted);
    return suite_run("closed", tcase);
}
