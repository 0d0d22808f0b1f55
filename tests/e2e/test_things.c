/*
 * A niche and its scroll, in a level with foes and things. The case things has what words and keys
 * do with what is carried.
 */
#include <stdio.h>
#include <string.h>

#include "support/live/client.h"
#include "support/live/players.h"
#include "support/live/process.h"
#include "support/test.h"

enum { ANSWER_MS = 10000, QUIET_MS = 60, EXPLORE_MS = 400, TURNS_MAX = 400 };

static const char *const flags[] = {
    "--seed", "8", "--population-percent", "100", "--tick-ms", "10", "--beat-ms", "200", NULL};

static struct process server;
static struct client ada;
static struct client *const players[] = {&ada, NULL};

static void set_up(void)
{
    process_init(&server);
    process_start(&server, flags);
}

static void tear_down(void)
{
    players_release(players, &server);
}

static void play_until(const char *const *lines, const char *text)
{
    client_forget(&ada);
    for (int turn = 0; turn < TURNS_MAX && strstr(ada.heard, text) == NULL; turn++) {
        for (int i = 0; lines[i] != NULL && strstr(ada.heard, text) == NULL; i++) {
            client_say_line(&ada, lines[i]);
            client_wait_quiet(&ada, strcmp(lines[i], "explore") == 0 ? EXPLORE_MS : QUIET_MS,
                              ANSWER_MS);
        }
    }
    ck_assert_msg(strstr(ada.heard, text) != NULL, "never told: %s\n%s", text, client_tail(&ada));
}

TEST_FIXTURE(set_up, tear_down);

/* Explore walks into the niches by itself. */
TEST(a_niche_is_found_and_its_scroll_makes_the_knife_better)
{
    static const char *const lines[] = {"explore", "attack", "wait", "attack", "rest", NULL};

    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    play_until(lines, "A niche opens: a scroll of tempering.");
    play_until((const char *const[]){"read tempering on knife", NULL}, "knife is now +1");
    expect_answer(&ada, "worn", "q, a knife +1");
    expect_answer(&ada, "list", "iche, opened");
    players_stop(players, &server);
}
