/*
 * Populations as bytes, numbers little endian: u8 version, u64 clock, u64 tick at which it was
 * left, 4 u64 random stream, since version 4 u64 tick of its birth and u64 tick since which its
 * boss is gone, u16 number of foes, the foes, u16 number of things, the things, u16 number of
 * graves, those, since version 4 u16 number of lines of chalk, those.
 *
 * A foe is u8 save_id, u16 ticks to its next action, u16 to the end of its beat, its members, u8
 * number of statuses, those by save_id (u8 save_id, u8 beats). A thing is u8 save_id, its members.
 * A grave is u8 save_id of the kind that killed, its members, the name, u8 number of things, those
 * without their cells. A line of chalk is its members and the name of its author.
 *
 * A coordinate is one byte, and two in versions 3 and 5, which levels have that are wider or
 * higher than 256 cells.
 *
 * Lists are written from their end, because a list of the world grows at its head. Encoded
 * populations are also counted and changed without a world: the gap of a removed part is closed;
 * changed parts keep their length. All keep their version, the first byte.
 */
#include "world/population_codec.h"

#include <string.h>

#include "base/check.h"
#include "base/member.h"
#include "world/grave.h"
#include "world/level.h"
#include "world/mind.h"
#include "world/name.h"
#include "world/population.h"
#include "world/record.h"
#include "world/world.h"

enum { SAVE_IDS = UINT8_MAX + 1 };

#define MEMBER_X(type, name)                                                                       \
    MEMBER_WIDER_SINCE(POPULATION_WIDE_VERSION, type, name.x, 1, 0, LEVEL_WIDTH_MAX - 1)
#define MEMBER_Y(type, name)                                                                       \
    MEMBER_WIDER_SINCE(POPULATION_WIDE_VERSION, type, name.y, 1, 0, LEVEL_HEIGHT_MAX - 1)

static const struct member foe_members[] = {
    MEMBER_X(struct foe, body.at),
    MEMBER_Y(struct foe, body.at),
    MEMBER(struct foe, body.health, 2, 1, RANGE_HEALTH_MAX),
    MEMBER(struct foe, body.health_max, 2, 1, RANGE_HEALTH_MAX),
    MEMBER(struct foe, body.statuses.steady, 1, 0, UINT8_MAX),
    MEMBER(struct foe, group, 2, 0, POPULATION_GROUPS_MAX),
    MEMBER(struct foe, mind.mood, 1, MOOD_ASLEEP, MOOD_COUNT - 1),
    MEMBER_X(struct foe, mind.home),
    MEMBER_Y(struct foe, mind.home),
    MEMBER_X(struct foe, mind.goal),
    MEMBER_Y(struct foe, mind.goal),
    MEMBER(struct foe, mind.has_goal, 1, false, true),
    MEMBER(struct foe, mind.fear, 1, FEAR_NONE, FEAR_CORNERED),
    MEMBER(struct foe, mind.is_hidden, 1, false, true),
    MEMBER(struct foe, mind.is_poised, 1, false, true),
    MEMBER(struct foe, mind.has_shouted, 1, false, true),
    MEMBER(struct foe, mind.gold, 2, 0, UINT16_MAX),
};

static const struct member thing_members[] = {
    MEMBER_X(struct item, at),
    MEMBER_Y(struct item, at),
    MEMBER(struct item, owner, 8, 0, RANGE_WHOLE_MAX),
    MEMBER(struct item, owned_until, 8, 0, UINT64_MAX),
    MEMBER_SINCE(2, struct item, kept_until, 8, 0, UINT64_MAX),
};

static const struct member stack_members[] = {
    MEMBER(struct stack, count, 4, 1, STACK_GOLD_MAX),
    MEMBER(struct stack, rest, 2, 0, UINT16_MAX),
    MEMBER(struct stack, temper, 1, 0, STACK_TEMPER_MAX),
    MEMBER(struct stack, charges, 1, 0, UINT8_MAX),
};

static const struct member grave_members[] = {
    MEMBER_X(struct grave, at),
    MEMBER_Y(struct grave, at),
    MEMBER(struct grave, delver_id, 8, 1, RANGE_WHOLE_MAX),
    MEMBER(struct grave, died_at, 8, 0, UINT64_MAX),
    MEMBER(struct grave, gold, 8, 0, RANGE_WHOLE_MAX),
    MEMBER(struct grave, experience, 8, 0, RANGE_WHOLE_MAX),
    MEMBER_SINCE(2, struct grave, opens, 1, 0, GRAVE_OPENS_COUNT - 1),
};

/* The first version with lines of chalk, and with the times of the level's birth and of its boss.
 */
enum { VERSION_WITH_CHALK = POPULATION_VERSION + POPULATION_CHALK };

/* Returns the version of the members of a population of that version. */
static int members_of(int version)
{
    return version < VERSION_WITH_CHALK ? version : version - POPULATION_CHALK;
}

static const struct member chalk_members[] = {
    MEMBER_X(struct chalk_line, at),
    MEMBER_Y(struct chalk_line, at),
    MEMBER(struct chalk_line, author, 8, 1, RANGE_WHOLE_MAX),
    MEMBER(struct chalk_line, written_at, 8, 0, UINT64_MAX),
    MEMBER(struct chalk_line, code, 2, 0, CHALK_CODES - 1),
    MEMBER(struct chalk_line, agreed, 1, 0, CHALK_VOTES_MAX),
    MEMBER(struct chalk_line, disagreed, 1, 0, CHALK_VOTES_MAX),
    MEMBER(struct chalk_line, judges[0], 8, 0, RANGE_WHOLE_MAX),
    MEMBER(struct chalk_line, judges[1], 8, 0, RANGE_WHOLE_MAX),
    MEMBER(struct chalk_line, judges[2], 8, 0, RANGE_WHOLE_MAX),
    MEMBER(struct chalk_line, judges[3], 8, 0, RANGE_WHOLE_MAX),
    MEMBER(struct chalk_line, judges[4], 8, 0, RANGE_WHOLE_MAX),
    MEMBER(struct chalk_line, judges[5], 8, 0, RANGE_WHOLE_MAX),
    MEMBER(struct chalk_line, judges[6], 8, 0, RANGE_WHOLE_MAX),
    MEMBER(struct chalk_line, judges[7], 8, 0, RANGE_WHOLE_MAX),
};
_Static_assert(CHALK_JUDGES_MAX == 8, "all judges are there");

void form_put(struct form_record *record, uint64_t value, size_t width)
{
    CHECK(width <= sizeof record->data - record->length);
    for (size_t i = 0; i < width; i++)
        record->data[record->length++] = (uint8_t)(value >> 8 * i);
}

static void put_members(struct form_record *record, int version, const struct member *members,
                        int count, const void *row)
{
    size_t left = sizeof record->data - record->length;

    for (int i = 0; i < count; i++) {
        CHECK(member_width(&members[i], version) <= left);
        left -= member_width(&members[i], version);
    }
    record->length += members_put(record->data + record->length, version, members, count, row);
}

/* Returns the ticks until that tick of the body's life; 0 if it is past. */
static uint16_t ticks_to(const struct body *body, uint64_t at)
{
    int64_t ticks = (int64_t)(at - body_lived(body));

    return (uint16_t)(ticks < 0 ? 0 : ticks > UINT16_MAX ? UINT16_MAX : ticks);
}

/* True if any status has beats left; most foes have none. */
static bool form_has_status(const struct statuses *statuses)
{
    uint8_t any = 0;

    for (enum status_id id = 0; id < STATUS_COUNT; id++)
        any |= statuses->left[id];
    return any != 0;
}

static void put_statuses(struct form_record *record, const struct statuses *statuses)
{
    uint8_t left[SAVE_IDS];
    size_t count_at = record->length;

    form_put(record, 0, 1);
    if (!form_has_status(statuses))
        return;
    memset(left, 0, sizeof left);
    for (enum status_id id = 0; id < STATUS_COUNT; id++)
        left[status_row(id)->save_id] = statuses->left[id];
    for (int save_id = 0; save_id < SAVE_IDS; save_id++) {
        if (left[save_id] == 0)
            continue;
        form_put(record, (uint64_t)save_id, 1);
        form_put(record, left[save_id], 1);
        record->data[count_at]++;
    }
}

static bool status_from_save_id(int save_id, enum status_id *out)
{
    for (enum status_id id = 0; id < STATUS_COUNT; id++) {
        if (status_row(id)->save_id == save_id) {
            *out = id;
            return true;
        }
    }
    return false;
}

static bool get_statuses(struct byte_reader *reader, struct statuses *out)
{
    uint8_t count = byte_reader_u8(reader);
    int last = -1;

    for (int i = 0; i < count; i++) {
        int save_id = byte_reader_u8(reader);
        uint8_t left = byte_reader_u8(reader);
        enum status_id id;
        if (save_id <= last || left == 0 || !status_from_save_id(save_id, &id))
            return false;
        out->left[id] = left;
        last = save_id;
    }
    return !reader->failed;
}

void form_put_foe(struct form_record *record, int version, const struct foe *foe)
{
    form_put(record, species_row(foe->body.species)->save_id, 1);
    form_put(record, ticks_to(&foe->body, foe->body.ready_at), 2);
    form_put(record, ticks_to(&foe->body, foe->body.beat_at), 2);
    put_members(record, version, foe_members, MEMBER_COUNT(foe_members), foe);
    put_statuses(record, &foe->body.statuses);
}

static void put_stack(struct form_record *record, const struct stack *stack)
{
    form_put(record, item_row(stack->kind)->save_id, 1);
    put_members(record, POPULATION_VERSION, stack_members, MEMBER_COUNT(stack_members), stack);
}

void form_put_thing(struct form_record *record, int version, const struct item *thing)
{
    put_stack(record, &thing->stack);
    put_members(record, version, thing_members, MEMBER_COUNT(thing_members), thing);
}

void form_put_grave(struct form_record *record, int version, const struct grave *grave)
{
    form_put(record, species_row(grave->killer)->save_id, 1);
    put_members(record, version, grave_members, MEMBER_COUNT(grave_members), grave);
    for (size_t i = 0; i < sizeof grave->name; i++)
        form_put(record, (uint8_t)grave->name[i], 1);
    size_t count_at = record->length;
    form_put(record, 0, 1);
    for (int i = 0; i < PACK_MAX; i++) {
        if (stack_is_none(&grave->things[i]))
            continue;
        put_stack(record, &grave->things[i]);
        record->data[count_at]++;
    }
}

void form_put_chalk(struct form_record *record, int version, const struct chalk_line *line)
{
    put_members(record, version, chalk_members, MEMBER_COUNT(chalk_members), line);
    for (size_t i = 0; i < sizeof line->name; i++)
        form_put(record, (uint8_t)line->name[i], 1);
}

static bool get_stack(struct byte_reader *reader, struct stack *out)
{
    return item_from_save_id(byte_reader_u8(reader), &out->kind) == ERR_OK &&
           members_get(reader, POPULATION_VERSION, stack_members, MEMBER_COUNT(stack_members), out);
}

/* Reads a foe; its times are ticks from now. False: the bytes do not fit. */
static bool form_get_foe(struct byte_reader *reader, int version, struct foe *out)
{
    *out = (struct foe){.uses = 0};
    if (species_from_save_id(byte_reader_u8(reader), &out->body.species) != ERR_OK ||
        out->body.species == SPECIES_DELVER)
        return false;
    out->body.ready_at = byte_reader_u16(reader);
    out->body.beat_at = byte_reader_u16(reader);
    return members_get(reader, version, foe_members, MEMBER_COUNT(foe_members), out) &&
           get_statuses(reader, &out->body.statuses) && out->body.health <= out->body.health_max;
}

static bool form_get_thing(struct byte_reader *reader, int version, struct item *out)
{
    *out = (struct item){.id = 0};
    return get_stack(reader, &out->stack) &&
           members_get(reader, version, thing_members, MEMBER_COUNT(thing_members), out);
}

static bool form_get_grave(struct byte_reader *reader, int version, struct grave *out)
{
    *out = (struct grave){.next = 0};
    if (species_from_save_id(byte_reader_u8(reader), &out->killer) != ERR_OK ||
        !members_get(reader, version, grave_members, MEMBER_COUNT(grave_members), out) ||
        !name_read(reader, out->name))
        return false;
    uint8_t count = byte_reader_u8(reader);
    for (int i = 0; i < count; i++) {
        if (i == PACK_MAX || !get_stack(reader, &out->things[i]) ||
            out->things[i].kind == ITEM_GOLD)
            return false;
    }
    return !reader->failed;
}

static bool form_get_chalk(struct byte_reader *reader, int version, struct chalk_line *out)
{
    *out = (struct chalk_line){.author = 0};
    return members_get(reader, version, chalk_members, MEMBER_COUNT(chalk_members), out) &&
           name_read(reader, out->name) && !reader->failed;
}

enum {
    CLOCK_END = 1 + 8, /* the hash covers the bytes after this one */
    HEAD_SIZE = CLOCK_END + 8 + 8 * POPULATION_RNG_WORDS,
    TIMES_SIZE = 2 * 8,
    HEAD_BYTES = 256, /* the head of a population, and some things */
    USUAL_FOE_BYTES = 32,
};

/* A coordinate has two bytes only where one is not enough. */
static int population_version(const struct level *level)
{
    return level->width > UINT8_MAX + 1 || level->height > UINT8_MAX + 1 ? POPULATION_WIDE_VERSION
                                                                         : POPULATION_VERSION;
}

static void write_foes(const struct world *world, const struct level *level,
                       struct byte_writer *out)
{
    body_id ids[POPULATION_FOES_MAX];
    uint16_t count = 0;

    for (body_id id = level->first_foe; id != 0 && count < POPULATION_FOES_MAX;
         id = world_body(world, id)->next)
        ids[count++] = id;
    byte_writer_u16(out, count);
    for (int i = count - 1; i >= 0; i--) {
        struct form_record record = {.length = 0};
        form_put_foe(&record, population_version(level), body_foe(world_body(world, ids[i])));
        byte_writer_put(out, record.data, record.length);
    }
}

static void write_things(const struct world *world, const struct level *level,
                         struct byte_writer *out)
{
    item_id ids[POPULATION_THINGS_MAX];
    uint16_t count = 0;

    for (item_id id = level->first_item; id != 0 && count < POPULATION_THINGS_MAX;
         id = world_item(world, id)->next)
        ids[count++] = id;
    byte_writer_u16(out, count);
    for (int i = count - 1; i >= 0; i--) {
        struct form_record record = {.length = 0};
        form_put_thing(&record, population_version(level), world_item(world, ids[i]));
        byte_writer_put(out, record.data, record.length);
    }
}

static void write_graves(const struct world *world, const struct level *level,
                         struct byte_writer *out)
{
    const struct grave *graves[POPULATION_GRAVES_MAX];
    uint16_t count = 0;

    for (uint32_t id = level->first_grave; id != 0 && count < POPULATION_GRAVES_MAX;
         id = world->graves[id - 1].next)
        graves[count++] = &world->graves[id - 1];
    byte_writer_u16(out, count);
    for (int i = count - 1; i >= 0; i--) {
        struct form_record record = {.length = 0};
        form_put_grave(&record, population_version(level), graves[i]);
        byte_writer_put(out, record.data, record.length);
    }
}

static void write_chalk(const struct level *level, struct byte_writer *out)
{
    byte_writer_u16(out, (uint16_t)level->chalk.count);
    for (int i = 0; i < level->chalk.count; i++) {
        struct form_record record = {.length = 0};
        form_put_chalk(&record, population_version(level), &level->chalk.lines[i]);
        byte_writer_put(out, record.data, record.length);
    }
}

/* Limits a time to RANGE_WHOLE_MAX, because a later one would be refused on reading. */
static uint64_t kept_time(uint64_t ticks)
{
    return ticks < RANGE_WHOLE_MAX ? ticks : RANGE_WHOLE_MAX;
}

enum err population_encode(const struct world *world, const struct level *level, struct bytes *out)
{
    size_t foes = level->foe_count < POPULATION_FOES_MAX ? level->foe_count : POPULATION_FOES_MAX;
    struct byte_writer writer = byte_writer_of(out);

    /* Most levels fit into this without growing. */
    byte_writer_note(&writer, bytes_reserve(out, HEAD_BYTES + foes * USUAL_FOE_BYTES));
    byte_writer_u8(&writer, (uint8_t)(population_version(level) + POPULATION_CHALK));
    byte_writer_u64(&writer, kept_time(level->clock));
    byte_writer_u64(&writer, kept_time(level->population.left_at));
    for (int i = 0; i < POPULATION_RNG_WORDS; i++)
        byte_writer_u64(&writer, level->rng.state[i]);
    byte_writer_u64(&writer, kept_time(level->population.born_at));
    byte_writer_u64(&writer, kept_time(level->population.boss_gone_at));
    write_foes(world, level, &writer);
    write_things(world, level, &writer);
    write_graves(world, level, &writer);
    write_chalk(level, &writer);
    return writer.error;
}

uint64_t population_hash(const uint8_t *data, size_t length)
{
    struct hash hash;

    CHECK(length >= CLOCK_END);
    hash_init(&hash);
    hash_bulk(&hash, data + CLOCK_END, length - CLOCK_END);
    return hash.value;
}

/* A population that is being decoded onto a level of the world; without a world it is only
   checked. */
struct reading {
    struct byte_reader reader;
    int version; /* of its members */
    bool has_chalk;
    int width;
    int height;
    struct world *world;
    struct level *level;
};

/* Records in the ledger things that found a place on the level. */
static void take_in(const struct reading *reading, enum item_kind kind, uint64_t count)
{
    uint64_t counts[ITEM_KIND_COUNT] = {0};

    counts[kind] = count;
    ledger_carry_in(&reading->world->ledger, &reading->level->holding, counts);
}

/* Records in the ledger things without room: they came into the world and were destroyed at
   once. */
static void leave_out(const struct reading *reading, enum item_kind kind, uint64_t count)
{
    uint64_t counts[ITEM_KIND_COUNT] = {0};

    counts[kind] = count;
    ledger_carry_in(&reading->world->ledger, &reading->level->holding, counts);
    ledger_end_there(&reading->world->ledger, &reading->level->holding, counts);
    reading->level->population.is_dirty = true;
}

static bool is_inside(const struct reading *reading, struct pos at)
{
    return at.x < reading->width && at.y < reading->height;
}

/* True if a foe may stand there; in rock as well, if its kind digs. */
static bool may_stand(const struct level *level, enum species_id species, struct pos at)
{
    return level_body_at(level, at) == 0 &&
           (level_is_walkable(level, at) || tile_row(level_tile(level, at))->is_gap ||
            way_cost(mind_way(species), level_tile(level, at)) > 0);
}

/* Places a foe. If its cell is no longer ground, because the level was replaced, it comes beside
   the cell or at the stairs. */
static void place_foe(const struct reading *reading, const struct foe *kept)
{
    struct pos at = kept->body.at;
    struct level *level = reading->level;

    bool has_cell = may_stand(level, kept->body.species, at) ||
                    level_find_free(level, reading->world->search, at, &at) ||
                    level_find_free(level, reading->world->search, level->up, &at);
    struct foe *foe =
        has_cell ? foe_add(reading->world, kept->body.species, level, at, kept->mind.mood) : NULL;
    if (foe == NULL) {
        leave_out(reading, ITEM_GOLD, (uint64_t)kept->mind.gold);
        return;
    }
    members_copy(foe_members, MEMBER_COUNT(foe_members), kept, foe);
    take_in(reading, ITEM_GOLD, (uint64_t)kept->mind.gold);
    foe->body.at = at;
    foe->body.statuses = kept->body.statuses;
    foe->body.ready_at = level->clock + kept->body.ready_at;
    foe->body.beat_at = level->clock + kept->body.beat_at;
    /* Statuses of a foe run out with its beats, even while it sleeps. */
    if (form_has_status(&foe->body.statuses) || foe->body.statuses.steady > 0)
        body_activate(&foe->body);
}

static bool read_foe(struct reading *reading)
{
    struct foe foe;

    if (!form_get_foe(&reading->reader, reading->version, &foe) ||
        !is_inside(reading, foe.body.at) || !is_inside(reading, foe.mind.home) ||
        !is_inside(reading, foe.mind.goal))
        return false;
    if (reading->level != NULL)
        place_foe(reading, &foe);
    return true;
}

/* Places a thing on its cell, or at the stairs if a replaced level has rock there. */
static void place_thing(const struct reading *reading, struct item *kept)
{
    struct level *level = reading->level;

    enum tile_id tile = level_tile(level, kept->at);
    if (!tile_is_passable(tile) && !tile_is_trap(tile))
        kept->at = level->up;
    struct item *item = item_add(reading->world, kept->stack, level, kept->at);
    if (item == NULL) {
        leave_out(reading, kept->stack.kind, kept->stack.count);
        return;
    }
    members_copy(thing_members, MEMBER_COUNT(thing_members), kept, item);
    take_in(reading, kept->stack.kind, kept->stack.count);
}

static bool read_thing(struct reading *reading)
{
    struct item thing;

    if (!form_get_thing(&reading->reader, reading->version, &thing) ||
        !is_inside(reading, thing.at))
        return false;
    if (reading->level != NULL)
        place_thing(reading, &thing);
    return true;
}

static bool read_grave(struct reading *reading)
{
    struct grave grave;

    if (!form_get_grave(&reading->reader, reading->version, &grave) ||
        !is_inside(reading, grave.at))
        return false;
    if (reading->level != NULL)
        grave_add(reading->world, reading->level, &grave);
    return true;
}

static bool read_chalk(struct reading *reading)
{
    struct chalk_line line;

    if (!form_get_chalk(&reading->reader, reading->version, &line) || !is_inside(reading, line.at))
        return false;
    if (reading->level != NULL)
        chalk_add(reading->level, &line);
    return true;
}

static bool read_list(struct reading *reading, bool (*read_one)(struct reading *), uint64_t most)
{
    uint64_t count = byte_reader_u16(&reading->reader);

    if (count > most)
        return false;
    for (uint64_t i = 0; i < count; i++) {
        if (!read_one(reading))
            return false;
    }
    return !reading->reader.failed;
}

/* Reads the clock, the times that depend on it, and the random stream. */
static bool read_head(struct reading *reading)
{
    struct byte_reader *reader = &reading->reader;
    struct rng rng = {{0}};
    uint64_t any = 0;

    int version = byte_reader_u8(reader);
    if (version < 1 || version > POPULATION_WIDE_VERSION + POPULATION_CHALK)
        return false;
    reading->version = members_of(version);
    reading->has_chalk = version >= VERSION_WITH_CHALK;
    uint64_t clock = byte_reader_u64(reader);
    uint64_t left_at = byte_reader_u64(reader);
    for (int i = 0; i < POPULATION_RNG_WORDS; i++)
        any |= rng.state[i] = byte_reader_u64(reader);
    bool has_times = reading->has_chalk;
    uint64_t born_at = has_times ? byte_reader_u64(reader) : 0;
    uint64_t boss_gone_at = has_times ? byte_reader_u64(reader) : 0;
    /* A random stream of zeros only yields zeros. */
    if (reader->failed || any == 0 || clock > RANGE_WHOLE_MAX || left_at > RANGE_WHOLE_MAX ||
        born_at > RANGE_WHOLE_MAX || boss_gone_at > RANGE_WHOLE_MAX)
        return false;
    if (reading->level == NULL)
        return true;
    level_set_clock(reading->level, clock);
    reading->level->population.left_at = left_at;
    if (born_at != 0)
        reading->level->population.born_at = born_at;
    reading->level->population.boss_gone_at = boss_gone_at;
    reading->level->population.looked_at = clock;
    reading->level->population.scattered_at = clock;
    reading->level->rng = rng;
    return true;
}

static enum err read_all(struct reading *reading, const uint8_t *data, size_t length)
{
    byte_reader_init(&reading->reader, data, length);
    bool is_right = read_head(reading) && read_list(reading, read_foe, POPULATION_FOES_MAX) &&
                    read_list(reading, read_thing, POPULATION_THINGS_MAX) &&
                    read_list(reading, read_grave, POPULATION_GRAVES_MAX) &&
                    (!reading->has_chalk || read_list(reading, read_chalk, CHALK_LINES_MAX)) &&
                    byte_reader_at_end(&reading->reader);

    return is_right ? ERR_OK : ERR_FORMAT;
}

enum err population_check(const uint8_t *data, size_t length, int width, int height)
{
    struct reading reading = {.width = width, .height = height};

    return read_all(&reading, data, length);
}

enum err population_decode(struct world *world, struct level *level, const uint8_t *data,
                           size_t length)
{
    struct reading reading = {
        .width = level->width, .height = level->height, .world = world, .level = level};
    enum err error = population_check(data, length, level->width, level->height);

    return error == ERR_OK ? read_all(&reading, data, length) : error;
}

/* A walk through the things of an encoded population, then through its graves, then through its
   lines of chalk. */
struct walk {
    struct byte_reader reader;
    int version; /* of its members */
    bool has_chalk;
    uint64_t gold; /* gold of all foes together */
    uint64_t left; /* things or graves left in the list */
    size_t at;     /* offset of the last thing, or of the number of graves */
};

/* Begins a walk. Checks all bytes first, so that the walk cannot fail. ERR_FORMAT. */
static enum err walk_begin(struct walk *walk, const uint8_t *data, size_t length)
{
    enum err error = population_check(data, length, LEVEL_WIDTH_MAX, LEVEL_HEIGHT_MAX);

    *walk = (struct walk){.version = length > 0 ? members_of(data[0]) : 0,
                          .has_chalk = length > 0 && data[0] >= VERSION_WITH_CHALK};
    if (error != ERR_OK)
        return error;
    byte_reader_init(&walk->reader, data, length);
    (void)byte_reader_take(&walk->reader, HEAD_SIZE + (walk->has_chalk ? TIMES_SIZE : 0));
    for (int count = byte_reader_u16(&walk->reader); count > 0; count--) {
        struct foe foe;
        (void)form_get_foe(&walk->reader, walk->version, &foe);
        walk->gold += (uint64_t)foe.mind.gold;
    }
    walk->left = byte_reader_u16(&walk->reader);
    return ERR_OK;
}

/* Reads the next thing. False: the graves follow. */
static bool next_thing(struct walk *walk, struct item *out)
{
    walk->at = walk->reader.at;
    if (walk->left == 0) {
        walk->left = byte_reader_u16(&walk->reader);
        return false;
    }
    walk->left--;
    return form_get_thing(&walk->reader, walk->version, out);
}

static void pass_things(struct walk *walk)
{
    struct item thing;

    while (next_thing(walk, &thing))
        ;
}

/* Gives the next grave. False: the lines of chalk begin. */
static bool next_grave(struct walk *walk, struct grave *out)
{
    walk->at = walk->reader.at;
    if (walk->left == 0) {
        walk->left = walk->has_chalk ? byte_reader_u16(&walk->reader) : 0;
        return false;
    }
    walk->left--;
    return form_get_grave(&walk->reader, walk->version, out);
}

static bool next_chalk(struct walk *walk, struct chalk_line *out)
{
    walk->at = walk->reader.at;
    if (walk->left == 0)
        return false;
    walk->left--;
    return form_get_chalk(&walk->reader, walk->version, out);
}

enum err population_count(const uint8_t *data, size_t length, struct population_tally *tally)
{
    struct walk walk;
    struct item thing;
    struct grave grave;
    enum err error = walk_begin(&walk, data, length);

    if (error != ERR_OK)
        return error;
    tally->lying[ITEM_GOLD] += walk.gold;
    while (next_thing(&walk, &thing))
        tally->lying[thing.stack.kind] += thing.stack.count;
    while (next_grave(&walk, &grave))
        ledger_count_grave(tally->in_graves, &grave);
    return ERR_OK;
}

enum err population_mentions(const uint8_t *data, size_t length, int64_t delver_id, bool *out)
{
    struct walk walk;
    struct item thing;
    struct grave grave;
    struct chalk_line line;
    enum err error = walk_begin(&walk, data, length);

    *out = false;
    if (error != ERR_OK)
        return error;
    while (next_thing(&walk, &thing))
        *out = *out || thing.owner == delver_id;
    while (next_grave(&walk, &grave))
        *out = *out || grave.delver_id == delver_id;
    while (next_chalk(&walk, &line))
        *out = *out || line.author == delver_id;
    return ERR_OK;
}

/* Frees the things of a player for everybody. True if there were any. */
static bool disown_things(struct walk *walk, uint8_t *data, int64_t delver_id)
{
    bool has_any = false;
    struct item thing;

    while (next_thing(walk, &thing)) {
        struct form_record record = {.length = 0};
        if (thing.owner != delver_id)
            continue;
        thing.owner = 0;
        thing.kept_until = 0;
        form_put_thing(&record, walk->version, &thing);
        memcpy(data + walk->at, record.data, record.length);
        has_any = true;
    }
    return has_any;
}

/* Moves what is kept of the list of chalk to `end`. Returns the new end of all. */
static size_t forget_chalk(struct walk *walk, uint8_t *data, size_t end, int64_t delver_id,
                           bool *found)
{
    struct chalk_line line;
    size_t count_at = end;
    uint64_t kept = 0;

    if (!walk->has_chalk)
        return end;
    end += 2;
    while (next_chalk(walk, &line)) {
        size_t size = walk->reader.at - walk->at;
        if (line.author == delver_id) {
            *found = true;
            continue;
        }
        memmove(data + end, data + walk->at, size);
        end += size;
        kept++;
    }
    (void)member_put(data + count_at, kept, 2);
    return end;
}

enum err population_forget(uint8_t *data, size_t *length, int64_t delver_id,
                           uint64_t gone[ITEM_KIND_COUNT], bool *out_found)
{
    struct walk walk;
    struct grave grave;
    uint64_t kept = 0;
    enum err error = walk_begin(&walk, data, *length);

    *out_found = false;
    if (error != ERR_OK)
        return error;
    bool has_things = disown_things(&walk, data, delver_id);
    size_t count_at = walk.at;
    uint64_t count = walk.left;
    size_t end = walk.reader.at;
    while (next_grave(&walk, &grave)) {
        size_t size = walk.reader.at - walk.at;
        if (grave.delver_id == delver_id) {
            ledger_count_grave(gone, &grave);
            continue;
        }
        memmove(data + end, data + walk.at, size);
        end += size;
        kept++;
    }
    (void)member_put(data + count_at, kept, 2);
    *out_found = has_things || kept < count;
    *length = forget_chalk(&walk, data, end, delver_id, out_found);
    return ERR_OK;
}

/* Changes the name in an encoded grave. Its offset depends on the version, so the old name is
   searched in the bytes. */
static void write_name(uint8_t *data, size_t at, size_t end, const struct grave *grave,
                       const char name[NAME_LENGTH_MAX + 1])
{
    while (at + sizeof grave->name <= end &&
           memcmp(data + at, grave->name, sizeof grave->name) != 0)
        at++;
    if (at + sizeof grave->name <= end)
        memcpy(data + at, name, sizeof grave->name);
}

/* Gives a line of chalk, whose name comes last, another name of its author. */
static void write_chalk_name(uint8_t *data, size_t end, const char name[NAME_LENGTH_MAX + 1])
{
    memcpy(data + end - (NAME_LENGTH_MAX + 1), name, NAME_LENGTH_MAX + 1);
}

enum err population_has_other_name(const uint8_t *data, size_t length, int64_t delver_id,
                                   const char *name, bool *out)
{
    struct walk walk;
    struct grave grave;
    struct chalk_line line;
    enum err error = walk_begin(&walk, data, length);

    *out = false;
    if (error != ERR_OK)
        return error;
    pass_things(&walk);
    while (next_grave(&walk, &grave))
        *out = *out || (grave.delver_id == delver_id && strcmp(grave.name, name) != 0);
    while (next_chalk(&walk, &line))
        *out = *out || (line.author == delver_id && strcmp(line.name, name) != 0);
    return ERR_OK;
}

enum err population_rename(uint8_t *data, size_t length, int64_t delver_id,
                           const char name[NAME_LENGTH_MAX + 1], bool *out_found)
{
    struct walk walk;
    struct grave grave;
    struct chalk_line line;
    enum err error = walk_begin(&walk, data, length);

    *out_found = false;
    if (error != ERR_OK)
        return error;
    pass_things(&walk);
    while (next_grave(&walk, &grave)) {
        if (grave.delver_id != delver_id)
            continue;
        write_name(data, walk.at, walk.reader.at, &grave, name);
        *out_found = true;
    }
    while (next_chalk(&walk, &line)) {
        if (line.author != delver_id)
            continue;
        write_chalk_name(data, walk.reader.at, name);
        *out_found = true;
    }
    return ERR_OK;
}
