/*
 * Every word of operators, from the tool and in the game, as admin, builder, player and stranger.
 * The words are those that the server lists: one that has no row here fails the test.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/live/client.h"
#include "support/live/console.h"
#include "support/live/process.h"
#include "support/test.h"

enum { ANSWER_MS = 5000, LINE_SIZE = 200, WORD_SIZE = 32, WORDS_MAX = 96, ARGUMENTS_MAX = 16 };

/* A word to try, and the expected answer. */
struct word_row {
    const char *word;
    const char *arguments;
    const char *says; /* in the answer to a user who may use it */
    int code;         /* the tool's exit code */
    bool is_builders; /* a builder may use it too */
    bool stops;       /* the server is gone then */
};

/* An act that would hinder the rows behind it is tried on what is not there. */
static const struct word_row word_table[] = {
    {"status", "", "listening", 0, false, false},
    {"who", "", "Adela", 0, false, false},
    {"level list", "", "depth", 0, true, false},
    {"level show", "1", "generation", 0, true, false},
    {"level preview", "1 style caves", "Preview only", 0, true, false},
    {"level regen", "1 dry-run", "Dry run", 0, true, false},
    {"level undo", "1", "No earlier version", 1, true, false},
    {"level cancel", "1", "Nothing is about to happen", 1, true, false},
    {"level lock", "1", "Depth 1 cannot be locked", 1, true, false},
    {"level unlock", "2", "Depth 2 is not locked", 1, true, false},
    {"inspect", "player adela", "Adela", 0, true, false},
    {"population", "9", "Depth 9 was never made", 1, true, false},
    {"spawn", "gate-hund 1 1,1", "Did you mean: gate-hound?", 1, true, false},
    {"goto", "nobody", "Nobody called \"nobody\" is online.", 1, true, false},
    {"bring", "nobody", "Nobody called \"nobody\" is online.", 1, true, false},
    {"send", "nobody 1", "Nobody called \"nobody\" is online.", 1, true, false},
    {"announce", "hear me", "Announced.", 0, false, false},
    {"kick", "nobody", "Nobody called \"nobody\" is online.", 1, false, false},
    {"watch", "nobody", "Nobody called \"nobody\" is online.", 1, false, false},
    {"trace", "nobody", "Nobody called \"nobody\" is connected.", 1, false, false},
    {"role", "plera none", "role  none", 0, false, false},
    {"set", "save-ms 1000", "1000", 0, false, false},
    {"mute", "plera for 1s quiet", "until", 0, false, false},
    {"unmute", "stranger", "Stranger is not muted.", 1, false, false},
    {"ban", "10.11.12.0/24 for 1h spam", "10.11.12.0/24", 0, false, false},
    {"unban", "10.99.0.1", "10.99.0.1 is not banned.", 1, false, false},
    {"bans", "", "10.11.12.0/24", 0, false, false},
    {"approve", "bilda", "Bilda does not wait", 1, false, false},
    {"password", "plera", "code", 0, false, false},
    {"rename", "plera adela", "Adela is taken", 1, false, false},
    {"forget", "plera dry-run", "Dry run", 0, false, false},
    {"save", "", "Saved.", 0, false, false},
    {"backup", "undercroft-20260101-000000.db", "belong to the schedule", 1, false, false},
    {"audit", "5", "who", 0, false, false},
    {"bugs", "5", "bugs", 0, false, false},
    {"scores", "", "scores", 0, true, false},
    {"lives", "nobody", "No player is called Nobody.", 1, true, false},
    {"doctor", "", "passwords", 0, false, false},
    {"metrics", "", "undercroft_", 0, false, false},
    {"ping", "", "pong", 0, true, false},
    {"help", "", "help", 0, true, false},
    {"shutdown cancel", "", "No stop was announced.", 1, false, false},
    {"shutdown", "", "Stopping.", 0, false, true},
};

enum { ROW_COUNT = sizeof word_table / sizeof word_table[0] };

static struct process server;
static struct console console;
static struct client admin;
static struct client builder;
static struct client player;
static struct client stranger;

static void give_role(const char *name, const char *role)
{
    console_expect(&console, WORDS("role", name, role), 0, role);
}

static void enter_all(void)
{
    client_enter(&admin, CLIENT_LINE, server.port, "adela");
    client_enter(&builder, CLIENT_LINE, server.port, "bilda");
    client_enter(&player, CLIENT_LINE, server.port, "plera");
    client_open(&stranger, CLIENT_LINE, server.port);
    ck_assert(client_wait_heard(&stranger, "Name:", ANSWER_MS));
}

static void leave_all(void)
{
    client_close(&admin);
    client_close(&builder);
    client_close(&player);
    client_close(&stranger);
}

static void set_up(void)
{
    process_init(&server);
    process_start(&server,
                  WORDS("--seed", "11", "--backup-minutes", "0", "--login-seconds", "600"));
    console_init(&console, UNDERCROFTCTL_PATH, &server);
}

static void tear_down(void)
{
    leave_all();
    console_release(&console);
    process_release(&server);
}

static const struct word_row *find_row(const char *word)
{
    for (size_t i = 0; i < ROW_COUNT; i++) {
        if (strcmp(word_table[i].word, word) == 0)
            return &word_table[i];
    }
    return NULL;
}

/* The words that the server has, each followed by whether a builder may use it. */
static size_t list_words(char words[][WORD_SIZE], bool *is_builders)
{
    static const char mark[] = "{\"word\":\"";
    size_t count = 0;

    console_expect(&console, WORDS("--json", "help"), 0, mark);
    for (const char *at = console.out; (at = strstr(at, mark)) != NULL; count++) {
        at += sizeof mark - 1;
        ck_assert(count < WORDS_MAX);
        snprintf(words[count], WORD_SIZE, "%.*s", (int)strcspn(at, "\""), at);
        const char *role = strstr(at, "\"role\":\"");
        is_builders[count] = strncmp(role, "\"role\":\"builder\"", 16) == 0;
    }
    return count;
}

TEST_FIXTURE(set_up, tear_down);

TEST(every_word_of_the_server_has_a_row_here)
{
    static char words[WORDS_MAX][WORD_SIZE];
    static bool is_builders[WORDS_MAX];
    size_t count = list_words(words, is_builders);

    for (size_t i = 0; i < count; i++) {
        const struct word_row *row = find_row(words[i]);
        ck_assert_msg(row != NULL, "the word \"%s\" has no row in word_table", words[i]);
        ck_assert_msg(row->is_builders == is_builders[i], "\"%s\" is %sfor builders", words[i],
                      is_builders[i] ? "" : "not ");
    }
    ck_assert_msg(count == ROW_COUNT, "%zu words, %d rows", count, (int)ROW_COUNT);
    ck_assert_int_eq(process_stop(&server), 0);
}

/* Says "@WORD ARGUMENTS" and waits for an answer with that in it. */
static void ask(struct client *client, const struct word_row *row, const char *expected)
{
    char line[LINE_SIZE];

    snprintf(line, sizeof line, "@%s %s", row->word, row->arguments);
    client_forget(client);
    client_say_line(client, line);
    ck_assert_msg(client_wait_heard(client, expected, ANSWER_MS), "%s: no '%s' in:\n%s", line,
                  expected, client_tail(client));
}

/* The newest act is, or is not, that of `who` with this word. */
static void expect_act(const char *who, const struct word_row *row, bool is_expected)
{
    char act[LINE_SIZE];

    snprintf(act, sizeof act, "\"who\":\"%s\",\"what\":\"%s", who, row->word);
    console_expect(&console, WORDS("--json", "audit", "1"), 0, "{\"acts\":");
    ck_assert_msg((strstr(console.out, act) != NULL) == is_expected, "%s is%s there: %s", act,
                  is_expected ? " not" : "", console.out);
}

static bool is_audited(const struct word_row *row)
{
    console_expect(&console, WORDS("--json", "help", row->word), 0, "\"audited\":");
    return strstr(console.out, "\"audited\":true") != NULL;
}

/* Nobody below a role learns that there is such a word, or does anything with it. */
static void try_as_others(const struct word_row *row)
{
    char text[LINE_SIZE];

    if (row->is_builders) {
        ask(&builder, row, row->says);
    } else {
        snprintf(text, sizeof text, "You may not use \"%s\".", row->word);
        ask(&builder, row, text);
        expect_act("Bilda", row, false);
    }
    snprintf(text, sizeof text, "No command \"@%.*s\".", (int)strcspn(row->word, " "), row->word);
    ask(&player, row, text);
    ask(&stranger, row, "A name is 3 to 16 letters");
    expect_act("Plera", row, false);
}

/* The tool takes words as its arguments. */
static void try_as_operator(const struct word_row *row)
{
    char text[LINE_SIZE];
    const char *words[ARGUMENTS_MAX + 1];
    size_t count = 0;

    snprintf(text, sizeof text, "%s %s", row->word, row->arguments);
    for (char *rest = text, *word; (word = strtok_r(rest, " ", &rest)) != NULL;) {
        ck_assert(count < ARGUMENTS_MAX);
        words[count++] = word;
    }
    words[count] = NULL;
    console_expect(&console, words, row->code, row->says);
}

static void restart(void)
{
    ck_assert_int_eq(process_wait(&server), 0);
    leave_all();
    process_start(&server, WORDS("--backup-minutes", "0"));
    enter_all();
}

TEST(every_word_as_operator_admin_builder_player_and_stranger)
{
    enter_all();
    give_role("adela", "admin");
    give_role("bilda", "builder");
    for (size_t i = 0; i < ROW_COUNT; i++) {
        const struct word_row *row = &word_table[i];
        bool leaves_trace = is_audited(row);
        try_as_others(row);
        ask(&admin, row, row->says);
        if (row->stops)
            restart();
        if (leaves_trace)
            expect_act("Adela", row, true);
        try_as_operator(row);
        if (row->stops)
            restart();
        if (leaves_trace)
            expect_act("operator", row, true);
    }
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(a_role_counts_at_once_and_its_owner_is_told)
{
    static const struct word_row status = {.word = "status", .arguments = ""};
    static const struct word_row elsewhere = {.word = "backup", .arguments = "../../copy"};

    client_enter(&admin, CLIENT_LINE, server.port, "adela");
    client_enter(&player, CLIENT_XTERM, server.port, "plera");
    give_role("adela", "admin");
    ck_assert(client_wait_heard(&admin, "You are an admin now: @help lists", ANSWER_MS));
    ask(&admin, &status, "listening");
    ask(&admin, &elsewhere, "in backups/, and no path.");
    client_forget(&admin);
    client_say_line(&admin, "@role plera builder");
    ck_assert(client_wait_heard(&admin, "builder", ANSWER_MS));
    ck_assert(client_wait_shown(&player, "You are a builder now", ANSWER_MS));
    give_role("adela", "none");
    ck_assert(client_wait_heard(&admin, "You have no role any more.", ANSWER_MS));
    ask(&admin, &status, "No command \"@status\".");
    give_role("adela", "admin");
    client_close(&admin);
    client_enter(&admin, CLIENT_LINE, server.port, "adela");
    ask(&admin, &status, "listening");
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(on_a_screen_a_long_answer_is_read_page_by_page)
{
    client_enter(&player, CLIENT_XTERM, server.port, "plera");
    client_type(&player, "@");
    ck_assert_msg(client_wait_shown(&player, "Unknown key @.", ANSWER_MS), "@ is known to anybody");
    give_role("plera", "admin");
    ck_assert(client_wait_shown(&player, "You are an admin now", ANSWER_MS));
    for (int i = 0; i < 25; i++)
        console_expect(&console, WORDS("announce", "many", "acts"), 0, "Announced.");
    console_expect(&console, WORDS("save"), 0, "Saved.");
    client_type(&player, "@audit 26\r");
    ck_assert(client_wait_shown(&player, "Space; Esc ends --", ANSWER_MS));
    ck_assert_msg(terminal_find(&player.terminal, "save") >= 0, "the newest act is not first");
    client_type(&player, " ");
    ck_assert(client_wait_shown(&player, "the end: - back", ANSWER_MS));
    client_type(&player, "-");
    ck_assert(client_wait_shown(&player, "Space; Esc ends --", ANSWER_MS));
    client_type(&player, "\x1b");
    ck_assert(client_wait_shown(&player, "Depth 1", ANSWER_MS));
    client_type(&player, ":@ping\r");
    ck_assert_msg(client_wait_shown(&player, "pong", ANSWER_MS), "a short answer is no message");
    ck_assert(terminal_find(&player.terminal, "Depth 1") >= 0);
    ck_assert_int_eq(process_stop(&server), 0);
}

/* Letters of three bytes: the limit falls into the middle of one. */
TEST(an_announcement_that_is_too_long_is_cut_between_two_letters)
{
    char many[3 * 240 + 1] = "";

    for (size_t i = 0; i + 3 < sizeof many; i += 3)
        memcpy(many + i, "€", sizeof "€");
    client_enter(&player, CLIENT_XTERM, server.port, "plera");
    client_type(&player, ":set mode line\r");
    ck_assert(client_wait_heard(&player, "Walk with n ne e", ANSWER_MS));
    client_forget(&player);
    console_expect(&console, WORDS("announce", many), 0, "Announced.");
    ck_assert(client_wait_heard(&player, "*** €€€", ANSWER_MS));
    ck_assert_msg(client_wait_heard(&player, "€\r\n", ANSWER_MS), "it ends in half a letter");
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(whoever_leaves_before_the_answer_has_acted_all_the_same)
{
    client_enter(&admin, CLIENT_LINE, server.port, "adela");
    give_role("adela", "admin");
    for (int i = 0; i < 5; i++) {
        client_say_line(&admin, "@backup");
        client_close(&admin);
        client_enter(&admin, CLIENT_LINE, server.port, "adela");
    }
    client_say_line(&admin, "@save");
    client_say_line(&admin, "@kick adela");
    ck_assert(client_wait_closed(&admin, ANSWER_MS));
    console_expect(&console, WORDS("--json", "audit"), 0, "\"who\":\"Adela\",\"what\":\"backup");
    ck_assert(strstr(console.out, "\"who\":\"Adela\",\"what\":\"kick adela") != NULL);
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(an_answer_that_is_too_long_for_the_game_is_cut_and_says_so)
{
    char text[LINE_SIZE * 2];

    client_enter(&admin, CLIENT_LINE, server.port, "adela");
    give_role("adela", "admin");
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    for (int i = 0; i < 40; i++)
        console_expect(&console, WORDS("announce", text), 0, "Announced.");
    client_say_line(&admin, "@audit 100");
    ck_assert(client_wait_heard(&admin, "There is more: undercroftctl shows", ANSWER_MS));
    ck_assert(!admin.is_closed);
    ck_assert_int_eq(process_stop(&server), 0);
}
