/*
 * How long a tick takes while foes are after everybody: delvers on levels as the game makes them
 * do something once a beat each, and awake foes chase them. Neither side ever dies:
 * all are whole again before each tick, and each foe has its home where it stands, so that none
 * gives up. Only world_tick() is timed, by the processor's time of this thread.
 *
 *     bench_foes [DELVERS [FOES [TICKS]]]
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/check.h"
#include "bench/clock.h"
#include "gen/gen.h"
#include "world/mind.h"
#include "world/world.h"
#include "world/world_tick.h"

enum {
    DELVERS_STANDARD = 500,
    FOES_STANDARD = 5000,
    TICKS_STANDARD = 3000,
    TICKS_MAX = 100000,
    WARM_UP_TICKS = 300, /* in which arrivals become targets */
    WING_SIZE = 16,      /* delvers on a level */
    DEPTH_FIRST = 2,
    DEPTHS = 10,
    HEALTH = 10000,
    BLOWS_PERCENT = 50, /* of the turns beside a foe; else a step away from it */
    TRIES = 50,
};

struct chase {
    struct world *world;
    struct rng rng;
    int delver_count;
    int level_count;
    struct input *inputs; /* WORLD_INPUTS_MAX */
    size_t input_count;
    body_id *delvers;
};

static struct level_key key_of(int level)
{
    return (struct level_key){.wing = (uint16_t)level,
                              .depth = (uint16_t)(DEPTH_FIRST + level % DEPTHS),
                              .generation = 1};
}

static struct input *add_input(struct chase *chase, enum input_kind kind, body_id actor)
{
    CHECK(chase->input_count < WORLD_INPUTS_MAX);
    struct input *input = &chase->inputs[chase->input_count++];

    *input = (struct input){.kind = kind, .actor = actor};
    return input;
}

static void tick(struct chase *chase)
{
    world_tick(chase->world, chase->inputs, chase->input_count);
    chase->input_count = 0;
}

static void add_levels(struct chase *chase)
{
    for (int i = 0; i < chase->level_count; i++) {
        struct input *input = add_input(chase, INPUT_LEVEL_ADD, 0);
        struct gen_request request;
        gen_request_for_key(&request, chase->world->seed, key_of(i));
        CHECK(gen_level(&request, &input->level, NULL) == ERR_OK);
    }
    tick(chase);
}

static struct level *level_of(const struct chase *chase, int i)
{
    struct level *level = world_level(chase->world, key_of(i));

    CHECK(level != NULL);
    return level;
}

/* A free cell, by chance. */
static struct pos find_place(struct chase *chase, struct level *level)
{
    for (int i = 0; i < TRIES; i++) {
        struct pos at = pos_of((int)rng_below(&chase->rng, (uint32_t)level->width),
                               (int)rng_below(&chase->rng, (uint32_t)level->height));
        if (level_is_walkable(level, at) && level_body_at(level, at) == 0)
            return at;
    }
    struct pos at = level->up;
    CHECK(level_find_free(level, chase->world->search, at, &at));
    return at;
}

static void add_delvers(struct chase *chase)
{
    for (int i = 0; i < chase->delver_count; i++) {
        struct level *level = level_of(chase, i / WING_SIZE);
        const struct delver_record record = {
            .id = i + 1,
            .level = level->key,
            .at = find_place(chase, level),
            .health = HEALTH,
            .health_max = HEALTH,
            .life = life_new(),
        };
        struct input *input = add_input(chase, INPUT_JOIN, 0);
        CHECK(delver_new(&record, "Chased", NULL, level_cell_count(level), &input->newcomer) ==
              ERR_OK);
    }
    tick(chase);
    struct event_cursor cursor = {0};
    const struct event *event;
    while ((event = world_next_event(chase->world, &cursor)) != NULL) {
        if (event->kind == EVENT_JOINED)
            chase->delvers[world_delver(chase->world, event->actor)->delver_id - 1] = event->actor;
    }
}

/* A kind that is met on that depth and walks. */
static enum species_id choose_kind(struct chase *chase, int depth)
{
    for (;;) {
        enum species_id kind =
            (enum species_id)(1 + rng_below(&chase->rng, (uint32_t)SPECIES_COUNT - 1));
        const struct species_row *row = species_row(kind);
        if (row->rarity > 0 && row->move > 0 && row->depth.low <= depth &&
            depth <= row->depth.high && species_part(row, PART_SWIM) == NULL)
            return kind;
    }
}

static void add_foes(struct chase *chase, int count)
{
    for (int i = 0; i < count; i++) {
        struct level *level = level_of(chase, i % chase->level_count);
        struct foe *foe = foe_add(chase->world, choose_kind(chase, level->key.depth), level,
                                  find_place(chase, level), MOOD_ROAMING);
        CHECK(foe != NULL);
        /* Foes do not all wake in the same tick. */
        foe->body.ready_at = body_lived(&foe->body) + rng_below(&chase->rng, BEAT_TICKS);
    }
}

/* The delver of the level that is nearest to the foe. */
static const struct delver *find_nearest(const struct chase *chase, const struct body *foe)
{
    const struct delver *nearest = NULL;
    const struct delver *delver;

    for (body_id id = foe->level->first_delver; id != 0; id = delver->body.next) {
        delver = world_delver(chase->world, id);
        if (nearest == NULL ||
            pos_distance(delver->body.at, foe->at) < pos_distance(nearest->body.at, foe->at))
            nearest = delver;
    }
    return nearest;
}

/* Everybody is whole, and every foe awake and after somebody. Returns how many have a target. */
static int stir(struct chase *chase)
{
    struct world *world = chase->world;
    int hunting = 0;

    for (int i = 0; i < chase->delver_count; i++)
        world_delver(world, chase->delvers[i])->body.health = HEALTH;
    for (int i = 0; i < chase->level_count; i++) {
        struct foe *foe;
        for (body_id id = level_of(chase, i)->first_foe; id != 0; id = foe->body.next) {
            foe = body_foe(world_body(world, id));
            foe->body.health = foe->body.health_max;
            foe->mind.home = foe->body.at;
            foe->mind.fear = FEAR_NONE;
            hunting += foe->mind.target != 0;
            if (foe->mind.target == 0)
                mind_wake(foe, find_nearest(chase, &foe->body));
        }
    }
    return hunting;
}

/* A blow at a foe beside it, or a step to where foes are fewest. */
static struct action choose(struct chase *chase, const struct body *body)
{
    enum dir best = DIR_NORTH;
    int fewest = 100;

    for (int i = 0; i < 8; i++) {
        enum dir dir = (enum dir)(DIR_NORTH + ((int)rng_below(&chase->rng, 8) + i) % 8);
        struct pos to = pos_step(body->at, dir);
        const struct body *other = world_body(chase->world, level_body_at(body->level, to));
        if (other != NULL && other->species != SPECIES_DELVER &&
            rng_below(&chase->rng, 100) < BLOWS_PERCENT)
            return (struct action){.verb = ACTION_ATTACK, .dir = dir};
        int foes = 0;
        for (enum dir around = DIR_NORTH; around < DIR_COUNT; around++) {
            other = world_body(chase->world, level_body_at(body->level, pos_step(to, around)));
            foes += other != NULL && other->species != SPECIES_DELVER;
        }
        if (level_is_walkable(body->level, to) && level_body_at(body->level, to) == 0 &&
            foes < fewest) {
            fewest = foes;
            best = dir;
        }
    }
    return (struct action){.verb = ACTION_MOVE, .dir = best};
}

static void decide(struct chase *chase)
{
    for (int i = 0; i < chase->delver_count; i++) {
        const struct delver *delver = world_delver(chase->world, chase->delvers[i]);
        if (delver->body.state != BODY_PRESENT || delver->body.queue_length > 0 ||
            (chase->world->tick + (uint64_t)i) % BEAT_TICKS != 0)
            continue;
        add_input(chase, INPUT_ACTION, chase->delvers[i])->action = choose(chase, &delver->body);
    }
}

static void print_figures(const struct chase *chase, int foes, int64_t *times, int ticks,
                          uint64_t hunting)
{
    int waiting = 0;
    int running = 0;

    for (int i = 0; i < chase->delver_count; i++) {
        enum company_state time = world_delver(chase->world, chase->delvers[i])->time.state;
        waiting += time == COMPANY_WAITING;
        running += time == COMPANY_RUNNING;
    }
    clock_sort(times, (size_t)ticks);
    printf("%d delvers (%d waiting, %d running), %d foes (%.0f with a target), %d levels\n",
           chase->delver_count, waiting, running, foes, (double)hunting / ticks,
           chase->level_count);
    printf("us a tick: mean %" PRId64 "  p50 %" PRId64 "  p99 %" PRId64 "  max %" PRId64 "\n",
           clock_mean(times, (size_t)ticks) / 1000,
           clock_percentile(times, (size_t)ticks, 50) / 1000,
           clock_percentile(times, (size_t)ticks, 99) / 1000, times[ticks - 1] / 1000);
}

static void run(struct chase *chase, int foes, int ticks)
{
    int64_t *times = calloc((size_t)ticks, sizeof *times);
    uint64_t hunting = 0;

    CHECK(times != NULL);
    add_levels(chase);
    add_delvers(chase);
    add_foes(chase, foes);
    for (int i = -WARM_UP_TICKS; i < ticks; i++) {
        int hunters = stir(chase);
        decide(chase);
        int64_t began = clock_cpu_ns();
        tick(chase);
        if (i < 0)
            continue;
        times[i] = clock_cpu_ns() - began;
        hunting += (uint64_t)hunters;
    }
    print_figures(chase, foes, times, ticks, hunting);
    free(times);
}

int main(int argc, char **argv)
{
    int delvers = argc > 1 ? (int)strtol(argv[1], NULL, 10) : DELVERS_STANDARD;
    int foes = argc > 2 ? (int)strtol(argv[2], NULL, 10) : FOES_STANDARD;
    int ticks = argc > 3 ? (int)strtol(argv[3], NULL, 10) : TICKS_STANDARD;

    if (delvers < 1 || delvers > WORLD_DELVERS_MAX / 4 || foes < 0 || foes > WORLD_FOES_MAX / 2 ||
        ticks < 1 || ticks > TICKS_MAX) {
        fprintf(stderr, "usage: bench_foes [DELVERS [FOES [TICKS]]]\n");
        return EXIT_FAILURE;
    }
    struct chase chase = {.delver_count = delvers,
                          .level_count = (delvers + WING_SIZE - 1) / WING_SIZE};
    const struct world_limits limits = {
        .delvers_max = (uint32_t)delvers,
        .levels_max = (uint32_t)chase.level_count,
        .foes_max = 2 * (uint32_t)foes, /* some call others, or are halved */
        .items_max = 1000,
    };
    rng_init(&chase.rng, 1);
    CHECK(world_new(1, 0, limits, &chase.world) == ERR_OK);
    chase.inputs = calloc(WORLD_INPUTS_MAX, sizeof *chase.inputs);
    chase.delvers = calloc((size_t)delvers, sizeof *chase.delvers);
    CHECK(chase.inputs != NULL && chase.delvers != NULL);
    run(&chase, foes, ticks);
    free(chase.delvers);
    free(chase.inputs);
    world_free(chase.world);
    return EXIT_SUCCESS;
}
