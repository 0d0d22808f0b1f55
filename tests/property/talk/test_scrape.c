/*
 * Slow clients at the port that serves metrics: who asks gets an answer at once, and nobody stays.
 * The library that serves them has sockets of the machine's, which the loop looks at in each turn.
 */
#include <arpa/inet.h>
#include <check.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "hall.h"
#include "server/admin/metrics_http.h"
#include "support/test.h"

enum { SLOW = 40, TURNS = 300, ANSWER_SIZE = 64 * 1024 };

static struct hall hall;
static struct sockaddr_in address;
static int slow[SLOW];

/* One that nobody has. */
static void choose_port(void)
{
    socklen_t length = sizeof address;
    int probe = socket(AF_INET, SOCK_STREAM, 0);

    address =
        (struct sockaddr_in){.sin_family = AF_INET, .sin_addr = {.s_addr = htonl(INADDR_LOOPBACK)}};
    ck_assert_int_eq(bind(probe, (const struct sockaddr *)&address, sizeof address), 0);
    ck_assert_int_eq(getsockname(probe, (struct sockaddr *)&address, &length), 0);
    close(probe);
}

static void set_up(void)
{
    hall_open(&hall);
    choose_port();
    snprintf(hall.server.base.options.metrics, sizeof hall.server.base.options.metrics,
             "127.0.0.1:%d", ntohs(address.sin_port));
    ck_assert_int_eq(metrics_http_open(&hall.server.admin), ERR_OK);
}

static void tear_down(void)
{
    for (int i = 0; i < SLOW; i++) {
        if (slow[i] > 0)
            close(slow[i]);
        slow[i] = 0;
    }
    hall_close(&hall);
}

static int join(const char *request)
{
    int client = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    ck_assert_int_gt(client, 0);
    ck_assert_int_eq(connect(client, (const struct sockaddr *)&address, sizeof address), 0);
    ck_assert_int_eq(send(client, request, strlen(request), MSG_NOSIGNAL),
                     (ssize_t)strlen(request));
    return client;
}

/* A few turns of the loop, which take no time to speak of. */
static void turn(void)
{
    for (int i = 0; i < TURNS; i++)
        uv_run(&hall.server.base.loop, UV_RUN_NOWAIT);
}

static bool is_answered(int client)
{
    static char answer[ANSWER_SIZE];
    ssize_t length = recv(client, answer, sizeof answer - 1, MSG_DONTWAIT);

    answer[length < 0 ? 0 : length] = '\0';
    return strstr(answer, "200 OK") != NULL;
}

static bool is_closed(int client)
{
    char byte;

    return recv(client, &byte, 1, MSG_PEEK | MSG_DONTWAIT) >= 0;
}

TEST_FIXTURE(set_up, tear_down);

TEST(slow_clients_do_not_keep_out_who_asks)
{
    for (int i = 0; i < SLOW; i++)
        slow[i] = join("GET /met");
    turn();
    int scraper = join("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n");
    turn();
    ck_assert_msg(is_answered(scraper), "no answer while slow clients hold all places");
    close(scraper);
    ck_assert_msg(is_closed(slow[0]), "the oldest keeps its place");
    ck_assert_msg(!is_closed(slow[SLOW - 1]), "the newest has lost its place");
}

TEST(nobody_stays_for_long)
{
    slow[0] = join("GET /met");
    turn();
    ck_assert(!is_closed(slow[0]));
    hall_pass(&hall, METRICS_HTTP_LIFE_SECONDS * 1000);
    slow[1] = join("GET /met"); /* any event there makes it look */
    turn();
    ck_assert(is_closed(slow[0]));
    ck_assert(!is_closed(slow[1]));
}
