/*
 * A growing run of bytes that is born with its maximum. Appending past the maximum, or past
 * memory, leaves the content as it was and says so; nothing is ever half appended.
 */
#ifndef UNDERCROFT_BASE_BYTES_H
#define UNDERCROFT_BASE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct bytes {
    uint8_t *data; /* owned; NULL until something is appended */
    size_t length;
    size_t capacity;
    size_t length_max;
};

/* Makes an empty buffer that will hold at most `length_max` bytes. Allocates nothing yet. */
void bytes_init(struct bytes *bytes, size_t length_max);
void bytes_release(struct bytes *bytes);

/* Empties the buffer and keeps its memory, unless that is more than `keep_max` bytes. */
void bytes_clear(struct bytes *bytes, size_t keep_max);

/* Swaps the contents of two buffers. Each keeps its maximum, which must be enough for its new
   content. */
void bytes_swap(struct bytes *bytes, struct bytes *other);

/* Appends `length` bytes of `data`. ERR_TOO_BIG and ERR_MEMORY leave the content unchanged. */
MUST_USE enum err bytes_append(struct bytes *bytes, const void *data, size_t length);
MUST_USE enum err bytes_append_text(struct bytes *bytes, const char *text);
MUST_USE enum err bytes_append_u8(struct bytes *bytes, uint8_t value);

/* Makes room for `length` more bytes now, so that appending them cannot fail. */
MUST_USE enum err bytes_reserve(struct bytes *bytes, size_t length);

/* Appends to `bytes` up to the first failure, which it keeps; from then on nothing is appended. */
struct byte_writer {
    struct bytes *bytes;
    enum err error;
};

struct byte_writer byte_writer_of(struct bytes *bytes);

/* Stores an error of the caller in the writer, as if an append had failed; an earlier error stays.
   ERR_OK changes nothing. */
void byte_writer_note(struct byte_writer *writer, enum err error);
void byte_writer_put(struct byte_writer *writer, const void *data, size_t length);
void byte_writer_text(struct byte_writer *writer, const char *text);

/* Appends a number, little endian on machines of any byte order. */
void byte_writer_u8(struct byte_writer *writer, uint8_t value);
void byte_writer_u16(struct byte_writer *writer, uint16_t value);
void byte_writer_u32(struct byte_writer *writer, uint32_t value);
void byte_writer_u64(struct byte_writer *writer, uint64_t value);

/* Reads a run of bytes from front to back; a read past the end sets `failed` and gives 0. */
struct byte_reader {
    const uint8_t *data;
    size_t length;
    size_t at;
    bool failed;
};

void byte_reader_init(struct byte_reader *reader, const void *data, size_t length);
uint8_t byte_reader_u8(struct byte_reader *reader);
uint16_t byte_reader_u16(struct byte_reader *reader);
uint32_t byte_reader_u32(struct byte_reader *reader);
uint64_t byte_reader_u64(struct byte_reader *reader);

/* Returns a pointer to the next `length` bytes and moves past them; NULL if fewer are left. */
const uint8_t *byte_reader_take(struct byte_reader *reader, size_t length);
bool byte_reader_at_end(const struct byte_reader *reader);

#endif
