/*
 * Logins that are closed for lack of a disk or of memory. A disk that has refused every save for
 * ten minutes closes them: a player who comes then is told so, is counted, and gets no further; a
 * minute earlier they got in. A password that could not be compared is no guess. A session in a
 * state that it cannot get into ends.
 */
#include <check.h>
#include <string.h>

#include "hall.h"
#include "server/session/auth/login.h"
#include "support/test.h"

static struct hall hall;
static struct guest guest;

static uint64_t closed(void)
{
    return metrics_value(&hall.server.base.metrics, METRIC_LOGINS, METRIC_LOGIN_CLOSED);
}

static void fail_since(uint64_t ms)
{
    loop_advance_ms(ms);
    base_touch_clock(&hall.server.base);
    hall.server.save_watch.is_failing = true;
    hall.server.save_watch.failing_since_ms = hall.server.base.now_ms - ms;
    hall.server.save_watch.reported_at_ms = hall.server.base.now_ms;
}

TEST(nobody_gets_in_after_ten_minutes_and_that_is_counted)
{
    hall_open(&hall);
    guest_open(&guest, &hall, GUEST_MUTE, "ada");
    fail_since(SAVE_WATCH_CLOSE_MS - 60 * 1000);
    ck_assert_msg(guest_log_in(&guest), "she is turned away early");
    guest_close(&guest);
    ck_assert_uint_eq(closed(), 0);

    guest_open(&guest, &hall, GUEST_MUTE, "brom");
    fail_since(SAVE_WATCH_CLOSE_MS);
    guest_type(&guest, "brom\r\n");
    ck_assert_uint_eq(closed(), 1);
    ck_assert_msg(!guest_log_in(&guest), "he gets in");
    ck_assert_uint_eq(closed(), 1);
    guest_close(&guest);

    /* Logins are open again as soon as the disk is well. */
    hall.server.save_watch.is_failing = false;
    guest_join(&guest, &hall, GUEST_MUTE, "cyd");
    ck_assert_uint_eq(closed(), 1);
    guest_close(&guest);
    hall_close(&hall);
}

/* Somebody gave a name, and what they typed as the password is with a worker. */
static void wait_for_a_worker(const char *name)
{
    guest_open(&guest, &hall, GUEST_MUTE, name);
    hall_pass(&hall, HALL_TICK_MS);
    guest_type(&guest, name);
    guest_type(&guest, "\r\n");
    guest_wait_state(&guest, SESSION_PASSWORD);
    guest_session(&guest)->state = SESSION_WAITING;
}

TEST(a_password_that_could_not_be_compared_is_no_wrong_one)
{
    const struct metrics *metrics = &hall.server.base.metrics;

    hall_open(&hall);
    guest_join(&guest, &hall, GUEST_MUTE, "ada");
    guest_close(&guest);
    wait_for_a_worker("ada");
    login_on_password(&hall.server.sessions, guest.serial, ERR_MEMORY, true, NULL);
    ck_assert_int_eq(guest_state(&guest), SESSION_PASSWORD);
    ck_assert_int_eq(guest_session(&guest)->auth.wrong_passwords, 0);
    ck_assert_uint_eq(metrics_value(metrics, METRIC_LOGINS, METRIC_LOGIN_WRONG_PASSWORD), 0);
    ck_assert_uint_eq(metrics_value(metrics, METRIC_LOGINS, METRIC_LOGIN_BUSY), 1);
    guest_session(&guest)->state = SESSION_WAITING;
    login_on_password(&hall.server.sessions, guest.serial, ERR_NOT_FOUND, true, NULL);
    ck_assert_int_eq(guest_session(&guest)->auth.wrong_passwords, 1);
    guest_close(&guest);
    hall_close(&hall);
}

/* A row changed by hand could hold a time to which a day cannot be added without overflow. */
TEST(what_holds_for_ever_is_never_swept)
{
    struct ruling ruling = {.kind = RULING_MUTE, .subject = "Ada", .who = "x", .detail = "-"};

    hall_open(&hall);
    ruling.until = INT64_MAX;
    ck_assert_int_eq(moderation_put(&hall.server.game.moderation, &ruling), ERR_OK);
    hall_pass(&hall, 1000);
    hall_pass(&hall, 1000);
    ck_assert_int_eq(moderation_count(&hall.server.game.moderation, RULING_MUTE), 1);
    hall_close(&hall);
}

TEST(a_change_of_state_that_no_table_has_ends_that_session_alone)
{
    static struct guest other;

    hall_open(&hall);
    guest_join(&other, &hall, GUEST_LINE, "brom");
    guest_open(&guest, &hall, GUEST_LINE, "ada");
    session_change_state(guest_session(&guest), SESSION_LEAVING);
    ck_assert_uint_eq(hall.server.sessions.wrong_states, 1);
    hall.server.sessions.wrong_states = 0;
    hall_pass(&hall, HALL_TICK_MS);
    ck_assert_ptr_null(guest_conn(&guest));
    ck_assert(guest_is_playing(&other));
    guest_close(&guest);
    guest_close(&other);
    hall_close(&hall);
}
