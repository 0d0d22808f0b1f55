/*
 * A page whose line was lost comes back by its token: once, to the same body, with the lines that
 * it missed; and by none that is spent, old, or of somebody who was sent away.
 */
#include <stdio.h>
#include <string.h>

#include "page_fixture.h"
#include "server/game/roster.h"
#include "server/net/conn.h"
#include "server/session/auth/resume.h"
#include "server/session/session.h"
#include "support/test.h"

enum { ADA, BROM, CORA, TOKEN_SIZE = 33 };

static struct page_fixture fixture;

static void set_up(void)
{
    page_fixture_open(&fixture);
    /* Each refusal is a wrong password. */
    fixture.server->base.options.failures_per_address = 0;
    fixture.server->base.options.failures_per_name = 0;
}

static void tear_down(void)
{
    page_fixture_close(&fixture);
}

/* The newest that the page was told. */
static void take_token(int page, char out[TOKEN_SIZE])
{
    char text[200] = "";
    int seconds = 0;

    page_expect(&fixture, page, "Session.Token {");
    page_copy(&fixture, page, "Session.Token {", text, sizeof text);
    ck_assert_msg(sscanf(text, "Session.Token {\"token\":\"%32[0-9a-f]\",\"seconds\":%d}", out,
                         &seconds) == 2,
                  "%s", text);
    ck_assert_uint_eq(strlen(out), TOKEN_SIZE - 1);
    ck_assert_int_eq(seconds, 12 * 60 * 60);
}

static void show_token(int page, const char *token, unsigned line)
{
    char message[128];

    page_call(&fixture, page);
    page_expect(&fixture, page, "\"state\":\"name\"");
    snprintf(message, sizeof message, "Session.Resume {\"token\":\"%s\",\"line\":%u}", token, line);
    page_send_text(&fixture, page, message);
}

static void expect_refusal(int page, const char *token)
{
    show_token(page, token, 1);
    page_expect(&fixture, page, "{\"text\":\"Please log in again.\",\"good\":false}");
    page_expect(&fixture, page, "\"state\":\"name\"");
}

static void lose(int page)
{
    page_hang_up(&fixture, page);
    page_pass(&fixture, 5);
}

/* Lets time pass, for the clocks of sessions too. */
static void wait_ms(uint64_t ms)
{
    fixture.server->base.clock_ahead_ms += ms;
    page_pass(&fixture, 60);
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_lost_page_goes_on_in_the_same_body_and_silently)
{
    char token[TOKEN_SIZE];
    char next[TOKEN_SIZE];

    page_enter(&fixture, BROM, "brom");
    page_enter(&fixture, ADA, "ada");
    take_token(ADA, token);
    body_id body = page_session(&fixture, "Ada")->actor;
    lose(ADA);
    show_token(ADA, token, fixture.pages[ADA].model.line_next - 1);
    page_expect(&fixture, ADA,
                "Session.Begin {\"name\":\"Ada\",\"guest\":false,\"takeover\":true,"
                "\"resumed\":true");
    page_await_map(&fixture, ADA);
    ck_assert_uint_eq(page_session(&fixture, "Ada")->actor, body);
    ck_assert(!page_model_has_line(&fixture.pages[ADA].model, "Welcome"));
    take_token(ADA, next);
    ck_assert_str_ne(token, next);
    expect_refusal(CORA, token);
    ck_assert_msg(!fixture.pages[ADA].is_over, "a spent token ends nobody");
}

TEST(a_page_that_seems_to_be_there_still_is_detached_first)
{
    char token[TOKEN_SIZE];

    page_enter(&fixture, BROM, "brom");
    page_enter(&fixture, ADA, "ada");
    take_token(ADA, token);
    page_forget(&fixture, BROM);
    show_token(CORA, token, 1);
    page_expect(&fixture, CORA, "\"resumed\":true");
    ck_assert_uint_eq(
        metrics_value(&fixture.server->base.metrics, METRIC_LOGINS, METRIC_LOGIN_RESUMED), 1);
    page_expect_end(&fixture, ADA);
    ck_assert_int_eq(page_ended_by(&fixture, ADA), WIRE_END_TAKEN_OVER);
    page_pass(&fixture, 5);
    ck_assert(!page_model_has_line(&fixture.pages[BROM].model, "Ada"));
    ck_assert(!page_model_has_line(&fixture.pages[CORA].model, "You were away"));
}

TEST(the_lines_that_were_missed_come_with_their_numbers)
{
    char token[TOKEN_SIZE];
    char last[2][PAGE_MODEL_LINE_SIZE];
    char typed[16];

    page_enter(&fixture, ADA, "ada");
    take_token(ADA, token);
    for (int i = 0; i < 30; i++) {
        snprintf(typed, sizeof typed, "mumble%d", i);
        page_type(&fixture, ADA, typed);
        page_expect_mark(&fixture, ADA);
        page_pass(&fixture, 6);
    }
    const struct page_model *model = &fixture.pages[ADA].model;
    uint32_t next = model->line_next;
    for (int i = 0; i < 2; i++)
        memcpy(last[i], model->lines[model->line_count - 2 + i].text, sizeof last[i]);
    lose(ADA);
    wait_ms(40 * 1000);
    show_token(ADA, token, next - 3);
    page_expect_line(&fixture, ADA, "You were away 4");
    ck_assert_str_eq(model->lines[0].text, last[0]);
    ck_assert_str_eq(model->lines[1].text, last[1]);
    ck_assert_ptr_nonnull(strstr(model->lines[2].text, "You were away 4"));
    ck_assert_uint_eq(model->line_next, next + 1 + (uint32_t)model->line_count - 3);
    take_token(ADA, token);
    lose(ADA);
    show_token(ADA, token, 0);
    page_await_map(&fixture, ADA);
    ck_assert_int_le(model->line_count, 21);
    ck_assert_int_ge(model->line_count, 3);
}

TEST(without_the_body_it_enters_anew)
{
    char token[TOKEN_SIZE];

    page_enter(&fixture, ADA, "ada");
    take_token(ADA, token);
    lose(ADA);
    fixture.server->base.options.link_death_page_seconds = 0;
    wait_ms(1000);
    page_pass(&fixture, 120);
    ck_assert_uint_eq(fixture.server->game.roster->playing, 0);
    show_token(ADA, token, 100);
    page_expect(&fixture, ADA, "\"takeover\":false,\"resumed\":false");
    page_expect_line(&fixture, ADA, "Welcome back, Ada.");
    expect_refusal(CORA, token);
}

TEST(a_page_keeps_its_body_longer_than_a_terminal)
{
    page_enter(&fixture, ADA, "ada");
    lose(ADA);
    wait_ms(100 * 1000);
    page_pass(&fixture, 120);
    ck_assert_uint_eq(fixture.server->game.roster->playing, 1);
    wait_ms(90 * 1000);
    page_pass(&fixture, 120);
    ck_assert_uint_eq(fixture.server->game.roster->playing, 0);
}

TEST(what_is_no_token_is_refused_in_the_same_words)
{
    static const char *const tokens[] = {
        "0",
        "00000000000000000000000000000000",
        "0000000000000000000000000000000000",
        "zz",
    };

    page_enter(&fixture, ADA, "ada");
    for (size_t i = 0; i < sizeof tokens / sizeof tokens[0]; i++)
        expect_refusal(BROM, tokens[i]);
}

TEST(wrong_tokens_count_as_wrong_passwords)
{
    page_call(&fixture, ADA);
    page_expect(&fixture, ADA, "\"state\":\"name\"");
    for (int i = 0; i < 3; i++)
        page_send_text(&fixture, ADA, "Session.Resume {\"token\":\"00\",\"line\":3}");
    page_expect_end(&fixture, ADA);
    ck_assert_int_eq(page_ended_by(&fixture, ADA), WIRE_END_MISUSE);
    fixture.server->base.options.failures_per_address = 3;
    show_token(ADA, "00", 1);
    page_expect(&fixture, ADA, "Too many wrong passwords from you: please wait");
}

TEST(a_token_is_new_every_hour_and_good_for_half_a_day)
{
    char first[TOKEN_SIZE];
    char second[TOKEN_SIZE];

    page_enter(&fixture, ADA, "ada");
    take_token(ADA, first);
    page_forget(&fixture, ADA);
    wait_ms(RESUME_EVERY_MS);
    page_pass(&fixture, 120);
    take_token(ADA, second);
    expect_refusal(BROM, first);
    lose(ADA);
    wait_ms(RESUME_GOOD_MS + 1000);
    expect_refusal(BROM, second);
}

/* Each of these makes the token worthless. */
static void log_in_elsewhere(void)
{
    page_return(&fixture, BROM, "ada");
    lose(BROM);
}

static void quit(void)
{
    page_type(&fixture, ADA, "quit");
    page_expect_end(&fixture, ADA);
}

static void order(const char *line)
{
    page_enter(&fixture, BROM, "brom");
    page_session(&fixture, "Brom")->role = ACCOUNT_ROLE_ADMIN;
    page_type(&fixture, BROM, line);
    page_expect_mark(&fixture, BROM);
    page_pass(&fixture, 20);
}

static void kick(void)
{
    order("@kick ada");
}

static void kick_a_lost_one(void)
{
    lose(ADA);
    order("@kick ada");
}

static void ban(void)
{
    order("@ban ada for good");
}

static void ban_a_lost_one(void)
{
    lose(ADA);
    order("@ban ada for good");
}

static void forget(void)
{
    order("@forget ada");
    page_pass(&fixture, 60);
}

static void change_password(void)
{
    static const char *const answers[] = {"correct horse", "another horse", "another horse"};
    static const char *const asked[] = {"Your password now", "The new one (8", "once more"};

    page_type(&fixture, ADA, "password");
    for (int i = 0; i < 3; i++) {
        page_expect(&fixture, ADA, asked[i]);
        page_type(&fixture, ADA, answers[i]);
    }
    page_expect_line(&fixture, ADA, "Your password is changed.");
}

static const struct {
    const char *what;
    void (*happen)(void);
} ends[] = {
    {"quit", quit},
    {"kick", kick},
    {"kick_lost", kick_a_lost_one},
    {"ban", ban},
    {"ban_lost", ban_a_lost_one},
    {"forget", forget},
    {"password", change_password},
    {"login", log_in_elsewhere},
};

TEST_EACH(a_token_ends_with_what_happens_to_its_player, sizeof ends / sizeof ends[0])
{
    char token[TOKEN_SIZE];

    page_enter(&fixture, ADA, "ada");
    take_token(ADA, token);
    ends[_i].happen();
    expect_refusal(CORA, token);
}

TEST(a_new_password_comes_with_a_new_token)
{
    char token[TOKEN_SIZE];

    page_enter(&fixture, ADA, "ada");
    page_forget(&fixture, ADA);
    change_password();
    take_token(ADA, token);
    lose(ADA);
    show_token(ADA, token, 1);
    page_expect(&fixture, ADA, "\"resumed\":true");
}

TEST(of_two_that_show_a_token_at_once_one_comes_in)
{
    char token[TOKEN_SIZE];
    char message[128];

    page_enter(&fixture, ADA, "ada");
    take_token(ADA, token);
    lose(ADA);
    snprintf(message, sizeof message, "Session.Resume {\"token\":\"%s\",\"line\":0}", token);
    for (int page = BROM; page <= CORA; page++) {
        page_call(&fixture, page);
        page_expect(&fixture, page, "\"state\":\"name\"");
    }
    for (int page = BROM; page <= CORA; page++)
        page_send_text(&fixture, page, message);
    page_pass(&fixture, 60);
    ck_assert_int_eq(
        page_has(&fixture, BROM, "Session.Begin") + page_has(&fixture, CORA, "Session.Begin"), 1);
    ck_assert_int_eq(page_has(&fixture, BROM, "Please log in again.") +
                         page_has(&fixture, CORA, "Please log in again."),
                     1);
}

/* How to stay for good was told when play began, and is among the lines that are told again. */
TEST(a_guest_resumes_too)
{
    char token[TOKEN_SIZE];

    page_call(&fixture, ADA);
    page_expect(&fixture, ADA, "\"state\":\"name\"");
    page_send_text(&fixture, ADA, "Session.Guest {}");
    page_await_map(&fixture, ADA);
    take_token(ADA, token);
    lose(ADA);
    uint32_t next = fixture.pages[ADA].model.line_next;
    show_token(ADA, token, next - 1);
    page_expect(&fixture, ADA, "\"guest\":true,\"takeover\":true,\"resumed\":true");
    page_pass(&fixture, 10);
    ck_assert(!page_model_has_line(&fixture.pages[ADA].model, "claim NAME."));
}
