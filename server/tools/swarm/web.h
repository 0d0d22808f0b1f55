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
    WEB_HEADER_MAX = 8, /* most bytes of the header of a masked frame with a payload below 64 KiB */
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

/* All zero: the answer to the request is awaited. */
struct web {
    enum web_state state;
    uint8_t opcode;
    uint8_t message;   /* opcode of the message to which a continuation belongs */
    bool is_final;     /* the frame ends its message */
    int length_left;   /* bytes of the length that are still to come */
    uint64_t left;     /* bytes of the payload that are still to come */
    int blank_matched; /* bytes of the CR LF CR LF at the end of the answer that have come */
    bool has_status;   /* the answer's first line is whole */
    size_t status_length;
    char status[WEB_STATUS_SIZE];
    uint8_t control[WEB_CONTROL_MAX]; /* payload of a control frame so far */
    size_t control_length;
};

enum web_piece_kind {
    WEB_PIECE_NONE,    /* the bytes are not complete yet */
    WEB_PIECE_OPEN,    /* the server has accepted */
    WEB_PIECE_REFUSED, /* the server has refused with web.status; nothing else will come */
    WEB_PIECE_DATA,    /* a part of a message; `is_end`: its last one */
    WEB_PIECE_CONTROL, /* a whole control frame */
};

struct web_piece {
    enum web_piece_kind kind;
    /* opcode of the message to which the part belongs, or of the control frame */
    enum web_opcode opcode;
    const uint8_t *data;
    size_t length;
    bool is_end;
};

/* Writes the request for a subprotocol (NULL: none) to the server at `address`, with `query` after
   /ws, ended by NUL. Returns its length. */
size_t web_request(char out[WEB_REQUEST_SIZE], const struct sockaddr_storage *address,
                   const char *query, const char *subprotocol);

/* Takes some of the bytes, at least one, and returns their number; *piece is what they are. */
size_t web_take(struct web *web, const uint8_t *data, size_t length, struct web_piece *piece);

/*
 * Writes the header of a masked frame in front of `length` bytes (below 64 KiB), which begin
 * WEB_HEADER_MAX bytes into `buffer`, and masks them. Returns the offset of the frame in `buffer`;
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

/* The state of a bot that reads a page's records. All zero: at the beginning. */
struct page {
    uint32_t input;    /* number of the last line that was sent */
    uint32_t answered; /* number of the last line that was answered */
    enum page_at at;
    uint8_t kind;
    int shift; /* bits by which the next byte of the length is shifted */
    uint64_t left;
    uint8_t head[PAGE_HEAD_BYTES]; /* first bytes of the body */
    size_t head_length;
    int x; /* where the bot's own delver was last seen; also y */
    int y;
};

/* Writes the message that types a line, which has no quotes, backslashes or controls. Returns its
   length. */
size_t page_line(struct page *page, const char *line, char *out, size_t out_size);

/* Takes a part of a BINARY message. Returns how many more lines it answers. */
uint32_t page_take(struct page *page, const uint8_t *data, size_t length);

#endif
