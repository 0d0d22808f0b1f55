/*
 * Every limit that an operator can set while the server runs: set small it strikes, set large or
 * to 0 it strikes no more, at once and without a restart. Limits that need a restart are set by
 * flag. And each is taken to its bounds and no further, by `set` and by SIGHUP.
 */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "server/base/option_table.h"
#include "support/live/console.h"
#include "support/live/players.h"
#include "support/live/process.h"
#include "support/live/program.h"
#include "support/live/stopwatch.h"
#include "support/test.h"

enum {
    ANSWER_MS = 5000,
    FIRST_HOST = 10, /* 127.0.0.10: each row calls from an address of its own */
    LINES = 20,
    GUESSERS = 6,
    GUESS_MS = 60000, /* for all of them to be compared */
    LONGEST_LINE = 80,
    REPLIES = 20,
    LOGIN_SECONDS = 10, /* the least that can be set */
    OTHER = 6,          /* more than the least: the default of none */
};

static struct process server;
static struct console console;
static struct client ada; /* plays all the time */
static struct client first;
static struct client second;
static struct client idle; /* called early and says nothing */
static struct program guessers[GUESSERS];
static int host;

static void set_up(void)
{
    process_init(&server);
    console_init(&console, UNDERCROFTCTL_PATH, &server);
}

static void tear_down(void)
{
    client_close(&ada);
    client_close(&first);
    client_close(&second);
    client_close(&idle);
    for (int i = 0; i < GUESSERS; i++)
        program_close(&guessers[i]);
    console_release(&console);
    process_release(&server);
}

static int64_t deadline(void)
{
    return stopwatch_deadline_us(ANSWER_MS);
}

static void set(const char *key, const char *value)
{
    console_expect(&console, WORDS("set", key, value), 0, "now");
}

/* True if the first text is heard, false if the second is. */
static bool hears_first_of(struct client *client, const char *one, const char *other)
{
    int64_t limit_us = deadline();

    while (strstr(client->heard, one) == NULL && strstr(client->heard, other) == NULL) {
        ck_assert_msg(!stopwatch_is_over(limit_us), "neither '%s' nor '%s' in:\n%s", one, other,
                      client_tail(client));
        client_pump(client, 10);
    }
    return strstr(client->heard, one) != NULL;
}

static bool says(struct client *client, const char *line, const char *one, const char *other)
{
    client_forget(client);
    client_say_line(client, line);
    return hears_first_of(client, one, other);
}

/* Says a line twice in one piece, so that no time of ours lies between. True if `struck` is heard,
   false if the other answer is heard twice. */
static bool strikes_second(struct client *client, const char *line, const char *struck,
                           const char *other)
{
    int64_t limit_us = deadline();
    char piece[64];

    snprintf(piece, sizeof piece, "%s\r\n%s", line, line);
    client_forget(client);
    client_say_line(client, piece);
    while (strstr(client->heard, struck) == NULL && players_count_heard(client, other) < 2) {
        ck_assert_msg(!stopwatch_is_over(limit_us), "neither '%s' nor '%s' twice in:\n%s", struck,
                      other, client_tail(client));
        client_pump(client, 10);
    }
    return strstr(client->heard, struck) != NULL;
}

/* Calls from the row's address. True if it is turned away so. */
static bool is_turned_away(struct client *client, const char *refusal)
{
    client_close(client);
    client_open_from(client, CLIENT_LINE, server.port, host, 0);
    return hears_first_of(client, refusal, "Name:");
}

/* One call is always taken, once the server has noticed that the last one is over. */
static bool strikes_second_call(const char *refusal)
{
    int64_t limit_us = deadline();

    while (is_turned_away(&first, refusal))
        ck_assert_msg(!stopwatch_is_over(limit_us), "not even one call is taken: %s", refusal);
    bool is_struck = is_turned_away(&second, refusal);
    client_close(&first);
    client_close(&second);
    return is_struck;
}

static bool strikes_open(void)
{
    return strikes_second_call("Too many connections from your address.");
}

/* Both calls wait for a server that stands still, so that it takes them in the same moment. */
static bool strikes_new(void)
{
    static const char refusal[] = "Too many new connections from your address.";

    process_freeze(&server);
    client_open_from(&first, CLIENT_LINE, server.port, host, 0);
    client_open_from(&second, CLIENT_LINE, server.port, host, 0);
    process_thaw(&server);
    bool is_first_struck = hears_first_of(&first, refusal, "Name:");
    bool is_second_struck = hears_first_of(&second, refusal, "Name:");
    ck_assert_msg(!is_first_struck || !is_second_struck, "not even one call is taken");
    client_close(&first);
    client_close(&second);
    return is_first_struck || is_second_struck;
}

static bool strikes_total(void)
{
    return strikes_second_call("Undercroft is full.");
}

static bool strikes_logins(void)
{
    return strikes_second_call("You are number 1 in line.");
}

static void call_ada(void)
{
    ck_assert(!is_turned_away(&first, "from your address"));
    ck_assert(says(&first, "ada", "Password:", "Name:"));
}

static bool strikes_wrong_password(void)
{
    call_ada();
    return says(&first, "wrong one", "Too many attempts; goodbye.", "Password:");
}

static bool strikes_second_guess(void)
{
    call_ada();
    return strikes_second(&first, "wrong one", "please wait", "Wrong password.");
}

/* Guessers guess all at once a password that takes some time to compare. */
static bool strikes_queue(void)
{
    int busy = 0;

    set("password-cost", "3:65536");
    for (int i = 0; i < GUESSERS; i++) {
        program_open(&guessers[i], server.port);
        program_expect(&guessers[i], "Name:");
    }
    for (int i = 0; i < GUESSERS; i++)
        program_say(&guessers[i], "\xff\xfd\xc9" PROGRAM_MESSAGE(
                                      "Char.Login.Credentials "
                                      "{\"account\":\"nobody\",\"password\":\"12345678\"}"));
    int64_t limit_us = stopwatch_deadline_us(GUESS_MS);
    for (int i = 0; i < GUESSERS; i++) {
        while (strstr(guessers[i].heard, "Name:") == NULL) {
            ck_assert_msg(!stopwatch_is_over(limit_us), "guess %d: %s", i, guessers[i].heard);
            program_read(&guessers[i], 10);
        }
        busy += strstr(guessers[i].heard, "Too many are logging in") != NULL;
        program_close(&guessers[i]);
    }
    set("password-cost", "1:8");
    return busy > 0;
}

/* Several lines in one piece. The answer to the last line comes after all others. */
static bool strikes_burst(void)
{
    static const char last[] = "set steps loud\r\n";
    char lines[LINES * 4 + sizeof last] = "";

    for (int i = 0; i < LINES; i++)
        memcpy(lines + 4 * i, "hp\r\n", 4);
    memcpy(lines + 4 * LINES, last, sizeof last);
    /* A larger burst has to be earned first, at a thousand lines a second. */
    stopwatch_pause_ms(2 * LINES);
    client_forget(&ada);
    client_send(&ada, lines, sizeof lines - 1);
    return hears_first_of(&ada, "Too fast", "steps takes auto");
}

/* As many lines as may come at once in each piece, and each piece a little after the answer to the
   one before: what has not been earned since then is too fast. */
static bool strikes_lines(void)
{
    for (int i = 0; i < LINES; i++) {
        stopwatch_pause_ms(20);
        if (says(&ada, "hp\r\nhp\r\nset steps loud", "Too fast", "steps takes auto"))
            return true;
    }
    return false;
}

static bool strikes_talk(void)
{
    return strikes_second(&ada, "say hello", "You talk too fast.", "You say");
}

static bool is_refused_to_watch(struct client *client)
{
    ck_assert(!is_turned_away(client, "from your address"));
    ck_assert(says(client, "watch", "Watch which player?", "Nobody"));
    return says(client, "ada", "Too many from your network", "You see what Ada sees");
}

static bool strikes_watchers(void)
{
    ck_assert(!is_refused_to_watch(&first));
    bool is_struck = is_refused_to_watch(&second);
    client_close(&first);
    client_close(&second);
    return is_struck;
}

static void break_the_line_of_brom(void)
{
    client_close(&first);
    client_enter(&first, CLIENT_LINE, server.port, "brom");
    client_close(&first);
}

/* A body whose line breaks is gone, or stays without its line: each is waited for. */
static void expect_bodies_to_go_and_to_stay(void)
{
    int64_t limit_us = deadline();

    set("link-death-seconds", "0");
    break_the_line_of_brom();
    while (!says(&ada, "who", "1 player online", "2 players online")) {
        ck_assert_msg(!stopwatch_is_over(limit_us), "a body stays that may not");
        stopwatch_pause_ms(50);
    }
    set("link-death-seconds", "600");
    break_the_line_of_brom();
    do {
        ck_assert_msg(!stopwatch_is_over(limit_us), "the line does not break");
        ck_assert_msg(says(&ada, "who", "2 players online", "1 player online"),
                      "a body goes that may stay");
        expect_prompt(&ada, "");
    } while (strstr(ada.heard, "away") == NULL);
}

/* Set small it strikes, and lifted it does not. */
struct limit_row {
    const char *key;
    const char *small;
    const char *lifted;
    bool (*strikes)(void);
};

static const struct limit_row limit_table[] = {
    {"connections-per-address", "1", "0", strikes_open},
    {"new-per-address", "1", "0", strikes_new},
    {"connections-max", "3", "100", strikes_total}, /* ada, and one who is idle */
    {"logins-percent", "2", "100", strikes_logins}, /* of 100; one is idle */
    {"connections-max", "3", "0", strikes_total},
    {"wrong-passwords", "1", "20", strikes_wrong_password},
    {"failures-per-name", "1", "0", strikes_second_guess},
    {"failures-per-address", "1", "0", strikes_second_guess},
    {"password-queue", "1", "1000", strikes_queue},
    {"lines-burst", "1", "1000", strikes_burst},
    {"chat-lines", "1", "20", strikes_talk},
    {"watchers-per-address", "1", "0", strikes_watchers},
};

static void expect_row(const struct limit_row *row)
{
    host++;
    set(row->key, row->small);
    ck_assert_msg(row->strikes(), "%s %s does not strike", row->key, row->small);
    set(row->key, row->lifted);
    ck_assert_msg(!row->strikes(), "%s %s strikes", row->key, row->lifted);
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_limit_holds_from_when_it_is_set)
{
    host = FIRST_HOST;
    process_start(&server, WORDS("--backup-minutes", "0", "--login-seconds", "3600"));
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    client_open(&idle, CLIENT_LINE, server.port);
    int64_t called_us = stopwatch_now_us();
    ck_assert(client_wait_heard(&idle, "Name:", ANSWER_MS));
    set("lines-per-second", "1000");
    for (size_t i = 0; i < sizeof limit_table / sizeof limit_table[0]; i++)
        expect_row(&limit_table[i]);
    expect_bodies_to_go_and_to_stay();
    /* So many a second: after a small burst one has to wait for each. */
    set("lines-burst", "3");
    expect_row(&(struct limit_row){"lines-per-second", "1", "1000", strikes_lines});
    while (stopwatch_now_us() - called_us < (LOGIN_SECONDS + 1) * 1000000LL)
        client_pump(&idle, 50);
    ck_assert_msg(!idle.is_closed, "a login is cut off before its time");
    set("login-seconds", "10");
    ck_assert_msg(client_wait_heard(&idle, "The login took too long.", ANSWER_MS), "%s",
                  client_tail(&idle));
    client_close(&ada);
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(limits_that_want_a_restart_hold_from_the_start)
{
    char line[LONGEST_LINE + 2];

    process_start(&server, WORDS("--backup-minutes", "0", "--wing-size", "1", "--line-bytes", "80",
                                 "--telnet-replies", "20"));
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    client_enter(&first, CLIENT_LINE, server.port, "brom");
    console_expect(&console, WORDS("--json", "inspect", "player", "ada"), 0, "\"wing\":0,");
    console_expect(&console, WORDS("--json", "inspect", "player", "brom"), 0, "\"wing\":1,");
    memset(line, 'x', sizeof line);
    line[LONGEST_LINE + 1] = '\0';
    ck_assert_msg(says(&ada, line, "That line was too long", "No command"), "81 bytes are taken");
    line[LONGEST_LINE] = '\0';
    ck_assert_msg(!says(&ada, line, "That line was too long", "No command"), "80 are not");
    /* On a screen a letter that has no room whole is not begun, and that is said. */
    client_enter(&second, CLIENT_XTERM, server.port, "cyd");
    line[LONGEST_LINE - 1] = '\0';
    client_type(&second, ":");
    client_type(&second, line);
    client_type(&second, "\xc3\xa9");
    expect_shown(&second, "That is as long as a line can be.");
    client_close(&second);
    client_open(&second, CLIENT_MUTE, server.port);
    ck_assert(client_wait_heard(&second, "Name:", ANSWER_MS));
    for (int i = 0; i <= REPLIES; i++)
        client_send(&second, i % 2 == 0 ? "\xff\xfb\xc8" : "\xff\xfd\xc8", 3);
    ck_assert_msg(client_wait_closed(&second, ANSWER_MS), "more replies than are allowed");
    client_close(&ada);
    client_close(&first);
    ck_assert_int_eq(process_stop(&server), 0);
}

/* The bounds of every number that is a key, out of the table itself. */
TEST(each_is_taken_to_its_bounds_and_no_further)
{
    char value[24];
    char told[64];

    process_start(&server, NULL);
    for (size_t i = 0; i < option_count; i++) {
        const struct option_row *row = &option_table[i];
        if (row->kind != OPTION_KIND_NUMBER || row->reach < REACH_FILE)
            continue;
        snprintf(told, sizeof told, "not a number from %ld to %ld", (long)row->low,
                 (long)row->high);
        snprintf(value, sizeof value, "%ld", (long)row->high + 1);
        console_expect(&console, WORDS("set", row->name, value), 1, told);
        snprintf(value, sizeof value, "%ld", (long)row->low - 1);
        if (row->low > 0)
            console_expect(&console, WORDS("set", row->name, value), 1, told);
        snprintf(value, sizeof value, "%ld", (long)row->low);
        if (row->reach >= REACH_OPERATOR)
            console_expect(&console, WORDS("set", row->name, value), 0, "now");
        else
            console_expect(&console, WORDS("set", row->name, value), 1, "cannot change while");
    }
    ck_assert_int_eq(process_stop(&server), 0);
}

static void write_config(void)
{
    char path[PROCESS_PATH_SIZE + 32];

    snprintf(path, sizeof path, "%s/undercroft.conf", console.data);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    for (size_t i = 0; i < option_count; i++) {
        const struct option_row *row = &option_table[i];
        if (row->kind == OPTION_KIND_NUMBER && row->reach >= REACH_FILE)
            fprintf(file, "%s = %ld\n", row->name, (long)row->low + OTHER);
    }
    fclose(file);
}

TEST(a_signal_brings_each_of_them_into_force_or_says_that_it_waits)
{
    char said[160];
    int64_t limit_us = deadline();

    server.began_us = stopwatch_now_us();
    process_spawn(&server, WORDS("--listen", "127.0.0.1:0", "--data", console.data));
    process_wait_ready(&server);
    write_config();
    kill(server.pid, SIGHUP);
    while (!process_said(&server, "err", "\"event\":\"config.read\"")) {
        ck_assert_msg(!stopwatch_is_over(limit_us), "the settings are not read again");
        stopwatch_pause_ms(10);
    }
    for (size_t i = 0; i < option_count; i++) {
        const struct option_row *row = &option_table[i];
        if (row->kind != OPTION_KIND_NUMBER || row->reach < REACH_FILE)
            continue;
        snprintf(said, sizeof said, "\"event\":\"config.%s\",\"key\":\"%s\"",
                 row->reach >= REACH_OPERATOR ? "changed" : "needs-restart", row->name);
        process_expect_said(&server, "err", said);
        snprintf(said, sizeof said, "value                  %ld\n", (long)row->low + OTHER);
        console_expect(&console, WORDS("set", row->name), 0,
                       row->reach >= REACH_OPERATOR ? said : "value");
    }
    ck_assert_int_eq(process_stop(&server), 0);
}
