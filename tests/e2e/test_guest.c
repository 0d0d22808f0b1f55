/*
 * Guests over telnet: the word `guest` lets in, `claim` gives a name of one's own, and neither is
 * lost when the server is killed after it said Saved.
 */
#include <stdio.h>
#include <string.h>

#include "support/live/players.h"
#include "support/live/process.h"
#include "support/test.h"

static struct process server;
static struct client ada;
static struct client brom;
static struct client *const players[] = {&ada, &brom, NULL};
static const char *const with_guests[] = {"--seed", "11", "--guests", "all", NULL};

static void set_up(void)
{
    process_init(&server);
}

static void tear_down(void)
{
    players_release(players, &server);
}

/* Comes in by the word; the name that was drawn goes to `out`. */
static void enter_as_guest(struct client *client, char out[17])
{
    static const char told[] = "You are a guest, and called ";

    client_open(client, CLIENT_LINE, server.port);
    expect_heard(client, "Name:");
    client_say_line(client, "guest");
    expect_heard(client, "choose a name and a password: claim NAME.");
    const char *at = strstr(client->heard, told);
    ck_assert_ptr_nonnull(at);
    ck_assert_int_eq(sscanf(at + strlen(told), "%16[A-Za-z].", out), 1);
}

static void claim(struct client *client, const char *line)
{
    expect_answer(client, line, "Choose a password (8 or more characters, used nowhere else): ");
    expect_answer(client, client_password, "Once more: ");
    expect_answer(client, client_password, "for good. Saved.");
}

static void expect_known(const char *name)
{
    client_close(&ada);
    client_open(&ada, CLIENT_LINE, server.port);
    expect_heard(&ada, "Name:");
    expect_answer(&ada, name, "Password:");
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_guest_says_things_and_claims_a_name)
{
    char name[17];
    char told[64];

    process_start(&server, with_guests);
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    enter_as_guest(&ada, name);
    expect_answer(&ada, "say hello", "You say: \"hello\"");
    expect_answer(&ada, "chat hello", "Guests can only say things: claim NAME");
    expect_answer(&ada, "who", "(guest)");
    expect_answer(&ada, "claim brom", "That name is taken");
    claim(&ada, "claim cora");
    snprintf(told, sizeof told, "%s is called Cora from now on.", name);
    expect_heard(&brom, told);
    expect_answer(&ada, "chat hello", "You chat: \"hello\"");
    expect_heard(&brom, "Cora chats: \"hello\"");
    ck_assert_ptr_null(strstr(ada.heard, client_password));
    players_stop(players, &server);
}

TEST(an_empty_answer_leaves_a_guest)
{
    char name[17];

    process_start(&server, with_guests);
    enter_as_guest(&ada, name);
    expect_answer(&ada, "claim cora", "Choose a password");
    expect_answer(&ada, "short", "That is too short");
    expect_answer(&ada, "", "You are still a guest.");
    expect_answer(&ada, "password", "Guests can only say things");
    expect_answer(&ada, "claim cora", "Choose a password");
    expect_answer(&ada, client_password, "Once more:");
    expect_answer(&ada, "another password", "The passwords don't match.");
    players_stop(players, &server);
}

TEST(a_guest_and_a_claim_survive_a_kill)
{
    char name[17];

    process_start(&server, with_guests);
    enter_as_guest(&ada, name);
    expect_answer(&ada, "save", "Saved.");
    process_kill(&server);
    process_start(&server, with_guests);
    expect_known(name);
    client_close(&ada);
    enter_as_guest(&brom, name);
    claim(&brom, "claim cora");
    process_kill(&server);
    process_start(&server, with_guests);
    expect_known("cora");
    expect_answer(&ada, client_password, "Welcome back, Cora.");
    expect_answer(&ada, "chat hello", "You chat: \"hello\"");
    client_close(&brom);
    client_open(&brom, CLIENT_LINE, server.port);
    expect_heard(&brom, "Name:");
    expect_answer(&brom, name, "No player is called");
    players_stop(players, &server);
}

TEST(without_the_setting_telnet_has_no_guests)
{
    process_start(&server, (const char *const[]){"--seed", "11", NULL});
    client_open(&ada, CLIENT_LINE, server.port);
    expect_heard(&ada, "Name:");
    expect_answer(&ada, "guest", "There are no guests here: any new name makes a player.");
    expect_heard(&ada, "Name:");
    expect_answer(&ada, "help", "watch   shows");
    ck_assert_ptr_null(strstr(ada.heard, "guest"));
    players_stop(players, &server);
}
