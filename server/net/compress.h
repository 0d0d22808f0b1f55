/*
 * MCCP2, the sending half: from some moment on all output to a peer is one zlib stream, flushed to
 * whole bytes with every flight, so that the peer can show all that it has received.
 *
 * A stream begins and ends only between two flights: waiting output is plain text until it is
 * taken, so no byte can be on the wrong side.
 */
#ifndef UNDERCROFT_SERVER_NET_COMPRESS_H
#define UNDERCROFT_SERVER_NET_COMPRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/err.h"

enum {
    /* bits of the window; with memory level 4 a stream needs about 22 KiB */
    COMPRESS_WINDOW_BITS = 11,
    COMPRESS_MEMORY_LEVEL = 4,
    /* output is a fifth smaller than at level 1, for a microsecond more a frame */
    COMPRESS_LEVEL = 5,
};

struct z_stream_s;

/* The state of compression. All zero: plain. */
struct compress {
    struct z_stream_s *stream; /* owned; NULL while the output is plain */
    bool has_failed;           /* there was no memory for a stream; the output stays plain */
};

void compress_release(struct compress *compress);

/* True if the stream must begin or end, so that a flight is needed although no output waits. */
bool compress_is_owed(const struct compress *compress, bool is_wanted);

/*
 * Moves all of `from` to the end of `to`, in the form that the peer expects; `from` keeps its
 * memory. With `is_wanted` a plain wire gets the waiting output unchanged, followed by IAC SB 86
 * IAC SE, and all later flights are compressed; without it a compressed wire gets the waiting
 * output and the end of the stream, and all later flights are plain. `to` must have room for
 * COMPRESS_BOUND(from->length). After ERR_MEMORY or ERR_TOO_BIG nothing more can be sent to the
 * peer.
 */
MUST_USE enum err compress_take(struct compress *compress, bool is_wanted, struct bytes *from,
                                struct bytes *to);

/* Upper bound of the output for `length` bytes, with the start and end of a stream. */
#define COMPRESS_BOUND(length) ((length) + (length) / 4 + 64)

#endif
