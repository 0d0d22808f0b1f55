/*
 * Levels as the game populates them, with delvers that walk and fight there: at any moment what is
 * on a level comes back from its bytes as it was, and from then on the same happens in each world
 * that got them, also by way of the record.
 */
#include <stdlib.h>

#include "base/check.h"
#include "base/rng.h"
#include "gen/gen.h"
#include "sim/invariants.h"
#include "support/test.h"
#include "world/input.h"
#include "world/population_codec.h"
#include "world/world.h"
#include "world/world_hash.h"
#include "world/world_tick.h"

enum {
    DELVERS = 4,
    DEPTHS = 8,
    STEPS = TEST_COUNT(20, 5), /* moments of a run that are looked at */
    STEP_TICKS = 150,
    AFTER_TICKS = 400,
};

static const struct world_limits limits = {.delvers_max = DELVERS,
                                           .levels_max = 1,
                                           .foes_max = 500,
                                           .items_max = 100,
                                           .level_items = 12,
                                           .population_percent = 100};

static struct level *make_level(struct level_key key)
{
    struct gen_request request;
    struct level *level = NULL;

    gen_request_for_key(&request, 5, key);
    CHECK(gen_level(&request, &level, NULL) == ERR_OK);
    return level;
}

static void join(struct world *world, struct level_key key, int64_t id)
{
    const struct level *level = world_level(world, key);
    const struct delver_record record = {.id = id,
                                         .level = key,
                                         .at = level->up,
                                         .health = 60,
                                         .health_max = 60,
                                         .life = life_new()};
    struct input input = {.kind = INPUT_JOIN};

    CHECK(delver_new(&record, "Ada", NULL, level_cell_count(level), &input.newcomer) == ERR_OK);
    world_tick(world, &input, 1);
}

/* Everybody who is there does something, mostly a step. */
static void act(struct world *world, struct rng *rng)
{
    static const enum action_verb verbs[] = {ACTION_MOVE, ACTION_MOVE, ACTION_MOVE, ACTION_ATTACK,
                                             ACTION_GET,  ACTION_OPEN, ACTION_WAIT};
    struct input inputs[DELVERS];
    size_t count = 0;

    for (int64_t id = 1; id <= DELVERS; id++) {
        const struct delver *delver = world_find_delver(world, id);
        uint32_t verb = rng_below(rng, sizeof verbs / sizeof verbs[0]);
        enum dir dir = (enum dir)rng_range(rng, DIR_NORTH, DIR_COUNT - 1);
        if (delver == NULL || delver->body.state != BODY_PRESENT)
            continue;
        inputs[count] = (struct input){.kind = INPUT_ACTION, .actor = delver->body.id};
        inputs[count++].action = (struct action){.verb = verbs[verb], .dir = dir};
    }
    world_tick(world, inputs, count);
}

static struct bytes encode(const struct world *world, struct level_key key)
{
    struct bytes blob;

    bytes_init(&blob, POPULATION_BLOB_MAX);
    CHECK(population_encode(world, world_level(world, key), &blob) == ERR_OK);
    return blob;
}

/* A world with that level, and what was on it, as `input` brings them by way of the record. */
static struct world *bring(const struct world *old, const struct bytes *blob, struct level_key key)
{
    struct input input = {.kind = INPUT_LEVEL_ADD, .key = key};
    struct input again;
    struct bytes terrain;
    struct bytes record;
    struct byte_reader reader;
    struct world *world = NULL;

    bytes_init(&terrain, LEVEL_BLOB_MAX);
    bytes_init(&record, INPUT_BYTES_MAX);
    bytes_init(&input.population, POPULATION_BLOB_MAX);
    CHECK(level_encode(world_level(old, key), &terrain) == ERR_OK);
    CHECK(level_decode(terrain.data, terrain.length, key, &input.level) == ERR_OK);
    CHECK(bytes_append(&input.population, blob->data, blob->length) == ERR_OK);
    CHECK(input_encode(&input, &record) == ERR_OK);
    byte_reader_init(&reader, record.data, record.length);
    CHECK(input_decode(&reader, &again) == ERR_OK);
    CHECK(world_new(9, old->tick, limits, &world) == ERR_OK);
    world_tick(world, &again, 1);
    input_release(&input);
    bytes_release(&record);
    bytes_release(&terrain);
    return world;
}

static void expect_sound(const struct world *world)
{
    const char *fault = invariants_find_broken(world);

    ck_assert_msg(fault == NULL, "tick %llu: %s", (unsigned long long)world->tick, fault);
}

static void expect_same_from_here(struct world *world, struct level_key key)
{
    struct bytes blob = encode(world, key);
    struct world *worlds[2];
    struct rng rngs[2];

    for (int i = 0; i < 2; i++) {
        worlds[i] = bring(world, &blob, key);
        expect_sound(worlds[i]);
        struct bytes again = encode(worlds[i], key);
        ck_assert_uint_eq(again.length, blob.length);
        ck_assert_mem_eq(again.data, blob.data, blob.length);
        bytes_release(&again);
        for (int64_t id = 1; id <= DELVERS; id++)
            join(worlds[i], key, id);
        rng_init(&rngs[i], 1);
    }
    for (int i = 0; i < AFTER_TICKS; i++) {
        act(worlds[0], &rngs[0]);
        act(worlds[1], &rngs[1]);
        ck_assert(world_hash(worlds[0]) == world_hash(worlds[1]));
    }
    expect_sound(worlds[0]);
    world_free(worlds[0]);
    world_free(worlds[1]);
    bytes_release(&blob);
}

TEST_EACH(what_is_on_a_level_comes_back_as_it_was_at_any_moment, DEPTHS)
{
    const struct level_key key = {.depth = (uint16_t)(_i + 1)};
    struct input input = {.kind = INPUT_LEVEL_ADD, .level = make_level(key)};
    struct world *world = NULL;
    struct rng rng;

    CHECK(world_new(9, 0, limits, &world) == ERR_OK);
    world_tick(world, &input, 1);
    for (int64_t id = 1; id <= DELVERS; id++)
        join(world, key, id);
    ck_assert_uint_gt(world->levels[0]->foe_count, 0);
    rng_init(&rng, (uint64_t)_i);
    for (int step = 0; step < STEPS; step++) {
        for (int i = 0; i < STEP_TICKS; i++)
            act(world, &rng);
        expect_same_from_here(world, key);
    }
    world_free(world);
}
