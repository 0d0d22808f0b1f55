/*
 * Lives: deaths, lessons, a life and its hash, its kills and belongings as bytes, and the lessons
 * of a delver in the world. Kills are packed in an order that depends on nothing but the table of
 * kills, so a hash of the bytes stands for the table.
 */
#include "world/life.h"

#include <string.h>

#include "base/bytes.h"
#include "base/check.h"
#include "base/member.h"
#include "world/fight.h"
#include "world/ledger.h"
#include "world/level.h"
#include "world/name.h"
#include "world/record.h"
#include "world/world.h"

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
    bool is_new = false;

    for (int i = 0; i < deaths->count; i++) {
        struct death *death = &deaths->last[i];
        if (death->died_at != died_at || death->has_grave == is_there)
            continue;
        death->has_grave = is_there;
        is_new = true;
    }
    return is_new;
}

bool deaths_move_grave(struct deaths *deaths, uint64_t died_at, const struct grave_place *place)
{
    bool is_new = deaths_note_grave(deaths, died_at, true);

    for (int i = 0; i < deaths->count; i++) {
        struct grave_place *known = &deaths->last[i].grave;
        if (deaths->last[i].died_at != died_at ||
            (known->wing == place->wing && known->depth == place->depth &&
             pos_equal(known->at, place->at)))
            continue;
        *known = *place;
        is_new = true;
    }
    return is_new;
}

/* Hashes deaths, except the ticks lived, on which no rule depends. Without deaths the hash does not
   change. */
static void deaths_hash(const struct deaths *deaths, struct hash *hash)
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
    if (deaths->is_unreported)
        hash_u64(hash, 1);
}

/* Writes, and reads, the places of the graves of those deaths. They follow the deaths
   themselves. */
static size_t deaths_pack_graves(const struct deaths *deaths, uint8_t *out)
{
    size_t length = 0;

    for (int i = 0; i < deaths->count; i++)
        length += members_put(out + length, 0, grave_members, MEMBER_COUNT(grave_members),
                              &deaths->last[i].grave);
    return length;
}

static bool deaths_unpack_graves(struct byte_reader *reader, struct deaths *deaths)
{
    for (int i = 0; i < deaths->count; i++) {
        if (!members_get(reader, 0, grave_members, MEMBER_COUNT(grave_members),
                         &deaths->last[i].grave))
            return false;
    }
    return !reader->failed;
}

/* Packs deaths into at most DEATHS_SIZE bytes: ticks lived, number, count, then each death by the
   table. Returns the length. */
static size_t deaths_pack(const struct deaths *deaths, uint8_t *out)
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

/* Reads the bytes of deaths_pack(). False for any other bytes. */
static bool deaths_unpack(struct byte_reader *reader, struct deaths *out)
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

enum { SURVEY_PERCENT = 90 /* percent of a level's ground that counts as nearly all of it */ };

static void gain(struct delver *delver, int pay, struct event_list *events)
{
    struct body *body = &delver->body;
    int before = life_level(&delver->life);

    (void)life_gain(&delver->life.experience, pay);
    delver_note_change(delver);
    int after = life_level(&delver->life);
    if (after == before)
        return;
    int health = lesson_health(after) - lesson_health(before);
    body->health = (int16_t)(body->health + body_strengthen(body, health));
    event_push(events, EVENT_LEVELLED, body)->count = after;
}

void learning_kill(struct delver *delver, const struct body *foe, const struct species_row *row)
{
    struct event_list *events = &delver->body.level->events;
    uint16_t *kills = &delver->life.kills[foe->species];

    *kills = (uint16_t)(*kills + (*kills < UINT16_MAX));
    int pay = lesson_of_kill(row, foe->key.depth, *kills, life_level(&delver->life));
    struct event *event = event_push(events, EVENT_LESSON, &delver->body);
    event->other = foe->id;
    event->count = pay;
    gain(delver, pay, events);
}

/* Sets the bit of that depth. False: it was set before. */
static bool note_depth(uint64_t bits[LIFE_DEPTH_WORDS], int depth)
{
    uint64_t bit = UINT64_C(1) << depth % 64;
    bool is_new = (bits[depth / 64] & bit) == 0;

    bits[depth / 64] |= bit;
    return is_new;
}

static void learn_depth(struct delver *delver, enum event_kind kind, struct event_list *events)
{
    int pay = lesson_of_depth(delver->body.key.depth, life_level(&delver->life));

    delver_note_change(delver);
    if (pay == 0)
        return;
    event_push(events, kind, &delver->body)->count = pay;
    gain(delver, pay, events);
}

void learning_arrival(struct delver *delver, struct event_list *events)
{
    struct life *life = &delver->life;
    uint16_t depth = delver->body.key.depth;

    if (depth > life->deepest)
        life->deepest = depth;
    delver_note_change(delver);
    /* A life begins on depth 1, so arriving there teaches nothing. */
    if (note_depth(life->arrived, depth) && depth > 1)
        learn_depth(delver, EVENT_REACHED, events);
}

void learning_survey(struct delver *delver)
{
    struct life *life = &delver->life;
    int depth = delver->body.key.depth;

    if (depth > LIFE_DEPTH_MAX || !event_has_room(&delver->body.level->events) ||
        (life->explored[depth / 64] >> depth % 64 & 1) != 0 ||
        delver_explored_percent(delver) < SURVEY_PERCENT)
        return;
    (void)note_depth(life->explored, depth);
    learn_depth(delver, EVENT_SURVEYED, &delver->body.level->events);
}

int knacks_due(const struct delver *delver)
{
    int level = life_level(&delver->life);
    int given = (level < KNACKS_LAST ? level : KNACKS_LAST) / KNACKS_EVERY;
    int due = given - knacks_count(delver->life.honours.knacks);

    return due > 0 ? due : 0;
}

int knacks_offer(const struct world *world, const struct delver *delver,
                 enum knack out[KNACKS_OFFERED])
{
    uint16_t taken = delver->life.honours.knacks;
    uint64_t choice = (uint64_t)delver->life.number << 8 | (uint64_t)knacks_count(taken);
    struct rng rng;
    int count = 0;

    if (knacks_due(delver) == 0)
        return 0;
    rng_init(&rng, rng_level_seed(world->seed, (uint64_t)delver->delver_id, choice, RNG_KNACK));
    while (count < KNACKS_OFFERED && knacks_count(taken) < KNACK_COUNT) {
        enum knack id = (enum knack)rng_below(&rng, KNACK_COUNT);
        if (knacks_have(taken, id))
            continue;
        taken = knacks_with(taken, id);
        out[count++] = id;
    }
    return count;
}

static enum refusal why_not(const struct delver *delver, int offered, uint32_t number)
{
    if (offered == 0)
        return REFUSAL_NO_KNACK;
    if (delver->time.state != COMPANY_CALM)
        return REFUSAL_DANGER;
    return number < 1 || number > (uint32_t)offered ? REFUSAL_WHICH_KNACK : REFUSAL_NONE;
}

bool knacks_learn(const struct world *world, struct body *body, const struct action *action)
{
    struct delver *delver = body_delver(body);
    enum knack offer[KNACKS_OFFERED];

    CHECK(delver != NULL);
    enum refusal refusal = why_not(delver, knacks_offer(world, delver, offer), action->object);
    if (refusal != REFUSAL_NONE) {
        event_refuse(&body->level->events, body, refusal, DIR_NONE);
        return false;
    }
    enum knack id = offer[action->object - 1];
    delver->life.honours.knacks = knacks_with(delver->life.honours.knacks, id);
    delver_note_change(delver);
    event_push(&body->level->events, EVENT_KNACK, body)->count = (int)id;
    if (id == KNACK_NOSE)
        knacks_arrive(delver);
    return true;
}

void knacks_arrive(struct delver *delver)
{
    const struct level *level = delver->body.level;

    delver->effects.is_stubborn_used = false;
    if (!knacks_have(delver->life.honours.knacks, KNACK_NOSE))
        return;
    for (int i = 0; i < level->niche_count; i++)
        delver_learn_cell(delver, level->niches[i]);
}

void remains_hash(const struct grave *grave, struct hash *hash)
{
    hash_u64(hash, (uint64_t)grave->delver_id);
    hash_u64(hash, grave->died_at << 2 | grave->opens);
    hash_u64(hash, (uint64_t)grave->at.x << 32 | (uint64_t)grave->at.y);
    hash_u64(hash, (uint64_t)grave->gold);
    hash_u64(hash, (uint64_t)grave->experience);
    /* An empty object keeps the kind of its last thing, which must not be hashed. */
    for (int i = 0; i < PACK_MAX; i++) {
        if (!stack_is_none(&grave->things[i]))
            stack_hash(&grave->things[i], hash);
    }
}

int lesson_lore(const struct species_row *row, int depth)
{
    enum { BOSS = 6 };
    int lore = (6 + 4 * row->depth.low) * growth_of(row, depth).lore_percent / 100;

    return row->is_boss ? BOSS * lore : lore;
}

bool lesson_is_beyond(int level, int depth)
{
    return depth > level + LESSON_BEYOND;
}

/* Limits a payment to a quarter of the cost of the next level; on the last level, of a level after
   it. */
static int limited(int payment, int level, int depth)
{
    int most = 32 * level / 4;

    if (lesson_is_beyond(level, depth))
        return 0;
    return payment < most ? payment : most;
}

int lesson_of_kill(const struct species_row *row, int depth, uint32_t nth, int level)
{
    CHECK(nth >= 1);
    if (row->is_boss && nth > 1)
        return 0;
    return limited((int)((uint32_t)lesson_lore(row, depth) / nth), level, row->depth.low);
}

int lesson_of_depth(int depth, int level)
{
    return limited(10 * depth, level, depth);
}

int lesson_threshold(int level)
{
    CHECK(level >= 1 && level <= LESSON_LEVEL_MAX);
    return 16 * level * (level - 1);
}

int lesson_level(int64_t experience)
{
    int level = 1;

    while (level < LESSON_LEVEL_MAX && experience >= lesson_threshold(level + 1))
        level++;
    return level;
}

int lesson_health(int level)
{
    return 20 + 4 * (level - 1);
}

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

/* Returns the bit of a kind. Kinds that must be learned have different bits, because their save_ids
   differ by less than 64. */
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

bool life_has_arrived(const struct life *life, int depth)
{
    return depth <= LIFE_DEPTH_MAX && (life->arrived[depth / 64] >> depth % 64 & 1) != 0;
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

/* The dealings of a delver in havens: lanterns, fountains, pedlars. Each number that is not 0 is
   hashed with its index in the table. */
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

static void hash_havens(const struct life *life, struct hash *hash)
{
    for (int i = 0; i < MEMBER_COUNT(haven_members); i++) {
        const struct member *member = &haven_members[i];
        uint64_t value = member_load((const uint8_t *)life + member->offset, member->size);
        if (value == 0)
            continue;
        hash_u64(hash, (uint64_t)i);
        hash_u64(hash, value);
    }
}

/* Hashes honours. A life without any does not change the hash, and feats never do. */
static void hash_honours(const struct honours *honours, struct hash *hash)
{
    for (int i = 0; i < LIFE_DEPTH_WORDS; i++) {
        if (honours->vaults[i] != 0)
            hash_u64(hash, honours->vaults[i] ^ (uint64_t)i);
        if (honours->twins[i] != 0)
            hash_u64(hash, rng_mix(honours->twins[i]) ^ (uint64_t)i);
    }
    if (honours->oath != OATH_NONE)
        hash_u64(hash, honours->oath);
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

        /* A read past the end gives count 0 as well. */
        if (count == 0 || save_id <= last || species_from_save_id(save_id, &id) != ERR_OK)
            return ERR_FORMAT;
        counts[id] = count;
        last = save_id;
    }
    memcpy(kills, counts, sizeof counts);
    return ERR_OK;
}

/* Versions 3 and 4 are written for a delver with a bundle; 4 tells whether it opens to others.
   Version 5, of all but newborns, has deaths, and says whether there is a bundle; 6 whether the
   newest death is to be told still; 7 where the graves are. Version 8 is written for a delver that
   has chosen a knack or carried an ember home, 9 for one that is sworn or was in a vault, 10 for
   one with feats, 11 for one that was on twin plates. */
enum {
    VERSION_WITHOUT_HAVENS = 1,
    VERSION_WITH_HAVENS = 2,
    VERSION_WITH_OPEN_BUNDLE = 3,
    VERSION_WITH_BUNDLE = 4,
    VERSION_WITH_DEATHS = 5,
    VERSION_WITH_UNREPORTED = 6,
    VERSION_WITH_GRAVES = 7,
    VERSION_WITH_HONOURS = 8,
    VERSION_WITH_VAULTS = 9,
    VERSION_WITH_FEATS = 10,
    VERSION_WITH_TWINS = 11,
    VERSION_NEWEST = VERSION_WITH_TWINS
};

/* Honours follow the version, where a query can find them. */
#define FEAT(member, width, high)                                                                  \
    MEMBER_SINCE(VERSION_WITH_FEATS, struct life, honours.member, width, 0, high)
#define FEATS(of)                                                                                  \
    FEAT(of.deepest, 2, LIFE_DEPTH_MAX), FEAT(of.sworn, 2, LIFE_DEPTH_MAX),                        \
        FEAT(of.renown, 4, UINT32_MAX), FEAT(of.kindled, 2, UINT16_MAX),                           \
        FEAT(of.falls, 4, UINT32_MAX), FEAT(of.kindled_in, 8, RANGE_WHOLE_MAX),                    \
        FEAT(of.reached_in[0], 8, RANGE_WHOLE_MAX), FEAT(of.reached_in[1], 8, RANGE_WHOLE_MAX),    \
        FEAT(of.reached_in[2], 8, RANGE_WHOLE_MAX), FEAT(of.reached_in[3], 8, RANGE_WHOLE_MAX),    \
        FEAT(of.reached_in[4], 8, RANGE_WHOLE_MAX), FEAT(of.given, 8, RANGE_WHOLE_MAX)
_Static_assert(FEAT_GOALS == 5, "all goals are there");

static const struct member honour_members[] = {
    MEMBER(struct life, honours.kindled, 2, 0, UINT16_MAX),
    MEMBER(struct life, honours.kindled_in, 8, 0, RANGE_WHOLE_MAX),
    MEMBER(struct life, honours.may_begin_again, 1, false, true),
    MEMBER(struct life, honours.knacks, 2, 0, UINT16_MAX),
    MEMBER_SINCE(VERSION_WITH_VAULTS, struct life, honours.oath, 1, 0, OATH_COUNT - 1),
    MEMBER_SINCE(VERSION_WITH_VAULTS, struct life, honours.vaults[0], 8, 0, UINT64_MAX),
    MEMBER_SINCE(VERSION_WITH_VAULTS, struct life, honours.vaults[1], 8, 0, UINT64_MAX),
    FEAT(lived, 8, RANGE_WHOLE_MAX),
    FEAT(season, 4, UINT32_MAX),
    FEATS(ever),
    FEATS(in_season),
    MEMBER_SINCE(VERSION_WITH_TWINS, struct life, honours.twins[0], 8, 0, UINT64_MAX),
    MEMBER_SINCE(VERSION_WITH_TWINS, struct life, honours.twins[1], 8, 0, UINT64_MAX),
};

static const struct member bundle_members[] = {
    MEMBER(struct grave, delver_id, 8, 1, RANGE_WHOLE_MAX),
    MEMBER(struct grave, died_at, 8, 0, UINT64_MAX),
    MEMBER(struct grave, gold, 8, 0, RANGE_WHOLE_MAX),
    MEMBER(struct grave, experience, 8, 0, RANGE_WHOLE_MAX),
    MEMBER_SINCE(VERSION_WITH_BUNDLE, struct grave, opens, 1, 0, GRAVE_OPENS_COUNT - 1),
};

/* The limit of a count depends on the object, and is checked once that is known. */
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
    bool has_vaults = life->honours.oath != OATH_NONE || life->honours.vaults[0] != 0 ||
                      life->honours.vaults[1] != 0;
    bool has_twins = life->honours.twins[0] != 0 || life->honours.twins[1] != 0;
    bool has_feats = has_twins || life->honours.season != 0 || life->honours.lived != 0;
    bool has_honours =
        has_feats || has_vaults || life->honours.kindled > 0 || life->honours.knacks != 0;
    bool has_lived = has_honours || life->deaths.number > 0 || life->deaths.lived > 0;
    uint8_t version = has_twins     ? VERSION_WITH_TWINS
                      : has_feats   ? VERSION_WITH_FEATS
                      : has_vaults  ? VERSION_WITH_VAULTS
                      : has_honours ? VERSION_WITH_HONOURS
                      : has_lived   ? VERSION_WITH_GRAVES
                      : has_bundle  ? VERSION_WITH_BUNDLE
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
        length += member_put(out + length, life->deaths.is_unreported, 1);
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

/* True if a thing may be at that object: it fits there, and a worn thing is in its own slot. */
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

static enum err read_bundle(struct byte_reader *reader, uint8_t version, struct grave *out)
{
    uint32_t last = OBJECT_NONE;

    *out = (struct grave){.delver_id = 0};
    if (!members_get(reader, version, bundle_members, MEMBER_COUNT(bundle_members), out) ||
        species_from_save_id(byte_reader_u8(reader), &out->killer) != ERR_OK ||
        !name_read(reader, out->name))
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

enum err belongings_peek(const uint8_t *data, size_t length, struct honours *out)
{
    struct life read = {.honours = {0}};
    struct byte_reader reader;

    byte_reader_init(&reader, data, length);
    uint8_t version = byte_reader_u8(&reader);
    if (reader.failed || version > VERSION_NEWEST ||
        (version >= VERSION_WITH_HONOURS &&
         !members_get(&reader, version, honour_members, MEMBER_COUNT(honour_members), &read)))
        return ERR_FORMAT;
    *out = read.honours;
    return ERR_OK;
}

enum err belongings_unpack(const uint8_t *data, size_t length, struct life *life)
{
    struct life read = *life;
    struct byte_reader reader;
    uint32_t last = OBJECT_NONE;

    byte_reader_init(&reader, data, length);
    uint8_t version = byte_reader_u8(&reader);
    if (version < VERSION_WITHOUT_HAVENS || version > VERSION_NEWEST)
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
    if (version >= VERSION_WITH_UNREPORTED && !read_flag(&reader, &read.deaths.is_unreported))
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
