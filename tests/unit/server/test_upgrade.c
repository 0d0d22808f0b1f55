/*
 * Requests that may open a WebSocket, and names of the server that they may use.
 */
#include "server/net/web/http.h"

#include <stdio.h>
#include <string.h>

#include "support/test.h"

static const char origins[] = "https://play.example.org, http://[2001:db8::1]:8080";

/* The status of the request with these fields more. */
static int judge(const char *host, const char *fields, struct upgrade *out)
{
    static struct http_head head;
    struct http_request request;
    char text[2048];

    snprintf(text, sizeof text,
             "GET /ws HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\n"
             "Connection: keep-alive, Upgrade\r\n%s\r\n",
             host, fields);
    head.length = 0;
    head.is_behind_method = false;
    for (const char *at = text; *at != '\0'; at++) {
        enum http_progress progress = http_take(&head, (uint8_t)*at);
        ck_assert_int_eq(progress, at[1] == '\0' ? HTTP_DONE : HTTP_WANTS_MORE);
    }
    ck_assert_int_eq(http_read(&head, &request), 0);
    ck_assert(upgrade_is_wanted(&request));
    return upgrade_judge(&request, origins, out);
}

#define VERSION "Sec-WebSocket-Version: 13\r\n"
#define KEY     "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
#define OFFER   "Sec-WebSocket-Protocol: "

TEST(the_key_is_answered_as_rfc_6455_has_it)
{
    struct upgrade upgrade;

    ck_assert_int_eq(judge("localhost", VERSION KEY, &upgrade), 101);
    ck_assert_str_eq(upgrade.accept, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    ck_assert_ptr_null(upgrade.name);
    ck_assert_int_eq(upgrade.subprotocol, SUBPROTOCOL_TELNET);
}

TEST(the_first_subprotocol_that_is_known_is_taken)
{
    struct upgrade upgrade;

    ck_assert_int_eq(
        judge("localhost", VERSION KEY OFFER "chat, v1.undercroft, telnet\r\n", &upgrade), 101);
    ck_assert_str_eq(upgrade.name, "v1.undercroft");
    ck_assert_int_eq(upgrade.subprotocol, SUBPROTOCOL_PAGE);
    ck_assert_int_eq(judge("localhost", VERSION KEY OFFER "chat\r\n" OFFER "binary\r\n", &upgrade),
                     101);
    ck_assert_str_eq(upgrade.name, "binary");
    ck_assert_int_eq(upgrade.subprotocol, SUBPROTOCOL_TELNET);
    ck_assert_int_eq(judge("localhost", VERSION KEY OFFER "chat, soap\r\n", &upgrade), 400);
}

TEST(a_wrong_key_or_version_has_its_status)
{
    struct upgrade upgrade;

    ck_assert_int_eq(judge("localhost", KEY, &upgrade), 426);
    ck_assert_int_eq(judge("localhost", KEY "Sec-WebSocket-Version: 8\r\n", &upgrade), 426);
    ck_assert_int_eq(judge("localhost", VERSION KEY VERSION, &upgrade), 426);
    ck_assert_int_eq(judge("localhost", VERSION, &upgrade), 400);
    ck_assert_int_eq(judge("localhost", VERSION KEY KEY, &upgrade), 400);
    ck_assert_int_eq(
        judge("localhost", VERSION "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ\r\n", &upgrade), 400);
    ck_assert_int_eq(
        judge("localhost", VERSION "Sec-WebSocket-Key: dGhl*HNhbXBsZSBub25jZQ==\r\n", &upgrade),
        400);
    ck_assert_int_eq(judge("localhost", VERSION KEY "Connection: close\r\n", &upgrade), 400);
}

TEST(pages_of_other_sites_are_refused)
{
    static const struct {
        const char *host;
        const char *origin;
        int status;
    } rows[] = {
        {"localhost:8080", "http://localhost:8080", 101},
        {"LOCALHOST:8080", "http://localhost:8080", 101},
        {"127.0.0.1", "https://127.0.0.1", 101},
        {"[::1]:8080", "http://[::1]:8080", 101},
        {"127.0.0.1:8080", "https://play.example.org", 101},
        {"127.0.0.1:8080", "http://play.example.org", 403},
        {"localhost:8080", "http://localhost:8081", 403},
        {"localhost:8080", "http://localhost", 403},
        {"localhost:8080", "http://evil.example", 403},
        {"localhost:8080", "http://localhost:8080.evil.example", 403},
        {"localhost:8080", "null", 403},
        {"localhost:8080", "file://localhost:8080", 403},
        {"localhost:8080", "", 403},
    };
    struct upgrade upgrade;
    char fields[256];

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        snprintf(fields, sizeof fields, VERSION KEY "Origin: %s\r\n", rows[i].origin);
        ck_assert_msg(judge(rows[i].host, fields, &upgrade) == rows[i].status, "%s at %s",
                      rows[i].origin, rows[i].host);
    }
    ck_assert_int_eq(judge("localhost",
                           VERSION KEY "Origin: http://localhost\r\nOrigin: http://localhost\r\n",
                           &upgrade),
                     403);
}

TEST(a_name_that_was_made_to_lead_here_is_not_known)
{
    static const struct {
        const char *host;
        bool is_known;
    } rows[] = {
        {"localhost", true},
        {"Localhost:8080", true},
        {"127.0.0.1:8080", true},
        {"192.168.1.20", true},
        {"[::1]:8080", true},
        {"[2001:db8::2]", true},
        {"play.example.org", true},
        {"PLAY.example.org:443", true},
        {"evil.example", false},
        {"localhost.evil.example", false},
        {"play.example.org.evil.example", false},
        {"127.0.0.1.evil.example", false},
        {"127.0.0.0/8", false},
        {"localhost:", false},
        {"localhost:80a", false},
        {"localhost:123456", false},
        {"localhost:80:80", false},
        {"[::1", false},
        {"[::1]x", false},
        {":80", false},
        {"[]", false},
        {"user@localhost", false},
        {"", false},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct http_text host = {rows[i].host, strlen(rows[i].host)};
        ck_assert_msg(upgrade_knows_host(host, origins) == rows[i].is_known, "%s", rows[i].host);
    }
}
