/*
 * The limits on talk and lines hold for a player, however often they log in again.
 */
#include <check.h>
#include <string.h>

#include "hall.h"
#include "server/session/commands/reach.h"
#include "server/session/commands/house.h"
#include "server/session/commands/saved.h"
#include "support/test.h"

static struct hall hall;
static struct guest guests[2];
static struct guest *ada;

static void set_up(void)
{
    hall_open(&hall);
    ada = &guests[0];
}

static void tear_down(void)
{
    guest_close(&guests[0]);
    guest_close(&guests[1]);
    hall_close(&hall);
}

static void enter(const char *name)
{
    guest_join(ada, &hall, GUEST_MUTE, name);
    guest_forget(ada);
}

/* Types the line and waits for one of two answers: true if it is `yes`. */
static bool is_answered(const char *line, const char *yes, const char *no)
{
    guest_forget(ada);
    guest_type(ada, line);
    hall_pass(&hall, 20);
    for (int i = 0; i < HALL_WAIT_TURNS && !guest_hears(ada, yes); i++) {
        if (guest_hears(ada, no))
            return false;
        hall_wait(&hall);
    }
    ck_assert_msg(guest_hears(ada, yes), "%s: %s", line, ada->heard);
    return true;
}

/* True if it may be said. */
static bool says_something(void)
{
    return is_answered("say hello\r\n", "You say", "You talk too fast.");
}

static int talk_until_too_fast(void)
{
    int said = 0;

    while (said < 2 * CHAT_LINES_MAX && says_something())
        said++;
    return said;
}

TEST_FIXTURE(set_up, tear_down);

/* The line breaks, the player quits, and a newer login takes over: none is a new beginning. */
TEST(talk_is_limited_over_visits)
{
    int limit = hall.server.base.options.chat_lines;

    enter("ada");
    ck_assert_int_eq(talk_until_too_fast(), limit);
    guest_close(ada);
    hall_pass(&hall, 20);
    enter("ada");
    ck_assert_msg(!says_something(), "after a line that broke");
    guest_type(ada, "quit\r\n");
    guest_wait_state(ada, SESSION_CLOSED);
    guest_close(ada);
    enter("ada");
    ck_assert_msg(!says_something(), "after she quit");
    ada = &guests[1];
    enter("ada");
    ck_assert_msg(!says_something(), "after a newer login");

    /* The new visit waits until the same time as the first. */
    hall_pass(&hall, CHAT_WINDOW_MS);
    ck_assert(says_something());
    guest_close(ada);
    hall_pass(&hall, 20);
    enter("brom");
    ck_assert_int_eq(talk_until_too_fast(), limit);
}

/* The end of her visit: the line breaks, or she quits. */
static void come_again(bool by_quitting)
{
    if (by_quitting) {
        guest_type(ada, "quit\r\n");
        guest_wait_state(ada, SESSION_CLOSED);
    }
    guest_close(ada);
    hall_pass(&hall, 20);
    enter("ada");
}

static void do_word(const char *line, const char *answer)
{
    guest_forget(ada);
    guest_type(ada, line);
    hall_pass(&hall, 20);
    guest_expect(ada, answer);
}

TEST(a_player_reports_once_a_minute_over_visits)
{
    static const char report[] = "bug a door is shut\r\n";

    enter("ada");
    do_word(report, "Thank you.");
    for (int visit = 0; visit < 3; visit++) {
        come_again(visit == 1);
        do_word(report, "You reported something");
    }
    hall_pass(&hall, BUG_PAUSE_MS);
    do_word(report, "Thank you.");
}

/* When she last asked to be saved, after asking once more if `line` is not NULL. */
static uint64_t wished_at(const char *line)
{
    if (line != NULL) {
        guest_type(ada, line);
        hall_pass(&hall, 20);
    }
    return guest_session(ada)->commands.saved.wished_at_ms;
}

/* The pause is shorter than a login may take: only since when it runs is looked at. */
TEST(the_pause_between_two_wishes_to_save_runs_on_over_visits)
{
    enter("ada");
    uint64_t first = wished_at("save\r\n");
    ck_assert_uint_gt(first, 0);
    for (int visit = 0; visit < 3; visit++) {
        come_again(visit == 1);
        ck_assert_uint_eq(wished_at(NULL), first);
    }
    hall_pass(&hall, SAVED_PAUSE_MS);
    uint64_t second = wished_at("save\r\n");
    ck_assert_uint_gt(second, first);
    guest_forget(ada);
    ck_assert_uint_eq(wished_at("save\r\n"), second);
    guest_expect(ada, "You saved a moment ago.");
}

static int ask_until_too_fast(void)
{
    int asked = 0;

    while (asked < 100 && is_answered("hp\r\n", "health", "Too fast"))
        asked++;
    return asked;
}

TEST(lines_are_limited_over_visits)
{
    hall.server.base.options.lines_per_second = 1;
    enter("ada");
    int first = ask_until_too_fast();
    ck_assert_int_ge(first, 30);
    guest_close(ada);
    hall_pass(&hall, 20);
    enter("ada");
    int second = ask_until_too_fast();
    ck_assert_msg(second < first / 2, "%d lines, then %d", first, second);
    guest_close(ada);
    hall_pass(&hall, 60 * 1000);
    enter("ada");
    ck_assert_int_ge(ask_until_too_fast(), 30);
}

TEST(of_too_many_the_oldest_is_let_go)
{
    struct allowances *allowances = &hall.server.allowances;

    enter("ada");
    struct session *session = guest_session(ada);
    int64_t own_id = session->account.id;
    for (int64_t id = 1; id <= ALLOWANCES_MAX + 1; id++) {
        session->account.id = id;
        hall.server.base.now_ms++;
        session->commands.chat.budget.sent = (uint32_t)id;
        allowance_keep(session);
        allowance_keep(session);
    }
    session->account.id = 1;
    session->commands.chat.budget.sent = 0;
    allowance_take(session);
    ck_assert_uint_eq(session->commands.chat.budget.sent, 0);
    for (int64_t id = 2; id <= ALLOWANCES_MAX + 1; id++) {
        session->account.id = id;
        allowance_take(session);
        ck_assert_uint_eq(session->commands.chat.budget.sent, (uint32_t)id);
    }
    for (size_t i = 0; i < ALLOWANCES_MAX; i++)
        ck_assert_int_eq(allowances->slots[i].account_id, 0);
    session->account.id = own_id;
}
