/*
 * The client's side of a WebSocket (RFC 6455), as far as a bot needs it: the request, frames out,
 * what comes in cut into pieces, and the messages of a browser page in them. It is pure; the
 * caller has the socket, sends and receives.
 */
#ifndef UNDERCROFT_SERVER_TOOLS_SWARM_WEB_H
#define UNDERCROFT_SERVER_TOOLS_SWARM_WEB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

enum {
    WEB_REQUEST_SIZE = 512,
    WEB_HEADER_MAX = 8, /* of a masked frame whose payload is below 64 KiB */
    WEB_CONTROL_MAX = 125,
    WEB_STATUS_SIZE = 64,
};

enum web_opcode {
    WEB_CONTINUATION = 0,
    WEB_TEXT = 1,
    WEB_BINARY = 2,
    WEB_CLOSE = 8,
    WEB_PING = 9,
    WEB_PONG = 10,
};

enum web_state { WEB_ANSWER, WEB_OPCODE, WEB_LENGTH, WEB_LONG_LENGTH, WEB_PAYLOAD, WEB_REFUSED };

/* Valid when it is all zero: the answer to the request is awaited. */
struct web {
    enum web_state state;
    uint8_t opcode;
    uint8_t message;   /* the opcode of the message that a continuation belongs to */
    bool is_final;     /* the frame ends its message */
    int length_left;   /* bytes of the length that are still to come */
    uint64_t left;     /* bytes of the payload that are still to come */
    int blank_matched; /* matched bytes of the CR LF CR LF at the end of the answer */
    bool has_status;   /* the answer's first line is whole */
    size_t status_length;
    char status[WEB_STATUS_SIZE];
    uint8_t control[WEB_CONTROL_MAX]; /* payload of a control frame, until it is whole */
    size_t control_length;
};

enum web_piece_kind {
    WEB_PIECE_NONE,    /* the bytes are not complete yet */
    WEB_PIECE_OPEN,    /* the server has agreed */
    WEB_PIECE_REFUSED, /* the server has refused: web.status says how; nothing else will come */
    WEB_PIECE_DATA,    /* a part of a message, `is_end` with its last one */
    WEB_PIECE_CONTROL, /* a whole control frame */
};

struct web_piece {
    enum web_piece_kind kind;
    enum web_opcode opcode; /* of the message that the part belongs to, or of the control frame */
    const uint8_t *data;
    size_t length;
    bool is_end;
};

/* The request for a subprotocol (NULL: none) of the server at `address`, with `query` behind /ws,
   NUL-terminated. */
size_t web_request(char out[WEB_REQUEST_SIZE], const struct sockaddr_storage *address,
                   const char *query, const char *subprotocol);

/* Takes some of the bytes, at least one, and returns their number; `piece` tells their meaning. */
size_t web_take(struct web *web, const uint8_t *data, size_t length, struct web_piece *piece);

/*
 * Writes the header of a masked frame in front of `length` bytes (below 64 KiB), which stand
 * WEB_HEADER_MAX bytes into `buffer`, and masks them. Returns where the frame begins in `buffer`;
 * it ends with the payload.
 */
size_t web_frame(uint8_t *buffer, size_t length, enum web_opcode opcode, uint32_t mask);

/*
 * The messages of a bot that plays as a browser page, in v1.undercroft
 * (server/session/page/README.md): it sends lines with a number, and reads the marks that answer
 * them and the place of its own delver.
 */
enum { PAGE_HEAD_BYTES = 8 };

enum page_at { PAGE_AT_KIND, PAGE_AT_LENGTH, PAGE_AT_BODY };

/* The state of a bot's reader of records. Valid when all zero. */
struct page {
    uint32_t input;    /* the number of the last line that was sent */
    uint32_t answered; /* the number of the last line that was answered */
    enum page_at at;
    uint8_t kind;
    int shift; /* bits that the next byte of the length is shifted by */
    uint64_t left;
    uint8_t head[PAGE_HEAD_BYTES]; /* the first bytes of the body */
    size_t head_length;
    int x; /* where the bot's own delver was seen last */
    int y;
};

/* The message that types a line; it has no quotes, backslashes or controls. Returns its length. */
size_t page_line(struct page *page, const char *line, char *out, size_t out_size);

/* A part of a BINARY message. Returns how many lines are answered that were not before. */
uint32_t page_take(struct page *page, const uint8_t *data, size_t length);

#endif
