/*
 * Requests of browsers: which are read, which are refused and with what status.
 */
#include "server/net/web/http.h"

#include <stdio.h>
#include <string.h>

#include "support/test.h"

/* Feeds a text until there is an opinion. */
static enum http_progress feed(struct http_head *head, const char *text, size_t length)
{
    memset(head, 0, sizeof *head);
    for (size_t i = 0; i < length; i++) {
        enum http_progress progress = http_take(head, (uint8_t)text[i]);
        if (progress != HTTP_WANTS_MORE)
            return progress;
    }
    return HTTP_WANTS_MORE;
}

/* The status of a whole head; 0: it is right. */
static int status_of(const char *text, struct http_head *head, struct http_request *request)
{
    ck_assert_msg(feed(head, text, strlen(text)) == HTTP_DONE, "%s", text);
    return http_read(head, request);
}

static void expect_text(struct http_text text, const char *expected)
{
    ck_assert_msg(http_is_exactly(text, expected), "%.*s is not %s", (int)text.length, text.text,
                  expected);
}

TEST(a_request_is_read)
{
    struct http_head head;
    struct http_request request;
    struct http_text value;
    int from = 0;

    ck_assert_int_eq(status_of("GET /app/main.js?v=12 HTTP/1.1\r\nHost: localhost:8080\r\n"
                               "accept-encoding:gzip, br\t\r\nConnection: keep-alive, Upgrade\r\n"
                               "X: 1\r\nx: 2\r\n\r\n",
                               &head, &request),
                     0);
    expect_text(request.path, "/app/main.js");
    expect_text(request.query, "v=12");
    expect_text(request.host, "localhost:8080");
    ck_assert(!request.closes && !request.is_head);
    ck_assert(http_has_word(&request, "Accept-Encoding", "br"));
    ck_assert(http_has_word(&request, "Connection", "upgrade"));
    ck_assert(!http_has_word(&request, "Connection", "close"));
    ck_assert(http_find(&request, "X", &from, &value) && http_is(value, "1"));
    ck_assert(http_find(&request, "X", &from, &value) && http_is(value, "2"));
    ck_assert(!http_find(&request, "X", &from, &value));
}

TEST(one_of_http_1_0_is_answered_once)
{
    struct http_head head;
    struct http_request request;

    ck_assert_int_eq(status_of("HEAD / HTTP/1.0\r\nHost: [::1]\r\n\r\n", &head, &request), 0);
    ck_assert(request.closes && request.is_head);
    ck_assert_uint_eq(request.query.length, 0);
    ck_assert_int_eq(
        status_of("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", &head, &request), 0);
    ck_assert(request.closes && !request.is_head);
}

TEST(what_can_be_read_in_two_ways_is_refused)
{
    static const char *const wrong[] = {
        "GET / HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost:\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost : a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\n folded: b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nno colon\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
        "GET  / HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1 \r\nHost: a\r\n\r\n",
        "GET /\r\nHost: a\r\n\r\n",
        "GET http://example.org/ HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET * HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /../etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /app/.hidden HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /%2e%2e/ HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /a%00b HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /a%2 HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /a\\b HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /\x80 HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET / HTCPCP/1.0\r\nHost: a\r\n\r\n",
    };
    struct http_head head;
    struct http_request request;

    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        ck_assert_msg(status_of(wrong[i], &head, &request) == 400, "%s", wrong[i]);
}

TEST(other_methods_and_versions_have_a_status_of_their_own)
{
    struct http_head head;
    struct http_request request;

    ck_assert_int_eq(
        status_of("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n", &head, &request), 405);
    ck_assert_int_eq(status_of("CONNECT a:25 HTTP/1.1\r\nHost: a\r\n\r\n", &head, &request), 405);
    ck_assert_int_eq(status_of("GET / HTTP/2.0\r\nHost: a\r\n\r\n", &head, &request), 505);
}

/* A head with a path, or a field, of so many bytes. */
static void make_long(char *out, size_t size, size_t path, int fields)
{
    int length = snprintf(out, size, "GET /%0*d HTTP/1.1\r\nHost: a\r\n", (int)path - 1, 0);

    for (int i = 0; i < fields; i++)
        length += snprintf(out + length, size - (size_t)length, "f%d: x\r\n", i);
    snprintf(out + length, size - (size_t)length, "\r\n");
}

TEST(a_path_has_256_bytes_and_a_head_32_fields)
{
    struct http_head head;
    struct http_request request;
    char text[1024];

    make_long(text, sizeof text, HTTP_PATH_MAX, HTTP_FIELDS_MAX - 1);
    ck_assert_int_eq(status_of(text, &head, &request), 0);
    make_long(text, sizeof text, HTTP_PATH_MAX + 1, 0);
    ck_assert_int_eq(status_of(text, &head, &request), 400);
    make_long(text, sizeof text, 1, HTTP_FIELDS_MAX);
    ck_assert_int_eq(status_of(text, &head, &request), 431);
}

TEST(a_head_has_4096_bytes)
{
    static char text[HTTP_HEAD_MAX + 1];
    struct http_head head;
    int before = snprintf(text, sizeof text, "GET / HTTP/1.1\r\nHost: a\r\nf: ");

    memset(text + before, 'x', sizeof text - (size_t)before);
    memcpy(text + HTTP_HEAD_MAX - 4, "\r\n\r\n", 4);
    ck_assert_int_eq(feed(&head, text, HTTP_HEAD_MAX), HTTP_DONE);
    memset(text + before, 'x', sizeof text - (size_t)before);
    ck_assert_int_eq(feed(&head, text, HTTP_HEAD_MAX + 1), HTTP_TOO_LONG);
}

TEST(a_byte_that_belongs_nowhere_is_noticed_at_once)
{
    static const char *const broken[] = {
        "GET / HTTP/1.1\n",         "GET / HTTP/1.1\r\nHost: a\n", "GET / HTTP/1.1\rH",
        "GET / HTTP/1.1\r\nA:\x01", "GET / HTTP/1.1\r\nA:\x7f",
    };
    static const char *const foreign[] = {
        "\xff\xfd\x18", "\x16\x03\x01", "SSH-", "get ", "\r\n", " ", "ABCDEFGHIJKLMNOPQ",
    };
    struct http_head head;

    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++)
        ck_assert_msg(feed(&head, broken[i], strlen(broken[i])) == HTTP_BROKEN, "%s", broken[i]);
    ck_assert_int_eq(feed(&head, "GET / HTTP/1.1\r\nA:\0", 19), HTTP_BROKEN);
    for (size_t i = 0; i < sizeof foreign / sizeof foreign[0]; i++)
        ck_assert_msg(feed(&head, foreign[i], strlen(foreign[i])) == HTTP_FOREIGN, "%zu", i);
}
