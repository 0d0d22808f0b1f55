/*
 * The words about levels, from the operator's tool: what each says and refuses, and what those who
 * are there, on the stairs or away live through.
 */
#include <stdio.h>
#include <string.h>

#include "support/live/console.h"
#include "support/live/players.h"
#include "support/live/process.h"
#include "support/live/stopwatch.h"
#include "support/test.h"

enum { ANSWER_MS = 4000 };

static struct process server;
static struct process replay;
static struct console console;
static struct client ada;
static struct client brom;
static char record[PROCESS_PATH_SIZE];

static void set_up(void)
{
    process_init(&server);
    process_use_slow_disk(&server);
    process_init(&replay);
    process_path(&server, "record", record);
    process_start(&server, WORDS("--seed", "11", "--backup-minutes", "0", "--record", record));
    console_init(&console, UNDERCROFTCTL_PATH, &server);
}

static void tear_down(void)
{
    client_close(&ada);
    client_close(&brom);
    console_release(&console);
    process_release(&replay);
    process_release(&server);
}

/* Stops the server, and plays back what it recorded. */
static void end(void)
{
    ck_assert_int_eq(process_stop(&server), 0);
    process_spawn_program(&replay, REPLAY_PATH, WORDS(record));
    ck_assert_msg(process_wait(&replay) == 0, "the record does not play back");
}

static void restart(void)
{
    end();
    process_start(&server, WORDS("--backup-minutes", "0", "--record", record));
}

/* The member of a JSON answer, up to the comma. */
static void read_member(const char *name, char *out, size_t size)
{
    char wanted[40];

    snprintf(wanted, sizeof wanted, "\"%s\":", name);
    const char *at = strstr(console.out, wanted);
    ck_assert_msg(at != NULL, "no %s in %s", name, console.out);
    at += strlen(wanted);
    size_t length = *at == '[' ? strcspn(at, "]") : strcspn(at, ",}");
    ck_assert_uint_lt(length, size);
    memcpy(out, at, length);
    out[length] = '\0';
}

static void expect_member(const char *name, const char *value)
{
    char found[80];

    read_member(name, found, sizeof found);
    ck_assert_msg(strcmp(found, value) == 0, "%s is %s, not %s", name, found, value);
}

static void show(const char *depth)
{
    console_expect(&console, WORDS("--json", "level", "show", depth), 0, "\"rows\":[");
}

TEST_FIXTURE(set_up, tear_down);

TEST(what_is_wrong_is_refused_with_clear_words)
{
    static const struct {
        const char *words[8];
        int code;
        const char *text;
    } rows[] = {
        {{"level", "regen", "0"}, 2, "\"0\" is no depth from 1 to 100"},
        {{"level", "regen", "101"}, 2, "is no depth"},
        {{"level", "regen", "1/1000"}, 2, "is no depth"},
        {{"level", "regen", "1/"}, 2, "is no depth"},
        {{"level", "regen", "down"}, 2, "is no depth"},
        {{"level", "regen"}, 2, "Usage: level regen D[/WING]"},
        {{"level", "regen", "1", "style", "cavs"}, 2, "Did you mean: caves?"},
        {{"level", "regen", "1", "style", "xylophone"}, 2, "There are: rooms, caves"},
        {{"level", "regen", "1", "style"}, 2, "not understood here"},
        {{"level", "regen", "1", "seed", "-1"}, 2, "no seed"},
        {{"level", "regen", "1", "seed", "18446744073709551616"}, 2, "no seed"},
        {{"level", "regen", "1", "in", "25h"}, 2, "no time up to 24h"},
        {{"level", "regen", "1", "in", "30x"}, 2, "no time"},
        {{"level", "regen", "1", "when-empty", "now"}, 2, "\"now\" does not go with \"when"},
        {{"level", "regen", "1", "when-empty", "in", "30s"}, 2, "\"in\" does not go with \"when"},
        {{"level", "regen", "1", "in", "30s", "when-empty"}, 2, "does not go with \"in\""},
        {{"level", "regen", "1", "soon"}, 2, "\"soon\" is not understood here"},
        {{"level", "preview", "1", "now"}, 2, "not understood here"},
        {{"level", "undo", "1", "seed", "5"}, 2, "not understood here"},
        {{"level", "undo", "1"}, 1, "No earlier version of depth 1 is kept."},
        {{"level", "undo", "1", "dry-run"}, 1, "No earlier version"},
        {{"level", "cancel", "1"}, 1, "Nothing is about to happen to depth 1."},
        {{"level", "show", "7"}, 1, "was never made; level preview 7"},
        {{"level", "lock", "1"}, 1, "Depth 1 cannot be locked"},
        {{"level", "lock", "2/1"}, 2, "locked in all wings"},
        {{"level", "unlock", "2"}, 1, "Depth 2 is not locked."},
        {{"level"}, 2, "wants another word"},
        {{"level", "regne", "1"}, 2, "Did you mean: level regen?"},
        {{"inspect", "door", "1"}, 2, "none of player, level, cell, item, foe and niche"},
        {{"inspect", "player", "nobody"}, 1, "No player is called \"Nobody\"."},
        {{"inspect", "foe", "1"}, 2, "Usage: inspect foe D[/WING] X,Y"},
        {{"inspect", "cell", "1", "4"}, 2, "no cell"},
        {{"send", "nobody", "1"}, 1, "Nobody called"},
        {{"goto", "1"}, 1, "You have no body"},
        {{"bring", "nobody"}, 1, "Nobody called"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        console_expect(&console, rows[i].words, rows[i].code, rows[i].text);
    end();
}

TEST(a_preview_is_what_regen_makes_and_changes_nothing)
{
    static char previewed[64 * 1024];
    static char made[64 * 1024];

    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    console_expect(&console, WORDS("--json", "level", "preview", "1", "seed", "9", "style", "maze"),
                   0, "\"rows\":[");
    read_member("rows", previewed, sizeof previewed);
    ck_assert(strstr(console.out, "\"path\":") != NULL);
    console_expect(&console, WORDS("level", "regen", "1", "seed", "9", "style", "maze", "dry-run"),
                   0, "here             Ada");
    expect_heard(&ada, "Exits:");
    show("1");
    expect_member("generation", "0");
    expect_member("kept", "null");
    console_expect(&console, WORDS("level", "regen", "1", "seed", "9", "style", "maze", "now"), 0,
                   "Done.");
    client_close(&ada);
    stopwatch_pause_ms(100);
    show("1");
    expect_member("generation", "1");
    expect_member("kept", "0");
    expect_member("style", "\"maze\"");
    expect_member("seed", "\"9\"");
    read_member("rows", made, sizeof made);
    for (char *at = strchr(made, '@'); at != NULL; at = strchr(at, '@'))
        *at = '<'; /* she stands on the stairs up */
    ck_assert_msg(strcmp(previewed, made) == 0, "another level was made than previewed");
    restart();
    show("1");
    read_member("rows", made, sizeof made);
    ck_assert_msg(strcmp(previewed, made) == 0, "another level is on disk");
    expect_member("style", "\"maze\"");
    end();
}

TEST(those_there_are_warned_and_find_themselves_at_the_stairs)
{
    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    console_expect(&console, WORDS("level", "regen", "1", "style", "caves", "in", "1h"), 0, "");
    console_expect(&console, WORDS("level", "list"), 0, "rebuilt in ");
    console_expect(&console, WORDS("level", "regen", "1", "now"), 1, "level cancel 1 calls that");
    console_expect(&console, WORDS("level", "undo", "1"), 1, "level cancel 1 calls that off");
    console_expect(&console, WORDS("level", "cancel", "1"), 0, "Called off.");
    console_expect(&console, WORDS("--json", "level", "regen", "1", "style", "caves", "in", "3s"),
                   0, "\"countdown_seconds\":3");
    expect_heard(&brom, "This level will be rebuilt in 3 seconds");
    ck_assert(client_wait_shown(&ada, "This level will be rebuilt", ANSWER_MS));
    expect_heard(&brom, "This level has been rebuilt. You are at the up stairs");
    expect_heard(&brom, "You see: stairs up");
    ck_assert(client_wait_shown(&ada, "This level has been rebuilt.", ANSWER_MS));
    expect_answer(&brom, "look", "Depth 1");
    console_expect(&console, WORDS("audit"), 0, "generation 1 in the place of 0");
    ck_assert_msg(strstr(console.out, "moved to its stairs: 2: ") != NULL, "%s", console.out);
    /* The player's place is saved with the level: after a kill the player is there. */
    process_kill(&server);
    client_close(&ada);
    client_close(&brom);
    process_start(&server, WORDS("--backup-minutes", "0", "--record", record));
    show("1");
    expect_member("generation", "1");
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    expect_heard(&brom, "You are where you left.");
    end();
}

TEST(the_absent_and_the_lost_come_to_the_stairs_of_the_new_level)
{
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    expect_answer(&ada, "quit", "Your position and map are kept");
    client_close(&brom); /* the body stays */
    client_close(&ada);
    console_expect(&console, WORDS("level", "regen", "1", "now", "dry-run"), 0,
                   "absent           1");
    console_expect(&console, WORDS("level", "regen", "1", "now"), 0, "moved       1");
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    expect_heard(&ada, "The level you left was rebuilt: you are at its up stairs.");
    expect_answer(&ada, "look", "stairs up");
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    expect_heard(&brom, "The level was rebuilt: you are at its up stairs.");
    end();
}

TEST(undo_goes_back_with_what_was_remembered_and_forward_again)
{
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    expect_answer(&ada, "map", "20/20> ");
    console_expect(&console, WORDS("level", "regen", "1", "style", "caves", "now"), 0, "Done.");
    expect_heard(&ada, "This level has been rebuilt.");
    console_expect(&console, WORDS("level", "undo", "1", "now"), 0, "generation  0");
    expect_heard(&ada, "This level has been restored.");
    show("1");
    expect_member("generation", "0");
    expect_member("kept", "1");
    console_expect(&console, WORDS("level", "undo", "1", "now"), 0, "generation  1");
    console_expect(&console, WORDS("level", "regen", "1", "now"), 0, "generation  2");
    show("1");
    expect_member("kept", "1");
    /* 0 is gone: one version is kept. */
    console_expect(&console, WORDS("level", "undo", "1", "now"), 0, "generation  1");
    console_expect(&console, WORDS("level", "regen", "1", "now"), 0, "generation  3");
    restart();
    show("1");
    expect_member("generation", "3");
    expect_member("kept", "1");
    end();
}

TEST(what_is_pending_waits_is_called_off_or_ends_with_the_server)
{
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    console_expect(&console, WORDS("level", "regen", "1", "when-empty"), 0, "when nobody is there");
    console_expect(&console, WORDS("level", "list"), 0, "rebuilt when empty");
    console_expect(&console, WORDS("level", "cancel", "1"), 0, "Called off.");
    console_expect(&console, WORDS("level", "regen", "1"), 0, "countdown   30 s");
    expect_heard(&ada, "in 30 seconds");
    console_expect(&console, WORDS("level", "cancel", "1"), 0, "Called off.");
    expect_heard(&ada, "The change was cancelled");
    console_expect(&console, WORDS("level", "regen", "1", "when-empty"), 0, "when nobody is there");
    expect_answer(&ada, "quit", "Your position and map are kept");
    client_close(&ada);
    for (int i = 0; i < 100 && strstr(console.out, "generation\":1,") == NULL; i++) {
        stopwatch_pause_ms(50);
        show("1");
    }
    expect_member("generation", "1");
    /* A level that nobody has ever seen, and one that is not loaded. */
    console_expect(&console, WORDS("level", "regen", "40", "style", "delve"), 0, "generation  1");
    show("40");
    expect_member("kept", "null");
    console_expect(&console, WORDS("level", "regen", "1", "in", "1h"), 0, "countdown   1 h 0 min");
    restart();
    show("1");
    expect_member("generation", "1");
    console_expect(&console, WORDS("level", "regen", "1"), 0, "generation  2");
    show("40");
    expect_member("generation", "1");
    end();
}

TEST(a_lock_keeps_out_and_lets_out)
{
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    console_expect(&console, WORDS("send", "ada", "2"), 0, "Sent.");
    expect_heard(&ada, "An administrator moves you to");
    console_expect(&console, WORDS("level", "lock", "2"), 0, "inside  Ada");
    console_expect(&console, WORDS("level", "lock", "2"), 1, "locked already");
    expect_answer(&ada, "up", "You go up the stairs into");
    expect_answer(&ada, "down", "An administrator has closed the way down.");
    console_expect(&console, WORDS("send", "ada", "2"), 0, "Sent.");
    expect_heard(&ada, "An administrator moves you to");
    expect_answer(&ada, "quit", "Your position and map are kept");
    client_close(&ada);
    restart();
    console_expect(&console, WORDS("level", "list"), 0, "yes");
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    expect_heard(&ada, "The level you left is closed: you are on the level above.");
    expect_heard(&ada, "Depth 1");
    console_expect(&console, WORDS("level", "unlock", "2"), 0, "Unlocked.");
    show("1");
    char down[32];
    read_member("down", down, sizeof down);
    down[strlen(down) - 1] = '\0';
    /* "down" is a text with a comma in it. */
    const char *at = strstr(console.out, "\"down\":\"") + 8;
    snprintf(down, sizeof down, "%.*s", (int)strcspn(at, "\""), at);
    console_expect(&console, WORDS("send", "ada", "1", down), 0, "Sent.");
    expect_heard(&ada, "An administrator moves you to");
    expect_answer(&ada, "down", "You go down the stairs into");
    end();
}

TEST(inspect_and_send_tell_and_move_one_delver)
{
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    console_expect(&console, WORDS("inspect", "player", "ADA"), 0, "state       here");
    ck_assert_msg(strstr(console.out, "life        1\nlevel       1\nexperience  0\n"
                                      "gold        20\ndeepest     0\n") != NULL,
                  "%s", console.out);
    char stairs[16];
    console_expect(&console, WORDS("inspect", "level", "1"), 0, "\nup          ");
    ck_assert_int_eq(sscanf(strstr(console.out, "\nup "), " up %15s", stairs), 1);
    console_expect(&console, WORDS("inspect", "cell", "1", stairs), 0, "stairs up");
    console_expect(&console, WORDS("inspect", "cell", "1", "0,0"), 0, "walkable    no");
    console_expect(&console, WORDS("inspect", "cell", "1", "120,1"), 1, "84x40 cells");
    console_expect(&console, WORDS("inspect", "cell", "9", "1,1"), 1, "never made");
    console_expect(&console, WORDS("send", "ada", "1", "0,0"), 1, "Nobody can stand at 0,0");
    client_forget(&ada);
    console_expect(&console, WORDS("send", "ada", "5/1"), 0, "Sent.");
    expect_heard(&ada, "An administrator moves you to");
    expect_heard(&ada, "Depth 5");
    ck_assert_msg(strstr(ada.heard, "You are moved away") == NULL, "told twice");
    expect_heard(&brom, "Ada is moved away by an administrator.");
    console_expect(&console, WORDS("inspect", "player", "ada"), 0, "wing        1");
    console_expect(&console, WORDS("inspect", "player", "Adda"), 1, "No player is called");
    console_expect(&console, WORDS("inspect", "player", "a"), 1, "No player is called");
    console_expect(&console, WORDS("bring", "ada"), 1, "You have no body");
    /* In the game the builder who asks has a body. */
    console_expect(&console, WORDS("role", "brom", "builder"), 0, "builder");
    expect_answer(&brom, "@bring ada", "Ada arrives, moved by an administrator.");
    expect_answer(&brom, "@goto ada", "An administrator moves you to");
    expect_answer(&brom, "@goto 3", "Depth 3");
    expect_answer(&brom, "@level regen 3 style caves now", "This level has been rebuilt.");
    expect_heard(&brom, "Done.");
    console_expect(&console, WORDS("audit"), 0, "generation 1 in the place of 0");
    /* For a player who is away, the stored record is shown. */
    client_say_line(&brom, "quit");
    ck_assert(client_wait_closed(&brom, ANSWER_MS));
    console_expect(&console, WORDS("inspect", "player", "BROM"), 0, "state       away");
    ck_assert_msg(strstr(console.out, "role        builder") != NULL &&
                      strstr(console.out, "depth       3") != NULL &&
                      strstr(console.out, "experience  0") != NULL,
                  "%s", console.out);
    console_expect(&console, WORDS("--json", "inspect", "player", "brom"), 0,
                   "\"state\":\"away\",\"role\":\"builder\"");
    end();
}
