/*
 * A haven as players have it: gold is found, a draught bought, a thing sold and one named at the
 * stall; the lantern is touched, and its road taken; and all of it is still so after a restart and
 * after a kill.
 */
#include "support/live/client.h"
#include "support/live/console.h"
#include "support/live/players.h"
#include "support/live/process.h"
#include "support/live/staging.h"
#include "support/test.h"

static struct process server;
static struct console console;
static struct client ada;
static struct client *const players[] = {&ada, NULL};

static void set_up(void)
{
    process_init(&server);
    process_use_slow_disk(&server);
    console_init(&console, UNDERCROFTCTL_PATH, &server);
    process_start(&server, staging_flags);
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
}

static void tear_down(void)
{
    players_release(players, &server);
    console_release(&console);
}

/* Something is put where Ada stands, and she has it. */
static void give(const char *depth, const char *thing, const char *count, const char *answer)
{
    staging_put(&console, "ada", depth, thing, count);
    expect_answer(&ada, "get", answer);
}

static void come_again(void)
{
    client_close(&ada);
    process_start(&server, staging_flags);
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
}

/* To depth 4 by stairs: pedlars buy from delvers that have been below depth 3. */
static void go_deep(void)
{
    staging_take_stairs(&console, &ada, "ada", "1");
    staging_take_stairs(&console, &ada, "ada", "2");
    staging_take_stairs(&console, &ada, "ada", "3");
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_draught_is_bought_a_thing_sold_and_all_of_it_is_kept)
{
    expect_answer(&ada, "list", "edlar's stall");
    give("1", "gold", "180", "You pick up 180 gold");
    expect_answer(&ada, "go pedlar", "Shop: buy, sell, identify.");
    expect_answer(&ada, "buy", "  1  a draught of mending                60");
    expect_heard(&ada, "You have 200 gold.");
    expect_answer(&ada, "buy 1", "You buy a draught of mending for 60 gold; you have 140 left.");
    expect_answer(&ada, "buy mending", "You buy a draught of mending for 100 gold; you have 40");
    expect_answer(&ada, "buy mending", "You do not have enough gold for that.");
    expect_answer(&ada, "buy 99", "The pedlar has no number 99");
    expect_answer(&ada, "buy soup", "The pedlar has no \"soup\"");
    give("1", "draught-of-murk", "1", "You pick up a");
    expect_answer(&ada, "identify", "For 20 gold the pedlar names one of:");
    expect_answer(&ada, "identify d", "a draught of murk. You pay 20 gold; you have 20 left.");
    expect_answer(&ada, "sell helm", "You have no \"helm\"");
    expect_answer(&ada, "sell mending",
                  "The pedlar buys from players who have been below depth 3.");
    console_expect(&console, WORDS("save"), 0, "Saved.");
    process_kill(&server);
    come_again();
    expect_answer(&ada, "inventory", "4 draughts of mending");
    expect_heard(&ada, "20 gold");
    staging_expect_ledger_right(&console);
    go_deep();
    staging_send(&console, &ada, "ada", "1", NULL);
    give("1", "helm", "1", "You pick up a helm");
    expect_answer(&ada, "go pedlar", "Shop: buy, sell, identify.");
    expect_answer(&ada, "sell", "a helm ");
    expect_answer(&ada, "sell helm", "You sell a helm for 10 gold; you have 30.");
    expect_answer(&ada, "sell darts", "The pedlar buys only what is worth 20 gold or more.");
    process_stop(&server);
    come_again();
    expect_answer(&ada, "inventory", "4 draughts of mending");
    expect_heard(&ada, "30 gold");
    expect_answer(&ada, "go pedlar", "");
    expect_answer(&ada, "buy", "  1  a draught of mending             (140)");
    staging_expect_ledger_right(&console);
    players_stop(players, &server);
}

TEST(away_from_a_stall_nobody_deals)
{
    staging_send(&console, &ada, "ada", "2", NULL);
    expect_answer(&ada, "buy", "No pedlar's stall is near.");
    expect_answer(&ada, "sell darts", "No pedlar's stall is near.");
    expect_answer(&ada, "identify mending", "No pedlar's stall is near.");
    expect_answer(&ada, "drink fountain", "No fountain is beside you.");
    expect_answer(&ada, "road 1", "The lantern road begins in a haven");
    players_stop(players, &server);
}

TEST(the_lantern_road_leads_from_haven_to_haven)
{
    /* A level whose lantern is in view of the stairs. */
    console_expect(&console, WORDS("level", "regen", "5", "seed", "1", "now"), 0, "");
    staging_send(&console, &ada, "ada", "5", NULL);
    expect_answer(&ada, "road", "The lantern road leads to depth 1, ");
    expect_answer(&ada, "go lantern", "You touch the lantern of ");
    expect_answer(&ada, "road", "; depth 5, ");
    expect_answer(&ada, "travel road 1", "The lantern road brings you into ");
    expect_answer(&ada, "score", "depth 1,");
    expect_answer(&ada, "road 10", "You have touched no lantern there");
    console_expect(&console, WORDS("save"), 0, "Saved.");
    process_kill(&server);
    come_again();
    expect_answer(&ada, "road 5", "The lantern road brings you into ");
    expect_answer(&ada, "score", "depth 5,");
    expect_answer(&ada, "go fountain", "");
    players_stop(players, &server);
}

TEST(a_reader_hears_the_wares_in_sentences)
{
    expect_answer(&ada, "set mode reader", "eader");
    expect_answer(&ada, "go pedlar", "Shop: buy, sell, identify.");
    expect_answer(
        &ada, "buy",
        "The pedlar sells: 1, a draught of mending for 60; 2, 2 bandages for 24; 3, 5 darts");
    expect_heard(&ada, ". You have 20 gold.");
    expect_answer(&ada, "sell", "The pedlar buys from players who have been below depth 3.");
    expect_answer(&ada, "identify", "You know all that you carry.");
    players_stop(players, &server);
}

/* A level that is made again has its places again, and regeneration is their only end. */
TEST(a_haven_that_is_made_again_has_its_places)
{
    console_expect(&console, WORDS("level", "regen", "1", "seed", "1", "now"), 0, "");
    expect_heard(&ada, "This level has been rebuilt.");
    expect_answer(&ada, "list", "edlar's stall");
    expect_heard(&ada, "antern");
    expect_heard(&ada, "ountain");
    players_stop(players, &server);
}
