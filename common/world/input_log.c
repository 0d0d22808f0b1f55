/*
 * The recording of a run, as bytes.
 */
#include "world/input_log.h"

#include <string.h>

enum { LIMIT_COUNT = 9 };

static const char magic[6] = "UCLOG";

/* Returns one of the limits, in the order in which they are recorded. */
static uint32_t *limit_of(struct world_limits *limits, size_t i)
{
    uint32_t *const list[LIMIT_COUNT] = {
        &limits->delvers_max, &limits->levels_max,         &limits->foes_max,
        &limits->items_max,   &limits->level_foes,         &limits->level_items,
        &limits->beat_ticks,  &limits->population_percent, &limits->price_percent};

    return list[i];
}

enum err input_log_header_encode(const struct input_log_header *header, struct bytes *out)
{
    struct world_limits limits = header->limits;
    struct byte_writer writer = byte_writer_of(out);

    byte_writer_note(&writer, bytes_reserve(out, INPUT_LOG_HEADER_SIZE));
    byte_writer_put(&writer, magic, sizeof magic);
    byte_writer_u16(&writer, INPUT_LOG_VERSION);
    byte_writer_u64(&writer, header->seed);
    byte_writer_u64(&writer, header->tick);
    byte_writer_u64(&writer, header->content);
    byte_writer_u64(&writer, header->setpieces);
    for (size_t i = 0; i < LIMIT_COUNT; i++)
        byte_writer_u32(&writer, *limit_of(&limits, i));
    return writer.error;
}

enum err input_log_header_decode(struct byte_reader *reader, struct input_log_header *out)
{
    const uint8_t *start = byte_reader_take(reader, sizeof magic);

    if (start == NULL || memcmp(start, magic, sizeof magic) != 0)
        return ERR_FOREIGN;
    uint16_t version = byte_reader_u16(reader);
    out->seed = byte_reader_u64(reader);
    out->tick = byte_reader_u64(reader);
    out->content = byte_reader_u64(reader);
    out->setpieces = byte_reader_u64(reader);
    for (size_t i = 0; i < LIMIT_COUNT; i++)
        *limit_of(&out->limits, i) = byte_reader_u32(reader);
    if (version > INPUT_LOG_VERSION)
        return ERR_NEWER;
    return reader->failed || version < INPUT_LOG_VERSION ? ERR_FORMAT : ERR_OK;
}

enum err input_log_entry_begin(struct bytes *out, uint64_t tick, uint32_t count)
{
    struct byte_writer writer = byte_writer_of(out);

    byte_writer_u64(&writer, tick);
    byte_writer_u32(&writer, count);
    return writer.error;
}

enum err input_log_entry_end(struct bytes *out, uint64_t hash)
{
    struct byte_writer writer = byte_writer_of(out);

    byte_writer_u64(&writer, hash);
    return writer.error;
}

static void release_inputs(struct input *inputs, size_t count)
{
    for (size_t i = 0; i < count; i++)
        input_release(&inputs[i]);
}

enum err input_log_entry_decode(struct byte_reader *reader, struct input *inputs, size_t inputs_max,
                                struct input_log_entry *out)
{
    out->tick = byte_reader_u64(reader);
    out->input_count = byte_reader_u32(reader);
    if (reader->failed)
        return ERR_FORMAT;
    if (out->input_count > inputs_max)
        return ERR_TOO_BIG;

    for (size_t i = 0; i < out->input_count; i++) {
        enum err error = input_decode(reader, &inputs[i]);
        if (error != ERR_OK) {
            release_inputs(inputs, i);
            return error;
        }
    }
    out->hash = byte_reader_u64(reader);
    if (reader->failed) {
        release_inputs(inputs, out->input_count);
        return ERR_FORMAT;
    }
    return ERR_OK;
}
