/*
 * A page that is sent away learns why: whether it may try again, was taken over elsewhere, or is
 * not wanted.
 */
#include "page_fixture.h"
#include "server/net/conn.h"
#include "server/session/auth/account_changes.h"
#include "server/session/deliver.h"
#include "server/session/session.h"
#include "server/session/session_life.h"
#include "support/test.h"

enum { ADA, BROM };

static struct page_fixture fixture;

static void set_up(void)
{
    page_fixture_open(&fixture);
}

static void tear_down(void)
{
    page_fixture_close(&fixture);
}

static void expect_end(int page, enum wire_end why)
{
    page_expect_end(&fixture, page);
    ck_assert_int_eq(page_ended_by(&fixture, page), why);
}

TEST_FIXTURE(set_up, tear_down);

TEST(who_quits_has_quit)
{
    page_enter(&fixture, ADA, "ada");
    page_type(&fixture, ADA, "quit");
    expect_end(ADA, WIRE_END_QUIT);
}

TEST(who_logs_in_elsewhere_was_taken_over)
{
    page_enter(&fixture, ADA, "ada");
    page_return(&fixture, BROM, "ada");
    expect_end(ADA, WIRE_END_TAKEN_OVER);
    ck_assert_int_eq(page_ended_by(&fixture, BROM), WIRE_END_NONE);
}

TEST(who_is_banned_was_sent_away)
{
    const struct ruling ban = {.kind = RULING_BAN_NAME, .subject = "Ada", .who = "operator"};

    page_enter(&fixture, ADA, "ada");
    ck_assert_int_eq(moderation_put(&fixture.server->game.moderation, &ban), ERR_OK);
    send_away_banned(&fixture.server->sessions, &ban);
    expect_end(ADA, WIRE_END_SENT_AWAY);
    page_call(&fixture, ADA);
    page_expect(&fixture, ADA, "\"state\":\"name\"");
    page_send_text(&fixture, ADA,
                   "Char.Login.Credentials {\"account\":\"ada\",\"password\":\"correct horse\"}");
    expect_end(ADA, WIRE_END_SENT_AWAY);
}

TEST(who_talks_nonsense_misuses_the_line)
{
    page_call(&fixture, ADA);
    for (int i = 0; i < 50; i++)
        page_send_text(&fixture, ADA, "Input.Line {");
    expect_end(ADA, WIRE_END_MISUSE);
}

TEST(who_finds_no_place_may_try_again)
{
    page_enter(&fixture, ADA, "ada");
    outbox_refuse(fixture.server->game.outbox, page_session(&fixture, "Ada")->conn->serial,
                  "The dungeon is full.");
    (void)sessions_deliver(&fixture.server->sessions);
    expect_end(ADA, WIRE_END_FULL);
}

TEST(while_the_server_stops_that_is_why)
{
    page_enter(&fixture, ADA, "ada");
    fixture.server->base.is_stopping = true;
    session_say_goodbye(page_session(&fixture, "Ada"), "The server is stopping. Goodbye.");
    fixture.server->base.is_stopping = false;
    expect_end(ADA, WIRE_END_STOPPED);
}
