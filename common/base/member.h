/*
 * Integers of structs by their place and size, for tables that describe the members of a struct
 * once: the columns of a database, the bytes of a population. The size is what sizeof says: 1, 2, 4
 * or 8 bytes.
 *
 * A struct member describes an integer that is kept as bytes: their number, and the range in which
 * its value must lie when it is read back.
 */
#ifndef UNDERCROFT_BASE_MEMBER_H
#define UNDERCROFT_BASE_MEMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct byte_reader;
struct byte_writer;

struct member {
    size_t offset;
    size_t size;
    size_t width; /* bytes in the stored form, the low ones first */
    uint64_t low;
    uint64_t high;
    /* first version of the stored form that has this member; reading an older one leaves it
       unchanged */
    int since;
    /* first version in which it has one byte more; 0: none */
    int wider_since;
};

#define MEMBER(type, name, width, low, high)                                                       \
    {                                                                                              \
        offsetof(type, name), sizeof(((type *)0)->name), width, low, high, 0, 0                    \
    }
#define MEMBER_SINCE(version, type, name, width, low, high)                                        \
    {                                                                                              \
        offsetof(type, name), sizeof(((type *)0)->name), width, low, high, version, 0              \
    }
#define MEMBER_WIDER_SINCE(version, type, name, width, low, high)                                  \
    {                                                                                              \
        offsetof(type, name), sizeof(((type *)0)->name), width, low, high, 0, version              \
    }
#define MEMBER_COUNT(table) ((int)(sizeof(table) / sizeof(table)[0]))

/* Returns the unsigned value of the integer of `size` bytes at `member`. */
uint64_t member_load(const void *member, size_t size);

/* Converts the unsigned value of an integer of `size` bytes to the signed one. */
int64_t member_signed(uint64_t value, size_t size);

/* Writes the low `size` bytes of `value` to the integer at `member`. */
void member_store(void *member, size_t size, uint64_t value);

/* Writes the low `width` bytes of `value`, the lowest first. Returns `width`. */
size_t member_put(uint8_t *out, uint64_t value, size_t width);

/* Returns the bytes of the member in that version; 0: the version does not have it. */
size_t member_width(const struct member *member, int version);

/* Writes the members of `row` that this version of the stored form has, one after the other.
   Returns the number of bytes written. */
size_t members_put(uint8_t *out, int version, const struct member *members, int count,
                   const void *row);

/* Appends the bytes of members_put(). */
void members_write(struct byte_writer *writer, int version, const struct member *members, int count,
                   const void *row);

/* Reads the members of `row` back. False: the bytes end too soon, or a value is outside its
   member's range; the members before that one are already in `row`. */
bool members_get(struct byte_reader *reader, int version, const struct member *members, int count,
                 void *row);

/* Copies the members of one row to another. */
void members_copy(const struct member *members, int count, const void *from, void *to);

#endif
