/*
 * Visitors: what a browser that does not play is answered, and how many of them may be here.
 */
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/net/web/files.h"
#include "server/net/web/socket.h"
#include "server/net/web/visit.h"
#include "support/test.h"
#include "web_peer.h"

#define GET "GET / HTTP/1.1\r\n" HOST "\r\n"

static struct fixture *fixture;

static void set_up(void)
{
    fixture = web_open();
}

static void tear_down(void)
{
    fixture_close(fixture);
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_visitor_is_given_the_page)
{
    int client = web_call(fixture);

    web_ask(fixture, client, GET);
    web_expect_status(200);
    web_expect_heard("Content-Type: text/html; charset=utf-8\r\n");
    web_expect_heard("X-Content-Type-Options: nosniff\r\n");
    web_expect_heard("Referrer-Policy: no-referrer\r\n");
    web_expect_heard("connect-src 'self' ws://127.0.0.1 wss://127.0.0.1;");
    web_expect_heard("frame-ancestors 'none'");
    web_expect_heard("</html>");
    ck_assert(!web_is_over);
    web_ask(fixture, client, "HEAD /watch/Ada HTTP/1.1\r\n" HOST "\r\n");
    web_expect_status(200);
    ck_assert_ptr_null(strstr(web_heard, "</html>"));
    ck_assert_uint_eq(fixture->net.visitor_count, 1);
    ck_assert_int_eq(fixture->events[NET_ARRIVED], 0);
    close(client);
}

/* A head and its file are two flights: the second is not held back until the first is
   acknowledged. */
TEST(a_file_leaves_right_behind_its_head)
{
    int client = web_call(fixture);
    int is_prompt = 0;
    socklen_t size = sizeof is_prompt;
    uv_os_fd_t descriptor;

    web_ask(fixture, client, GET);
    ck_assert_ptr_nonnull(fixture->net.visitors);
    ck_assert_int_eq(uv_fileno((uv_handle_t *)&fixture->net.visitors->handle, &descriptor), 0);
    ck_assert_int_eq(getsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &is_prompt, &size), 0);
    ck_assert_int_ne(is_prompt, 0);
    close(client);
}

TEST(what_did_not_change_is_not_sent_again)
{
    char request[256];
    char etag[64];

    web_ask_once(fixture, "GET / HTTP/1.1\r\n" HOST "Accept-Encoding: gzip\r\n\r\n");
    web_expect_heard("Content-Encoding: gzip\r\nX-");
    ck_assert_int_eq(sscanf(strstr(web_heard, "ETag: "), "ETag: %63s", etag), 1);
    snprintf(request, sizeof request, "GET / HTTP/1.1\r\n" HOST "If-None-Match: %s\r\n\r\n", etag);
    web_ask_once(fixture, request);
    web_expect_status(304);
    web_expect_count(fixture, METRIC_REQUESTS, METRIC_REQUEST_UNCHANGED, 1);
    ck_assert_ptr_null(strstr(web_heard, "</html>"));
}

TEST(a_request_that_is_wrong_gets_its_status)
{
    static const struct {
        int status;
        enum metric_request counted_as;
        const char *request;
        const char *text;
    } rows[] = {
        {404, METRIC_REQUEST_NOT_FOUND, "GET /nothing HTTP/1.1\r\n" HOST "\r\n",
         "There is nothing here"},
        {405, METRIC_REQUEST_METHOD, "POST / HTTP/1.1\r\n" HOST "\r\n", "Allow: GET, HEAD\r\n"},
        {400, METRIC_REQUEST_BAD, "GET /a/../b HTTP/1.1\r\n" HOST "\r\n", "Connection: close\r\n"},
        {421, METRIC_REQUEST_HOST, "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", "--web-origin"},
        {426, METRIC_REQUEST_NO_UPGRADE, "GET /ws HTTP/1.1\r\n" HOST "\r\n",
         "Sec-WebSocket-Version: 13\r\n"},
        {403, METRIC_REQUEST_ORIGIN,
         "GET /ws HTTP/1.1\r\n" HOST UPGRADE "Origin: http://evil.example\r\n\r\n", ""},
        {400, METRIC_REQUEST_BAD,
         "GET /ws HTTP/1.1\r\n" HOST UPGRADE "Sec-WebSocket-Protocol: soap\r\n\r\n",
         "gmcp.mudstandards.org"},
        {505, METRIC_REQUEST_OTHER, "GET / HTTP/2.0\r\n" HOST "\r\n", "Connection: close\r\n"},
        {200, METRIC_REQUEST_OK, "GET /healthz HTTP/1.1\r\n" HOST "\r\n", "ok\n"},
        {200, METRIC_REQUEST_OK, "GET /robots.txt HTTP/1.1\r\n" HOST "\r\n", "Disallow: /ws\n"},
        {200, METRIC_REQUEST_OK, "GET /status.json HTTP/1.1\r\n" HOST "\r\n", "\"players\":1}"},
        {200, METRIC_REQUEST_OK, "GET /who.json HTTP/1.1\r\n" HOST "\r\n", "\"players\":1}"},
        {200, METRIC_REQUEST_OK, "GET /scores.json HTTP/1.1\r\n" HOST "\r\n", "\"players\":1}"},
        {200, METRIC_REQUEST_OK, "GET /licences.txt HTTP/1.1\r\n" HOST "\r\n", "libtelnet"},
        {404, METRIC_REQUEST_NOT_FOUND, "GET /who.jsonx HTTP/1.1\r\n" HOST "\r\n", ""},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint64_t before =
            metrics_value(&fixture->base.metrics, METRIC_REQUESTS, rows[i].counted_as);
        web_ask_once(fixture, rows[i].request);
        web_expect_status(rows[i].status);
        web_expect_heard(rows[i].text);
        web_expect_count(fixture, METRIC_REQUESTS, rows[i].counted_as, before + 1);
    }
}

TEST(a_head_that_is_too_long_is_refused)
{
    static char request[16 * 1024];

    memset(request, 'a', sizeof request - 1);
    memcpy(request, "GET / HTTP/1.1\r\nX: ", strlen("GET / HTTP/1.1\r\nX: "));
    web_ask_once(fixture, request);
    web_expect_status(431);
    web_expect_count(fixture, METRIC_REQUESTS, METRIC_REQUEST_TOO_LONG, 1);
}

TEST(what_is_no_http_is_closed_without_a_word)
{
    web_ask_once(fixture, "\xff\xfd\x18");
    ck_assert_uint_eq(web_heard_length, 0);
    ck_assert(web_is_over);
    web_ask_once(fixture, "SSH-2.0-x\r\n");
    ck_assert_uint_eq(web_heard_length, 0);
    ck_assert_uint_eq(metrics_value(&fixture->base.metrics, METRIC_REFUSED, METRIC_REFUSED_FOREIGN),
                      2);
}

TEST(requests_that_come_together_are_answered_in_turn)
{
    int client = web_call(fixture);

    web_ask(fixture, client,
            "GET /healthz HTTP/1.1\r\n" HOST "\r\n"
            "GET /status.json HTTP/1.1\r\n" HOST "\r\n"
            "GET / HTTP/1.1\r\n" HOST "\r\n"
            "GET /nothing HTTP/1.1\r\n" HOST "Connection: close\r\n\r\n");
    const char *fine = strstr(web_heard, "ok\n");
    const char *status = strstr(web_heard, "\"players\"");
    const char *page = strstr(web_heard, "</html>");
    const char *nothing = strstr(web_heard, "There is nothing");
    ck_assert(fine != NULL && status > fine && page > status && nothing > page);
    ck_assert(web_is_over || (web_hear(fixture, client), web_is_over));
    close(client);
}

/* Requests behind this one wait with it, and the answer may come at any time. */
TEST(a_list_may_be_answered_later)
{
    int client = web_call(fixture);
    int other = web_call(fixture);

    fixture->keeps_lists = true;
    web_ask(fixture, other, "GET /who.json HTTP/1.1\r\n" HOST "\r\n");
    ck_assert_uint_eq(web_heard_length, 0);
    web_ask(fixture, client,
            "GET /scores.json HTTP/1.1\r\n" HOST "\r\nGET /healthz HTTP/1.1\r\n" HOST "\r\n");
    ck_assert_uint_eq(web_heard_length, 0);
    ck_assert_int_eq(fixture->events[NET_LIST_WANTED], 2);
    net_answer_list(&fixture->net, NET_LIST_SCORES, "{\"scores\":[]}");
    web_hear(fixture, client);
    const char *scores = strstr(web_heard, "{\"scores\":[]}");
    ck_assert(scores != NULL && strstr(scores, "ok\n") != NULL);
    web_hear(fixture, other);
    ck_assert_uint_eq(web_heard_length, 0);
    net_answer_list(&fixture->net, NET_LIST_WHO, NULL);
    web_hear(fixture, other);
    web_expect_status(503);
    ck_assert(web_is_over || (web_hear(fixture, other), web_is_over));
    close(client);
    close(other);
}

/* A visitor gets a 408 after the time for a head; one who hangs up meanwhile is forgotten. */
TEST(a_list_that_never_comes_is_not_waited_for)
{
    int client = web_call(fixture);
    int gone = web_call(fixture);

    fixture->keeps_lists = true;
    web_ask(fixture, client, "GET /scores.json HTTP/1.1\r\n" HOST "\r\n");
    web_ask(fixture, gone, "GET /scores.json HTTP/1.1\r\n" HOST "\r\n");
    close(gone);
    fixture_turn(fixture);
    fixture_pass(fixture, VISIT_HEAD_MS);
    web_hear(fixture, client);
    web_expect_status(408);
    fixture_pass(fixture, VISIT_HEAD_MS);
    net_answer_list(&fixture->net, NET_LIST_SCORES, "{}");
    ck_assert_uint_eq(fixture->net.visitor_count, 0);
    close(client);
}

TEST(a_visitor_who_takes_too_long_is_told_or_left)
{
    int slow = web_call(fixture);
    int idle = web_call(fixture);

    client_say(fixture, slow, "GET / HT", 8);
    fixture_pass(fixture, VISIT_HEAD_MS - 1);
    web_hear(fixture, slow);
    ck_assert_uint_eq(web_heard_length, 0);
    fixture_pass(fixture, 1);
    web_hear(fixture, slow);
    web_expect_status(408);
    web_expect_count(fixture, METRIC_REQUESTS, METRIC_REQUEST_LATE, 1);
    fixture_pass(fixture, VISIT_IDLE_MS);
    web_hear(fixture, idle);
    ck_assert(web_heard_length == 0 && web_is_over);
    close(slow);
    close(idle);
}

TEST(so_many_visitors_may_be_here_and_no_more)
{
    int clients[5];

    for (int i = 0; i < 4; i++)
        clients[i] = web_call(fixture);
    ck_assert_uint_eq(fixture->net.visitor_count, 4);
    clients[4] = web_call(fixture);
    web_hear(fixture, clients[4]);
    web_expect_status(503);
    web_expect_heard("Retry-After: ");
    ck_assert(web_is_over);
    web_expect_count(fixture, METRIC_REFUSED, METRIC_REFUSED_VISITORS, 1);
    close(clients[0]);
    fixture_pump(fixture);
    web_ask_once(fixture, GET);
    web_expect_status(200);
    for (int i = 1; i < 5; i++)
        close(clients[i]);
}

TEST(a_connection_is_answered_a_hundred_times)
{
    int client = web_call(fixture);

    for (int i = 0; i < VISIT_REQUESTS_MAX; i++) {
        fixture->clock_ms += 1000;
        fixture->base.now_ms = fixture->clock_ms;
        web_ask(fixture, client, "GET /healthz HTTP/1.1\r\n" HOST "\r\n");
        web_expect_status(200);
    }
    web_expect_heard("Connection: close\r\n");
    close(client);
}
