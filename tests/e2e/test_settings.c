/*
 * Settings belong to the player: they are there again at the next login, on any client that can
 * have them, after a restart and after a kill.
 */
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "rows.h"
#include "support/live/players.h"
#include "support/live/process.h"
#include "support/live/program.h"
#include "support/live/stopwatch.h"
#include "support/test.h"

enum { ANSWER_MS = 5000 };

static struct process server;
static struct client ada;
static struct client brom;

static void start(void)
{
    process_start(&server, (const char *const[]){"--tick-ms", "10", NULL});
}

static void set_up(void)
{
    process_init(&server);
    start();
}

static void tear_down(void)
{
    client_close(&ada);
    client_close(&brom);
    process_release(&server);
}

static void quit(struct client *client)
{
    expect_answer(client, "quit", "Saved. Your position and map are kept");
    ck_assert(client_wait_closed(client, ANSWER_MS));
    client_close(client);
}

TEST_FIXTURE(set_up, tear_down);

TEST(what_was_set_is_there_after_a_kill_and_on_another_client)
{
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    expect_answer(&ada, "set", "colour      auto (16 here)");
    expect_answer(&ada, "set colour", "colour: auto (16 here) (how many colours are used; auto,");
    expect_answer(&ada, "set colour 8", "colour is 8.");
    expect_answer(&ada, "set automap on", "automap is on.");
    expect_answer(&ada, "set steps short", "steps are short.");
    expect_answer(&ada, "set hints off", "hints are off.");
    expect_answer(&ada, "set punctuation on", "punctuation is on.");
    expect_answer(&ada, "set camera centre", "camera is centre.");
    expect_answer(&ada, "set theme light", "theme is light.");
    expect_answer(&ada, "set memory blue", "memory is blue.");
    expect_answer(&ada, "set walls line", "walls are line.");
    expect_answer(&ada, "set keepalive off", "keepalive is off.");
    expect_answer(&ada, "set keepalive maybe", "keepalive takes on or off.");
    expect_answer(&ada, "set colour pink", "colour takes auto, 16");
    quit(&ada);
    process_kill(&server);

    start();
    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    client_type(&ada, ":set\r");
    ck_assert_msg(client_wait_shown(&ada, "keepalive   off", ANSWER_MS), "%s", client_tail(&ada));
    ck_assert(client_wait_shown(&ada, "colour      8 ", ANSWER_MS));
    ck_assert(client_wait_shown(&ada, "camera      centre", ANSWER_MS));
    ck_assert(client_wait_shown(&ada, "automap     on", ANSWER_MS));
    ck_assert(client_wait_shown(&ada, "theme       light", ANSWER_MS));
    ck_assert(client_wait_shown(&ada, "memory      blue", ANSWER_MS));
    ck_assert(client_wait_shown(&ada, "steps       short", ANSWER_MS));
    ck_assert(client_wait_shown(&ada, "hints       off", ANSWER_MS));
    ck_assert(client_wait_shown(&ada, "punctuation on", ANSWER_MS));
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    expect_answer(&brom, "set automap", "automap: off");

    /* Lines were wished for, but this terminal does not show them. */
    client_close(&ada);
    client_enter(&ada, CLIENT_LATIN, server.port, "ada");
    /* Waits until the terminal has answered which letters it shows. */
    int64_t limit_us = stopwatch_deadline_us(ANSWER_MS);
    do {
        ck_assert_msg(!stopwatch_is_over(limit_us), "it is taken for a terminal with lines");
        client_type(&ada, "\x1b");
        client_wait_quiet(&ada, 200, ANSWER_MS);
        client_type(&ada, ":set\r");
        expect_shown(&ada, "walls       ");
        client_wait_quiet(&ada, 50, ANSWER_MS);
    } while (terminal_find(&ada.terminal, "walls       auto (ascii here)") < 0);
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(a_reset_is_kept_too_and_auto_follows_the_client)
{
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    expect_answer(&ada, "set color 256", "colour is 256.");
    expect_answer(&ada, "set hints off", "hints are off.");
    expect_answer(&ada, "set reset", "All settings are back to their defaults");
    expect_answer(&ada, "set hints", "hints: on");
    expect_answer(&ada, "set colour", "colour: auto (16 here)");
    expect_answer(&ada, "set steps quiet", "steps are quiet.");
    expect_answer(&ada, "set steps full", "steps are full.");
    quit(&ada);
    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    client_type(&ada, ":set\r");
    ck_assert(client_wait_shown(&ada, "colour      auto (256 here)", ANSWER_MS));
    ck_assert(client_wait_shown(&ada, "steps       full", ANSWER_MS));
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(a_new_login_takes_over_what_was_just_set)
{
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    client_open(&brom, CLIENT_LINE, server.port);
    ck_assert(client_wait_heard(&brom, "Name:", ANSWER_MS));
    client_say_line(&brom, "ada");
    ck_assert(client_wait_heard(&brom, "Password:", ANSWER_MS));
    expect_answer(&ada, "set automap on", "automap is on.");
    client_say_line(&brom, client_password);
    ck_assert(client_wait_heard(&brom, "that session was closed", ANSWER_MS));
    expect_answer(&brom, "set automap", "automap: on");
    expect_answer(&brom, "set hints off", "hints are off.");
    quit(&brom);
    client_enter(&brom, CLIENT_LINE, server.port, "ada");
    expect_answer(&brom, "set automap", "automap: on");
    expect_answer(&brom, "set hints", "hints: off");
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(words_of_another_version_are_passed_over_and_stay)
{
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    expect_answer(&ada, "set hints off", "hints are off.");
    quit(&ada);
    ck_assert_int_eq(process_stop(&server), 0);
    rows_change(&server,
                "UPDATE setting SET list = 'beard=long colour=plaid hints=off lone mode=screen';"
                "UPDATE setting SET checksum = row_checksum('setting', account_id, list)");
    rows_seal(&server);
    start();
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    expect_answer(&ada, "set colour", "colour: auto");
    expect_answer(&ada, "set hints", "hints: off");
    expect_answer(&ada, "set mode", "mode: line");
    expect_answer(&ada, "set steps short", "steps are short.");
    quit(&ada);
    ck_assert_int_eq(process_stop(&server), 0);
    rows_change(&server,
                "UPDATE setting SET checksum = 0"
                " WHERE list = 'beard=long colour=plaid hints=off lone mode=screen steps=short'");
}

TEST(damaged_settings_are_lost_alone)
{
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    expect_answer(&ada, "set steps short", "steps are short.");
    expect_answer(&brom, "set steps quiet", "steps are quiet.");
    ck_assert_int_eq(process_stop(&server), 0);
    client_close(&ada);
    client_close(&brom);
    rows_change(&server, "UPDATE setting SET list = 'steps=quiet' WHERE account_id = 1");
    start();
    process_expect_said(&server, "err", "settings of account 1: the checksum is wrong");
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    ck_assert_msg(client_wait_heard(&ada, "Your settings were damaged on disk", ANSWER_MS), "%s",
                  client_tail(&ada));
    process_expect_said(&server, "err", "settings.damaged");
    expect_answer(&ada, "set steps", "steps: auto (full here)");
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    expect_answer(&brom, "set steps", "steps: quiet");
    expect_answer(&ada, "set steps short", "steps are short.");
    quit(&ada);
    ck_assert_int_eq(process_stop(&server), 0);
    client_close(&brom);
    start();
    rows_expect_proven(&server);
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    expect_answer(&ada, "set steps", "steps: short");
    ck_assert_ptr_null(strstr(ada.heard, "damaged"));
    ck_assert_int_eq(process_stop(&server), 0);
}

/* The answer to the server's question after the name of the terminal. */
static void name_terminal(struct program *program, const char *name)
{
    char answer[64] = "\xff\xfa\x18";
    size_t length = 4; /* with IS, which is 0 */

    program_expect(program, "\xff\xfa\x18\x01\xff\xf0");
    memcpy(answer + length, name, strlen(name));
    length += strlen(name);
    memcpy(answer + length, "\xff\xf0", 2);
    ck_assert_int_eq(send(program->socket, answer, length + 2, MSG_NOSIGNAL), (ssize_t)length + 2);
}

TEST(a_client_that_tells_what_it_shows_is_not_sent_more)
{
    static const char *const standards[] = {"MTTS 5", "MTTS 13"};
    static const char *const colours[] = {"colour: auto (16 here)", "colour: 256"};
    static const char *const bodies[] = {"\x1b[1;97m@\x1b[m", "\x1b[1;38;5;231m@\x1b[m"};
    static struct program plain;

    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    expect_answer(&ada, "set colour 256", "colour is 256.");
    quit(&ada);
    for (size_t i = 0; i < 2; i++) {
        program_open(&plain, server.port);
        program_say(&plain, "\xff\xfc\x01\xff\xfb\x18");
        name_terminal(&plain, "PLAIN");
        name_terminal(&plain, "ANSI");
        name_terminal(&plain, standards[i]);
        program_say(&plain, "ada\r\n");
        program_expect(&plain, "Password: ");
        program_say(&plain, client_password);
        program_say(&plain, "\r\n");
        program_expect(&plain, "> ");
        program_say(&plain, "set colour\r\n");
        program_expect(&plain, colours[i]);
        program_say(&plain, "look\r\n");
        program_expect(&plain, bodies[i]);
        program_close(&plain);
    }
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(the_menu_chooses_and_changes_at_once_and_for_good)
{
    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    client_type(&ada, "=");
    expect_shown(&ada, " > mode        screen");
    expect_shown(&ada, "Esc ends");
    client_type(&ada, "j");
    expect_shown(&ada, " > colour      auto (256 here)");
    expect_shown(&ada, "How many colours are used. Values: auto, 16, 256, true, 8 or off.");
    client_type(&ada, "l");
    expect_shown(&ada, " > colour      16 ");
    client_type(&ada, "hh");
    expect_shown(&ada, " > colour      off ");
    client_type(&ada, "\x1b[B\r");
    expect_shown(&ada, " > theme       light");
    client_type(&ada, "jjj ");
    expect_shown(&ada, " > camera      centre");
    client_type(&ada, "\t\t\t\t\t\t4");
    expect_shown(&ada, " > hints       off");
    client_type(&ada, "\x1b");
    client_wait_quiet(&ada, 300, ANSWER_MS);
    client_type(&ada, "C");
    expect_shown(&ada, " 0 steps walked.");
    client_type(&ada, " Q");
    ck_assert(client_wait_closed(&ada, ANSWER_MS));
    client_close(&ada);
    process_kill(&server);

    start();
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    expect_answer(&ada, "set", "colour      off ");
    expect_answer(&ada, "set theme", "theme: light");
    expect_answer(&ada, "set camera", "camera: centre");
    expect_answer(&ada, "set hints", "hints: off");
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(the_menu_leaves_the_screen_only_when_asked_twice)
{
    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    client_type(&ada, "=\r");
    expect_shown(&ada, "The same key again leaves the screen");
    client_type(&ada, "jk");
    expect_shown(&ada, "How the game is shown.");
    client_type(&ada, " ");
    expect_shown(&ada, "The same key again leaves the screen");
    client_forget(&ada);
    client_type(&ada, " ");
    expect_heard(&ada, "\x1b[?1049l");
    client_say_line(&ada, "set mode screen");
    expect_shown(&ada, "Depth 1");
    ck_assert_int_lt(terminal_find(&ada.terminal, "The same key again"), 0);
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(mono_is_another_word_for_off)
{
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    expect_answer(&ada, "set colour mono", "colour is off.");
    expect_answer(&ada, "set colour off", "colour is off.");
    expect_answer(&ada, "set colour", "auto, 16, 256, true, 8 or off");
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(a_dumb_terminal_gets_lines_without_colour)
{
    client_enter(&ada, CLIENT_DUMB, server.port, "ada");
    expect_answer(&ada, "look", "Exits");
    expect_answer(&ada, "shout hello", "You shout");
    expect_answer(&ada, "set colour", "colour: auto (off here)");
    expect_answer(&ada, "set mode", "mode: line");
    ck_assert_msg(strchr(ada.heard, '\x1b') == NULL, "%s", client_tail(&ada));
    client_type(&ada, "set mode screen\r");
    expect_shown(&ada, "Depth 1");
    ck_assert_int_eq(process_stop(&server), 0);
}

/* With keys and a terminal that has no name the screen would be garbage. */
TEST(an_unknown_terminal_gets_lines_without_colour)
{
    client_enter(&ada, CLIENT_UNKNOWN, server.port, "ada");
    expect_answer(&ada, "set colour", "colour: auto (off here)");
    expect_answer(&ada, "set mode", "mode: line");
    ck_assert_msg(strchr(ada.heard, '\x1b') == NULL, "%s", client_tail(&ada));
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(screen_mode_is_refused_where_lines_are_sent)
{
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    expect_answer(&ada, "set mode screen", "Screen mode needs a client that sends each key");
    expect_answer(&ada, "set mode", "mode: line");
    client_enter(&brom, CLIENT_MUTE, server.port, "brom");
    expect_answer(&brom, "set mode screen", "Screen mode needs a client that sends each key");
    quit(&ada);
    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    ck_assert(client_shows_play(&ada, "Ada"));
    ck_assert_int_eq(process_stop(&server), 0);
}
