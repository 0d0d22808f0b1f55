/*
 * How often a client is told to show or to hide what is typed. Some clients give up hiding once
 * they were told five times, each time less than five seconds after the last: no login comes to
 * that, nor does a player who changes the password right behind one.
 */
#include <check.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "hall.h"
#include "operator.h"
#include "server/session/auth/own_password.h"
#include "support/test.h"

enum { TURNS_MAX = 4, MARGIN_MS = 1500, HOUR_MS = 3600000 };

static const char password[] = "correct horse";

static struct hall hall;
static struct guest ada;
static int turns;

static void set_up(void)
{
    hall_open(&hall);
}

static void tear_down(void)
{
    guest_close(&ada);
    hall_close(&hall);
}

/* Counts the turns that have come, and forgets them. */
static void count_turns(void)
{
    static const char *const signs[] = {"\xff\xfb\x01", "\xff\xfc\x01"};

    guest_hear(&ada);
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        const char *at = ada.heard;
        while ((at = strstr(at, signs[i])) != NULL) {
            turns++;
            at += strlen(signs[i]);
        }
    }
    guest_forget(&ada);
}

static void type(const char *line)
{
    guest_type(&ada, line);
    guest_type(&ada, "\r\n");
}

static void open_line(enum guest_kind kind)
{
    turns = 0;
    guest_open(&ada, &hall, kind, "ada");
    guest_expect(&ada, "Name: ");
    count_turns();
    type("ada");
}

static void be_in(void)
{
    guest_wait_state(&ada, SESSION_PLAYING);
    while (guest_session(&ada)->present.is_typing_hidden)
        hall_wait(&hall);
    count_turns();
    ck_assert_int_ge(turns, 2);
    ck_assert_int_le(turns, TURNS_MAX);
}

static void make_player(enum guest_kind kind)
{
    open_line(kind);
    guest_expect(&ada, "(yes/no) ");
    type("yes");
    guest_expect(&ada, "Choose a password");
    count_turns();
    type(password);
    guest_expect(&ada, "Once more: ");
    type(password);
    be_in();
}

static void come_back(enum guest_kind kind, int wrong)
{
    guest_close(&ada);
    hall_pass(&hall, HOUR_MS); /* wrong passwords are forgotten */
    open_line(kind);
    guest_expect(&ada, "Password:");
    for (int i = 0; i < wrong; i++) {
        count_turns();
        type("not the right one");
        guest_expect(&ada, "Wrong password.");
    }
    type(password);
    be_in();
}

static void come_back_by_code(enum guest_kind kind)
{
    char code[64];
    struct peer *line = operator_connect(&hall);
    struct operator_answer answer = operator_ask(&hall, line, "text password ada");
    const char *at = strstr(answer.text, "code  ");

    ck_assert_msg(answer.is_ok && at != NULL, "%s", answer.text);
    at += strspn(at + 4, " ") + 4;
    snprintf(code, sizeof code, "%.*s", (int)strcspn(at, "\n "), at);
    peer_close(line);
    guest_close(&ada);
    hall_wait(&hall);
    open_line(kind);
    guest_expect(&ada, "Password:");
    count_turns();
    type(code);
    guest_expect(&ada, "Choose a password");
    count_turns();
    type(password);
    guest_expect(&ada, "Once more: ");
    type(password);
    be_in();
}

/* Right behind the login, and with what is typed ahead taken for the answer. */
static void change_password(void)
{
    const struct session *session = guest_session(&ada);
    uint64_t told_ms = session->present.typing_sent_ms;
    int before = turns;

    type("password");
    guest_expect(&ada, "so that nothing of it shows.");
    ck_assert(!guest_hears(&ada, "Your password now: "));
    while (!guest_hears(&ada, "Your password now: ")) {
        hall_pass(&hall, 200);
        guest_hear(&ada);
        ck_assert_uint_lt(hall.server.base.now_ms, told_ms + OWN_PASSWORD_APART_MS + MARGIN_MS);
    }
    ck_assert_uint_ge(hall.server.base.now_ms, told_ms + OWN_PASSWORD_APART_MS);
    count_turns();
    ck_assert_int_eq(turns, before + 1);
    type(password);
    guest_expect(&ada, "The new one (8 or more");
    type(password);
    guest_expect(&ada, "The new one once more: ");
    type(password);
    guest_expect(&ada, "Your password is changed.");
}

TEST_FIXTURE(set_up, tear_down);

TEST(no_login_has_more_than_four_turns_and_a_question_behind_it_waits)
{
    static const enum guest_kind kinds[] = {GUEST_LINE, GUEST_MUTE};

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (i == 0)
            make_player(kinds[i]);
        else
            come_back(kinds[i], 0);
        change_password();
        come_back(kinds[i], 0);
        change_password();
        come_back(kinds[i], 2);
        change_password();
        come_back_by_code(kinds[i]);
        change_password();
    }
}

TEST(later_it_is_asked_at_once_and_once_more_only_after_a_while)
{
    make_player(GUEST_LINE);
    hall_pass(&hall, OWN_PASSWORD_APART_MS);
    type("password");
    guest_expect(&ada, "Your password now: ");
    type("");
    guest_expect(&ada, "Your password stays as it is.");
    count_turns();
    change_password();
}

TEST(where_nothing_is_shown_anyway_it_is_asked_at_once)
{
    guest_join(&ada, &hall, GUEST_SCREEN, "ada");
    guest_type(&ada, ":password\r");
    guest_wait_state(&ada, SESSION_PLAYING);
    hall_wait(&hall);
    ck_assert(own_password_is_asking(guest_session(&ada)->auth.own_password));
}
