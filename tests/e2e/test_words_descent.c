/*
 * Players that have only words: each types lines in line mode, goes by what it is told, and comes
 * below depth 3 of its own world, among the usual foes. They know nine words (danger, attack,
 * throw, drink, read, rest, travel down, explore, down), and step away from a boss or where no way
 * leads to a foe. They explore the first two levels completely before they go deeper. They may die
 * and go on. The three play at the same time: most of it is walking.
 */
#include <stdio.h>
#include <string.h>

#include "support/live/players.h"
#include "support/live/stopwatch.h"
#include "support/test.h"

enum {
    BOTS = 3,
    GOAL_DEPTH = 4,
    EASY_DEPTH = 2, /* the last that is explored whole */
    LINES_MAX = 3000,
    ANSWER_MS = 60000, /* the longest walk */
    SETTLE_MS = 40,    /* a prompt may come with news before the one of the answer */
    REST_PERCENT = 70,
    DRINK_PERCENT = 45,
    LEAVE_PERCENT = 30,
    SENTENCE_SIZE = 128,
};

/* Things that help in danger. A player has one again when its name is heard. */
enum means {
    MEANS_THROW,
    MEANS_DRINK,
    MEANS_LEAVE,
    MEANS_COUNT,
};

static const struct {
    const char *line;
    const char *found;
} means_of[MEANS_COUNT] = {
    [MEANS_THROW] = {"throw darts", " darts"},
    [MEANS_DRINK] = {"drink mending", "of mending"},
    [MEANS_LEAVE] = {"read elsewhere", "of elsewhere"},
};

struct bot {
    struct process server;
    struct client client;
    const char *line;    /* said last */
    uint64_t prompts;    /* before it */
    int64_t deadline_us; /* of its answer */
    size_t heard;        /* bytes since then, */
    int64_t settled_us;  /* and when no more are expected */
    int depth;           /* the prompt tells these three */
    int health;
    int health_max;
    int lines;
    int deaths;
    int explored;            /* the deepest level of which all is explored */
    int steps;               /* away from what it cannot reach */
    bool lacks[MEANS_COUNT]; /* what its last use found missing */
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
    bot->heard = 0;
    bot->settled_us = 0;
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

/*
 * The answer to `danger` is a sentence for each foe, the nearest first, and one for all of them:
 * "A drudge, 1 west 2 north: even. A gate hound, 3 east: hard, asleep. All that are awake, ...".
 * Copies the first of a foe that is awake into `out`; false: there is none.
 */
static bool find_awake(const struct bot *bot, char out[SENTENCE_SIZE])
{
    size_t length;

    for (const char *at = bot->client.heard; *at != '\0'; at += length) {
        at += strspn(at, ". \r\n");
        length = strcspn(at, ".\r\n");
        snprintf(out, SENTENCE_SIZE, "%.*s", (int)length, at);
        if (strchr(out, ':') != NULL && strstr(out, "asleep") == NULL &&
            strncmp(out, "All ", 4) != 0)
            return true;
    }
    return false;
}

/* "A drudge, 1 west 2 north: even": a number above 1. */
static bool is_away(const char *sentence)
{
    return strpbrk(sentence, "23456789") != NULL;
}

static bool is_below(const struct bot *bot, int percent)
{
    return bot->health * 100 < bot->health_max * percent;
}

/* Notes which means the bot lacks: one whose use failed, until its name is told again. */
static void note_means(struct bot *bot)
{
    for (int i = 0; i < MEANS_COUNT; i++) {
        if (has_said(bot, means_of[i].line))
            bot->lacks[i] = is_told(bot, "You have no");
        else if (is_told(bot, means_of[i].found))
            bot->lacks[i] = false;
    }
}

static const char *choose_step(struct bot *bot)
{
    static const char *const steps[] = {"n", "e", "s", "w"};

    return steps[bot->steps++ % 4];
}

/* "The Cooper, 4 south: deadly": away from it, while it is not beside. */
static const char *choose_flight(const char *boss)
{
    static const struct {
        const char *side;
        const char *away;
    } ways[] = {{" north", "s"}, {" south", "n"}, {" east", "w"}, {" west", "e"}};

    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        if (strstr(boss, ways[i].side) != NULL)
            return ways[i].away;
    }
    return "attack";
}

static const char *choose_in_danger(const struct bot *bot, const char *foe)
{
    if (!bot->lacks[MEANS_DRINK] && is_below(bot, DRINK_PERCENT))
        return means_of[MEANS_DRINK].line;
    if (!bot->lacks[MEANS_LEAVE] && is_below(bot, LEAVE_PERCENT))
        return means_of[MEANS_LEAVE].line;
    if (strncmp(foe, "The ", 4) == 0 && strstr(foe, "deadly") != NULL && is_away(foe))
        return choose_flight(foe);
    if (!bot->lacks[MEANS_THROW] && is_away(foe))
        return means_of[MEANS_THROW].line;
    return "attack";
}

static const char *choose_in_calm(const struct bot *bot)
{
    if (is_below(bot, REST_PERCENT))
        return "rest";
    return bot->depth <= EASY_DEPTH && bot->explored < bot->depth ? "explore" : "travel down";
}

/* After the answer to the last line. */
static const char *choose(struct bot *bot)
{
    char foe[SENTENCE_SIZE];

    if (is_told(bot, "wake goes on."))
        return "wake";
    if (has_said(bot, "danger"))
        return find_awake(bot, foe) ? choose_in_danger(bot, foe) : choose_in_calm(bot);
    if (is_told(bot, "A foe is in the way") || is_told(bot, "That is too far away"))
        return "attack";
    if (is_told(bot, "You know no way to it") || is_told(bot, " is in the way"))
        return choose_step(bot);
    if (has_said(bot, "travel down") && is_told(bot, "You reach the stairs down"))
        return "down";
    if (has_said(bot, "travel down") && is_told(bot, "explore looks for"))
        return "explore";
    return "danger";
}

static void answer(struct bot *bot)
{
    read_prompt(bot);
    note_means(bot);
    bot->deaths += is_told(bot, "You wake in");
    if (is_told(bot, "All explored"))
        bot->explored = bot->depth;
    say(bot, choose(bot));
}

static bool is_done(const struct bot *bot)
{
    return bot->depth >= GOAL_DEPTH;
}

/* Whether a prompt has come, and nothing after it for a while: bots would else talk ahead. */
static bool is_answered(struct bot *bot)
{
    size_t heard = bot->client.heard_length;

    if (heard != bot->heard) {
        bot->heard = heard;
        bot->settled_us = stopwatch_now_us() + SETTLE_MS * 1000;
    }
    return bot->client.prompts != bot->prompts && stopwatch_now_us() >= bot->settled_us;
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
    if (is_answered(bot))
        answer(bot);
    return true;
}

TEST_FIXTURE(set_up, tear_down);

TEST(players_with_only_words_come_below_depth_3)
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
