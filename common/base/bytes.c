/*
 * A growing run of bytes with a maximum, its writer and its reader. Numbers are little endian
 * on machines of any byte order.
 */
#include "base/bytes.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"

enum { BYTES_CAPACITY_MIN = 256 };

void bytes_init(struct bytes *bytes, size_t length_max)
{
    *bytes = (struct bytes){.length_max = length_max};
}

void bytes_release(struct bytes *bytes)
{
    free(bytes->data);
    bytes_init(bytes, bytes->length_max);
}

void bytes_clear(struct bytes *bytes, size_t keep_max)
{
    bytes->length = 0;
    if (bytes->capacity > keep_max)
        bytes_release(bytes);
}

void bytes_swap(struct bytes *bytes, struct bytes *other)
{
    CHECK(bytes->length <= other->length_max && other->length <= bytes->length_max);
    struct bytes held = *bytes;

    *bytes = *other;
    bytes->length_max = held.length_max;
    held.length_max = other->length_max;
    *other = held;
}

enum err bytes_reserve(struct bytes *bytes, size_t length)
{
    CHECK(bytes->length <= bytes->length_max);
    if (length > bytes->length_max - bytes->length)
        return ERR_TOO_BIG;

    size_t needed = bytes->length + length;
    if (needed <= bytes->capacity)
        return ERR_OK;

    size_t capacity = bytes->capacity < BYTES_CAPACITY_MIN ? BYTES_CAPACITY_MIN : bytes->capacity;
    while (capacity < needed)
        capacity *= 2;
    if (capacity > bytes->length_max)
        capacity = bytes->length_max;

    uint8_t *data = realloc(bytes->data, capacity);
    if (data == NULL)
        return ERR_MEMORY;
    bytes->data = data;
    bytes->capacity = capacity;
    return ERR_OK;
}

enum err bytes_append(struct bytes *bytes, const void *data, size_t length)
{
    enum err error = bytes_reserve(bytes, length);

    if (error == ERR_OK && length > 0) {
        memcpy(bytes->data + bytes->length, data, length);
        bytes->length += length;
    }
    return error;
}

enum err bytes_append_text(struct bytes *bytes, const char *text)
{
    return bytes_append(bytes, text, strlen(text));
}

enum err bytes_append_u8(struct bytes *bytes, uint8_t value)
{
    return bytes_append(bytes, &value, sizeof value);
}

struct byte_writer byte_writer_of(struct bytes *bytes)
{
    return (struct byte_writer){.bytes = bytes, .error = ERR_OK};
}

void byte_writer_note(struct byte_writer *writer, enum err error)
{
    if (writer->error == ERR_OK)
        writer->error = error;
}

void byte_writer_put(struct byte_writer *writer, const void *data, size_t length)
{
    if (writer->error == ERR_OK)
        writer->error = bytes_append(writer->bytes, data, length);
}

void byte_writer_text(struct byte_writer *writer, const char *text)
{
    byte_writer_put(writer, text, strlen(text));
}

static void write_little_endian(struct byte_writer *writer, uint64_t value, size_t width)
{
    uint8_t buffer[8];

    for (size_t i = 0; i < width; i++)
        buffer[i] = (uint8_t)(value >> (8 * i));
    byte_writer_put(writer, buffer, width);
}

void byte_writer_u8(struct byte_writer *writer, uint8_t value)
{
    write_little_endian(writer, value, 1);
}

void byte_writer_u16(struct byte_writer *writer, uint16_t value)
{
    write_little_endian(writer, value, 2);
}

void byte_writer_u32(struct byte_writer *writer, uint32_t value)
{
    write_little_endian(writer, value, 4);
}

void byte_writer_u64(struct byte_writer *writer, uint64_t value)
{
    write_little_endian(writer, value, 8);
}

void byte_reader_init(struct byte_reader *reader, const void *data, size_t length)
{
    *reader = (struct byte_reader){.data = data, .length = length};
}

const uint8_t *byte_reader_take(struct byte_reader *reader, size_t length)
{
    if (reader->failed || length > reader->length - reader->at) {
        reader->failed = true;
        return NULL;
    }
    const uint8_t *taken = reader->data + reader->at;
    reader->at += length;
    return taken;
}

static uint64_t read_little_endian(struct byte_reader *reader, size_t width)
{
    const uint8_t *taken = byte_reader_take(reader, width);
    uint64_t value = 0;

    if (taken == NULL)
        return 0;
    for (size_t i = width; i > 0; i--)
        value = value << 8 | taken[i - 1];
    return value;
}

uint8_t byte_reader_u8(struct byte_reader *reader)
{
    return (uint8_t)read_little_endian(reader, 1);
}

uint16_t byte_reader_u16(struct byte_reader *reader)
{
    return (uint16_t)read_little_endian(reader, 2);
}

uint32_t byte_reader_u32(struct byte_reader *reader)
{
    return (uint32_t)read_little_endian(reader, 4);
}

uint64_t byte_reader_u64(struct byte_reader *reader)
{
    return read_little_endian(reader, 8);
}

bool byte_reader_at_end(const struct byte_reader *reader)
{
    return !reader->failed && reader->at == reader->length;
}
