/*
 * Lists that browsers read without a login: the number of players, their names, and the deepest.
 */
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "page_fixture.h"
#include "server/net/listener.h"
#include "server/net/web/files.h"
#include "server/session/commands/who.h"
#include "server/session/session.h"
#include "support/test.h"

enum { ADA, BROM };

enum { TICKS_MAX = 500, TICK_MS = 10 };

static struct page_fixture fixture;

static void set_up(void)
{
    struct net *net;
    char reason[256];

    page_fixture_open(&fixture);
    net = &fixture.server->net;
    ck_assert_int_eq(web_files_open(&net->files), ERR_OK);
    ck_assert_int_eq(listener_open(net, ENTRANCE_WEB, "127.0.0.1:0", reason, sizeof reason),
                     ERR_OK);
}

static void tear_down(void)
{
    page_fixture_close(&fixture);
}

/* Asks by HTTP and hears until the server has closed. */
static void ask(const char *path, char *out, size_t size)
{
    const struct listener *listener = fixture.server->net.listeners->next;
    int port = (int)strtol(strrchr(listener->name, ':') + 1, NULL, 10);
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
                                  .sin_port = htons((uint16_t)port)};
    int client = socket(AF_INET, SOCK_STREAM, 0);
    char request[256];
    size_t length = 0;
    ssize_t more = -1;

    ck_assert_int_eq(connect(client, (struct sockaddr *)&address, sizeof address), 0);
    ck_assert_int_eq(fcntl(client, F_SETFL, O_NONBLOCK), 0);
    snprintf(request, sizeof request,
             "GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n", path);
    ck_assert_int_gt(send(client, request, strlen(request), MSG_NOSIGNAL), 0);
    for (int tick = 0; tick < TICKS_MAX && more != 0; tick++) {
        page_pass(&fixture, 1);
        while ((more = recv(client, out + length, size - 1 - length, 0)) > 0)
            length += (size_t)more;
    }
    ck_assert_int_eq(more, 0);
    out[length] = '\0';
    close(client);
}

static void expect_list(const char *path, const char *text)
{
    char heard[16 * 1024];

    ask(path, heard, sizeof heard);
    ck_assert_msg(strstr(heard, text) != NULL, "%s has no %s: %s", path, text, heard);
}

TEST_FIXTURE(set_up, tear_down);

TEST(everybody_may_read_who_plays)
{
    snprintf(fixture.server->base.options.name, OPTION_TEXT_SIZE, "The \"Salt\" Mine");
    expect_list("/status.json", "{\"name\":\"The \\\"Salt\\\" Mine\",\"version\":\"");
    expect_list("/who.json", "{\"players\":0,\"who\":[]}");
    page_enter(&fixture, ADA, "ada");
    page_enter(&fixture, BROM, "brom");
    page_session(&fixture, "Brom")->preferences.settings.is_watchable = false;
    expect_list("/who.json", "{\"players\":0");
    page_pass(&fixture, PUBLIC_LIST_MS / TICK_MS);
    expect_list("/who.json", "{\"players\":2,\"who\":[{\"name\":\"Ada\",\"depth\":1,\"level\":1,"
                             "\"guest\":false,\"away\":false,\"watchable\":true,"
                             "\"sworn\":false},"
                             "{\"name\":\"Brom\",\"depth\":1,\"level\":1,"
                             "\"guest\":false,\"away\":false,\"watchable\":false,"
                             "\"sworn\":false}]}");
    page_hang_up(&fixture, ADA);
    page_pass(&fixture, PUBLIC_LIST_MS / TICK_MS);
    expect_list("/who.json", "\"name\":\"Ada\",\"depth\":1,\"level\":1,\"guest\":false,"
                             "\"away\":true,\"watchable\":false,\"sworn\":false}");
    expect_list("/status.json", "\"players\":2,\"guests\":0}");
}

/* A hundred are named, and the number tells of all. Each player's page goes without a word, and the
   body stays for three minutes. */
TEST(the_list_of_players_has_a_limit)
{
    enum { PLAYERS = WHO_NAMES_MAX + 2 };
    /* Names that look alike are refused. */
    static const char letters[] = "abcdefghjkm";
    char heard[32 * 1024];
    int rows = 0;

    fixture.server->base.options.new_players_per_address = 0;
    fixture.server->base.options.new_per_address = 0;
    for (int i = 0; i < PLAYERS; i++) {
        char name[] = "walker__";
        name[6] = letters[i / 11];
        name[7] = letters[i % 11];
        page_enter(&fixture, ADA, name);
    }
    page_pass(&fixture, PUBLIC_LIST_MS / TICK_MS);
    ask("/who.json", heard, sizeof heard);
    for (const char *row = heard; (row = strstr(row, "{\"name\":\"Walker")) != NULL; row++)
        rows++;
    ck_assert_int_eq(rows, WHO_NAMES_MAX);
    ck_assert_msg(strstr(heard, "{\"players\":102,\"who\":[") != NULL, "%.200s", heard);
    expect_list("/status.json", "\"players\":102,");
}

TEST(everybody_may_read_the_scores)
{
    expect_list("/scores.json", "{\"scores\":[],\"embers\":0,\"ever\":{\"deepest\":[]");
    page_enter(&fixture, ADA, "ada");
    struct delver *ada =
        world_delver(fixture.server->game.world, page_session(&fixture, "Ada")->actor);
    ada->life.deepest = 3;
    delver_note_change(ada);
    page_type(&fixture, ADA, "save");
    page_expect_line(&fixture, ADA, "Saved.");
    expect_list("/scores.json", "{\"scores\":[],\"embers\":0,\"ever\":{\"deepest\":[]");
    page_pass(&fixture, PUBLIC_SCORES_MS / TICK_MS);
    expect_list("/scores.json", "{\"scores\":[{\"rank\":1,\"name\":\"Ada\",\"deepest\":3,");
}
