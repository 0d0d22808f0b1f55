/*
 * A page that watches without a login: the players it may watch, and that it can do nothing but
 * stop.
 */
#include <stdio.h>

#include "page_fixture.h"
#include "server/session/session.h"
#include "support/test.h"

enum { ADA, BROM, CORA };

static struct page_fixture fixture;

static void set_up(void)
{
    page_fixture_open(&fixture);
    page_enter(&fixture, ADA, "ada");
}

static void tear_down(void)
{
    page_fixture_close(&fixture);
}

static void watch(int page, const char *name)
{
    char message[128];

    page_call(&fixture, page);
    page_expect(&fixture, page, "\"state\":\"name\"");
    snprintf(message, sizeof message, "Session.Watch {\"name\":\"%s\"}", name);
    page_send_text(&fixture, page, message);
}

TEST_FIXTURE(set_up, tear_down);

TEST(who_does_not_want_it_is_not_watched)
{
    page_session(&fixture, "Ada")->preferences.settings.is_watchable = false;
    watch(BROM, "ada");
    page_expect(&fixture, BROM, "They do not want to be watched.");
}

TEST(an_address_watches_so_often_and_no_more)
{
    fixture.server->base.options.watchers_per_address = 1;
    watch(BROM, "ada");
    page_expect(&fixture, BROM, "\"watching\":true");
    watch(CORA, "ada");
    page_expect(&fixture, CORA, "\"good\":false");
    ck_assert(!page_has(&fixture, CORA, "Session.Begin"));
}

TEST(a_watcher_types_q_and_nothing_else)
{
    static const char *const words[] = {"east", "say hello", "chat hello", "claim cora", "quit it"};

    watch(BROM, "ada");
    page_expect(&fixture, BROM, "\"watching\":true");
    page_pass(&fixture, 5);
    uint64_t steps =
        world_delver(fixture.server->game.world, page_session(&fixture, "Ada")->actor)->steps;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        page_forget(&fixture, BROM);
        page_type(&fixture, BROM, words[i]);
        page_expect_line(&fixture, BROM, "You only watch");
    }
    ck_assert_uint_eq(
        world_delver(fixture.server->game.world, page_session(&fixture, "Ada")->actor)->steps,
        steps);
    ck_assert(!page_has(&fixture, BROM, "Session.Token"));
    ck_assert(!page_model_has_line(&fixture.pages[ADA].model, "hello"));
    page_send_text(&fixture, BROM, "Session.Guest {}");
    page_type(&fixture, BROM, "q");
    page_expect(&fixture, BROM, "\"state\":\"name\"");
    ck_assert(!page_has(&fixture, BROM, "Session.Guest"));
}
