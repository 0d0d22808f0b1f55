/*
 * A web entrance, and who asks there.
 */
#include "web_peer.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "server/net/listener.h"
#include "server/net/web/files.h"
#include "support/test.h"

char web_heard[WEB_HEARD_MAX];
size_t web_heard_length;
bool web_is_over;

struct fixture *web_open(void)
{
    struct fixture *fixture = fixture_open();
    struct options *options = &fixture->base.options;
    char reason[256];

    options->web_visitors = 4;
    options->web_message_bytes = 600;
    options->web_ping_seconds = 25;
    ck_assert_int_eq(web_files_open(&fixture->net.files), ERR_OK);
    ck_assert_int_eq(
        listener_open(&fixture->net, ENTRANCE_WEB, "127.0.0.1:0", reason, sizeof reason), ERR_OK);
    return fixture;
}

int web_call(struct fixture *fixture)
{
    return client_connect_to(fixture, fixture->net.listeners->next);
}

void web_hear(struct fixture *fixture, int client)
{
    web_heard_length = client_hear(fixture, client, web_heard, sizeof web_heard - 1, &web_is_over);
    web_heard[web_heard_length] = '\0';
}

void web_ask(struct fixture *fixture, int client, const char *request)
{
    client_say(fixture, client, request, strlen(request));
    web_hear(fixture, client);
}

/* A new connection's only request. */
void web_ask_once(struct fixture *fixture, const char *request)
{
    int client = web_call(fixture);

    web_ask(fixture, client, request);
    close(client);
    fixture_pump(fixture);
}

void web_expect_status(int status)
{
    char line[32];

    snprintf(line, sizeof line, "HTTP/1.1 %d ", status);
    ck_assert_msg(strncmp(web_heard, line, strlen(line)) == 0, "no %d: %s", status, web_heard);
}

void web_expect_heard(const char *text)
{
    ck_assert_msg(strstr(web_heard, text) != NULL, "no \"%s\": %s", text, web_heard);
}

void web_expect_count(struct fixture *fixture, enum metric metric, size_t value, uint64_t times)
{
    ck_assert_uint_eq(metrics_value(&fixture->base.metrics, metric, value), times);
}
