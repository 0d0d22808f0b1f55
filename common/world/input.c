/*
 * Inputs as bytes: a kind, then what that kind carries.
 */
#include "world/input.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
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

/* The fields that every kind has, and lengths of what follows them. */
static enum err append_header(const struct input *input, size_t text_length, struct bytes *out)
{
    enum err error = bytes_append_u8(out, (uint8_t)input->kind);

    if (error == ERR_OK)
        error = bytes_append_u32(out, input->actor);
    if (error == ERR_OK)
        error = bytes_append_u8(out, (uint8_t)input->action.verb);
    if (error == ERR_OK)
        error = bytes_append_u8(out, (uint8_t)input->action.dir);
    if (error == ERR_OK)
        error = bytes_append_u32(out, input->action.object);
    if (error == ERR_OK)
        error = bytes_append_u8(out, (uint8_t)input->action.other);
    if (error == ERR_OK)
        error = bytes_append_u32(out, input->action.count);
    if (error == ERR_OK)
        error = bytes_append_u32(out, input->action.target);
    if (error == ERR_OK)
        error = bytes_append_u8(out, input->flag);
    if (error == ERR_OK)
        error = bytes_append_u16(out, input->key.wing);
    if (error == ERR_OK)
        error = bytes_append_u16(out, input->key.depth);
    if (error == ERR_OK)
        error = bytes_append_u32(out, input->key.generation);
    if (error == ERR_OK)
        error = bytes_append_u16(out, (uint16_t)text_length);
    if (error == ERR_OK)
        error = bytes_append(out, input->text, text_length);
    return error;
}

static enum err append_memory(const uint8_t *memory, size_t size, struct bytes *out)
{
    struct bytes runs;

    bytes_init(&runs, LEVEL_BLOB_MAX);
    enum err error = tiles_encode(memory, size, &runs);
    if (error == ERR_OK)
        error = bytes_append_u32(out, (uint32_t)size);
    if (error == ERR_OK)
        error = bytes_append_u32(out, (uint32_t)runs.length);
    if (error == ERR_OK)
        error = bytes_append(out, runs.data, runs.length);
    bytes_release(&runs);
    return error;
}

static enum err append_level(const struct level *level, struct bytes *out)
{
    struct bytes blob;

    bytes_init(&blob, LEVEL_BLOB_MAX);
    enum err error = level_encode(level, &blob);
    if (error == ERR_OK)
        error = bytes_append_u32(out, (uint32_t)blob.length);
    if (error == ERR_OK)
        error = bytes_append(out, blob.data, blob.length);
    bytes_release(&blob);
    return error;
}

static enum err append_population(const struct bytes *population, struct bytes *out)
{
    enum err error = bytes_append_u32(out, (uint32_t)population->length);

    return error == ERR_OK ? bytes_append(out, population->data, population->length) : error;
}

/* Appends the memories of the level that come with it, one for each delver. */
static enum err append_memories(const struct input *input, struct bytes *out)
{
    size_t size = level_cell_count(input->level);
    enum err error = bytes_append_u32(out, (uint32_t)input->memory_count);

    for (size_t i = 0; error == ERR_OK && i < input->memory_count; i++) {
        error = bytes_append_u64(out, (uint64_t)input->memories[i].delver_id);
        if (error == ERR_OK)
            error = append_memory(input->memories[i].tiles, size, out);
    }
    return error;
}

static enum err append_life(const struct life *life, struct bytes *out)
{
    uint8_t kills[LIFE_KILLS_SIZE];
    uint8_t belongings[BELONGINGS_SIZE];
    size_t length = life_pack_kills(life->kills, kills);
    size_t belongings_length = belongings_pack(life, belongings);
    enum err error = bytes_append_u64(out, (uint64_t)life->experience);

    if (error == ERR_OK)
        error = bytes_append_u64(out, (uint64_t)life->gold);
    if (error == ERR_OK)
        error = bytes_append_u32(out, life->number);
    if (error == ERR_OK)
        error = bytes_append_u16(out, life->deepest);
    for (int i = 0; error == ERR_OK && i < LIFE_DEPTH_WORDS; i++) {
        error = bytes_append_u64(out, life->arrived[i]);
        if (error == ERR_OK)
            error = bytes_append_u64(out, life->explored[i]);
    }
    if (error == ERR_OK)
        error = bytes_append_u16(out, (uint16_t)length);
    if (error == ERR_OK)
        error = bytes_append(out, kills, length);
    if (error == ERR_OK)
        error = bytes_append_u16(out, (uint16_t)belongings_length);
    if (error == ERR_OK)
        error = bytes_append(out, belongings, belongings_length);
    return error;
}

static enum err append_newcomer(const struct delver *delver, struct bytes *out)
{
    struct delver_record record = delver_record(delver);
    enum err error = bytes_append(out, delver->name, sizeof delver->name);

    if (error == ERR_OK)
        error = bytes_append_u64(out, (uint64_t)record.id);
    if (error == ERR_OK)
        error = bytes_append_u16(out, (uint16_t)record.at.x);
    if (error == ERR_OK)
        error = bytes_append_u16(out, (uint16_t)record.at.y);
    if (error == ERR_OK)
        error = bytes_append_u16(out, (uint16_t)record.health);
    if (error == ERR_OK)
        error = bytes_append_u16(out, (uint16_t)record.health_max);
    if (error == ERR_OK)
        error = bytes_append_u64(out, record.sequence);
    if (error == ERR_OK)
        error = bytes_append_u64(out, record.steps);
    if (error == ERR_OK)
        error = append_life(&record.life, out);
    if (error == ERR_OK)
        error = append_memory(delver->memory, delver->memory_size, out);
    return error;
}

static enum err append_place(struct pos at, struct bytes *out)
{
    enum err error = bytes_append_u16(out, (uint16_t)at.x);

    return error == ERR_OK ? bytes_append_u16(out, (uint16_t)at.y) : error;
}

static enum err append_provision(const struct provision *what, struct bytes *out)
{
    uint8_t save_id =
        what->is_thing ? item_row(what->item)->save_id : species_row(what->species)->save_id;
    enum err error = bytes_append_u8(out, what->is_thing);

    if (error == ERR_OK)
        error = bytes_append_u8(out, save_id);
    return error == ERR_OK ? bytes_append_u16(out, what->count) : error;
}

enum err input_encode(const struct input *input, struct bytes *out)
{
    struct input copy = *input;

    if (input->kind == INPUT_LEVEL_ADD || input->kind == INPUT_LEVEL_SWAP)
        copy.key = input->level->key;
    if (input->kind == INPUT_JOIN)
        copy.key = input->newcomer->body.key;
    bool has_text =
        input->kind == INPUT_SAY || input->kind == INPUT_RENAME || input->kind == INPUT_STRIDE;
    size_t text_length = has_text ? strlen(input->text) : 0;
    enum err error = append_header(&copy, text_length, out);
    if (error == ERR_OK && copy.level != NULL)
        error = append_level(input->level, out);
    if (error == ERR_OK && copy.level != NULL)
        error = append_population(&input->population, out);
    if (error == ERR_OK && input->kind == INPUT_LEVEL_SWAP)
        error = append_memories(input, out);
    if (error == ERR_OK && input->kind == INPUT_LEVEL_SWAP)
        error = bytes_append_u8(out, input->takes_over);
    if (error == ERR_OK && (input->kind == INPUT_SEND || input->kind == INPUT_PROVIDE))
        error = append_place(input->at, out);
    if (error == ERR_OK && (input->kind == INPUT_FORGET || input->kind == INPUT_RENAME))
        error = bytes_append_u64(out, (uint64_t)input->delver_id);
    if (error == ERR_OK && input->kind == INPUT_PROVIDE)
        error = append_provision(&input->provision, out);
    if (error != ERR_OK)
        return error;
    if (input->kind == INPUT_JOIN)
        return append_newcomer(input->newcomer, out);
    if (input->kind == INPUT_ARRIVE)
        return append_memory(input->memory, input->memory_size, out);
    return ERR_OK;
}

static enum err read_memory(struct byte_reader *reader, uint8_t **out, size_t *out_size)
{
    uint32_t size = byte_reader_u32(reader);
    uint32_t length = byte_reader_u32(reader);
    const uint8_t *runs = byte_reader_take(reader, length);

    if (runs == NULL || size == 0 || size > LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX)
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

/* Errors leave what was read so far to be released with the input. */
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
    return ERR_OK;
}

static enum err read_life(struct byte_reader *reader, struct life *out)
{
    out->experience = (int64_t)byte_reader_u64(reader);
    out->gold = (int64_t)byte_reader_u64(reader);
    out->number = byte_reader_u32(reader);
    out->deepest = byte_reader_u16(reader);
    for (int i = 0; i < LIFE_DEPTH_WORDS; i++) {
        out->arrived[i] = byte_reader_u64(reader);
        out->explored[i] = byte_reader_u64(reader);
    }
    uint16_t length = byte_reader_u16(reader);
    const uint8_t *kills = byte_reader_take(reader, length);

    if (kills == NULL || life_unpack_kills(kills, length, out->kills) != ERR_OK)
        return ERR_FORMAT;
    length = byte_reader_u16(reader);
    const uint8_t *belongings = byte_reader_take(reader, length);
    return belongings == NULL ? ERR_FORMAT : belongings_unpack(belongings, length, out);
}

static enum err read_newcomer(struct byte_reader *reader, struct level_key key, struct delver **out)
{
    struct delver_record record = {.level = key};
    char name[NAME_LENGTH_MAX + 1] = "";
    const uint8_t *name_bytes = byte_reader_take(reader, sizeof name);

    if (name_bytes == NULL || memchr(name_bytes, 0, sizeof name) == NULL)
        return ERR_FORMAT;
    memcpy(name, name_bytes, sizeof name);
    record.id = (int64_t)byte_reader_u64(reader);
    record.at.x = (int16_t)byte_reader_u16(reader);
    record.at.y = (int16_t)byte_reader_u16(reader);
    record.health = (int16_t)byte_reader_u16(reader);
    record.health_max = (int16_t)byte_reader_u16(reader);
    record.sequence = byte_reader_u64(reader);
    record.steps = byte_reader_u64(reader);

    uint8_t *memory = NULL;
    size_t memory_size = 0;
    enum err error = read_life(reader, &record.life);
    if (error == ERR_OK)
        error = read_memory(reader, &memory, &memory_size);
    if (error == ERR_OK)
        error = delver_new(&record, name, memory, memory_size, out);
    return error;
}

static enum err read_population(struct byte_reader *reader, struct bytes *out)
{
    uint32_t length = byte_reader_u32(reader);
    const uint8_t *data = byte_reader_take(reader, length);

    bytes_init(out, POPULATION_BLOB_MAX);
    if (data == NULL || length > POPULATION_BLOB_MAX)
        return ERR_FORMAT;
    return bytes_append(out, data, length);
}

static enum err read_level(struct byte_reader *reader, struct input *out)
{
    uint32_t length = byte_reader_u32(reader);
    const uint8_t *blob = byte_reader_take(reader, length);

    if (blob == NULL)
        return ERR_FORMAT;
    enum err error = level_decode(blob, length, out->key, &out->level);
    if (error == ERR_OK)
        error = read_population(reader, &out->population);
    if (error == ERR_OK && out->kind == INPUT_LEVEL_SWAP)
        error = read_memories(reader, out);
    if (error == ERR_OK && out->kind == INPUT_LEVEL_SWAP)
        out->takes_over = byte_reader_u8(reader) != 0;
    if (error == ERR_OK && reader->failed)
        error = ERR_FORMAT;
    if (error != ERR_OK)
        input_release(out);
    return error;
}

static enum err read_place(struct byte_reader *reader, struct pos *out)
{
    out->x = (int16_t)byte_reader_u16(reader);
    out->y = (int16_t)byte_reader_u16(reader);
    return reader->failed ? ERR_FORMAT : ERR_OK;
}

static enum err read_provision(struct byte_reader *reader, struct input *out)
{
    struct provision *what = &out->provision;

    if (read_place(reader, &out->at) != ERR_OK)
        return ERR_FORMAT;
    what->is_thing = byte_reader_u8(reader) != 0;
    uint8_t save_id = byte_reader_u8(reader);
    what->count = byte_reader_u16(reader);
    if (reader->failed)
        return ERR_FORMAT;
    if (what->is_thing)
        return item_from_save_id(save_id, &what->item) == ERR_OK ? ERR_OK : ERR_FORMAT;
    bool is_known = species_from_save_id(save_id, &what->species) == ERR_OK;
    return is_known && what->species != SPECIES_DELVER ? ERR_OK : ERR_FORMAT;
}

enum err input_decode(struct byte_reader *reader, struct input *out)
{
    *out = (struct input){.kind = INPUT_CANCEL};
    uint8_t kind = byte_reader_u8(reader);
    out->actor = byte_reader_u32(reader);
    uint8_t verb = byte_reader_u8(reader);
    uint8_t dir = byte_reader_u8(reader);
    out->action.object = byte_reader_u32(reader);
    out->action.other = byte_reader_u8(reader);
    out->action.count = byte_reader_u32(reader);
    out->action.target = byte_reader_u32(reader);
    out->flag = byte_reader_u8(reader) != 0;
    out->key.wing = byte_reader_u16(reader);
    out->key.depth = byte_reader_u16(reader);
    out->key.generation = byte_reader_u32(reader);
    uint16_t text_length = byte_reader_u16(reader);
    const uint8_t *text = byte_reader_take(reader, text_length);

    if (reader->failed || kind < INPUT_LEVEL_ADD || kind >= INPUT_KIND_END ||
        verb >= ACTION_COUNT || dir >= DIR_COUNT || text_length > SAY_LENGTH_MAX)
        return ERR_FORMAT;
    out->kind = (enum input_kind)kind;
    out->action.verb = (enum action_verb)verb;
    out->action.dir = (enum dir)dir;
    memcpy(out->text, text, text_length);
    if (out->kind == INPUT_LEVEL_ADD || out->kind == INPUT_LEVEL_SWAP)
        return read_level(reader, out);
    if (out->kind == INPUT_JOIN)
        return read_newcomer(reader, out->key, &out->newcomer);
    if (out->kind == INPUT_ARRIVE)
        return read_memory(reader, &out->memory, &out->memory_size);
    if (out->kind == INPUT_SEND)
        return read_place(reader, &out->at);
    if (out->kind == INPUT_PROVIDE)
        return read_provision(reader, out);
    if (out->kind == INPUT_FORGET || out->kind == INPUT_RENAME)
        out->delver_id = (int64_t)byte_reader_u64(reader);
    if (reader->failed)
        return ERR_FORMAT;
    return ERR_OK;
}
