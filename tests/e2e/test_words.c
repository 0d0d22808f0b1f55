/*
 * Words, as they are typed in line mode and reader mode: what goes on by itself and how it ends,
 * and talk between two delvers.
 */
#include <stdio.h>
#include <string.h>

#include "support/live/client.h"
#include "support/live/process.h"
#include "support/suite.h"

enum { ANSWER_MS = 5000, WALK_MS = 30000, EXPLORES_MAX = 60, REFUSALS = 40 };

static struct process server;
static struct client ada;
static struct client brom;

static void set_up(void)
{
    process_init(&server);
    process_start(&server, (const char *const[]){"--seed", "3", "--tick-ms", "10", NULL});
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
}

static void tear_down(void)
{
    client_close(&ada);
    client_close(&brom);
    process_release(&server);
}

static void stop_server(void)
{
    client_close(&ada);
    client_close(&brom);
    ck_assert_int_eq(process_stop(&server), 0);
}

static void expect_heard(struct client *client, const char *text, int ms)
{
    ck_assert_msg(client_wait_heard(client, text, ms), "'%s' is not said, but:\n%s", text,
                  client_tail(client));
}

static void expect_not_heard(struct client *client, const char *text)
{
    client_wait_quiet(client, 150, ANSWER_MS);
    ck_assert_msg(strstr(client->heard, text) == NULL, "'%s' is said:\n%s", text,
                  client_tail(client));
}

/* Says a line and waits for an answer to it. */
static void ask(struct client *client, const char *line, const char *answer)
{
    client_forget(client);
    client_say_line(client, line);
    expect_heard(client, answer, ANSWER_MS);
}

static int count_heard(const struct client *client, const char *text)
{
    int count = 0;

    for (const char *at = strstr(client->heard, text); at != NULL; at = strstr(at + 1, text))
        count++;
    return count;
}

/* Lets an errand go on to its end: the prompt comes back. */
static void say_and_wait(struct client *client, const char *line)
{
    client_forget(client);
    client_say_line(client, line);
    expect_heard(client, "20/20> ", WALK_MS);
}

static void find_stairs(struct client *client)
{
    for (int i = 0; i < EXPLORES_MAX; i++) {
        say_and_wait(client, "travel down");
        if (strstr(client->heard, "You are at stairs down.") != NULL)
            return;
        say_and_wait(client, "explore");
        ck_assert_msg(count_heard(client, "You explore") <= 1 &&
                          strstr(client->heard, "You walk") == NULL,
                      "one line for one errand:\n%s", client_tail(client));
    }
    ck_assert_msg(false, "no stairs are found:\n%s", client_tail(client));
}

START_TEST(steps_are_told_in_one_line_with_what_ended_them)
{
    char line[32];
    bool is_ended = false;

    /* Some way leads somewhere; every way ends. */
    for (int i = 0; i < 4; i++) {
        static const char *const ways[] = {"east", "south", "west", "north"};
        snprintf(line, sizeof line, "%s 100", ways[i]);
        say_and_wait(&ada, line);
        ck_assert_msg(count_heard(&ada, "You walk ") <= 1, "a line a step:\n%s", client_tail(&ada));
        is_ended = is_ended || strstr(ada.heard, " in the way.") != NULL;
    }
    ck_assert_msg(is_ended, "no way ends at anything:\n%s", client_tail(&ada));
    stop_server();
}
END_TEST

/* A step that waits for the one before is told before the prompt comes again. */
START_TEST(each_line_is_answered_with_one_prompt)
{
    static const char *const steps[] = {"e", "w", "e", "w", "e", "w"};

    client_forget(&ada);
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        uint64_t before = ada.prompts;
        client_say_line(&ada, steps[i]);
        while (ada.prompts == before)
            ck_assert_msg(client_pump(&ada, ANSWER_MS), "no prompt:\n%s", client_tail(&ada));
    }
    expect_heard(&ada, "You walk west.", ANSWER_MS);
    expect_not_heard(&ada, "> \r\nYou walk");
    stop_server();
}
END_TEST

/* Whenever between two ticks the line comes. */
START_TEST(a_refusal_comes_before_its_prompt)
{
    uint64_t before = ada.prompts;

    client_forget(&ada);
    for (int i = 1; i <= REFUSALS; i++) {
        client_say_line(&ada, "close");
        while (ada.prompts < before + (uint64_t)i)
            ck_assert_msg(client_pump(&ada, ANSWER_MS), "no prompt:\n%s", client_tail(&ada));
    }
    expect_not_heard(&ada, "> \r\nThere is no door");
    ck_assert_uint_eq(ada.prompts, before + REFUSALS);
    stop_server();
}
END_TEST

START_TEST(exploring_finds_the_stairs_and_travelling_takes_one_there)
{
    say_and_wait(&ada, "travel down");
    expect_heard(&ada, "You know of no way to stairs down here.", ANSWER_MS);
    find_stairs(&ada);
    ck_assert_msg(strstr(ada.heard, "You walk ") != NULL, "the way is not told:\n%s",
                  client_tail(&ada));
    ask(&ada, "down", "Depth 2");
    find_stairs(&ada);
    ask(&ada, "travel up", "You are at stairs up.");
    ask(&ada, "up", "Depth 1");
    stop_server();
}
END_TEST

/* Sets off what would take long; nothing is said of it until it ends. */
static void set_going(struct client *client)
{
    client_forget(client);
    client_say_line(client, "wait 900");
    client_pump(client, 300);
    expect_not_heard(client, "> ");
}

START_TEST(a_line_stops_what_goes_on)
{
    set_going(&ada);
    ask(&ada, "hp", "You stop.");
    expect_heard(&ada, "20 of 20 health.", ANSWER_MS);
    ask(&ada, "hp", "20 of 20 health.");
    expect_not_heard(&ada, "You stop.");
    set_going(&ada);
    ask(&ada, "cancel", "You stop.");
    expect_not_heard(&ada, "queued");
    ask(&ada, "cancel", "Nothing is queued.");
    ask(&ada, "wait 2", "You have waited.");
    stop_server();
}
END_TEST

START_TEST(a_run_goes_on_to_something_or_says_what_is_in_the_way)
{
    static const char *const ways[] = {"run east", "run south", "run west", "run north"};
    int runs = 0;

    for (int i = 0; i < 4; i++) {
        say_and_wait(&ada, ways[i]);
        ck_assert_msg(count_heard(&ada, "You run ") <= 1, "%s", client_tail(&ada));
        runs += count_heard(&ada, "You run ");
    }
    ck_assert_int_gt(runs, 0);
    ask(&ada, "travel back", "You ");
    ask(&ada, "run", "Run where? For example: run east.");
    stop_server();
}
END_TEST

START_TEST(what_is_told_is_heard_on_any_level)
{
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    find_stairs(&ada);
    ask(&ada, "down", "Depth 2");
    ask(&ada, "tell bro caf\xc3\xa9", "You tell Brom: \"caf?\"");
    expect_heard(&brom, "Ada tells you: \"caf?\"", ANSWER_MS);
    ask(&ada, "set walls lines", "walls is line.");
    ask(&brom, "set walls lines", "walls is line.");
    client_forget(&brom);
    ask(&ada, "tell bro caf\xc3\xa9 \x1b[31mdown here", "You tell Brom: \"caf\xc3\xa9");
    expect_heard(&brom, "Ada tells you: \"caf\xc3\xa9", ANSWER_MS);
    ck_assert_msg(strchr(brom.heard, 0x1b) == NULL, "a control came through");
    client_forget(&ada);
    ask(&brom, "reply on my way", "You tell Ada: \"on my way\"");
    expect_heard(&ada, "Brom tells you: \"on my way\"", ANSWER_MS);
    ask(&ada, "reply hurry", "You tell Brom: \"hurry\"");
    ask(&ada, "shout hello", "You shout: \"hello\"");
    expect_not_heard(&brom, "shouts");
    ask(&ada, "tell cyd hello", "Nobody called cyd is below.");
    ask(&ada, "tell ada hello", "You keep that to yourself.");
    ask(&ada, "tell", "Tell whom what?");
    ask(&ada, "tell brom", "Tell them what?");
    client_close(&brom);
    stop_server();
}
END_TEST

START_TEST(those_near_hear_shouts_and_see_what_is_done)
{
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    ask(&brom, "reply hello?", "Nobody has told you anything yet.");
    client_forget(&brom);
    ask(&ada, "me waves", "Ada waves");
    expect_heard(&brom, "Ada waves", ANSWER_MS);
    ask(&ada, "shout over here", "You shout: \"over here\"");
    expect_heard(&brom, "Ada shouts: \"over here\"", ANSWER_MS);
    client_forget(&brom);
    ask(&ada, "\"brom psst", "You tell Brom: \"psst\"");
    expect_heard(&brom, "Ada tells you: \"psst\"", ANSWER_MS);
    stop_server();
}
END_TEST

START_TEST(who_talks_too_fast_or_too_long_is_told_so)
{
    char line[400] = "say ";

    for (size_t i = 4; i < 300; i++)
        line[i] = 'x';
    ask(&ada, line, "Too long: at most 240 letters at once.");
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    for (int i = 0; i < 5; i++)
        ask(&ada, "say hello", "You say: \"hello\"");
    client_forget(&brom);
    ask(&ada, "tell brom one more", "You talk too fast.");
    expect_not_heard(&brom, "one more");
    ask(&ada, "hp", "20 of 20");
    stop_server();
}
END_TEST

START_TEST(the_rest_of_the_words_answer)
{
    ask(&ada, "hp", "20 of 20 health.");
    ask(&ada, "score", "Ada: 20 of 20 health, depth 1, ");
    ask(&ada, "map", "########");
    ask(&ada, "explroe", "Did you mean: explore?");
    ask(&ada, "last 1", "explore?");
    ask(&ada, "help travel", "travel down, up, back");
    ask(&ada, "help tell", "tell NAME text");
    ask(&ada, "commands", "explore");
    ask(&ada, "set automap on", "automap is on.");
    ask(&ada, "set steps short", "steps is short.");
    ask(&ada, "set steps loud", "steps takes quiet");
    ask(&ada, "set hints off", "hints is off.");
    stop_server();
}
END_TEST

START_TEST(what_lies_around_is_listed_and_can_be_walked_to)
{
    ask(&ada, "list", "1 Stairs up, here.");
    ask(&ada, "list stairs", "1 Stairs up, here.");
    ask(&ada, "list dragons", "List what?");
    ask(&ada, "around", "North, ");
    ask(&ada, "where ada", "You are on depth 1.");
    ask(&ada, "where nobody", "Nobody");
    ask(&ada, "go", "To which?");
    ask(&ada, "go 60", "no such number");
    ask(&ada, "go unicorn", "nothing here that is called so");
    ask(&ada, "go e", "You walk");
    ask(&ada, "x stairs", "Stairs up, here west.");
    ask(&ada, "go stairs", "You walk 1 step.");
    ask(&ada, "x 1", "Stairs up, here.");
    stop_server();
}
END_TEST

START_TEST(reader_mode_has_the_same_words_and_no_map)
{
    ask(&ada, "set mode reader", "Type n, ne, e");
    ask(&ada, "map", "There is no map in reader mode.");
    ask(&ada, "wait 2", "You have waited.");
    client_forget(&ada);
    client_say_line(&ada, "explore");
    ck_assert_msg(client_wait_heard(&ada, "\r\n> ", WALK_MS), "no end:\n%s", client_tail(&ada));
    ck_assert_msg(count_heard(&ada, "You explore ") == 1 && count_heard(&ada, "You walk ") == 0,
                  "%s", client_tail(&ada));
    ask(&ada, "set punctuation off", "punctuation is off.");
    client_forget(&ada);
    ask(&ada, "hp", "20 of 20 health.");
    expect_not_heard(&ada, "> ");
    stop_server();
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("words");

    tcase_set_timeout(tcase, 300);
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, each_line_is_answered_with_one_prompt);
    tcase_add_test(tcase, a_refusal_comes_before_its_prompt);
    tcase_add_test(tcase, steps_are_told_in_one_line_with_what_ended_them);
    tcase_add_test(tcase, exploring_finds_the_stairs_and_travelling_takes_one_there);
    tcase_add_test(tcase, a_line_stops_what_goes_on);
    tcase_add_test(tcase, a_run_goes_on_to_something_or_says_what_is_in_the_way);
    tcase_add_test(tcase, what_is_told_is_heard_on_any_level);
    tcase_add_test(tcase, those_near_hear_shouts_and_see_what_is_done);
    tcase_add_test(tcase, who_talks_too_fast_or_too_long_is_told_so);
    tcase_add_test(tcase, the_rest_of_the_words_answer);
    tcase_add_test(tcase, what_lies_around_is_listed_and_can_be_walked_to);
    tcase_add_test(tcase, reader_mode_has_the_same_words_and_no_map);
    return suite_run("e2e/words", tcase);
}
