/*
 * Belongings as bytes.
 */
#include "world/belongings.h"

#include <string.h>

#include "base/bytes.h"
#include "world/name.h"

/* The newest are those of the few who carry a bundle; the last tells whether it opens to others. */
enum {
    VERSION_WITHOUT_HAVENS = 1,
    VERSION_WITHOUT_BUNDLE = 2,
    VERSION_WITH_OPEN_BUNDLE = 3,
    VERSION_WITH_BUNDLE = 4
};

static size_t put(uint8_t *out, uint64_t value, size_t size)
{
    for (size_t i = 0; i < size; i++)
        out[i] = (uint8_t)(value >> 8 * i);
    return size;
}

static size_t put_havens(const struct life *life, uint8_t *out)
{
    const struct dealings *dealings = &life->dealings;
    size_t length = put(out, life->touched, 8);

    for (int i = 0; i < LIFE_DEPTH_WORDS; i++)
        length += put(out + length, life->drunk[i], 8);
    length += put(out + length, dealings->day, 8);
    length += put(out + length, dealings->mendings, 4);
    length += put(out + length, dealings->earned, 4);
    length += put(out + length, dealings->period, 8);
    return length + put(out + length, dealings->bought, 8);
}

static void read_havens(struct byte_reader *reader, struct life *out)
{
    struct dealings *dealings = &out->dealings;

    out->touched = byte_reader_u64(reader);
    for (int i = 0; i < LIFE_DEPTH_WORDS; i++)
        out->drunk[i] = byte_reader_u64(reader);
    dealings->day = byte_reader_u64(reader);
    dealings->mendings = byte_reader_u32(reader);
    dealings->earned = byte_reader_u32(reader);
    dealings->period = byte_reader_u64(reader);
    dealings->bought = byte_reader_u64(reader);
}

static size_t put_thing(uint32_t object, const struct stack *stack, uint8_t *out)
{
    size_t length = put(out, object, 1);

    length += put(out + length, item_row(stack->kind)->save_id, 1);
    length += put(out + length, stack->temper, 1);
    length += put(out + length, stack->charges, 1);
    length += put(out + length, stack->rest, 2);
    return length + put(out + length, stack->count, 4);
}

static size_t put_bundle(const struct grave *bundle, uint8_t *out)
{
    size_t length = put(out, (uint64_t)bundle->delver_id, 8);

    length += put(out + length, bundle->died_at, 8);
    length += put(out + length, (uint64_t)bundle->gold, 8);
    length += put(out + length, (uint64_t)bundle->experience, 8);
    length += put(out + length, bundle->is_kept, 1);
    length += put(out + length, species_row(bundle->killer)->save_id, 1);
    memcpy(out + length, bundle->name, sizeof bundle->name);
    length += sizeof bundle->name;
    size_t count_at = length;
    length += put(out + length, 0, 1);
    for (int i = 0; i < PACK_MAX; i++) {
        if (stack_is_none(&bundle->things[i]))
            continue;
        length += put_thing((uint32_t)i + OBJECT_CARRIED, &bundle->things[i], out + length);
        out[count_at]++;
    }
    return length;
}

size_t belongings_pack(const struct life *life, uint8_t out[BELONGINGS_SIZE])
{
    size_t length = 0;

    bool has_bundle = life->bundle.delver_id != 0;

    length += put(out + length, has_bundle ? VERSION_WITH_BUNDLE : VERSION_WITHOUT_BUNDLE, 1);
    length += put(out + length, life->known, 8);
    for (enum niche niche = 0; niche < NICHE_COUNT; niche++) {
        for (int i = 0; i < LIFE_DEPTH_WORDS; i++)
            length += put(out + length, life->opened[niche][i], 8);
    }
    length += put_havens(life, out + length);
    if (has_bundle)
        length += put_bundle(&life->bundle, out + length);
    for (uint32_t object = OBJECT_CARRIED; object < OBJECT_END; object++) {
        const struct stack *stack = pack_peek(&life->pack, object);
        if (stack == NULL)
            continue;
        length += put_thing(object, stack, out + length);
    }
    return length;
}

/* True if a thing can be at that object: it fits, and what is worn is worn in its slot. */
static bool can_be_at(const struct stack *stack, uint32_t object)
{
    if (stack->kind == ITEM_GOLD || stack->count == 0 || stack->temper > STACK_TEMPER_MAX)
        return false;
    if (object >= OBJECT_WORN)
        return stack->count == 1 && item_row(stack->kind)->slot == object - OBJECT_WORN;
    return stack->count <= stack_max(stack->kind);
}

static enum err read_stack(struct byte_reader *reader, uint32_t *object, struct stack *out)
{
    *object = byte_reader_u8(reader);
    uint8_t save_id = byte_reader_u8(reader);
    out->temper = byte_reader_u8(reader);
    out->charges = byte_reader_u8(reader);
    out->rest = byte_reader_u16(reader);
    out->count = byte_reader_u32(reader);
    if (reader->failed || item_from_save_id(save_id, &out->kind) != ERR_OK)
        return ERR_FORMAT;
    return ERR_OK;
}

static bool read_name(struct byte_reader *reader, char out[NAME_LENGTH_MAX + 1])
{
    const uint8_t *name = byte_reader_take(reader, NAME_LENGTH_MAX + 1);
    char normal[NAME_LENGTH_MAX + 1];

    if (name == NULL || memchr(name, 0, NAME_LENGTH_MAX + 1) == NULL)
        return false;
    memcpy(out, name, NAME_LENGTH_MAX + 1);
    return name_normalise(out, normal) == ERR_OK && strcmp(normal, out) == 0;
}

static enum err read_bundle(struct byte_reader *reader, uint8_t version, struct grave *out)
{
    uint32_t last = OBJECT_NONE;

    *out = (struct grave){.delver_id = (int64_t)byte_reader_u64(reader)};
    out->died_at = byte_reader_u64(reader);
    out->gold = (int64_t)byte_reader_u64(reader);
    out->experience = (int64_t)byte_reader_u64(reader);
    uint8_t is_kept = version < VERSION_WITH_BUNDLE ? 0 : byte_reader_u8(reader);
    out->is_kept = is_kept == 1;
    if (species_from_save_id(byte_reader_u8(reader), &out->killer) != ERR_OK || is_kept > 1 ||
        out->delver_id <= 0 || out->gold < 0 || out->experience < 0 ||
        !read_name(reader, out->name))
        return ERR_FORMAT;
    for (int left = byte_reader_u8(reader); left > 0; left--) {
        struct stack stack;
        uint32_t object;
        if (read_stack(reader, &object, &stack) != ERR_OK || object <= last ||
            object >= OBJECT_WORN || !can_be_at(&stack, object))
            return ERR_FORMAT;
        out->things[object - OBJECT_CARRIED] = stack;
        last = object;
    }
    return reader->failed ? ERR_FORMAT : ERR_OK;
}

enum err belongings_unpack(const uint8_t *data, size_t length, struct life *life)
{
    struct life read = *life;
    struct byte_reader reader;
    uint32_t last = OBJECT_NONE;

    byte_reader_init(&reader, data, length);
    uint8_t version = byte_reader_u8(&reader);
    if (version < VERSION_WITHOUT_HAVENS || version > VERSION_WITH_BUNDLE)
        return ERR_FORMAT;
    read.known = byte_reader_u64(&reader);
    for (enum niche niche = 0; niche < NICHE_COUNT; niche++) {
        for (int i = 0; i < LIFE_DEPTH_WORDS; i++)
            read.opened[niche][i] = byte_reader_u64(&reader);
    }
    read.touched = 0;
    memset(read.drunk, 0, sizeof read.drunk);
    read.dealings = (struct dealings){0};
    if (version > VERSION_WITHOUT_HAVENS)
        read_havens(&reader, &read);
    read.bundle = (struct grave){0};
    if (version >= VERSION_WITH_OPEN_BUNDLE &&
        read_bundle(&reader, version, &read.bundle) != ERR_OK)
        return ERR_FORMAT;
    read.pack = (struct pack){0};
    while (!byte_reader_at_end(&reader)) {
        struct stack stack;
        uint32_t object;
        if (read_stack(&reader, &object, &stack) != ERR_OK || object <= last ||
            object >= OBJECT_END || !can_be_at(&stack, object))
            return ERR_FORMAT;
        if (object >= OBJECT_WORN)
            read.pack.worn[object - OBJECT_WORN] = stack;
        else
            read.pack.carried[object - OBJECT_CARRIED] = stack;
        last = object;
    }
    if (reader.failed)
        return ERR_FORMAT;
    *life = read;
    return ERR_OK;
}
