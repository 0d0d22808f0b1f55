/*
 * Players who stay together: one follows the other out of sight and down the stairs, a friend is
 * found by words alone, parties, and the talk of all players and of a party.
 */
#include <stdio.h>
#include <string.h>

#include "support/live/console.h"
#include "support/live/players.h"
#include "support/live/staging.h"
#include "support/test.h"

enum { ANSWER_MS = 5000, WALK_MS = 30000, EXPLORES_MAX = 80, LEVELS = 4, FOLLOW_MS = 60000 };

static struct process server;
static struct client ada;
static struct client brom;
static struct client cai;
static struct client *const players[] = {&ada, &brom, &cai, NULL};

static void enter(struct client *client, const char *name)
{
    client_enter(client, CLIENT_LINE, server.port, name);
    expect_heard(client, "Saved.");
    client_wait_quiet(client, 20, ANSWER_MS);
    client_forget(client);
}

/* A world in which the ways to the stairs are short on four levels. */
static void set_up(void)
{
    process_init(&server);
    process_start(&server, (const char *const[]){"--seed", "89", "--tick-ms", "10", "--chat-lines",
                                                 "20", NULL});
    enter(&ada, "ada");
    enter(&brom, "brom");
}

static void tear_down(void)
{
    players_release(players, &server);
}

/* Lets travel go on to its end: the prompt comes back. */
static void say_and_wait(struct client *client, const char *line)
{
    client_forget(client);
    client_say_line(client, line);
    expect_heard_within(client, "> ", WALK_MS);
}

static void make_party(void)
{
    expect_answer(&ada, "party invite brom", "You invite Brom");
    expect_heard(&brom, "Ada invites you to a party.");
    expect_answer(&brom, "party join", "You join the party of Ada.");
}

static void find_stairs(struct client *client)
{
    for (int i = 0; i < EXPLORES_MAX; i++) {
        say_and_wait(client, "travel down");
        if (strstr(client->heard, "You reach the stairs down.") != NULL)
            return;
        say_and_wait(client, "explore");
    }
    ck_assert_msg(false, "no stairs are found:\n%s", client_tail(client));
}

static void expect_beside(struct client *client, const char *name)
{
    char line[64];

    snprintf(line, sizeof line, "travel %s", name);
    client_say_line(client, line);
    snprintf(line, sizeof line, "You are beside %s.", name);
    expect_heard_within(client, line, FOLLOW_MS);
}

TEST_FIXTURE(set_up, tear_down);

TEST(two_who_follow_each_other_come_along_through_four_levels)
{
    char depth[32];

    expect_answer(&brom, "follow ada", "You follow Ada.");
    expect_heard(&ada, "Brom follows you.");
    expect_answer(&ada, "follow brom", "You follow Brom.");
    /* One of the two must go. */
    for (int level = 1; level <= LEVELS; level++) {
        find_stairs(&ada);
        snprintf(depth, sizeof depth, "Depth %d", level + 1);
        expect_answer(&ada, "down", depth);
        expect_heard_within(&brom, depth, FOLLOW_MS);
    }
    /* Talk does not end it, "stop" does. */
    expect_answer(&brom, "say here", "You say");
    expect_answer(&brom, "stop", "You stop.");
    expect_beside(&brom, "Ada");
    players_stop(players, &server);
}

/* Where no trail is near, exploring comes upon it. */
static void find_player(struct client *client, const char *name)
{
    char line[64];
    char end[64];

    snprintf(line, sizeof line, "travel %s", name);
    snprintf(end, sizeof end, "You are beside %s.", name);
    for (int i = 0; i < EXPLORES_MAX; i++) {
        say_and_wait(client, line);
        if (strstr(client->heard, end) != NULL)
            return;
        say_and_wait(client, "explore");
    }
    ck_assert_msg(false, "%s is not found:\n%s", name, client_tail(client));
}

TEST(a_reader_finds_a_friend_on_another_level_by_words_alone)
{
    expect_answer(&brom, "set mode reader", "mode is reader");
    expect_answer(&brom, "set punctuation on", "punctuation is on");
    find_stairs(&ada);
    expect_answer(&ada, "down", "Depth 2");
    say_and_wait(&ada, "explore");
    expect_answer(&brom, "where ada", "Ada is on depth 2");
    find_player(&brom, "Ada");
    expect_answer(&brom, "where ada", "Ada, ");
    players_stop(players, &server);
}

TEST(nobody_follows_a_player_of_whom_there_is_no_trail)
{
    expect_answer(&brom, "follow", "Follow which player?");
    expect_answer(&brom, "follow brom", "That is you.");
    expect_answer(&brom, "follow dov", "Nobody called Dov is online.");
    players_stop(players, &server);
}

TEST(a_party_is_joined_by_invitation_and_knows_where_its_members_are)
{
    enter(&cai, "cai");
    expect_answer(&ada, "party", "You have no party.");
    expect_answer(&brom, "party join", "Nobody has invited you.");
    make_party();
    expect_heard(&ada, "Brom joins the party.");
    expect_answer(&ada, "p well met", "You tell the party: \"well met\"");
    expect_heard(&brom, "Ada tells the party: \"well met\"");
    expect_answer(&cai, "p hello", "You have no party.");
    expect_answer(&cai, "party join", "Nobody has invited you.");
    expect_answer(&brom, "party", "Ada (leads), 20 of 20 health");
    expect_answer(&brom, "where", "Ada (leads), 20 of 20 health");
    expect_answer(&brom, "where ada", "Ada: in view, ");
    expect_answer(&ada, "party leave", "You leave the party.");
    expect_heard(&brom, "Ada leaves the party.");
    expect_answer(&brom, "party", "You have no party.");
    ck_assert_msg(strstr(cai.heard, "well met") == NULL, "a player without a party hears nothing");
    players_stop(players, &server);
}

/* Told from where each member stands, or by the depth; a foe is put beside her. */
TEST(a_mark_shows_the_party_and_nobody_else_a_foe_or_a_place)
{
    static struct console console;
    char cell[STAGING_CELL_SIZE];
    char foe[STAGING_CELL_SIZE];

    players_release(players, &server);
    process_init(&server);
    process_start(&server, staging_flags);
    console_init(&console, UNDERCROFTCTL_PATH, &server);
    enter(&ada, "ada");
    enter(&brom, "brom");
    enter(&cai, "cai");
    expect_answer(&ada, "mark", "You have no party.");
    make_party();
    expect_answer(&ada, "mark", "You mark: Stairs up, here.");
    expect_heard(&brom, "Ada marks: Stairs up, ");
    expect_answer(&ada, "mark 0,0", "You know nothing of that place.");
    expect_answer(&ada, "mark 200 east", "You know nothing of that place.");
    expect_answer(&ada, "mark dragon", "No such foe is in view.");
    staging_send(&console, &ada, "ada", "3", NULL);
    staging_niche(&console, "3", cell);
    staging_send(&console, &ada, "ada", "3", cell);
    staging_put_foe_beside(&console, "3", cell, "drudge", foe);
    expect_answer(&ada, "mark drudge", "You mark: A drudge, 1 ");
    expect_heard(&brom, "Ada marks: A drudge, on depth 3.");
    client_wait_quiet(&cai, 100, ANSWER_MS);
    ck_assert_msg(strstr(cai.heard, "marks") == NULL, "one who is not of the party hears nothing");
    console_release(&console);
    players_stop(players, &server);
}

/* An administrator puts her where no trail leads. */
TEST(a_member_of_the_party_is_travelled_to_where_there_is_no_trail)
{
    static struct console console;

    console_init(&console, UNDERCROFTCTL_PATH, &server);
    make_party();
    console_expect(&console, WORDS("send", "ada", "2"), 0, "");
    expect_heard_within(&ada, "Depth 2", ANSWER_MS);
    expect_beside(&brom, "Ada");
    expect_answer(&ada, "party leave", "You leave the party.");
    console_expect(&console, WORDS("send", "ada", "3"), 0, "");
    expect_heard_within(&ada, "Depth 3", ANSWER_MS);
    expect_answer(&brom, "travel ada", "You know no way to Ada and see no trail.");
    console_release(&console);
    players_stop(players, &server);
}

TEST(chat_reaches_all_players_who_have_it_on_and_do_not_ignore_the_speaker)
{
    enter(&cai, "cai");
    expect_answer(&cai, "set chat off", "chat is off");
    expect_answer(&ada, "chat hello all", "You chat: \"hello all\"");
    expect_heard(&brom, "Ada chats: \"hello all\"");
    expect_answer(&cai, "chat me too", "Your chat is off");
    expect_answer(&cai, "set chat on", "chat is on");
    ck_assert_msg(strstr(cai.heard, "hello all") == NULL, "chat that is off is not heard");
    expect_answer(&brom, "ignore ada", "You ignore Ada.");
    client_forget(&brom);
    expect_answer(&ada, "chat again", "You chat:");
    expect_heard(&cai, "Ada chats: \"again\"");
    expect_answer(&ada, "say aloud", "You say");
    expect_answer(&ada, "shout loud", "You shout");
    expect_answer(&ada, "tell brom psst", "Brom ignores you.");
    client_wait_quiet(&brom, 300, ANSWER_MS);
    ck_assert_msg(strstr(brom.heard, "Ada") == NULL, "what Ada says is not shown:\n%s",
                  client_tail(&brom));
    expect_answer(&brom, "ignore", "You ignore Ada.");
    expect_answer(&brom, "ignore ada", "You hear Ada again.");
    expect_answer(&ada, "tell brom psst", "You tell Brom");
    expect_heard(&brom, "Ada tells you: \"psst\"");
    players_stop(players, &server);
}
