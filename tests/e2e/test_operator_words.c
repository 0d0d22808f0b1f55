/*
 * What an operator types, read with care: words that contradict each other are refused, what was
 * only tried is not written down as done, nobody acts on a delver of a higher role, and the help
 * can be read at 80 columns.
 */
#include <stdio.h>
#include <string.h>

#include "support/live/console.h"
#include "support/live/players.h"
#include "support/live/process.h"
#include "support/test.h"

enum { LINE_SIZE = 200, COLUMNS = 80 };

static struct process server;
static struct console console;
static struct client admin;
static struct client builder;
static struct client player;

static void set_up(void)
{
    process_init(&server);
    process_start(&server, WORDS("--seed", "11", "--backup-minutes", "0"));
    console_init(&console, UNDERCROFTCTL_PATH, &server);
}

static void tear_down(void)
{
    client_close(&admin);
    client_close(&builder);
    client_close(&player);
    console_release(&console);
    process_release(&server);
}

static void end(void)
{
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST_FIXTURE(set_up, tear_down);

TEST(words_that_contradict_each_other_are_refused_with_the_usage)
{
    static const struct {
        const char *line;
        const char *says;
    } rows[] = {
        {"level regen 1 in 10s now", "\"now\" does not go with \"in\". Usage: level regen D"},
        {"level regen 1 now in 10s", "\"in\" does not go with \"now\"."},
        {"level regen 1 in 10s in 20s", "\"in\" stands there twice. Usage: level regen D"},
        {"level regen 1 in 10s when-empty", "\"when-empty\" does not go with \"in\"."},
        {"level regen 1 when-empty when-empty", "\"when-empty\" stands there twice."},
        {"level regen 1 now now", "\"now\" stands there twice."},
        {"level regen 1 seed 1 seed 2", "\"seed\" stands there twice."},
        {"level regen 1 style caves style maze", "\"style\" stands there twice."},
        {"level regen 1 dry-run dry-run", "\"dry-run\" stands there twice."},
        {"level regen 1 seed", "\"seed\" is not understood here. Usage: level regen D"},
        {"level preview 1 seed 1 seed 1", "\"seed\" stands there twice. Usage: level preview D"},
        {"level preview 1 dry-run", "\"dry-run\" is not understood here."},
        {"level undo 1 now in 5s", "\"in\" does not go with \"now\". Usage: level undo D"},
        {"level undo 1 dry-run dry-run", "\"dry-run\" stands there twice."},
        {"shutdown in 5m in 3m", "\"in\" does not go with what stands before it. Usage: "},
        {"shutdown in 5m now", "\"now\" does not go with what stands before it."},
        {"shutdown now in 5m", "\"in\" does not go with what stands before it."},
        {"shutdown now when-empty", "\"when-empty\" does not go with what stands before it."},
        {"shutdown now now", "\"now\" does not go with what stands before it."},
        {"shutdown when-empty when-empty", "\"when-empty\" does not go with what stands before"},
        {"shutdown in 5m when-empty in 3m", "\"in\" does not go with what stands before it."},
        {"shutdown in 5m cancel", "Did you mean: shutdown cancel?"},
        {"shutdown an update in 5m", "When comes before why: shutdown in 5m REASON"},
        {"shutdown for cake when-empty", "When comes before why"},
        {"ban nobody for 7d for 1h", "\"for\" stands there twice. Usage: ban NAME"},
        {"ban 10.0.0.0/7 force for 7d force", "\"force\" stands there twice. Usage: ban NAME"},
        {"ban nobody too loud for 7d", "How long comes before why. Usage: ban NAME"},
        {"mute nobody for 30m for 1h", "\"for\" stands there twice. Usage: mute NAME"},
        {"mute nobody loud for 30m", "How long comes before why. Usage: mute NAME"},
        {"ban nobody 7d", "Did you mean: ban nobody for 7d? Usage: ban NAME"},
        {"mute nobody 30m too loud", "Did you mean: mute nobody for 30m? Usage: mute NAME"},
        {"ban 10.0.0.0/7 force 7d", "Did you mean: ban 10.0.0.0/7 for 7d?"},
        {"mute nobody for ten minutes", "\"ten\" is not a time like 90s, 30m"},
        {"ban nobody for a week being rude", "\"a\" is not a time like"},
        {"ban 10.2.0.0/16 for days of noise", "\"days\" is not a time like"},
        {"goto adela 3,4", "a cell goes with a depth. Usage: goto NAME"},
        {"inspect player adela 3,4", "Usage: inspect player NAME"},
        {"inspect level 1 3,4", "Usage: inspect player NAME"},
        {"set save-ms --save --save", "Usage: set [KEY [VALUE]] [--save]"},
        {"set --save save-ms 900", "Usage: set [KEY [VALUE]] [--save]"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        console_expect(&console, WORDS(rows[i].line), 2, rows[i].says);
    console_expect(&console, WORDS("--json", "bans"), 0, "{\"bans\":[]}");
    console_expect(&console, WORDS("--json", "audit"), 0, "{\"acts\":[]}");
    /* What reads alike and is meant: a reason, and "force" on either side of the time. */
    console_expect(&console, WORDS("ban 10.0.0.0/7 for 1h force for the noise"), 0, "10.0.0.0/7");
    console_expect(&console, WORDS("bans"), 0, "for the noise");
    console_expect(&console, WORDS("ban 10.2.0.0/16 for good for the noise"), 0,
                   "until  it is lifted");
    console_expect(&console, WORDS("bans"), 0, "10.2.0.0/16");
    console_expect(&console, WORDS("--json", "bans"), 0,
                   "\"about\":\"10.2.0.0/16\",\"until_at\":null");
    console_expect(&console, WORDS("shutdown in 5m in case of rain"), 0,
                   "The server stops in 5 minutes: in case of rain");
    console_expect(&console, WORDS("shutdown cancel"), 0, "goes on");
    console_expect(&console, WORDS("shutdown now back at noon"), 0, "Stopping.");
    ck_assert_int_eq(process_wait(&server), 0);
}

TEST(what_was_only_tried_is_written_down_as_such)
{
    client_enter(&player, CLIENT_LINE, server.port, "plera");
    console_expect(&console, WORDS("level", "regen", "1", "dry-run"), 0, "nothing was changed");
    console_expect(&console, WORDS("audit", "1"), 0,
                   "level regen 1 dry-run (dry-run: nothing was changed)");
    process_expect_said(&server, "err",
                        "\"line\":\"level regen 1 dry-run\",\"outcome\":\"dry-"
                        "run\"");
    console_expect(&console, WORDS("level", "undo", "1", "dry-run"), 1, "No earlier version");
    console_expect(&console, WORDS("audit", "1"), 0, "level undo 1 dry-run (refused: No earlier");
    console_expect(&console, WORDS("level", "regen", "1", "now"), 0, "Done.");
    console_expect(&console, WORDS("level", "undo", "1", "dry-run"), 0, "nothing was changed");
    console_expect(&console, WORDS("audit", "1"), 0, "level undo 1 dry-run (dry-run: nothing");
    end();
}

/* "Sent." is said when the way has begun. */
static void await_builder(const char *where)
{
    console_await(&console, WORDS("--json", "inspect", "player", "bilda"), where);
}

TEST(nobody_acts_on_a_delver_of_a_higher_role)
{
    client_enter(&admin, CLIENT_LINE, server.port, "adela");
    client_enter(&builder, CLIENT_LINE, server.port, "bilda");
    client_enter(&player, CLIENT_LINE, server.port, "plera");
    console_expect(&console, WORDS("role", "adela", "admin"), 0, "admin");
    console_expect(&console, WORDS("role", "bilda", "builder"), 0, "builder");

    client_forget(&admin);
    expect_answer(&builder, "@send adela 2",
                  "You may not use \"send\" on Adela, whose role is above yours.");
    expect_answer(&builder, "@bring ADELA",
                  "You may not use \"bring\" on Adela, whose role is above yours.");
    console_expect(&console, WORDS("audit", "1"), 0, "bring ADELA (refused: You may not use");
    console_expect(&console, WORDS("--json", "inspect", "player", "adela"), 0, "\"depth\":1");
    expect_answer(&builder, "@send plera 2", "Sent.");
    expect_answer(&builder, "@send bilda 2", "An administrator moves you to");
    await_builder("\"here\",\"line_lost\":false,\"depth\":2");
    expect_answer(&builder, "@bring nobody", "Nobody called \"nobody\" is online.");
    expect_answer(&builder, "@bring no-name", "Nobody called \"no-name\" is online.");
    expect_answer(&builder, "@goto adela", "An administrator moves you to");
    await_builder("\"here\",\"line_lost\":false,\"depth\":1");
    expect_answer(&admin, "@send bilda 2", "Sent.");

    /* The role is the account's: a line that is lost does not hide it. */
    client_close(&admin);
    console_await(&console, WORDS("--json", "inspect", "player", "adela"), "\"line_lost\":true");
    expect_answer(&builder, "@send adela 2", "You may not use \"send\" on Adela");
    console_expect(&console, WORDS("role", "adela", "builder"), 0, "builder");
    expect_answer(&builder, "@send adela 2", "Sent.");
    end();
}

static void expect_narrow(const char *text)
{
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        ck_assert_msg(length <= COLUMNS, "%zu columns: %.*s", length, (int)length, text);
        text += length + (text[length] == '\n');
    }
}

TEST(the_help_can_be_read_at_80_columns)
{
    static const char mark[] = "{\"word\":\"";
    static char list[CONSOLE_TEXT_SIZE];
    char word[LINE_SIZE];

    console_expect(&console, WORDS("help"), 0, "help WORD tells how");
    expect_narrow(console.out);
    console_expect(&console, WORDS("help", "level"), 0, "\nlevel unlock   opens a level that");
    expect_narrow(console.out);
    ck_assert_ptr_null(strstr(console.out, "shutdown"));
    console_expect(&console, WORDS("help", "lev"), 0, "level list");
    console_expect(&console, WORDS("--json", "help", "level"), 0, "\"arguments\":\"D[/WING]\"");
    console_expect(&console, WORDS("--json", "help"), 0, mark);
    snprintf(list, sizeof list, "%s", console.out);
    for (const char *at = list; (at = strstr(at, mark)) != NULL;) {
        at += sizeof mark - 1;
        snprintf(word, sizeof word, "%.*s", (int)strcspn(at, "\""), at);
        console_expect(&console, WORDS("help", word), 0, word);
        expect_narrow(console.out);
    }
    end();
}
