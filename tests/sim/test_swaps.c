/*
 * Two levels that are rebuilt again and again, closed and opened, under delvers who walk, take the
 * stairs, are sent about, lose their lines, leave and come back: the invariants of a world hold
 * after every tick, nobody is lost, and the record replays to the same states.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "base/check.h"
#include "base/rng.h"
#include "gen/gen.h"
#include "sim/invariants.h"
#include "sim/replay_log.h"
#include "support/stage.h"
#include "support/test.h"
#include "world/input_log.h"
#include "world/world_hash.h"
#include "world/world_tick.h"

enum {
    DELVERS = STAGE_DELVERS_MAX,
    TICKS = TEST_COUNT(6000, 2000),
    LOG_MAX = 64 * 1024 * 1024,
    SEED = 31,
};

struct run {
    struct world *world;
    struct input *inputs;
    size_t input_count;
    struct rng rng;
    struct bytes log;
    struct level_key keys[3]; /* by depth: of the generation that counts */
    uint64_t swaps;
    uint64_t moved;
    uint64_t sent;
    uint64_t closed;
};

static struct input *add(struct run *run, enum input_kind kind, body_id delver)
{
    CHECK(run->input_count < STAGE_INPUTS_MAX);
    struct input *input = &run->inputs[run->input_count++];

    *input = (struct input){.kind = kind, .actor = delver};
    return input;
}

static struct level *make(struct run *run, struct level_key key)
{
    const struct gen_style *style = gen_style_at(rng_below(&run->rng, (uint32_t)gen_style_count()));
    struct gen_request request;
    struct level *level = NULL;

    gen_request_init(&request, style, rng_next(&run->rng), key, 80, 50);
    CHECK(gen_level(&request, &level, NULL) == ERR_OK);
    return level;
}

static void swap(struct run *run, int depth)
{
    struct input *input = add(run, INPUT_LEVEL_SWAP, 0);
    /* Now and then too few: then nothing at all may happen. */
    size_t blanks = rng_percent(&run->rng, 90) ? DELVERS : rng_below(&run->rng, DELVERS);
    struct level_key key = run->keys[depth];

    key.generation++;
    input->level = make(run, key);
    input->memories = calloc(DELVERS, sizeof *input->memories);
    CHECK(input->memories != NULL);
    for (size_t i = 0; i < blanks; i++) {
        input->memories[i].tiles = delver_memory_new(level_cell_count(input->level));
        CHECK(input->memories[i].tiles != NULL);
        input->memories[i].delver_id = rng_percent(&run->rng, 10) ? (int64_t)i + 1 : 0;
    }
    input->memory_count = blanks;
}

static uint8_t *blank(const struct level *level)
{
    uint8_t *memory = delver_memory_new(level_cell_count(level));

    CHECK(memory != NULL);
    return memory;
}

static const struct level *level_at(const struct run *run, int depth)
{
    const struct level *level = world_level_at(run->world, 0, (uint16_t)depth);

    CHECK(level != NULL);
    return level;
}

static void come(struct run *run, int64_t id)
{
    const struct level *level = level_at(run, 1 + (int)rng_below(&run->rng, 2));
    const struct delver_record record = {.id = id,
                                         .level = level->key,
                                         .at = level->up,
                                         .health = 9,
                                         .health_max = 9,
                                         .life = life_new()};
    struct delver *delver = NULL;

    CHECK(delver_new(&record, "Ada", blank(level), level_cell_count(level), &delver) == ERR_OK);
    add(run, INPUT_JOIN, 0)->newcomer = delver;
}

static void arrive(struct run *run, const struct delver *delver)
{
    const struct level *level = level_at(run, 3 - delver->body.key.depth);

    if (rng_percent(&run->rng, 20)) {
        add(run, INPUT_STAY, delver->body.id);
        return;
    }
    struct input *input = add(run, INPUT_ARRIVE, delver->body.id);
    input->key = level->key;
    input->memory = blank(level);
    input->memory_size = level_cell_count(level);
}

static void send(struct run *run, const struct delver *delver)
{
    struct input *input = add(run, INPUT_SEND, delver->body.id);
    const struct level *level = level_at(run, 1 + (int)rng_below(&run->rng, 2));

    input->key = level->key;
    /* Mostly to stairs, so that they are used. */
    input->at = rng_percent(&run->rng, 40)   ? level->down
                : rng_percent(&run->rng, 40) ? level->up
                                             : pos_of(rng_range(&run->rng, -2, 120), 20);
    run->sent++;
}

static void act(struct run *run, const struct delver *delver)
{
    uint32_t whim = rng_below(&run->rng, 100);

    if (whim < 3)
        send(run, delver);
    else if (whim < 4)
        add(run, INPUT_LEAVE, delver->body.id);
    else if (whim < 6)
        add(run, INPUT_LINK, delver->body.id)->flag = whim == 4;
    else if (whim < 20)
        add(run, INPUT_ACTION, delver->body.id)->action = (struct action){
            .verb = whim % 2 == 0 ? ACTION_DESCEND : ACTION_ASCEND, .dir = DIR_NONE};
    else if (whim < 60)
        add(run, INPUT_ACTION, delver->body.id)->action = (struct action){
            .verb = ACTION_MOVE, .dir = (enum dir)rng_range(&run->rng, DIR_NORTH, DIR_COUNT - 1)};
}

static void decide(struct run *run)
{
    for (int64_t id = 1; id <= DELVERS; id++) {
        const struct delver *delver = world_find_delver(run->world, id);
        if (delver == NULL && rng_percent(&run->rng, 5))
            come(run, id);
        else if (delver != NULL && delver->body.state == BODY_TRANSIT && rng_percent(&run->rng, 30))
            arrive(run, delver);
        else if (delver != NULL && delver->body.state == BODY_PRESENT)
            act(run, delver);
    }
    for (int depth = 1; depth <= 2; depth++) {
        if (rng_percent(&run->rng, 3))
            swap(run, depth);
    }
    if (rng_percent(&run->rng, 2)) {
        struct input *input = add(run, INPUT_CLOSE, 0);
        input->key.depth = (uint16_t)(1 + rng_below(&run->rng, 2));
        input->flag = rng_percent(&run->rng, 50);
        run->closed += input->flag;
    }
}

static void tick(struct run *run)
{
    bool is_recorded = run->input_count > 0 || !world_is_quiet(run->world);

    if (is_recorded)
        CHECK(input_log_entry_begin(&run->log, run->world->tick + 1, (uint32_t)run->input_count) ==
              ERR_OK);
    for (size_t i = 0; i < run->input_count; i++)
        CHECK(input_encode(&run->inputs[i], &run->log) == ERR_OK);
    world_tick(run->world, run->inputs, run->input_count);
    run->input_count = 0;
    if (is_recorded)
        CHECK(input_log_entry_end(&run->log, world_hash(run->world)) == ERR_OK);
}

static void follow(struct run *run)
{
    for (int depth = 1; depth <= 2; depth++) {
        run->swaps += !level_key_equal(level_at(run, depth)->key, run->keys[depth]);
        run->keys[depth] = level_at(run, depth)->key;
    }
    struct event_cursor cursor = {0};
    const struct event *event;
    while ((event = world_next_event(run->world, &cursor)) != NULL)
        run->moved += event->kind == EVENT_ARRIVED && event->passage == PASSAGE_REMADE;
}

static void begin(struct run *run)
{
    const struct world_limits limits = {.delvers_max = STAGE_DELVERS_MAX,
                                        .levels_max = STAGE_LEVELS_MAX};

    *run = (struct run){.keys = {{0, 0, 0}, {0, 1, 1}, {0, 2, 1}}};
    rng_init(&run->rng, SEED);
    bytes_init(&run->log, LOG_MAX);
    run->inputs = calloc(STAGE_INPUTS_MAX, sizeof *run->inputs);
    ck_assert_ptr_nonnull(run->inputs);
    ck_assert_int_eq(world_new(SEED, 0, limits, &run->world), ERR_OK);
    const struct input_log_header header = {.seed = SEED, .limits = limits};
    ck_assert_int_eq(input_log_header_encode(&header, &run->log), ERR_OK);
    add(run, INPUT_LEVEL_ADD, 0)->level = make(run, run->keys[1]);
    add(run, INPUT_LEVEL_ADD, 0)->level = make(run, run->keys[2]);
    tick(run);
}

TEST(levels_change_under_those_who_use_them)
{
    struct run run;
    struct replay_result result;

    begin(&run);
    for (int i = 1; i < TICKS; i++) {
        decide(&run);
        tick(&run);
        follow(&run);
        const char *broken = invariants_find_broken(run.world);
        ck_assert_msg(broken == NULL, "tick %d: %s", i, broken);
    }
    ck_assert_msg(run.swaps > TICKS / 30 && run.moved > TICKS / 12 && run.sent > TICKS / 12 &&
                      run.closed > TICKS / 300,
                  "swaps %" PRIu64 ", moved %" PRIu64 ", sent %" PRIu64 ", closed %" PRIu64,
                  run.swaps, run.moved, run.sent, run.closed);
    uint64_t hash = world_hash(run.world);
    replay_log_run(run.log.data, run.log.length, NULL, NULL, &result);
    ck_assert_msg(result.verdict == REPLAY_EQUAL, "tick %" PRIu64 " differs", result.tick);
    ck_assert_uint_eq(result.hash, hash);
    world_free(run.world);
    bytes_release(&run.log);
    free(run.inputs);
}
