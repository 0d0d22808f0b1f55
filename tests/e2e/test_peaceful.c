/*
 * A dungeon whose levels are born without foes and things: players drop, throw and take up as
 * elsewhere, what lies there is kept, and so is what an older run left on its levels.
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
    console_init(&console, UNDERCROFTCTL_PATH, &server);
}

static void tear_down(void)
{
    console_release(&console);
    players_release(players, &server);
}

static void start_and_enter(const char *percent)
{
    process_start(&server, WORDS("--seed", "7", "--population-percent", percent));
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
}

static int count_of(const char *member)
{
    console_expect(&console, WORDS("--json", "population", "1"), 0, member);
    return staging_member(&console, member);
}

TEST_FIXTURE(set_up, tear_down);

TEST(things_are_dropped_thrown_and_kept)
{
    char cell[STAGING_CELL_SIZE];

    start_and_enter("0");
    ck_assert_int_eq(count_of("foes"), 0);
    ck_assert_int_eq(count_of("things"), 0);
    expect_answer(&ada, "drop 2 darts", "You drop 2 darts.");
    expect_answer(&ada, "get a dart", "You pick up a dart; you have 2.");
    staging_cell(&console, "ada", 0, 0, cell);
    console_expect(&console, WORDS("spawn", "knife", "1", cell), 0, "Placed.");
    ck_assert_int_eq(count_of("things"), 2);
    players_stop(players, &server);
    start_and_enter("0");
    ck_assert_int_eq(count_of("foes"), 0);
    ck_assert_int_eq(count_of("things"), 2);
    expect_answer(&ada, "get darts", "You pick up a dart; you have 3.");
    players_stop(players, &server);
}

TEST(what_was_on_a_level_before_is_not_lost)
{
    start_and_enter("100");
    int foes = count_of("foes");
    int things = count_of("things");
    ck_assert_int_gt(foes, 0);
    ck_assert_int_gt(things, 0);
    players_stop(players, &server);
    start_and_enter("0");
    ck_assert_int_eq(count_of("foes"), foes);
    ck_assert_int_eq(count_of("things"), things);
    players_stop(players, &server);
}
