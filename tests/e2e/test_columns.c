/*
 * Lines are as wide as the window, if the client has said how wide that is, and whole if it has
 * not: pages and tables are then written for 80 columns, and for a reader a sentence is one line in
 * every answer. Maps are made for the window.
 */
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "narrate/command.h"
#include "support/live/duo.h"
#include "support/test.h"

enum {
    LINE_SIZE = 512,
    LONG_WORDS = 24,
    NARROW = 40,
    LOGIN_COLUMNS = 79,
    STRAY_MS = 20, /* some words, save among them, bring a second prompt */
};

static void set_up(void)
{
    duo_start(WORDS("--seed", "57", "--tick-ms", "10", "--lines-per-second", "1000",
                    "--lines-burst", "1000", "--chat-lines", "20"));
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
                      "'%s' gives a sentence in two lines:\n%.*s\n%.*s", asked, (int)before_length,
                      before, (int)length, line);
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
    client_wait_quiet(client, STRAY_MS, CLIENT_WAIT_MS);
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

/* A reader has no prompt that one could wait for until it is asked for. */
static void ask_for_prompts(struct client *client)
{
    client_say_line(client, "set punctuation on");
    expect_heard(client, "punctuation is on");
}

static void make_delver(struct client *client, const char *name, int columns)
{
    static const char *const answers[] = {
        "perhaps", "no", NULL, "yes", "short", client_password, "another one", client_password};

    ask(client, name, columns);
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++)
        ask(client, answers[i] == NULL ? name : answers[i], columns);
    client_forget(client);
    client_say_line(client, client_password);
    expect_heard(client, "Depth 1");
    client_wait_quiet(client, 100, CLIENT_WAIT_MS);
    ask_for_prompts(client);
    expect_sentences(client, "the way in");
}

/* Commands that are not typed alone: they take a while, or do not come back to this prompt. */
static bool is_long(enum command_id id)
{
    return id == COMMAND_QUIT || id == COMMAND_LINE || id == COMMAND_EXPLORE || id == COMMAND_REST;
}

static void ask_all_help(struct client *client, int columns)
{
    char line[LINE_SIZE];

    for (enum command_id id = COMMAND_NONE + 1; id < COMMAND_COUNT; id++) {
        const char *words = command_row(id)->words;
        snprintf(line, sizeof line, "help %.*s", (int)strcspn(words, " "), words);
        ask(client, line, columns);
    }
}

/* Every word there is, alone and with what makes no sense. */
static void ask_all_words(struct client *client)
{
    char line[LINE_SIZE];

    for (enum command_id id = COMMAND_NONE + 1; id < COMMAND_COUNT; id++) {
        const struct command_row *row = command_row(id);
        int length = (int)strcspn(row->words, " ");
        snprintf(line, sizeof line, "%.*s 0 nonsense of all kinds", length, row->words);
        ask(client, line, 0);
        if (is_long(id))
            continue;
        snprintf(line, sizeof line, "%.*s", length, row->words);
        ask(client, line, 0);
        /* This command asks back: an empty line ends that. */
        if (id == COMMAND_PASSWORD)
            ask(client, "", 0);
    }
}

static void ask_all_settings(struct client *client)
{
    static const char *const settings[] = {
        "mode",  "colour", "theme", "memory", "ground", "camera",      "walls",     "automap",
        "brief", "steps",  "hints", "watch",  "punctuation", "keepalive", "nothing",
    };
    char line[LINE_SIZE];

    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        snprintf(line, sizeof line, "set %s", settings[i]);
        ask(client, line, 0);
        snprintf(line, sizeof line, "set %s nonsense", settings[i]);
        ask(client, line, 0);
    }
    expect_answer(client, "set reset", "All settings are back to their defaults");
    ask_for_prompts(client);
}

static void ask_the_rest(struct client *client)
{
    static const char *const lines[] = {
        "explroe",         "s 5",      "e 9",  "look",   "5 north", "travel brom", "where brom",
        "tell brom hello", "get lamp", "down", "9999 n", "3",       "b",           "last 20",
        "list doors",      "x 1",      "go 1", "wait 2", "rest 2",
    };

    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        ask(client, lines[i], 0);
}

static void ask_everything(struct client *client, const char *name)
{
    make_delver(client, name, 0);
    ask_all_help(client, 0);
    ask_all_words(client);
    ask_all_settings(client);
    ask_the_rest(client);
    client_wait_quiet(client, 100, CLIENT_WAIT_MS);
    client_forget(client);
    client_say_line(client, "quit");
    ck_assert(client_wait_closed(client, CLIENT_WAIT_MS));
    expect_heard(client, "Goodbye.");
}

TEST_FIXTURE(set_up, duo_release);

TEST(pages_and_tables_need_no_more_than_eighty_columns)
{
    static const char *const pages[] = {"help", "commands", "who", "set", "list", "score"};

    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    client_open(&ada, CLIENT_MUTE, server.port);
    expect_heard(&ada, "Name:");
    expect_narrow(&ada, "the greeting", LOGIN_COLUMNS);
    ask_at_the_name_prompt(&ada, LOGIN_COLUMNS);
    make_delver(&ada, "ada", LOGIN_COLUMNS);
    for (size_t i = 0; i < sizeof pages / sizeof pages[0]; i++)
        ask(&ada, pages[i], 80);
    ask_all_help(&ada, 80);
    players_stop(players, &server);
}

/* Looks at the rows of walls and floors in what comes. */
static void ask_for_map(struct client *client, const char *line, int columns)
{
    int rows = 0;

    client_forget(client);
    expect_prompt(client, line);
    for (const char *row = client->heard; *row != '\0';) {
        size_t length = strcspn(row, "\r\n");
        bool is_row = memchr(row, '#', length) != NULL;
        rows += is_row;
        ck_assert_msg(!is_row || width_of(row, length) <= columns, "%s: %d columns in %d:\n%.*s",
                      line, width_of(row, length), columns, (int)length, row);
        row += length;
        row += strspn(row, "\r\n");
    }
    ck_assert_msg(rows > 2, "%s shows no map:\n%s", line, client_tail(client));
}

/* A long line of talk comes in rows of so many columns. */
static void expect_rows(struct client *client, const char *name, int columns)
{
    char line[LINE_SIZE] = "say";
    char said[LINE_SIZE + 16];
    size_t length = strlen(line);

    for (int i = 0; i < LONG_WORDS; i++)
        length += (size_t)snprintf(line + length, sizeof line - length, " wayfaring");
    length = (size_t)snprintf(said, sizeof said, "%s\"%s\"\r\n", name, line + 4);
    if (columns == 0) {
        expect_answer(client, line, said);
        return;
    }
    ask(client, line, columns);
    expect_heard(client, "wayfaring\r\nwayfaring");
}

TEST(lines_and_maps_fit_the_window)
{
    static const int widths[] = {NARROW, 30, 20};

    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++) {
        client_claim_window(&ada, (unsigned int)widths[i], 12);
        expect_rows(&ada, "You say: ", widths[i]);
        expect_heard(&brom, "wayfaring wayfaring\"\r\n");
        ask_for_map(&ada, "map", widths[i]);
        ask_for_map(&ada, "look", widths[i]);
    }
    /* Sizes that no window has. */
    client_claim_window(&ada, 0, 24);
    ask_for_map(&ada, "map", 80);
    expect_rows(&ada, "You say: ", 0);
    client_claim_window(&ada, 1, 24);
    ask_for_map(&ada, "map", 20);
    expect_rows(&ada, "You say: ", 0);
    client_claim_window(&ada, 65535, 65535);
    ask_for_map(&ada, "map", 80);
    expect_rows(&ada, "You say: ", 0);
    players_stop(players, &server);
}

TEST(a_reader_gets_a_sentence_in_one_line)
{
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    client_open(&ada, CLIENT_LINE, server.port);
    expect_heard(&ada, "Name:");
    client_resize(&ada, NARROW, 12);
    ask(&ada, "reader", 0);
    ask_at_the_name_prompt(&ada, 0);
    ask_everything(&ada, "ada");
    players_stop(players, &server);
}
