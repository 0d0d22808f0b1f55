/*
 * Reads the log frame by frame, as SQLite does: https://www.sqlite.org/fileformat2.html, section 4.
 */
#include "db/log_damage.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum {
    HEADER_SIZE = 32,
    FRAME_HEADER_SIZE = 24,
    SALT_SIZE = 8,
    MAGIC = 0x377f0682, /* with the lowest bit set, checksums are of big-endian words */
    PAGE_MIN = 512,
    PAGE_MAX = 65536,
    BLOCK_SIZE = 4096
};

struct log_reader {
    FILE *file;
    bool is_big_endian;
    uint32_t page_size;
    uint8_t salt[SALT_SIZE]; /* of all frames since the log last began again */
    uint32_t sum[2];         /* of everything up to here */
};

struct log_frame {
    bool is_ours;   /* written since the log last began again */
    bool is_commit; /* the last of its transaction */
    bool is_whole;  /* its checksum goes with everything before it */
};

static uint32_t read_word(const uint8_t *at, bool is_big_endian)
{
    if (is_big_endian)
        return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
    return (uint32_t)at[3] << 24 | (uint32_t)at[2] << 16 | (uint32_t)at[1] << 8 | at[0];
}

/* `length` is a multiple of 8. */
static void add_to_sum(struct log_reader *reader, const uint8_t *bytes, size_t length)
{
    for (size_t at = 0; at < length; at += 8) {
        reader->sum[0] += read_word(bytes + at, reader->is_big_endian) + reader->sum[1];
        reader->sum[1] += read_word(bytes + at + 4, reader->is_big_endian) + reader->sum[0];
    }
}

static bool is_sum(const struct log_reader *reader, const uint8_t *stored)
{
    return read_word(stored, true) == reader->sum[0] &&
           read_word(stored + 4, true) == reader->sum[1];
}

static bool read_header(struct log_reader *reader)
{
    uint8_t header[HEADER_SIZE];

    if (fread(header, 1, sizeof header, reader->file) != sizeof header)
        return false;
    uint32_t magic = read_word(header, true);
    reader->is_big_endian = (magic & 1) != 0;
    reader->page_size = read_word(header + 8, true);
    memcpy(reader->salt, header + 16, SALT_SIZE);
    add_to_sum(reader, header, HEADER_SIZE - 8);
    return (magic & ~1U) == MAGIC && reader->page_size >= PAGE_MIN &&
           reader->page_size <= PAGE_MAX && reader->page_size % PAGE_MIN == 0 &&
           is_sum(reader, header + HEADER_SIZE - 8);
}

/* False at the end of the file. */
static bool read_frame(struct log_reader *reader, struct log_frame *out)
{
    uint8_t header[FRAME_HEADER_SIZE];
    uint8_t block[BLOCK_SIZE];

    if (fread(header, 1, sizeof header, reader->file) != sizeof header)
        return false;
    add_to_sum(reader, header, 8);
    for (uint32_t left = reader->page_size; left > 0;) {
        size_t length = left < BLOCK_SIZE ? left : BLOCK_SIZE;
        if (fread(block, 1, length, reader->file) != length)
            return false;
        add_to_sum(reader, block, length);
        left -= (uint32_t)length;
    }
    out->is_ours = memcmp(header + 8, reader->salt, SALT_SIZE) == 0;
    out->is_commit = read_word(header + 4, true) != 0;
    out->is_whole = out->is_ours && is_sum(reader, header + 16);
    return true;
}

static bool has_frames_after_break(struct log_reader *reader)
{
    struct log_frame frame;
    bool is_broken = false;
    bool has_commit = false;

    while (read_frame(reader, &frame)) {
        is_broken = is_broken || !frame.is_whole;
        if (!is_broken || !frame.is_ours)
            continue;
        if (has_commit)
            return true;
        has_commit = frame.is_commit;
    }
    return false;
}

bool log_is_damaged(const char *log_path)
{
    struct log_reader reader = {.file = fopen(log_path, "rb")};

    if (reader.file == NULL)
        return false;
    bool is_damaged = read_header(&reader) && has_frames_after_break(&reader);
    fclose(reader.file);
    return is_damaged;
}
