/*
 * Inputs as bytes: the members that all kinds have, a text, then the parts of the kind. A row lists
 * the parts of each kind; a row for each part has its writer and its reader.
 */
#include "world/input.h"

#include <stdlib.h>
#include <string.h>

#include "base/member.h"
#include "world/life.h"

void input_release(struct input *input)
{
    level_free(input->level);
    bytes_release(&input->population);
    delver_free(input->newcomer);
    free(input->memory);
    for (size_t i = 0; i < input->memory_count; i++)
        free(input->memories[i].tiles);
    free(input->memories);
    input->memories = NULL;
    input->memory_count = 0;
    input->level = NULL;
    input->newcomer = NULL;
    input->memory = NULL;
}

/* Members of every kind. */
static const struct member input_members[] = {
    MEMBER(struct input, kind, 1, INPUT_LEVEL_ADD, INPUT_KIND_END - 1),
    MEMBER(struct input, actor, 4, 0, UINT32_MAX),
    MEMBER(struct input, action.verb, 1, 0, ACTION_COUNT - 1),
    MEMBER(struct input, action.dir, 1, 0, DIR_COUNT - 1),
    MEMBER(struct input, action.object, 4, 0, UINT32_MAX),
    MEMBER(struct input, action.other, 1, 0, UINT8_MAX),
    MEMBER(struct input, action.count, 4, 0, UINT32_MAX),
    MEMBER(struct input, action.target, 4, 0, UINT32_MAX),
    MEMBER(struct input, flag, 1, false, true),
    MEMBER(struct input, key.wing, 2, 0, UINT16_MAX),
    MEMBER(struct input, key.depth, 2, 0, UINT16_MAX),
    MEMBER(struct input, key.generation, 4, 0, UINT32_MAX),
};

static const struct member place_members[] = {
    MEMBER(struct input, at.x, 2, 0, UINT16_MAX),
    MEMBER(struct input, at.y, 2, 0, UINT16_MAX),
};

static const struct member record_members[] = {
    MEMBER(struct delver_record, id, 8, 0, UINT64_MAX),
    MEMBER(struct delver_record, at.x, 2, 0, UINT16_MAX),
    MEMBER(struct delver_record, at.y, 2, 0, UINT16_MAX),
    MEMBER(struct delver_record, health, 2, 0, UINT16_MAX),
    MEMBER(struct delver_record, health_max, 2, 0, UINT16_MAX),
    MEMBER(struct delver_record, sequence, 8, 0, UINT64_MAX),
    MEMBER(struct delver_record, steps, 8, 0, UINT64_MAX),
    MEMBER(struct delver_record, life.experience, 8, 0, UINT64_MAX),
    MEMBER(struct delver_record, life.gold, 8, 0, UINT64_MAX),
    MEMBER(struct delver_record, life.number, 4, 0, UINT32_MAX),
    MEMBER(struct delver_record, life.deepest, 2, 0, UINT16_MAX),
    MEMBER(struct delver_record, life.arrived[0], 8, 0, UINT64_MAX),
    MEMBER(struct delver_record, life.explored[0], 8, 0, UINT64_MAX),
    MEMBER(struct delver_record, life.arrived[1], 8, 0, UINT64_MAX),
    MEMBER(struct delver_record, life.explored[1], 8, 0, UINT64_MAX),
};
_Static_assert(LIFE_DEPTH_WORDS == 2, "all words of depths are there");

/* Writes a memory: u32 cells, u32 length of the runs, the runs. */
static void write_memory(const uint8_t *memory, size_t size, struct byte_writer *out)
{
    struct bytes runs;

    bytes_init(&runs, LEVEL_BLOB_MAX);
    byte_writer_note(out, tiles_encode(memory, size, &runs));
    byte_writer_u32(out, (uint32_t)size);
    byte_writer_u32(out, (uint32_t)runs.length);
    byte_writer_put(out, runs.data, runs.length);
    bytes_release(&runs);
}

static enum err read_memory(struct byte_reader *reader, uint8_t **out, size_t *out_size)
{
    uint32_t size = byte_reader_u32(reader);
    uint32_t length = byte_reader_u32(reader);
    const uint8_t *runs = byte_reader_take(reader, length);

    if (runs == NULL || size == 0 || size > LEVEL_CELLS_MAX)
        return ERR_FORMAT;
    uint8_t *memory = delver_memory_new(size);
    if (memory == NULL)
        return ERR_MEMORY;
    enum err error = tiles_decode(runs, length, memory, size);
    if (error != ERR_OK) {
        free(memory);
        return error;
    }
    *out = memory;
    *out_size = size;
    return ERR_OK;
}

/* Writes the level and its population, each after its length. */
static void write_level(const struct input *input, struct byte_writer *out)
{
    struct bytes blob;

    bytes_init(&blob, LEVEL_BLOB_MAX);
    byte_writer_note(out, level_encode(input->level, &blob));
    byte_writer_u32(out, (uint32_t)blob.length);
    byte_writer_put(out, blob.data, blob.length);
    byte_writer_u32(out, (uint32_t)input->population.length);
    byte_writer_put(out, input->population.data, input->population.length);
    bytes_release(&blob);
}

static enum err read_level(struct byte_reader *reader, struct input *out)
{
    uint32_t length = byte_reader_u32(reader);
    const uint8_t *blob = byte_reader_take(reader, length);

    if (blob == NULL)
        return ERR_FORMAT;
    enum err error = level_decode(blob, length, out->key, &out->level);
    if (error != ERR_OK)
        return error;
    length = byte_reader_u32(reader);
    const uint8_t *population = byte_reader_take(reader, length);
    bytes_init(&out->population, POPULATION_BLOB_MAX);
    if (population == NULL || length > POPULATION_BLOB_MAX)
        return ERR_FORMAT;
    return bytes_append(&out->population, population, length);
}

/* Writes the delvers' memories of the level, and whether the level replaces a loaded one. */
static void write_memories(const struct input *input, struct byte_writer *out)
{
    size_t size = level_cell_count(input->level);

    byte_writer_u32(out, (uint32_t)input->memory_count);
    for (size_t i = 0; out->error == ERR_OK && i < input->memory_count; i++) {
        byte_writer_u64(out, (uint64_t)input->memories[i].delver_id);
        write_memory(input->memories[i].tiles, size, out);
    }
    byte_writer_u8(out, input->takes_over);
}

static enum err read_memories(struct byte_reader *reader, struct input *out)
{
    uint32_t count = byte_reader_u32(reader);

    if (reader->failed || count > INPUT_MEMORIES_MAX)
        return ERR_FORMAT;
    out->memories = calloc(count + 1, sizeof *out->memories);
    if (out->memories == NULL)
        return ERR_MEMORY;
    while (out->memory_count < count) {
        struct input_memory *memory = &out->memories[out->memory_count];
        size_t size = 0;
        memory->delver_id = (int64_t)byte_reader_u64(reader);
        enum err error = read_memory(reader, &memory->tiles, &size);
        if (error != ERR_OK)
            return error;
        out->memory_count++;
        if (size != level_cell_count(out->level))
            return ERR_FORMAT;
    }
    out->takes_over = byte_reader_u8(reader) != 0;
    return ERR_OK;
}

/* Writes the name, the record, kills and belongings, each after its length, and the memory. */
static void write_newcomer(const struct input *input, struct byte_writer *out)
{
    const struct delver *delver = input->newcomer;
    struct delver_record record = delver_record(delver);
    uint8_t kills[LIFE_KILLS_SIZE];
    uint8_t belongings[BELONGINGS_SIZE];
    size_t kills_length = life_pack_kills(record.life.kills, kills);
    size_t belongings_length = belongings_pack(&record.life, belongings);

    byte_writer_put(out, delver->name, sizeof delver->name);
    members_write(out, 0, record_members, MEMBER_COUNT(record_members), &record);
    byte_writer_u16(out, (uint16_t)kills_length);
    byte_writer_put(out, kills, kills_length);
    byte_writer_u16(out, (uint16_t)belongings_length);
    byte_writer_put(out, belongings, belongings_length);
    write_memory(delver->memory, delver->memory_size, out);
}

/* Reads kills and belongings. */
static enum err read_life(struct byte_reader *reader, struct life *out)
{
    uint16_t length = byte_reader_u16(reader);
    const uint8_t *kills = byte_reader_take(reader, length);

    if (kills == NULL || life_unpack_kills(kills, length, out->kills) != ERR_OK)
        return ERR_FORMAT;
    length = byte_reader_u16(reader);
    const uint8_t *belongings = byte_reader_take(reader, length);
    return belongings == NULL ? ERR_FORMAT : belongings_unpack(belongings, length, out);
}

static enum err read_newcomer(struct byte_reader *reader, struct input *out)
{
    struct delver_record record = {.level = out->key};
    char name[NAME_LENGTH_MAX + 1] = "";
    const uint8_t *name_bytes = byte_reader_take(reader, sizeof name);

    if (name_bytes == NULL || memchr(name_bytes, 0, sizeof name) == NULL ||
        !members_get(reader, 0, record_members, MEMBER_COUNT(record_members), &record))
        return ERR_FORMAT;
    memcpy(name, name_bytes, sizeof name);
    uint8_t *memory = NULL;
    size_t memory_size = 0;
    enum err error = read_life(reader, &record.life);
    if (error != ERR_OK)
        return error;
    error = read_memory(reader, &memory, &memory_size);
    return error == ERR_OK ? delver_new(&record, name, memory, memory_size, &out->newcomer) : error;
}

static void write_arrival(const struct input *input, struct byte_writer *out)
{
    write_memory(input->memory, input->memory_size, out);
}

static enum err read_arrival(struct byte_reader *reader, struct input *out)
{
    return read_memory(reader, &out->memory, &out->memory_size);
}

static void write_place(const struct input *input, struct byte_writer *out)
{
    members_write(out, 0, place_members, MEMBER_COUNT(place_members), input);
}

static enum err read_place(struct byte_reader *reader, struct input *out)
{
    bool is_right = members_get(reader, 0, place_members, MEMBER_COUNT(place_members), out);

    return is_right ? ERR_OK : ERR_FORMAT;
}

static void write_delver_id(const struct input *input, struct byte_writer *out)
{
    byte_writer_u64(out, (uint64_t)input->delver_id);
}

static enum err read_delver_id(struct byte_reader *reader, struct input *out)
{
    out->delver_id = (int64_t)byte_reader_u64(reader);
    return ERR_OK;
}

static void write_provision(const struct input *input, struct byte_writer *out)
{
    const struct provision *what = &input->provision;

    byte_writer_u8(out, what->is_thing);
    byte_writer_u8(out, what->is_thing ? item_row(what->item)->save_id
                                       : species_row(what->species)->save_id);
    byte_writer_u16(out, what->count);
}

static enum err read_provision(struct byte_reader *reader, struct input *out)
{
    struct provision *what = &out->provision;

    what->is_thing = byte_reader_u8(reader) != 0;
    uint8_t save_id = byte_reader_u8(reader);
    what->count = byte_reader_u16(reader);
    if (what->is_thing)
        return item_from_save_id(save_id, &what->item) == ERR_OK ? ERR_OK : ERR_FORMAT;
    bool is_known = species_from_save_id(save_id, &what->species) == ERR_OK;
    return is_known && what->species != SPECIES_DELVER ? ERR_OK : ERR_FORMAT;
}

enum {
    HAS_TEXT = 1 << 0,
    HAS_LEVEL = 1 << 1,
    HAS_MEMORIES = 1 << 2,
    HAS_PLACE = 1 << 3,
    HAS_DELVER_ID = 1 << 4,
    HAS_PROVISION = 1 << 5,
    HAS_NEWCOMER = 1 << 6,
    HAS_ARRIVAL = 1 << 7,
};

/* The parts of each kind, beside the members of every kind. */
static const unsigned parts_of_kind[INPUT_KIND_END] = {
    [INPUT_LEVEL_ADD] = HAS_LEVEL,
    [INPUT_JOIN] = HAS_NEWCOMER,
    [INPUT_ARRIVE] = HAS_ARRIVAL,
    [INPUT_SAY] = HAS_TEXT,
    [INPUT_LEVEL_SWAP] = HAS_LEVEL | HAS_MEMORIES,
    [INPUT_SEND] = HAS_PLACE,
    [INPUT_PROVIDE] = HAS_PLACE | HAS_PROVISION,
    [INPUT_FORGET] = HAS_DELVER_ID,
    [INPUT_RENAME] = HAS_TEXT | HAS_DELVER_ID,
    [INPUT_STRIDE] = HAS_TEXT,
};

/* A part of an input. After an error of read() the caller releases the rest with the input. */
struct input_part {
    unsigned bit;
    void (*write)(const struct input *input, struct byte_writer *out);
    enum err (*read)(struct byte_reader *reader, struct input *out);
};

/* Parts in the order of their bytes, which follow the common members and the text. */
static const struct input_part part_table[] = {
    {HAS_LEVEL, write_level, read_level},
    {HAS_MEMORIES, write_memories, read_memories},
    {HAS_PLACE, write_place, read_place},
    {HAS_DELVER_ID, write_delver_id, read_delver_id},
    {HAS_PROVISION, write_provision, read_provision},
    {HAS_NEWCOMER, write_newcomer, read_newcomer},
    {HAS_ARRIVAL, write_arrival, read_arrival},
};

enum { INPUT_PARTS = sizeof part_table / sizeof part_table[0] };

enum err input_encode(const struct input *input, struct bytes *out)
{
    struct input copy = *input;
    struct byte_writer writer = byte_writer_of(out);
    unsigned parts = parts_of_kind[input->kind];

    if ((parts & HAS_LEVEL) != 0)
        copy.key = input->level->key;
    if ((parts & HAS_NEWCOMER) != 0)
        copy.key = input->newcomer->body.key;
    size_t text_length = (parts & HAS_TEXT) != 0 ? strlen(input->text) : 0;
    members_write(&writer, 0, input_members, MEMBER_COUNT(input_members), &copy);
    byte_writer_u16(&writer, (uint16_t)text_length);
    byte_writer_put(&writer, input->text, text_length);
    for (int i = 0; i < INPUT_PARTS && writer.error == ERR_OK; i++) {
        if ((parts & part_table[i].bit) != 0)
            part_table[i].write(input, &writer);
    }
    return writer.error;
}

enum err input_decode(struct byte_reader *reader, struct input *out)
{
    *out = (struct input){.kind = INPUT_CANCEL};
    if (!members_get(reader, 0, input_members, MEMBER_COUNT(input_members), out))
        return ERR_FORMAT;
    uint16_t text_length = byte_reader_u16(reader);
    const uint8_t *text = byte_reader_take(reader, text_length);
    if (text == NULL || text_length > SAY_LENGTH_MAX)
        return ERR_FORMAT;
    memcpy(out->text, text, text_length);
    enum err error = ERR_OK;
    for (int i = 0; i < INPUT_PARTS && error == ERR_OK; i++) {
        if ((parts_of_kind[out->kind] & part_table[i].bit) != 0)
            error = part_table[i].read(reader, out);
    }
    if (error == ERR_OK && reader->failed)
        error = ERR_FORMAT;
    if (error != ERR_OK)
        input_release(out);
    return error;
}
