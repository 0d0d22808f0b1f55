/*
 * No text needs more columns than the client has: whatever can be asked for is asked for, and the
 * lines that come are measured, in windows of many widths. To a reader a sentence is one line.
 */
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "support/live/console.h"
#include "support/live/players.h"
#include "support/suite.h"
#include "term/command.h"

enum { LINE_SIZE = 512, LONG_WORDS = 24, NARROW = 40 };

#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

static struct process server;
static struct console console;
static struct client ada;
static struct client brom;
static struct client *const players[] = {&ada, &brom, NULL};

static void set_up(void)
{
    process_init(&server);
    console_init(&console, UNDERCROFTCTL_PATH, &server);
    process_start(&server, WORDS("--seed", "57", "--tick-ms", "10", "--lines-per-second", "1000",
                                 "--lines-burst", "1000", "--chat-lines", "20"));
}

static void tear_down(void)
{
    console_release(&console);
    players_release(players, &server);
}

/* The cells of a line; colours take none. */
static int width_of(const char *line, size_t length)
{
    int width = 0;

    for (size_t at = 0; at < length;) {
        if (line[at] == '\033')
            at += strcspn(line + at, "m") + 1;
        else
            width += utf8_width(utf8_decode(line, length, &at));
    }
    return width;
}

static void expect_narrow(const struct client *client, const char *asked, int columns)
{
    for (const char *line = client->heard; *line != '\0';) {
        size_t length = strcspn(line, "\r\n");
        ck_assert_msg(width_of(line, length) <= columns, "'%s' gives a line of %d columns:\n%.*s",
                      asked, width_of(line, length), (int)length, line);
        line += length;
        line += strspn(line, "\r\n");
    }
}

/* A line that ends within a sentence is followed by the rest of it; rows of a table have gaps. */
static void expect_sentences(const struct client *client, const char *asked)
{
    const char *before = "";
    size_t before_length = 0;
    bool was_row = false;

    for (const char *line = client->heard; *line != '\0';) {
        size_t length = strcspn(line, "\r\n");
        bool goes_on = length > 0 && line[0] >= 'a' && line[0] <= 'z' && before_length > 0 &&
                       strchr(".?!:\"", before[before_length - 1]) == NULL;
        bool is_row = false;
        for (size_t i = 1; i < length; i++)
            is_row = is_row || (line[i - 1] == ' ' && line[i] == ' ');
        ck_assert_msg(!goes_on || is_row || was_row,
                      "'%s' gives a sentence in two lines:\n%.*s\n%.*s", asked,
                      (int)before_length, before, (int)length, line);
        was_row = is_row;
        before = line;
        before_length = length;
        line += length;
        line += strspn(line, "\r\n");
    }
}

/* Asks, waits for the prompt after the answer, and looks at it. Without columns: as a reader. */
static void ask(struct client *client, const char *line, int columns)
{
    client_forget(client);
    expect_prompt(client, line);
    if (columns == 0)
        expect_sentences(client, line);
    else
        expect_narrow(client, line, columns);
}

static void ask_at_the_name_prompt(struct client *client, int columns)
{
    static const char *const lines[] = {
        "help", "?", "who", "watch", "", "x", "a name of many words", "admin", "abcdefghijklmnopq",
    };

    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        ask(client, lines[i], columns);
}

static void make_delver(struct client *client, const char *name, int columns)
{
    static const char *const answers[] = {"perhaps", "no", NULL, "yes", "short", client_password,
                                          "another one", client_password};

    ask(client, name, columns);
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++)
        ask(client, answers[i] == NULL ? name : answers[i], columns);
    ask(client, client_password, columns);
    expect_heard(client, "Depth 1");
}

/* What is not asked for alone: it takes its time, or does not come back to this prompt. */
static bool is_long(enum command_id id)
{
    return id == COMMAND_QUIT || id == COMMAND_LINE || id == COMMAND_EXPLORE || id == COMMAND_REST;
}

/* Every word there is, alone, with what makes no sense, and its help. */
static void ask_all_words(struct client *client, int columns)
{
    char line[LINE_SIZE];

    for (enum command_id id = COMMAND_NONE + 1; id < COMMAND_COUNT; id++) {
        const struct command_row *row = command_row(id);
        int length = (int)strcspn(row->words, " ");
        snprintf(line, sizeof line, "help %.*s", length, row->words);
        ask(client, line, columns);
        snprintf(line, sizeof line, "%.*s 0 nonsense of all kinds", length, row->words);
        ask(client, line, columns);
        if (is_long(id))
            continue;
        snprintf(line, sizeof line, "%.*s", length, row->words);
        ask(client, line, columns);
    }
}

static void ask_all_settings(struct client *client, int columns)
{
    static const char *const settings[] = {
        "mode", "colour", "theme", "memory", "camera", "walls", "automap", "steps", "hints",
        "watch", "punctuation", "keepalive", "nothing",
    };
    char line[LINE_SIZE];

    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        snprintf(line, sizeof line, "set %s", settings[i]);
        ask(client, line, columns);
        snprintf(line, sizeof line, "set %s nonsense", settings[i]);
        ask(client, line, columns);
    }
    ask(client, "set reset", columns);
}

static void ask_the_rest(struct client *client, int columns)
{
    static const char *const lines[] = {
        "explroe", "s 5", "e 9", "look", "5 north", "travel brom", "where brom", "tell brom hello",
        "get lamp", "down", "9999 n", "3", "b", "last 20", "list doors", "x 1", "go 1", "wait 2",
        "rest 2",
    };
    char line[LINE_SIZE] = "say";
    size_t length = strlen(line);

    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        ask(client, lines[i], columns);
    for (int i = 0; i < LONG_WORDS; i++)
        length += (size_t)snprintf(line + length, sizeof line - length, " wayfaring");
    ask(client, line, columns);
    ask(client, "last 1", columns);
    snprintf(line, sizeof line, "me %0200d", 0);
    ask(client, line, columns);
    snprintf(line, sizeof line, "%0200d", 0);
    ask(client, line, columns);
}

static void ask_as_admin(struct client *client, const char *name, int columns)
{
    static const char *const lines[] = {
        "@help",   "@help level", "@status", "@who",  "@level list", "@level show 1", "@doctor",
        "@inspect player brom", "@inspect level 1", "@set", "@audit", "@metrics", "@nonsense",
    };

    console_expect(&console, WORDS("role", name, "admin"), 0, "admin");
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        ask(client, lines[i], columns);
    console_expect(&console, WORDS("role", name, "none"), 0, "none");
}

static void ask_everything(struct client *client, const char *name, int columns)
{
    make_delver(client, name, columns);
    ask_all_words(client, columns);
    ask_all_settings(client, columns);
    ask_the_rest(client, columns);
    if (columns > 0)
        ask_as_admin(client, name, columns);
    client_wait_quiet(client, 100, CLIENT_WAIT_MS);
    client_forget(client);
    client_say_line(client, "quit");
    ck_assert(client_wait_closed(client, CLIENT_WAIT_MS));
    expect_heard(client, "Goodbye.");
    if (columns > 0)
        expect_narrow(client, "quit", columns);
}

START_TEST(nothing_needs_more_than_eighty_columns)
{
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    client_open(&ada, CLIENT_MUTE, server.port);
    expect_heard(&ada, "Name:");
    expect_narrow(&ada, "the greeting", 80);
    ask_at_the_name_prompt(&ada, 80);
    ask_everything(&ada, "ada", 80);
    players_stop(players, &server);
}
END_TEST

/* Nothing is wider than the window, and what has room is not broken. */
START_TEST(the_width_of_the_window_is_heeded_as_soon_as_it_is_known)
{
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    client_open(&ada, CLIENT_LINE, server.port);
    expect_heard(&ada, "Name:");
    client_resize(&ada, NARROW, 12);
    ask_at_the_name_prompt(&ada, NARROW);
    ask_everything(&ada, "ada", NARROW);
    client_close(&ada);
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    client_resize(&ada, 200, 24);
    ask(&ada, "say one two three four five six seven eight nine ten eleven twelve thirteen "
              "fourteen fifteen sixteen", 200);
    ck_assert_msg(strstr(ada.heard, "twelve thirteen fourteen fifteen sixteen\"\r\n") != NULL, "%s",
                  client_tail(&ada));
    /* Sizes that no window has. */
    for (unsigned int width = 0; width < 3; width++) {
        client_claim_window(&ada, width, 24);
        ask(&ada, "help", width == 0 ? 80 : 20);
        ck_assert(strstr(ada.heard, "quit leaves;") != NULL);
    }
    client_claim_window(&ada, 65535, 65535);
    ask(&ada, "help", 250);
    players_stop(players, &server);
}
END_TEST

START_TEST(a_reader_gets_a_sentence_in_one_line)
{
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    client_open(&ada, CLIENT_LINE, server.port);
    expect_heard(&ada, "Name:");
    client_resize(&ada, NARROW, 12);
    ask(&ada, "reader", 0);
    ask_at_the_name_prompt(&ada, 0);
    ask_everything(&ada, "ada", 0);
    players_stop(players, &server);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("columns");

    tcase_set_timeout(tcase, 300);
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, nothing_needs_more_than_eighty_columns);
    tcase_add_test(tcase, the_width_of_the_window_is_heeded_as_soon_as_it_is_known);
    tcase_add_test(tcase, a_reader_gets_a_sentence_in_one_line);
    return suite_run("e2e/columns", tcase);
}
