/*
 * Inputs as bytes and back.
 */
#include "support/draw_level.h"
#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "world/input.h"

static const struct level_key key = {.wing = 3, .depth = 7, .generation = 70000};

static uint8_t *make_memory(size_t size)
{
    uint8_t *memory = delver_memory_new(size);

    ck_assert_ptr_nonnull(memory);
    memory[size / 2] = TILE_FLOOR;
    return memory;
}

/* One input of that kind with everything it carries. */
static void make_input(enum input_kind kind, struct input *input)
{
    const struct delver_record record = {.id = INT64_C(1) << 40,
                                         .level = key,
                                         .at = {-3, 12},
                                         .health = -1,
                                         .health_max = 20,
                                         .sequence = UINT64_C(1) << 60,
                                         .steps = 99,
                                         .life = {.experience = INT64_C(1) << 50,
                                                  .gold = 3,
                                                  .number = 4000000000u,
                                                  .deepest = 99,
                                                  .arrived = {2, 4},
                                                  .explored = {8, 16},
                                                  .kills = {[SPECIES_COOPER] = 1}}};

    *input = (struct input){.kind = kind,
                            .actor = 0x10002,
                            .key = key,
                            .flag = true,
                            .action = {.verb = ACTION_CLOSE,
                                       .dir = DIR_NORTHWEST,
                                       .object = 0x01020304,
                                       .other = 0x7f,
                                       .count = 0xfedcba98,
                                       .target = 0xfffefdfc}};
    if (kind == INPUT_LEVEL_ADD || kind == INPUT_LEVEL_SWAP) {
        bytes_init(&input->population, POPULATION_BLOB_MAX);
        ck_assert_int_eq(bytes_append_text(&input->population, "as it comes"), ERR_OK);
    }
    if (kind == INPUT_LEVEL_ADD)
        input->level = draw_level("<.+'.>\n", key);
    if (kind == INPUT_LEVEL_SWAP) {
        input->level = draw_level("<.+'.>\n", key);
        input->takes_over = true;
        input->memory_count = 2;
        input->memories = calloc(2, sizeof *input->memories);
        ck_assert_ptr_nonnull(input->memories);
        for (size_t i = 0; i < 2; i++) {
            input->memories[i].delver_id = (int64_t)i * 77;
            input->memories[i].tiles = make_memory(level_cell_count(input->level));
        }
    }
    if (kind == INPUT_SEND)
        input->at = (struct pos){-3, 120};
    if (kind == INPUT_PROVIDE)
        input->provision = (struct provision){.is_thing = true, .item = ITEM_DART, .count = 700};
    if (kind == INPUT_FORGET || kind == INPUT_RENAME)
        input->delver_id = 4711;
    if (kind == INPUT_RENAME)
        snprintf(input->text, sizeof input->text, "Sixteenletternam");
    if (kind == INPUT_STRIDE)
        memset(input->text, '3', STRIDE_MAX);
    if (kind == INPUT_SAY)
        memset(input->text, 'x', SAY_LENGTH_MAX);
    if (kind == INPUT_JOIN)
        ck_assert_int_eq(
            delver_new(&record, "Sixteenletternam", make_memory(400), 400, &input->newcomer),
            ERR_OK);
    if (kind == INPUT_ARRIVE) {
        input->memory = make_memory(600);
        input->memory_size = 600;
    }
}

static void encode(enum input_kind kind, struct bytes *out)
{
    struct input input;

    bytes_init(out, INPUT_BYTES_MAX);
    make_input(kind, &input);
    ck_assert_int_eq(input_encode(&input, out), ERR_OK);
    input_release(&input);
}

/* Decodes a copy of exactly that size, so that a sanitizer sees a read behind its end. */
static enum err decode_copy(const uint8_t *data, size_t length, struct input *out)
{
    struct byte_reader reader;
    uint8_t *copy = malloc(length + (length == 0));

    ck_assert_ptr_nonnull(copy);
    memcpy(copy, data, length);
    byte_reader_init(&reader, copy, length);
    enum err error = input_decode(&reader, out);
    free(copy);
    return error;
}

static void expect_same_life(const struct life *is, const struct life *wanted)
{
    ck_assert_int_eq(is->experience, wanted->experience);
    ck_assert_int_eq(is->gold, wanted->gold);
    ck_assert_uint_eq(is->number, wanted->number);
    ck_assert_uint_eq(is->deepest, wanted->deepest);
    ck_assert_mem_eq(is->arrived, wanted->arrived, sizeof is->arrived);
    ck_assert_mem_eq(is->explored, wanted->explored, sizeof is->explored);
    ck_assert_mem_eq(is->kills, wanted->kills, sizeof is->kills);
}

static void expect_same_newcomer(const struct delver *is, const struct delver *wanted)
{
    ck_assert_str_eq(is->name, wanted->name);
    ck_assert_int_eq(is->delver_id, wanted->delver_id);
    ck_assert(level_key_equal(is->body.key, wanted->body.key));
    ck_assert(pos_equal(is->body.at, wanted->body.at));
    ck_assert_int_eq(is->body.health, wanted->body.health);
    ck_assert_int_eq(is->body.health_max, wanted->body.health_max);
    ck_assert_uint_eq(is->sequence, wanted->sequence);
    ck_assert_uint_eq(is->steps, wanted->steps);
    expect_same_life(&is->life, &wanted->life);
    ck_assert_uint_eq(is->memory_size, wanted->memory_size);
    ck_assert_mem_eq(is->memory, wanted->memory, wanted->memory_size);
}

static void expect_same(const struct input *is, const struct input *wanted)
{
    ck_assert_int_eq(is->kind, wanted->kind);
    ck_assert_uint_eq(is->actor, wanted->actor);
    ck_assert_int_eq(is->action.verb, wanted->action.verb);
    ck_assert_int_eq(is->action.dir, wanted->action.dir);
    ck_assert_uint_eq(is->action.object, wanted->action.object);
    ck_assert_uint_eq(is->action.count, wanted->action.count);
    ck_assert_uint_eq(is->action.target, wanted->action.target);
    ck_assert(level_key_equal(is->key, wanted->key));
    ck_assert_int_eq(is->flag, wanted->flag);
    ck_assert_int_eq(is->takes_over, wanted->takes_over);
    ck_assert_str_eq(is->text, wanted->text);
    ck_assert_uint_eq(is->memory_size, wanted->memory_size);
    if (wanted->memory != NULL)
        ck_assert_mem_eq(is->memory, wanted->memory, wanted->memory_size);
    if (wanted->level != NULL) {
        ck_assert(level_key_equal(is->level->key, key));
        ck_assert_uint_eq(level_cell_count(is->level), level_cell_count(wanted->level));
        ck_assert_mem_eq(is->level->tiles, wanted->level->tiles, level_cell_count(is->level));
    }
    ck_assert_uint_eq(is->population.length, wanted->population.length);
    if (wanted->population.length > 0)
        ck_assert_mem_eq(is->population.data, wanted->population.data, wanted->population.length);
    ck_assert(pos_equal(is->at, wanted->at));
    ck_assert_uint_eq(is->memory_count, wanted->memory_count);
    for (size_t i = 0; i < wanted->memory_count; i++) {
        ck_assert_int_eq(is->memories[i].delver_id, wanted->memories[i].delver_id);
        ck_assert_mem_eq(is->memories[i].tiles, wanted->memories[i].tiles,
                         level_cell_count(wanted->level));
    }
    if (wanted->newcomer != NULL)
        expect_same_newcomer(is->newcomer, wanted->newcomer);
}

TEST(every_kind_comes_back_as_it_was)
{
    for (enum input_kind kind = INPUT_LEVEL_ADD; kind < INPUT_KIND_END; kind++) {
        struct byte_reader reader;
        struct bytes bytes;
        struct input wanted;
        struct input is;

        encode(kind, &bytes);
        make_input(kind, &wanted);
        byte_reader_init(&reader, bytes.data, bytes.length);
        ck_assert_int_eq(input_decode(&reader, &is), ERR_OK);
        ck_assert_msg(byte_reader_at_end(&reader), "kind %d left bytes unread", (int)kind);
        expect_same(&is, &wanted);
        input_release(&is);
        input_release(&wanted);
        bytes_release(&bytes);
    }
}

TEST(every_truncation_is_refused)
{
    for (enum input_kind kind = INPUT_LEVEL_ADD; kind < INPUT_KIND_END; kind++) {
        struct bytes bytes;

        encode(kind, &bytes);
        for (size_t length = 0; length < bytes.length; length++) {
            struct input input;
            ck_assert_int_eq(decode_copy(bytes.data, length, &input), ERR_FORMAT);
            ck_assert_ptr_null(input.level);
            ck_assert_ptr_null(input.newcomer);
            ck_assert_ptr_null(input.memory);
        }
        bytes_release(&bytes);
    }
}

TEST(a_corrupted_byte_is_refused_or_gives_an_input_within_bounds)
{
    for (enum input_kind kind = INPUT_LEVEL_ADD; kind < INPUT_KIND_END; kind++) {
        struct bytes bytes;

        encode(kind, &bytes);
        for (size_t at = 0; at < bytes.length; at++) {
            for (unsigned damage = 1; damage < 256; damage += damage < 8 ? 1 : 31) {
                struct input input;
                bytes.data[at] ^= (uint8_t)damage;
                enum err error = decode_copy(bytes.data, bytes.length, &input);
                ck_assert(error == ERR_OK || error == ERR_FORMAT);
                ck_assert(input.kind >= INPUT_LEVEL_ADD && input.kind < INPUT_KIND_END);
                ck_assert_uint_lt((unsigned)input.action.verb, ACTION_COUNT);
                ck_assert_uint_lt((unsigned)input.action.dir, DIR_COUNT);
                ck_assert_uint_le(strlen(input.text), SAY_LENGTH_MAX);
                input_release(&input);
                bytes.data[at] ^= (uint8_t)damage;
            }
        }
        bytes_release(&bytes);
    }
}

TEST(a_text_one_byte_too_long_is_refused)
{
    enum { TEXT_LENGTH_AT = 29 };
    struct byte_reader reader;
    struct input input;
    struct bytes bytes;

    encode(INPUT_SAY, &bytes);
    ck_assert_uint_eq(bytes.data[TEXT_LENGTH_AT], SAY_LENGTH_MAX);
    bytes.data[TEXT_LENGTH_AT]++;
    ck_assert_int_eq(bytes_append_u8(&bytes, 'x'), ERR_OK);
    byte_reader_init(&reader, bytes.data, bytes.length);
    ck_assert_int_eq(input_decode(&reader, &input), ERR_FORMAT);
    bytes_release(&bytes);
}

TEST(a_buffer_too_small_is_an_error)
{
    for (enum input_kind kind = INPUT_LEVEL_ADD; kind < INPUT_KIND_END; kind++) {
        struct bytes small;
        struct input input;

        bytes_init(&small, 16);
        make_input(kind, &input);
        ck_assert_int_eq(input_encode(&input, &small), ERR_TOO_BIG);
        input_release(&input);
        bytes_release(&small);
    }
}
