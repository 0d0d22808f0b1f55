/*
 * Compares the bytes that one client receives with the output that this server may send: telnet
 * commands, control sequences and text, each in the few forms that are ours. It shares no code with
 * the makers of those bytes, so that it cannot be wrong in the same way.
 */
#ifndef UNDERCROFT_TESTS_PROPERTY_TALK_STREAM_H
#define UNDERCROFT_TESTS_PROPERTY_TALK_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <zlib.h>

enum {
    STREAM_SEQUENCE_MAX = 32,
    STREAM_MESSAGE_MAX = 20 * 1024,
    STREAM_TAIL = 96, /* bytes kept for a report */
    STREAM_FAULT_SIZE = 512,
};

enum stream_state {
    STREAM_TEXT,
    STREAM_RETURN,   /* after CR */
    STREAM_ESCAPE,   /* after ESC */
    STREAM_SEQUENCE, /* after CSI */
    STREAM_TITLE,    /* in a window's title */
    STREAM_COMMAND,  /* after IAC */
    STREAM_OPTION,   /* after a verb */
    STREAM_SUBNEGOTIATION,
    STREAM_SUBCOMMAND /* after IAC in there */
};

struct stream {
    bool is_screen; /* cursor sequences may come; else colours only */
    bool has_utf8;  /* letters beyond ASCII may come */
    /* It is shown what it typed itself, and answered what it made up: any letter may come that is
       no control, and any option be refused. */
    bool hears_itself;
    bool may_ring; /* set bell on: bells may come */
    z_stream inflating;
    bool is_compressed; /* all that comes is one stream of zlib's */
    enum stream_state state;
    uint8_t letter[4]; /* of a letter that is not complete yet */
    size_t letter_length;
    size_t letter_left;
    int marks;            /* on the last letter; -1: nothing stands there that could bear one */
    bool was_probe_glyph; /* only the question about its width may follow */
    uint8_t verb;
    char sequence[STREAM_SEQUENCE_MAX];
    size_t sequence_length;
    uint8_t message[STREAM_MESSAGE_MAX];
    size_t message_length;
    uint8_t tail[STREAM_TAIL];
    size_t tail_at;
    char fault[STREAM_FAULT_SIZE]; /* "" : none */
    uint64_t letters;              /* of text, so far */
    uint64_t strange;              /* of them, beyond ASCII */
    uint64_t sequences;
    uint64_t bells;
    uint64_t messages;     /* of GMCP */
    uint64_t talks;        /* of those, Comm.Channel.Text */
    uint32_t marks_asked;  /* pings to be answered */
    uint32_t probes_asked; /* questions about the cursor to be answered */
};

void stream_init(struct stream *stream);
void stream_release(struct stream *stream);

/* Takes what came over the wire, compressed or not. False from the first fault on, which is then in
   stream->fault. */
bool stream_take(struct stream *stream, const uint8_t *data, size_t length);

/* False, with a fault, if the stream stops within anything: to be asked when all was sent. */
bool stream_is_whole(struct stream *stream);

#endif
