/*
 * WebSockets. Reading and writing of frames comes first; the socket turns them into bytes and
 * messages, and back.
 */
#include "server/net/web/socket.h"

#include <string.h>

#include "server/net/net.h"
#include "server/net/wire.h"

enum {
    FINAL = 0x80,
    RESERVED = 0x70,
    OPCODE = 0x0f,
    MASKED = 0x80,
    LENGTH = 0x7f,
    LENGTH_OF_16 = 126, /* the length follows in 16 bits */
    LENGTH_OF_64 = 127, /* the length follows in 64 bits */
    MASK_SIZE = 4,
    FIXED = 2, /* bytes at the begin of every head */
};

void frame_reader_init(struct frame_reader *reader, uint64_t message_max)
{
    *reader = (struct frame_reader){.message_max = message_max, .head_wanted = FIXED};
}

static enum frame_step fail(struct frame_reader *reader, enum close_code fault)
{
    reader->fault = fault;
    return FRAME_BROKEN;
}

static bool is_control(const struct frame_reader *reader)
{
    return reader->opcode >= FRAME_CLOSE;
}

/*
 * Checks UTF-8 byte by byte (Unicode 15, table 3-7). The state is the number of bytes that the
 * letter still needs (lowest 8 bits) and the range of the next byte (8 bits each); 0 between
 * letters.
 */
static bool take_letter(uint32_t *state, uint8_t byte)
{
    static const struct {
        uint8_t first, last; /* range of the first byte */
        uint8_t more;
        uint8_t low, high; /* range of the second byte */
    } forms[] = {
        {0x00, 0x7f, 0, 0, 0},       {0xc2, 0xdf, 1, 0x80, 0xbf}, {0xe0, 0xe0, 2, 0xa0, 0xbf},
        {0xe1, 0xec, 2, 0x80, 0xbf}, {0xed, 0xed, 2, 0x80, 0x9f}, {0xee, 0xef, 2, 0x80, 0xbf},
        {0xf0, 0xf0, 3, 0x90, 0xbf}, {0xf1, 0xf3, 3, 0x80, 0xbf}, {0xf4, 0xf4, 3, 0x80, 0x8f},
    };

    if (*state != 0) {
        uint8_t more = (uint8_t)*state;
        if (byte < (uint8_t)(*state >> 8) || byte > (uint8_t)(*state >> 16))
            return false;
        *state = more == 1 ? 0 : 0xbf8000U | (uint32_t)(more - 1);
        return true;
    }
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        if (byte < forms[i].first || byte > forms[i].last)
            continue;
        if (forms[i].more > 0)
            *state = (uint32_t)forms[i].high << 16 | (uint32_t)forms[i].low << 8 | forms[i].more;
        return true;
    }
    return false;
}

/* Reads the first two bytes of a head. */
static enum frame_step read_fixed(struct frame_reader *reader)
{
    uint8_t first = reader->head[0];
    uint8_t length = reader->head[1] & LENGTH;

    reader->opcode = first & OPCODE;
    bool is_known = reader->opcode <= FRAME_BINARY ||
                    (reader->opcode >= FRAME_CLOSE && reader->opcode <= FRAME_PONG);
    bool is_out_of_place =
        !is_control(reader) && (reader->opcode == FRAME_CONTINUATION) != reader->is_in_message;
    if ((first & RESERVED) != 0 || !is_known || is_out_of_place ||
        (reader->head[1] & MASKED) == 0 ||
        (is_control(reader) && ((first & FINAL) == 0 || length > FRAME_CONTROL_MAX)))
        return fail(reader, CLOSE_PROTOCOL);
    reader->head_wanted = (uint8_t)(FIXED + MASK_SIZE +
                                    (length == LENGTH_OF_16   ? 2
                                     : length == LENGTH_OF_64 ? 8
                                                              : 0));
    return FRAME_WANTS_MORE;
}

/* Reads the length. False: it has more bytes than it needs. */
static bool read_length(struct frame_reader *reader)
{
    uint8_t length = reader->head[1] & LENGTH;

    reader->left = length;
    if (length < LENGTH_OF_16)
        return true;
    reader->left = 0;
    for (size_t i = FIXED; i + MASK_SIZE < reader->head_wanted; i++)
        reader->left = reader->left << 8 | reader->head[i];
    return length == LENGTH_OF_16 ? reader->left >= LENGTH_OF_16
                                  : reader->left > UINT16_MAX && reader->left >> 63 == 0;
}

/* Ends a frame. */
static enum frame_step end_frame(struct frame_reader *reader, enum frame_step step)
{
    bool is_final = (reader->head[0] & FINAL) != 0;

    reader->head_length = 0;
    reader->head_wanted = FIXED;
    if (is_control(reader))
        return FRAME_CONTROL;
    if (!is_final)
        return step;
    if (reader->is_text && reader->text_state != 0)
        return fail(reader, CLOSE_TEXT);
    reader->is_in_message = false;
    reader->is_end = true;
    return step == FRAME_BYTE ? FRAME_BYTE : FRAME_MESSAGE_END;
}

/* Begins a frame whose head is complete. */
static enum frame_step begin_frame(struct frame_reader *reader)
{
    if (!read_length(reader))
        return fail(reader, CLOSE_PROTOCOL);
    reader->mask_at = 0;
    if (is_control(reader)) {
        reader->control_length = 0;
    } else {
        if (reader->opcode != FRAME_CONTINUATION) {
            reader->is_text = reader->opcode == FRAME_TEXT;
            reader->message_size = 0;
            reader->text_state = 0;
        }
        reader->is_in_message = true;
        if (reader->left > reader->message_max - reader->message_size)
            return fail(reader, CLOSE_TOO_BIG);
        reader->message_size += reader->left;
    }
    return reader->left == 0 ? end_frame(reader, FRAME_WANTS_MORE) : FRAME_WANTS_MORE;
}

static enum frame_step take_head(struct frame_reader *reader, uint8_t byte)
{
    reader->head[reader->head_length++] = byte;
    if (reader->head_length == FIXED)
        return read_fixed(reader);
    return reader->head_length == reader->head_wanted ? begin_frame(reader) : FRAME_WANTS_MORE;
}

static enum frame_step take_content(struct frame_reader *reader, uint8_t byte)
{
    const uint8_t *mask = reader->head + reader->head_wanted - MASK_SIZE;
    enum frame_step step = FRAME_WANTS_MORE;

    byte ^= mask[reader->mask_at++ % MASK_SIZE];
    reader->left--;
    if (is_control(reader)) {
        reader->control[reader->control_length++] = byte;
    } else {
        if (reader->is_text && !take_letter(&reader->text_state, byte))
            return fail(reader, CLOSE_TEXT);
        reader->byte = byte;
        step = FRAME_BYTE;
    }
    return reader->left == 0 ? end_frame(reader, step) : step;
}

enum frame_step frame_take(struct frame_reader *reader, uint8_t byte)
{
    reader->is_end = false;
    return reader->head_length < reader->head_wanted ? take_head(reader, byte)
                                                     : take_content(reader, byte);
}

size_t frame_write_head(enum frame_opcode opcode, uint64_t length, uint8_t out[FRAME_HEAD_MAX])
{
    size_t bytes = length < LENGTH_OF_16 ? 0 : length <= UINT16_MAX ? 2 : 8;

    out[0] = (uint8_t)(FINAL | (uint8_t)opcode);
    out[1] = (uint8_t)(bytes == 0 ? length : bytes == 2 ? LENGTH_OF_16 : LENGTH_OF_64);
    for (size_t i = 0; i < bytes; i++)
        out[FIXED + i] = (uint8_t)(length >> (8 * (bytes - 1 - i)));
    return FIXED + bytes;
}

bool frame_is_close_code(unsigned code)
{
    bool is_standard = code >= 1000 && code <= 1014 && code != 1004 && code != 1005 && code != 1006;

    return is_standard || (code >= 3000 && code < 5000);
}

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

/* Queues a control frame. Without room it is dropped, because the peer does not read. */
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

/* Notes the code and a sentence for the peer, and makes NET_DEAD. Always returns true. */
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

/* Takes a pong: the answer to our last ping, or an unrequested one. */
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

/* Takes the peer's close frame; the answer has its code. */
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

/* Collects TEXT for a wire whose TEXT is messages. */
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
    if (!socket->is_caps_reported) {
        socket->is_caps_reported = true;
        *out = (struct net_event){.kind = NET_CAPABILITIES};
        return true;
    }
    if (socket->is_window_reported || socket->columns == 0 || socket->rows == 0)
        return false;
    socket->is_window_reported = true;
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
