/*
 * The record of a run.
 */
#include "support/draw_level.h"
#include "support/test.h"

#include <stdlib.h>
#include <string.h>

#include "world/input_log.h"
#include "world/world_tick.h"

enum { LOG_MAX = 4096, INPUTS_MAX = 3 };

static const struct input_log_header header = {.seed = UINT64_C(0x0123456789abcdef),
                                               .tick = 77,
                                               .content = 5,
                                               .setpieces = 4,
                                               .limits = {9, 5, 4, 3, 2, 1, 30, 100, 100}};
static const struct level_key key = {.wing = 0, .depth = 1, .generation = 2};

/* An entry of three inputs, one of which owns a level. */
static void encode_entry(struct bytes *log)
{
    struct input inputs[INPUTS_MAX] = {
        {.kind = INPUT_LEVEL_ADD, .level = draw_level("<.>\n", key)},
        {.kind = INPUT_SAY, .actor = 3, .text = "hello"},
        {.kind = INPUT_ACTION, .actor = 4, .action = {.verb = ACTION_MOVE, .dir = DIR_EAST}},
    };

    ck_assert_int_eq(input_log_entry_begin(log, 80, INPUTS_MAX), ERR_OK);
    for (size_t i = 0; i < INPUTS_MAX; i++) {
        ck_assert_int_eq(input_encode(&inputs[i], log), ERR_OK);
        input_release(&inputs[i]);
    }
    ck_assert_int_eq(input_log_entry_end(log, 4711), ERR_OK);
}

/* Decodes a copy of exactly that size, so that a sanitizer sees a read behind its end. */
static enum err decode_copy(const struct bytes *log, size_t length, struct input *inputs,
                            size_t inputs_max, struct input_log_entry *entry)
{
    struct byte_reader reader;
    uint8_t *copy = malloc(length + (length == 0));

    ck_assert_ptr_nonnull(copy);
    if (length > 0)
        memcpy(copy, log->data, length);
    byte_reader_init(&reader, copy, length);
    enum err error = input_log_entry_decode(&reader, inputs, inputs_max, entry);
    free(copy);
    return error;
}

TEST(the_header_comes_back_as_it_was)
{
    struct input_log_header back;
    struct byte_reader reader;
    struct bytes log;

    bytes_init(&log, LOG_MAX);
    ck_assert_int_eq(input_log_header_encode(&header, &log), ERR_OK);
    ck_assert_uint_eq(log.length, INPUT_LOG_HEADER_SIZE);
    byte_reader_init(&reader, log.data, log.length);
    ck_assert_int_eq(input_log_header_decode(&reader, &back), ERR_OK);
    ck_assert_uint_eq(back.seed, header.seed);
    ck_assert_uint_eq(back.tick, header.tick);
    ck_assert_uint_eq(back.content, header.content);
    ck_assert_uint_eq(back.setpieces, header.setpieces);
    ck_assert_mem_eq(&back.limits, &header.limits, sizeof back.limits);
    bytes_release(&log);
}

TEST(foreign_newer_older_and_cut_headers_are_told_apart)
{
    struct input_log_header back;
    struct byte_reader reader;
    struct bytes log;

    bytes_init(&log, LOG_MAX);
    ck_assert_int_eq(input_log_header_encode(&header, &log), ERR_OK);
    for (size_t length = 0; length < log.length; length++) {
        byte_reader_init(&reader, log.data, length);
        ck_assert_int_eq(input_log_header_decode(&reader, &back),
                         length < 6 ? ERR_FOREIGN : ERR_FORMAT);
    }
    log.data[6]--;
    byte_reader_init(&reader, log.data, log.length);
    ck_assert_int_eq(input_log_header_decode(&reader, &back), ERR_FORMAT);
    log.data[6] += 2;
    byte_reader_init(&reader, log.data, log.length);
    ck_assert_int_eq(input_log_header_decode(&reader, &back), ERR_NEWER);
    log.data[0]++;
    byte_reader_init(&reader, log.data, log.length);
    ck_assert_int_eq(input_log_header_decode(&reader, &back), ERR_FOREIGN);
    bytes_release(&log);

    bytes_init(&log, INPUT_LOG_HEADER_SIZE - 1);
    ck_assert_int_eq(input_log_header_encode(&header, &log), ERR_TOO_BIG);
    ck_assert_uint_eq(log.length, 0);
    bytes_release(&log);
}

TEST(entries_come_back_one_by_one)
{
    struct input_log_entry entry;
    struct input inputs[INPUTS_MAX];
    struct byte_reader reader;
    struct bytes log;

    bytes_init(&log, LOG_MAX);
    encode_entry(&log);
    encode_entry(&log);
    byte_reader_init(&reader, log.data, log.length);
    for (int round = 0; round < 2; round++) {
        ck_assert_int_eq(input_log_entry_decode(&reader, inputs, INPUTS_MAX, &entry), ERR_OK);
        ck_assert_uint_eq(entry.tick, 80);
        ck_assert_uint_eq(entry.input_count, INPUTS_MAX);
        ck_assert_uint_eq(entry.hash, 4711);
        ck_assert_ptr_nonnull(inputs[0].level);
        ck_assert_str_eq(inputs[1].text, "hello");
        ck_assert_int_eq(inputs[2].action.dir, DIR_EAST);
        for (size_t i = 0; i < INPUTS_MAX; i++)
            input_release(&inputs[i]);
    }
    ck_assert(byte_reader_at_end(&reader));
    bytes_release(&log);
}

TEST(every_truncation_is_refused_and_nothing_leaks)
{
    struct input_log_entry entry;
    struct input inputs[INPUTS_MAX];
    struct bytes log;

    bytes_init(&log, LOG_MAX);
    encode_entry(&log);
    for (size_t length = 0; length < log.length; length++)
        ck_assert_int_eq(decode_copy(&log, length, inputs, INPUTS_MAX, &entry), ERR_FORMAT);
    ck_assert_int_eq(decode_copy(&log, log.length, inputs, INPUTS_MAX - 1, &entry), ERR_TOO_BIG);
    bytes_release(&log);
}

TEST(no_corrupted_byte_does_harm)
{
    const struct world_limits limits = {.delvers_max = 4, .levels_max = 4};
    struct input_log_entry entry;
    struct input inputs[INPUTS_MAX];
    struct bytes log;
    struct world *world;

    ck_assert_int_eq(world_new(1, 0, limits, &world), ERR_OK);
    bytes_init(&log, LOG_MAX);
    encode_entry(&log);
    for (size_t at = 0; at < log.length; at++) {
        for (int bit = 0; bit < 8; bit++) {
            log.data[at] ^= (uint8_t)(1 << bit);
            if (decode_copy(&log, log.length, inputs, INPUTS_MAX, &entry) == ERR_OK)
                world_tick(world, inputs, entry.input_count);
            log.data[at] ^= (uint8_t)(1 << bit);
        }
    }
    bytes_release(&log);
    world_free(world);
}
