/*
 * A fight as players see it: time waits for one who is alone, words strike and tell of the danger,
 * and what was learned is there after a restart.
 */
#include <stdio.h>
#include <string.h>

#include "support/live/client.h"
#include "support/live/console.h"
#include "support/live/explorer.h"
#include "support/live/players.h"
#include "support/live/process.h"
#include "support/suite.h"

enum { ANSWER_MS = 10000, QUIET_MS = 60, EXPLORE_MS = 400, TURNS_MAX = 1000, ANSWER_SIZE = 4096 };

static const char *const flags[] = {
    "--seed", "7", "--population-percent", "300", "--tick-ms", "10", "--beat-ms", "200", NULL};

static struct process server;
static struct console console;
static struct client ada;
static struct client *const players[] = {&ada, NULL};

static void set_up(void)
{
    process_init(&server);
    console_init(&console, UNDERCROFTCTL_PATH, &server);
    process_start(&server, flags);
}

static void tear_down(void)
{
    players_release(players, &server);
    console_release(&console);
}

static bool is_shown(const char *text)
{
    return terminal_find(&ada.terminal, text) >= 0;
}

/* The same in words, where nothing that was told is ever gone: what is in view is fought, what
   hunts her from out of sight is waited for. */
static void play_in_words_until(const char *text)
{
    static const char *const lines[] = {"attack", "wait", "attack", "rest", "explore"};
    enum { LINE_COUNT = sizeof lines / sizeof lines[0] };

    for (int turn = 0; turn < TURNS_MAX && strstr(ada.heard, text) == NULL; turn++) {
        client_say_line(&ada, lines[turn % LINE_COUNT]);
        client_wait_quiet(&ada, turn % LINE_COUNT == LINE_COUNT - 1 ? EXPLORE_MS : QUIET_MS,
                          ANSWER_MS);
    }
    ck_assert_msg(strstr(ada.heard, text) != NULL, "never told: %s\n%s", text, client_tail(&ada));
}

/* Explores and fights until `text` is on the screen. */
static void play_until(const char *text)
{
    for (int turn = 0; turn < TURNS_MAX && !is_shown(text); turn++) {
        if (is_shown("-- any key --") || is_shown("more: Space"))
            client_type(&ada, "\x1b");
        else if (is_shown("WAITING"))
            client_type(&ada, is_shown("You know no way") ? "s" : "\t");
        else if (!is_shown("exploring"))
            client_type(&ada, "o");
        client_wait_quiet(&ada, QUIET_MS, ANSWER_MS);
    }
    ck_assert_msg(is_shown(text), "never shown: %s\n%s", text, client_tail(&ada));
}

static int experience_of_ada(void)
{
    int experience = -1;

    ck_assert_int_eq(console_run(&console, WORDS("inspect", "player", "Ada")), 0);
    const char *at = strstr(console.out, "experience");
    ck_assert_msg(at != NULL && sscanf(at, "experience%*[^0-9]%d", &experience) == 1, "%s",
                  console.out);
    return experience;
}

START_TEST(time_waits_in_danger_until_the_player_acts)
{
    char before[ANSWER_SIZE];
    char after[ANSWER_SIZE];

    client_enter(&ada, CLIENT_XTERM, server.port, "Ada");
    play_until("WAITING");
    client_wait_quiet(&ada, 500, ANSWER_MS);
    terminal_text(&ada.terminal, 0, 20, before, sizeof before);
    client_wait_quiet(&ada, 3000, ANSWER_MS);
    terminal_text(&ada.terminal, 0, 20, after, sizeof after);
    ck_assert_str_eq(before, after);
    players_stop(players, &server);
}
END_TEST

START_TEST(a_foe_is_fought_in_words_and_its_lesson_outlives_a_restart)
{
    client_enter(&ada, CLIENT_LINE, server.port, "Ada");
    play_in_words_until("Lesson ");
    console_expect(&console, WORDS("save"), 0, "Saved.");
    int experience = experience_of_ada();
    ck_assert_int_gt(experience, 0);
    players_stop(players, &server);
    process_start(&server, flags);
    ck_assert_int_eq(experience_of_ada(), experience);
    ck_assert_int_eq(process_stop(&server), 0);
}
END_TEST

START_TEST(words_tell_of_the_danger)
{
    client_enter(&ada, CLIENT_XTERM, server.port, "Ada");
    play_until("comes into view, ");
    client_type(&ada, "E");
    /* The nearest first: its kind, where it is, and how hard a fight it would be. */
    ck_assert_msg(
        client_wait_shown(&ada, "harmless.", 500) || client_wait_shown(&ada, "easy.", 500) ||
            client_wait_shown(&ada, "even.", 500) || client_wait_shown(&ada, "hard.", 500) ||
            client_wait_shown(&ada, "deadly.", 500),
        "%s", client_tail(&ada));
    players_stop(players, &server);
}
END_TEST

START_TEST(without_a_population_nobody_is_met)
{
    process_stop(&server);
    process_start(&server, (const char *const[]){"--seed", "7", NULL});
    client_enter(&ada, CLIENT_XTERM, server.port, "Ada");
    client_type(&ada, "E");
    ck_assert(client_wait_shown(&ada, "No foe is in view.", ANSWER_MS));
    client_type(&ada, "\t");
    ck_assert(client_wait_shown(&ada, "Stairs up", ANSWER_MS));
    players_stop(players, &server);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("fight");

    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_set_timeout(tcase, 300);
    tcase_add_test(tcase, time_waits_in_danger_until_the_player_acts);
    tcase_add_test(tcase, a_foe_is_fought_in_words_and_its_lesson_outlives_a_restart);
    tcase_add_test(tcase, words_tell_of_the_danger);
    tcase_add_test(tcase, without_a_population_nobody_is_met);
    return suite_run("fight", tcase);
}
