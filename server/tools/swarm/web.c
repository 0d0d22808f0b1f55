/*
 * A WebSocket's client. Masks hide nothing here, but the server has to take them off.
 */
#include "server/tools/swarm/web.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>

enum {
    BIT_FINAL = 0x80,
    BIT_MASK = 0x80,
    BIT_CONTROL = 0x08,
    LENGTH_SHORT_MAX = 125,
    LENGTH_IN_2 = 126,
    LENGTH_IN_8 = 127,
    HOST_SIZE = 64,
};

size_t web_request(char out[WEB_REQUEST_SIZE], const struct sockaddr_storage *address,
                   const char *query, const char *subprotocol)
{
    const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)address;
    const struct sockaddr_in *four = (const struct sockaddr_in *)address;
    bool is_six = address->ss_family == AF_INET6;
    char host[HOST_SIZE] = "";
    int port = ntohs(is_six ? six->sin6_port : four->sin_port);

    (void)inet_ntop(address->ss_family,
                    is_six ? (const void *)&six->sin6_addr : (const void *)&four->sin_addr, host,
                    sizeof host);
    int length =
        snprintf(out, WEB_REQUEST_SIZE,
                 "GET /ws%s HTTP/1.1\r\nHost: %s%s%s:%d\r\nUpgrade: websocket\r\n"
                 "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                 "Sec-WebSocket-Key: dW5kZXJjcm9mdC1zd2FybQ==\r\n%s%s%s\r\n",
                 query, is_six ? "[" : "", host, is_six ? "]" : "", port,
                 subprotocol == NULL ? "" : "Sec-WebSocket-Protocol: ",
                 subprotocol == NULL ? "" : subprotocol, subprotocol == NULL ? "" : "\r\n");
    return (size_t)length;
}

/* A byte of the answer's head; true with its last one. */
static bool take_head(struct web *web, uint8_t byte)
{
    static const char blank[] = "\r\n\r\n";

    web->has_status = web->has_status || byte == '\r';
    if (web->status_length < WEB_STATUS_SIZE - 1 && !web->has_status)
        web->status[web->status_length++] = (char)byte;
    if (byte == (uint8_t)blank[web->blank_matched])
        web->blank_matched++;
    else
        web->blank_matched = byte == '\r';
    return web->blank_matched == (int)sizeof blank - 1;
}

static size_t take_answer(struct web *web, const uint8_t *data, size_t length,
                          struct web_piece *piece)
{
    static const char agreed[] = "HTTP/1.1 101 ";

    for (size_t i = 0; i < length; i++) {
        if (!take_head(web, data[i]))
            continue;
        bool is_open = strncmp(web->status, agreed, sizeof agreed - 1) == 0;
        web->state = is_open ? WEB_OPCODE : WEB_REFUSED;
        piece->kind = is_open ? WEB_PIECE_OPEN : WEB_PIECE_REFUSED;
        return i + 1;
    }
    return length;
}

/* The frame's header is whole. A frame without a payload is a piece already. */
static void begin_payload(struct web *web, struct web_piece *piece)
{
    web->control_length = 0;
    web->state = web->left == 0 ? WEB_OPCODE : WEB_PAYLOAD;
    if (web->left > 0)
        return;
    bool is_control = (web->opcode & BIT_CONTROL) != 0;
    piece->kind = is_control ? WEB_PIECE_CONTROL : WEB_PIECE_DATA;
    piece->opcode = (enum web_opcode)(is_control ? web->opcode : web->message);
    piece->is_end = web->is_final;
}

static void take_header(struct web *web, uint8_t byte, struct web_piece *piece)
{
    if (web->state == WEB_OPCODE) {
        web->is_final = (byte & BIT_FINAL) != 0;
        web->opcode = byte & 0x0f;
        if (web->opcode == WEB_TEXT || web->opcode == WEB_BINARY)
            web->message = web->opcode;
        web->state = WEB_LENGTH;
    } else if (web->state == WEB_LENGTH) {
        uint8_t length = byte & 0x7f;
        web->left = length <= LENGTH_SHORT_MAX ? length : 0;
        web->length_left = length == LENGTH_IN_2 ? 2 : length == LENGTH_IN_8 ? 8 : 0;
        web->state = WEB_LONG_LENGTH;
        if (web->length_left == 0)
            begin_payload(web, piece);
    } else {
        web->left = web->left << 8 | byte;
        if (--web->length_left == 0)
            begin_payload(web, piece);
    }
}

static size_t take_payload(struct web *web, const uint8_t *data, size_t length,
                           struct web_piece *piece)
{
    size_t taken = web->left < length ? (size_t)web->left : length;

    web->left -= taken;
    if (web->left == 0)
        web->state = WEB_OPCODE;
    if ((web->opcode & BIT_CONTROL) == 0) {
        *piece = (struct web_piece){.kind = WEB_PIECE_DATA,
                                    .opcode = (enum web_opcode)web->message,
                                    .data = data,
                                    .length = taken,
                                    .is_end = web->left == 0 && web->is_final};
        return taken;
    }
    size_t room = WEB_CONTROL_MAX - web->control_length;
    memcpy(web->control + web->control_length, data, taken < room ? taken : room);
    web->control_length += taken < room ? taken : room;
    if (web->left == 0)
        *piece = (struct web_piece){.kind = WEB_PIECE_CONTROL,
                                    .opcode = (enum web_opcode)web->opcode,
                                    .data = web->control,
                                    .length = web->control_length};
    return taken;
}

size_t web_take(struct web *web, const uint8_t *data, size_t length, struct web_piece *piece)
{
    *piece = (struct web_piece){.kind = WEB_PIECE_NONE};
    if (web->state == WEB_ANSWER)
        return take_answer(web, data, length, piece);
    if (web->state == WEB_PAYLOAD)
        return take_payload(web, data, length, piece);
    if (web->state == WEB_REFUSED)
        return length;
    take_header(web, data[0], piece);
    return 1;
}

size_t web_frame(uint8_t *buffer, size_t length, enum web_opcode opcode, uint32_t mask)
{
    bool is_short = length <= LENGTH_SHORT_MAX;
    size_t begin = is_short ? 2 : 0;
    const uint8_t key[] = {(uint8_t)(mask >> 24), (uint8_t)(mask >> 16), (uint8_t)(mask >> 8),
                           (uint8_t)mask};

    buffer[begin] = (uint8_t)(BIT_FINAL | opcode);
    buffer[begin + 1] = (uint8_t)(BIT_MASK | (is_short ? length : LENGTH_IN_2));
    if (!is_short) {
        buffer[begin + 2] = (uint8_t)(length >> 8);
        buffer[begin + 3] = (uint8_t)length;
    }
    memcpy(buffer + WEB_HEADER_MAX - sizeof key, key, sizeof key);
    for (size_t i = 0; i < length; i++)
        buffer[WEB_HEADER_MAX + i] ^= key[i % sizeof key];
    return begin;
}
