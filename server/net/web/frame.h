/*
 * Frames of RFC 6455: those of a peer are taken byte by byte and checked as they come, so that how
 * the stream was cut makes no difference; ours get the shortest head there is. No extension is ever
 * agreed to, so a reserved bit is a fault. Pure: no socket, no memory of its own.
 */
#ifndef UNDERCROFT_SERVER_NET_WEB_FRAME_H
#define UNDERCROFT_SERVER_NET_WEB_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    FRAME_CONTROL_MAX = 125, /* bytes of a control frame */
    FRAME_HEAD_MAX = 10,     /* bytes of the head of a frame of ours */
    FRAME_CLOSE_TEXT_MAX = FRAME_CONTROL_MAX - 2,
};

enum frame_opcode {
    FRAME_CONTINUATION = 0,
    FRAME_TEXT = 1,
    FRAME_BINARY = 2,
    FRAME_CLOSE = 8,
    FRAME_PING = 9,
    FRAME_PONG = 10,
};

/* Why a WebSocket ends: codes of RFC 6455, and our own from 4000. */
enum close_code {
    CLOSE_DONE = 1000,
    CLOSE_STOPPING = 1001,
    CLOSE_PROTOCOL = 1002,
    CLOSE_KIND = 1003,
    CLOSE_TEXT = 1007,
    CLOSE_POLICY = 1008,
    CLOSE_TOO_BIG = 1009,
    CLOSE_TAKEN_OVER = 4001,
    CLOSE_SENT_AWAY = 4002,
    CLOSE_FULL = 4003,
};

enum frame_step {
    FRAME_WANTS_MORE,
    FRAME_BYTE,        /* `byte` is the message's next; is_end: and its last */
    FRAME_MESSAGE_END, /* of a message whose last frame is empty */
    FRAME_CONTROL,     /* `control` holds it */
    FRAME_BROKEN,      /* `fault` says with which code it is to be closed */
};

/* One peer's frames. Begins with frame_reader_init(). */
struct frame_reader {
    uint64_t message_max;  /* bytes of one message, all fragments together */
    uint64_t message_size; /* bytes of it that its frames have announced so far */
    uint64_t left;         /* bytes of the frame that are to come */
    uint32_t text_state;   /* within a letter of UTF-8; 0: between letters */
    uint8_t head[14];      /* of the frame, as far as it came; its mask is at the end */
    uint8_t head_length;
    uint8_t head_wanted;
    uint8_t mask_at;
    uint8_t byte;
    bool is_in_message; /* a fragment was there, and its end was not */
    bool is_text;       /* that message, or the last */
    bool is_end;
    uint8_t control_length;
    uint8_t control[FRAME_CONTROL_MAX]; /* content of the last control frame */
    enum frame_opcode opcode;           /* of the frame */
    enum close_code fault;
};

void frame_reader_init(struct frame_reader *reader, uint64_t message_max);

/* Takes the next byte. Not to be called again after FRAME_BROKEN. */
enum frame_step frame_take(struct frame_reader *reader, uint8_t byte);

/* Writes the head of a whole frame of ours with `length` bytes; returns how long the head is. */
size_t frame_write_head(enum frame_opcode opcode, uint64_t length, uint8_t out[FRAME_HEAD_MAX]);

/* True if a peer may close with that code. */
bool frame_is_close_code(unsigned code);

#endif
