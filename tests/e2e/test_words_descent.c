/*
 * Players that have only words: each types lines in line mode, goes by what it is told, and comes
 * below depth 3 of its own world, among the usual foes. They know six words: danger, attack, rest,
 * travel down, explore and down, and a step where no way leads to a foe. They may die and go on.
 * The three play at the same time, since most of it is walking, which takes its time.
 */
#include <stdio.h>
#include <string.h>

#include "support/live/players.h"
#include "support/live/stopwatch.h"
#include "support/suite.h"

enum {
    BOTS = 3,
    GOAL_DEPTH = 4,
    LINES_MAX = 3000,
    ANSWER_MS = 60000, /* the longest walk */
    REST_PERCENT = 70,
};

struct bot {
    struct process server;
    struct client client;
    const char *line;    /* said last */
    uint64_t prompts;    /* before it */
    int64_t deadline_us; /* of its answer */
    int depth;           /* the prompt tells these three */
    int health;
    int health_max;
    int lines;
    int deaths;
    int steps; /* away from what it cannot reach */
};

static const char *const seeds[BOTS] = {"1", "2", "3"};

static struct bot bots[BOTS];

static void set_up(void)
{
    memset(bots, 0, sizeof bots);
    for (int i = 0; i < BOTS; i++)
        process_init(&bots[i].server);
}

static void tear_down(void)
{
    for (int i = 0; i < BOTS; i++) {
        client_close(&bots[i].client);
        process_release(&bots[i].server);
    }
}

static bool is_told(const struct bot *bot, const char *text)
{
    return strstr(bot->client.heard, text) != NULL;
}

static bool has_said(const struct bot *bot, const char *line)
{
    return strcmp(bot->line, line) == 0;
}

static void say(struct bot *bot, const char *line)
{
    client_forget(&bot->client);
    bot->line = line;
    bot->prompts = bot->client.prompts;
    bot->deadline_us = stopwatch_deadline_us(ANSWER_MS);
    bot->lines++;
    client_say_line(&bot->client, line);
}

/* The last prompt: "d1 20/20> ". */
static void read_prompt(struct bot *bot)
{
    int depth;
    int health;
    int health_max;

    for (const char *at = bot->client.heard; (at = strchr(at, 'd')) != NULL; at++) {
        if (sscanf(at, "d%d %d/%d>", &depth, &health, &health_max) != 3)
            continue;
        bot->depth = depth;
        bot->health = health;
        bot->health_max = health_max;
    }
}

/* Of the answer to `danger`: "A drudge, 1 west 2 north: even. A gate hound, 3 east: hard, asleep."
 */
static bool is_foe_awake(const struct bot *bot)
{
    for (const char *at = bot->client.heard; (at = strchr(at, ':')) != NULL; at++) {
        const char *word = at + strcspn(at, ",.");
        if (strncmp(word, ", asleep", 8) != 0)
            return true;
    }
    return false;
}

static const char *choose_step(struct bot *bot)
{
    static const char *const steps[] = {"n", "e", "s", "w"};

    return steps[bot->steps++ % 4];
}

static const char *choose_in_calm(const struct bot *bot)
{
    return bot->health * 100 < bot->health_max * REST_PERCENT ? "rest" : "travel down";
}

/* After the answer to the last line. */
static const char *choose(struct bot *bot)
{
    if (has_said(bot, "danger"))
        return is_foe_awake(bot) ? "attack" : choose_in_calm(bot);
    if (is_told(bot, "You know no way to it"))
        return choose_step(bot);
    if (has_said(bot, "travel down") && is_told(bot, "You reach the stairs down"))
        return "down";
    if (has_said(bot, "travel down") && is_told(bot, "You haven't found the stairs down"))
        return "explore";
    return "danger";
}

static void answer(struct bot *bot)
{
    read_prompt(bot);
    bot->deaths += is_told(bot, "You wake in");
    say(bot, choose(bot));
}

static bool is_done(const struct bot *bot)
{
    return bot->depth >= GOAL_DEPTH;
}

/* True while it has a way to go. */
static bool go_on(struct bot *bot)
{
    if (is_done(bot))
        return false;
    client_pump(&bot->client, 1);
    ck_assert_msg(!bot->client.is_closed && !stopwatch_is_over(bot->deadline_us) &&
                      bot->lines < LINES_MAX,
                  "depth %d after %d lines and %d deaths; then '%s':\n%s", bot->depth, bot->lines,
                  bot->deaths, bot->line, client_tail(&bot->client));
    if (bot->client.prompts != bot->prompts)
        answer(bot);
    return true;
}

START_TEST(players_with_only_words_come_below_depth_3)
{
    int64_t began_us = stopwatch_now_us();
    bool is_going = true;

    for (int i = 0; i < BOTS; i++) {
        process_start(&bots[i].server, WORDS("--seed", seeds[i], "--population-percent", "100",
                                             "--tick-ms", "10", "--beat-ms", "200"));
        client_enter(&bots[i].client, CLIENT_LINE, bots[i].server.port, "ada");
        say(&bots[i], "danger");
    }
    while (is_going) {
        is_going = false;
        for (int i = 0; i < BOTS; i++) {
            bool was_done = is_done(&bots[i]);
            is_going = go_on(&bots[i]) || is_going;
            if (is_done(&bots[i]) && !was_done)
                printf("seed %s: depth %d after %d lines, %d deaths and %.0f s\n", seeds[i],
                       bots[i].depth, bots[i].lines, bots[i].deaths,
                       (double)(stopwatch_now_us() - began_us) / 1e6);
        }
    }
    for (int i = 0; i < BOTS; i++) {
        client_close(&bots[i].client);
        ck_assert_int_eq(process_stop(&bots[i].server), 0);
    }
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("words_descent");

    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_set_timeout(tcase, 900);
    tcase_add_test(tcase, players_with_only_words_come_below_depth_3);
    return suite_run("words_descent", tcase);
}
