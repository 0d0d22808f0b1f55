/*
 * Delvers in a corridor so narrow that nobody can walk round anybody: who go the same way stay one
 * behind the other or change places, who come from both ends pass, and everybody gets to the other
 * end in the time it takes to walk there, and little more. CORRIDOR_ROUNDS says how often.
 */
#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "support/stage.h"
#include "support/test.h"

enum {
    ROUNDS = TEST_COUNT(300, 100),
    LENGTH = 40,
    STEP_TICKS = 5,
    WALKERS_MAX = 8,
    LATE_TICKS = 3 * STEP_TICKS, /* for all that happens on the way */
    MEETING_TICKS = STEP_TICKS,  /* and for everybody who comes towards one */
};

/* A player who holds a key: it repeats every so many ticks, or whenever nothing is queued. */
struct walker {
    body_id id;
    enum dir dir;
    int begins;    /* at that tick */
    int key_ticks; /* between two key presses */
    int arrived;   /* at that tick; -1: not yet */
};

struct corridor {
    struct stage stage;
    struct walker walkers[WALKERS_MAX];
    int count;
};

static void corridor_init(struct corridor *corridor)
{
    char text[3 * (LENGTH + 3) + 1];
    int length = 0;

    for (int row = 0; row < 3; row++) {
        for (int x = 0; x < LENGTH + 2; x++)
            text[length++] = row == 1 && x > 0 && x <= LENGTH ? '.' : '#';
        text[length++] = '\n';
    }
    text[length] = '\0';
    memset(corridor, 0, sizeof *corridor);
    stage_init(&corridor->stage, text);
}

static void add(struct corridor *corridor, int x, enum dir dir, int begins, int key_ticks)
{
    int number = corridor->count++;

    corridor->walkers[number] = (struct walker){
        .id = stage_join(&corridor->stage, number + 1, pos_of(x, 1)),
        .dir = dir,
        .begins = begins,
        .key_ticks = key_ticks,
        .arrived = -1,
    };
}

/* True in the last WALKERS_MAX cells before the wall: walkers that arrived earlier stand there. */
static bool is_there(const struct corridor *corridor, const struct walker *walker)
{
    int x = stage_place(&corridor->stage, walker->id).x;

    return walker->dir == DIR_EAST ? x > LENGTH - WALKERS_MAX : x <= WALKERS_MAX;
}

static void press_keys(struct corridor *corridor, int tick)
{
    for (int i = 0; i < corridor->count; i++) {
        struct walker *walker = &corridor->walkers[i];
        int since = tick - walker->begins;
        if (since >= 0 && since % walker->key_ticks == 0 && walker->arrived < 0)
            stage_act(&corridor->stage, walker->id, ACTION_MOVE, walker->dir);
    }
}

/* Plays until all are there; the ticks it took, or -1. */
static int play(struct corridor *corridor, int ticks_max)
{
    for (int tick = 0; tick < ticks_max; tick++) {
        int there = 0;
        press_keys(corridor, tick);
        stage_tick(&corridor->stage);
        for (int i = 0; i < corridor->count; i++) {
            struct walker *walker = &corridor->walkers[i];
            if (walker->arrived < 0 && is_there(corridor, walker))
                walker->arrived = tick;
            there += walker->arrived >= 0;
        }
        if (there == corridor->count)
            return tick;
    }
    return -1;
}

TEST(who_walk_one_behind_the_other_all_arrive_as_soon_as_one_alone)
{
    struct rng rng;

    rng_init(&rng, 1);
    for (int round = 0; round < (int)test_number("CORRIDOR_ROUNDS", ROUNDS, 1000000); round++) {
        struct corridor corridor;
        int count = rng_range(&rng, 2, 4);
        int latest = 0;
        corridor_init(&corridor);
        corridor.stage.world->seed = rng_next(&rng); /* whose turn comes first */
        for (int i = 0; i < count; i++) {
            int begins = rng_range(&rng, 0, 6);
            add(&corridor, 1 + i, DIR_EAST, begins, rng_range(&rng, 1, STEP_TICKS));
            latest = begins > latest ? begins : latest;
        }
        int took = play(&corridor, 10 * LENGTH * STEP_TICKS);
        ck_assert_msg(took >= 0 && took <= latest + LENGTH * STEP_TICKS + LATE_TICKS,
                      "round %d: %d delvers took %d ticks", round, count, took);
        stage_release(&corridor.stage);
    }
}

TEST(slow_hands_hold_nobody_up_for_ever)
{
    struct rng rng;

    rng_init(&rng, 2);
    for (int round = 0; round < (int)test_number("CORRIDOR_ROUNDS", ROUNDS, 1000000); round++) {
        struct corridor corridor;
        int slowest = 1;
        corridor_init(&corridor);
        corridor.stage.world->seed = rng_next(&rng);
        for (int i = 0; i < 3; i++) {
            int key_ticks = rng_range(&rng, 1, 15);
            add(&corridor, 1 + i, DIR_EAST, rng_range(&rng, 0, 6), key_ticks);
            slowest = key_ticks > slowest ? key_ticks : slowest;
        }
        /* A walker that is passed loses a step, and is passed at most once by each other. */
        int pace = slowest > STEP_TICKS ? slowest : STEP_TICKS;
        int took = play(&corridor, 10 * LENGTH * pace);
        ck_assert_msg(took >= 0 && took <= LENGTH * pace + 4 * pace + LATE_TICKS,
                      "round %d: took %d ticks at a pace of %d", round, took, pace);
        stage_release(&corridor.stage);
    }
}

TEST(who_come_from_both_ends_pass)
{
    struct rng rng;

    rng_init(&rng, 3);
    for (int round = 0; round < (int)test_number("CORRIDOR_ROUNDS", ROUNDS, 1000000); round++) {
        struct corridor corridor;
        int east = rng_range(&rng, 1, 3);
        int west = rng_range(&rng, 1, 3);
        corridor_init(&corridor);
        corridor.stage.world->seed = rng_next(&rng);
        for (int i = 0; i < east; i++)
            add(&corridor, 1 + i, DIR_EAST, rng_range(&rng, 0, 6), rng_range(&rng, 1, STEP_TICKS));
        for (int i = 0; i < west; i++)
            add(&corridor, LENGTH - i, DIR_WEST, rng_range(&rng, 0, 6),
                rng_range(&rng, 1, STEP_TICKS));
        int took = play(&corridor, 10 * LENGTH * STEP_TICKS);
        ck_assert_msg(took >= 0 &&
                          took <= LENGTH * STEP_TICKS + LATE_TICKS + MEETING_TICKS * (east + west),
                      "round %d: %d and %d took %d ticks", round, east, west, took);
        stage_release(&corridor.stage);
    }
}

/* Somebody who stands, waits or leans against the wall is no wall themselves. */
TEST(who_stands_in_the_way_is_passed)
{
    static const enum action_verb verbs[] = {ACTION_NONE, ACTION_WAIT, ACTION_MOVE};

    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
        struct corridor corridor;
        corridor_init(&corridor);
        add(&corridor, 1, DIR_EAST, 0, 1);
        body_id other = stage_join(&corridor.stage, 9, pos_of(LENGTH / 2, 1));
        int tick = 0;
        for (; tick < LENGTH * STEP_TICKS + LATE_TICKS; tick++) {
            press_keys(&corridor, tick);
            if (verbs[i] != ACTION_NONE)
                stage_act(&corridor.stage, other, verbs[i], DIR_NORTH);
            stage_tick(&corridor.stage);
            if (is_there(&corridor, &corridor.walkers[0]))
                break;
        }
        ck_assert_msg(is_there(&corridor, &corridor.walkers[0]), "held up by verb %d",
                      (int)verbs[i]);
        stage_release(&corridor.stage);
    }
}

/* All go round a pillar after one another, and nobody can begin. */
TEST(a_ring_goes_round)
{
    static const char text[] = "#####\n"
                               "#...#\n"
                               "#.#.#\n"
                               "#...#\n"
                               "#####\n";
    static const struct {
        int x;
        int y;
        enum dir dir;
    } ring[8] = {{1, 1, DIR_EAST}, {2, 1, DIR_EAST}, {3, 1, DIR_SOUTH}, {3, 2, DIR_SOUTH},
                 {3, 3, DIR_WEST}, {2, 3, DIR_WEST}, {1, 3, DIR_NORTH}, {1, 2, DIR_NORTH}};
    struct stage stage;
    body_id ids[8];

    stage_init(&stage, text);
    for (int i = 0; i < 8; i++)
        ids[i] = stage_join(&stage, i + 1, pos_of(ring[i].x, ring[i].y));
    for (int tick = 0; tick < 40 * STEP_TICKS; tick++) {
        for (int i = 0; i < 8; i++) {
            struct pos at = stage_place(&stage, ids[i]);
            for (int j = 0; j < 8; j++) {
                if (at.x == ring[j].x && at.y == ring[j].y &&
                    stage_delver(&stage, ids[i])->body.queue_length == 0)
                    stage_act(&stage, ids[i], ACTION_MOVE, ring[j].dir);
            }
        }
        stage_tick(&stage);
    }
    for (int i = 0; i < 8; i++)
        ck_assert_msg(stage_delver(&stage, ids[i])->steps >= 10, "delver %d made %d steps", i,
                      (int)stage_delver(&stage, ids[i])->steps);
    stage_release(&stage);
}
