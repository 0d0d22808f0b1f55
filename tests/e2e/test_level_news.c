/*
 * Players who were away are told of a level that was rebuilt or put back: what happened and where
 * they are, within 80 columns. Messages to players who were there are tested in the case
 * level_news.
 */
#include <stdio.h>
#include <string.h>

#include "support/live/keeper.h"
#include "support/live/players.h"
#include "support/test.h"

enum { ANSWER_MS = 4000, COLUMNS = 80 };

static const char longest_name[] = "abcdefghijklmnop";

static struct process server;
static struct keeper keeper;
static struct client ada;
static struct client brom;
static struct client cyd;
static struct client *const players[] = {&ada, &brom, &cyd, NULL};

static void set_up(void)
{
    process_init(&server);
    keeper_init(&keeper, UNDERCROFTCTL_PATH, &server);
}

static void start(void)
{
    process_start(&server, WORDS("--seed", "11", "--backup-minutes", "0"));
}

static void tear_down(void)
{
    keeper_release(&keeper);
    players_release(players, &server);
}

/* No line that tells of keepers or of a level changed is wider than a terminal. */
static void expect_narrow(const struct client *client)
{
    for (const char *line = client->heard; *line != '\0';) {
        size_t length = strcspn(line, "\r\n");
        char copy[200];
        snprintf(copy, sizeof copy, "%.*s", (int)length, line);
        ck_assert_msg(length <= COLUMNS ||
                          (strstr(copy, "rebuilt") == NULL && strstr(copy, "level") == NULL),
                      "%zu columns: %s", length, copy);
        line += length + strspn(line + length, "\r\n");
    }
}

TEST_FIXTURE(set_up, tear_down);

/* Four players are away while the level is rebuilt and put back, or during only one of both. */
TEST(the_absent_come_back_to_the_version_that_counts)
{
    static char before[CLIENT_HEARD_MAX + 1];

    start();
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    expect_heard(&ada, "Saved."); /* or it would come between */
    client_say_line(&ada, "explore");
    client_wait_quiet(&ada, 400, ANSWER_MS);
    expect_answer(&ada, "cancel", "> ");
    client_wait_quiet(&ada, 100, ANSWER_MS); /* of the travel, as well */
    expect_answer(&ada, "map", "20/20> ");
    memcpy(before, ada.heard, sizeof before);
    expect_answer(&ada, "quit", "Your position and map are kept");
    client_close(&ada);
    client_enter(&brom, CLIENT_XTERM, server.port, "brom");
    client_enter(&cyd, CLIENT_LINE, server.port, longest_name);
    expect_answer(&cyd, "quit", "Your position and map are kept");
    client_close(&cyd);
    console_expect(&keeper.console, WORDS("level", "regen", "1", "style", "caves", "now"), 0,
                   "Done.");
    expect_shown(&brom, "rebuilt");
    client_enter(&cyd, CLIENT_LINE, server.port, longest_name);
    expect_heard(&cyd, "The level you left was rebuilt: you are at its up stairs.");
    expect_narrow(&cyd);
    keeper_expect_footing(&keeper, longest_name);
    expect_answer(&cyd, "quit", "Your position and map are kept");
    client_close(&cyd);
    client_type(&brom, "Q");
    ck_assert(client_wait_closed(&brom, ANSWER_MS));
    client_close(&brom);
    console_expect(&keeper.console, WORDS("level", "undo", "1", "now"), 0, "generation  0");

    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    expect_heard(&ada, "You are where you left.");
    keeper_expect_footing(&keeper, "ada");
    expect_answer(&ada, "map", "20/20> ");
    ck_assert_msg(strcmp(ada.heard, before) == 0, "she remembers\n%s\nand not\n%s", ada.heard,
                  before);
    client_enter(&cyd, CLIENT_LINE, server.port, longest_name);
    expect_heard(&cyd, "The level you left was restored: you are at its up stairs.");
    expect_narrow(&cyd);
    keeper_expect_footing(&keeper, longest_name);
    /* A screen covers the line that welcomes. */
    client_enter(&brom, CLIENT_XTERM, server.port, "brom");
    expect_shown(&brom, "The level you left was restored: you are at its up stairs.");
    keeper_expect_footing(&keeper, "brom");
    players_stop(players, &server);
}
