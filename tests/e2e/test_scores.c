/*
 * The list of those who came deepest: players and operators ask for it, and the absent are in it.
 */
#include <string.h>

#include "support/live/console.h"
#include "support/live/players.h"
#include "support/live/staging.h"
#include "support/test.h"

enum { ANSWER_MS = 5000 };

static struct process server;
static struct console console;
static struct client ada;
static struct client brom;
static struct client *const players[] = {&ada, &brom, NULL};

static void set_up(void)
{
    process_init(&server);
    console_init(&console, UNDERCROFTCTL_PATH, &server);
    process_start(&server, staging_flags);
}

static void tear_down(void)
{
    players_release(players, &server);
    console_release(&console);
}

/* Ada comes down to depth 2 and goes, Brom to depth 3; both are on disk. */
static void make_scores(enum client_kind kind)
{
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    staging_take_stairs(&console, &ada, "ada", "1");
    client_say_line(&ada, "quit");
    ck_assert(client_wait_closed(&ada, ANSWER_MS));
    client_close(&ada);
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    staging_take_stairs(&console, &brom, "brom", "2");
    console_expect(&console, WORDS("save"), 0, "Saved.");
    if (kind == CLIENT_LINE)
        return;
    client_close(&brom);
    client_enter(&brom, kind, server.port, "brom");
}

TEST_FIXTURE(set_up, tear_down);

TEST(in_an_empty_world_nobody_has_a_score)
{
    console_expect(&console, WORDS("scores"), 0, "scores  none");
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    expect_answer(&ada, "scores", "Nobody has a score yet.");
}

TEST(players_read_who_came_deepest_online_or_not)
{
    make_scores(CLIENT_LINE);
    expect_answer(&brom, "scores", "The players who came deepest:");
    expect_heard(&brom, " 1  Brom             depth 3   level 1");
    expect_heard(&brom, " 2  Ada              depth 2   level 1");
    expect_answer(&brom, "scores ada", "Unexpected \"ada\". Usage: scores");
    expect_answer(&brom, "set mode reader", "eader");
    expect_answer(&brom, "scores", "1: Brom, deepest depth 3, level 1, experience ");
    expect_heard(&brom, "2: Ada, deepest depth 2, level 1, experience ");
}

TEST(a_screen_shows_the_list_as_a_page)
{
    make_scores(CLIENT_XTERM);
    client_type(&brom, ":scores\r");
    expect_shown(&brom, "The players who came deepest:");
    expect_shown(&brom, " 2  Ada              depth 2   level 1");
}

TEST(operators_read_it_and_who_is_forgotten_is_gone)
{
    make_scores(CLIENT_LINE);
    console_expect(&console, WORDS("--json", "scores"), 0,
                   "{\"rank\":1,\"name\":\"Brom\",\"deepest\":3,\"level\":1,");
    ck_assert_ptr_nonnull(strstr(console.out, "{\"rank\":2,\"name\":\"Ada\",\"deepest\":2,"));
    console_expect(&console, WORDS("scores", "5"), 2, "Usage: scores");
    console_expect(&console, WORDS("forget", "ada"), 0, "");
    console_expect(&console, WORDS("scores"), 0, "Brom");
    ck_assert_msg(strstr(console.out, "Ada") == NULL, "%s", console.out);
    console_expect(&console, WORDS("audit", "20"), 0, "");
    ck_assert_msg(strstr(console.out, "scores") == NULL, "no act: %s", console.out);
}
