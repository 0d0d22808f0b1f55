/*
 * Frames to bytes and messages, and back.
 */
#include "server/net/web/socket.h"

#include <string.h>

#include "server/net/net.h"
#include "server/net/wire.h"

enum { CONTROLS_KEEP = 64, CODE_SIZE = 2, TIME_SIZE = 8 };

void web_socket_init(struct web_socket *socket, size_t message_max)
{
    *socket = (struct web_socket){.run_at = 0};
    frame_reader_init(&socket->reader, message_max);
    bytes_init(&socket->message, message_max);
    bytes_init(&socket->controls, SOCKET_CONTROLS_MAX);
}

void web_socket_release(struct web_socket *socket)
{
    bytes_release(&socket->message);
    bytes_release(&socket->controls);
}

/* Queues a control frame. Without room it is dropped: the peer does not read. */
static void put_control(struct web_socket *socket, enum frame_opcode opcode, const void *data,
                        size_t length)
{
    uint8_t head[FRAME_HEAD_MAX];
    size_t head_length = frame_write_head(opcode, length, head);

    if (socket->is_closed || bytes_reserve(&socket->controls, head_length + length) != ERR_OK)
        return;
    (void)!bytes_append(&socket->controls, head, head_length);
    (void)!bytes_append(&socket->controls, data, length);
    socket->frames_sent++;
}

void web_socket_note_end(struct web_socket *socket, enum close_code code, const char *text)
{
    size_t length = strcspn(text, "\r\n");

    if (socket->close_code != 0)
        return;
    socket->close_code = code;
    if (length > FRAME_CLOSE_TEXT_MAX)
        length = FRAME_CLOSE_TEXT_MAX;
    /* Not within a letter. */
    while (length > 0 && ((uint8_t)text[length] & 0xc0) == 0x80)
        length--;
    memcpy(socket->close_text, text, length);
    socket->close_length = (uint8_t)length;
}

void web_socket_end(struct web_socket *socket, enum close_code otherwise)
{
    uint8_t content[FRAME_CONTROL_MAX];
    unsigned code = socket->close_code != 0 ? socket->close_code : otherwise;

    socket->close_code = code;
    content[0] = (uint8_t)(code >> 8);
    content[1] = (uint8_t)code;
    memcpy(content + CODE_SIZE, socket->close_text, socket->close_length);
    put_control(socket, FRAME_CLOSE, content, CODE_SIZE + (size_t)socket->close_length);
    socket->is_closed = true;
}

/* Notes the code and a sentence for the peer, and makes NET_DEAD. Always true. */
static bool die(struct web_socket *socket, enum close_code code, const char *text,
                struct net_event *out)
{
    web_socket_note_end(socket, code, text);
    socket->is_over = true;
    *out = (struct net_event){.kind = NET_DEAD, .reason = "bad-websocket"};
    return true;
}

static bool take_fault(struct web_socket *socket, struct net_event *out)
{
    const char *text = socket->reader.fault == CLOSE_TEXT      ? "Text that is not UTF-8."
                       : socket->reader.fault == CLOSE_TOO_BIG ? "A message that is too long."
                                                               : "Frames that break RFC 6455.";

    return die(socket, socket->reader.fault, text, out);
}

static bool take_ping(struct web_socket *socket, uint64_t now_ms, struct net_event *out)
{
    if (now_ms - socket->pings_at_ms >= SOCKET_PINGS_MS) {
        socket->pings_at_ms = now_ms;
        socket->pings = 0;
    }
    if (++socket->pings > SOCKET_PINGS_MAX)
        return die(socket, CLOSE_POLICY, "Too many pings.", out);
    put_control(socket, FRAME_PONG, socket->reader.control, socket->reader.control_length);
    return false;
}

static void write_time(uint64_t ms, uint8_t out[TIME_SIZE])
{
    for (size_t i = 0; i < TIME_SIZE; i++)
        out[i] = (uint8_t)(ms >> (8 * (TIME_SIZE - 1 - i)));
}

/* The answer to our last ping, or nothing that was asked for. */
static bool take_pong(struct client *client, uint64_t now_ms, struct net_event *out)
{
    struct web_socket *socket = client->socket;
    uint8_t asked[TIME_SIZE];

    write_time(socket->pinged_at_ms, asked);
    if (socket->unanswered == 0 || socket->reader.control_length != TIME_SIZE ||
        memcmp(socket->reader.control, asked, TIME_SIZE) != 0)
        return false;
    uint64_t lag_ms = now_ms - socket->pinged_at_ms;
    socket->unanswered = 0;
    client->caps.lag_ms = lag_ms < UINT32_MAX ? (uint32_t)lag_ms : UINT32_MAX;
    *out = (struct net_event){.kind = NET_LAG};
    return true;
}

void web_socket_ping(struct web_socket *socket, uint64_t now_ms)
{
    uint8_t content[TIME_SIZE];

    socket->unanswered++;
    socket->pinged_at_ms = now_ms;
    write_time(now_ms, content);
    put_control(socket, FRAME_PING, content, sizeof content);
}

/* The peer closes: its own code is the answer. */
static bool take_close(struct web_socket *socket, struct net_event *out)
{
    const struct frame_reader *reader = &socket->reader;
    unsigned code = reader->control_length < CODE_SIZE
                        ? CLOSE_DONE
                        : (unsigned)reader->control[0] << 8 | reader->control[1];

    if (reader->control_length == 1 || !frame_is_close_code(code))
        return die(socket, CLOSE_PROTOCOL, "", out);
    socket->is_over = socket->has_left = true;
    put_control(socket, FRAME_CLOSE, reader->control,
                reader->control_length < CODE_SIZE ? 0 : CODE_SIZE);
    socket->is_closed = true;
    return false;
}

static bool take_control(struct client *client, uint64_t now_ms, struct net_event *out)
{
    struct web_socket *socket = client->socket;

    if (socket->reader.opcode == FRAME_PING)
        return take_ping(socket, now_ms, out);
    if (socket->reader.opcode == FRAME_PONG)
        return take_pong(client, now_ms, out);
    return take_close(socket, out);
}

/* Gathers TEXT for a wire whose TEXT is messages. */
static bool gather(struct client *client, enum frame_step step, struct net_event *out)
{
    struct web_socket *socket = client->socket;

    if (socket->message.length == 0)
        client->message = &socket->message;
    if (step == FRAME_BYTE && bytes_append_u8(&socket->message, socket->reader.byte) != ERR_OK)
        return die(socket, CLOSE_TOO_BIG, "There is no memory for that message.", out);
    return socket->reader.is_end && client->wire->take_text(client, out);
}

bool web_socket_feed(struct client *client, uint8_t byte, uint64_t now_ms, struct net_event *out)
{
    struct web_socket *socket = client->socket;

    if (socket->is_over)
        return false;
    enum frame_step step = frame_take(&socket->reader, byte);
    if (step == FRAME_WANTS_MORE)
        return false;
    if (step == FRAME_BROKEN)
        return take_fault(socket, out);
    socket->frames_taken += step == FRAME_CONTROL || socket->reader.is_end;
    if (step == FRAME_CONTROL)
        return take_control(client, now_ms, out);
    if (socket->reader.is_text && client->wire->take_text != NULL)
        return gather(client, step, out);
    if (client->wire->refuses_binary && !socket->reader.is_text)
        return die(socket, CLOSE_KIND, "Only messages of text are taken here.", out);
    return step == FRAME_BYTE && client->wire->feed(client, socket->reader.byte, now_ms, out);
}

bool web_socket_next_fact(struct web_socket *socket, struct net_event *out)
{
    if (!socket->is_told_caps) {
        socket->is_told_caps = true;
        *out = (struct net_event){.kind = NET_CAPABILITIES};
        return true;
    }
    if (socket->is_told_window || socket->columns == 0 || socket->rows == 0)
        return false;
    socket->is_told_window = true;
    *out = (struct net_event){.kind = NET_WINDOW, .width = socket->columns, .height = socket->rows};
    return true;
}

enum err web_socket_seal(struct web_socket *socket, struct bytes *bytes)
{
    uint8_t head[FRAME_HEAD_MAX];
    size_t length = bytes->length - socket->run_at;

    if (length == 0)
        return ERR_OK;
    size_t head_length = frame_write_head(FRAME_BINARY, length, head);
    enum err error = bytes_append(bytes, head, head_length);
    if (error != ERR_OK)
        return error;
    memmove(bytes->data + socket->run_at + head_length, bytes->data + socket->run_at, length);
    memcpy(bytes->data + socket->run_at, head, head_length);
    socket->run_at = bytes->length;
    socket->frames_sent++;
    return ERR_OK;
}

enum err web_socket_seal_flight(struct web_socket *socket, struct bytes *flight)
{
    enum err error = web_socket_seal(socket, flight);

    if (error == ERR_OK)
        error = bytes_append(flight, socket->controls.data, socket->controls.length);
    socket->run_at = 0;
    bytes_clear(&socket->controls, CONTROLS_KEEP);
    return error;
}

enum err web_socket_send(struct client *client, enum frame_opcode opcode, const void *data,
                         size_t length)
{
    struct web_socket *socket = client->socket;
    uint8_t head[FRAME_HEAD_MAX];
    size_t head_length = frame_write_head(opcode, length, head);

    enum err error = web_socket_seal(socket, client->out);
    if (error == ERR_OK)
        error = bytes_reserve(client->out, head_length + length);
    if (error == ERR_OK)
        error = bytes_append(client->out, head, head_length);
    if (error == ERR_OK)
        error = bytes_append(client->out, data, length);
    socket->run_at = client->out->length;
    socket->frames_sent++;
    if (error != ERR_OK)
        client->dead_reason = "output-full";
    return error;
}
