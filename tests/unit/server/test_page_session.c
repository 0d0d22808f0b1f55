/*
 * Browser pages on a server: they log in, play, talk, watch and come back, each input is answered,
 * and what a page draws is what its player sees.
 */
#include <stdio.h>
#include <string.h>

#include "page_fixture.h"
#include "server/admin/metrics_gather.h"
#include "server/session/page/page_map.h"
#include "server/session/present/gmcp_feed.h"
#include "server/session/session.h"
#include "support/test.h"
#include "term/view.h"
#include "world/grave.h"

enum { ADA, BROM, WORDS = 120 };

static struct page_fixture fixture;

static void set_up(void)
{
    page_fixture_open(&fixture);
}

static void tear_down(void)
{
    page_fixture_close(&fixture);
}

/* Every cell as a screen as large as the level would show it. */
static void expect_all_cells(int page, const char *name)
{
    const struct session *session = page_session(&fixture, name);
    const struct delver *viewer = world_delver(fixture.server->game.world, session->viewer);
    const struct level *level = viewer->body.level;
    const struct row_set all = row_set_all();
    const struct camera camera = {.is_placed = true};
    struct screen wanted;

    ck_assert_int_eq(screen_init(&wanted, level->width, level->height), ERR_OK);
    (void)view_compose(fixture.server->game.world, viewer, &camera,
                       (struct rect){0, 0, level->width, level->height}, false, &all, &wanted);
    for (int y = 0; y < level->height; y++) {
        for (int x = 0; x < level->width; x++) {
            cell shown = screen_at(&wanted, x, y);
            /* A page fades by itself what is beyond the light. */
            ck_assert_msg(page_model_cell(&fixture.pages[page].model, x, y) ==
                              cell_of(cell_code_point(shown), palette_lit_role(cell_role(shown))),
                          "%s: (%d, %d)", name, x, y);
        }
    }
    screen_release(&wanted);
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_page_is_greeted_asked_and_let_in)
{
    page_enter(&fixture, ADA, "ada");
    ck_assert(page_has(&fixture, ADA, "Server.Hello {\"name\":\"Undercroft\""));
    ck_assert(page_has(&fixture, ADA,
                       "{\"state\":\"repeat-password\",\"text\":\"Once more:\",\"hides\":true}"));
    ck_assert(page_has(&fixture, ADA, "{\"state\":\"name\",\"text\":\"Name:\",\"hides\":false}"));
    ck_assert(page_has(&fixture, ADA, "Session.Begin {\"name\":\"Ada\""));
    ck_assert(page_has(&fixture, ADA, "Dungeon.Tiles [{\"name\":\"unknown\""));
    ck_assert(page_has(&fixture, ADA, "Dungeon.Looks [{\"look\":0,\"glyph\":\"@\""));
    ck_assert(page_has(&fixture, ADA, "\"name\":\"Ada\"}]"));
    ck_assert(page_has(&fixture, ADA, "Char.Vitals {\"hp\":"));
    ck_assert(page_has(&fixture, ADA, "Room.Info {"));
    ck_assert(page_model_has_line(&fixture.pages[ADA].model, "Welcome, Ada."));
    expect_all_cells(ADA, "Ada");
}

static void settle_house(const char *name, const char *welcome, const char *rules,
                         const char *contact)
{
    struct base *base = &fixture.server->base;

    snprintf(base->options.name, OPTION_TEXT_SIZE, "%s", name);
    snprintf(base->options.contact, OPTION_TEXT_SIZE, "%s", contact);
    snprintf(base->host_texts.text[HOST_WELCOME], HOST_TEXT_SIZE, "%s", welcome);
    snprintf(base->host_texts.text[HOST_RULES], HOST_TEXT_SIZE, "%s", rules);
}

TEST(a_page_is_told_of_its_host)
{
    static char longest[HOST_TEXT_SIZE];

    settle_house("The \"Salt\" Mine", "Come in.\nSit down.\n", "Be kind.\n", "ada@example.org");
    page_call(&fixture, ADA);
    page_expect(&fixture, ADA, "Server.Hello {\"name\":\"The \\\"Salt\\\" Mine\"");
    page_expect(&fixture, ADA,
                "\"welcome\":\"Come in.\\nSit down.\\n\",\"rules\":\"Be kind.\\n\","
                "\"contact\":\"ada@example.org\"}");
    memset(longest, 'x', sizeof longest - 1);
    settle_house("Undercroft", longest, longest, "");
    page_call(&fixture, ADA);
    page_expect(&fixture, ADA, "xxx\"}");
    settle_house("Undercroft", "", "", "");
    page_enter(&fixture, ADA, "ada");
    ck_assert(!page_has(&fixture, ADA, "\"welcome\""));
    settle_house("Undercroft", "", "Be kind.\nTwice.\n", "ada@example.org");
    page_type(&fixture, ADA, "rules");
    page_expect(&fixture, ADA,
                "Page.Show {\"title\":\"rules\",\"text\":"
                "\"Be kind.\\nTwice.\\nThe host: ada@example.org\\n\"}");
}

TEST(a_refusal_is_told_apart_and_asked_again)
{
    page_call(&fixture, ADA);
    page_expect(&fixture, ADA, "\"state\":\"name\"");
    page_forget(&fixture, ADA);
    page_type(&fixture, ADA, "a1");
    page_expect(&fixture, ADA, "\"good\":false}\nLogin.Ask {\"state\":\"name\"");
    page_forget(&fixture, ADA);
    page_type(&fixture, ADA, "who");
    page_expect(&fixture, ADA, "\"good\":true}\nLogin.Ask {\"state\":\"name\"");
}

TEST(after_many_words_every_cell_is_as_on_a_screen)
{
    static const char *const words[] = {"north", "east",   "explore", "south", "west", "nw",
                                        "open",  "wait 3", "close",   "se",    "ne",   "rest"};

    page_enter(&fixture, ADA, "ada");
    for (int i = 0; i < WORDS; i++) {
        fixture.pages[ADA].model.line_count = 0;
        page_type(&fixture, ADA, words[(i * 7 + i / 5) % (int)(sizeof words / sizeof words[0])]);
        page_expect_mark(&fixture, ADA);
        page_pass(&fixture, 8);
    }
    page_type(&fixture, ADA, "cancel");
    page_expect_mark(&fixture, ADA);
    page_pass(&fixture, 30);
    expect_all_cells(ADA, "Ada");
}

TEST(while_nothing_happens_nothing_is_sent)
{
    page_enter(&fixture, ADA, "ada");
    page_pass(&fixture, 120);
    uint64_t before = fixture.pages[ADA].bytes;
    page_pass(&fixture, 120);
    ck_assert_uint_eq(fixture.pages[ADA].bytes, before);
}

TEST(each_input_is_answered_and_a_number_that_falls_is_not)
{
    page_enter(&fixture, ADA, "ada");
    int marks = fixture.pages[ADA].model.marks;
    page_type(&fixture, ADA, "hp");
    page_expect_mark(&fixture, ADA);
    ck_assert_int_eq(fixture.pages[ADA].model.marks, marks + 1);
    page_forget(&fixture, ADA);
    page_send_text(&fixture, ADA, "Input.Line {\"n\":1,\"text\":\"say never\"}");
    page_type(&fixture, ADA, "nonsense");
    page_expect_mark(&fixture, ADA);
    ck_assert(!page_model_has_line(&fixture.pages[ADA].model, "never"));
    ck_assert(page_model_has_line(&fixture.pages[ADA].model, "nonsense"));
    ck_assert_int_eq(fixture.pages[ADA].model.marks, marks + 2);
}

TEST(cancel_stops_what_goes_on)
{
    char message[64];

    page_enter(&fixture, ADA, "ada");
    page_type(&fixture, ADA, "explore");
    page_expect_mark(&fixture, ADA);
    ck_assert_int_ne(page_session(&fixture, "Ada")->commands.travel.kind, TRAVEL_NONE);
    snprintf(message, sizeof message, "Input.Cancel {\"n\":%u}", ++fixture.pages[ADA].input);
    page_send_text(&fixture, ADA, message);
    page_expect_mark(&fixture, ADA);
    page_pass(&fixture, 5);
    ck_assert_int_eq(page_session(&fixture, "Ada")->commands.travel.kind, TRAVEL_NONE);
}

static void send_cancel(void)
{
    char message[64];

    snprintf(message, sizeof message, "Input.Cancel {\"n\":%u}", ++fixture.pages[ADA].input);
    page_send_text(&fixture, ADA, message);
    page_expect_mark(&fixture, ADA);
}

TEST(the_hours_of_a_grave_go_by_without_anything_else)
{
    enum { HOUR_MS = 3600 * 1000, TICKS_LEFT = 150 };
    struct world *world = fixture.server->game.world;

    page_enter(&fixture, ADA, "ada");
    struct session *session = page_session(&fixture, "Ada");
    struct delver *delver = world_delver(world, session->actor);
    struct grave grave = {.delver_id = delver->delver_id,
                          .died_at = world->tick - world_ms(world, HOUR_MS) + TICKS_LEFT,
                          .at = delver->body.level->up,
                          .gold = 5};
    struct death death = {
        .died_at = grave.died_at, .at = grave.at, .depth = 1, .level = 1, .has_grave = true};
    grave_add(world, delver->body.level, &grave);
    deaths_add(&delver->life.deaths, &death);
    page_type(&fixture, ADA, "hp");
    page_expect(&fixture, ADA, "\"alone\":24,\"hours\":168");
    page_forget(&fixture, ADA);
    page_pass(&fixture, TICKS_LEFT + 100);
    page_expect(&fixture, ADA, "\"alone\":23,\"hours\":167");
}

TEST(a_death_is_a_sheet_that_a_word_ends_and_cancel_does_not)
{
    page_enter(&fixture, ADA, "ada");
    page_type(&fixture, ADA, "who");
    page_expect_mark(&fixture, ADA);
    page_forget(&fixture, ADA);
    struct session *session = page_session(&fixture, "Ada");
    struct delver *delver = world_delver(fixture.server->game.world, session->actor);
    deaths_add(&delver->life.deaths, &(struct death){.depth = 1, .level = 1});
    session_on_event(session, &(struct event){.kind = EVENT_DIED,
                                              .actor = session->actor,
                                              .other = session->actor,
                                              .at = delver->body.at});
    page_expect(&fixture, ADA,
                "Page.Show {\"title\":\"you died\",\"text\":\"You died on depth 1, ");
    page_expect(&fixture, ADA, "\"ends\":\"wake\"");
    send_cancel();
    ck_assert(session->present.death.is_open);
    page_pass(&fixture, 120);
    send_cancel();
    ck_assert(session->present.death.is_open);
    page_expect_line(&fixture, ADA, "You died: wake goes on.");
    ck_assert(!page_model_has_line(&fixture.pages[ADA].model, "Nothing to cancel."));
    page_type(&fixture, ADA, "wake");
    page_expect_mark(&fixture, ADA);
    ck_assert(!session->present.death.is_open);
}

/* The page as an operator sees it is the page as it was sent. */
TEST(the_view_for_operators_is_what_the_page_has)
{
    const struct page_model *model = &fixture.pages[ADA].model;

    page_enter(&fixture, ADA, "ada");
    page_type(&fixture, ADA, "east");
    page_expect_mark(&fixture, ADA);
    page_pass(&fixture, 30);
    const struct delver *viewer =
        world_delver(fixture.server->game.world, page_session(&fixture, "Ada")->viewer);
    json_t *view = page_view_make(&fixture.server->game, viewer);
    json_t *rows = json_object_get(view, "cells");
    json_t *self = json_array_get(json_object_get(view, "bodies"), 0);
    ck_assert_int_eq((int)json_array_size(rows), model->level.height);
    for (int y = 0; y < model->level.height; y++) {
        const char *row = json_string_value(json_array_get(rows, (size_t)y));
        ck_assert_int_eq((int)strlen(row), 2 * model->level.width);
        for (int x = 0; x < model->level.width; x++) {
            char pair[3];
            snprintf(pair, sizeof pair, "%02x", model->cells[y * model->level.width + x]);
            ck_assert(strncmp(row + 2 * x, pair, 2) == 0);
        }
    }
    ck_assert_int_eq(json_integer_value(json_array_get(self, 0)), model->bodies[0].id);
    ck_assert_int_eq(json_integer_value(json_array_get(self, 1)), model->bodies[0].x);
    json_decref(view);
}

TEST(pages_see_each_other_and_talk)
{
    page_enter(&fixture, ADA, "ada");
    page_enter(&fixture, BROM, "brom");
    page_expect(&fixture, ADA, "\"name\":\"Brom\"}]");
    page_type(&fixture, BROM, "say The stairs are east");
    page_expect_line(&fixture, ADA, "The stairs are east");
    const struct page_model *model = &fixture.pages[ADA].model;
    ck_assert_int_eq(model->lines[model->line_count - 1].kind, PAGE_LINE_TALK);
    page_expect(&fixture, ADA, "Comm.Channel.Text {\"channel\":\"say\",\"talker\":\"Brom\"");
    page_type(&fixture, ADA, "tell brom Thanks");
    page_expect_line(&fixture, BROM, "Thanks");
    model = &fixture.pages[BROM].model;
    ck_assert_int_eq(model->lines[model->line_count - 1].kind, PAGE_LINE_TELL);
    page_pass(&fixture, 20);
    expect_all_cells(ADA, "Ada");
    expect_all_cells(BROM, "Brom");
    metrics_gather(&fixture.server->admin);
    ck_assert_uint_eq(metrics_value(&fixture.server->base.metrics, METRIC_CONNECTIONS, MODE_PAGE),
                      2);
    ck_assert_uint_eq(
        metrics_value(&fixture.server->base.metrics, METRIC_WIRES, METRIC_WIRE_TELNET), 2);
}

TEST(a_long_answer_is_shown_and_a_short_one_is_a_line)
{
    page_enter(&fixture, ADA, "ada");
    page_type(&fixture, ADA, "help doors");
    page_expect(&fixture, ADA, "Page.Show {\"title\":\"help doors\"");
    page_type(&fixture, ADA, "hp");
    page_expect_line(&fixture, ADA, "20");
}

TEST(settings_are_chosen_from_a_list)
{
    page_enter(&fixture, ADA, "ada");
    page_type(&fixture, ADA, "set");
    page_expect(&fixture, ADA, "Page.Choices [{\"name\":\"mode\",\"value\":\"screen\"");
    page_type(&fixture, ADA, "set mode line");
    page_expect_line(&fixture, ADA, "Line mode is for other clients");
    page_type(&fixture, ADA, "set mode reader");
    page_expect_line(&fixture, ADA, "mode is reader");
    ck_assert_int_eq(page_session(&fixture, "Ada")->mode, MODE_READER);
    page_type(&fixture, ADA, "set mode screen");
    page_expect_mark(&fixture, ADA);
    ck_assert_int_eq(page_session(&fixture, "Ada")->mode, MODE_PAGE);
    ck_assert_int_eq(page_session(&fixture, "Ada")->account.mode, MODE_SCREEN);
    page_pass(&fixture, 5);
    expect_all_cells(ADA, "Ada");
}

TEST(items_have_actions_and_things_have_numbers)
{
    page_enter(&fixture, ADA, "ada");
    page_expect(&fixture, ADA, "Char.Items.List {\"location\":\"inv\"");
    page_expect(&fixture, ADA, "\"actions\":\"drop");
    page_expect(&fixture, ADA, "Dungeon.Things [{\"n\":1,\"kind\":\"");
}

static const char *const packages[] = {
    "Char.Name ",   "Char.Vitals ",    "Char.Status ", "Room.Info ",
    "Room.Actors ", "IRE.Target.Set ", "Group ",       "Dungeon.Things ",
};

enum { PACKAGE_COUNT = sizeof packages / sizeof packages[0], PACKAGE_SIZE = 8192 };

/* The newest of each that came; what did not come stays. The state of time is left out: it turns
   to waiting by itself. */
static void note_packages(char out[PACKAGE_COUNT][PACKAGE_SIZE])
{
    for (size_t i = 0; i < PACKAGE_COUNT; i++) {
        if (page_has(&fixture, ADA, packages[i]))
            page_copy(&fixture, ADA, packages[i], out[i], PACKAGE_SIZE);
        char *state = strstr(out[i], "\"state\":");
        if (state != NULL)
            *state = '\0';
    }
    page_forget(&fixture, ADA);
}

/* A package is made only when a digest of its contents has changed. Alone, Ada's time waits in
   danger, so that nothing else changes between the two. */
TEST(the_last_packages_are_those_of_a_feed_that_starts_again)
{
    static const char *const words[] = {"explore", "get", "explore", "open",
                                        "explore", "buy", "explore", "sw"};
    static char told[PACKAGE_COUNT][PACKAGE_SIZE];
    static char again[PACKAGE_COUNT][PACKAGE_SIZE];
    static char first[PACKAGE_COUNT][PACKAGE_SIZE];
    bool changed[PACKAGE_COUNT] = {false};
    int changes = 0;

    page_enter(&fixture, ADA, "ada");
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        page_type(&fixture, ADA, words[i]);
        page_pass(&fixture, 100);
        page_type(&fixture, ADA, "cancel");
        page_pass(&fixture, 40);
        note_packages(told);
        gmcp_feed_forget(&page_session(&fixture, "Ada")->present.feed);
        gmcp_feed_touch(page_session(&fixture, "Ada"));
        page_pass(&fixture, 15);
        note_packages(again);
        for (size_t package = 0; package < PACKAGE_COUNT; package++) {
            if (told[package][0] != '\0')
                ck_assert_str_eq(told[package], again[package]);
        }
        if (i == 0)
            memcpy(first, again, sizeof first);
        for (size_t package = 0; package < PACKAGE_COUNT; package++)
            changed[package] |= strcmp(first[package], again[package]) != 0;
    }
    for (size_t package = 0; package < PACKAGE_COUNT; package++)
        changes += changed[package];
    ck_assert_msg(changes >= 3, "only %d packages ever change", changes);
}

TEST(the_words_face_has_lines_and_no_map)
{
    page_enter(&fixture, ADA, "ada");
    page_send_text(&fixture, ADA, "Page.Face \"words\"");
    page_pass(&fixture, 5);
    page_forget(&fixture, ADA);
    int levels = fixture.pages[ADA].model.levels;
    uint16_t x = fixture.pages[ADA].model.bodies[0].x;
    page_type(&fixture, ADA, "look");
    page_expect_line(&fixture, ADA, "Depth 1");
    page_expect_mark(&fixture, ADA);
    ck_assert_uint_eq(fixture.pages[ADA].model.bodies[0].x, x);
    ck_assert_int_eq(page_session(&fixture, "Ada")->account.mode, MODE_UNSET);
    page_send_text(&fixture, ADA, "Page.Face \"map\"");
    page_pass(&fixture, 10);
    ck_assert_int_eq(fixture.pages[ADA].model.levels, levels + 1);
    expect_all_cells(ADA, "Ada");
}

TEST(a_page_watches_without_a_login)
{
    page_enter(&fixture, ADA, "ada");
    page_call(&fixture, BROM);
    page_expect(&fixture, BROM, "\"state\":\"name\"");
    page_send_text(&fixture, BROM, "Session.Watch {\"name\":\"Nobody\"}");
    page_expect(&fixture, BROM, "No player of that name is online.");
    page_call(&fixture, BROM);
    page_expect(&fixture, BROM, "\"state\":\"name\"");
    page_send_text(&fixture, BROM, "Session.Watch {\"name\":\"Ada\"}");
    page_expect(&fixture, BROM,
                "Session.Begin {\"name\":\"Ada\",\"guest\":false,\"takeover\":false,"
                "\"resumed\":false,\"watching\":true}");
    page_type(&fixture, ADA, "east");
    page_expect_mark(&fixture, ADA);
    page_pass(&fixture, 30);
    expect_all_cells(BROM, "Ada");
    page_forget(&fixture, BROM);
    page_type(&fixture, BROM, "q");
    page_expect(&fixture, BROM, "\"state\":\"name\"");
}

TEST(a_password_is_changed_behind_hidden_questions)
{
    page_enter(&fixture, ADA, "ada");
    page_forget(&fixture, ADA);
    page_type(&fixture, ADA, "password");
    page_expect(&fixture, ADA,
                "{\"state\":\"own-password\",\"text\":\"Your password now:\","
                "\"hides\":true}");
    page_type(&fixture, ADA, page_password);
    page_expect(&fixture, ADA, "\"text\":\"The new one (8");
    page_type(&fixture, ADA, "another horse");
    page_expect(&fixture, ADA, "\"text\":\"The new one once more:");
    page_type(&fixture, ADA, "another horse");
    page_expect_line(&fixture, ADA, "password");
    ck_assert(!page_has(&fixture, ADA, "another horse"));
}

/* Lines that a page typed before its connection was lost, and the last text it was sent. */
static const struct {
    const char *typed[4];
    const char *last;
} stages[] = {
    {{NULL}, "Server.Hello"},
    {{NULL}, "\"state\":\"name\""},
    {{"cora"}, "\"state\":\"confirm\""},
    {{"cora", "yes"}, "\"state\":\"new-password\""},
    {{"cora", "yes", "correct horse"}, "\"state\":\"repeat-password\""},
    {{"ada"}, "\"state\":\"password\""},
    {{"watch"}, "\"state\":\"pick\""},
    {{"watch", "ada"}, "\"watching\":true"},
    {{"ada", "correct horse"}, "\"takeover\":true"},
    {{"ada", "correct horse", "password"}, "\"state\":\"own-password\""},
    {{"ada", "correct horse", "explore"}, "\"explored\":"},
};

static void type_all(int page, const char *const *typed)
{
    for (int i = 0; i < 4 && typed[i] != NULL; i++) {
        if (i < 2 || strcmp(typed[0], "cora") == 0)
            page_expect(&fixture, page, "Login.Ask {");
        else
            page_expect(&fixture, page, "Session.Begin");
        page_forget(&fixture, page);
        page_type(&fixture, page, typed[i]);
    }
}

TEST_EACH(a_page_comes_back_in_every_state, sizeof stages / sizeof stages[0])
{
    page_enter(&fixture, ADA, "ada");
    page_call(&fixture, BROM);
    type_all(BROM, stages[_i].typed);
    page_expect(&fixture, BROM, stages[_i].last);
    page_hang_up(&fixture, BROM);
    page_pass(&fixture, 3);
    page_return(&fixture, BROM, "ada");
    ck_assert(page_has(&fixture, BROM, "\"takeover\":true"));
    ck_assert(page_model_has_line(&fixture.pages[BROM].model, "Welcome back, Ada."));
    page_type(&fixture, BROM, "cancel");
    page_expect_mark(&fixture, BROM);
    page_pass(&fixture, 10);
    expect_all_cells(BROM, "Ada");
}

TEST(the_older_page_is_told_that_it_was_taken_over)
{
    page_enter(&fixture, ADA, "ada");
    page_return(&fixture, BROM, "ada");
    page_expect_end(&fixture, ADA);
    ck_assert(page_has(&fixture, ADA, "Session.End {\"text\":\"This player was taken over"));
    expect_all_cells(BROM, "Ada");
}

/* Nobody presses a key: everything that the new page draws must come by itself. */
TEST(who_takes_over_is_told_all_at_once)
{
    page_enter(&fixture, ADA, "ada");
    page_return(&fixture, BROM, "ada");
    page_pass(&fixture, 120);
    for (const char *const *package =
             (const char *const[]){"Char.Vitals {\"hp\":", "Char.Status {", "Room.Info {",
                                   "Char.Items.List {\"location\":\"inv\"", NULL};
         *package != NULL; package++)
        ck_assert_msg(page_has(&fixture, BROM, *package), "%s", *package);
}

TEST(quit_is_answered_by_a_farewell)
{
    page_enter(&fixture, ADA, "ada");
    page_type(&fixture, ADA, "quit");
    page_expect_end(&fixture, ADA);
    ck_assert(page_has(&fixture, ADA, "Session.End {\"text\":\"Saved."));
}

TEST(a_line_has_a_limit_and_floods_are_dropped)
{
    char line[600];

    page_enter(&fixture, ADA, "ada");
    memset(line, 'a', 513);
    line[513] = '\0';
    page_type(&fixture, ADA, line);
    page_expect_line(&fixture, ADA, "That is as long as a line can be.");
    page_expect_mark(&fixture, ADA);
    for (int i = 0; i < 120; i++)
        page_type(&fixture, ADA, "hp");
    page_expect_line(&fixture, ADA, "dropped");
}

TEST(what_means_nothing_ends_the_line_at_last)
{
    page_enter(&fixture, ADA, "ada");
    for (int i = 0; i < 49; i++)
        page_send_text(&fixture, ADA, "Input.Line {");
    page_type(&fixture, ADA, "hp");
    page_expect_mark(&fixture, ADA);
    page_send_text(&fixture, ADA, "What.Is.This [1]");
    page_send_text(&fixture, ADA, "");
    page_expect_end(&fixture, ADA);
    ck_assert(page_has(&fixture, ADA, "Session.End"));
}

TEST(who_needs_longer_to_log_in_is_told_and_given_more_time)
{
    struct server *server = fixture.server;

    page_call(&fixture, ADA);
    page_expect(&fixture, ADA, "\"state\":\"name\"");
    page_send_text(&fixture, ADA, "Login.Stay {}"); /* nobody was late yet */
    server->base.clock_ahead_ms += 30 * 1000;
    page_pass(&fixture, 120);
    ck_assert(!page_has(&fixture, ADA, "Login.Late"));
    for (int i = 0; i <= 10; i++) {
        page_forget(&fixture, ADA);
        server->base.clock_ahead_ms += i == 0 ? 12000 : 42000;
        page_expect(&fixture, ADA, i < 10 ? "Login.Late {\"seconds\":1" : "\"more\":false");
        page_send_text(&fixture, ADA, "Login.Stay {}");
        page_pass(&fixture, 5);
    }
    server->base.clock_ahead_ms += 21 * 1000;
    page_expect_end(&fixture, ADA);
    ck_assert(page_has(&fixture, ADA, "The login took too long."));
}

TEST(a_token_that_nobody_gave_is_refused)
{
    page_call(&fixture, ADA);
    page_expect(&fixture, ADA, "\"state\":\"name\"");
    page_send_text(&fixture, ADA, "Session.Resume {\"token\":\"00\",\"line\":3}");
    page_expect(&fixture, ADA, "{\"text\":\"Please log in again.\",\"good\":false}");
}
