/*
 * Populations as bytes, numbers little endian: u8 version, u64 clock, u64 tick at which it was
 * left, 4 u64 random stream, u16 number of foes, the foes, u16 number of things, the things, u16
 * number of graves, those.
 *
 * A foe is u8 save_id, u16 ticks to its next action, u16 to the end of its beat, its members, u8
 * number of statuses, those by save_id (u8 save_id, u8 beats). A thing is u8 save_id, its members.
 * A grave is u8 save_id of the kind that killed, its members, the name, u8 number of things, those
 * without their cells.
 *
 * Lists are written from their end, since what is added to a list of the world comes first in it.
 * Encoded populations are also counted and changed without a world: removed parts are closed up
 * from behind; changed parts keep their length. All keep their version, which is their first byte.
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
#include "world/range.h"
#include "world/world.h"

enum { SAVE_IDS = UINT8_MAX + 1 };

#define MEMBER_X(type, name) MEMBER(type, name.x, 1, 0, LEVEL_WIDTH_MAX - 1)
#define MEMBER_Y(type, name) MEMBER(type, name.y, 1, 0, LEVEL_HEIGHT_MAX - 1)

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
    MEMBER_SINCE(2, struct grave, is_kept, 1, false, true),
};

enum {
    FOE_MEMBERS = sizeof foe_members / sizeof foe_members[0],
    THING_MEMBERS = sizeof thing_members / sizeof thing_members[0],
    STACK_MEMBERS = sizeof stack_members / sizeof stack_members[0],
    GRAVE_MEMBERS = sizeof grave_members / sizeof grave_members[0],
};

void form_put(struct form_record *record, uint64_t value, size_t width)
{
    CHECK(width <= sizeof record->data - record->length);
    for (size_t i = 0; i < width; i++)
        record->data[record->length++] = (uint8_t)(value >> 8 * i);
}

static uint64_t form_get(struct byte_reader *reader, size_t width)
{
    const uint8_t *data = byte_reader_take(reader, width);
    uint64_t value = 0;

    for (size_t i = 0; data != NULL && i < width; i++)
        value |= (uint64_t)data[i] << 8 * i;
    return value;
}

static void put_members(struct form_record *record, int version, const struct member *members,
                        int count, const void *row)
{
    size_t left = sizeof record->data - record->length;

    for (int i = 0; i < count; i++) {
        CHECK(members[i].width <= left);
        left -= members[i].width;
    }
    record->length += members_put(record->data + record->length, version, members, count, row);
}

/* How long it takes to a tick of the body's life; what is over takes none. */
static uint16_t ticks_to(const struct body *body, uint64_t at)
{
    int64_t ticks = (int64_t)(at - body_lived(body));

    return (uint16_t)(ticks < 0 ? 0 : ticks > UINT16_MAX ? UINT16_MAX : ticks);
}

/* Most foes have none. */
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

static bool status_from_save_id(uint64_t save_id, enum status_id *out)
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
    uint64_t count = form_get(reader, 1);
    int last = -1;

    for (uint64_t i = 0; i < count; i++) {
        int save_id = (int)form_get(reader, 1);
        uint8_t left = (uint8_t)form_get(reader, 1);
        enum status_id id;
        if (save_id <= last || left == 0 || !status_from_save_id((uint64_t)save_id, &id))
            return false;
        out->left[id] = left;
        last = save_id;
    }
    return !reader->failed;
}

void form_put_foe(struct form_record *record, const struct foe *foe)
{
    form_put(record, species_row(foe->body.species)->save_id, 1);
    form_put(record, ticks_to(&foe->body, foe->body.ready_at), 2);
    form_put(record, ticks_to(&foe->body, foe->body.beat_at), 2);
    put_members(record, POPULATION_VERSION, foe_members, FOE_MEMBERS, foe);
    put_statuses(record, &foe->body.statuses);
}

static void put_stack(struct form_record *record, const struct stack *stack)
{
    form_put(record, item_row(stack->kind)->save_id, 1);
    put_members(record, POPULATION_VERSION, stack_members, STACK_MEMBERS, stack);
}

void form_put_thing(struct form_record *record, int version, const struct item *thing)
{
    put_stack(record, &thing->stack);
    put_members(record, version, thing_members, THING_MEMBERS, thing);
}

void form_put_grave(struct form_record *record, const struct grave *grave)
{
    form_put(record, species_row(grave->killer)->save_id, 1);
    put_members(record, POPULATION_VERSION, grave_members, GRAVE_MEMBERS, grave);
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

static bool get_stack(struct byte_reader *reader, struct stack *out)
{
    return item_from_save_id((uint8_t)form_get(reader, 1), &out->kind) == ERR_OK &&
           members_get(reader, POPULATION_VERSION, stack_members, STACK_MEMBERS, out);
}

static bool get_name(struct byte_reader *reader, char out[NAME_LENGTH_MAX + 1])
{
    const uint8_t *name = byte_reader_take(reader, NAME_LENGTH_MAX + 1);
    char normal[NAME_LENGTH_MAX + 1];

    if (name == NULL || memchr(name, 0, NAME_LENGTH_MAX + 1) == NULL)
        return false;
    memcpy(out, name, NAME_LENGTH_MAX + 1);
    return name_normalise(out, normal) == ERR_OK && strcmp(normal, out) == 0;
}

/* The reverse; times of a foe are ticks from now. False: it is of no such form. */
static bool form_get_foe(struct byte_reader *reader, struct foe *out)
{
    *out = (struct foe){.uses = 0};
    if (species_from_save_id((uint8_t)form_get(reader, 1), &out->body.species) != ERR_OK ||
        out->body.species == SPECIES_DELVER)
        return false;
    out->body.ready_at = form_get(reader, 2);
    out->body.beat_at = form_get(reader, 2);
    return members_get(reader, POPULATION_VERSION, foe_members, FOE_MEMBERS, out) &&
           get_statuses(reader, &out->body.statuses) && out->body.health <= out->body.health_max;
}

static bool form_get_thing(struct byte_reader *reader, int version, struct item *out)
{
    *out = (struct item){.id = 0};
    return get_stack(reader, &out->stack) &&
           members_get(reader, version, thing_members, THING_MEMBERS, out);
}

static bool form_get_grave(struct byte_reader *reader, int version, struct grave *out)
{
    *out = (struct grave){.next = 0};
    if (species_from_save_id((uint8_t)form_get(reader, 1), &out->killer) != ERR_OK ||
        !members_get(reader, version, grave_members, GRAVE_MEMBERS, out) ||
        !get_name(reader, out->name))
        return false;
    uint64_t count = form_get(reader, 1);
    for (uint64_t i = 0; i < count; i++) {
        if (i == PACK_MAX || !get_stack(reader, &out->things[i]) ||
            out->things[i].kind == ITEM_GOLD)
            return false;
    }
    return !reader->failed;
}

/* Copies the written fields, except a foe's times, statuses and kind, and a thing's stack. */
static void form_copy_foe(const struct foe *from, struct foe *to)
{
    members_copy(foe_members, FOE_MEMBERS, from, to);
}

static void form_copy_thing(const struct item *from, struct item *to)
{
    members_copy(thing_members, THING_MEMBERS, from, to);
}

enum {
    CLOCK_END = 1 + 8, /* the hash is over what is behind it */
    HEAD_BYTES = 256,  /* and some things */
    USUAL_FOE_BYTES = 32,
};

static enum err append_foes(const struct world *world, const struct level *level, struct bytes *out)
{
    body_id ids[POPULATION_FOES_MAX];
    uint16_t count = 0;

    for (body_id id = level->first_foe; id != 0 && count < POPULATION_FOES_MAX;
         id = world_body(world, id)->next)
        ids[count++] = id;
    enum err error = bytes_append_u16(out, count);
    for (int i = count - 1; error == ERR_OK && i >= 0; i--) {
        struct form_record record = {.length = 0};
        form_put_foe(&record, body_foe(world_body(world, ids[i])));
        error = bytes_append(out, record.data, record.length);
    }
    return error;
}

static enum err append_things(const struct world *world, const struct level *level,
                              struct bytes *out)
{
    item_id ids[POPULATION_THINGS_MAX];
    uint16_t count = 0;

    for (item_id id = level->first_item; id != 0 && count < POPULATION_THINGS_MAX;
         id = world_item(world, id)->next)
        ids[count++] = id;
    enum err error = bytes_append_u16(out, count);
    for (int i = count - 1; error == ERR_OK && i >= 0; i--) {
        struct form_record record = {.length = 0};
        form_put_thing(&record, POPULATION_VERSION, world_item(world, ids[i]));
        error = bytes_append(out, record.data, record.length);
    }
    return error;
}

static enum err append_graves(const struct world *world, const struct level *level,
                              struct bytes *out)
{
    const struct grave *graves[POPULATION_GRAVES_MAX];
    uint16_t count = 0;

    for (uint32_t id = level->first_grave; id != 0 && count < POPULATION_GRAVES_MAX;
         id = world->graves[id - 1].next)
        graves[count++] = &world->graves[id - 1];
    enum err error = bytes_append_u16(out, count);
    for (int i = count - 1; error == ERR_OK && i >= 0; i--) {
        struct form_record record = {.length = 0};
        form_put_grave(&record, graves[i]);
        error = bytes_append(out, record.data, record.length);
    }
    return error;
}

/* Time stops at RANGE_WHOLE_MAX, since a later one would be refused on reading. */
static uint64_t kept_time(uint64_t ticks)
{
    return ticks < RANGE_WHOLE_MAX ? ticks : RANGE_WHOLE_MAX;
}

enum err population_encode(const struct world *world, const struct level *level, struct bytes *out)
{
    struct form_record head = {.length = 0};
    size_t foes = level->foe_count < POPULATION_FOES_MAX ? level->foe_count : POPULATION_FOES_MAX;

    form_put(&head, POPULATION_VERSION, 1);
    form_put(&head, kept_time(level->clock), 8);
    form_put(&head, kept_time(level->population.left_at), 8);
    for (int i = 0; i < POPULATION_RNG_WORDS; i++)
        form_put(&head, level->rng.state[i], 8);
    /* Room for most levels at once. */
    enum err error = bytes_reserve(out, HEAD_BYTES + foes * USUAL_FOE_BYTES);
    if (error == ERR_OK)
        error = bytes_append(out, head.data, head.length);
    if (error == ERR_OK)
        error = append_foes(world, level, out);
    if (error == ERR_OK)
        error = append_things(world, level, out);
    if (error == ERR_OK)
        error = append_graves(world, level, out);
    return error;
}

uint64_t population_hash(const uint8_t *data, size_t length)
{
    struct hash hash;

    CHECK(length >= CLOCK_END);
    hash_init(&hash);
    hash_bulk(&hash, data + CLOCK_END, length - CLOCK_END);
    return hash.value;
}

/* An encoded population that is being read onto the level of the world; NULL: only checked. */
struct reading {
    struct byte_reader reader;
    int version;
    int width;
    int height;
    struct world *world;
    struct level *level;
};

/* The things that have found a place on the level. */
static void take_in(const struct reading *reading, enum item_kind kind, uint64_t count)
{
    uint64_t counts[ITEM_KIND_COUNT] = {0};

    counts[kind] = count;
    ledger_carry_in(&reading->world->ledger, &reading->level->holding, counts);
}

/* Things without room come into the world and are ended at once. */
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

/* True if a foe may stand there; in rock too, if its kind gets through. */
static bool may_stand(const struct level *level, enum species_id species, struct pos at)
{
    return level_body_at(level, at) == 0 &&
           (level_is_walkable(level, at) || tile_row(level_tile(level, at))->is_gap ||
            way_cost(mind_way(species), level_tile(level, at)) > 0);
}

/* Where it cannot stand, of a level that was made again, it stands beside that or at the stairs. */
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
    form_copy_foe(kept, foe);
    take_in(reading, ITEM_GOLD, (uint64_t)kept->mind.gold);
    foe->body.at = at;
    foe->body.statuses = kept->body.statuses;
    foe->body.ready_at = level->clock + kept->body.ready_at;
    foe->body.beat_at = level->clock + kept->body.beat_at;
    /* The statuses of a foe pass with its beats, also while it sleeps. */
    if (form_has_status(&foe->body.statuses) || foe->body.statuses.steady > 0)
        body_activate(&foe->body);
}

static enum err read_foe(struct reading *reading)
{
    struct foe foe;

    if (!form_get_foe(&reading->reader, &foe) || !is_inside(reading, foe.body.at) ||
        !is_inside(reading, foe.mind.home) || !is_inside(reading, foe.mind.goal))
        return ERR_FORMAT;
    if (reading->level != NULL)
        place_foe(reading, &foe);
    return ERR_OK;
}

/* Where there is rock now, of a level that was made again, it lies at the stairs. */
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
    form_copy_thing(kept, item);
    take_in(reading, kept->stack.kind, kept->stack.count);
}

static enum err read_thing(struct reading *reading)
{
    struct item thing;

    if (!form_get_thing(&reading->reader, reading->version, &thing) ||
        !is_inside(reading, thing.at))
        return ERR_FORMAT;
    if (reading->level != NULL)
        place_thing(reading, &thing);
    return ERR_OK;
}

static enum err read_grave(struct reading *reading)
{
    struct grave grave;

    if (!form_get_grave(&reading->reader, reading->version, &grave) ||
        !is_inside(reading, grave.at))
        return ERR_FORMAT;
    if (reading->level != NULL)
        grave_add(reading->world, reading->level, &grave);
    return ERR_OK;
}

static enum err read_list(struct reading *reading, enum err (*read_one)(struct reading *),
                          uint64_t most)
{
    uint64_t count = form_get(&reading->reader, 2);
    enum err error = count <= most ? ERR_OK : ERR_FORMAT;

    for (uint64_t i = 0; error == ERR_OK && i < count; i++)
        error = read_one(reading);
    return reading->reader.failed ? ERR_FORMAT : error;
}

/* The clock, the times that go by it, and the random stream. */
static enum err read_head(struct reading *reading)
{
    struct byte_reader *reader = &reading->reader;
    struct rng rng = {{0}};
    uint64_t any = 0;

    reading->version = (int)form_get(reader, 1);
    if (reading->version < 1 || reading->version > POPULATION_VERSION)
        return ERR_FORMAT;
    uint64_t clock = form_get(reader, 8);
    uint64_t left_at = form_get(reader, 8);
    for (int i = 0; i < POPULATION_RNG_WORDS; i++)
        any |= rng.state[i] = form_get(reader, 8);
    /* A stream of nothing but zeros gives nothing else. */
    if (reader->failed || any == 0 || clock > RANGE_WHOLE_MAX || left_at > RANGE_WHOLE_MAX)
        return ERR_FORMAT;
    if (reading->level == NULL)
        return ERR_OK;
    level_set_clock(reading->level, clock);
    reading->level->population.left_at = left_at;
    reading->level->population.looked_at = clock;
    reading->level->population.strewn_at = clock;
    reading->level->rng = rng;
    return ERR_OK;
}

static enum err read_all(struct reading *reading, const uint8_t *data, size_t length)
{
    byte_reader_init(&reading->reader, data, length);
    enum err error = read_head(reading);
    if (error == ERR_OK)
        error = read_list(reading, read_foe, POPULATION_FOES_MAX);
    if (error == ERR_OK)
        error = read_list(reading, read_thing, POPULATION_THINGS_MAX);
    if (error == ERR_OK)
        error = read_list(reading, read_grave, POPULATION_GRAVES_MAX);
    if (error == ERR_OK && !byte_reader_at_end(&reading->reader))
        error = ERR_FORMAT;
    return error;
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

static void add_grave(uint64_t kinds[ITEM_KIND_COUNT], const struct grave *grave)
{
    for (int i = 0; i < PACK_MAX; i++)
        kinds[grave->things[i].kind] += grave->things[i].count;
    kinds[ITEM_GOLD] += (uint64_t)grave->gold;
}

/* Passes the head and the foes, and adds their gold. The caller has checked the bytes. */
static void pass_foes(struct byte_reader *reader, uint64_t *gold)
{
    (void)byte_reader_take(reader,
                           1 + 2 * sizeof(uint64_t) + POPULATION_RNG_WORDS * sizeof(uint64_t));
    for (uint64_t count = form_get(reader, 2); count > 0 && !reader->failed; count--) {
        struct foe foe;
        (void)form_get_foe(reader, &foe);
        *gold += (uint64_t)foe.mind.gold;
    }
}

static enum err begin(struct byte_reader *reader, const uint8_t *data, size_t length)
{
    byte_reader_init(reader, data, length);
    return population_check(data, length, LEVEL_WIDTH_MAX, LEVEL_HEIGHT_MAX);
}

enum err population_count(const uint8_t *data, size_t length, struct population_tally *tally)
{
    struct byte_reader reader;
    enum err error = begin(&reader, data, length);

    if (error != ERR_OK)
        return error;
    pass_foes(&reader, &tally->lying[ITEM_GOLD]);
    for (uint64_t count = form_get(&reader, 2); count > 0 && !reader.failed; count--) {
        struct item thing;
        (void)form_get_thing(&reader, data[0], &thing);
        tally->lying[thing.stack.kind] += thing.stack.count;
    }
    for (uint64_t count = form_get(&reader, 2); count > 0 && !reader.failed; count--) {
        struct grave grave;
        (void)form_get_grave(&reader, data[0], &grave);
        add_grave(tally->in_graves, &grave);
    }
    return ERR_OK;
}

enum err population_mentions(const uint8_t *data, size_t length, int64_t delver_id, bool *out)
{
    struct byte_reader reader;
    uint64_t gold = 0;
    enum err error = begin(&reader, data, length);

    *out = false;
    if (error != ERR_OK)
        return error;
    pass_foes(&reader, &gold);
    for (uint64_t count = form_get(&reader, 2); count > 0 && !reader.failed; count--) {
        struct item thing;
        (void)form_get_thing(&reader, data[0], &thing);
        *out = *out || thing.owner == delver_id;
    }
    for (uint64_t count = form_get(&reader, 2); count > 0 && !reader.failed; count--) {
        struct grave grave;
        (void)form_get_grave(&reader, data[0], &grave);
        *out = *out || grave.delver_id == delver_id;
    }
    return ERR_OK;
}

/* True if there were any. */
static bool disown_things(struct byte_reader *reader, uint8_t *data, int64_t delver_id)
{
    bool has_any = false;

    for (uint64_t count = form_get(reader, 2); count > 0 && !reader->failed; count--) {
        struct form_record record = {.length = 0};
        struct item thing;
        size_t at = reader->at;
        (void)form_get_thing(reader, data[0], &thing);
        if (thing.owner != delver_id)
            continue;
        thing.owner = 0;
        thing.kept_until = 0;
        form_put_thing(&record, data[0], &thing);
        memcpy(data + at, record.data, record.length);
        has_any = true;
    }
    return has_any;
}

enum err population_forget(uint8_t *data, size_t *length, int64_t delver_id,
                           uint64_t gone[ITEM_KIND_COUNT], bool *out_found)
{
    struct byte_reader reader;
    struct form_record left = {.length = 0};
    uint64_t gold = 0;
    uint64_t kept = 0;
    enum err error = begin(&reader, data, *length);

    *out_found = false;
    if (error != ERR_OK)
        return error;
    pass_foes(&reader, &gold);
    bool has_things = disown_things(&reader, data, delver_id);
    size_t count_at = reader.at;
    uint64_t count = form_get(&reader, 2);
    size_t end = reader.at;
    for (uint64_t i = 0; i < count && !reader.failed; i++) {
        struct grave grave;
        size_t at = reader.at;
        (void)form_get_grave(&reader, data[0], &grave);
        if (grave.delver_id == delver_id) {
            add_grave(gone, &grave);
            continue;
        }
        memmove(data + end, data + at, reader.at - at);
        end += reader.at - at;
        kept++;
    }
    form_put(&left, kept, 2);
    memcpy(data + count_at, left.data, left.length);
    *length = end;
    *out_found = has_things || kept < count;
    return ERR_OK;
}

/* Where the name stands in an encoded grave depends on the version; its bytes are known. */
static void write_name(uint8_t *data, size_t at, size_t end, const struct grave *grave,
                       const char name[NAME_LENGTH_MAX + 1])
{
    while (at + sizeof grave->name <= end &&
           memcmp(data + at, grave->name, sizeof grave->name) != 0)
        at++;
    if (at + sizeof grave->name <= end)
        memcpy(data + at, name, sizeof grave->name);
}

/* Passes all but the graves. */
static enum err begin_graves(struct byte_reader *reader, const uint8_t *data, size_t length)
{
    uint64_t gold = 0;
    enum err error = begin(reader, data, length);

    if (error != ERR_OK)
        return error;
    pass_foes(reader, &gold);
    for (uint64_t count = form_get(reader, 2); count > 0 && !reader->failed; count--) {
        struct item thing;
        (void)form_get_thing(reader, data[0], &thing);
    }
    return ERR_OK;
}

enum err population_has_other_name(const uint8_t *data, size_t length, int64_t delver_id,
                                   const char *name, bool *out)
{
    struct byte_reader reader;
    enum err error = begin_graves(&reader, data, length);

    *out = false;
    if (error != ERR_OK)
        return error;
    for (uint64_t count = form_get(&reader, 2); count > 0 && !reader.failed; count--) {
        struct grave grave;
        (void)form_get_grave(&reader, data[0], &grave);
        *out = *out || (grave.delver_id == delver_id && strcmp(grave.name, name) != 0);
    }
    return ERR_OK;
}

enum err population_rename(uint8_t *data, size_t length, int64_t delver_id,
                           const char name[NAME_LENGTH_MAX + 1], bool *out_found)
{
    struct byte_reader reader;
    enum err error = begin_graves(&reader, data, length);

    *out_found = false;
    if (error != ERR_OK)
        return error;
    for (uint64_t count = form_get(&reader, 2); count > 0 && !reader.failed; count--) {
        struct grave grave;
        size_t at = reader.at;
        (void)form_get_grave(&reader, data[0], &grave);
        if (grave.delver_id != delver_id)
            continue;
        write_name(data, at, reader.at, &grave, name);
        *out_found = true;
    }
    return ERR_OK;
}
