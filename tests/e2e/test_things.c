/*
 * Things as players have them: by words and by keys, in a level with foes and things.
 */
#include <stdio.h>
#include <string.h>

#include "support/live/client.h"
#include "support/live/players.h"
#include "support/live/process.h"
#include "support/test.h"

enum { ANSWER_MS = 10000, QUIET_MS = 60, EXPLORE_MS = 400, TURNS_MAX = 400 };

static const char *const flags[] = {
    "--seed", "5", "--population-percent", "100", "--tick-ms", "10", "--beat-ms", "200", NULL};

static struct process server;
static struct client ada;
static struct client brom;
static struct client *const players[] = {&ada, &brom, NULL};

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

TEST_FIXTURE(set_up, tear_down);

TEST(things_are_put_down_and_taken_up_by_words)
{
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    expect_answer(&ada, "inventory", "  a  3 darts");
    expect_answer(&ada, "drop 3 darts", "You drop 3 darts.");
    expect_answer(&ada, "throw dart east", "You have no \"dart\".");
    expect_answer(&ada, "take darts", "You pick up 3 darts");
    expect_answer(&ada, "drop 4 darts", "You have only 3 darts.");
    expect_answer(&ada, "drop 2 darts", "You drop 2 darts.");
    expect_answer(&ada, "get 3 darts", "Only 2 darts lie here.");
    expect_answer(&ada, "get a dart", "You pick up a dart; you have 2.");
    expect_answer(&ada, "drop all darts", "You drop 2 darts.");
    expect_answer(&ada, "get all darts", "You pick up a dart; you have 3.");
    expect_answer(&ada, "drop 0 darts", "Say how many, and of what: drop 2 darts.");
    expect_answer(&ada, "get 3", "Say how many, and of what: get 2 darts.");
    expect_answer(&ada, "remove q", "You put away a knife.");
    expect_answer(&ada, "swap", "You wield a knife.");
    expect_answer(&ada, "swap", "You carry no other weapon.");
    expect_answer(&ada, "remove q", "You put away a knife.");
    expect_answer(&ada, "drop knife", "You drop a knife.");
    expect_answer(&ada, "get all", "You pick up a knife");
    expect_answer(&ada, "wear knife", "You wield a knife.");
    expect_answer(&ada, "drink mending", "You are whole, so you keep it for later.");
    expect_answer(&ada, "throw dart east", "You throw a dart.");
    expect_answer(&ada, "read elsewhere", "You read a scroll of elsewhere.");
    players_stop(players, &server);
}

TEST(a_gift_needs_somebody_beside_and_a_giver_who_has_been_deep)
{
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    expect_answer(&ada, "give 2 darts to brom", "Nobody of that name is beside you.");
    expect_answer(&ada, "give dart", "No player is beside you.");
    expect_answer(&ada, "give 4 darts to brom", "You have only 3 darts.");
    expect_answer(&ada, "give 2", "Say how many, and of what: give 2 darts.");
    expect_answer(&ada, "give helm to brom", "You have no \"helm\".");
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    expect_answer(&ada, "give 2 darts to brom",
                  "You can give things away once you have been below depth 3.");
    expect_answer(&ada, "i", "  a  3 darts");
    players_stop(players, &server);
}

/* A scroll of elsewhere leads anywhere, and a foe that comes into view throws typed keys away: no
   foe is on this level. */
TEST(a_slot_uses_the_next_thing_of_its_kind_by_word_and_by_key)
{
    ck_assert_int_eq(process_stop(&server), 0);
    process_start(&server, (const char *const[]){"--seed", "5", "--population-percent", "0",
                                                 "--tick-ms", "10", NULL});
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    expect_answer(&ada, "slot", "Slots are 2 to 9, for the keys F2 to F9: slot 2 mending.");
    expect_answer(&ada, "slot 1 mending", "Slots are 2 to 9");
    expect_answer(&ada, "slot 10 mending", "Slots are 2 to 9");
    expect_answer(&ada, "slot 2", "Nothing is in slot 2.");
    expect_answer(&ada, "slot 2 trousers", "You have no \"trousers\".");
    expect_answer(&ada, "slot 2 mending", "F2 is draught of mending now.");
    expect_answer(&ada, "slot 9 b", "F9 is draught of mending now.");
    expect_answer(&ada, "slot 3 darts", "F3 is dart now.");
    expect_answer(&ada, "slot 9 none", "F9 is free.");
    expect_answer(&ada, "slot", "F2 draught of mending, F3 dart.");
    expect_answer(&ada, "slot 2", "You are whole, so you keep it for later.");
    expect_answer(&ada, "slot 3", "No foe is in view to aim at");
    expect_answer(&ada, "slot 4 elsewhere", "F4 is scroll of elsewhere now.");
    client_close(&ada);
    client_open(&ada, CLIENT_XTERM, server.port);
    client_login(&ada, "ada");
    client_type(&ada, "\x1b[12~");
    expect_shown_within(&ada, "You are whole, so you keep it for later.", ANSWER_MS);
    client_type(&ada, "\x1b[14~");
    expect_shown_within(&ada, "You read a scroll of elsewhere.", ANSWER_MS);
    client_type(&ada, "\x1b[14~");
    expect_shown_within(&ada, "You carry no scroll of elsewhere.", ANSWER_MS);
    client_type(&ada, "\x1b[20~");
    expect_shown_within(&ada, "Nothing is in slot 9.", ANSWER_MS);
    players_stop(players, &server);
}

TEST(a_pace_is_kept_with_the_player)
{
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    expect_answer(&ada, "set pace", "pace: 100");
    expect_answer(&ada, "set pace 120", "pace takes 100, 150 or 200.");
    expect_answer(&ada, "set pace 150", "pace is 150.");
    client_close(&ada);
    client_open(&ada, CLIENT_LINE, server.port);
    client_login(&ada, "ada");
    expect_answer(&ada, "set pace", "pace: 150");
    players_stop(players, &server);
}

/* Explore walks into the niches by itself. */
TEST(a_niche_is_found_and_its_scroll_makes_the_knife_better)
{
    static const char *const lines[] = {"explore", "attack", "wait", "attack", "rest", NULL};

    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    play_until(lines, "A niche opens: a scroll of tempering.");
    play_until((const char *const[]){"read tempering on knife", NULL}, "knife is now +1");
    expect_answer(&ada, "worn", "q, a knife +1");
    expect_answer(&ada, "list", "iche, opened");
    players_stop(players, &server);
}

TEST(a_dart_is_thrown_at_the_foe_in_view)
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

TEST(a_reader_hears_what_is_carried_in_sentences)
{
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    expect_answer(&ada, "set mode reader", "eader");
    expect_answer(&ada, "i", "You carry a, 3 darts; b, 2 draughts of mending; c, a scroll of");
    expect_heard(&ada, "You have 20 gold.");
    players_stop(players, &server);
}

TEST(a_key_lists_what_it_is_for_and_a_letter_chooses)
{
    client_enter(&ada, CLIENT_XTERM, server.port, "Ada");
    client_type(&ada, "q");
    expect_shown_within(&ada, "Drink what?", ANSWER_MS);
    expect_shown_within(&ada, "b  2 draughts of mending", ANSWER_MS);
    ck_assert_int_lt(terminal_find(&ada.terminal, "3 darts"), 0);
    client_type(&ada, "q");
    expect_shown_within(&ada, "You are whole, so you keep it for later.", ANSWER_MS);
    client_type(&ada, "r");
    expect_shown_within(&ada, "c  a scroll of elsewhere", ANSWER_MS);
    client_type(&ada, "r");
    expect_shown_within(&ada, "You read a scroll of elsewhere.", ANSWER_MS);
    client_type(&ada, "T");
    expect_shown_within(&ada, "q  a knife", ANSWER_MS);
    client_type(&ada, "q");
    expect_shown_within(&ada, "You put away a knife.", ANSWER_MS);
    client_type(&ada, "w");
    expect_shown_within(&ada, "You wield a knife.", ANSWER_MS);
    client_type(&ada, "T");
    expect_shown_within(&ada, "q  a knife", ANSWER_MS);
    client_type(&ada, "q");
    client_wait_quiet(&ada, EXPLORE_MS, ANSWER_MS);
    client_type(&ada, "WW");
    expect_shown_within(&ada, "You wield a knife.", ANSWER_MS);
    client_type(&ada, "z");
    expect_shown_within(&ada, "You have nothing to zap.", ANSWER_MS);
    players_stop(players, &server);
}

TEST(the_list_of_the_pack_opens_the_verbs_of_a_thing)
{
    client_enter(&ada, CLIENT_XTERM, server.port, "Ada");
    client_type(&ada, "i");
    expect_shown_within(&ada, "You wear:", ANSWER_MS);
    client_type(&ada, "a");
    expect_shown_within(&ada, "3 darts: 1 to 5, average 3", ANSWER_MS);
    expect_shown_within(&ada, "t  throw", ANSWER_MS);
    expect_shown_within(&ada, "G  give", ANSWER_MS);
    client_type(&ada, "G");
    expect_shown_within(&ada, "No player is beside you.", ANSWER_MS);
    client_type(&ada, "i");
    expect_shown_within(&ada, "You wear:", ANSWER_MS);
    client_type(&ada, "a");
    expect_shown_within(&ada, "3 darts: 1 to 5, average 3", ANSWER_MS);
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
