/*
 * A MUD client's program at the server: it logs in for its player, says what it can show and what
 * it wants to be told, and hears when it is over.
 */
#include <string.h>

#include "support/live/process.h"
#include "support/live/program.h"
#include "support/test.h"

enum { QUIET_MS = 300 };

#define LOGIN(name, password)                                                                      \
    PROGRAM_MESSAGE("Char.Login.Credentials {\"account\":\"" name "\",\"password\":"               \
                    "\"" password "\"}")

static const char yes_to_gmcp[] = "\xff\xfd\xc9";
static const char line_mode[] = "\xff\xfd\x01\xff\xfe\x03"; /* DO ECHO, DONT SGA */
static const char key_mode[] = "\xff\xfd\x01\xff\xfd\x03";
static const char wants_login[] = PROGRAM_MESSAGE("Core.Supports.Set [\"Char.Login 1\"]");

static struct process server;
static struct program ada;

/* Ada is made by a person who types, and leaves again. */
static void make_ada(void)
{
    program_open(&ada, server.port);
    program_expect(&ada, "Name: ");
    program_say(&ada, "ada\r\n");
    program_expect(&ada, "(yes/no) ");
    program_say(&ada, "yes\r\n");
    program_expect(&ada, "Choose a password");
    program_say(&ada, "correct horse\r\n");
    program_expect(&ada, "Once more: ");
    program_say(&ada, "correct horse\r\n");
    program_expect(&ada, "Welcome");
    program_expect(&ada, "> ");
    program_say(&ada, "quit\r\n");
    program_expect_closed(&ada);
    program_close(&ada);
}

static void set_up(void)
{
    process_init(&server);
    process_start(&server, (const char *const[]){"--seed", "7", NULL});
    make_ada();
}

/* The last line of every test: nothing of it brought the server down. */
static void expect_server_well(void)
{
    ck_assert_int_eq(process_stop(&server), 0);
}

static void tear_down(void)
{
    program_close(&ada);
    process_release(&server);
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_program_logs_in_for_its_player)
{
    program_open(&ada, server.port);
    program_say(&ada, yes_to_gmcp);
    program_say(&ada, line_mode);
    program_say(&ada, wants_login);
    program_expect(&ada, PROGRAM_MESSAGE("Char.Login.Default "
                                         "{\"type\":[\"password-credentials\"]}"));
    program_say(&ada, LOGIN("ada", "correct horse"));
    program_expect(&ada, "Char.Login.Result {\"success\":true,");
    program_expect(&ada, "Welcome back, Ada.");
    program_expect(&ada, "> ");
    program_say(&ada, LOGIN("ada", "correct horse"));
    program_expect(&ada, "Char.Login.Result {\"success\":false,");
    program_say(&ada, "look\r\n");
    program_expect(&ada, "Depth 1");
    program_say(&ada, "quit\r\n");
    program_expect(&ada, "\xff\xfa\xc9"
                         "Core.Goodbye \"Saved.");
    program_expect_closed(&ada);
    expect_server_well();
}

TEST(a_wrong_login_says_nothing_of_who_exists)
{
    static const char *const logins[] = {LOGIN("ada", "wrong horse"), LOGIN("nobody", "any"),
                                         LOGIN("a b", "any")};
    static const char refusal[] = PROGRAM_MESSAGE("Char.Login.Result {\"success\":false,"
                                                  "\"message\":\"Wrong password.\"}");

    for (size_t i = 0; i < sizeof logins / sizeof logins[0]; i++) {
        program_open(&ada, server.port);
        program_say(&ada, yes_to_gmcp);
        program_expect(&ada, "Name: ");
        program_say(&ada, logins[i]);
        program_expect(&ada, refusal);
        program_say(&ada, LOGIN("ada", "correct horse"));
        program_expect(&ada, "Welcome back, Ada.");
        program_close(&ada);
    }
    expect_server_well();
}

TEST(three_wrong_logins_end_the_call)
{
    program_open(&ada, server.port);
    program_say(&ada, yes_to_gmcp);
    program_expect(&ada, "Name: ");
    for (int i = 0; i < 3; i++) {
        program_say(&ada, i == 1 ? LOGIN("nobody", "any") : LOGIN("ada", "wrong horse"));
        program_expect(&ada, "\"success\":false");
    }
    program_expect(&ada, "Too many attempts; goodbye.");
    program_expect_closed(&ada);
    expect_server_well();
}

TEST(half_a_login_by_hand_is_not_disturbed)
{
    program_open(&ada, server.port);
    program_say(&ada, yes_to_gmcp);
    program_expect(&ada, "Name: ");
    program_say(&ada, LOGIN("ada", "wrong horse"));
    program_expect(&ada, "Name: ");
    program_say(&ada, "ada\r\n");
    program_expect(&ada, "Password: ");
    program_say(&ada, LOGIN("ada", "correct horse"));
    program_expect(&ada, "\"success\":false");
    program_say(&ada, "correct horse\r\n");
    program_expect(&ada, "Welcome back, Ada.");
    expect_server_well();
}

/* A client that asks for the dungeon as data draws it itself. */
TEST(a_program_that_draws_the_dungeon_is_sent_lines)
{
    for (int draws = 0; draws <= 1; draws++) {
        program_open(&ada, server.port);
        program_say(&ada, key_mode);
        program_say(&ada, yes_to_gmcp);
        program_expect(&ada, "Name: ");
        if (draws)
            program_say(&ada, PROGRAM_MESSAGE("Core.Supports.Add [\"Dungeon 1\"]"));
        program_say(&ada, LOGIN("ada", "correct horse"));
        program_expect(&ada, "Welcome back, Ada.");
        if (!draws)
            program_expect(&ada, "\x1b[?1049h");
        else
            program_expect(&ada, "> ");
        program_settle(&ada, QUIET_MS);
        ck_assert_msg(!draws || strstr(ada.heard, "\x1b[?1049h") == NULL, "no screen is drawn");
        program_close(&ada);
    }
    expect_server_well();
}

/* Over a slow line the answers come when typing has been made visible already. */
TEST(a_late_yes_still_means_keys)
{
    program_open(&ada, server.port);
    program_expect(&ada, "Name: ");
    program_expect(&ada, "\xff\xfc\x01");
    program_say(&ada, key_mode);
    program_expect(&ada, "\xff\xfb\x01");
    program_say(&ada, "ada\r\n");
    program_expect(&ada, "Password: ");
    program_say(&ada, "correct horse\r\n");
    program_expect(&ada, "\x1b[?1049h");
    expect_server_well();
}

/* The client answers only the offer that hides a password, which tells nothing about keys. */
TEST(a_yes_to_a_later_offer_means_no_keys)
{
    program_open(&ada, server.port);
    program_say(&ada, "\xff\xfd\x03");
    program_expect(&ada, "Name: ");
    program_expect(&ada, "\xff\xfc\x01");
    program_say(&ada, "ada\r\n");
    program_expect(&ada, "\xff\xfb\x01Password: ");
    program_say(&ada, "\xff\xfd\x01");
    program_say(&ada, "correct horse\r\n");
    program_expect(&ada, "d1 20/20> ");
    expect_server_well();
}

TEST(a_program_that_shows_utf8_gets_walls_of_lines)
{
    static const char *const choices[] = {"\xff\xfa\x2a\x02UTF-8\xff\xf0",
                                          "\xff\xfa\x2a\x02US-ASCII\xff\xf0"};
    static const char *const walls[] = {"walls: auto (line here)", "walls: auto (ascii here)"};

    for (size_t i = 0; i < 2; i++) {
        program_open(&ada, server.port);
        program_say(&ada, line_mode);
        program_say(&ada, yes_to_gmcp);
        program_say(&ada, "\xff\xfd\x2a");
        program_expect(&ada, ";UTF-8;US-ASCII");
        program_say(&ada, choices[i]);
        program_say(&ada, LOGIN("ada", "correct horse"));
        program_expect(&ada, "> ");
        program_say(&ada, "set walls\r\n");
        program_expect(&ada, walls[i]);
        program_close(&ada);
    }
    expect_server_well();
}

/* While lines are played nothing knows better than the client, however late it says so. */
TEST(a_late_word_about_letters_counts)
{
    program_open(&ada, server.port);
    program_say(&ada, line_mode);
    program_say(&ada, yes_to_gmcp);
    program_expect(&ada, "Name: ");
    program_say(&ada, LOGIN("ada", "correct horse"));
    program_expect(&ada, "> ");
    program_say(&ada, "say caf\xc3\xa9\r\n");
    program_expect(&ada, "You say: \"caf?\"");
    program_say(&ada, "\xff\xfd\x2a");
    program_expect(&ada, ";UTF-8;US-ASCII");
    program_say(&ada, "\xff\xfa\x2a\x02UTF-8\xff\xf0say caf\xc3\xa9\r\n");
    program_expect(&ada, "You say: \"caf\xc3\xa9\"");
    /* Another answer says nothing of letters. */
    program_say(&ada, "\xff\xfd\x19say caf\xc3\xa9s\r\n");
    program_expect(&ada, "You say: \"caf\xc3\xa9s\"");
    program_say(&ada, "\xff\xfa\x2a\x01;US-ASCII\xff\xf0say the caf\xc3\xa9\r\n");
    program_expect(&ada, "You say: \"the caf?\"");
    expect_server_well();
}

TEST(a_flood_of_messages_is_not_heard)
{
    program_open(&ada, server.port);
    program_say(&ada, yes_to_gmcp);
    program_expect(&ada, "Name: ");
    program_forget(&ada);
    for (int i = 0; i < 300; i++)
        program_say(&ada, PROGRAM_MESSAGE("Core.Ping"));
    program_settle(&ada, QUIET_MS);
    size_t answers = 0;
    for (const char *at = ada.heard; (at = strstr(at, "Core.Ping")) != NULL; at++)
        answers++;
    ck_assert_uint_ge(answers, 20);
    ck_assert_msg(answers < 150, "%zu pings of 300 were answered", answers);
    ck_assert_msg(strstr(ada.heard, "Too fast") == NULL, "the player is not told");
    expect_server_well();
}
