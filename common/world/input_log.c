/*
 * The record of a run as bytes.
 */
#include "world/input_log.h"

#include <string.h>

enum { LIMIT_COUNT = 9 };

static const char magic[6] = "UCLOG";

/* The limits in the order in which they are recorded. */
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
    enum err error = bytes_reserve(out, INPUT_LOG_HEADER_SIZE);

    if (error == ERR_OK)
        error = bytes_append(out, magic, sizeof magic);
    if (error == ERR_OK)
        error = bytes_append_u16(out, INPUT_LOG_VERSION);
    if (error == ERR_OK)
        error = bytes_append_u64(out, header->seed);
    if (error == ERR_OK)
        error = bytes_append_u64(out, header->tick);
    if (error == ERR_OK)
        error = bytes_append_u64(out, header->setpieces);
    for (size_t i = 0; error == ERR_OK && i < LIMIT_COUNT; i++)
        error = bytes_append_u32(out, *limit_of(&limits, i));
    return error;
}

enum err input_log_header_decode(struct byte_reader *reader, struct input_log_header *out)
{
    const uint8_t *start = byte_reader_take(reader, sizeof magic);

    if (start == NULL || memcmp(start, magic, sizeof magic) != 0)
        return ERR_FOREIGN;
    uint16_t version = byte_reader_u16(reader);
    out->seed = byte_reader_u64(reader);
    out->tick = byte_reader_u64(reader);
    out->setpieces = byte_reader_u64(reader);
    for (size_t i = 0; i < LIMIT_COUNT; i++)
        *limit_of(&out->limits, i) = byte_reader_u32(reader);
    if (version > INPUT_LOG_VERSION)
        return ERR_NEWER;
    return reader->failed || version < INPUT_LOG_VERSION ? ERR_FORMAT : ERR_OK;
}

enum err input_log_entry_begin(struct bytes *out, uint64_t tick, uint32_t count)
{
    enum err error = bytes_append_u64(out, tick);

    if (error == ERR_OK)
        error = bytes_append_u32(out, count);
    return error;
}

enum err input_log_entry_end(struct bytes *out, uint64_t hash)
{
    return bytes_append_u64(out, hash);
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
