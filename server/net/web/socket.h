/*
 * WebSockets: frames of RFC 6455, and the socket around a client's wire.
 */
#ifndef UNDERCROFT_SERVER_NET_WEB_SOCKET_H
#define UNDERCROFT_SERVER_NET_WEB_SOCKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/err.h"

struct client;
struct net_event;

/*
 * Frames of a peer are taken byte by byte and checked as they come, so the pieces of the stream
 * make no difference; ours get the shortest head. Extensions are never accepted, so a reserved bit
 * is a fault. A frame reader has no socket and no memory of its own.
 */
enum {
    FRAME_CONTROL_MAX = 125, /* most bytes of a control frame */
    FRAME_HEAD_MAX = 10,     /* most bytes of the head of a frame of ours */
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
    FRAME_BYTE,        /* `byte` is the next byte of a message; is_end: and the last */
    FRAME_MESSAGE_END, /* a message has ended with an empty frame */
    FRAME_CONTROL,     /* a control frame is complete; for a close, `fault` is its code */
    FRAME_BROKEN,      /* the frame is invalid; `fault` is the code to close with */
};

/* A reader of a peer's frames. Valid after frame_reader_init(). */
struct frame_reader {
    uint64_t message_max;  /* most bytes of a message, all fragments together */
    uint64_t message_size; /* bytes of the message that its frames have announced so far */
    uint64_t left;         /* bytes of the frame that are still to come */
    uint32_t text_state;   /* state within a letter of UTF-8; 0: between letters */
    uint8_t head[14];      /* head of the frame so far, with its mask at the end */
    uint8_t head_length;
    uint8_t head_wanted;
    uint8_t mask_at;
    uint8_t byte;
    bool is_in_message; /* a message has begun and not ended */
    bool is_text;       /* the present message, or else the last one, is TEXT */
    bool is_end;
    uint8_t control_length;
    uint8_t control[FRAME_CONTROL_MAX]; /* content of the last control frame */
    enum frame_opcode opcode;           /* opcode of the frame */
    enum close_code fault;
};

void frame_reader_init(struct frame_reader *reader, uint64_t message_max);

/* Takes the next byte. Do not call it after FRAME_BROKEN. */
enum frame_step frame_take(struct frame_reader *reader, uint8_t byte);

/* Writes the head of a whole frame of ours with `length` bytes; returns the head's length. */
size_t frame_write_head(enum frame_opcode opcode, uint64_t length, uint8_t out[FRAME_HEAD_MAX]);

/* True if a peer may close with that code. */
bool frame_is_close_code(unsigned code);

/*
 * Frames of the peer become bytes and messages for the wire, and output of the wire becomes frames.
 * Bytes that the wire appends to the client's `out` directly are a run: it becomes one BINARY frame
 * when a message follows it, or at the end of the flight. Our control frames are sent after the
 * flight, so that they are never inside a compressed stream.
 */
enum {
    SOCKET_CONTROLS_MAX = 2048,  /* most bytes of waiting control frames */
    SOCKET_PINGS_MAX = 10,       /* most pings of a peer that are answered in SOCKET_PINGS_MS */
    SOCKET_PINGS_MS = 10 * 1000, /* milliseconds in which pings are counted */
    SOCKET_UNANSWERED_MAX = 2,   /* unanswered pings of ours after which the connection is dead */
};

struct web_socket {
    struct frame_reader reader;
    struct bytes message;  /* TEXT of the peer so far */
    struct bytes controls; /* waiting control frames */
    size_t run_at;         /* start of the run, in `out` or in the flight */
    uint64_t pings_at_ms;  /* time at which the count `pings` began */
    uint32_t pings;
    uint32_t unanswered; /* pings of ours without an answer */
    uint64_t pinged_at_ms;
    uint32_t frames_taken;      /* frames of the peer that metrics have not counted yet */
    uint32_t frames_sent;       /* frames to the peer that metrics have not counted yet */
    enum close_code close_code; /* code of our close; 0: not decided */
    uint8_t close_length;
    char close_text[FRAME_CLOSE_TEXT_MAX];
    bool wants_screen; /* the client sends keys, and shows a screen */
    uint16_t columns;  /* columns of that screen; 0: unknown */
    uint16_t rows;
    bool is_caps_reported;   /* the layer above knows the client's capabilities */
    bool is_window_reported; /* the layer above knows the size of the client's screen */
    bool is_over;            /* further input of the peer is ignored */
    bool is_closed;          /* our last frame waits, or was sent */
    bool has_left;           /* the peer has closed */
};

void web_socket_init(struct web_socket *socket, size_t message_max);
void web_socket_release(struct web_socket *socket);

/* Takes a byte. False: it makes no event. NET_DEAD: the peer breaks the rules; web_socket_end()
   then closes with the right code. */
bool web_socket_feed(struct client *client, uint8_t byte, uint64_t now_ms, struct net_event *out);

/* Reports the next fact about the client that is known from the start: its capabilities, then the
   size of its screen. False: all were reported. */
bool web_socket_next_fact(struct web_socket *socket, struct net_event *out);

/* Appends a whole message to the client's `out`, after the run. ERR_MEMORY, ERR_TOO_BIG: the client
   is dead. */
MUST_USE enum err web_socket_send(struct client *client, enum frame_opcode opcode, const void *data,
                                  size_t length);

/* Makes a frame of the run in `bytes`: the client's `out`, before it is moved. Errors of
   bytes_append(). */
MUST_USE enum err web_socket_seal(struct web_socket *socket, struct bytes *bytes);

/* Makes a frame of the run in a flight that took all of `out`, and appends the waiting control
   frames. Errors of bytes_append(). */
MUST_USE enum err web_socket_seal_flight(struct web_socket *socket, struct bytes *flight);

/* Stores the reason of the close; only the first call has an effect. Long text is cut. */
void web_socket_note_end(struct web_socket *socket, enum close_code code, const char *text);

/* Appends the last frame, once; its code is `otherwise` if none was stored. */
void web_socket_end(struct web_socket *socket, enum close_code otherwise);

/* Sends a ping. */
void web_socket_ping(struct web_socket *socket, uint64_t now_ms);

#endif
