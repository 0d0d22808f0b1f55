/*
 * Bytes. Numbers are little endian, whatever the machine's own order. Members of structs are copied
 * byte by byte, so that no place has to be aligned and no type is seen as another.
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

uint64_t member_load(const void *member, size_t size)
{
    uint8_t u8;
    uint16_t u16;
    uint32_t u32;
    uint64_t u64;

    switch (size) {
    case sizeof u8:
        memcpy(&u8, member, sizeof u8);
        return u8;
    case sizeof u16:
        memcpy(&u16, member, sizeof u16);
        return u16;
    case sizeof u32:
        memcpy(&u32, member, sizeof u32);
        return u32;
    default:
        CHECK(size == sizeof u64);
        memcpy(&u64, member, sizeof u64);
        return u64;
    }
}

int64_t member_signed(uint64_t value, size_t size)
{
    int unused = 64 - 8 * (int)size;

    CHECK(unused >= 0 && unused < 64);
    return (int64_t)(value << unused) >> unused;
}

void member_store(void *member, size_t size, uint64_t value)
{
    uint8_t u8 = (uint8_t)value;
    uint16_t u16 = (uint16_t)value;
    uint32_t u32 = (uint32_t)value;

    switch (size) {
    case sizeof u8:
        memcpy(member, &u8, sizeof u8);
        return;
    case sizeof u16:
        memcpy(member, &u16, sizeof u16);
        return;
    case sizeof u32:
        memcpy(member, &u32, sizeof u32);
        return;
    default:
        CHECK(size == sizeof value);
        memcpy(member, &value, sizeof value);
    }
}

size_t member_put(uint8_t *out, uint64_t value, size_t width)
{
    for (size_t i = 0; i < width; i++)
        out[i] = (uint8_t)(value >> 8 * i);
    return width;
}

size_t members_put(uint8_t *out, int version, const struct member *members, int count,
                   const void *row)
{
    size_t length = 0;

    for (int i = 0; i < count; i++) {
        if (members[i].since > version)
            continue;
        const void *member = (const uint8_t *)row + members[i].offset;
        length += member_put(out + length, member_load(member, members[i].size), members[i].width);
    }
    return length;
}

void members_write(struct byte_writer *writer, int version, const struct member *members, int count,
                   const void *row)
{
    uint8_t data[sizeof(uint64_t)];

    for (int i = 0; i < count; i++) {
        size_t length = members_put(data, version, &members[i], 1, row);
        byte_writer_put(writer, data, length);
    }
}

bool members_get(struct byte_reader *reader, int version, const struct member *members, int count,
                 void *row)
{
    for (int i = 0; i < count; i++) {
        if (members[i].since > version)
            continue;
        const uint8_t *data = byte_reader_take(reader, members[i].width);
        uint64_t value = 0;
        for (size_t k = 0; data != NULL && k < members[i].width; k++)
            value |= (uint64_t)data[k] << 8 * k;
        if (data == NULL || value < members[i].low || value > members[i].high)
            return false;
        member_store((uint8_t *)row + members[i].offset, members[i].size, value);
    }
    return true;
}

void members_copy(const struct member *members, int count, const void *from, void *to)
{
    for (int i = 0; i < count; i++) {
        size_t offset = members[i].offset;
        member_store((uint8_t *)to + offset, members[i].size,
                     member_load((const uint8_t *)from + offset, members[i].size));
    }
}
