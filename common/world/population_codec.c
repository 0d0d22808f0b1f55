/*
 * Populations as bytes, numbers little endian:
 *
 *     u8 version, u64 clock, u64 tick at which it was left, 4 u64 random stream,
 *     u16 number of foes, the foes, u16 number of things, the things, u16 number of graves, those
 *
 * Lists are written from their end, since what is added to a list of the world comes first in it.
 */
#include "world/population_codec.h"

#include <string.h>

#include "base/check.h"
#include "world/grave.h"
#include "world/mind.h"
#include "world/population.h"
#include "world/population_form.h"
#include "world/range.h"
#include "world/world_private.h"

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
