/*
 * The recording of a run: a header, then one entry for every tick with inputs or actions, with the
 * hash of the world after it. The ticks between two entries were empty. A world made from the
 * header and fed the entries passes through the same states.
 *
 * header: "UCLOG\0", u16 version, u64 seed, u64 tick, u64 content, u64 setpieces, nine u32 of
 * struct world_limits entry: u64 tick, u32 number of inputs, that many inputs (input_encode), u64
 * hash
 *
 * Numbers are little endian. Recordings are for debugging; worlds are saved in another form.
 */
#ifndef UNDERCROFT_WORLD_INPUT_LOG_H
#define UNDERCROFT_WORLD_INPUT_LOG_H

#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/err.h"
#include "world/input.h"
#include "world/world.h"

enum {
    INPUT_LOG_VERSION = 18,
    INPUT_LOG_HEADER_SIZE = 76,
};

/* The arguments of world_new() with which the recording began. */
struct input_log_header {
    uint64_t seed;
    uint64_t tick;      /* the last tick before the first entry */
    uint64_t content;   /* content_hash() of the program */
    uint64_t setpieces; /* hash of the catalogue of set pieces that made its levels */
    struct world_limits limits;
};

struct input_log_entry {
    uint64_t tick;
    size_t input_count;
    uint64_t hash; /* world_hash() after that tick */
};

/* Encodes the header. Returns ERR_MEMORY or ERR_TOO_BIG from `out`. */
MUST_USE enum err input_log_header_encode(const struct input_log_header *header, struct bytes *out);

/*
 * Reads the header. ERR_FOREIGN: not a recording; ERR_NEWER: from a later version; ERR_FORMAT: cut
 * short, or from an earlier version, whose inputs lead to other states. The caller and world_new()
 * check the hashes and limits.
 */
MUST_USE enum err input_log_header_decode(struct byte_reader *reader, struct input_log_header *out);

/*
 * Begins an entry of `count` inputs. The tick takes over the memory of the inputs, so encode them
 * before it: begin, then input_encode() for each input, then the tick, then input_log_entry_end().
 * Errors from `out`.
 */
MUST_USE enum err input_log_entry_begin(struct bytes *out, uint64_t tick, uint32_t count);
MUST_USE enum err input_log_entry_end(struct bytes *out, uint64_t hash);

/*
 * Reads one entry into `inputs`, which has room for `inputs_max`. The caller owns the memory of the
 * inputs until world_tick() takes it over. After an error the caller owns nothing: ERR_FORMAT, also
 * for an entry that is cut short, with reader->failed set; ERR_TOO_BIG for more than `inputs_max`;
 * ERR_MEMORY.
 */
MUST_USE enum err input_log_entry_decode(struct byte_reader *reader, struct input *inputs,
                                         size_t inputs_max, struct input_log_entry *out);

#endif
