/*
 * The receiving half of MCCP2.
 */
#include "inflater.h"

#include <check.h>
#include <string.h>

static const uint8_t mark[INFLATER_MARK_LENGTH] = {255, 250, 86, 255, 240};

void inflater_init(struct inflater *inflater)
{
    *inflater = (struct inflater){.begun = 0};
    bytes_init(&inflater->text, INFLATER_TEXT_MAX);
}

void inflater_release(struct inflater *inflater)
{
    if (inflater->is_inflating)
        inflateEnd(&inflater->stream);
    bytes_release(&inflater->text);
}

static void take_plain(struct inflater *inflater, uint8_t byte)
{
    ck_assert_int_eq(bytes_append_u8(&inflater->text, byte), ERR_OK);
    memmove(inflater->window, inflater->window + 1, INFLATER_MARK_LENGTH - 1);
    inflater->window[INFLATER_MARK_LENGTH - 1] = byte;
    if (memcmp(inflater->window, mark, sizeof mark) != 0)
        return;
    memset(inflater->window, 0, sizeof inflater->window);
    inflater->text.length -= sizeof mark;
    inflater->stream = (z_stream){.next_in = NULL};
    ck_assert_int_eq(inflateInit(&inflater->stream), Z_OK);
    inflater->is_inflating = true;
    inflater->begun++;
}

static size_t take_compressed(struct inflater *inflater, const uint8_t *data, size_t length)
{
    z_stream *stream = &inflater->stream;
    uint8_t chunk[4096];
    int result = Z_OK;

    stream->next_in = (Bytef *)(uintptr_t)data;
    stream->avail_in = (uInt)length;
    do {
        stream->next_out = chunk;
        stream->avail_out = sizeof chunk;
        result = inflate(stream, Z_SYNC_FLUSH);
        ck_assert_msg(result == Z_OK || result == Z_STREAM_END || result == Z_BUF_ERROR,
                      "no stream any more: %s", stream->msg != NULL ? stream->msg : "?");
        ck_assert_int_eq(bytes_append(&inflater->text, chunk, sizeof chunk - stream->avail_out),
                         ERR_OK);
    } while (result == Z_OK && stream->avail_out == 0);
    size_t taken = length - stream->avail_in;
    if (result == Z_STREAM_END) {
        inflateEnd(stream);
        inflater->is_inflating = false;
        inflater->ended++;
    } else {
        ck_assert_uint_eq(taken, length);
    }
    return taken;
}

void inflater_feed(struct inflater *inflater, const uint8_t *data, size_t length)
{
    while (length > 0) {
        size_t taken = 1;
        if (inflater->is_inflating)
            taken = take_compressed(inflater, data, length);
        else
            take_plain(inflater, *data);
        data += taken;
        length -= taken;
    }
}
