/*
 * MCCP2, the sending half: from one moment on everything that goes to a peer is one zlib stream,
 * flushed to a whole number of bytes with every flight, so that the peer can show all it has got.
 *
 * A stream begins and ends between two flights and nowhere else: what waits is plain text until the
 * moment it is taken, so no byte can be on the wrong side.
 */
#ifndef UNDERCROFT_SERVER_NET_COMPRESS_H
#define UNDERCROFT_SERVER_NET_COMPRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/err.h"

enum {
    COMPRESS_WINDOW_BITS = 11, /* with memory level 4 a stream holds about 22 KiB */
    COMPRESS_MEMORY_LEVEL = 4,
    COMPRESS_LEVEL = 5, /* a fifth smaller than 1 for a microsecond a frame */
};

struct z_stream_s;

/* Valid when all zero: plain. */
struct compress {
    struct z_stream_s *stream; /* owned; NULL while the wire is plain */
    bool has_failed;           /* there was no memory for a stream; it stays plain for good */
};

void compress_release(struct compress *compress);

/* True if a flight is owed though nothing waits: the stream is to begin, or to end. */
bool compress_is_owed(const struct compress *compress, bool is_wanted);

/*
 * Moves all of `from` behind `to`, in the form the peer now expects; `from` keeps its memory. With
 * `is_wanted` a plain wire gets what waits as it is and IAC SB 86 IAC SE behind it, and all later
 * flights are compressed; without it a compressed one gets what waits and the stream's end, and all
 * later flights are plain. `to` must be able to take COMPRESS_BOUND(from->length). After ERR_MEMORY
 * or ERR_TOO_BIG the peer cannot be told anything any more.
 */
MUST_USE enum err compress_take(struct compress *compress, bool is_wanted, struct bytes *from,
                                struct bytes *to);

/* Upper bound of the output for `length` bytes, with the beginning and the end of a stream. */
#define COMPRESS_BOUND(length) ((length) + (length) / 4 + 64)

#endif
