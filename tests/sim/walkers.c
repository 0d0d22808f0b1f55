/*
 * Many delvers: their ways in and out, and the tick.
 */
#include "sim/walkers.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "world/input_log.h"
#include "world/world_hash.h"
#include "world/world_tick.h"

enum {
    DELVER_ID_FIRST = 1000,
    HEALTH = 20,
    BEAT = 5,
    LEVELS_SPARE = 1,
    POPULATED_FOES = 100, /* of each level, as the game populates them */
    POPULATED_ITEMS = 200,
    ENTRY_WAIT_MAX = 60,
    STAIRS_WAIT_MAX = 8,
};

static void begin_log(const struct walkers *walkers)
{
    const struct input_log_header header = {
        .seed = walkers->world->seed,
        .tick = walkers->world->tick,
        .limits = walkers->world->limits,
    };

    CHECK(input_log_header_encode(&header, walkers->setup.log) == ERR_OK);
}

void walkers_init(struct walkers *walkers, const struct walkers_setup *setup)
{
    bool is_populated = setup->population_percent > 0;
    uint32_t foes_more = is_populated ? POPULATED_FOES : 0;
    uint32_t items = setup->level_items + (is_populated ? POPULATED_ITEMS : 0);
    /* Things that walkers carry, and the free places of their levels. */
    uint32_t items_about =
        (uint32_t)(setup->depth_count * ITEM_SPARE + setup->walker_count * PACK_MAX);
    const struct world_limits limits = {
        .delvers_max = (uint32_t)setup->walker_count + 2,
        .levels_max = (uint32_t)setup->depth_count + LEVELS_SPARE,
        .foes_max = (setup->level_foes + foes_more) * (uint32_t)setup->depth_count,
        .items_max = items == 0 ? 0 : items * (uint32_t)setup->depth_count + items_about,
        .level_foes = setup->level_foes,
        .beat_ticks = BEAT, /* as a step in calm: walkers in danger get as far as others */
        .level_items = setup->level_items,
        .population_percent = setup->population_percent,
    };

    *walkers = (struct walkers){.setup = *setup};
    if (setup->decide_inside == NULL)
        walkers->setup.decide_inside = walkers_decide_inside;
    CHECK(world_new(setup->seed, 0, limits, &walkers->world) == ERR_OK);
    rng_init(&walkers->rng, setup->seed);
    sim_levels_init(&walkers->levels, setup->seed, setup->place);
    walkers->walkers = calloc((size_t)setup->walker_count, sizeof *walkers->walkers);
    walkers->inputs = calloc(WORLD_INPUTS_MAX, sizeof *walkers->inputs);
    CHECK(walkers->walkers != NULL && walkers->inputs != NULL);
    for (int i = 0; i < setup->walker_count; i++) {
        struct walker *walker = &walkers->walkers[i];
        int depth = rng_range(&walkers->rng, 1, setup->depth_count);
        walker->record.id = DELVER_ID_FIRST + i;
        walker->record.health = walker->record.health_max = HEALTH;
        walker->record.level = sim_levels_key(depth);
        walker->record.life = life_new();
        walker->goal = TILE_STAIRS_DOWN;
        walker->due_tick = rng_below(&walkers->rng, ENTRY_WAIT_MAX);
    }
    if (setup->log != NULL)
        begin_log(walkers);
}

void walkers_release(struct walkers *walkers)
{
    for (size_t i = 0; i < walkers->input_count; i++)
        input_release(&walkers->inputs[i]);
    for (int i = 0; i < walkers->setup.walker_count; i++) {
        for (int depth = 0; depth <= SIM_DEPTHS_MAX; depth++)
            free(walkers->walkers[i].memories[depth]);
    }
    free(walkers->walkers);
    free(walkers->inputs);
    sim_levels_release(&walkers->levels);
    world_free(walkers->world);
}

struct input *walkers_input(struct walkers *walkers, enum input_kind kind, body_id delver)
{
    CHECK(walkers->input_count < WORLD_INPUTS_MAX);
    struct input *input = &walkers->inputs[walkers->input_count++];

    *input = (struct input){.kind = kind, .actor = delver};
    return input;
}

/* A level for this tick: the loaded one, or one that is just being added. */
static const struct level *need_level(struct walkers *walkers, int depth)
{
    const struct level *level = world_level(walkers->world, sim_levels_key(depth));

    for (size_t i = 0; level == NULL && i < walkers->input_count; i++) {
        const struct input *input = &walkers->inputs[i];
        if (input->kind == INPUT_LEVEL_ADD && input->level->key.depth == depth)
            level = input->level;
    }
    if (level == NULL) {
        struct input *input = walkers_input(walkers, INPUT_LEVEL_ADD, 0);
        input->level = sim_levels_make(&walkers->levels, depth, &input->population);
        level = input->level;
    }
    return level;
}

/* A copy of the walker's memory of that depth. Never NULL; the caller owns it. */
static uint8_t *copy_memory(const struct walker *walker, int depth, size_t size)
{
    uint8_t *copy = delver_memory_new(size);

    CHECK(copy != NULL);
    if (walker->memories[depth] != NULL)
        memcpy(copy, walker->memories[depth], size);
    return copy;
}

static void ask_join(struct walkers *walkers, struct walker *walker)
{
    int depth = walker->record.level.depth;
    size_t size = level_cell_count(need_level(walkers, depth));
    struct delver *newcomer = NULL;

    CHECK(delver_new(&walker->record, "Walker", copy_memory(walker, depth, size), size,
                     &newcomer) == ERR_OK);
    walkers_input(walkers, INPUT_JOIN, 0)->newcomer = newcomer;
    walker->state = WALKER_COMING;
}

static void ask_arrive(struct walkers *walkers, struct walker *walker)
{
    size_t size = level_cell_count(need_level(walkers, walker->bound_for));
    struct input *input = walkers_input(walkers, INPUT_ARRIVE, walker->actor);

    input->key = sim_levels_key(walker->bound_for);
    input->memory = copy_memory(walker, walker->bound_for, size);
    input->memory_size = size;
}

static void ask_stay(struct walkers *walkers, struct walker *walker)
{
    (void)need_level(walkers, walker->record.level.depth);
    (void)walkers_input(walkers, INPUT_STAY, walker->actor);
}

void walkers_ask_in(struct walkers *walkers, struct walker *walker)
{
    bool is_dead_end = walker->bound_for < 1 || walker->bound_for > walkers->setup.depth_count;

    if (walker->state == WALKER_OUTSIDE)
        ask_join(walkers, walker);
    else if (is_dead_end || rng_below(&walkers->rng, 20) == 0)
        ask_stay(walkers, walker);
    else
        ask_arrive(walkers, walker);
}

void walkers_run(struct walkers *walkers)
{
    struct bytes *log = walkers->setup.log;
    struct world *world = walkers->world;

    bool is_recorded = log != NULL && (walkers->input_count > 0 || !world_is_quiet(world));
    if (is_recorded) {
        uint32_t count = (uint32_t)walkers->input_count;
        CHECK(input_log_entry_begin(log, world->tick + 1, count) == ERR_OK);
        for (size_t i = 0; i < walkers->input_count; i++)
            CHECK(input_encode(&walkers->inputs[i], log) == ERR_OK);
    }
    if (walkers->setup.tick != NULL)
        walkers->setup.tick(world, walkers->inputs, walkers->input_count);
    else
        world_tick(world, walkers->inputs, walkers->input_count);
    walkers->input_count = 0;
    if (is_recorded)
        CHECK(input_log_entry_end(log, world_hash(world)) == ERR_OK);
}

static struct walker *walker_of(struct walkers *walkers, const struct delver *delver)
{
    return &walkers->walkers[delver->delver_id - DELVER_ID_FIRST];
}

void walkers_keep_memory(struct walker *walker, const struct delver *delver)
{
    uint8_t **kept = &walker->memories[delver->body.key.depth];

    free(*kept);
    *kept = malloc(delver->memory_size);
    CHECK(*kept != NULL);
    memcpy(*kept, delver->memory, delver->memory_size);
}

static void follow_event(struct walkers *walkers, const struct event *event)
{
    const struct delver *delver = world_delver(walkers->world, event->actor);
    uint64_t tick = walkers->world->tick;

    walkers->event_counts[event->kind]++;
    walkers->refusal_counts[event->refusal]++;
    if (delver == NULL)
        return;
    struct walker *walker = walker_of(walkers, delver);
    if (event->kind == EVENT_JOINED || event->kind == EVENT_ARRIVED) {
        walker->state = WALKER_INSIDE;
        walker->actor = delver->body.id;
    } else if (event->kind == EVENT_DEPARTED) {
        walkers_keep_memory(walker, delver);
        walker->state = WALKER_BETWEEN;
        walker->bound_for =
            event->passage != PASSAGE_STAIRS
                ? event->to.depth
                : delver->body.key.depth + (event->stairs == TILE_STAIRS_DOWN ? 1 : -1);
        walker->due_tick = tick + 1 + rng_below(&walkers->rng, STAIRS_WAIT_MAX);
    } else if (event->kind == EVENT_LEFT) {
        walkers_keep_memory(walker, delver);
        walker->record = delver_record(delver);
        walker->state = WALKER_OUTSIDE;
        walker->due_tick = tick + 1 + rng_below(&walkers->rng, ENTRY_WAIT_MAX);
    } else if (event->kind == EVENT_REFUSED && walker->state == WALKER_BETWEEN &&
               delver->body.state == BODY_PRESENT) {
        walker->state = WALKER_INSIDE;
    }
}

/* A walker whose asking came to nothing asks again; nobody ever knows less of a level. */
static void settle(struct walkers *walkers, struct walker *walker)
{
    if (walker->state == WALKER_COMING) {
        walker->state = WALKER_OUTSIDE;
        walker->due_tick = walkers->world->tick + 5;
    }
    if (walker->state != WALKER_INSIDE)
        return;
    const struct delver *delver = world_delver(walkers->world, walker->actor);
    CHECK(delver != NULL);
    uint32_t *explored = &walker->explored[delver->body.key.depth];
    walkers->has_forgotten = walkers->has_forgotten || delver->explored < *explored;
    *explored = delver->explored;
}

void walkers_follow(struct walkers *walkers)
{
    struct event_cursor cursor = {0};
    const struct event *event;

    while ((event = world_next_event(walkers->world, &cursor)) != NULL)
        follow_event(walkers, event);
    for (int i = 0; i < walkers->setup.walker_count; i++)
        settle(walkers, &walkers->walkers[i]);
}

void walkers_tick(struct walkers *walkers)
{
    walkers_decide(walkers);
    walkers_run(walkers);
    walkers_follow(walkers);
}
