/*
 * Deaths that are kept.
 */
#include "world/deaths.h"

#include <string.h>

#include "base/member.h"
#include "world/level.h"
#include "world/range.h"

static const struct member death_members[] = {
    MEMBER(struct death, died_at, 8, 0, UINT64_MAX),
    MEMBER(struct death, lived, 8, 0, UINT64_MAX),
    MEMBER(struct death, lost, 8, 0, RANGE_WHOLE_MAX),
    MEMBER(struct death, wing, 2, 0, UINT16_MAX),
    MEMBER(struct death, depth, 2, 1, UINT16_MAX),
    MEMBER(struct death, at.x, 2, 0, LEVEL_WIDTH_MAX - 1),
    MEMBER(struct death, at.y, 2, 0, LEVEL_HEIGHT_MAX - 1),
    MEMBER(struct death, level, 1, 1, UINT8_MAX),
    MEMBER(struct death, has_grave, 1, false, true),
    MEMBER(struct death, blows[0], 2, 0, UINT16_MAX),
    MEMBER(struct death, blows[1], 2, 0, UINT16_MAX),
    MEMBER(struct death, blows[2], 2, 0, UINT16_MAX),
};
_Static_assert(DEATH_BLOWS_KEPT == 3, "all blows are there");

static const struct member grave_members[] = {
    MEMBER(struct grave_place, wing, 2, 0, UINT16_MAX),
    MEMBER(struct grave_place, depth, 2, 1, UINT16_MAX),
    MEMBER(struct grave_place, at.x, 2, 0, LEVEL_WIDTH_MAX - 1),
    MEMBER(struct grave_place, at.y, 2, 0, LEVEL_HEIGHT_MAX - 1),
};

static struct grave_place place_of_death(const struct death *death)
{
    return (struct grave_place){.wing = death->wing, .depth = death->depth, .at = death->at};
}

void deaths_add(struct deaths *deaths, const struct death *death)
{
    memmove(&deaths->last[1], &deaths->last[0], (DEATHS_KEPT - 1) * sizeof deaths->last[0]);
    deaths->last[0] = *death;
    deaths->last[0].grave = place_of_death(death);
    deaths->count = deaths->count < DEATHS_KEPT ? deaths->count + 1 : DEATHS_KEPT;
    deaths->number += deaths->number < UINT32_MAX;
    deaths->lived = 0;
}

bool deaths_note_grave(struct deaths *deaths, uint64_t died_at, bool is_there)
{
    bool is_news = false;

    for (int i = 0; i < deaths->count; i++) {
        struct death *death = &deaths->last[i];
        if (death->died_at != died_at || death->has_grave == is_there)
            continue;
        death->has_grave = is_there;
        is_news = true;
    }
    return is_news;
}

bool deaths_move_grave(struct deaths *deaths, uint64_t died_at, const struct grave_place *place)
{
    bool is_news = deaths_note_grave(deaths, died_at, true);

    for (int i = 0; i < deaths->count; i++) {
        struct grave_place *known = &deaths->last[i].grave;
        if (deaths->last[i].died_at != died_at ||
            (known->wing == place->wing && known->depth == place->depth &&
             pos_equal(known->at, place->at)))
            continue;
        *known = *place;
        is_news = true;
    }
    return is_news;
}

void deaths_hash(const struct deaths *deaths, struct hash *hash)
{
    for (int i = 0; i < deaths->count; i++) {
        const struct death *death = &deaths->last[i];
        hash_u64(hash, death->died_at << 1 | death->has_grave);
        hash_u64(hash, (uint64_t)death->lost);
        hash_u64(hash, (uint64_t)death->wing << 48 | (uint64_t)death->depth << 32 |
                           (uint64_t)species_row(death->killer)->save_id << 8 | death->level);
        hash_u64(hash, (uint64_t)death->at.x << 32 | (uint64_t)death->at.y);
        if (death->has_grave)
            hash_u64(hash, (uint64_t)death->grave.depth << 48 | (uint64_t)death->grave.wing << 32 |
                               (uint64_t)death->grave.at.x << 16 | (uint64_t)death->grave.at.y);
    }
    if (deaths->is_untold)
        hash_u64(hash, 1);
}

size_t deaths_pack_graves(const struct deaths *deaths, uint8_t *out)
{
    size_t length = 0;

    for (int i = 0; i < deaths->count; i++)
        length += members_put(out + length, 0, grave_members, MEMBER_COUNT(grave_members),
                              &deaths->last[i].grave);
    return length;
}

bool deaths_unpack_graves(struct byte_reader *reader, struct deaths *deaths)
{
    for (int i = 0; i < deaths->count; i++) {
        if (!members_get(reader, 0, grave_members, MEMBER_COUNT(grave_members),
                         &deaths->last[i].grave))
            return false;
    }
    return !reader->failed;
}

size_t deaths_pack(const struct deaths *deaths, uint8_t *out)
{
    size_t length = member_put(out, deaths->lived, 8);

    length += member_put(out + length, deaths->number, 4);
    length += member_put(out + length, deaths->count, 1);
    for (int i = 0; i < deaths->count; i++) {
        length += members_put(out + length, 0, death_members, MEMBER_COUNT(death_members),
                              &deaths->last[i]);
        length += member_put(out + length, species_row(deaths->last[i].killer)->save_id, 1);
    }
    return length;
}

bool deaths_unpack(struct byte_reader *reader, struct deaths *out)
{
    *out = (struct deaths){.lived = byte_reader_u64(reader)};
    out->number = byte_reader_u32(reader);
    out->count = byte_reader_u8(reader);
    if (reader->failed || out->count > DEATHS_KEPT || out->count > out->number)
        return false;
    for (int i = 0; i < out->count; i++) {
        struct death *death = &out->last[i];
        if (!members_get(reader, 0, death_members, MEMBER_COUNT(death_members), death) ||
            species_from_save_id(byte_reader_u8(reader), &death->killer) != ERR_OK)
            return false;
        death->grave = place_of_death(death);
    }
    return !reader->failed;
}
