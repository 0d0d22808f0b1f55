/*
 * Operators look into the game and put something into it: foes, things, niches, graves.
 */
#include <stdio.h>
#include <string.h>

#include "support/live/client.h"
#include "support/live/console.h"
#include "support/live/players.h"
#include "support/live/process.h"
#include "support/suite.h"

enum { ANSWER_MS = 10000, QUIET_MS = 60, TURNS_MAX = 300, CELL_SIZE = 16 };

static const char *const flags[] = {
    "--seed", "7", "--population-percent", "1", "--tick-ms", "10", "--beat-ms", "200", NULL};

static struct process server;
static struct console console;
static struct client ada;
static struct client *const players[] = {&ada, NULL};

static void set_up(void)
{
    process_init(&server);
    console_init(&console, UNDERCROFTCTL_PATH, &server);
    process_start(&server, flags);
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
}

static void tear_down(void)
{
    players_release(players, &server);
    console_release(&console);
}

/* The number behind a member's name in the last answer. */
static int member(const char *name)
{
    char wanted[40];
    int value = -1;

    snprintf(wanted, sizeof wanted, "\"%s\":", name);
    const char *at = strstr(console.out, wanted);
    ck_assert_msg(at != NULL && sscanf(at + strlen(wanted), "%d", &value) == 1, "no %s in %s", name,
                  console.out);
    return value;
}

/* The cell that is so far from where Ada stands. */
static void near_ada(int dx, int dy, char out[CELL_SIZE])
{
    console_expect(&console, WORDS("--json", "inspect", "player", "ada"), 0, "\"x\":");
    snprintf(out, CELL_SIZE, "%d,%d", member("x") + dx, member("y") + dy);
}

/* Ada is put where the first niche of the level is. */
static void send_to_niche(char out[CELL_SIZE])
{
    console_expect(&console, WORDS("--json", "population", "1"), 0, "\"niches\":[{");
    const char *niche = strstr(console.out, "\"niches\"");
    int x = 0;
    int y = 0;
    ck_assert_int_eq(sscanf(niche, "\"niches\":[{\"x\":%d,\"y\":%d", &x, &y), 2);
    snprintf(out, CELL_SIZE, "%d,%d", x, y);
    console_expect(&console, WORDS("send", "ada", "1", out), 0, "Sent.");
    expect_heard(&ada, "An administrator moves you");
}

START_TEST(what_is_spawned_is_there_is_seen_and_is_audited)
{
    char cell[CELL_SIZE];

    near_ada(0, 0, cell);
    console_expect(&console, WORDS("spawn", "dart", "1", cell, "5"), 0, "Put there.");
    console_expect(&console, WORDS("inspect", "item", "1", cell), 0, "dart");
    expect_answer(&ada, "get", "You pick up 5 darts");
    console_expect(&console, WORDS("inspect", "item", "1", cell), 1, "Nothing lies at");
    console_expect(&console, WORDS("audit", "5"), 0, "spawn dart 1 ");
}
END_TEST

START_TEST(a_spawned_foe_is_fought)
{
    char cell[CELL_SIZE];
    char niche[CELL_SIZE];

    send_to_niche(niche);
    /* One of the cells beside a dead end is free. */
    for (int dir = 0; dir < 9; dir++) {
        near_ada(dir % 3 - 1, dir / 3 - 1, cell);
        if (console_run(&console, WORDS("spawn", "cellar-rat", "1", cell)) == 0)
            break;
        ck_assert_int_lt(dir, 8);
    }
    console_expect(&console, WORDS("inspect", "foe", "1", cell), 0, "cellar rat");
    console_expect(&console, WORDS("population", "1"), 0, "cellar rat");
    expect_answer(&ada, "attack", "ellar rat");
}
END_TEST

START_TEST(a_niche_tells_who_has_opened_it)
{
    char niche[CELL_SIZE];

    send_to_niche(niche);
    console_expect(&console, WORDS("inspect", "niche", "1", niche), 0, "holds");
    console_expect(&console, WORDS("inspect", "niche", "1", "0,0"), 1, "There is no niche at 0,0");
}
END_TEST

START_TEST(what_cannot_be_spawned_is_refused_with_clear_words)
{
    char cell[CELL_SIZE];

    near_ada(0, 0, cell);
    console_expect(&console, WORDS("spawn", "gate-hund", "1", cell), 1, "mean: gate-hound?");
    console_expect(&console, WORDS("spawn", "delver", "1", cell), 1, "No foe or thing is called");
    console_expect(&console, WORDS("spawn", "gate-hound", "1", cell), 1, "Somebody stands there.");
    console_expect(&console, WORDS("spawn", "gate-hound", "1", "0,0"), 1, "cannot stand or lie");
    console_expect(&console, WORDS("spawn", "dart", "1", "0,0"), 1, "cannot stand or lie");
    console_expect(&console, WORDS("spawn", "dart", "1", "200,1"), 1, "cells.");
    console_expect(&console, WORDS("spawn", "dart", "9", cell), 1, "Depth 9 is not loaded");
    console_expect(&console, WORDS("spawn", "dart", "1", cell, "21"), 1, "1 to 20 at once");
    console_expect(&console, WORDS("spawn", "gold", "1", cell, "1001"), 1, "1 to 1000 at once");
    console_expect(&console, WORDS("spawn", "dart", "1", "here"), 2, "is no cell");
    console_expect(&console, WORDS("inspect", "foe", "1", cell), 1, "No foe stands at");
    console_expect(&console, WORDS("spawn", "dart"), 2, "Usage: spawn KIND D[/WING] X,Y [N]");
}
END_TEST

/* How many foes were put beside Ada on that depth. */
static int surround_ada(const char *depth)
{
    char cell[CELL_SIZE];
    int count = 0;

    for (int dir = 0; dir < 9; dir++) {
        near_ada(dir % 3 - 1, dir / 3 - 1, cell);
        count += console_run(&console, WORDS("spawn", "deserter", depth, cell)) == 0;
    }
    return count;
}

/* Ada, who has three darts and a draught, dies on depth 3. */
static void let_ada_die(void)
{
    char cell[CELL_SIZE];
    int x = 0;
    int y = 0;

    console_expect(&console, WORDS("send", "ada", "3"), 0, "Sent.");
    expect_heard(&ada, "Depth 3");
    console_expect(&console, WORDS("--json", "population", "3"), 0, "\"niches\":[{");
    ck_assert_int_eq(
        sscanf(strstr(console.out, "\"niches\""), "\"niches\":[{\"x\":%d,\"y\":%d", &x, &y), 2);
    snprintf(cell, sizeof cell, "%d,%d", x, y);
    console_expect(&console, WORDS("send", "ada", "3", cell), 0, "Sent.");
    client_forget(&ada);
    ck_assert_int_gt(surround_ada("3"), 0);
    for (int turn = 0; turn < TURNS_MAX && strstr(ada.heard, "You wake in") == NULL; turn++) {
        client_say_line(&ada, "wait");
        client_wait_quiet(&ada, QUIET_MS, ANSWER_MS);
    }
    expect_heard(&ada, "You wake in");
}

static void expect_graves(const char *depth, int wanted)
{
    console_expect(&console, WORDS("--json", "population", depth), 0, "\"graves\":[");
    const char *graves = strstr(console.out, "\"graves\":[");
    const char *end = strchr(graves, ']');
    int count = 0;
    for (const char *at = strstr(graves, "\"Ada\""); at != NULL && at < end;
         at = strstr(at + 1, "\"Ada\""))
        count++;
    ck_assert_msg(count == wanted, "%d graves, not %d: %s", count, wanted, console.out);
}

/* Nothing is there twice, and nothing is lost, in play and on disk. */
static void expect_ledger_right(void)
{
    console_expect(&console, WORDS("save"), 0, "Saved.");
    ck_assert_int_eq(console_run(&console, WORDS("doctor")), 0);
    ck_assert_msg(strstr(console.out, "ledger") == NULL, "%s", console.out);
}

START_TEST(a_level_made_anew_and_put_back_has_each_grave_and_thing_once)
{
    let_ada_die();
    expect_graves("3", 1);
    expect_ledger_right();
    console_expect(&console, WORDS("level", "regen", "3", "now"), 0, "Done");
    expect_graves("3", 1);
    expect_ledger_right();
    console_expect(&console, WORDS("level", "undo", "3", "now"), 0, "Done");
    expect_graves("3", 1);
    expect_ledger_right();
    console_expect(&console, WORDS("level", "lock", "3"), 0, "");
    console_expect(&console, WORDS("level", "regen", "3", "now"), 0, "Done");
    console_expect(&console, WORDS("level", "regen", "3", "now"), 0, "Done");
    expect_graves("3", 1);
    expect_ledger_right();
}
END_TEST

START_TEST(a_forgotten_player_leaves_no_grave_behind)
{
    let_ada_die();
    expect_graves("3", 1);
    console_expect(&console, WORDS("forget", "ada"), 0, "Forgotten.");
    expect_graves("3", 0);
    expect_ledger_right();
}
END_TEST

/* The level is not loaded when she is forgotten: it was put away with a server that stopped. */
START_TEST(graves_of_levels_that_are_only_stored_are_forgotten_too)
{
    let_ada_die();
    players_stop(players, &server);
    process_start(&server, flags);
    console_expect(&console, WORDS("population", "3"), 1, "not loaded");
    console_expect(&console, WORDS("forget", "ada"), 0, "Forgotten.");
    client_enter(&ada, CLIENT_LINE, server.port, "brom");
    console_expect(&console, WORDS("send", "brom", "3"), 0, "Sent.");
    expect_heard(&ada, "Depth 3");
    expect_graves("3", 0);
    expect_ledger_right();
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("operator_game");

    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_set_timeout(tcase, 120);
    tcase_add_test(tcase, what_is_spawned_is_there_is_seen_and_is_audited);
    tcase_add_test(tcase, a_spawned_foe_is_fought);
    tcase_add_test(tcase, a_level_made_anew_and_put_back_has_each_grave_and_thing_once);
    tcase_add_test(tcase, a_forgotten_player_leaves_no_grave_behind);
    tcase_add_test(tcase, graves_of_levels_that_are_only_stored_are_forgotten_too);
    tcase_add_test(tcase, a_niche_tells_who_has_opened_it);
    tcase_add_test(tcase, what_cannot_be_spawned_is_refused_with_clear_words);
    return suite_run("operator_game", tcase);
}
