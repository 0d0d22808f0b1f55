/*
 * Lives, and their kills as bytes. There is one run of bytes for each table of kills, so that a
 * hash over them says the same as the table.
 */
#include "world/life.h"

#include <string.h>

#include "base/bytes.h"
#include "world/lesson.h"

enum { KILLS_VERSION = 1, SAVE_IDS = UINT8_MAX + 1 };

struct life life_new(void)
{
    return (struct life){.number = 1};
}

int life_level(const struct life *life)
{
    return lesson_level(life->experience);
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
