/*
 * The sending half of MCCP2: one zlib stream, which ends each flight at a whole byte.
 */
#include "server/net/compress.h"

#include <stdlib.h>

#include <zlib.h>

#include "base/check.h"

enum { CHUNK = 1024 };

static const uint8_t begin_mark[] = {255, 250, 86, 255, 240}; /* IAC SB COMPRESS2 IAC SE */

void compress_release(struct compress *compress)
{
    if (compress->stream != NULL)
        deflateEnd(compress->stream);
    free(compress->stream);
    compress->stream = NULL;
}

static void begin(struct compress *compress)
{
    z_stream *stream = calloc(1, sizeof *stream);

    if (stream != NULL && deflateInit2(stream, COMPRESS_LEVEL, Z_DEFLATED, COMPRESS_WINDOW_BITS,
                                       COMPRESS_MEMORY_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK) {
        free(stream);
        stream = NULL;
    }
    compress->stream = stream;
    compress->has_failed = stream == NULL;
}

bool compress_is_owed(const struct compress *compress, bool is_wanted)
{
    if (compress->stream == NULL)
        return is_wanted && !compress->has_failed;
    return !is_wanted;
}

/* Compresses all of `from` and appends the output to `to`, with the part that zlib held back. */
static enum err deflate_all(z_stream *stream, int flush, const struct bytes *from, struct bytes *to)
{
    uint8_t chunk[CHUNK];
    enum err error = ERR_OK;

    stream->next_in = from->data;
    stream->avail_in = (uInt)from->length;
    do {
        stream->next_out = chunk;
        stream->avail_out = sizeof chunk;
        int result = deflate(stream, flush);
        CHECK(result != Z_STREAM_ERROR);
        error = bytes_append(to, chunk, sizeof chunk - stream->avail_out);
    } while (error == ERR_OK && stream->avail_out == 0);
    return error;
}

enum err compress_take(struct compress *compress, bool is_wanted, struct bytes *from,
                       struct bytes *to)
{
    enum err error = ERR_OK;

    if (compress->stream != NULL) {
        error = deflate_all(compress->stream, is_wanted ? Z_SYNC_FLUSH : Z_FINISH, from, to);
        if (!is_wanted)
            compress_release(compress);
    } else if (!compress_is_owed(compress, is_wanted) && to->length == 0) {
        bytes_swap(from, to);
    } else {
        if (compress_is_owed(compress, is_wanted))
            begin(compress);
        error = bytes_append(to, from->data, from->length);
        if (error == ERR_OK && compress->stream != NULL)
            error = bytes_append(to, begin_mark, sizeof begin_mark);
    }
    from->length = 0;
    return error;
}
