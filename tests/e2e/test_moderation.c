/*
 * Who may come in and who may talk: mutes, bans of names and networks, new delvers who wait for a
 * nod, codes for a new password. Each with its end, and each still there after a restart.
 */
#include <stdio.h>
#include <string.h>

#include "rows.h"
#include "support/live/console.h"
#include "support/live/players.h"
#include "support/live/process.h"
#include "support/live/program.h"
#include "support/live/stopwatch.h"
#include "support/test.h"

enum { ANSWER_MS = 5000, CODE_SIZE = 16, HANG_UPS = 8 };

static struct process server;
static struct console console;
static struct client ada;
static struct client brom;
static struct client crowd[HANG_UPS];

static void set_up(void)
{
    process_init(&server);
    process_start(&server, WORDS("--seed", "11", "--backup-minutes", "0"));
    console_init(&console, UNDERCROFTCTL_PATH, &server);
}

static void tear_down(void)
{
    client_close(&ada);
    client_close(&brom);
    for (int i = 0; i < HANG_UPS; i++)
        client_close(&crowd[i]);
    console_release(&console);
    process_release(&server);
}

static void end(void)
{
    ck_assert_int_eq(process_stop(&server), 0);
}

static void restart(const char *const *arguments)
{
    client_close(&ada);
    client_close(&brom);
    end();
    process_start(&server, arguments);
}

/* Gives a name and a password, and waits for what is said then. */
static void try_login(struct client *client, const char *name, const char *password,
                      const char *answer)
{
    players_call(client, server.port, 1, name);
    expect_answer(client, password, answer);
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_mute_holds_for_every_way_to_talk_until_it_ends)
{
    static const char *const lines[] = {"say hello", "shout hello", "tell brom hello", "me waves",
                                        "' hello"};

    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    console_expect(&console, WORDS("mute", "ada", "for", "30m", "too", "loud"), 0, "until");
    ck_assert(client_wait_heard(&ada, "You are muted until 20", ANSWER_MS));
    client_forget(&brom);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        expect_answer(&ada, lines[i], "UTC: too loud");
    console_expect(&console, WORDS("bans"), 0, "too loud");
    client_pump(&brom, 100);
    ck_assert_msg(strstr(brom.heard, "hello") == NULL && strstr(brom.heard, "waves") == NULL,
                  "something was heard:\n%s", client_tail(&brom));
    console_expect(&console, WORDS("unmute", "ADA"), 0, "Done.");
    ck_assert(client_wait_heard(&ada, "You may talk again.", ANSWER_MS));
    expect_answer(&ada, "say hello", "You say");
    console_expect(&console, WORDS("unmute", "ada"), 1, "Ada is not muted.");
    client_close(&ada);
    console_expect(&console, WORDS("mute", "ada", "for", "good"), 0,
                   "Done. Ada is muted for good.");
    restart(WORDS("--backup-minutes", "0"));
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    expect_answer(&ada, "say hello", "You are muted for good.");
    console_expect(&console, WORDS("mute", "ada", "for", "1s"), 0, "Done.");
    stopwatch_pause_ms(1100);
    expect_answer(&ada, "say hello", "You say");
    console_expect(&console, WORDS("bans"), 0, "bans  none");
    end();
}

TEST(a_banned_delver_is_told_after_the_password_and_gone_at_once)
{
    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    console_expect(&console, WORDS("ban", "ada", "for", "7d", "cheating"), 0, "until");
    ck_assert(client_wait_closed(&ada, ANSWER_MS));
    ck_assert_msg(!ada.terminal.is_alternate && terminal_find(&ada.terminal, "cheating") >= 0,
                  "the reason cannot be read");
    ck_assert_msg(client_wait_heard(&brom, "Ada leaves the dungeon.", ANSWER_MS), "the body stays");
    try_login(&ada, "ada", "a wrong one", "Wrong password.");
    ck_assert_msg(strstr(ada.heard, "banned") == NULL, "anybody learns of it");
    try_login(&ada, "ada", client_password, "You are banned until 20");
    ck_assert(client_wait_closed(&ada, ANSWER_MS));
    restart(WORDS("--backup-minutes", "0"));
    try_login(&ada, "ada", client_password, "UTC: cheating");
    console_expect(&console, WORDS("--json", "bans"), 0, "\"about\":\"Ada\",\"until_at\":1");
    console_expect(&console, WORDS("unban", "ada"), 0, "Done.");
    try_login(&ada, "ada", client_password, "Welcome back, Ada.");
    console_expect(&console, WORDS("ban", "ada", "for", "1s"), 0, "Done.");
    ck_assert(client_wait_closed(&ada, ANSWER_MS));
    stopwatch_pause_ms(1100);
    try_login(&ada, "ada", client_password, "Welcome back, Ada.");
    console_expect(&console, WORDS("unban", "brom"), 1, "Brom is not banned.");
    end();
}

TEST(a_banned_network_is_told_at_once_and_closed)
{
    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    client_open(&brom, CLIENT_LINE, server.port);
    console_expect(&console, WORDS("ban", "127.0.0.0/8", "spam"), 1, "holds this machine");
    console_expect(&console, WORDS("ban", "::ffff:127.0.0.0/104", "force", "for", "1h", "spam"), 0,
                   "about  127.0.0.0/8");
    ck_assert(client_wait_closed(&ada, ANSWER_MS));
    ck_assert(client_wait_closed(&brom, ANSWER_MS));
    ck_assert(strstr(brom.heard, "Your address is banned until 20") != NULL);
    restart(WORDS("--backup-minutes", "0"));
    client_open(&ada, CLIENT_LINE, server.port);
    ck_assert(client_wait_heard(&ada, "UTC: spam\r\n", ANSWER_MS));
    ck_assert(client_wait_closed(&ada, ANSWER_MS));
    ck_assert_msg(strstr(ada.heard, "Name:") == NULL, "it is greeted");
    console_expect(&console, WORDS("unban", "127.0.0.0/8"), 0, "Done.");
    client_close(&ada);
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    end();
}

/* Their program tried a name and failed: it is nobody who watches, whatever befalls that name. */
TEST(a_ban_passes_by_who_failed_to_log_in_as_the_banned_and_watches)
{
    static struct program watcher;

    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    program_open(&watcher, server.port);
    program_say(&watcher, "\xff\xfd\xc9\xff\xfc\x01");
    program_expect(&watcher, "Name: ");
    program_say(&watcher, PROGRAM_MESSAGE("Char.Login.Credentials "
                                          "{\"account\":\"brom\",\"password\":\"a wrong guess\"}"));
    program_expect(&watcher, "Char.Login.Result {\"success\":false,");
    program_say(&watcher, "watch\r\nada\r\n");
    program_expect(&watcher, "watching Ada> ");
    console_expect(&console, WORDS("ban", "brom", "for", "good"), 0, "Brom");
    ck_assert(client_wait_closed(&brom, ANSWER_MS));
    program_say(&watcher, "look\r\n");
    program_expect(&watcher, "Depth 1");
    program_close(&watcher);
    end();
}

TEST(what_makes_no_sense_is_refused)
{
    console_expect(&console, WORDS("ban", "0.0.0.0/0"), 1, "shuts out almost everybody");
    console_expect(&console, WORDS("ban", "::/0"), 1, "shuts out almost everybody");
    console_expect(&console, WORDS("ban", "11.0.0.0/7"), 1, "bits behind its prefix");
    console_expect(&console, WORDS("ban", "12.0.0.0/7"), 1, "shuts out almost everybody");
    console_expect(&console, WORDS("ban", "10.0.0.0/8", "for", "good"), 0, "Done.");
    console_expect(&console, WORDS("ban", "2000::/15"), 1, "shuts out almost everybody");
    console_expect(&console, WORDS("ban", "2001::/16", "for", "good"), 0, "Done.");
    console_expect(&console, WORDS("ban", "10.1.2.3/8"), 1, "Did you mean 10.0.0.0/8?");
    console_expect(&console, WORDS("ban", "::1"), 1, "holds this machine");
    console_expect(&console, WORDS("ban", "1.2.3"), 1, "no name, address or network");
    console_expect(&console, WORDS("ban", "nobody"), 1, "No player is called \"Nobody\"");
    console_expect(&console, WORDS("ban", "ad"), 1, "No player is called \"ad\"");
    console_expect(&console, WORDS("ban", "10.9.0.1", "for", "3650d"), 0, "Done.");
    console_expect(&console, WORDS("ban", "10.9.0.1", "for", "3651d"), 2, "is not a time like");
    console_expect(&console, WORDS("ban", "10.9.0.1", "for", "0s"), 2, "is not a time like");
    console_expect(&console, WORDS("ban", "10.9.0.1", "for", "7"), 2, "is not a time like");
    console_expect(&console, WORDS("ban", "10.9.0.1", "for", "-1m"), 2, "\"-1m\" is not a time");
    console_expect(&console, WORDS("ban", "10.9.0.1", "for", "xyz"), 2, "is not a time like");
    console_expect(&console, WORDS("ban", "10.9.0.1", "for"), 2, "is not a time like");
    console_expect(&console, WORDS("mute", "ada", "for", "-1m", "loud"), 2, "is not a time like");
    console_expect(&console, WORDS("mute", "ada", "for"), 2, "Usage: mute NAME for 30m|good");
    console_expect(&console, WORDS("ban", "10.9.0.9", "for", "good"), 0,
                   "Done. 10.9.0.9 is banned for good.");
    console_expect(&console, WORDS("--json", "bans"), 0, "\"reason\":null");
    console_expect(&console, WORDS("unban", "10.9.0.9"), 0, "Done.");
    console_expect(&console, WORDS("unban", "10.9.0.2"), 1, "10.9.0.2 is not banned.");
    console_expect(&console, WORDS("ban", "10.9.0.1", "for", "good", "for", "being", "rude"), 0,
                   "Done.");
    console_expect(&console, WORDS("bans"), 0, "for being rude");
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    console_expect(&console, WORDS("role", "ada", "admin"), 0, "admin");
    expect_answer(&ada, "@ban ada", "You cannot ban yourself.");
    expect_answer(&ada, "@ban 127.0.0.1 force", "You come from 127.0.0.1 yourself.");
    end();
}

TEST(new_delvers_wait_for_a_nod_where_that_is_wanted)
{
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    console_expect(&console, WORDS("role", "ada", "admin"), 0, "admin");
    restart(WORDS("--backup-minutes", "0", "--new-accounts", "hold"));
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    client_open(&brom, CLIENT_LINE, server.port);
    ck_assert(client_wait_heard(&brom, "Name:", ANSWER_MS));
    expect_answer(&brom, "brom", "Make a new one?");
    expect_answer(&brom, "yes", "Choose a password");
    expect_answer(&brom, client_password, "Once more:");
    expect_answer(&brom, client_password, "waits for an operator's approval");
    ck_assert(client_wait_closed(&brom, ANSWER_MS));
    ck_assert(client_wait_heard(&ada, "A new player waits: @approve Brom", ANSWER_MS));
    try_login(&brom, "brom", client_password, "waits for an operator's approval");
    console_expect(&console, WORDS("approve"), 0, "Brom");
    ck_assert_ptr_nonnull(strstr(console.out, "it is approved"));
    console_expect(&console, WORDS("approve", "ada"), 1, "Ada does not wait");
    expect_answer(&ada, "@approve brom", "Done.");
    try_login(&brom, "brom", client_password, "Welcome back, Brom.");
    restart(WORDS("--backup-minutes", "0", "--new-accounts", "closed"));
    client_open(&brom, CLIENT_LINE, server.port);
    expect_answer(&brom, "cyd", "New players are not taken in at present.");
    try_login(&brom, "brom", client_password, "Welcome back, Brom.");
    end();
}

/* All at once, so that the database is not done with them when they are gone. */
TEST(who_hangs_up_while_they_are_made_waits_all_the_same)
{
    char name[] = "cyda";
    int made = 0;

    restart(WORDS("--backup-minutes", "0", "--new-accounts", "hold"));
    for (int i = 0; i < HANG_UPS; i++) {
        name[3] = (char)('a' + i);
        client_open(&crowd[i], CLIENT_LINE, server.port);
        expect_answer(&crowd[i], name, "Make a new one?");
        expect_answer(&crowd[i], "yes", "Choose a password");
        expect_answer(&crowd[i], client_password, "Once more:");
    }
    for (int i = 0; i < HANG_UPS; i++)
        client_say_line(&crowd[i], client_password);
    ck_assert(client_wait_closed(&crowd[0], ANSWER_MS));
    for (int i = 0; i < HANG_UPS; i++)
        client_close(&crowd[i]);
    for (int i = 0; i < HANG_UPS; i++) {
        name[3] = (char)('a' + i);
        client_open(&brom, CLIENT_LINE, server.port);
        client_say_line(&brom, name);
        while (strstr(brom.heard, "Make a new one?") == NULL &&
               strstr(brom.heard, "Password:") == NULL)
            ck_assert(client_pump(&brom, ANSWER_MS));
        made += strstr(brom.heard, "Password:") != NULL;
        if (strstr(brom.heard, "Password:") != NULL)
            expect_answer(&brom, client_password, "waits for an operator's approval");
        client_close(&brom);
    }
    ck_assert_int_gt(made, 0);
    end();
}

/* Asks for a code and takes it out of the answer. */
static void get_code(char code[CODE_SIZE])
{
    console_expect(&console, WORDS("--json", "password", "ada"), 0, "\"code\":\"");
    const char *at = strstr(console.out, "\"code\":\"") + 8;
    snprintf(code, CODE_SIZE, "%.14s", at);
}

static void choose(struct client *client, const char *password, const char *answer)
{
    expect_answer(client, password, "Once more:");
    expect_answer(client, password, answer);
}

TEST(a_code_sets_a_new_password_once_and_the_old_one_is_good_until_then)
{
    char first[CODE_SIZE];
    char code[CODE_SIZE];
    char path[PROCESS_PATH_SIZE];
    static char log[64 * 1024];

    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    get_code(first);
    get_code(code);
    ck_assert_str_ne(first, code);
    restart(WORDS("--backup-minutes", "0"));
    try_login(&ada, "ada", client_password, "Welcome back, Ada.");
    try_login(&ada, "ada", first, "Wrong password.");
    try_login(&ada, "ada", code, "Code accepted. Choose a new password.");
    try_login(&brom, "ada", code, "Choose a password");
    choose(&ada, "a new long password", "Your new password is set.");
    ck_assert(client_wait_heard(&ada, "Welcome back, Ada.", ANSWER_MS));
    choose(&brom, "another long password", "That code is no longer good.");
    try_login(&brom, "ada", code, "Wrong password.");
    try_login(&brom, "ada", client_password, "Wrong password.");
    try_login(&brom, "ada", "a new long password", "Welcome back, Ada.");
    console_expect(&console, WORDS("audit"), 0, "password ada");
    ck_assert_msg(strstr(console.out, code) == NULL, "the audit knows the code");
    process_path(&server, "err", path);
    process_read_file(path, log, sizeof log);
    ck_assert_msg(strstr(log, code) == NULL, "the log knows the code");
    end();
}

/* Remembered cells of the level that is kept for `level undo` go as well. */
TEST(a_forgotten_player_is_gone_and_the_name_is_free)
{
    client_enter(&ada, CLIENT_LINE, server.port, "brom");
    console_expect(&console, WORDS("level", "regen", "1", "now"), 0, "generation  1");
    console_expect(&console, WORDS("--json", "forget", "brom", "dry-run"), 0,
                   "{\"message\":\"Dry run. It would delete:\",\"name\":\"Brom\"");
    console_expect(&console, WORDS("forget", "brom", "dry-run"), 0, "memories    2");
    expect_answer(&ada, "who", "Brom");
    console_expect(&console, WORDS("forget", "brom", "now"), 2, "is not dry-run");
    console_expect(&console, WORDS("forget", "brom"), 0, "Forgotten.");
    ck_assert(client_wait_closed(&ada, ANSWER_MS));
    console_expect(&console, WORDS("forget", "brom"), 1, "No player is called \"Brom\".");
    console_expect(&console, WORDS("level", "undo", "1", "now"), 0, "generation  0");
    console_expect(&console, WORDS("audit", "9"), 0, "forget brom dry-run (dry-run:");
    restart(WORDS("--backup-minutes", "0"));
    rows_expect_proven(&server);
    client_open(&ada, CLIENT_LINE, server.port);
    expect_answer(&ada, "brom", "Make a new one?");
    client_enter(&brom, CLIENT_LINE, server.port, "brorn");
    end();
}
