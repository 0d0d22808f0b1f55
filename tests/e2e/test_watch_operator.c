/*
 * Operators watch: unseen, missing nothing that is meant for them, and showing nobody else what was
 * told to the watched alone.
 */
#include <string.h>

#include "support/live/console.h"
#include "support/live/players.h"
#include "support/live/process.h"
#include "support/test.h"

enum { ANSWER_MS = 5000 };

static struct process server;
static struct console console;
static struct client ada;
static struct client brom; /* the operator */
static struct client cyd;
static struct client dot; /* watches from the name prompt */

static void set_up(void)
{
    process_init(&server);
    process_start(&server, WORDS("--seed", "3", "--tick-ms", "10"));
    console_init(&console, UNDERCROFTCTL_PATH, &server);
}

static void hang_up_all(void)
{
    client_close(&ada);
    client_close(&brom);
    client_close(&cyd);
    client_close(&dot);
}

static void tear_down(void)
{
    hang_up_all();
    console_release(&console);
    process_release(&server);
}

static void stop_server(void)
{
    hang_up_all();
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST_FIXTURE(set_up, tear_down);

TEST(an_admin_watches_unseen_and_comes_back)
{
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    expect_answer(&brom, "@watch ada", "No command");
    console_expect(&console, WORDS("role", "brom", "admin"), 0, "admin");
    console_expect(&console, WORDS("watch", "ada"), 1, "in the game");
    expect_answer(&brom, "@watch brom", "That is you.");
    expect_answer(&ada, "set watch off", "watch is off.");
    expect_answer(&brom, "@watch ada", "watching Ada> ");
    client_say_line(&ada, "say all alone");
    expect_heard(&brom, "all alone");
    expect_answer(&ada, "tell brom psst", "You tell Brom: \"psst\"");
    expect_heard(&brom, "Ada tells you: \"psst\"");
    expect_answer(&brom, "north", "You only watch");
    expect_answer(&brom, "q", "You stop watching.");
    expect_heard(&brom, "d1 20/20> ");
    client_wait_quiet(&ada, 200, ANSWER_MS);
    ck_assert_msg(strstr(ada.heard, "omebody watches") == NULL, "an admin is not told of");

    /* Whose role goes, whose delver leaves: nobody is left looking. */
    expect_answer(&brom, "@watch ada", "watching Ada> ");
    console_expect(&console, WORDS("role", "brom", "none"), 0, "none");
    expect_heard(&brom, "You stop watching.");
    console_expect(&console, WORDS("role", "brom", "admin"), 0, "admin");
    expect_answer(&brom, "@watch ada", "watching Ada> ");
    console_expect(&console, WORDS("kick", "brom"), 0, "Brom");
    expect_heard(&brom, "You were kicked.");
    client_close(&brom);
    client_enter(&brom, CLIENT_XTERM, server.port, "brom");
    client_type(&brom, ":@watch ada\r");
    expect_shown(&brom, "watching  q ends");
    client_say_line(&ada, "quit");
    expect_shown(&brom, "The player you watched has left.");
    expect_shown(&brom, "Brom L1 HP");
    console_expect(&console, WORDS("audit"), 0, "watch ada");
    stop_server();
}

/* Each once, however many of those whom an operator sees and is are told. */
static void expect_once(struct client *client, const char *text)
{
    expect_heard(client, text);
    client_wait_quiet(client, 100, ANSWER_MS);
    const char *first = strstr(client->heard, text);
    ck_assert_msg(strstr(first + 1, text) == NULL, "twice: %s", text);
    client_forget(client);
}

TEST(an_operator_who_watches_misses_nothing)
{
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    client_enter(&cyd, CLIENT_LINE, server.port, "cyd");
    console_expect(&console, WORDS("role", "brom", "admin"), 0, "admin");
    expect_answer(&brom, "@watch ada", "watching Ada> ");
    client_open(&dot, CLIENT_LINE, server.port);
    expect_heard(&dot, "Name:");
    expect_answer(&dot, "watch", "Watch which player?");
    client_say_line(&dot, "ada");
    expect_heard(&dot, "watching Ada> ");
    client_forget(&brom);

    /* What the keepers tell her, they see who watch for the keepers. */
    console_expect(&console, WORDS("mute", "ada", "for", "good", "loud"), 0, "Done.");
    expect_heard(&ada, "You are muted for good: loud");
    expect_once(&brom, "You are muted for good: loud");
    console_expect(&console, WORDS("unmute", "ada"), 0, "Done.");
    expect_once(&brom, "You may talk again.");
    client_wait_quiet(&dot, 100, ANSWER_MS);
    ck_assert_msg(strstr(dot.heard, "muted") == NULL && strstr(dot.heard, "talk again") == NULL,
                  "anybody sees that she is muted");
    /* What their own delver is told reaches them too. */
    console_expect(&console, WORDS("mute", "brom", "for", "good", "hush"), 0, "Done.");
    expect_once(&brom, "You are muted for good: hush");

    /* All three on one level: what is said to all there is heard once. */
    expect_answer(&cyd, "shout first", "You shout");
    expect_once(&brom, "Cyd shouts: \"first\"");
    expect_once(&dot, "Cyd shouts: \"first\"");
    console_expect(&console, WORDS("send", "ada", "2"), 0, "Sent.");
    expect_heard(&brom, "Depth 2");
    client_forget(&brom);
    expect_answer(&cyd, "shout second", "You shout");
    expect_once(&brom, "Cyd shouts: \"second\"");
    expect_answer(&ada, "shout third", "You shout");
    expect_heard(&dot, "You shout: \"third\"");
    ck_assert_ptr_null(strstr(dot.heard, "second"));
    expect_once(&dot, "You shout: \"third\"");
    expect_once(&brom, "You shout: \"third\"");
    console_expect(&console, WORDS("level", "regen", "1", "in", "60s"), 0, "Scheduled");
    expect_once(&brom, "rebuilt in 60 seconds");
    console_expect(&console, WORDS("level", "cancel", "1"), 0, "Called off.");
    expect_once(&brom, "The change was cancelled");
    console_expect(&console, WORDS("announce", "tea"), 0, "told  4");
    expect_once(&brom, "*** tea");
    stop_server();
}

TEST(words_of_operators_work_while_they_watch)
{
    static const char *const secrets[] = {"explored", "muted", "a word", "You only", "@m"};

    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    client_enter(&cyd, CLIENT_LINE, server.port, "cyd");
    console_expect(&console, WORDS("role", "brom", "admin"), 0, "admin");
    client_open(&dot, CLIENT_LINE, server.port);
    expect_heard(&dot, "Name:");
    expect_answer(&dot, "watch", "Watch which player?");
    expect_answer(&dot, "ada", "watching Ada> ");
    expect_answer(&dot, "@status", "You only watch");
    expect_answer(&brom, "@watch", "You watch nobody");
    expect_answer(&brom, "@watch ada", "watching Ada> ");
    expect_answer(&brom, "@inspect player ada", "explored");
    expect_heard(&brom, "watching Ada> ");
    expect_answer(&brom, "who", "Cyd");
    expect_answer(&brom, "say hello", "You only watch");
    expect_answer(&brom, "@mute cyd for 5m", "Done.");
    expect_heard(&cyd, "You are muted until");
    expect_answer(&brom, "tell cyd a word", "You tell Cyd: \"a word\"");
    expect_heard(&cyd, "Brom tells you: \"a word\"");
    expect_answer(&brom, "@watch cyd", "watching Cyd> ");
    expect_answer(&brom, "@watch nobody", "Nobody called");
    expect_answer(&brom, "@watch brom", "That is you.");
    expect_answer(&brom, "@watch", "You stop watching.");
    expect_heard(&brom, "d1 20/20> ");
    expect_answer(&brom, "@watch cyd", "watching Cyd> ");
    client_wait_quiet(&ada, 100, ANSWER_MS);
    for (size_t i = 0; i < sizeof secrets / sizeof secrets[0]; i++)
        ck_assert_msg(strstr(ada.heard, secrets[i]) == NULL, "the watched has heard: %s",
                      ada.heard);
    client_forget(&dot);
    expect_answer(&brom, "@kick cyd", "Kicked.");
    expect_heard(&brom, "d1 20/20> ");
    client_wait_quiet(&dot, 100, ANSWER_MS);
    ck_assert_ptr_null(strstr(dot.heard, "Sent away"));
    stop_server();
}

/* On a screen an answer lies over the map, and what ends it is no end of the watching. */
TEST(answers_over_the_map_leave_the_watching_alone)
{
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    client_enter(&brom, CLIENT_XTERM, server.port, "brom");
    console_expect(&console, WORDS("role", "brom", "admin"), 0, "admin");
    client_type(&brom, "@watch ada\r");
    expect_shown(&brom, "watching  q ends");
    client_type(&brom, "@status\r");
    expect_shown(&brom, "connections");
    client_type(&brom, "q");
    expect_shown(&brom, "watching  q ends");
    client_type(&brom, ":@who");
    expect_shown(&brom, ":@who");
    client_type(&brom, "\r");
    expect_shown(&brom, "address");
    client_type(&brom, "\033");
    expect_shown(&brom, "Ada L1 HP");
    client_type(&brom, "l:look\r");
    expect_shown(&brom, "watching  q ends");
    client_type(&brom, "q@watch\r");
    expect_shown(&brom, "Brom L1 HP");
    stop_server();
}
