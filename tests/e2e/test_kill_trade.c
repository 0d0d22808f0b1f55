/*
 * kill -9 amid deals, gifts, pick-ups and deaths. At a stall Ada buys and gives while Brom sells,
 * gives back, drops and gets, and the server is killed at any moment: afterwards each piece of gold
 * that is gone has bought what is there, each that came was paid for what is gone, nothing that was
 * Saved is lost, and the doctor counts every row against the ledger. A delver who dies in the
 * moment of the kill is either dead, with one grave that holds all belongings, or alive and has
 * them. KILL_TRADE_ROUNDS: how often. KILL_TRADE_SEED: at what moments.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "support/live/console.h"
#include "support/live/players.h"
#include "support/live/process.h"
#include "support/live/staging.h"
#include "support/test.h"

enum {
    ROUNDS = 6,
    NUMBER_MAX = 100000,
    STEPS_MIN = 2, /* lines of each before the kill */
    STEPS_MAX = 24,
    STEP_MS_MAX = 50,
    QUIET_MS = 60,
    ANSWER_MS = 10000,
    BANDAGE_PRICE = 12,
    HELM_PAY = 10,
    HELMS = 7, /* that Brom begins with */
    DEATHS = 3,
    JAVELINS = 5, /* that she dies with */
};

/* Belongings of the two players. */
struct belongings {
    int gold_of_ada;
    int gold_of_brom;
    int bandages; /* of both */
    int helms;
    int javelins;
};

static struct process server;
static struct console console;
static struct client ada;
static struct client brom;
static struct client *const players[] = {&ada, &brom, NULL};
static struct rng rng;

static void set_up(void)
{
    rng_init(&rng, test_number("KILL_TRADE_SEED", 1, NUMBER_MAX));
    process_init(&server);
    process_use_slow_disk(&server);
    console_init(&console, UNDERCROFTCTL_PATH, &server);
    process_start(&server, staging_flags);
    client_enter(&ada, CLIENT_LINE, server.port, "Ada");
}

static void tear_down(void)
{
    players_release(players, &server);
    console_release(&console);
}

static void come_again(void)
{
    process_kill(&server);
    players_hang_up(players);
    process_start(&server, staging_flags);
    client_enter(&ada, CLIENT_LINE, server.port, "Ada");
}

/* Number of things of a kind in a list: "3 darts", "a dart", "an ember". */
static int count_told(const char *list, const char *kind)
{
    int count = 0;

    for (const char *at = list; (at = strstr(at, kind)) != NULL; at++) {
        const char *word = at - 1;
        while (word > list && word[-1] > ' ')
            word--;
        count += *word == 'a' ? 1 : (int)strtol(word, NULL, 10);
    }
    return count;
}

/* Adds what one player is told to carry. Returns the gold. */
static int read_pack(struct client *client, struct belongings *out)
{
    expect_answer(client, "inventory", " gold");
    client_wait_quiet(client, QUIET_MS, ANSWER_MS);
    out->bandages += count_told(client->heard, "bandage");
    out->helms += count_told(client->heard, "helm");
    out->javelins += count_told(client->heard, "javelin");
    return count_told(client->heard, "gold");
}

static struct belongings read_belongings(void)
{
    struct belongings found = {0};

    found.gold_of_ada = read_pack(&ada, &found);
    found.gold_of_brom = read_pack(&brom, &found);
    return found;
}

/* Both have been deep enough to sell and to give, and stand at the stall beside each other. */
static void go_to_the_stall(void)
{
    char cell[STAGING_CELL_SIZE];
    char beside[STAGING_CELL_SIZE];
    int x = 0;
    int y = 0;

    client_enter(&brom, CLIENT_LINE, server.port, "Brom");
    expect_answer(&ada, "set gifts all", "gifts");
    expect_answer(&brom, "set gifts all", "gifts");
    console_expect(&console, WORDS("save"), 0, "Saved.");
    staging_take_stairs(&console, &ada, "ada", "3");
    staging_take_stairs(&console, &brom, "brom", "3");
    staging_send(&console, &ada, "ada", "1", NULL);
    expect_answer(&ada, "go pedlar", "Shop: buy, sell, identify.");
    staging_put(&console, "ada", "1", "gold", "1000");
    expect_answer(&ada, "get", "You pick up 1000 gold");
    staging_cell(&console, "ada", 0, 0, cell);
    ck_assert_int_eq(sscanf(cell, "%d,%d", &x, &y), 2);
    for (int dir = 0; dir < 9; dir++) {
        snprintf(beside, sizeof beside, "%d,%d", x + dir % 3 - 1, y + dir / 3 - 1);
        if (dir != 4 && console_run(&console, WORDS("send", "brom", "1", beside)) == 0)
            break;
        ck_assert_msg(dir < 8, "nobody can stand beside %s", cell);
    }
    for (int helm = 0; helm < HELMS; helm++)
        console_expect(&console, WORDS("spawn", "helm", "1", beside, "1"), 0, "Placed.");
    for (int helm = 0; helm < HELMS; helm++)
        expect_answer(&brom, "get helm", "You pick up a helm");
}

/* Deals and gifts, until the moment of the kill. */
static void deal(int steps)
{
    static const char *const of_ada[] = {"buy 2",      "give bandage to brom",
                                         "buy 2",      "give 2 bandages to brom",
                                         "drop darts", "get all"};
    static const char *const of_brom[] = {"give bandage to ada", "sell helm", "drop dart",
                                          "get all"};
    enum {
        OF_ADA = sizeof of_ada / sizeof of_ada[0],
        OF_BROM = sizeof of_brom / sizeof of_brom[0]
    };

    for (int step = 0; step < steps; step++) {
        client_say_line(&ada, of_ada[step % OF_ADA]);
        client_say_line(&brom, of_brom[step % OF_BROM]);
        client_pump_all(players, 2, rng_range(&rng, 1, STEP_MS_MAX));
    }
}

/* Gold only goes from Ada and only comes to Brom. */
static void expect_no_loss(int round, const struct belongings *saved,
                           const struct belongings *found)
{
    int bought = found->bandages - saved->bandages;
    int sold = saved->helms - found->helms;

    ck_assert_msg(saved->gold_of_ada - found->gold_of_ada == BANDAGE_PRICE * bought && bought >= 0,
                  "round %d: %d bandages more for %d gold less", round, bought,
                  saved->gold_of_ada - found->gold_of_ada);
    ck_assert_msg(found->gold_of_brom - saved->gold_of_brom == HELM_PAY * sold && sold >= 0,
                  "round %d: %d helms less for %d gold more", round, sold,
                  found->gold_of_brom - saved->gold_of_brom);
}

TEST_FIXTURE(set_up, tear_down);

TEST(after_kill_9_amid_deals_and_gifts_gold_and_things_are_equal)
{
    int rounds = (int)test_number("KILL_TRADE_ROUNDS", ROUNDS, NUMBER_MAX);
    int moved = 0;

    go_to_the_stall();
    for (int round = 0; round < rounds; round++) {
        console_expect(&console, WORDS("save"), 0, "Saved.");
        struct belongings saved = read_belongings();
        deal(rng_range(&rng, STEPS_MIN, STEPS_MAX));
        come_again();
        client_enter(&brom, CLIENT_LINE, server.port, "Brom");
        staging_expect_ledger_right(&console);
        struct belongings found = read_belongings();
        expect_no_loss(round, &saved, &found);
        moved += found.gold_of_ada != saved.gold_of_ada || found.gold_of_brom != saved.gold_of_brom;
        /* Things that lay there at the kill. */
        client_say_line(&ada, "get all");
        client_wait_quiet(&ada, QUIET_MS, ANSWER_MS);
    }
    ck_assert_msg(moved > 0, "no deal ever came to the disk");
    players_stop(players, &server);
}

/* After the save of a deal none is due for minutes but the one that the gift asks for. It takes the
   gold with it that Ada picked up before, by which the list of scores shows that it is on disk. */
TEST(after_kill_9_behind_a_gift_it_is_with_the_one_who_got_it)
{
    struct belongings found = {0};

    go_to_the_stall();
    console_expect(&console, WORDS("set", "save-ms", "600000"), 0, "600000");
    expect_answer(&ada, "buy 2", "You buy");
    console_await(&console, WORDS("--json", "scores"), "\"gold\":996");
    staging_put(&console, "ada", "1", "gold", "7");
    expect_answer(&ada, "get", "You pick up 7 gold");
    console_expect(&console, WORDS("--json", "scores"), 0, "\"gold\":996");
    expect_answer(&ada, "give 2 bandages to brom", "You give Brom 2 bandages.");
    console_await(&console, WORDS("--json", "scores"), "\"gold\":1003");
    come_again();
    client_enter(&brom, CLIENT_LINE, server.port, "Brom");
    ck_assert_int_eq(read_pack(&ada, &found), 1003);
    ck_assert_int_eq(found.bandages, 0);
    (void)read_pack(&brom, &found);
    ck_assert_int_eq(found.bandages, 2);
    staging_expect_ledger_right(&console);
    players_stop(players, &server);
}

/* Each run has a world of its own. */
TEST_EACH(after_kill_9_at_a_death_all_is_in_one_grave_or_still_carried, DEATHS)
{
    struct belongings found = {0};

    rng_init(&rng, test_number("KILL_TRADE_SEED", 1, NUMBER_MAX) + (uint64_t)_i);
    staging_put(&console, "ada", "1", "javelin", "5");
    expect_answer(&ada, "get", "You pick up 5 javelins");
    console_expect(&console, WORDS("save"), 0, "Saved.");
    staging_let_die(&console, &ada, "ada");
    client_pump_all(players, 1, rng_range(&rng, 0, STEP_MS_MAX));
    come_again();
    staging_expect_ledger_right(&console);
    (void)read_pack(&ada, &found);
    ck_assert(found.javelins == 0 || found.javelins == JAVELINS);
    staging_send(&console, &ada, "ada", "3", NULL);
    ck_assert_int_eq(staging_graves(&console, "3", "Ada"), found.javelins == 0);
    players_stop(players, &server);
}
