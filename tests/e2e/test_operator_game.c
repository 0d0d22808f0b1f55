/*
 * Operators look into the game and put something into it: foes, things, niches, graves.
 */
#include "support/live/client.h"
#include "support/live/console.h"
#include "support/live/players.h"
#include "support/live/process.h"
#include "support/live/staging.h"
#include "support/suite.h"

static struct process server;
static struct console console;
static struct client ada;
static struct client *const players[] = {&ada, NULL};

static void set_up(void)
{
    process_init(&server);
    console_init(&console, UNDERCROFTCTL_PATH, &server);
    process_start(&server, staging_flags);
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
}

static void tear_down(void)
{
    players_release(players, &server);
    console_release(&console);
}

/* Ada is put where the first niche of the level is. */
static void send_to_niche(char out[STAGING_CELL_SIZE])
{
    staging_niche(&console, "1", out);
    staging_send(&console, &ada, "ada", "1", out);
}

START_TEST(what_is_spawned_is_there_is_seen_and_is_audited)
{
    char cell[STAGING_CELL_SIZE];

    staging_cell(&console, "ada", 0, 0, cell);
    console_expect(&console, WORDS("spawn", "dart", "1", cell, "5"), 0, "Put there.");
    console_expect(&console, WORDS("inspect", "item", "1", cell), 0, "dart");
    expect_answer(&ada, "get", "You pick up 5 darts");
    console_expect(&console, WORDS("inspect", "item", "1", cell), 1, "Nothing lies at");
    console_expect(&console, WORDS("audit", "5"), 0, "spawn dart 1 ");
}
END_TEST

START_TEST(a_spawned_foe_is_fought)
{
    char cell[STAGING_CELL_SIZE];
    char niche[STAGING_CELL_SIZE];

    send_to_niche(niche);
    staging_put_foe_beside(&console, "1", niche, "cellar-rat", cell);
    console_expect(&console, WORDS("inspect", "foe", "1", cell), 0, "cellar rat");
    console_expect(&console, WORDS("population", "1"), 0, "cellar rat");
    expect_answer(&ada, "attack", "ellar rat");
}
END_TEST

START_TEST(a_niche_tells_who_has_opened_it)
{
    char niche[STAGING_CELL_SIZE];

    send_to_niche(niche);
    console_expect(&console, WORDS("inspect", "niche", "1", niche), 0, "holds");
    console_expect(&console, WORDS("inspect", "niche", "1", "0,0"), 1, "There is no niche at 0,0");
}
END_TEST

START_TEST(what_cannot_be_spawned_is_refused_with_clear_words)
{
    char cell[STAGING_CELL_SIZE];

    staging_cell(&console, "ada", 0, 0, cell);
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

START_TEST(a_level_made_anew_and_put_back_has_each_grave_and_thing_once)
{
    staging_let_die(&console, &ada, "ada");
    ck_assert_int_eq(staging_graves(&console, "3", "Ada"), 1);
    staging_expect_ledger_right(&console);
    console_expect(&console, WORDS("level", "regen", "3", "now"), 0, "Done");
    ck_assert_int_eq(staging_graves(&console, "3", "Ada"), 1);
    staging_expect_ledger_right(&console);
    console_expect(&console, WORDS("level", "undo", "3", "now"), 0, "Done");
    ck_assert_int_eq(staging_graves(&console, "3", "Ada"), 1);
    staging_expect_ledger_right(&console);
    console_expect(&console, WORDS("level", "lock", "3"), 0, "");
    console_expect(&console, WORDS("level", "regen", "3", "now"), 0, "Done");
    console_expect(&console, WORDS("level", "regen", "3", "now"), 0, "Done");
    ck_assert_int_eq(staging_graves(&console, "3", "Ada"), 1);
    staging_expect_ledger_right(&console);
}
END_TEST

START_TEST(a_forgotten_player_leaves_no_grave_behind)
{
    staging_let_die(&console, &ada, "ada");
    ck_assert_int_eq(staging_graves(&console, "3", "Ada"), 1);
    console_expect(&console, WORDS("forget", "ada"), 0, "Forgotten.");
    ck_assert_int_eq(staging_graves(&console, "3", "Ada"), 0);
    staging_expect_ledger_right(&console);
}
END_TEST

/* The level is not loaded when she is forgotten: it was put away with a server that stopped. */
START_TEST(graves_of_levels_that_are_only_stored_are_forgotten_too)
{
    staging_let_die(&console, &ada, "ada");
    players_stop(players, &server);
    process_start(&server, staging_flags);
    console_expect(&console, WORDS("population", "3"), 1, "not loaded");
    console_expect(&console, WORDS("forget", "ada"), 0, "Forgotten.");
    client_enter(&ada, CLIENT_LINE, server.port, "brom");
    console_expect(&console, WORDS("send", "brom", "3"), 0, "Sent.");
    expect_heard(&ada, "Depth 3");
    ck_assert_int_eq(staging_graves(&console, "3", "Ada"), 0);
    staging_expect_ledger_right(&console);
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
