/*
 * Bytes of a hostile peer. Nothing is read or written out of bounds, replies keep to their budget,
 * and a dead connection neither types nor answers.
 */
#include "base/check.h"
#include "fuzz.h"
#include "server/net/telnet.h"

/* The longest reply is the question for the character set; the longest answer to a message is the
   offer to log in. */
enum { BURST_LENGTH = 27, REPLY_LENGTH_MAX = 21, MESSAGE_LENGTH_MAX = 64, OUT_MAX = 65536 };

/* Handles an event as the connection does, as far as that needs no server. */
static void attend(struct client *client, struct telnet *telnet)
{
    struct gmcp_credentials credentials;

    if (telnet->event.kind == TELNET_EVENT_GMCP)
        (void)gmcp_take(client, &credentials);
    if (telnet->event.kind == TELNET_EVENT_MARK)
        telnet_take_mark(telnet, telnet->mark_asked_at_ms + 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct telnet telnet;
    struct bytes out;
    struct client client = {.wire = &wire_telnet, .state = &telnet, .out = &out};
    size_t events = 0;
    size_t messages = 0;
    size_t pings = 0;

    bytes_init(&out, OUT_MAX);
    CHECK(telnet_open(&telnet, &client) == ERR_OK);
    CHECK(out.length == BURST_LENGTH);
    for (size_t i = 0; i < size; i++) {
        bool was_dead = telnet.is_dead;
        size_t before = out.length;
        telnet_feed(&telnet, data[i]);
        CHECK(!was_dead || out.length == before);
        CHECK(telnet.is_dead == (telnet.event.kind == TELNET_EVENT_DEAD));
        events += !telnet.is_dead && telnet.event.kind != TELNET_EVENT_NONE;
        messages += !telnet.is_dead && telnet.event.kind == TELNET_EVENT_GMCP;
        if (!telnet.is_dead)
            attend(&client, &telnet);
        if (i % 64 == 0 && telnet_can_ping(&telnet)) {
            pings++;
            (void)!telnet_ping(&telnet, i);
        }
    }
    CHECK(events <= size);
    CHECK(telnet.replies <= TELNET_REPLIES_MAX + 1); /* the last one is not sent */
    CHECK(out.length <= BURST_LENGTH + (size_t)TELNET_REPLIES_MAX * REPLY_LENGTH_MAX +
                            messages * MESSAGE_LENGTH_MAX + pings * 3);
    for (const char *at = client.caps.terminal_type; *at != '\0'; at++)
        CHECK(*at >= ' ' && *at <= '~');
    CHECK(telnet.terminal_type_asks <= TELNET_TERMINAL_TYPE_ASKS_MAX);
    CHECK(telnet.mssp_asks <= TELNET_MSSP_ASKS_MAX);
    CHECK(telnet.gathered.length <= TELNET_SUBNEGOTIATION_MAX);
    telnet_release(&telnet);
    bytes_release(&out);
    return 0;
}
