/*
 * Belongings as bytes.
 */
#include "world/belongings.h"

#include <string.h>

#include "base/bytes.h"
#include "base/member.h"
#include "world/name.h"
#include "world/range.h"

/* Versions 3 and 4 are written for a delver with a bundle; 4 tells whether it opens to others.
   Version 5, of all but newborns, has deaths, and says whether there is a bundle; 6 whether the
   newest death is to be told still; 7 where the graves are. Version 8 is written for a delver that
   has chosen a knack or carried an ember home. */
enum {
    VERSION_WITHOUT_HAVENS = 1,
    VERSION_WITH_HAVENS = 2,
    VERSION_WITH_OPEN_BUNDLE = 3,
    VERSION_WITH_BUNDLE = 4,
    VERSION_WITH_DEATHS = 5,
    VERSION_WITH_UNTOLD = 6,
    VERSION_WITH_GRAVES = 7,
    VERSION_WITH_HONOURS = 8
};

/* The deeds of a delver in havens. */
static const struct member haven_members[] = {
    MEMBER(struct life, touched, 8, 0, UINT64_MAX),
    MEMBER(struct life, drunk[0], 8, 0, UINT64_MAX),
    MEMBER(struct life, drunk[1], 8, 0, UINT64_MAX),
    MEMBER(struct life, dealings.day, 8, 0, UINT64_MAX),
    MEMBER(struct life, dealings.mendings, 4, 0, RANGE_DEALS_MAX),
    MEMBER(struct life, dealings.earned, 4, 0, RANGE_DEALS_MAX),
    MEMBER(struct life, dealings.period, 8, 0, UINT64_MAX),
    MEMBER(struct life, dealings.bought, 8, 0, UINT64_MAX),
};
_Static_assert(LIFE_DEPTH_WORDS == 2, "all words of what was drunk are there");

/* Honours stand behind the version, where a query finds how often a delver has kindled. */
static const struct member honour_members[] = {
    MEMBER(struct life, honours.kindled, 2, 0, UINT16_MAX),
    MEMBER(struct life, honours.kindled_in, 8, 0, RANGE_WHOLE_MAX),
    MEMBER(struct life, honours.may_begin_again, 1, false, true),
    MEMBER(struct life, honours.knacks, 2, 0, UINT16_MAX),
};

static const struct member bundle_members[] = {
    MEMBER(struct grave, delver_id, 8, 1, RANGE_WHOLE_MAX),
    MEMBER(struct grave, died_at, 8, 0, UINT64_MAX),
    MEMBER(struct grave, gold, 8, 0, RANGE_WHOLE_MAX),
    MEMBER(struct grave, experience, 8, 0, RANGE_WHOLE_MAX),
    MEMBER_SINCE(VERSION_WITH_BUNDLE, struct grave, is_kept, 1, false, true),
};

/* How many of a kind there may be is seen when it is known where they are. */
static const struct member stack_members[] = {
    MEMBER(struct stack, temper, 1, 0, STACK_TEMPER_MAX),
    MEMBER(struct stack, charges, 1, 0, UINT8_MAX),
    MEMBER(struct stack, rest, 2, 0, UINT16_MAX),
    MEMBER(struct stack, count, 4, 1, STACK_GOLD_MAX),
};

static size_t put_thing(uint32_t object, const struct stack *stack, uint8_t *out)
{
    size_t length = member_put(out, object, 1);

    length += member_put(out + length, item_row(stack->kind)->save_id, 1);
    return length + members_put(out + length, VERSION_WITH_BUNDLE, stack_members,
                                MEMBER_COUNT(stack_members), stack);
}

static size_t put_bundle(const struct grave *bundle, uint8_t *out)
{
    size_t length =
        members_put(out, VERSION_WITH_BUNDLE, bundle_members, MEMBER_COUNT(bundle_members), bundle);

    length += member_put(out + length, species_row(bundle->killer)->save_id, 1);
    memcpy(out + length, bundle->name, sizeof bundle->name);
    length += sizeof bundle->name;
    size_t count_at = length;
    length += member_put(out + length, 0, 1);
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
    bool has_honours = life->honours.kindled > 0 || life->honours.knacks != 0;
    bool has_lived = has_honours || life->deaths.number > 0 || life->deaths.lived > 0;
    uint8_t version = has_honours  ? VERSION_WITH_HONOURS
                      : has_lived  ? VERSION_WITH_GRAVES
                      : has_bundle ? VERSION_WITH_BUNDLE
                                   : VERSION_WITH_HAVENS;

    length += member_put(out + length, version, 1);
    if (has_honours)
        length +=
            members_put(out + length, version, honour_members, MEMBER_COUNT(honour_members), life);
    length += member_put(out + length, life->known, 8);
    for (enum niche niche = 0; niche < NICHE_COUNT; niche++) {
        for (int i = 0; i < LIFE_DEPTH_WORDS; i++)
            length += member_put(out + length, life->opened[niche][i], 8);
    }
    length += members_put(out + length, VERSION_WITH_BUNDLE, haven_members,
                          MEMBER_COUNT(haven_members), life);
    if (has_lived) {
        length += deaths_pack(&life->deaths, out + length);
        length += member_put(out + length, life->deaths.is_untold, 1);
        length += deaths_pack_graves(&life->deaths, out + length);
        length += member_put(out + length, has_bundle, 1);
    }
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
    enum item_slot slot = item_row(stack->kind)->slot;

    if (stack->kind == ITEM_GOLD)
        return false;
    if (object >= OBJECT_WORN)
        return stack->count == 1 && slot != SLOT_NONE && slot == object - OBJECT_WORN;
    return stack->count <= stack_max(stack->kind);
}

static enum err read_stack(struct byte_reader *reader, uint32_t *object, struct stack *out)
{
    *object = byte_reader_u8(reader);
    uint8_t save_id = byte_reader_u8(reader);
    bool is_sound =
        item_from_save_id(save_id, &out->kind) == ERR_OK &&
        members_get(reader, VERSION_WITH_BUNDLE, stack_members, MEMBER_COUNT(stack_members), out);
    return is_sound ? ERR_OK : ERR_FORMAT;
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

    *out = (struct grave){.delver_id = 0};
    if (!members_get(reader, version, bundle_members, MEMBER_COUNT(bundle_members), out) ||
        species_from_save_id(byte_reader_u8(reader), &out->killer) != ERR_OK ||
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

static bool read_flag(struct byte_reader *reader, bool *out)
{
    uint8_t flag = byte_reader_u8(reader);

    *out = flag != 0;
    return flag <= true;
}

enum err belongings_unpack(const uint8_t *data, size_t length, struct life *life)
{
    struct life read = *life;
    struct byte_reader reader;
    uint32_t last = OBJECT_NONE;

    byte_reader_init(&reader, data, length);
    uint8_t version = byte_reader_u8(&reader);
    if (version < VERSION_WITHOUT_HAVENS || version > VERSION_WITH_HONOURS)
        return ERR_FORMAT;
    read.honours = (struct honours){0};
    if (version >= VERSION_WITH_HONOURS &&
        !members_get(&reader, version, honour_members, MEMBER_COUNT(honour_members), &read))
        return ERR_FORMAT;
    read.known = byte_reader_u64(&reader);
    for (enum niche niche = 0; niche < NICHE_COUNT; niche++) {
        for (int i = 0; i < LIFE_DEPTH_WORDS; i++)
            read.opened[niche][i] = byte_reader_u64(&reader);
    }
    read.touched = 0;
    memset(read.drunk, 0, sizeof read.drunk);
    read.dealings = (struct dealings){0};
    if (version > VERSION_WITHOUT_HAVENS &&
        !members_get(&reader, version, haven_members, MEMBER_COUNT(haven_members), &read))
        return ERR_FORMAT;
    read.deaths = (struct deaths){.lived = 0};
    if (version >= VERSION_WITH_DEATHS && !deaths_unpack(&reader, &read.deaths))
        return ERR_FORMAT;
    if (version >= VERSION_WITH_UNTOLD && !read_flag(&reader, &read.deaths.is_untold))
        return ERR_FORMAT;
    if (version >= VERSION_WITH_GRAVES && !deaths_unpack_graves(&reader, &read.deaths))
        return ERR_FORMAT;
    bool has_bundle = version >= VERSION_WITH_OPEN_BUNDLE;
    if (version >= VERSION_WITH_DEATHS && !read_flag(&reader, &has_bundle))
        return ERR_FORMAT;
    read.bundle = (struct grave){0};
    if (has_bundle && read_bundle(&reader, version, &read.bundle) != ERR_OK)
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
