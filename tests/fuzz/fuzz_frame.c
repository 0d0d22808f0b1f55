/*
 * Bytes of a peer inside a WebSocket. A message never grows over its limit, a control frame is
 * small, text is UTF-8, and a fault has a code; the output of a wire is put into frames that the
 * reader of the other side would take.
 */
#include <string.h>

#include "base/bytes.h"
#include "base/check.h"
#include "fuzz.h"
#include "server/net/net.h"
#include "server/net/web/socket.h"
#include "server/net/wire.h"

enum { MESSAGE_MAX = 600, OUT_MAX = 64 * 1024 };

static void read_frames(const uint8_t *data, size_t size)
{
    struct frame_reader reader;
    size_t message = 0;

    frame_reader_init(&reader, MESSAGE_MAX);
    for (size_t i = 0; i < size; i++) {
        enum frame_step step = frame_take(&reader, data[i]);
        message += step == FRAME_BYTE;
        CHECK(message <= MESSAGE_MAX);
        CHECK(step != FRAME_CONTROL || reader.control_length <= FRAME_CONTROL_MAX);
        if ((step == FRAME_BYTE || step == FRAME_MESSAGE_END) && reader.is_end)
            message = 0;
        CHECK(step != FRAME_MESSAGE_END || reader.is_end);
        if (step != FRAME_BROKEN)
            continue;
        CHECK(reader.fault == CLOSE_PROTOCOL || reader.fault == CLOSE_TEXT ||
              reader.fault == CLOSE_TOO_BIG);
        return;
    }
}

/* Ours are whole, one behind the other. */
static void check_frames(const struct bytes *flight)
{
    size_t at = 0;

    while (at < flight->length) {
        CHECK(flight->length - at >= 2 && (flight->data[at] & 0x80) != 0);
        size_t length = flight->data[at + 1];
        size_t head = 2;
        CHECK(length < 127);
        if (length == 126) {
            length = (size_t)flight->data[at + 2] << 8 | flight->data[at + 3];
            head = 4;
        }
        at += head + length;
    }
    CHECK(at == flight->length);
}

static void talk(const struct wire *wire, const uint8_t *data, size_t size)
{
    struct bytes out;
    struct web_socket socket;
    struct client client = {.wire = wire, .out = &out, .socket = &socket};

    bytes_init(&out, OUT_MAX);
    web_socket_init(&socket, MESSAGE_MAX);
    CHECK(wire->open(&client, 100) == ERR_OK);
    for (size_t i = 0; i < size; i++) {
        struct net_event event = {.kind = NET_EVENT_COUNT};
        if (!web_socket_feed(&client, data[i], i, &event))
            continue;
        CHECK(event.kind != NET_EVENT_COUNT);
        if (event.kind == NET_MESSAGE) {
            struct gmcp_credentials credentials;
            (void)gmcp_take(&client, &credentials);
        }
        if (event.kind == NET_BYTE && client.dead_reason == NULL)
            (void)!client_write(&client, "#", 1);
        if (event.kind == NET_DEAD)
            break;
    }
    web_socket_end(&socket, CLOSE_DONE);
    CHECK(web_socket_seal_flight(&socket, &out) == ERR_OK);
    check_frames(&out);
    if (client.state != NULL)
        wire->release(&client);
    web_socket_release(&socket);
    bytes_release(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct wire *const wires[] = {&wire_telnet, &wire_terminal, &wire_gmcp, &wire_json,
                                               &wire_page};

    read_frames(data, size);
    for (size_t i = 0; i < sizeof wires / sizeof wires[0]; i++)
        talk(wires[i], data, size);
    return 0;
}
