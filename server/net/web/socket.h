/*
 * The WebSocket around a client's wire: frames of the peer become bytes and messages for the wire,
 * and output of the wire becomes frames. Bytes that the wire appends to the client's `out` directly
 * are a run: it becomes one BINARY frame when a message follows it, or the flight ends.
 * Our control frames go out behind the flight, so that they are never inside a compressed stream.
 */
#ifndef UNDERCROFT_SERVER_NET_WEB_SOCKET_H
#define UNDERCROFT_SERVER_NET_WEB_SOCKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/err.h"
#include "server/net/web/frame.h"

struct client;
struct net_event;

enum {
    SOCKET_CONTROLS_MAX = 2048,  /* bytes of control frames that wait */
    SOCKET_PINGS_MAX = 10,       /* of a peer are answered, */
    SOCKET_PINGS_MS = 10 * 1000, /* in this time */
    SOCKET_UNANSWERED_MAX = 2,   /* pings of ours, then the line is dead */
};

struct web_socket {
    struct frame_reader reader;
    struct bytes message;  /* the TEXT of the peer that is coming in */
    struct bytes controls; /* frames */
    size_t run_at;         /* where the run begins, in `out` or in the flight */
    uint64_t pings_at_ms;  /* when the count of the peer's `pings` began */
    uint32_t pings;
    uint32_t unanswered; /* pings of ours */
    uint64_t pinged_at_ms;
    uint32_t frames_taken;      /* and not counted yet, */
    uint32_t frames_sent;       /* like these */
    enum close_code close_code; /* with which it is closed; 0: not decided */
    uint8_t close_length;
    char close_text[FRAME_CLOSE_TEXT_MAX];
    bool wants_screen; /* of the client: it sends keys, on a screen */
    uint16_t columns;  /* of that screen; 0: not known */
    uint16_t rows;
    bool is_told_caps;   /* the room above was told what the client can do, */
    bool is_told_window; /* and how large its screen is */
    bool is_over;        /* input of the peer is ignored */
    bool is_closed;      /* the last frame of ours waits, or has gone */
    bool has_left;       /* the peer has closed */
};

void web_socket_init(struct web_socket *socket, size_t message_max);
void web_socket_release(struct web_socket *socket);

/* Takes a byte. False: it makes no event. NET_DEAD: the peer breaks the rules, and web_socket_end()
   knows with which code it is to be closed. */
bool web_socket_feed(struct client *client, uint8_t byte, uint64_t now_ms, struct net_event *out);

/* The next fact about the client that is known from the start: its capabilities, then the size of
   its screen. False: all were told. */
bool web_socket_next_fact(struct web_socket *socket, struct net_event *out);

/* Appends a whole message to the client's `out`, behind the run. ERR_MEMORY, ERR_TOO_BIG: it is
   dead. */
MUST_USE enum err web_socket_send(struct client *client, enum frame_opcode opcode, const void *data,
                                  size_t length);

/* Makes a frame of the run in `bytes`: the client's `out`, before it goes elsewhere. Errors as of
   bytes_append(). */
MUST_USE enum err web_socket_seal(struct web_socket *socket, struct bytes *bytes);

/* Makes a frame of the run in a flight, which took all of `out`, and appends the waiting control
   frames. Errors as above. */
MUST_USE enum err web_socket_seal_flight(struct web_socket *socket, struct bytes *flight);

/* Notes why it will be closed; the first one counts. The text is cut where it is too long. */
void web_socket_note_end(struct web_socket *socket, enum close_code code, const char *text);

/* Puts the last frame, once, with `otherwise` where no code was noted. */
void web_socket_end(struct web_socket *socket, enum close_code otherwise);

/* Asks for a sign of life. */
void web_socket_ping(struct web_socket *socket, uint64_t now_ms);

#endif
