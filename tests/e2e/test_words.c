/*
 * Words, as they are typed in line mode and reader mode: what goes on by itself and how it ends,
 * and talk between two delvers.
 */
#include <stdio.h>
#include <string.h>

#include "support/live/duo.h"
#include "support/test.h"

enum { ANSWER_MS = 5000, STOPS = 12, WALK_MS = 30000, EXPLORES_MAX = 60, REFUSALS = 40 };

/* A world in which the ways to the stairs are short. */
static void set_up(void)
{
    duo_enter("near_stairs", CLIENT_LINE);
    expect_heard(&ada, "Saved."); /* or it would come between */
    client_wait_quiet(&ada, 20, ANSWER_MS);
}

static void expect_not_heard(struct client *client, const char *text)
{
    client_wait_quiet(client, 150, ANSWER_MS);
    ck_assert_msg(strstr(client->heard, text) == NULL, "'%s' is said:\n%s", text,
                  client_tail(client));
}

/* Lets travel go on to its end: the prompt comes back. */
static void say_and_wait(struct client *client, const char *line)
{
    client_forget(client);
    client_say_line(client, line);
    expect_heard_within(client, "20/20> ", WALK_MS);
}

static void find_stairs(struct client *client)
{
    for (int i = 0; i < EXPLORES_MAX; i++) {
        say_and_wait(client, "travel down");
        if (strstr(client->heard, "You reach the stairs down.") != NULL)
            return;
        say_and_wait(client, "explore");
        ck_assert_msg(players_count_heard(client, "You explore") <= 1 &&
                          strstr(client->heard, "You walk") == NULL,
                      "one line for one travel:\n%s", client_tail(client));
    }
    ck_assert_msg(false, "no stairs are found:\n%s", client_tail(client));
}

TEST_FIXTURE(set_up, duo_release);

TEST(steps_are_told_in_one_line_with_what_ended_them)
{
    char line[32];
    bool is_ended = false;

    /* Some way leads somewhere; every way ends. */
    for (int i = 0; i < 4; i++) {
        static const char *const ways[] = {"east", "south", "west", "north"};
        snprintf(line, sizeof line, "%s 100", ways[i]);
        say_and_wait(&ada, line);
        ck_assert_msg(players_count_heard(&ada, "You walk ") <= 1, "a line a step:\n%s",
                      client_tail(&ada));
        is_ended = is_ended || strstr(ada.heard, " in the way.") != NULL;
    }
    ck_assert_msg(is_ended, "no way ends at anything:\n%s", client_tail(&ada));
    players_stop(players, &server);
}

/* A step that waits for the one before is told before the prompt comes again. */
TEST(each_line_is_answered_with_one_prompt)
{
    static const char *const steps[] = {"e", "w", "e", "w", "e", "w"};

    client_forget(&ada);
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++)
        expect_prompt(&ada, steps[i]);
    expect_heard(&ada, "You walk west.");
    expect_not_heard(&ada, "> \r\nYou walk");
    players_stop(players, &server);
}

/* Whenever between two ticks the line comes. */
TEST(a_refusal_comes_before_its_prompt)
{
    uint64_t before = ada.prompts;

    client_forget(&ada);
    for (int i = 0; i < REFUSALS; i++)
        expect_prompt(&ada, "close");
    expect_not_heard(&ada, "> \r\nThere is no door");
    ck_assert_uint_eq(ada.prompts, before + REFUSALS);
    players_stop(players, &server);
}

TEST(exploring_finds_the_stairs_and_travelling_takes_one_there)
{
    say_and_wait(&ada, "travel down");
    expect_heard(&ada, "You haven't found the stairs down yet; explore looks for them.");
    find_stairs(&ada);
    ck_assert_msg(strstr(ada.heard, "You walk ") != NULL, "the way is not told:\n%s",
                  client_tail(&ada));
    expect_answer(&ada, "down", "Depth 2");
    find_stairs(&ada);
    say_and_wait(&ada, "travel up");
    expect_heard(&ada, "You reach the stairs up.");
    expect_answer(&ada, "up", "Depth 1");
    players_stop(players, &server);
}

/* Sets off what would take long; nothing is said of it until it ends. */
static void set_going(struct client *client)
{
    client_forget(client);
    client_say_line(client, "wait 900");
    client_pump(client, 300);
    expect_not_heard(client, "> ");
}

TEST(a_line_stops_what_goes_on)
{
    set_going(&ada);
    expect_answer(&ada, "hp", "You stop.");
    expect_heard(&ada, "20 of 20 health.");
    expect_answer(&ada, "hp", "20 of 20 health.");
    expect_not_heard(&ada, "You stop.");
    set_going(&ada);
    expect_answer(&ada, "cancel", "You stop.");
    expect_not_heard(&ada, "queued");
    expect_answer(&ada, "cancel", "Nothing to cancel.");
    expect_answer(&ada, "wait 2", "You have waited.");
    set_going(&ada);
    expect_answer(&ada, "wait 3", "You have waited.");
    expect_not_heard(&ada, "You stop.");
    players_stop(players, &server);
}

/* Wherever between two steps the line comes. */
TEST(a_line_that_stops_a_walk_lets_no_step_follow)
{
    for (int i = 0; i < STOPS; i++) {
        client_forget(&ada);
        client_say_line(&ada, "explore");
        client_pump(&ada, 100 + i);
        expect_answer(&ada, "hp", "20 of 20 health.");
        expect_not_heard(&ada, "You walk");
    }
    players_stop(players, &server);
}

TEST(a_run_goes_on_to_something_or_says_what_is_in_the_way)
{
    static const char *const ways[] = {"run east", "run south", "run west", "run north"};
    int runs = 0;

    for (int i = 0; i < 4; i++) {
        say_and_wait(&ada, ways[i]);
        ck_assert_msg(players_count_heard(&ada, "You run ") <= 1, "%s", client_tail(&ada));
        runs += players_count_heard(&ada, "You run ");
    }
    ck_assert_int_gt(runs, 0);
    expect_answer(&ada, "travel back", "You ");
    expect_answer(&ada, "run", "Run where? For example: run east.");
    players_stop(players, &server);
}

TEST(an_interrupt_says_how_to_quit)
{
    static const char *const words[] = {"exit", "logout"};
    static const uint8_t interrupt[] = {255, 244};

    client_forget(&ada);
    client_send(&ada, interrupt, sizeof interrupt);
    expect_heard(&ada, "quit leaves; your place is kept.");
    for (size_t i = 0; i < 2; i++) {
        char help[32];
        snprintf(help, sizeof help, "help %s", words[i]);
        expect_answer(&ada, help, "quit: leave");
    }
    client_say_line(&ada, "exit");
    ck_assert(client_wait_closed(&ada, ANSWER_MS));
    players_stop(players, &server);
}

TEST(the_rest_of_the_words_answer)
{
    expect_answer(&ada, "hp", "20 of 20 health.");
    expect_answer(&ada, "score", "Ada: 20 of 20 health, depth 1, ");
    expect_answer(&ada, "map", "########");
    expect_answer(&ada, "get lamp", "No such thing lies here.");
    expect_answer(&ada, "get", "Nothing lies here that you could pick up.");
    expect_answer(&ada, "drop trousers", "You have no \"trousers\".");
    expect_answer(&ada, "i", "  a  3 darts");
    expect_answer(&ada, "pack", "You have 20 gold.");
    expect_answer(&ada, "worn", "You wear q, a knife; s, a padded coat; z, a lamp.");
    expect_answer(&ada, "use lamp", "You wear the lamp.");
    expect_answer(&ada, "zap", "You have nothing to zap.");
    expect_answer(&ada, "fire", "You have no bow or sling, but could throw (t) 3 darts.");
    expect_answer(&ada, "throw dart", "No foe is in view to aim at");
    expect_answer(&ada, "remove knife", "You put away a knife.");
    expect_answer(&ada, "worn", "You wear s, a padded coat; z, a lamp.");
    expect_answer(&ada, "wield knife", "You wield a knife.");
    expect_answer(&ada, "drink", "You are whole, so you keep it for later.");
    expect_answer(&ada, "read", "Read what? c: a scroll of elsewhere.");
    expect_answer(&ada, "attack brom", "No foe called brom is in view. Players cannot");
    expect_answer(&ada, "d", "No stairs down here.");
    expect_answer(&ada, "explroe", "Did you mean: explore?");
    expect_answer(&ada, "last 1", "explore?");
    expect_answer(&ada, "help travel", "travel down, up, back");
    expect_answer(&ada, "help tell", "tell NAME text");
    expect_answer(&ada, "commands", "explore");
    expect_answer(&ada, "set automap on", "automap is on.");
    expect_answer(&ada, "set steps short", "steps are short.");
    expect_answer(&ada, "set steps loud", "steps takes auto");
    expect_answer(&ada, "set hints off", "hints are off.");
    players_stop(players, &server);
}

/* Nothing that was typed is passed over in silence. */
TEST(junk_behind_a_word_is_answered)
{
    static const char *const lines[][2] = {
        {"last x", "last takes a number: last 5."},
        {"last 0", "last takes a number: last 5."},
        {"last 2 3", "last takes a number: last 5."},
        {"rest x", "Unexpected \"x\". Usage: rest [times]"},
        {"explore east", "Unexpected \"east\". Usage: explore"},
        {"quit smoking", "Unexpected \"smoking\". Usage: quit"},
        {"go 1x", "You don't see \"1x\" here."},
        {"go down", "You haven't found the stairs down yet"},
        {"go to door x", "You don't see \"door x\" here."},
        {"go e x", "You don't see \"e x\" here."},
        {"examine 1 2", "You don't see \"1 2\" here."},
        {"travel down there", "Nobody called Down there is online."},
        {"travel >x", "Nobody called >x is online."},
        {"list doors x", "List what?"},
        {"where ada x", "Nobody called Ada x is online."},
        {"set colour 16 now", "colour takes auto, 16,"},
        {"set hints off off", "hints takes on or off."},
        {"set reset it", "No setting \"reset\". Type set to list them."},
        {"look unicorn", "You don't see \"unicorn\" here."},
    };

    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        expect_answer(&ada, lines[i][0], lines[i][1]);
    /* Blanks at the end are no junk. */
    expect_answer(&ada, "look stairs ", "Stairs up, here.");
    expect_answer(&ada, "look at stairs", "Stairs up, here.");
    expect_answer(&ada, "look at north", "North, ");
    expect_answer(&ada, "l se", "Southeast, ");
    ck_assert_ptr_null(strstr(ada.heard, "North, "));
    expect_answer(&ada, "travel up ", "You reach the stairs up.");
    expect_answer(&ada, "set colour  ", "colour: auto");
    expect_answer(&ada, "rest 2", "You have waited.");
    expect_answer(&ada, "go e 2", "You walk ");
    players_stop(players, &server);
}

TEST(lines_have_colours_where_they_were_chosen_and_a_reader_has_none)
{
    expect_answer(&ada, "look", "Exits: ");
    ck_assert_msg(strchr(ada.heard, '\033') == NULL, "%s", client_tail(&ada));
    expect_answer(&ada, "set colour 16", "colour is 16.");
    expect_answer(&ada, "look", "\033[1;97m@\033[m");
    expect_answer(&ada, "explroe",
                  "\033[91mNo command \"explroe\". Did you mean: explore?\033[m\r\n");
    expect_answer(&ada, "set mode reader", "mode is reader.");
    expect_answer(&ada, "explroe", "explore?\r\n");
    ck_assert_msg(strchr(ada.heard, '\033') == NULL, "%s", client_tail(&ada));
    expect_answer(&ada, "set mode line", "mode is line.");
    expect_answer(&ada, "set colour mono", "colour is ");
    expect_answer(&ada, "explroe", "explore?\r\n");
    ck_assert_msg(strchr(ada.heard, '\033') == NULL, "%s", client_tail(&ada));
    players_stop(players, &server);
}

TEST(what_lies_around_is_listed_and_can_be_walked_to)
{
    expect_answer(&ada, "list", "1 Stairs up, here.");
    expect_answer(&ada, "list stairs", "1 Stairs up, here.");
    expect_answer(&ada, "list dragons", "List what?");
    expect_answer(&ada, "around", "North, ");
    expect_answer(&ada, "where ada", "You are on depth 1, ");
    expect_answer(&ada, "where nobody", "Nobody");
    expect_answer(&ada, "go", "Go where?");
    expect_answer(&ada, "go 60", "There is no number 60");
    expect_answer(&ada, "go unicorn", "You don't see \"unicorn\" here.");
    expect_answer(&ada, "go e", "You walk");
    expect_answer(&ada, "x stairs", "Stairs up, 1 west.");
    expect_answer(&ada, "go to stairs", "You walk 1 step.");
    expect_answer(&ada, "x 1", "Stairs up, here.");
    players_stop(players, &server);
}

/* A number means the same thing until the next list, whatever has become of it, and of no thing of
   another level. */
TEST(a_number_of_the_list_means_what_is_known_of_it_now)
{
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    expect_answer(&ada, "list people", "1 Brom, 1 ");
    client_say_line(&brom, "north 3");
    client_wait_quiet(&brom, 200, ANSWER_MS);
    expect_answer(&ada, "where brom", "Brom, ");
    expect_answer(&ada, "examine 1", "Brom, ");
    expect_answer(&ada, "examine stairs", "Stairs up, here.");
    expect_answer(&ada, "examine 1", "Brom, ");
    expect_answer(&ada, "examine 2", "There is no number 2; \"list\" shows the numbers.");
    find_stairs(&ada);
    expect_answer(&ada, "examine 1", "They are no longer in view.");
    expect_answer(&ada, "down", "Depth 2");
    expect_answer(&ada, "examine 1", "Stairs up, here.");
    players_stop(players, &server);
}

TEST(reader_mode_has_the_same_words_and_no_map)
{
    expect_answer(&ada, "set mode reader", "Type n, ne, e");
    expect_answer(&ada, "map", "There is no map in reader mode.");
    expect_answer(&ada, "wait 2", "You have waited.");
    expect_not_heard(&ada, "> ");
    expect_answer(&ada, "set punctuation on", "punctuation is on.");
    client_forget(&ada);
    client_say_line(&ada, "explore");
    ck_assert_msg(client_wait_heard(&ada, "\r\n> ", WALK_MS), "no end:\n%s", client_tail(&ada));
    ck_assert_msg(players_count_heard(&ada, "You explore ") == 1 &&
                      players_count_heard(&ada, "You walk ") == 0,
                  "%s", client_tail(&ada));
    expect_answer(&ada, "set punctuation off", "punctuation is off.");
    client_forget(&ada);
    expect_answer(&ada, "hp", "20 of 20 health.");
    expect_not_heard(&ada, "> ");
    players_stop(players, &server);
}

/* What ends a walk by coming into view is told once, with where it is. */
TEST(a_reader_hears_once_of_what_a_walk_stopped_for)
{
    expect_answer(&ada, "set hints off", "hints are off.");
    expect_answer(&ada, "set mode reader", "Type n, ne, e");
    expect_answer(&ada, "set punctuation on", "punctuation is on.");
    for (int i = 0; i < EXPLORES_MAX; i++) {
        client_wait_quiet(&ada, 100, ANSWER_MS);
        client_forget(&ada);
        client_say_line(&ada, "explore");
        expect_heard_within(&ada, "\r\n> ", WALK_MS);
        if (strstr(ada.heard, "Stairs down") != NULL || strstr(ada.heard, "stairs down") != NULL)
            break;
    }
    client_wait_quiet(&ada, 100, ANSWER_MS);
    ck_assert_msg(players_count_heard(&ada, "Stairs down, ") == 1 &&
                      players_count_heard(&ada, "You see") == 0 &&
                      players_count_heard(&ada, "You explore ") == 1,
                  "%s", client_tail(&ada));
    players_stop(players, &server);
}

/* Who stands still hears who comes, and at the end of a walk what is there, but nothing twice. */
TEST(a_reader_hears_what_is_new_without_a_step)
{
    expect_answer(&ada, "set hints off", "hints are off.");
    expect_answer(&ada, "set mode reader", "Type n, ne, e");
    client_forget(&ada);
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    expect_heard(&ada, "Brom appears.\r\nBrom, 1 ");
    expect_answer(&ada, "e", "East.\r\n");
    expect_answer(&ada, "travel up", "You walk 1 step. You reach the stairs up.");
    expect_not_heard(&ada, "Stairs up.");
    players_stop(players, &server);
}

static void expect_in_order(const char *text, const char *first, const char *second)
{
    const char *at = strstr(text, first);

    ck_assert_msg(at != NULL && strstr(at, second) != NULL, "no %s before %s:\n%s", first, second,
                  text);
}

/* The door that is nearer as the crow flies takes the longer walk. */
TEST(a_list_of_all_has_stairs_first_then_doors_that_may_lead_on_by_the_walk_to_them)
{
    find_stairs(&ada);
    expect_answer(&ada, "list", "1 Stairs down, here.\r\n2 Stairs up, ");
    expect_heard(&ada, " more doors (list doors).");
    expect_in_order(ada.heard, "Stairs up, ", "Door, closed, 2 east.");
    expect_in_order(ada.heard, "Door, closed, 55 west 10 south", "Door, closed, 17 west 27 south");
    ck_assert_int_eq(players_count_heard(&ada, "Door, open"), 0);
    expect_answer(&ada, "list doors", "Door, open, ");
    expect_answer(&ada, "x 3", "A closed door, ");
    players_stop(players, &server);
}

TEST(another_place_is_told_once_with_its_exits_unless_brief_is_on)
{
    expect_answer(&ada, "e 3", "You walk 3 steps east.");
    expect_not_heard(&ada, "Exits: ");
    expect_answer(&ada, "e 12", "corridor. Exits: ");
    expect_answer(&ada, "w 12", "An oblong room. Exits: door west (closed), north, east.");
    ck_assert_int_eq(players_count_heard(&ada, "Exits: "), 1);
    expect_answer(&ada, "set brief on", "brief is on.");
    expect_answer(&ada, "e 12", "You walk 12 steps east.");
    expect_not_heard(&ada, "Exits: ");
    expect_answer(&ada, "look", "corridor. Exits: ");
    players_stop(players, &server);
}

static void enter_as_reader(struct client *client, const char *name)
{
    client_open(client, CLIENT_LINE, server.port);
    client_say_line(client, "reader");
    expect_heard(client, "Reader mode: words only, nothing drawn.");
    client_login(client, name);
    client_wait_quiet(client, 300, ANSWER_MS);
}

/* No prompt, no word of saving, and the way to begin only to those who are new. */
TEST(a_reader_is_told_each_fact_once)
{
    enter_as_reader(&brom, "brom");
    ck_assert_int_eq(players_count_heard(&brom, "Type n, ne, e"), 1);
    expect_not_heard(&brom, "Saved.");
    expect_not_heard(&brom, "> ");
    expect_answer(&brom, "set hints off", "hints are off.");
    expect_answer(&brom, "e", "East.\r\n");
    expect_not_heard(&brom, "Floor");
    ck_assert_msg(strncmp(brom.heard, "East.", 5) == 0, "%s", client_tail(&brom));
    expect_answer(&brom, "look", "Door, 2 west 3 north, closed.");
    expect_not_heard(&brom, "Nothing else.");
    expect_answer(&brom, "list doors", "1 Door, closed, 2 west 3 north.");
    expect_answer(&brom, "around", "Northeast, room, ");
    expect_answer(&brom, "who", "Ada, depth 1, level 1.\r\nBrom, depth 1, level 1.");
    expect_answer(&brom, "set", "mode is reader. Values: ");
    expect_answer(&brom, "set steps quiet", "steps are quiet.");
    expect_answer(&brom, "e", "");
    expect_not_heard(&brom, "ast.");
    expect_answer(&brom, "set steps full", "steps are full.");
    expect_answer(&brom, "e", "You walk east.");
    client_say_line(&brom, "quit");
    ck_assert(client_wait_closed(&brom, ANSWER_MS));
    client_close(&brom);
    enter_as_reader(&brom, "brom");
    expect_not_heard(&brom, "Type n, ne, e");
    players_stop(players, &server);
}

TEST(a_reader_hears_of_a_staircase_where_it_leads_and_no_more)
{
    find_stairs(&ada);
    expect_answer(&ada, "set mode reader", "mode is reader");
    expect_answer(&ada, "down", "Depth 2, the Root Cellar.\r\n");
    client_wait_quiet(&ada, 300, ANSWER_MS);
    ck_assert_msg(
        strncmp(ada.heard, "Depth 2", 7) == 0 && players_count_heard(&ada, "Root Cellar") == 1 &&
            players_count_heard(&ada, "You are ") == 1 && players_count_heard(&ada, "Saved.") == 0,
        "%s", client_tail(&ada));
    players_stop(players, &server);
}

/* As often as he was in view before. */
TEST(a_reader_hears_once_that_somebody_walks_out_of_view)
{
    expect_answer(&ada, "set mode reader", "mode is reader");
    client_forget(&ada);
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    find_stairs(&brom);
    expect_answer(&brom, "down", "Depth 2");
    client_wait_quiet(&ada, 300, ANSWER_MS);
    ck_assert_int_gt(players_count_heard(&ada, "Brom goes out of sight to the "), 0);
    ck_assert_int_eq(players_count_heard(&ada, "Brom goes out of sight to the "),
                     players_count_heard(&ada, "Brom, "));
    players_stop(players, &server);
}
