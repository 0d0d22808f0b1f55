/*
 * Bytes of a hostile peer. Whatever comes, nothing is read or written out of bounds, replies keep
 * to their budget, and the dead neither type nor answer.
 */
#include "base/check.h"
#include "fuzz.h"
#include "server/net/telnet.h"

enum { BURST_LENGTH = 15, REPLY_LENGTH_MAX = 6, OUT_MAX = 65536 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct telnet telnet;
    struct bytes out;
    size_t events = 0;

    bytes_init(&out, OUT_MAX);
    CHECK(telnet_open(&telnet, &out) == ERR_OK);
    CHECK(out.length == BURST_LENGTH);
    for (size_t i = 0; i < size; i++) {
        bool was_dead = telnet.is_dead;
        size_t before = out.length;
        telnet_feed(&telnet, data[i]);
        CHECK(!was_dead || out.length == before);
        CHECK(telnet.is_dead == (telnet.event.kind == TELNET_EVENT_DEAD));
        events += !telnet.is_dead && telnet.event.kind != TELNET_EVENT_NONE;
    }
    CHECK(events <= size);
    CHECK(telnet.replies <= TELNET_REPLIES_MAX + 1); /* the last one is not sent */
    CHECK(out.length <= BURST_LENGTH + (size_t)TELNET_REPLIES_MAX * REPLY_LENGTH_MAX);
    for (const char *at = telnet.terminal_type; *at != '\0'; at++)
        CHECK(*at >= ' ' && *at <= '~');
    CHECK(telnet.terminal_type_asks <= TELNET_TERMINAL_TYPE_ASKS_MAX);
    telnet_release(&telnet);
    bytes_release(&out);
    return 0;
}
