/*
 * Messages of a hostile client, divided by bytes of value 0 (which a message of good will does not
 * hold). Each is taken or counted as junk, what is answered is well formed, and what the client
 * says of itself is printable.
 */
#include <string.h>

#include "base/check.h"
#include "fuzz.h"
#include "server/net/telnet.h"

enum { IAC = 255, SB = 250, SE = 240, DO = 253, GMCP = 201, OUT_MAX = 1024 * 1024 };

static void feed(struct telnet *telnet, uint8_t byte)
{
    telnet_feed(telnet, byte);
}

static void feed_message(struct telnet *telnet, const uint8_t *data, size_t length)
{
    const uint8_t begin[] = {IAC, SB, GMCP};

    for (size_t i = 0; i < sizeof begin; i++)
        feed(telnet, begin[i]);
    for (size_t i = 0; i < length; i++) {
        feed(telnet, data[i]);
        if (data[i] == IAC)
            feed(telnet, IAC);
    }
    feed(telnet, IAC);
    feed(telnet, SE);
}

/* Answers are whole subnegotiations of GMCP and hold neither 255 nor controls. */
static void check_answers(const struct bytes *out, size_t from)
{
    while (from < out->length) {
        const uint8_t *at = out->data + from;
        CHECK(out->length - from >= 5 && at[0] == IAC && at[1] == SB && at[2] == GMCP);
        for (from += 3; from < out->length && out->data[from] != IAC; from++)
            CHECK(out->data[from] >= ' ');
        CHECK(from + 1 < out->length && out->data[from + 1] == SE);
        from += 2;
    }
}

static void check_text(const char *text)
{
    CHECK(strlen(text) <= GMCP_CLIENT_TEXT_MAX);
    for (; *text != '\0'; text++)
        CHECK(*text >= ' ' && *text <= '~');
}

static void take(struct client *client, const struct telnet *telnet)
{
    struct gmcp_credentials credentials;
    uint32_t junk_before = client->gmcp.junk;

    CHECK(telnet->event.kind == TELNET_EVENT_GMCP);
    bool is_login = gmcp_take(client, &credentials);
    CHECK(client->gmcp.junk == junk_before || (client->gmcp.junk == junk_before + 1 && !is_login));
    if (is_login) {
        CHECK(strlen(credentials.account) >= 1 && strlen(credentials.account) <= GMCP_ACCOUNT_MAX);
        CHECK(strlen(credentials.password) >= 1);
        CHECK(strlen(credentials.password) <= GMCP_PASSWORD_MAX);
        gmcp_answer_login(client, false, credentials.account);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct telnet telnet;
    struct bytes out;
    struct client client = {.wire = &wire_telnet, .state = &telnet, .out = &out};

    bytes_init(&out, OUT_MAX);
    CHECK(telnet_open(&telnet, &client) == ERR_OK);
    feed(&telnet, IAC);
    feed(&telnet, DO);
    feed(&telnet, GMCP);
    size_t answers_from = out.length;
    for (size_t from = 0; from <= size && !telnet.is_dead;) {
        const uint8_t *end = from < size ? memchr(data + from, 0, size - from) : NULL;
        size_t length = end == NULL ? size - from : (size_t)(end - data) - from;
        feed_message(&telnet, data + from, length);
        if (!telnet.is_dead)
            take(&client, &telnet);
        from += length + 1;
    }
    check_answers(&out, answers_from);
    check_text(client.gmcp.client);
    check_text(client.gmcp.version);
    CHECK(client.gmcp.modules < 1u << GMCP_MODULE_COUNT);
    telnet_release(&telnet);
    bytes_release(&out);
    return 0;
}
