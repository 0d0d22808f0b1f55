/*
 * Two to six players trade, throw, die, hang up, quit, log in twice and take over, at random and
 * with logins that wait at any prompt, and the server is killed amid it; and again and again
 * everything is counted against the ledger, in play and on disk: there is no thing too many and
 * none too few. COUNTS says how often, SEED which play.
 */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "hall.h"
#include "operator.h"
#include "support/test.h"
#include "world/life.h"
#include "world/turn.h"

enum {
    PLAYERS_MIN = 2,
    PLAYERS = 6,
    LINES = 2 * PLAYERS, /* connections at once */
    DEEDS_A_COUNT = 40,
    COUNTS_A_HALL = 25,
    COUNTS_DEFAULT = TEST_COUNT(1000, 100),
    COUNTS_MAX = 1000000,
    POISON = 12,
    KILL_PERCENT = 10,
    POPULATION_PERCENT = 1, /* room for things, and next to no foes */
};

static const char *const names[PLAYERS] = {"ada", "brom", "cyd", "dora", "elke", "finn"};

static struct hall hall;
static struct guest lines[LINES];
static struct rng rng;
static int players; /* of names, in this hall */

static void type(struct guest *guest, const char *text)
{
    guest_type(guest, text);
    guest_type(guest, "\r\n");
}

static void pass(int ticks)
{
    for (int i = 0; i < ticks; i++)
        hall_pass(&hall, HALL_TICK_MS);
}

static const char *pick_name(void)
{
    return names[rng_below(&rng, (uint32_t)players)];
}

/* One step of a login: what is asked for, or nothing. */
static void go_on_logging_in(struct guest *guest)
{
    enum session_state state = guest_state(guest);

    if (state == SESSION_NAME)
        type(guest, guest->name);
    else if (state == SESSION_CONFIRM)
        type(guest, "yes");
    else if (state == SESSION_PASSWORD || state == SESSION_NEW_PASSWORD ||
             state == SESSION_REPEAT_PASSWORD)
        type(guest, "correct horse");
}

static void die(struct guest *guest)
{
    struct delver *delver = guest_delver(guest);

    if (delver == NULL || delver->body.state != BODY_PRESENT || delver->fall.is_fallen)
        return;
    (void)statuses_add(&delver->body.statuses, STATUS_POISONED, POISON);
    beat_begin(hall.server.game.world, &delver->body);
    delver->body.health = 1;
}

/* Old enough to trade, without the way down there. */
static void grow_up(struct guest *guest)
{
    struct delver *delver = guest_delver(guest);

    if (delver == NULL || delver->body.level == NULL)
        return;
    delver->life.deepest = LIFE_PROVEN_DEPTH;
    delver_note_change(delver);
}

static void trade(struct guest *guest)
{
    static const char *const words[] = {"drop dart",
                                        "drop all darts",
                                        "drop 2 mending",
                                        "get all",
                                        "get",
                                        "get darts",
                                        "accept",
                                        "throw dart east",
                                        "drink mending",
                                        "wear knife",
                                        "yield",
                                        "rest",
                                        "north",
                                        "east",
                                        "southwest",
                                        "remove coat",
                                        "wear coat",
                                        "save"};
    char line[64];

    if (rng_percent(&rng, 30)) {
        snprintf(line, sizeof line, "give %d darts to %s", 1 + (int)rng_below(&rng, 3),
                 pick_name());
        type(guest, line);
        return;
    }
    type(guest, words[rng_below(&rng, sizeof words / sizeof words[0])]);
}

static void do_anything(struct guest *guest)
{
    uint32_t chance = rng_below(&rng, 100);

    if (guest->hall == NULL)
        guest_open(guest, &hall, GUEST_LINE, pick_name());
    else if (guest->is_closed || guest_state(guest) == SESSION_CLOSED || chance < 5)
        guest_close(guest);
    else if (!guest_is_playing(guest))
        go_on_logging_in(guest);
    else if (chance < 8)
        die(guest);
    else if (chance < 12)
        type(guest, "quit");
    else if (chance < 16)
        grow_up(guest);
    else
        trade(guest);
    if (guest->hall != NULL)
        guest_hear(guest);
    pass((int)rng_below(&rng, 6));
}

/* The doctor has nothing to say of the ledger. */
static void count(int number)
{
    struct peer *line = operator_connect(&hall);
    struct operator_answer answer = operator_ask(&hall, line, "text save");

    ck_assert_msg(answer.is_ok, "%s", answer.text);
    answer = operator_ask(&hall, line, "text doctor");
    ck_assert_msg(answer.is_ok, "%s", answer.text);
    ck_assert_msg(strstr(answer.text, "ledger") == NULL, "count %d: %s", number, answer.text);
    ck_assert_str_eq(hall.server.game.ledger_watch.wrong, "");
    peer_close(line);
}

static void play_hall(int first, int counts)
{
    hall_open_populated(&hall, POPULATION_PERCENT);
    players = rng_range(&rng, PLAYERS_MIN, PLAYERS);
    for (int i = 0; i < counts; i++) {
        for (int deed = 0; deed < DEEDS_A_COUNT; deed++)
            do_anything(&lines[rng_below(&rng, (uint32_t)players * 2)]);
        if (rng_percent(&rng, KILL_PERCENT))
            hall_kill(&hall);
        count(first + i);
    }
    for (int i = 0; i < LINES; i++)
        guest_close(&lines[i]);
    hall_close(&hall);
}

TEST(no_thing_is_there_twice_or_lost_whatever_players_do)
{
    int counts = (int)test_number("COUNTS", COUNTS_DEFAULT, COUNTS_MAX);

    rng_init(&rng, test_number("SEED", 1, COUNTS_MAX));
    for (int done = 0; done < counts; done += COUNTS_A_HALL)
        play_hall(done, counts - done < COUNTS_A_HALL ? counts - done : COUNTS_A_HALL);
}
