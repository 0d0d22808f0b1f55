/*
 * Levels rebuilt, put back and locked at awkward moments: under somebody on the stairs or just
 * coming in; while the very level is fetched; asked for twice at once; while the server stops; in a
 * second wing.
 */
#include <stdio.h>
#include <string.h>

#include "support/live/keeper.h"
#include "support/live/light_client.h"
#include "support/live/players.h"
#include "support/test.h"

enum { ANSWER_MS = 4000, NEWCOMERS = 6, FETCHES = 6, SUCCESSOR = 51, TRIES = 6 };

static struct process server;
static struct keeper keeper;
static struct client ada;
static struct client brom;
static struct client *const players[] = {&ada, &brom, NULL};
static struct light_client newcomers[NEWCOMERS];

static void set_up(void)
{
    process_init(&server);
    keeper_init(&keeper, UNDERCROFTCTL_PATH, &server);
}

static void start(const char *wing_size)
{
    process_start(&server,
                  WORDS("--seed", "11", "--backup-minutes", "0", "--wing-size", wing_size));
    keeper_connect(&keeper);
}

static void hang_up(void)
{
    players_hang_up(players);
    for (int i = 0; i < NEWCOMERS; i++)
        light_close(&newcomers[i]);
    keeper_hang_up(&keeper);
}

static void tear_down(void)
{
    hang_up();
    keeper_release(&keeper);
    process_release(&server);
}

static void stop(void)
{
    hang_up();
    ck_assert_int_eq(process_stop(&server), 0);
}

static void send_to(const char *name, const char *depth, const char *at)
{
    console_expect(&keeper.console, WORDS("send", name, depth, at), 0, "Sent.");
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_lock_is_found_by_who_stands_on_the_stairs)
{
    char down[KEEPER_PLACE_SIZE];
    char up[KEEPER_PLACE_SIZE];

    start("64");
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    client_enter(&brom, CLIENT_XTERM, server.port, "brom");
    console_expect(&keeper.console, WORDS("send", "ada", "2"), 0, "Sent.");
    expect_heard(&ada, "An administrator moves you to");
    keeper_find_stairs(&keeper, "2", "down", down);
    send_to("ada", "2", down);
    expect_answer(&ada, "look", "stairs down");
    console_expect(&keeper.console, WORDS("level", "lock", "2"), 0, "inside  Ada");
    /* Out by either stairs, and in by none. */
    expect_answer(&ada, "down", "You go down the stairs into");
    expect_answer(&ada, "up", "An administrator has closed the way up.");
    keeper_find_stairs(&keeper, "1", "down", down);
    send_to("brom", "1", down);
    expect_shown(&brom, "An administrator moves you to");
    client_type(&brom, ">");
    expect_shown(&brom, "An administrator has closed the way down.");
    console_expect(&keeper.console, WORDS("level", "unlock", "2"), 0, "Unlocked.");
    expect_answer(&ada, "up", "You go up the stairs into");
    client_type(&brom, ">");
    expect_shown(&brom, "Depth 2");
    /* The level is rebuilt while she stands on its stairs: the stairs of the new one lead on. */
    console_expect(&keeper.console, WORDS("level", "regen", "2", "now"), 0, "moved       2");
    expect_heard(&ada, "This level has been rebuilt.");
    keeper_find_stairs(&keeper, "2", "up", up);
    console_expect(&keeper.console, WORDS("send", "brom", "1"), 0, "Sent.");
    send_to("ada", "2", up);
    expect_heard(&ada, "An administrator moves you to");
    expect_answer(&ada, "up", "You go up the stairs into");
    keeper_expect_footing(&keeper, "ada");
    keeper_expect_footing(&keeper, "brom");
    stop();
}

/* Which of both is first the machine decides: either way it fits together afterwards. */
static void fetch_and_regenerate(int depth)
{
    char line[80];
    char word[8];

    snprintf(word, sizeof word, "%d", depth);
    snprintf(line, sizeof line, "text send ada %d\n", depth);
    keeper_order(&keeper, 0, line);
    snprintf(line, sizeof line, "text level regen %d now\n", depth);
    keeper_order(&keeper, 1, line);
    ck_assert_msg(keeper_is_answered(&keeper, 1), "%s", keeper.text);
    ck_assert_msg(keeper_is_answered(&keeper, 0), "%s", keeper.text);
    snprintf(line, sizeof line, "Depth %d", depth);
    expect_answer(&ada, "look", line);
    keeper_expect_footing(&keeper, "ada");
    snprintf(line, sizeof line, "\"event\":\"level.made\",\"wing\":0,\"depth\":%d,", depth);
    bool was_made = process_said(&server, "err", line);
    keeper_expect_level(&keeper, word, 1, was_made ? 0 : -1);
    if (was_made)
        console_expect(&keeper.console, WORDS("level", "undo", word, "now"), 0, "generation  0");
    else
        console_expect(&keeper.console, WORDS("level", "undo", word, "now"), 1,
                       "No earlier version");
}

/*
 * A level is made, for one who is sent there, while its successor waits: then it is what is kept.
 * Where the successor came first the next deeper level is tried, with twice the time. Returns the
 * depth.
 */
static int make_while_successor_waits(void)
{
    char order[80];
    char line[80];

    for (int i = 0; i < TRIES; i++) {
        int depth = SUCCESSOR + i;
        client_forget(&ada);
        snprintf(order, sizeof order, "text level regen %d in %ds\n", depth, 2 << i);
        keeper_order(&keeper, 0, order);
        ck_assert_msg(keeper_is_answered(&keeper, 0), "%s", keeper.text);
        snprintf(order, sizeof order, "text send ada %d\n", depth);
        keeper_order(&keeper, 0, order);
        ck_assert_msg(keeper_is_answered(&keeper, 0), "%s", keeper.text);
        expect_heard(&ada, "An administrator moves you to");
        snprintf(line, sizeof line, "\"event\":\"level.made\",\"wing\":0,\"depth\":%d,", depth);
        if (!process_said(&server, "err", line))
            continue;
        expect_heard_within(&ada, "This level has been rebuilt.", ANSWER_MS + (2000 << i));
        return depth;
    }
    ck_abort_msg("its successor is there before each level");
}

TEST(a_level_nobody_made_and_one_that_is_being_made)
{
    char word[8];

    start("64");
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    console_expect(&keeper.console, WORDS("level", "regen", "50", "style", "maze"), 0,
                   "generation  1");
    keeper_expect_level(&keeper, "50", 1, -1);
    console_expect(&keeper.console, WORDS("level", "undo", "50"), 1,
                   "No earlier version of depth 50 is kept.");
    for (int i = 0; i < FETCHES; i++)
        fetch_and_regenerate(60 + i);
    snprintf(word, sizeof word, "%d", make_while_successor_waits());
    keeper_expect_level(&keeper, word, 1, 0);
    console_expect(&keeper.console, WORDS("level", "undo", word, "now"), 0, "generation  0");
    keeper_expect_footing(&keeper, "ada");
    stop();
}

static long explored(const char *name)
{
    console_expect(&keeper.console, WORDS("--json", "inspect", "player", name), 0, "\"explored\":");
    return keeper_number(&keeper, "explored");
}

/* She comes by herself while the level she knows is put back, sooner or later than it is there. */
TEST(who_is_on_the_way_to_a_level_that_is_put_back_remembers_it)
{
    start("64");
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    client_say_line(&ada, "explore");
    client_wait_quiet(&ada, 400, ANSWER_MS);
    expect_answer(&ada, "cancel", "> ");
    long known = explored("ada");
    for (int i = 0; i < FETCHES; i++) {
        client_forget(&ada);
        console_expect(&keeper.console, WORDS("send", "ada", "2"), 0, "Sent.");
        expect_heard(&ada, "Depth 2");
        console_expect(&keeper.console, WORDS("level", "regen", "1", "now"), 0, "moved       0");
        client_forget(&ada);
        keeper_order(&keeper, i % 2, "text send ada 1\n");
        keeper_order(&keeper, 1 - i % 2, "text level undo 1 now\n");
        ck_assert_msg(keeper_is_answered(&keeper, 0), "%s", keeper.text);
        ck_assert_msg(keeper_is_answered(&keeper, 1), "%s", keeper.text);
        expect_heard(&ada, "Depth 1");
        keeper_expect_footing(&keeper, "ada");
        console_expect(&keeper.console, WORDS("level", "show", "1"), 0, "generation  0");
        ck_assert_msg(explored("ada") >= known, "%ld cells were known, and now %ld", known,
                      keeper_number(&keeper, "explored"));
    }
    stop();
}

TEST(two_who_ask_at_once_and_newcomers_in_the_same_moment)
{
    int done = 0;

    start("64");
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    console_expect(&keeper.console, WORDS("role", "ada", "builder"), 0, "builder");
    for (int i = 0; i < 4; i++) {
        client_forget(&ada);
        client_say_line(&ada, "@level regen 1 style caves now");
        keeper_order(&keeper, 0, "text level regen 1 style rooms now\n");
        bool is_done = keeper_is_answered(&keeper, 0);
        ck_assert_msg(is_done || strstr(keeper.text, "Depth 1 is about to be rebuilt") != NULL,
                      "%s", keeper.text);
        client_wait_heard(&ada, "about to be", 1);
        while (strstr(ada.heard, "Done.") == NULL && strstr(ada.heard, "about to be") == NULL)
            expect_heard(&ada, strstr(ada.heard, "about") == NULL ? "Done." : "about to be");
        done += is_done + (strstr(ada.heard, "Done.") != NULL);
    }
    ck_assert_int_ge(done, 4);
    keeper_expect_level(&keeper, "1", done, done - 1);
    /* Each comes a little later than the one before, and the level changes under them. */
    for (int i = 0; i < NEWCOMERS; i++) {
        char name[LIGHT_NAME_SIZE];
        snprintf(name, sizeof name, "newcomer%c", 'a' + i);
        light_open(&newcomers[i], server.port, name, 0);
    }
    for (int i = 0; light_count(newcomers, NEWCOMERS, LIGHT_PLAYING) < NEWCOMERS; i++) {
        ck_assert_int_lt(i, 400);
        light_pump(newcomers, NEWCOMERS, 5);
        keeper_order(&keeper, 0,
                     i % 3 == 2 ? "text level undo 1 now\n" : "text level regen 1 now\n");
        light_pump(newcomers, NEWCOMERS, 5);
        ck_assert_msg(keeper_is_answered(&keeper, 0), "%s", keeper.text);
    }
    for (int i = 0; i < NEWCOMERS; i++) {
        light_forget(&newcomers[i]);
        light_send(&newcomers[i], "look\r\n");
        keeper_expect_footing(&keeper, newcomers[i].name);
    }
    ck_assert(light_wait_heard(newcomers, NEWCOMERS, "Depth 1", ANSWER_MS));
    keeper_expect_footing(&keeper, "ada");
    stop();
}

TEST(what_is_pending_when_the_server_stops_is_called_off_and_told)
{
    start("64");
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    console_expect(&keeper.console, WORDS("level", "regen", "1", "in", "1h"), 0, "level cancel");
    expect_heard(&ada, "in 3600 seconds");
    console_expect(&keeper.console, WORDS("level", "regen", "2", "when-empty", "style", "maze"), 0,
                   "");
    keeper_order(&keeper, 0, "text level regen 40 now\n");
    keeper_order(&keeper, 1, "text level regen 41 in 5m\n");
    ck_assert_int_eq(process_stop(&server), 0);
    expect_heard(&ada, "The change was cancelled: this level stays as it is.");
    expect_heard(&ada, "Saved: your place is kept.");
    process_expect_said(&server, "err", "level.called-off");
    process_expect_said(&server, "err", "the server stops");
    hang_up();
    start("64");
    keeper_expect_level(&keeper, "1", 0, -1);
    console_expect(&keeper.console, WORDS("level", "list"), 0, "");
    ck_assert_msg(strstr(keeper.console.out, "rebuilt") == NULL, "%s", keeper.console.out);
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    expect_heard(&ada, "You are where you left.");
    keeper_expect_footing(&keeper, "ada");
    /* The one that was due at once is there whole or not at all. */
    if (console_run(&keeper.console, WORDS("--json", "level", "show", "40")) == 0)
        ck_assert_int_eq(keeper_number(&keeper, "generation"), 1);
    else
        ck_assert_msg(strstr(keeper.console.err, "never made") != NULL, "%s", keeper.console.err);
    console_expect(&keeper.console, WORDS("level", "show", "41"), 1, "Depth 41 was never made");
    stop();
}

TEST(each_wing_has_its_own_level)
{
    start("1");
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    console_expect(&keeper.console, WORDS("inspect", "player", "brom"), 0, "wing        1");
    console_expect(&keeper.console, WORDS("--json", "who"), 0, "\"wing\":0");
    console_expect(&keeper.console, WORDS("--json", "who"), 0, "\"wing\":1");
    client_forget(&ada);
    console_expect(&keeper.console, WORDS("level", "regen", "1/1", "in", "1h"), 0, "wing        1");
    expect_heard(&brom, "in 3600 seconds");
    console_expect(&keeper.console, WORDS("level", "undo", "1/1"), 1,
                   "Depth 1/1 is about to be rebuilt; level cancel 1/1 calls that off.");
    console_expect(&keeper.console, WORDS("level", "cancel", "1"), 1, "Nothing is about to happen");
    console_expect(&keeper.console, WORDS("level", "cancel", "1/2"), 1,
                   "Nothing is about to happen to depth 1/2.");
    console_expect(&keeper.console, WORDS("level", "cancel", "1/1"), 0, "Called off.");
    console_expect(&keeper.console, WORDS("level", "regen", "1/1", "style", "caves", "now"), 0,
                   "moved       1");
    expect_heard(&brom, "This level has been rebuilt.");
    keeper_expect_level(&keeper, "1/1", 1, 0);
    keeper_expect_level(&keeper, "1", 0, -1);
    console_expect(&keeper.console, WORDS("level", "undo", "1"), 1,
                   "No earlier version of depth 1 ");
    console_expect(&keeper.console, WORDS("level", "undo", "1/3"), 1,
                   "No earlier version of depth 1/3 ");
    console_expect(&keeper.console, WORDS("level", "show", "1/3"), 1,
                   "Depth 1/3 was never made; level preview 1/3 shows");
    /* Both orders come at once, and each gets its own answer. */
    keeper_order(&keeper, 0, "text level regen 1 now\n");
    keeper_order(&keeper, 1, "text level undo 1/1 now\n");
    ck_assert_msg(keeper_is_answered(&keeper, 0), "%s", keeper.text);
    ck_assert_msg(keeper_is_answered(&keeper, 1), "%s", keeper.text);
    keeper_expect_level(&keeper, "1", 1, 0);
    keeper_expect_level(&keeper, "1/1", 0, 1);
    expect_heard(&brom, "This level has been restored.");
    expect_heard(&ada, "This level has been rebuilt.");
    ck_assert_ptr_null(strstr(ada.heard, "put back"));
    keeper_expect_footing(&keeper, "ada");
    keeper_expect_footing(&keeper, "brom");
    stop();
    start("1");
    keeper_expect_level(&keeper, "1", 1, 0);
    keeper_expect_level(&keeper, "1/1", 0, 1);
    stop();
}
