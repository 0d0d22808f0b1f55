/*
 * A death as its player meets it: a page or lines that one deliberate key or word ends, a grave
 * that is found again, and what others read.
 */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "hall.h"
#include "operator.h"
#include "scene.h"
#include "server/session/present/prompt_keys.h"
#include "support/test.h"

enum {
    POPULATION_PERCENT = 1,
    GOLD = 41,
    BLOWS_MAX = 60,
    DEAF_MS = 1200,
    WALK_TURNS = 400,
};

static struct hall hall;
static struct guest ada;
static struct guest brom;
static bool is_reader; /* Ada listens */

static void pass(int ms)
{
    for (; ms > 0; ms -= HALL_TICK_MS)
        hall_pass(&hall, HALL_TICK_MS);
    hall_drain(&hall);
    if (ada.hall != NULL)
        guest_hear(&ada);
}

static void set_up(void)
{
    hall_open_populated(&hall, POPULATION_PERCENT);
}

static void tear_down(void)
{
    guest_close(&ada);
    if (brom.hall != NULL)
        guest_close(&brom);
    hall_close(&hall);
}

/* Ada plays, and is struck down by a rat: no beginner, and with gold. */
static void be_struck_down(bool is_screen)
{
    scene_meet(&ada, "cellar-rat");
    struct delver *delver = guest_delver(&ada);
    delver->life.experience = 100;
    delver->life.gold = GOLD;
    guest_forget(&ada);
    for (int i = 0; i < BLOWS_MAX && delver->life.deaths.count == 0; i++) {
        delver->body.health = delver->body.health > 1 ? 1 : delver->body.health;
        guest_type(&ada, is_screen ? "." : "wait\r\n");
        for (int tick = 0; tick < BEAT_TICKS && delver->life.deaths.count == 0; tick++)
            hall_pass(&hall, HALL_TICK_MS);
    }
    ck_assert_int_eq(delver->life.deaths.count, 1);
    hall_drain(&hall);
    guest_hear(&ada);
}

static void die_as(enum guest_kind kind)
{
    guest_join(&ada, &hall, kind, "ada");
    if (is_reader)
        guest_type(&ada, "set mode reader\r\n");
    be_struck_down(kind <= GUEST_SCREEN_SMALL);
}

static struct pos place(void)
{
    return guest_delver(&ada)->body.at;
}

static int count_heard(const char *text)
{
    int count = 0;

    for (const char *at = strstr(ada.heard, text); at != NULL; at = strstr(at + 1, text))
        count++;
    return count;
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_death_tells_all_and_drops_what_is_typed_until_a_word_ends_it)
{
    static const char *const told[] = {
        "cellar rat killed you on depth 1, ",
        "Level 3, ",
        "Last blows: ",
        "Not used: 2 draughts of mending",
        "Your grave there holds ",
        "3 darts",
        "and 41 gold",
        "alone for 24 hours",
        "You keep what you wear.",
        "-4",
        "wake goes on.",
    };

    die_as(GUEST_LINE);
    for (size_t i = 0; i < sizeof told / sizeof told[0]; i++)
        ck_assert_msg(strstr(ada.heard, told[i]) != NULL, "%s in: %s", told[i], ada.heard);
    guest_type(&ada, "wake\r\nsouth\r\nwest\r\nwait\r\n");
    pass(DEAF_MS);
    ck_assert_int_eq(count_heard("You died: wake goes on, in a moment."), 1);
    struct pos at = place();
    guest_type(&ada, "south\r\nnorth\r\neast\r\nwest\r\n");
    pass(DEAF_MS);
    ck_assert_msg(pos_equal(at, place()), "what was typed before the end was played");
    guest_expect(&ada, "You died: wake goes on.");
    guest_type(&ada, "deaths\r\n");
    guest_expect(&ada, "You were killed by a cellar rat on depth 1, at level 3, after ");
    guest_forget(&ada);
    guest_type(&ada, "wake\r\n");
    pass(DEAF_MS);
    guest_type(&ada, "where grave\r\n");
    guest_expect(&ada, "Your grave: depth 1, ");
    ck_assert(!guest_hears(&ada, "You died"));
}

TEST_EACH(the_waking_is_told_once, 2)
{
    is_reader = _i == 1;
    die_as(GUEST_LINE);
    is_reader = false;
    pass(DEAF_MS);
    guest_type(&ada, "wake\r\n");
    pass(DEAF_MS);
    guest_type(&ada, "hp\r\n");
    pass(HALL_TICK_MS);
    ck_assert_msg(count_heard("You wake in ") == 1, "%s", ada.heard);
    ck_assert_msg(count_heard("Depth 1, ") == 1, "the place is told when it is looked at: %s",
                  ada.heard);
}

TEST(the_waking_is_not_told_again_in_the_log_of_a_screen)
{
    die_as(GUEST_SCREEN_ASCII);
    const struct session *session = guest_session(&ada);
    ck_assert_ptr_nonnull(strstr(session->present.screen.overlay, "You wake in "));
    pass(DEAF_MS);
    guest_type(&ada, "\r");
    pass(DEAF_MS);
    ck_assert_int_eq(guest_delver(&ada)->body.state, BODY_PRESENT);
    const struct message_log *log = &session->present.scrollback->messages;
    for (int i = 0; i < message_log_length(log); i++)
        ck_assert_ptr_null(strstr(message_log_at(log, i).text, "You wake"));
}

TEST(cancel_does_not_end_it)
{
    die_as(GUEST_LINE);
    pass(DEAF_MS);
    guest_type(&ada, "cancel\r\n");
    guest_expect(&ada, "You died: wake goes on.");
    ck_assert(!guest_hears(&ada, "Nothing to cancel"));
    ck_assert(guest_session(&ada)->present.death.is_open);
}

TEST(an_empty_line_ends_it_too_and_a_reader_hears_the_same)
{
    is_reader = true;
    die_as(GUEST_LINE);
    is_reader = false;
    guest_expect(&ada, "cellar rat killed you on depth 1, ");
    pass(DEAF_MS);
    guest_type(&ada, "\r\n");
    guest_forget(&ada);
    guest_type(&ada, "wake\r\n");
    guest_expect(&ada, "You are awake.");
}

TEST(a_page_on_the_screen_takes_enter_alone_and_not_at_once)
{
    die_as(GUEST_SCREEN_ASCII);
    guest_type(&ada, "\r\r  hjkl....\r");
    pass(DEAF_MS);
    const struct session *session = guest_session(&ada);
    ck_assert_ptr_nonnull(session->present.screen.overlay);
    struct pos at = place();
    guest_type(&ada, "hjklhjkl q.Q:south");
    pass(DEAF_MS);
    ck_assert_ptr_nonnull(session->present.screen.overlay);
    ck_assert(guest_is_playing(&ada));
    ck_assert(pos_equal(at, place()));
    guest_resize(&ada, 40, 12);
    pass(DEAF_MS);
    ck_assert_ptr_nonnull(session->present.screen.overlay);
    guest_type(&ada, "\r");
    pass(DEAF_MS);
    ck_assert_ptr_null(session->present.screen.overlay);
    ck_assert(!session->present.death.is_open);
}

TEST(a_connection_that_ends_on_the_page_loses_nothing)
{
    die_as(GUEST_LINE);
    guest_close(&ada);
    pass(DEAF_MS);
    guest_join(&ada, &hall, GUEST_LINE, "ada");
    guest_expect(&ada, "Your grave: depth 1, ");
    guest_expect(&ada, "yours alone for 24 h.");
    guest_type(&ada, "deaths\r\n");
    guest_expect(&ada, "You were killed by a cellar rat on depth 1, ");
}

TEST(travel_grave_walks_there_and_opening_it_says_what_comes_back)
{
    die_as(GUEST_LINE);
    struct delver *delver = guest_delver(&ada);
    pass(DEAF_MS);
    guest_type(&ada, "wake\r\n");
    pass(DEAF_MS);
    (void)delver_learn_around(delver, LEVEL_WIDTH_MAX);
    delver->life.experience = 1000000; /* the rat is no match any more */
    delver->body.health = delver->body.health_max = 1000;
    for (int i = 0; i < WALK_TURNS && delver->life.gold == 0; i++) {
        guest_type(&ada, i % 2 == 0 ? "travel grave\r\n" : "attack\r\n");
        pass(1000);
    }
    ck_assert_msg(delver->life.gold == GOLD, "%.1500s", ada.heard);
    guest_expect(&ada, "You open the grave: ");
    guest_expect(&ada, "3 darts");
    guest_expect(&ada, "and 41 gold, and 2 experience back.");
    guest_type(&ada, "travel grave\r\n");
    guest_expect(&ada, "You have no grave.");
}

TEST(a_plain_where_tells_of_the_grave_too)
{
    die_as(GUEST_LINE);
    pass(DEAF_MS);
    guest_type(&ada, "where\r\n");
    guest_expect(&ada, "Your grave: depth 1, ");
}

TEST(a_grave_of_which_nothing_is_left_is_not_told_though_its_level_was_not_loaded)
{
    die_as(GUEST_LINE);
    pass(DEAF_MS);
    /* Moves the record of the grave to depth 2, where no grave is, as if somebody had emptied
       it. */
    struct death *death = &guest_delver(&ada)->life.deaths.last[0];
    death->grave.depth = 2;
    death->died_at++;
    ck_assert_ptr_null(world_level_at(hall.server.game.world, 0, 2));
    guest_forget(&ada);
    guest_type(&ada, "where grave\r\n");
    guest_expect(&ada, "You have no grave.");
    ck_assert(!guest_hears(&ada, "Your grave"));
    guest_type(&ada, "deaths\r\n");
    guest_expect(&ada, " ago.");
    ck_assert(!guest_hears(&ada, "with a grave"));
}

TEST(a_grave_on_a_level_that_is_not_loaded_is_told_at_login)
{
    die_as(GUEST_LINE);
    operator_order(&hall, "send ada 2");
    pass(DEAF_MS);
    ck_assert_int_eq(guest_delver(&ada)->body.key.depth, 2);
    guest_close(&ada);
    hall_stop(&hall);
    hall_reopen(&hall);
    guest_join(&ada, &hall, GUEST_LINE, "ada");
    guest_expect(&ada, "Your grave: depth 1, ");
    guest_expect(&ada, "yours alone for 24 h.");
}

/* The older grave lies on a level that is not loaded. */
TEST(each_of_two_graves_is_told_and_walked_to)
{
    die_as(GUEST_LINE);
    struct delver *delver = guest_delver(&ada);
    struct deaths *deaths = &delver->life.deaths;
    deaths->last[1] = deaths->last[0];
    deaths->last[1].grave.depth = 4;
    deaths->last[1].died_at--;
    deaths->count = 2;
    pass(DEAF_MS);
    guest_type(&ada, "wake\r\n");
    guest_forget(&ada);
    guest_type(&ada, "travel grave 3\r\n");
    guest_expect(&ada, "You have no grave 3.");
    guest_type(&ada, "where\r\n");
    guest_expect(&ada, "Your grave: depth 1, ");
    /* It is found to be gone when its level is there. */
    ck_assert(!guest_hears(&ada, "Your grave 2: "));
    guest_type(&ada, "travel grave 2\r\n");
    guest_expect(&ada, "You have no grave 2.");
    deaths->last[1] = deaths->last[0];
    guest_type(&ada, "where grave\r\n");
    guest_expect(&ada, "Your grave 2: depth 1, ");
}

TEST(a_client_is_told_of_the_grave_until_it_is_gone)
{
    die_as(GUEST_GMCP_ASCII);
    guest_expect(&ada, "\"grave\":{\"depth\":1,\"coords\":{\"x\":");
    guest_expect(&ada, "},\"alone\":24,\"hours\":168}");
    guest_forget(&ada);
    guest_delver(&ada)->life.deaths.last[0].has_grave = false;
    pass(DEAF_MS);
    guest_type(&ada, "wake\r\nclose\r\nsouth\r\neast\r\nwest\r\nnorth\r\n");
    guest_expect(&ada, "\"grave\":null");
}

TEST(the_question_where_to_travel_names_the_grave)
{
    die_as(GUEST_SCREEN_ASCII);
    pass(DEAF_MS);
    guest_type(&ada, "\r");
    pass(DEAF_MS);
    (void)delver_learn_around(guest_delver(&ada), LEVEL_WIDTH_MAX);
    guest_type(&ada, "_");
    pass(HALL_TICK_MS);
    ck_assert_str_eq(prompt_text(guest_session(&ada)), "Travel: > < _ back, grave or a name: ");
    guest_type(&ada, "grave\r");
    pass(HALL_TICK_MS);
    ck_assert_str_eq(guest_session(&ada)->commands.travel.goal, "grave");
}

TEST(others_read_how_somebody_died)
{
    guest_join(&brom, &hall, GUEST_LINE, "brom");
    die_as(GUEST_LINE);
    guest_expect(&brom, "Ada was killed by a cellar rat on depth 1 and returns.");
}

/* Brom, on another depth, hears of deaths from depth 10 on. */
TEST_EACH(a_deep_death_is_told_to_all, 2)
{
    bool is_deep = _i == 1;

    guest_join(&brom, &hall, GUEST_LINE, "brom");
    guest_join(&ada, &hall, GUEST_LINE, "ada");
    operator_order(&hall, is_deep ? "send ada 10" : "send brom 2");
    pass(DEAF_MS);
    struct delver *delver = guest_delver(&ada);
    (void)statuses_add(&delver->body.statuses, STATUS_POISONED, 12);
    delver->body.health = 1;
    for (int i = 0; i < BLOWS_MAX && delver->life.deaths.count == 0; i++) {
        guest_type(&ada, "wait\r\n");
        pass(600);
    }
    ck_assert_int_eq(delver->life.deaths.count, 1);
    guest_hear(&brom);
    ck_assert_msg(guest_hears(&brom, "Ada died on depth 10.") == is_deep, "%s", brom.heard);
}

TEST(a_watcher_sees_the_death_and_the_waking_and_is_held_by_no_page)
{
    guest_join(&ada, &hall, GUEST_LINE, "ada");
    guest_open(&brom, &hall, GUEST_MUTE, "stranger");
    guest_type(&brom, "watch\r\nada\r\n");
    guest_wait_state(&brom, SESSION_WATCHING);
    guest_forget(&brom);
    be_struck_down(false);
    guest_expect(&brom, "You wake in ");
    ck_assert(guest_hears(&brom, "cellar rat kills you"));
    ck_assert(!guest_hears(&brom, "wake goes on."));
    ck_assert(!guest_session(&brom)->present.death.is_open);
    guest_type(&brom, "q\r\n");
    guest_expect(&brom, "You stop watching.");
}

TEST(a_guest_without_a_name_dies_and_wakes_like_anybody)
{
    hall.server.base.options.guests = GUESTS_ALL;
    guest_open(&ada, &hall, GUEST_LINE, "guest");
    guest_wait_state(&ada, SESSION_NAME);
    guest_type(&ada, "guest\r\n");
    guest_wait_state(&ada, SESSION_PLAYING);
    hall_pass(&hall, 1000);
    snprintf(ada.name, sizeof ada.name, "%s", guest_session(&ada)->account.name);
    be_struck_down(false);
    guest_expect(&ada, "wake goes on.");
    pass(DEAF_MS);
    guest_type(&ada, "wake\r\n");
    pass(HALL_TICK_MS);
    ck_assert(!guest_session(&ada)->present.death.is_open);
    guest_type(&ada, "where\r\n");
    guest_expect(&ada, "Your grave: depth 1, ");
}

/* The world's own note of such a death is tested in unit_world_test_grave. */
TEST(who_died_without_a_line_is_told_at_the_next_login_and_once)
{
    die_as(GUEST_LINE);
    guest_delver(&ada)->life.deaths.is_unreported = true;
    pass(DEAF_MS);
    guest_close(&ada);
    hall_stop(&hall);
    hall_reopen(&hall);
    guest_join(&ada, &hall, GUEST_LINE, "ada");
    guest_expect(&ada, "You were killed by a cellar rat on depth 1 while you were away");
    guest_type(&ada, "wait\r\n");
    pass(1000);
    guest_close(&ada);
    pass(1000);
    guest_join(&ada, &hall, GUEST_LINE, "ada");
    guest_type(&ada, "hp\r\n");
    guest_expect(&ada, "d1 ");
    ck_assert(!guest_hears(&ada, "while you were away"));
}
