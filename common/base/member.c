/*
 * Integers of structs by their place and size. Bytes are copied, so that no place has to be aligned
 * and no type is seen as another.
 */
#include "base/member.h"

#include <string.h>

#include "base/bytes.h"
#include "base/check.h"

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

size_t member_width(const struct member *member, int version)
{
    bool is_wider = member->wider_since != 0 && version >= member->wider_since;

    return member->since > version ? 0 : member->width + is_wider;
}

size_t members_put(uint8_t *out, int version, const struct member *members, int count,
                   const void *row)
{
    size_t length = 0;

    for (int i = 0; i < count; i++) {
        const void *member = (const uint8_t *)row + members[i].offset;
        length += member_put(out + length, member_load(member, members[i].size),
                             member_width(&members[i], version));
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
        size_t width = member_width(&members[i], version);
        if (width == 0)
            continue;
        const uint8_t *data = byte_reader_take(reader, width);
        uint64_t value = 0;
        for (size_t k = 0; data != NULL && k < width; k++)
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
