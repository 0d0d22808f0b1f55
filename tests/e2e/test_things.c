/*
 * Things as players have them: by words and by keys, in a level with foes and things.
 */
#include <stdio.h>
#include <string.h>

#include "support/live/client.h"
#include "support/live/players.h"
#include "support/live/process.h"
#include "support/suite.h"

enum { ANSWER_MS = 10000, QUIET_MS = 60, EXPLORE_MS = 400, TURNS_MAX = 400 };

static const char *const flags[] = {
    "--seed", "7", "--population-percent", "100", "--tick-ms", "10", "--beat-ms", "200", NULL};

static struct process server;
static struct client ada;
static struct client *const players[] = {&ada, NULL};

static void set_up(void)
{
    process_init(&server);
    process_start(&server, flags);
}

static void tear_down(void)
{
    players_release(players, &server);
}

static void play_until(const char *const *lines, const char *text)
{
    client_forget(&ada);
    for (int turn = 0; turn < TURNS_MAX && strstr(ada.heard, text) == NULL; turn++) {
        for (int i = 0; lines[i] != NULL && strstr(ada.heard, text) == NULL; i++) {
            client_say_line(&ada, lines[i]);
            client_wait_quiet(&ada, strcmp(lines[i], "explore") == 0 ? EXPLORE_MS : QUIET_MS,
                              ANSWER_MS);
        }
    }
    ck_assert_msg(strstr(ada.heard, text) != NULL, "never told: %s\n%s", text, client_tail(&ada));
}

START_TEST(things_are_put_down_and_taken_up_by_words)
{
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    expect_answer(&ada, "inventory", "  a  3 darts");
    expect_answer(&ada, "drop 3 darts", "You drop 3 darts.");
    expect_answer(&ada, "throw dart east", "You have no \"dart\".");
    expect_answer(&ada, "take darts", "You pick up 3 darts");
    expect_answer(&ada, "remove q", "You take off a knife.");
    expect_answer(&ada, "drop knife", "You drop a knife.");
    expect_answer(&ada, "get all", "You pick up a knife");
    expect_answer(&ada, "wear knife", "You wear a knife.");
    expect_answer(&ada, "drink mending", "You drink a draught of mending.");
    expect_answer(&ada, "throw dart east", "You throw a dart.");
    players_stop(players, &server);
}
END_TEST

/* Explore walks into the niches by itself. */
START_TEST(a_niche_is_found_and_its_scroll_makes_the_knife_better)
{
    static const char *const lines[] = {"explore", "attack", "wait", "attack", "rest", NULL};

    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    play_until(lines, "A niche opens: a scroll of tempering.");
    play_until((const char *const[]){"read tempering on knife", NULL}, "a knife +1");
    expect_answer(&ada, "worn", "q, a knife +1");
    expect_answer(&ada, "list", "iche, opened");
    players_stop(players, &server);
}
END_TEST

START_TEST(a_dart_is_thrown_at_the_foe_in_view)
{
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    expect_answer(&ada, "throw dart", "No foe is in view to aim at");
    play_until((const char *const[]){"explore", NULL}, " comes into view");
    expect_answer(&ada, "throw dart at nobody", "No such foe is in view.");
    /* From farther than it flies, a dart comes down before the foe. */
    play_until((const char *const[]){"attack", "attack", "attack", "throw dart", NULL},
               "You throw a dart at ");
    players_stop(players, &server);
}
END_TEST

START_TEST(a_reader_hears_what_is_carried_in_sentences)
{
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    expect_answer(&ada, "set mode reader", "eader");
    expect_answer(&ada, "i", "You carry a, 3 darts; b, 2 draughts of mending; c, a scroll of");
    expect_heard(&ada, "You have 0 gold.");
    players_stop(players, &server);
}
END_TEST

START_TEST(a_key_lists_what_it_is_for_and_a_letter_chooses)
{
    client_enter(&ada, CLIENT_XTERM, server.port, "Ada");
    client_type(&ada, "q");
    expect_shown_within(&ada, "Drink what?", ANSWER_MS);
    expect_shown_within(&ada, "b  2 draughts of mending", ANSWER_MS);
    ck_assert_int_lt(terminal_find(&ada.terminal, "3 darts"), 0);
    client_type(&ada, "q");
    expect_shown_within(&ada, "You drink a draught of mending.", ANSWER_MS);
    client_type(&ada, "T");
    expect_shown_within(&ada, "q  a knife", ANSWER_MS);
    client_type(&ada, "q");
    expect_shown_within(&ada, "You take off a knife.", ANSWER_MS);
    client_type(&ada, "WW");
    expect_shown_within(&ada, "You wear a knife.", ANSWER_MS);
    client_type(&ada, "z");
    expect_shown_within(&ada, "You have nothing to zap.", ANSWER_MS);
    players_stop(players, &server);
}
END_TEST

START_TEST(the_list_of_the_pack_opens_the_verbs_of_a_thing)
{
    client_enter(&ada, CLIENT_XTERM, server.port, "Ada");
    client_type(&ada, "i");
    expect_shown_within(&ada, "You wear:", ANSWER_MS);
    client_type(&ada, "a");
    expect_shown_within(&ada, "What to do with 3 darts?", ANSWER_MS);
    client_type(&ada, "d");
    expect_shown_within(&ada, "You drop 3 darts.", ANSWER_MS);
    client_type(&ada, ",");
    expect_shown_within(&ada, "You pick up 3 darts", ANSWER_MS);
    client_type(&ada, "d");
    expect_shown_within(&ada, "Drop what?", ANSWER_MS);
    client_type(&ada, "\x1b");
    client_wait_quiet(&ada, EXPLORE_MS, ANSWER_MS);
    ck_assert_int_lt(terminal_find(&ada.terminal, "Drop what?"), 0);
    players_stop(players, &server);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("things");

    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_set_timeout(tcase, 300);
    tcase_add_test(tcase, things_are_put_down_and_taken_up_by_words);
    tcase_add_test(tcase, a_niche_is_found_and_its_scroll_makes_the_knife_better);
    tcase_add_test(tcase, a_dart_is_thrown_at_the_foe_in_view);
    tcase_add_test(tcase, a_reader_hears_what_is_carried_in_sentences);
    tcase_add_test(tcase, a_key_lists_what_it_is_for_and_a_letter_chooses);
    tcase_add_test(tcase, the_list_of_the_pack_opens_the_verbs_of_a_thing);
    return suite_run("things", tcase);
}
