/*
 * A WebSocket's client. Masks hide nothing here, but the server has to take them off.
 *
 * A page gets records `kind u8, length V, body`. Two are read, and of them the head alone: BODIES
 * (view u16, n u8, then the own body: id u16, x u8, y u8) and MARK (tick u32, last input u32).
 */
#include "server/tools/swarm/web.h"

#include <arpa/inet.h>
#include <inttypes.h>
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

/* Takes a byte of the answer's head. True: it was the last one. */
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

/* Begins the payload of a frame. A frame without one is a piece already. */
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

enum { KIND_BODIES = 3, KIND_MARK = 5, BODY_COUNT_AT = 2, SELF_X_AT = 5, SELF_Y_AT = 6 };

size_t page_line(struct page *page, const char *line, char *out, size_t out_size)
{
    return (size_t)snprintf(out, out_size, "Input.Line {\"n\":%" PRIu32 ",\"text\":\"%s\"}",
                            ++page->input, line);
}

/* Takes a part of a record's body, or all of it, and returns its length. */
static size_t take_body(struct page *page, const uint8_t *data, size_t length)
{
    size_t taken = page->left < length ? (size_t)page->left : length;
    size_t room = PAGE_HEAD_BYTES - page->head_length;
    size_t kept = taken < room ? taken : room;

    page->left -= taken;
    memcpy(page->head + page->head_length, data, kept);
    page->head_length += kept;
    return taken;
}

/* Returns the number of lines that the record answers. */
static uint32_t end_record(struct page *page)
{
    const uint8_t *head = page->head;
    uint32_t before = page->answered;

    page->at = PAGE_AT_KIND;
    if (page->kind == KIND_BODIES && page->head_length > SELF_Y_AT && head[BODY_COUNT_AT] > 0) {
        page->x = head[SELF_X_AT];
        page->y = head[SELF_Y_AT];
    }
    if (page->kind != KIND_MARK || page->head_length < PAGE_HEAD_BYTES)
        return 0;
    page->answered =
        (uint32_t)head[4] << 24 | (uint32_t)head[5] << 16 | (uint32_t)head[6] << 8 | head[7];
    return page->answered > before ? page->answered - before : 0;
}

uint32_t page_take(struct page *page, const uint8_t *data, size_t length)
{
    uint32_t answered = 0;

    for (size_t i = 0; i < length;) {
        if (page->at == PAGE_AT_KIND) {
            page->kind = data[i++];
            page->left = 0;
            page->shift = 0;
            page->head_length = 0;
            page->at = PAGE_AT_LENGTH;
            continue;
        }
        if (page->at == PAGE_AT_LENGTH) {
            page->left |= (uint64_t)(data[i] & 0x7f) << page->shift;
            page->shift += page->shift < 56 ? 7 : 0;
            page->at = (data[i++] & 0x80) != 0 ? PAGE_AT_LENGTH : PAGE_AT_BODY;
        } else {
            i += take_body(page, data + i, length - i);
        }
        if (page->at == PAGE_AT_BODY && page->left == 0)
            answered += end_record(page);
    }
    return answered;
}
