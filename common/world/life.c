/*
 * Lives, and their kills as bytes. There is one run of bytes for each table of kills, so that a
 * hash over them says the same as the table.
 */
#include "world/life.h"

#include <string.h>

#include "base/bytes.h"
#include "world/ledger.h"
#include "world/lesson.h"

enum { KILLS_VERSION = 1, SAVE_IDS = UINT8_MAX + 1 };

struct life life_new(void)
{
    return (struct life){.number = 1, .gold = LIFE_BIRTH_GOLD, .pack = pack_new()};
}

int64_t life_gain(int64_t *amount, int64_t more)
{
    int64_t room = RANGE_WHOLE_MAX - *amount;
    int64_t added = more < room ? more : room;

    *amount += added;
    return added;
}

int life_level(const struct life *life)
{
    return lesson_level(life->experience);
}

/* No two kinds that must be learned have the same bit: their save_ids are less than 64 apart. */
static uint64_t known_bit(enum item_kind kind)
{
    return UINT64_C(1) << item_row(kind)->save_id % 64;
}

static bool must_be_learned(enum item_kind kind)
{
    const struct item_row *row = item_row(kind);
    bool is_riddle =
        row->class == CLASS_DRAUGHT || row->class == CLASS_SCROLL || row->class == CLASS_WAND;

    return is_riddle && (row->traits & ITEM_KNOWN) == 0;
}

bool life_knows(const struct life *life, enum item_kind kind)
{
    return !must_be_learned(kind) || (life->known & known_bit(kind)) != 0;
}

bool life_has_knack(const struct life *life, enum knack id)
{
    return life->honours.knacks != 0 && knacks_have(life->honours.knacks, id);
}

bool life_learn(struct life *life, enum item_kind kind)
{
    if (life_knows(life, kind))
        return false;
    life->known |= known_bit(kind);
    return true;
}

bool life_has_opened(const struct life *life, enum niche niche, int depth)
{
    return depth <= LIFE_DEPTH_MAX && (life->opened[niche][depth / 64] >> depth % 64 & 1) != 0;
}

void life_open(struct life *life, enum niche niche, int depth)
{
    life->opened[niche][depth / 64] |= UINT64_C(1) << depth % 64;
}

bool life_is_proven(const struct life *life)
{
    return life->deepest >= LIFE_PROVEN_DEPTH;
}

bool life_drop_bundle(struct life *life, int64_t owner_id, uint64_t gone[ITEM_KIND_COUNT])
{
    uint32_t object = pack_find(&life->pack, ITEM_BUNDLE);

    if (life->bundle.delver_id != owner_id || owner_id == 0)
        return false;
    ledger_count_grave(gone, &life->bundle);
    life->bundle = (struct grave){0};
    if (object == OBJECT_NONE)
        return true;
    (void)pack_take(&life->pack, object, 1);
    gone[ITEM_BUNDLE]++;
    return true;
}

static void hash_havens(const struct life *life, struct hash *hash)
{
    const struct dealings *dealings = &life->dealings;
    const uint64_t numbers[] = {life->touched,    life->drunk[0],     life->drunk[1],
                                dealings->day,    dealings->mendings, dealings->earned,
                                dealings->period, dealings->bought};

    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        if (numbers[i] == 0)
            continue;
        hash_u64(hash, i);
        hash_u64(hash, numbers[i]);
    }
}

/* Hashes nothing for a life without honours. */
static void hash_honours(const struct honours *honours, struct hash *hash)
{
    if (honours->kindled == 0 && honours->knacks == 0)
        return;
    hash_u64(hash, (uint64_t)honours->may_begin_again << 32 | (uint64_t)honours->kindled << 16 |
                       honours->knacks);
    hash_u64(hash, honours->kindled_in);
}

void life_hash(const struct life *life, struct hash *hash)
{
    uint8_t kills[LIFE_KILLS_SIZE];
    size_t length = life_pack_kills(life->kills, kills);

    hash_u64(hash, (uint64_t)life->experience);
    hash_u64(hash, (uint64_t)life->gold);
    hash_u64(hash, (uint64_t)life->number << 32 | life->deepest);
    for (int i = 0; i < LIFE_DEPTH_WORDS; i++) {
        hash_u64(hash, life->arrived[i]);
        hash_u64(hash, life->explored[i]);
    }
    for (enum niche niche = 0; niche < NICHE_COUNT; niche++) {
        for (int i = 0; i < LIFE_DEPTH_WORDS; i++)
            hash_u64(hash, life->opened[niche][i]);
    }
    hash_u64(hash, life->known);
    hash_havens(life, hash);
    pack_hash(&life->pack, hash);
    if (life->bundle.delver_id != 0)
        remains_hash(&life->bundle, hash);
    deaths_hash(&life->deaths, hash);
    hash_honours(&life->honours, hash);
    hash_u64(hash, length);
    hash_bytes(hash, kills, length);
}

size_t life_pack_kills(const uint16_t kills[SPECIES_COUNT], uint8_t out[LIFE_KILLS_SIZE])
{
    uint16_t counts[SAVE_IDS] = {0};
    size_t length = 0;

    for (enum species_id id = SPECIES_DELVER; id < SPECIES_COUNT; id++)
        counts[species_row(id)->save_id] = kills[id];
    out[length++] = KILLS_VERSION;
    for (int save_id = 0; save_id < SAVE_IDS; save_id++) {
        if (counts[save_id] == 0)
            continue;
        out[length++] = (uint8_t)save_id;
        out[length++] = (uint8_t)(counts[save_id] & UINT8_MAX);
        out[length++] = (uint8_t)(counts[save_id] >> 8);
    }
    return length;
}

enum err life_unpack_kills(const uint8_t *data, size_t length, uint16_t kills[SPECIES_COUNT])
{
    uint16_t counts[SPECIES_COUNT] = {0};
    struct byte_reader reader;
    int last = -1;

    byte_reader_init(&reader, data, length);
    if (byte_reader_u8(&reader) != KILLS_VERSION)
        return ERR_FORMAT;
    while (!byte_reader_at_end(&reader)) {
        uint8_t save_id = byte_reader_u8(&reader);
        uint16_t count = byte_reader_u16(&reader);
        enum species_id id;

        /* A read past the end counts 0, too. */
        if (count == 0 || save_id <= last || species_from_save_id(save_id, &id) != ERR_OK)
            return ERR_FORMAT;
        counts[id] = count;
        last = save_id;
    }
    memcpy(kills, counts, sizeof counts);
    return ERR_OK;
}
